//! What is said of runs: a predicate for each location, and one for what a procedure leaves.

use super::clause::Clause;
use super::symbols::{Symbols, symbol};
use crate::convert::horn::symbol::quoted;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::{RuleKind, Slot};
use crate::pipeline::{Loaded, Ready};
use std::fmt::Write;

pub(crate) struct Predicates<'a> {
    loaded: &'a Loaded,
    ready: &'a Ready,
    symbols: &'a Symbols,
    /// For each location, whether control may come there, or is asked about.
    is_named: Vec<bool>,
    /// For each procedure, whether it is called and returns.
    returns: Vec<bool>,
}

impl<'a> Predicates<'a> {
    pub(crate) fn new(loaded: &'a Loaded, ready: &'a Ready, symbols: &'a Symbols) -> Predicates<'a> {
        let pds = &ready.system.pds;
        let mut is_named = vec![false; pds.locations.len()];
        let (mut is_called, mut has_exit) = (vec![false; pds.procedures.len()], vec![false; pds.procedures.len()]);
        is_named[pds.procedures[pds.entry.index()].entry.index()] = true;
        // What is asked stands there even if no run comes to it.
        ready.targets.iter().flat_map(|target| &target.locations).for_each(|target| is_named[target.index()] = true);
        for rule in pds.rules() {
            is_named[rule.from.index()] = true;
            match rule.kind {
                RuleKind::Neutration { to } => is_named[to.index()] = true,
                RuleKind::Expansion { callee, to } => {
                    is_called[callee.index()] = true;
                    is_named[pds.procedures[callee.index()].entry.index()] = true;
                    is_named[to.index()] = true;
                }
                RuleKind::Contraction => has_exit[pds.procedure_of(rule.from).index()] = true,
            }
        }
        let returns = is_called.iter().zip(has_exit).map(|(&is_called, has_exit)| is_called && has_exit).collect();
        Predicates { loaded, ready, symbols, is_named, returns }
    }

    /// Whether a procedure is called and returns.
    pub(crate) fn returns(&self, procedure: ProcId) -> bool {
        self.returns[procedure.index()]
    }

    /// What an activation is entered with, as far as it matters for what it leaves; nothing if nobody goes on behind it.
    pub(crate) fn entered(&self, procedure: ProcId) -> impl Iterator<Item = Slot> + use<'a> {
        let system = &self.ready.system;
        let (part, returns) = (&system.pds.procedures[procedure.index()], self.returns(procedure));
        system.live.slots(part.entry).filter(move |slot| match *slot {
            Slot::Global(_) => returns,
            Slot::Local(index) => returns && index < part.params,
            Slot::Result(_) | Slot::Choice(_) => false,
        })
    }

    /// Declares all, with their arguments in words.
    pub(crate) fn declare(&self, out: &mut String) {
        let Loaded { source, program, .. } = self.loaded;
        let system = &self.ready.system;
        for location in (0..self.is_named.len()).map(LocId::from_index).filter(|id| self.is_named[id.index()]) {
            let place = source.locate(program.span(system.pds.locations[location.index()].place));
            let slots = system.live.slots(location);
            self.predicate(&self.location(location), &place.to_string(), system.pds.procedure_of(location), slots, out);
        }
        for procedure in program.procedure_ids().filter(|&id| self.returns(id)) {
            let slots = system.live.sets().iter(system.live.exit(procedure));
            self.predicate(&self.exit_of(procedure), "what it leaves", procedure, slots, out);
        }
    }

    fn predicate(
        &self,
        name: &str,
        remark: &str,
        procedure: ProcId,
        slots: impl Iterator<Item = Slot>,
        out: &mut String,
    ) {
        let name_of = |slot| self.symbols.get(procedure, slot);
        let old = self.entered(procedure).map(|slot| format!("old({})", name_of(slot)));
        let arguments: Vec<String> = old.chain(slots.map(name_of)).collect();
        let sorts = vec!["Bool"; arguments.len()].join(" ");
        let of = if arguments.is_empty() { String::new() } else { format!(": {}", arguments.join(", ")) };
        writeln!(out, "; {remark}{of}\n(declare-fun {} ({sorts}) Bool)", quoted(name))
            .expect("a text takes all that is written");
    }

    /// That an activation is at a location.
    pub(crate) fn at(
        &self,
        location: LocId,
        clause: &mut Clause,
        old: impl Fn(Slot) -> String,
        now: impl Fn(Slot) -> String,
    ) -> String {
        let system = &self.ready.system;
        let entered = self.entered(system.pds.procedure_of(location)).map(old);
        clause.atom(&self.location(location), entered.chain(system.live.slots(location).map(now)))
    }

    /// That a procedure leaves something.
    pub(crate) fn exit(
        &self,
        procedure: ProcId,
        clause: &mut Clause,
        old: impl Fn(Slot) -> String,
        left: impl Fn(Slot) -> String,
    ) -> String {
        let live = &self.ready.system.live;
        let left = live.sets().iter(live.exit(procedure)).map(left);
        clause.atom(&self.exit_of(procedure), self.entered(procedure).map(old).chain(left))
    }

    fn location(&self, location: LocId) -> String {
        symbol(&self.ready.cfg.show(&self.loaded.program, location))
    }

    fn exit_of(&self, procedure: ProcId) -> String {
        symbol(&format!("{} returns", self.loaded.program.name(self.loaded.program[procedure].name)))
    }
}
