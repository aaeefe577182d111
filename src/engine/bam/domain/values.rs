//! Pairs of valuations, one by one: the value analysis of the paper, made complete.
//!
//! What is tracked has a value, what is not has none. A tracked slot that may have any value splits the pair. Whether untracked slots and choices
//! have values that let a rule go is not asked with three values, for which `u & !u` may hold: what a rule makes of what it reads is looked up in its
//! diagrams, once for each valuation of that.

use super::predicates::{Predicates, State};
use super::single::Touched;
use super::{Changed, Computed, Domain};
use crate::budget::StopReason;
use crate::engine::bam::precision::Precision;
use crate::engine::bam::stats::Cost;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column};
use crate::logic::formula::{Formula, Formulas};
use crate::pds::RuleKind;
use crate::relational::states::Values as Valuation;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// So many pairs a set has at most.
const MOST: usize = 1 << 18;

/// Some pairs, sorted.
type Pairs = Rc<Vec<State>>;

/// Pairs of valuations.
pub struct Values<'p> {
    /// What rules do.
    rules: Predicates<'p>,
    /// By rule and what it reads, what it makes of that: values of all that it does not leave alone.
    steps: FxHashMap<(u32, Valuation), Rc<Vec<Valuation>>>,
    /// By rule what it looks at, and what it leaves alone.
    looks: FxHashMap<u32, Rc<Looks>>,
    cost: Cost,
}

/// What a rule has to do with columns.
#[derive(Debug)]
struct Looks {
    /// What it reads.
    read: Vec<Column>,
    /// What has a value afterwards that is not the one before.
    made: Vec<Column>,
    /// What keeps its value.
    kept: Vec<Column>,
}

impl<'p> Values<'p> {
    /// Nothing is tracked yet.
    pub fn new(mut rules: Predicates<'p>) -> Values<'p> {
        rules.keep_order();
        Values { rules, steps: FxHashMap::default(), looks: FxHashMap::default(), cost: Cost::default() }
    }

    fn pairs(&mut self, mut all: Vec<State>) -> Computed<Pairs> {
        all.sort_unstable();
        all.dedup();
        self.cost.largest_set = self.cost.largest_set.max(all.len());
        if all.len() > MOST {
            return Err(StopReason::Nodes);
        }
        Ok((!all.is_empty()).then(|| Rc::new(all)))
    }

    fn looks(&mut self, rule: u32) -> Result<Rc<Looks>, StopReason> {
        if let Some(known) = self.looks.get(&rule) {
            return Ok(known.clone());
        }
        let Touched { read, before, after } = self.rules.touched(rule)?;
        let written = self.rules.written(rule)?;
        let is_kept = |column: &Column| before.contains(column) && !written.contains(column);
        let (kept, made): (Vec<Column>, Vec<Column>) = after.into_iter().partition(is_kept);
        let read = read.into_iter().filter(|column| before.contains(column)).collect();
        let looks = Rc::new(Looks { read, made, kept });
        self.looks.insert(rule, looks.clone());
        Ok(looks)
    }

    /// What a rule makes of a state.
    fn after(&mut self, rule: u32, state: &State) -> Result<Vec<State>, StopReason> {
        let looks = self.looks(rule)?;
        let read = restricted(&state.now, &looks.read);
        let key = (rule, read);
        let made = match self.steps.get(&key) {
            Some(known) => known.clone(),
            None => {
                let image = self.rules.image_of(rule, &key.1)?;
                let made = Rc::new(self.rules.valuations(image, &looks.made)?);
                self.steps.insert(key, made.clone());
                made
            }
        };
        let kept = restricted(&state.now, &looks.kept);
        let after = made.iter().map(|made| State { entered: state.entered.clone(), now: joined(&kept, made) });
        Ok(after.collect())
    }

    fn all_after(&mut self, rule: u32, set: &Pairs) -> Computed<Pairs> {
        let mut all = Vec::new();
        for state in set.iter() {
            all.extend(self.after(rule, state)?);
            if all.len() > 2 * MOST {
                return Err(StopReason::Nodes);
            }
        }
        self.pairs(all)
    }

    /// A caller behind a return.
    fn behind(&self, rule: u32, waiting: &State, left: &State) -> Result<Vec<State>, StopReason> {
        let returns = self.rules.returns(rule);
        let now = joined(&restricted(&waiting.now, &returns.kept), &restricted(&left.now, &returns.left));
        let free = self.rules.all_valuations(&returns.free)?;
        Ok(free.into_iter().map(|free| State { entered: waiting.entered.clone(), now: joined(&now, &free) }).collect())
    }

    fn diagram(&mut self, set: &Pairs) -> Result<BddId, StopReason> {
        self.rules.union(set.iter())
    }

    fn diagrams(&mut self, set: &Pairs, hits: Option<&Pairs>) -> Result<(BddId, Option<BddId>), StopReason> {
        let set = self.diagram(set)?;
        let hits = hits.map(|hits| self.diagram(hits)).transpose()?;
        Ok((set, hits))
    }
}

/// Some values of a valuation.
fn restricted(values: &Valuation, to: &[Column]) -> Valuation {
    values.iter().copied().filter(|(column, _)| to.binary_search(column).is_ok()).collect()
}

/// Two valuations of different columns.
fn joined(a: &Valuation, b: &Valuation) -> Valuation {
    let mut all: Valuation = a.iter().chain(b).copied().collect();
    all.sort_unstable();
    all
}

impl Domain for Values<'_> {
    type Set = Pairs;
    type State = State;

