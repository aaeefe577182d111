//! Rules as images: a transfer becomes a list of diagrams, one for each conjunct of its guard and each update.
//!
//! The conjunction of the parts is not built, unless it is small (see [`Image`]). A choice that is all that some variable gets needs no
//! column and no part: the variable's next column is the choice. So `b1, …, b8 := *, …, * constrain C` is C's
//! clauses over next columns, and nothing else.

use super::frames::Frames;
use super::live::Live;
use crate::budget::StopReason;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Bdds, Column, Columns, Image, Renaming, Stop, Translation};
use crate::logic::formula::{Formula, Input};
use crate::pds::{Rule, RuleKind, Slot, SymbolicPds};
use rustc_hash::{FxHashMap, FxHashSet};

/// A rule as relations between columns.
#[derive(Clone, Debug)]
pub(crate) struct Compiled {
    /// What holds between now, next, and choices, if all of these do.
    pub(crate) parts: Vec<BddId>,
    /// What is over with the step.
    pub(crate) forgotten: Columns,
    /// From where the parts have new values to where they stand afterwards.
    pub(crate) renaming: Renaming,
    /// The variables that the rule writes, with the column in which the parts have the new value.
    pub(crate) written: FxHashMap<Column, Column>,
    /// For each choice the column that holds it.
    pub(crate) choices: Vec<Column>,
}

impl Compiled {
    /// From (entered, now) to (entered, now), or, of an expansion, to what the caller waits with: (entered, now) and the entry
    /// of the callee as next.
    pub(crate) fn image(&self, bdds: &mut Bdds) -> Image {
        Image::new(bdds, &self.parts, self.forgotten, self.renaming)
    }
}

/// What compiling needs to know.
pub(crate) struct Compiler<'a> {
    pub(crate) pds: &'a SymbolicPds,
    pub(crate) frames: &'a Frames,
    pub(crate) live: &'a Live<'a>,
    pub(crate) bdds: &'a mut Bdds,
}

/// A slot that a rule writes and that matters afterwards.
struct Write {
    value: Formula,
    /// The column that has the new value during the step.
    during: Column,
    /// The column that has it afterwards.
    after: Column,
}

/// What has been read of a rule.
struct Reading {
    translation: Translation,
    /// The slots that it reads, and those that it hands on without naming them.
    slots: Vec<Slot>,
}

