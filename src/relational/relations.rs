//! The relations of one system, and what rules make of them.

use super::alike::Alike;
use super::compile::{Compiled, Compiler};
use super::frames::Frames;
use super::live::Live;
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, BddStats, Bdds, Column, Columns, Image, Limits, Renaming, Stop, TooManyColumns};
use crate::pds::{Rule, Slot, SymbolicPds};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What the callee of a rule begins with.
#[derive(Clone, Copy, Debug)]
struct Beginning {
    /// What is entered equals what is now; initialised locals have their values.
    identity: BddId,
    /// From next to now.
    to_now: Renaming,
}

/// The relations of a system, and what an engine keeps with them.
pub(crate) struct Relations<'p, O = ()> {
    /// The system.
    pub(crate) pds: &'p SymbolicPds,
    /// Which column stands for what.
    pub(crate) frames: Frames,
    /// What is looked at where.
    pub(crate) live: Live<'p>,
    /// The diagrams.
    pub(crate) bdds: Bdds,
    /// The rules that have been applied forwards, and those that they are alike; of the others, and of what else a rule is made of, nothing is kept.
    images: Vec<Option<Rc<Image>>>,
    /// Which rules do the same.
    alike: Alike,
    /// The images of rules, those that are equal once: procedures have columns in common, and often do the same. One that no rule has any more is as good as new,
    /// since its diagrams stay until [`Relations::collect`] drops it.
    shared: FxHashSet<Rc<Image>>,
    /// The rules that some run was read with, and those that they are alike.
    rules: FxHashMap<u32, Rc<Compiled>>,
    beginnings: Vec<Option<Beginning>>,
    /// For each location behind a call what is forgotten when it resumes.
    over: FxHashMap<LocId, Columns>,
    /// All columns but next ones.
    not_next: Columns,
    /// All columns next.
    pub(crate) next: Columns,
    /// All columns now, but those of results.
    pub(crate) now: Columns,
    /// All columns entered.
    pub(crate) entered: Columns,
    /// From entered to next: of a summary, for the caller that waits.
    pub(crate) to_next: Renaming,
    /// From next to entered: of what a callee begins with.
    pub(crate) to_entered: Renaming,
    /// From now to next: of globals.
    pub(crate) globals_to_next: Renaming,
    /// What the engine keeps.
    pub(crate) own: O,
}

impl<'p, O: Default> Relations<'p, O> {
    /// The domain of a system with these columns.
    ///
    /// # Errors
    /// If there are too many columns.
    pub(crate) fn new(
        pds: &'p SymbolicPds,
        live: Live<'p>,
        frames: Frames,
        limits: Limits,
    ) -> Result<Relations<'p, O>, TooManyColumns> {
        let mut bdds = Bdds::new(frames.columns(), limits)?;
        let locals = frames.locals();
        let all = || frames.globals().chain(locals.iter().copied());
        let next = bdds.column_set(all().map(|copies| copies.next));
        let not_next = bdds.column_set(all().flat_map(|copies| copies.entered.into_iter().chain([copies.now])));
        let now = bdds.column_set(all().map(|copies| copies.now));
        let entered = bdds.column_set(all().filter_map(|copies| copies.entered));
        let to_next = bdds.renaming(all().filter_map(|copies| copies.entered.map(|entered| (entered, copies.next))));
        let to_entered = bdds.renaming(all().filter_map(|copies| copies.entered.map(|entered| (copies.next, entered))));
        let globals_to_next = bdds.renaming(frames.globals().map(|copies| (copies.now, copies.next)));
        Ok(Relations {
            pds,
            alike: Alike::new(pds, &frames),
            frames,
            live,
            bdds,
            images: vec![None; pds.rules().len()],
            shared: FxHashSet::default(),
            rules: FxHashMap::default(),
            beginnings: vec![None; pds.procedures.len()],
            over: FxHashMap::default(),
            not_next,
            next,
            now,
            entered,
            to_next,
            to_entered,
            globals_to_next,
            own: O::default(),
        })
    }
}

