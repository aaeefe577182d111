//! The calls of a system before a pass, and what became of them.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::{Rule, RuleKind, SymbolicPds};

/// What became of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is in the system after the pass.
    Stays,
    /// Nothing has to be known of the callee: no target can follow, or what it does has no influence.
    Goes,
    /// No run comes to it.
    Unreached,
}

/// A call.
#[derive(Clone, Copy, Debug)]
pub(super) struct Call {
    pub(super) at: LocId,
    pub(super) callee: ProcId,
    pub(super) fate: Fate,
}

/// All calls, by caller.
#[derive(Clone, Debug)]
pub(super) struct Calls {
    by_caller: Vec<Call>,
    /// Where those of each procedure begin, and the end of the last.
    first: Vec<u32>,
}

impl Calls {
    /// The calls of a system, each with its fate.
    pub(super) fn of(pds: &SymbolicPds, fate: impl Fn(&Rule) -> Fate) -> Calls {
        let calls = pds.rules().iter().filter_map(|rule| match rule.kind {
            RuleKind::Expansion { callee, .. } => Some(Call { at: rule.from, callee, fate: fate(rule) }),
            _ => None,
        });
        let mut by_caller: Vec<Call> = calls.collect();
        let caller = |call: &Call| pds.procedure_of(call.at).index();
        by_caller.sort_by_key(caller);
        let first = (0..=pds.procedures.len()).map(|id| by_caller.partition_point(|call| caller(call) < id) as u32);
        Calls { first: first.collect(), by_caller }
    }

    /// Those at other locations than these go, too.
    pub(super) fn go_unless(&mut self, stays: impl Fn(LocId) -> bool) {
        for call in self.by_caller.iter_mut().filter(|call| !stays(call.at)) {
            call.fate = Fate::Goes;
        }
    }

    /// Those of a procedure.
    pub(super) fn of_caller(&self, caller: ProcId) -> &[Call] {
        &self.by_caller[self.first[caller.index()] as usize..self.first[caller.index() + 1] as usize]
    }
}
