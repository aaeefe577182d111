//! What diagrams say of single states, for a domain that keeps these.

use super::predicates::{Predicates, State};
use crate::budget::StopReason;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column};
use crate::pds::{RuleKind, Slot};
use crate::relational::states::{Values, sorted, value};

/// So many free columns are split at most.
const MOST_FREE: usize = 16;

/// What becomes of the columns behind a return.
pub(super) struct Returns {
    /// The caller has kept them.
    pub kept: Vec<Column>,
    /// The callee has left them.
    pub left: Vec<Column>,
    /// They may have any value.
    pub free: Vec<Column>,
}

/// The columns that a rule has to do with.
pub(super) struct Touched {
    /// It reads them.
    pub read: Vec<Column>,
    /// They are looked at before it.
    pub before: Vec<Column>,
    /// They have values afterwards; of a call with what the callee begins with, as next.
    pub after: Vec<Column>,
}

impl Predicates<'_> {
    /// The procedure with which runs begin.
    pub(super) fn entry_block(&self) -> ProcId {
        self.system.pds.entry
    }

    /// What a rule does to the stack.
    pub(super) fn kind(&self, rule: u32) -> RuleKind {
        self.rule(rule).kind
    }

    /// The columns that a rule has to do with.
    pub(super) fn touched(&mut self, rule: u32) -> Result<Touched, StopReason> {
        let compiled = self.relations.rule(rule)?;
        let parts = compiled.parts.iter();
        let mut read: Vec<Column> = parts.flat_map(|&part| self.relations.bdds.support(part)).collect();
        let from = self.rule(rule).from;
        let before = columns(self.relations.columns_now(from).into_iter().map(|(_, column)| column));
        let after = match self.kind(rule) {
            RuleKind::Neutration { to } => {
                columns(self.relations.columns_now(to).into_iter().map(|(_, column)| column))
            }
            RuleKind::Contraction => self.exit_columns(self.system.pds.procedure_of(from)),
            RuleKind::Expansion { callee, .. } => {
                // A global that goes through is handed on without being named.
                let handed_on = self.entries_during(callee).into_iter().map(|(_, during)| during);
                read.extend(handed_on.filter(|during| before.contains(during)));
                columns(self.returns(rule).kept.into_iter().chain(self.next_columns(rule)))
            }
        };
        Ok(Touched { read: columns(read.into_iter()), before, after })
    }

    /// The columns that a rule gives new values.
    pub(super) fn written(&mut self, rule: u32) -> Result<Vec<Column>, StopReason> {
        Ok(columns(self.relations.rule(rule)?.written.keys().copied()))
    }

    /// The image of some values, whatever the others are.
    pub(super) fn image_of(&mut self, rule: u32, now: &Values) -> Result<BddId, StopReason> {
        let cube = self.relations.bdds.cube(now);
        self.relations.apply(cube, rule)
    }

    /// The valuations of some columns in a set.
    pub(super) fn valuations(&mut self, set: BddId, of: &[Column]) -> Result<Vec<Values>, StopReason> {
        let cubes: Vec<Values> = self.relations.bdds.cubes(set).collect();
        let mut all = Vec::new();
        for cube in cubes {
            let cube = sorted(cube.into_iter().filter(|(column, _)| of.contains(column)).collect());
            let free: Vec<Column> = of
                .iter()
                .copied()
                .filter(|column| cube.binary_search_by_key(column, |&(own, _)| own).is_err())
                .collect();
            for free in self.all_valuations(&free)? {
                all.push(sorted(cube.iter().copied().chain(free).collect()));
            }
        }
        all.sort_unstable();
        all.dedup();
        Ok(all)
    }

    /// All valuations of some columns.
    ///
    /// # Errors
    /// If there are too many.
    pub(super) fn all_valuations(&self, of: &[Column]) -> Result<Vec<Values>, StopReason> {
        if of.len() > MOST_FREE {
            return Err(StopReason::Nodes);
        }
        let bit = |number: u32, at: usize| number >> at & 1 == 1;
        let one = |number: u32| of.iter().enumerate().map(|(at, &column)| (column, bit(number, at))).collect();
        Ok((0..1u32 << of.len()).map(one).collect())
    }

    /// The columns next with which a block begins that a rule calls.
    pub(super) fn next_columns(&self, rule: u32) -> Vec<Column> {
        match self.kind(rule) {
            RuleKind::Expansion { callee, .. } => self.entry_columns(callee),
            _ => Vec::new(),
        }
    }

    /// The columns next with which a block begins.
    pub(super) fn entry_columns(&self, block: ProcId) -> Vec<Column> {
        columns(self.relations.given(block).into_iter().map(|copies| copies.next))
    }

    /// What was entered, of values of columns next.
    pub(super) fn entered_of(&self, block: ProcId, next: &Values) -> Values {
        let given = self.relations.given(block).into_iter();
        sorted(given.filter_map(|copies| Some((copies.entered?, value(next, copies.next)))).collect())
    }

    /// The columns at the first location of a block.
    pub(super) fn columns_at_entry(&self, block: ProcId) -> Vec<Column> {
        let entry = self.system.pds.procedures[block.index()].entry;
        columns(self.relations.columns_now(entry).into_iter().map(|(_, column)| column))
    }

    /// The columns at the exit of a block.
    pub(super) fn exit_columns(&self, block: ProcId) -> Vec<Column> {
        let exit = self.relations.live.exit(block).iter();
        columns(exit.filter_map(|slot| self.relations.frames.exit(block, slot)))
    }

    /// What becomes of the columns behind the return of a call.
    pub(super) fn returns(&self, rule: u32) -> Returns {
        let mut returns = Returns { kept: Vec::new(), left: Vec::new(), free: Vec::new() };
        let RuleKind::Expansion { callee, to } = self.kind(rule) else { return returns };
        let exit = self.exit_columns(callee);
        for (slot, column) in self.relations.columns_now(to) {
            let is_kept = matches!(slot, Slot::Local(_)) || self.relations.live.is_kept(callee, slot);
            let list = match is_kept {
                true => &mut returns.kept,
                false if exit.contains(&column) => &mut returns.left,
                false => &mut returns.free,
            };
            list.push(column);
        }
        [&mut returns.kept, &mut returns.left, &mut returns.free].into_iter().for_each(|list| list.sort_unstable());
        returns
    }

    /// Some states as a set.
    pub(super) fn union<'s>(&mut self, states: impl Iterator<Item = &'s State>) -> Result<BddId, StopReason> {
        let mut cubes: Vec<BddId> = states.map(|state| self.cube(state)).collect();
        // Pairwise, so that small ones meet small ones.
        while cubes.len() > 1 {
            let mut halves = Vec::with_capacity(cubes.len().div_ceil(2));
            for pair in cubes.chunks(2) {
                halves.push(match *pair {
                    [a, b] => self.relations.bdds.or(a, b)?,
                    _ => pair[0],
                });
            }
            cubes = halves;
        }
        Ok(cubes.pop().unwrap_or(BddId::FALSE))
    }
}

fn columns(all: impl Iterator<Item = Column>) -> Vec<Column> {
    let mut all: Vec<Column> = all.collect();
    all.sort_unstable();
    all.dedup();
    all
}