impl<'p, O> Relations<'p, O> {
    /// The states in which runs begin, at the entry of the entry procedure. Nothing is entered there.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn initial(&mut self) -> Result<BddId, StopReason> {
        let entry = &self.pds.procedures[self.pds.entry.index()];
        let globals = self.pds.globals.iter().enumerate().map(|(index, &init)| (Slot::Global(index), init));
        let locals = entry.init.iter().enumerate().map(|(index, &init)| (Slot::Local(index), init));
        let slots: Vec<_> = globals.chain(locals).collect();
        Ok(self.constants(self.pds.entry, &slots))
    }

    /// Whether runs begin in one of these states of the entry procedure.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn is_initial(&mut self, states: BddId) -> Result<bool, StopReason> {
        let initial = self.initial()?;
        Ok(!self.bdds.and(initial, states)?.is_false())
    }

    /// From now on these slots are looked at. Nothing is kept of the rules that `is_changed` says this of.
    pub(crate) fn look(&mut self, live: Live<'p>, is_changed: impl Fn(&Rule) -> bool) {
        self.live = live;
        for (number, _) in self.pds.rules().iter().enumerate().filter(|(_, rule)| is_changed(rule)) {
            self.images[number] = None;
            self.rules.remove(&(number as u32));
        }
        self.alike.forget();
        self.beginnings.fill(None);
        self.over.clear();
    }

    /// What the diagrams have cost.
    pub(crate) fn stats(&self) -> BddStats {
        self.bdds.stats()
    }

    /// Whether [`Relations::collect`] is worth its time.
    pub(crate) fn garbage_due(&self) -> bool {
        self.bdds.garbage_due()
    }

    /// Frees all diagrams but these and what rules need.
    pub(crate) fn collect(&mut self, needed: impl Iterator<Item = BddId>) {
        self.shared.retain(|image| Rc::strong_count(image) > 1);
        let rules = self.rules.values().flat_map(|rule| rule.parts.iter().copied());
        let rules = rules.chain(self.shared.iter().flat_map(|image| image.ids()));
        let beginnings = self.beginnings.iter().flatten().map(|beginning| beginning.identity);
        self.bdds.collect(needed.chain(rules).chain(beginnings));
    }

    /// A rule, compiled.
    pub(crate) fn compile(&mut self, rule: u32) -> Result<Compiled, StopReason> {
        let Relations { pds, frames, live, bdds, .. } = self;
        Ok(Compiler { pds, frames, live, bdds }.compile(&pds.rules()[rule as usize])?)
    }

    /// A rule, compiled when first asked for.
    pub(crate) fn rule(&mut self, rule: u32) -> Result<Rc<Compiled>, StopReason> {
        if let Some(known) = self.rules.get(&rule) {
            return Ok(Rc::clone(known));
        }
        let alike = self.alike(rule);
        let compiled = match self.rules.get(&alike) {
            Some(known) => Rc::clone(known),
            None => Rc::new(self.compile(alike)?),
        };
        for rule in [alike, rule] {
            self.rules.insert(rule, Rc::clone(&compiled));
        }
        Ok(compiled)
    }

    /// A rule of which a compiled rule can be used instead of this one: the first of those that do the same.
    pub(crate) fn alike(&mut self, rule: u32) -> u32 {
        self.alike.first(self.pds, &self.live, rule)
    }

    /// The states in which the live ones of these slots have these values now, where one is given.
    pub(crate) fn constants(&mut self, procedure: ProcId, slots: &[(Slot, Option<bool>)]) -> BddId {
        let live = self.live.entry(procedure);
        let live = slots.iter().filter(|(slot, _)| live.contains(slot));
        let literals = live.filter_map(|&(slot, init)| Some((self.frames.copies(procedure, slot)?.now, init?)));
        let literals: Vec<_> = literals.collect();
        self.bdds.cube(&literals)
    }

    fn beginning(&mut self, callee: ProcId) -> Result<Beginning, StopReason> {
        if let Some(known) = self.beginnings[callee.index()] {
            return Ok(known);
        }
        let procedure = &self.pds.procedures[callee.index()];
        let is_given = |slot: &Slot| !matches!(slot, Slot::Local(index) if *index >= procedure.params);
        let locals = procedure.init.iter().enumerate().skip(procedure.params);
        let locals: Vec<_> = locals.map(|(index, &init)| (Slot::Local(index), init)).collect();
        let mut identity = self.constants(callee, &locals);
        let given = self.live.entry(callee).iter().filter(|slot| is_given(slot));
        let given: Vec<_> = given.filter_map(|slot| self.frames.copies(callee, slot)).collect();
        let pairs = given.iter().filter_map(|copies| Some((copies.entered?, copies.now))).collect();
        let same = self.equal(pairs)?;
        identity = self.bdds.and(identity, same)?;
        let to_now = self.bdds.renaming(given.iter().map(|copies| (copies.next, copies.now)));
        let beginning = Beginning { identity, to_now };
        self.beginnings[callee.index()] = Some(beginning);
        Ok(beginning)
    }

    /// With what the callee of a caller that waits begins, in columns next.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn entries_of(&mut self, waiting: BddId) -> Result<BddId, StopReason> {
        Ok(self.bdds.exists(waiting, self.not_next)?)
    }

    /// The states of a callee that begins with these [entries](Relations::entries_of).
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn begin(&mut self, callee: ProcId, entries: BddId) -> Result<BddId, StopReason> {
        let Beginning { identity, to_now } = self.beginning(callee)?;
        let entries = self.bdds.rename(entries, to_now)?;
        Ok(self.bdds.and(entries, identity)?)
    }

    /// The columns of each pair are equal.
    pub(crate) fn equal(&mut self, mut pairs: Vec<(Column, Column)>) -> Result<BddId, Stop> {
        // From the bottom up, each conjunction only adds nodes above.
        pairs.sort_unstable_by_key(|&(_, lower)| std::cmp::Reverse(lower));
        pairs.into_iter().try_fold(BddId::TRUE, |all, pair| {
            let [upper, lower] = [pair.0, pair.1].map(|column| self.bdds.literal(column, true));
            let same = self.bdds.iff(upper, lower)?;
            self.bdds.and(all, same)
        })
    }

    /// The columns of what is live when the callee before a location has returned, but not to this caller.
    fn over_at_return(&mut self, location: LocId) -> Columns {
        if let Some(&known) = self.over.get(&location) {
            return known;
        }
        let (frames, live) = (&self.frames, &self.live);
        let over = live.called_at(location).map(|callee| {
            let over = live.exit(callee).iter().filter(|slot| !live.at(location).contains(slot));
            let over = over.filter_map(|slot| frames.exit(callee, slot));
            over.collect::<Vec<_>>()
        });
        let over = self.bdds.column_set(over.unwrap_or_default());
        self.over.insert(location, over);
        over
    }

    /// The image of a relation under a rule.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn apply(&mut self, relation: BddId, rule: u32) -> Result<BddId, StopReason> {
        let image = match &self.images[rule as usize] {
            Some(image) => Rc::clone(image),
            None => {
                let alike = self.alike(rule);
                let image = match &self.images[alike as usize] {
                    Some(image) => Rc::clone(image),
                    None => {
                        let image = self.compile(alike)?.image(&mut self.bdds);
                        self.share(image)
                    }
                };
                for rule in [alike, rule] {
                    self.images[rule as usize] = Some(Rc::clone(&image));
                }
                image
            }
        };
        Ok(image.apply(&mut self.bdds, relation)?)
    }

    /// The one that is kept of equal images.
    fn share(&mut self, image: Image) -> Rc<Image> {
        if let Some(known) = self.shared.get(&image) {
            return Rc::clone(known);
        }
        let image = Rc::new(image);
        self.shared.insert(Rc::clone(&image));
        image
    }

    /// The states of a caller that waited, behind the return of its callee at a location, with a summary of the callee.
    ///
    /// # Errors
    /// If a limit strikes.
    pub(crate) fn resumed(&mut self, waiting: BddId, summary: BddId, at: LocId) -> Result<BddId, StopReason> {
        let over = self.over_at_return(at);
        let summary = self.bdds.exists(summary, over)?;
        let summary = self.bdds.rename(summary, self.to_next)?;
        Ok(self.bdds.and_exists(waiting, summary, self.next)?)
    }
}