    fn initial(&mut self) -> Result<Pairs, StopReason> {
        let entries = self.rules.initial()?;
        let columns = self.rules.entry_columns(self.rules.entry_block());
        let all = self.rules.valuations(entries, &columns)?;
        Ok(Rc::new(all.into_iter().map(|now| State { entered: Valuation::new(), now }).collect()))
    }

    fn begin(&mut self, block: ProcId, entries: &Pairs) -> Result<Pairs, StopReason> {
        let mut all = Vec::new();
        for entry in entries.iter() {
            let cube = self.rules.union([entry].into_iter())?;
            let begun = self.rules.begin(block, &cube)?;
            let entered = self.rules.entered_of(block, &entry.now);
            let columns = self.rules.columns_at_entry(block);
            let begun = self.rules.valuations(begun, &columns)?.into_iter();
            all.extend(begun.map(|now| State { entered: entered.clone(), now }));
        }
        Ok(self.pairs(all)?.unwrap_or_default())
    }

    fn step(&mut self, rule: u32, set: &Pairs) -> Computed<Pairs> {
        self.all_after(rule, set)
    }

    fn wait(&mut self, rule: u32, set: &Pairs) -> Computed<Pairs> {
        self.all_after(rule, set)
    }

    fn entries(&mut self, rule: u32, waiting: &Pairs) -> Result<Pairs, StopReason> {
        let columns = self.rules.next_columns(rule);
        let all =
            waiting.iter().map(|state| State { entered: Valuation::new(), now: restricted(&state.now, &columns) });
        let all = all.collect();
        Ok(self.pairs(all)?.unwrap_or_default())
    }

    fn resume(&mut self, rule: u32, waiting: &Pairs, summary: &Pairs) -> Computed<Pairs> {
        let columns = self.rules.next_columns(rule);
        let RuleKind::Expansion { callee, .. } = self.rules.kind(rule) else { return Ok(None) };
        let mut all = Vec::new();
        for state in waiting.iter() {
            let entered = self.rules.entered_of(callee, &restricted(&state.now, &columns));
            for left in with_entry(summary, &entered) {
                all.extend(self.behind(rule, state, left)?);
            }
        }
        self.pairs(all)
    }

    fn hits(&mut self, set: &Pairs) -> Result<Pairs, StopReason> {
        let all = set.iter().map(|state| State { entered: state.entered.clone(), now: Valuation::new() }).collect();
        Ok(self.pairs(all)?.unwrap_or_default())
    }

    fn hits_within(&mut self, rule: u32, waiting: &Pairs, hits: &Pairs) -> Computed<Pairs> {
        let columns = self.rules.next_columns(rule);
        let RuleKind::Expansion { callee, .. } = self.rules.kind(rule) else { return Ok(None) };
        let is_hit = |state: &&State| {
            let entered = self.rules.entered_of(callee, &restricted(&state.now, &columns));
            with_entry(hits, &entered).next().is_some()
        };
        let hits = waiting.iter().filter(is_hit);
        let all = hits.map(|state| State { entered: state.entered.clone(), now: Valuation::new() }).collect();
        self.pairs(all)
    }

    fn first_hits(&mut self, hits: &Pairs) -> Computed<State> {
        let entry = self.rules.entry_block();
        for first in self.initial()?.iter() {
            let entered = self.rules.entered_of(entry, &first.now);
            if with_entry(hits, &entered).next().is_some() {
                return Ok(Some(State { entered, now: Valuation::new() }));
            }
        }
        Ok(None)
    }