impl Compiler<'_> {
    pub(crate) fn compile(&mut self, rule: &Rule) -> Result<Compiled, Stop> {
        let reader = self.pds.procedure_of(rule.from);
        let writes = self.writes(rule, reader);
        let choices = self.choices(rule, &writes);
        let mut reading = Reading { translation: Translation::default(), slots: Vec::new() };
        let (mut filters, mut checks) = (Vec::new(), Vec::new());
        let next: FxHashSet<Column> = writes.iter().map(|write| write.during).collect();
        for conjunct in self.pds.formulas.conjuncts(rule.transfer.guard) {
            let part = self.diagram(&mut reading, rule, reader, conjunct, &choices)?;
            let is_check = self.bdds.support(part).iter().any(|column| next.contains(column));
            if is_check { checks.push(part) } else { filters.push(part) }
        }
        let mut parts = filters;
        for write in &writes {
            if !self.is_choice(write, &choices) {
                let value = self.diagram(&mut reading, rule, reader, write.value, &choices)?;
                let target = self.bdds.literal(write.during, true);
                parts.push(self.bdds.iff(target, value)?);
            }
        }
        for (slot, kept, entered) in self.kept_and_entered(rule, reader)? {
            reading.slots.push(slot);
            let [kept, entered] = [kept, entered].map(|column| self.bdds.literal(column, true));
            parts.push(self.bdds.iff(kept, entered)?);
        }
        parts.extend(checks);
        let forgotten = self.forgotten(rule, reader, &writes, &choices, &reading.slots);
        let renaming = self.renaming(rule, &writes);
        let written = writes.iter().map(|write| (write.after, write.during)).collect();
        Ok(Compiled { parts, forgotten, renaming, written, choices })
    }

    /// What the rule writes that is live afterwards.
    fn writes(&self, rule: &Rule, reader: ProcId) -> Vec<Write> {
        let frames = self.frames;
        let after = match rule.kind {
            RuleKind::Neutration { to } => self.live.at(to),
            RuleKind::Expansion { callee, .. } => self.live.entry(callee),
            RuleKind::Contraction => self.live.exit(reader),
        };
        let updates = rule.transfer.updates.iter().filter(|(slot, _)| after.contains(slot));
        let writes = updates.filter_map(|&(slot, value)| match (rule.kind, slot) {
            (RuleKind::Contraction, Slot::Result(index)) => {
                let column = frames.result(reader, index)?;
                Some(Write { value, during: column, after: column })
            }
            (RuleKind::Expansion { callee, .. }, Slot::Local(index)) => {
                // Initialised locals are the callee's business: see `Relations::enter`.
                let is_param = index < self.pds.procedures[callee.index()].params;
                let copies = frames.copies(callee, slot).filter(|_| is_param)?;
                Some(Write { value, during: copies.next, after: copies.next })
            }
            _ => frames.copies(reader, slot).map(|copies| Write { value, during: copies.next, after: copies.now }),
        });
        writes.collect()
    }

    /// The column of each choice.
    fn choices(&self, rule: &Rule, writes: &[Write]) -> Vec<Column> {
        let mut columns: Vec<Column> =
            (0..rule.transfer.choices as usize).map(|index| self.frames.choice(index)).collect();
        let mut taken = vec![false; columns.len()];
        for write in writes {
            if let Some(index) = self.plain_choice(write.value)
                && !std::mem::replace(&mut taken[index], true)
            {
                columns[index] = write.during;
            }
        }
        columns
    }

    fn plain_choice(&self, value: Formula) -> Option<usize> {
        match self.pds.formulas.node(value.node()) {
            crate::logic::formula::Node::Input(input) if !value.is_negated() => match Slot::of(input) {
                Slot::Choice(index) => Some(index),
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the new value is a choice that has no other column.
    fn is_choice(&self, write: &Write, choices: &[Column]) -> bool {
        self.plain_choice(write.value).is_some_and(|index| choices[index] == write.during)
    }

    fn diagram(
        &mut self,
        reading: &mut Reading,
        rule: &Rule,
        reader: ProcId,
        formula: Formula,
        choices: &[Column],
    ) -> Result<BddId, Stop> {
        let Compiler { pds, frames, live, bdds } = self;
        let called = live.called_at(rule.from);
        let Reading { translation, slots } = reading;
        translation.diagram(bdds, &pds.formulas, formula, |bdds: &mut Bdds, input: Input| {
            let slot = Slot::of(input);
            slots.extend(Some(slot).filter(|slot| !matches!(slot, Slot::Choice(_))));
            let column = match slot {
                Slot::Choice(index) => Some(choices[index]),
                Slot::Result(index) => called.and_then(|callee| frames.result(callee, index)),
                slot => frames.copies(reader, slot).map(|copies| copies.now),
            };
            // Whatever some rule reads has a column (`Live::read`). If not, nobody knows: no value is made up.
            let unknown = || Stop::Budget(StopReason::Unsupported("a rule reads a variable without a column".into()));
            column.map(|column| bdds.literal(column, true)).ok_or_else(unknown)
        })
    }

    /// Of the globals that the caller keeps and the callee looks at, the columns of both.
    fn kept_and_entered(&self, rule: &Rule, reader: ProcId) -> Result<Vec<(Slot, Column, Column)>, Stop> {
        let RuleKind::Expansion { callee, .. } = rule.kind else { return Ok(Vec::new()) };
        // The rules of programs give a callee parameters and nothing else.
        if rule.transfer.updates.iter().any(|&(slot, _)| self.live.is_kept(callee, slot)) {
            return Err(Stop::Budget(StopReason::Unsupported("a call updates a global that its caller keeps".into())));
        }
        let kept = self.live.entry(callee).iter().filter(|&slot| self.live.is_kept(callee, slot));
        let columns = |slot| self.frames.copies(reader, slot).map(|copies| (slot, copies.now, copies.next));
        Ok(kept.filter_map(columns).collect())
    }

    /// The columns of what is over with the step.
    fn forgotten(
        &mut self,
        rule: &Rule,
        reader: ProcId,
        writes: &[Write],
        choices: &[Column],
        read: &[Slot],
    ) -> Columns {
        let frames = self.frames;
        let live = self.live;
        let stays = |slot: &Slot| match (rule.kind, slot) {
            (RuleKind::Neutration { to }, _) => live.at(to).contains(slot),
            (RuleKind::Expansion { callee, .. }, Slot::Global(_)) if !live.is_kept(callee, *slot) => {
                live.entry(callee).contains(slot)
            }
            (RuleKind::Expansion { to, .. }, _) => live.at(to).contains(slot),
            (RuleKind::Contraction, Slot::Global(_)) => live.exit(reader).contains(slot),
            (RuleKind::Contraction, _) => false,
        };
        let called = live.called_at(rule.from);
        let rewritten: FxHashSet<Column> = writes.iter().map(|write| write.after).collect();
        let mut over: Vec<Column> = Vec::new();
        let unlooked = read.iter().copied().filter(|slot| !live.at(rule.from).contains(slot));
        for slot in live.at(rule.from).iter().chain(unlooked) {
            let now = match slot {
                Slot::Result(index) => called.and_then(|callee| frames.result(callee, index)),
                slot => frames.copies(reader, slot).map(|copies| copies.now),
            };
            over.extend(now.filter(|now| !stays(&slot) || rewritten.contains(now)));
        }
        let written: FxHashSet<Column> = writes.iter().map(|write| write.during).collect();
        over.extend(choices.iter().copied().filter(|column| !written.contains(column)));
        self.bdds.column_set(over)
    }

    fn renaming(&mut self, rule: &Rule, writes: &[Write]) -> Renaming {
        match rule.kind {
            RuleKind::Neutration { .. } => self.bdds.renaming(writes.iter().map(|write| (write.during, write.after))),
            RuleKind::Contraction => Renaming::NONE,
            RuleKind::Expansion { callee, .. } => {
                let reader = self.pds.procedure_of(rule.from);
                let through = (0..self.pds.globals.len()).map(Slot::Global);
                let through = through.filter(|&slot| !self.live.is_kept(callee, slot));
                let columns = through.filter_map(|slot| self.frames.copies(reader, slot));
                self.bdds.renaming(columns.map(|copies| (copies.now, copies.next)).collect::<Vec<_>>())
            }
        }
    }
}