    fn news(&mut self, known: &Pairs, set: &Pairs) -> Computed<Pairs> {
        let all = set.iter().filter(|state| known.binary_search(state).is_err()).cloned().collect();
        self.pairs(all)
    }

    fn join(&mut self, a: &Pairs, b: &Pairs) -> Result<Pairs, StopReason> {
        let all = a.iter().chain(b.iter()).cloned().collect();
        Ok(self.pairs(all)?.unwrap_or_default())
    }

    fn has(&mut self, set: &Pairs, state: &State) -> Result<bool, StopReason> {
        Ok(set.iter().any(|known| known.entered == state.entered && (state.now.is_empty() || known.now == state.now)))
    }

    fn before(&mut self, set: &Pairs, rule: u32, after: &State) -> Computed<State> {
        for state in with_entry(set, &after.entered) {
            if self.after(rule, state)?.contains(after) {
                return Ok(Some(state.clone()));
            }
        }
        Ok(None)
    }

    fn before_return(&mut self, set: &Pairs, rule: u32, summary: &Pairs, after: &State) -> Computed<(State, State)> {
        let columns = self.rules.next_columns(rule);
        let RuleKind::Expansion { callee, .. } = self.rules.kind(rule) else { return Ok(None) };
        for state in with_entry(set, &after.entered) {
            for waiting in self.after(rule, state)? {
                let entered = self.rules.entered_of(callee, &restricted(&waiting.now, &columns));
                for left in with_entry(summary, &entered) {
                    if self.behind(rule, &waiting, left)?.contains(after) {
                        return Ok(Some((state.clone(), left.clone())));
                    }
                }
            }
        }
        Ok(None)
    }

    fn entered(&mut self, set: &Pairs, _: LocId, entered: &State) -> Computed<State> {
        Ok(with_entry(set, &entered.entered).next().cloned())
    }

    fn before_hit(&mut self, set: &Pairs, rule: u32, hits: &Pairs, entered: &State) -> Computed<(State, State)> {
        let columns = self.rules.next_columns(rule);
        let RuleKind::Expansion { callee, .. } = self.rules.kind(rule) else { return Ok(None) };
        for state in with_entry(set, &entered.entered) {
            for waiting in self.after(rule, state)? {
                let inner = self.rules.entered_of(callee, &restricted(&waiting.now, &columns));
                if with_entry(hits, &inner).next().is_some() {
                    return Ok(Some((state.clone(), State { entered: inner, now: Valuation::new() })));
                }
            }
        }
        Ok(None)
    }

    fn refine(&mut self, precision: &Precision<'_>, changed: &Changed) -> Result<bool, StopReason> {
        self.steps.clear();
        self.looks.clear();
        self.rules.refine(precision, changed)
    }

    fn garbage_due(&self) -> bool {
        self.rules.garbage_due()
    }

    fn collect(&mut self, needed: Vec<Pairs>) {
        self.cost.nodes = self.cost.nodes.max(needed.iter().map(|set| set.len()).sum());
        self.rules.collect(Vec::new());
    }

    fn proved_at(
        &mut self,
        formulas: &mut Formulas,
        location: LocId,
        set: &Pairs,
        hits: Option<&Pairs>,
    ) -> Result<Formula, StopReason> {
        let (set, hits) = self.diagrams(set, hits)?;
        self.rules.proved_at(formulas, location, &set, hits.as_ref())
    }

    fn proved_exit(
        &mut self,
        formulas: &mut Formulas,
        block: ProcId,
        set: &Pairs,
        hits: Option<&Pairs>,
    ) -> Result<Formula, StopReason> {
        let (set, hits) = self.diagrams(set, hits)?;
        self.rules.proved_exit(formulas, block, &set, hits.as_ref())
    }

    fn proved_entry(
        &mut self,
        formulas: &mut Formulas,
        block: ProcId,
        entries: &Pairs,
        hits: Option<&Pairs>,
    ) -> Result<Formula, StopReason> {
        let (entries, hits) = self.diagrams(entries, hits)?;
        self.rules.proved_entry(formulas, block, &entries, hits.as_ref())
    }

    fn cost(&self) -> Cost {
        self.cost
    }
}

/// The pairs of a set that were entered so.
fn with_entry<'a>(set: &'a Pairs, entered: &'a Valuation) -> impl Iterator<Item = &'a State> {
    let from = set.partition_point(|state| state.entered < *entered);
    set[from..].iter().take_while(move |state| state.entered == *entered)
}
