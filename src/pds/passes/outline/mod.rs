//! Loops become procedures of their own, which are called where the loops were entered. For engines to which a loop is a block that they come
//! back to; off unless it is asked for.
//!
//! A loop is a strongly connected component S of the control flow of one procedure f; its *heads* are the locations at which it is entered from elsewhere
//! in f, and its *exits* those elsewhere to which it leads. It becomes a procedure L:
//!
//! ```text
//! in f   p -> head            becomes  p -> call;  call -> L, back at behind;  behind -> exit
//! in L   n -> n'              stays
//!        n -> exit            becomes  n -> out;  out returns
//!                             and there is  begin -> head
//! ```
//!
//! Parameters of L are all locals of f, and, if there are several heads, which of them; results are the locals that rules of S update, and, if
//! there are several exits, which of them. So a `goto` into a loop or out of it, and a `return`, which is out of it, are like any other. What is
//! in S without the heads has the inner loops, which become procedures that L calls. Depth of nesting times the size of the system.
//!
//! What is in S keeps its locations, rules and choices, and belongs to L now ([`SymbolicPds::procedure_of`]); what is new comes behind all that
//! there was: procedures, locations (each with the place of the first head), and rules. Only the rules into S and out of it lead elsewhere. A loop is left
//! alone, with all that is in it, if it begins with the procedure, or if a call is half in it: then nobody could say what a
//! procedure of its own were to be given or to leave. Programs have no such loops.

mod derivation;
mod loops;
mod proof;

#[cfg(test)]
mod tests;

use super::back::Back;
use super::lifting::Lifting;
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::{LocId, Location, Role};
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas};
use crate::pds::analysis::{Cuts, ModRef};
use crate::pds::derivation::Derivation;
use crate::pds::{PdsProcedure, Rule, RuleKind, Slot, SymbolicPds, Transfer};
use loops::Loops;
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// Makes procedures of loops.
///
/// # Errors
/// The limit that was hit.
pub(super) fn outline(pds: SymbolicPds, budget: &Budget) -> Result<(SymbolicPds, Outlined), StopReason> {
    let mut found = Loops::of(&pds);
    let mut open: VecDeque<(ProcId, Vec<LocId>)> = found.regions().into();
    let (procedures, locations, rules) = (pds.procedures.len(), pds.locations.len(), pds.rules.len());
    let mut outliner = Outliner { pds, loops: Vec::new() };
    while let Some((within, region)) = open.pop_front() {
        budget.poll()?;
        for members in found.components(&outliner.pds, &region) {
            let Some(heads) = found.heads(&outliner.pds, &members) else { continue };
            let own = outliner.split_off(within, &members, &heads, &found);
            open.push_back((own, members.into_iter().filter(|member| !heads.contains(member)).collect()));
        }
    }
    let Outliner { pds, loops } = outliner;
    let written = ModRef::written(&pds);
    Ok((pds, Outlined { loops, procedures, locations, rules, written }))
}

/// A loop that became a procedure.
#[derive(Clone, Debug)]
struct Loop {
    /// The procedure that it became.
    own: ProcId,
    /// The procedure that it stood in.
    within: ProcId,
    /// Where it is called, one for each head.
    sites: Vec<Site>,
    /// How many of its parameters are locals of the procedure that it stood in, with the same numbers; those above say which head.
    locals: usize,
    /// The locals that it modifies.
    modified: Vec<usize>,
}

/// Where a loop is called.
#[derive(Clone, Copy, Debug)]
struct Site {
    /// The head with which it begins.
    head: LocId,
    /// The location of the call.
    call: LocId,
}

/// The way back.
#[derive(Debug)]
pub(super) struct Outlined {
    /// Outer loops before inner ones.
    loops: Vec<Loop>,
    /// How many procedures there were.
    procedures: usize,
    /// How many locations there were.
    locations: usize,
    /// How many rules there were.
    rules: usize,
    /// The globals that rules of each procedure update.
    written: ModRef,
}

impl Outlined {
    /// A proof has to say what holds at heads, so that each circle goes through one when the loops are back, and where loops are called.
    pub(super) fn cut(&self, cuts: &mut Cuts) {
        for site in self.loops.iter().flat_map(|one| &one.sites) {
            for location in [site.head, site.call] {
                cuts.all[location.index()] = true;
                cuts.heads[location.index()] = true;
            }
        }
    }
}

impl Back for Outlined {
    fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
        derivation::inline(self, derivation, budget)
    }

    fn proof(&self, lifting: &mut Lifting<'_>) -> Result<(), StopReason> {
        proof::inline(self, &mut lifting.proof, &mut *lifting.exists)
    }
}

struct Outliner {
    pds: SymbolicPds,
    loops: Vec<Loop>,
}

impl Outliner {
    /// Makes a procedure of these locations.
    fn split_off(&mut self, within: ProcId, members: &[LocId], heads: &[LocId], found: &Loops) -> ProcId {
        let own = ProcId::from_index(self.pds.procedures.len());
        let locals = self.pds.procedures[within.index()].init.len();
        let modified = self.modified(members);
        let mut outs: BTreeMap<LocId, LocId> = members
            .iter()
            .flat_map(|&member| self.pds.rules_from(member))
            .filter_map(|id| found.exit(self.pds.rule(id)))
            .map(|exit| (exit, exit))
            .collect();
        let exits: Vec<LocId> = outs.keys().copied().collect();
        let (which_head, which_exit) = (width(heads.len()), width(exits.len()));
        let params = locals + which_head;
        self.pds.procedures.push(PdsProcedure {
            entry: LocId::from_index(self.pds.locations.len()),
            params,
            init: vec![None; params],
            results: which_exit + modified.len(),
        });
        for local in (0..locals).map(Slot::Local) {
            self.pds.places.copy((within, local), (own, local));
        }
        for (&local, at) in modified.iter().zip(which_exit..) {
            self.pds.places.copy((within, Slot::Local(local)), (own, Slot::Result(at)));
        }
        let place = self.pds.locations[heads[0].index()].place;
        let head_bits: Vec<Slot> = (locals..params).map(Slot::Local).collect();
        let exit_bits: Vec<Slot> = (0..which_exit).map(Slot::Result).collect();
        let results = || modified.iter().zip(which_exit..).map(|(&local, at)| (Slot::Local(local), Slot::Result(at)));

        let begin = heads.iter().enumerate().map(|(number, &head)| {
            let guard = is_number(&mut self.pds.formulas, &head_bits, number);
            (RuleKind::Neutration { to: head }, Transfer { guard, updates: Box::default(), choices: 0 })
        });
        let begin = begin.collect();
        self.add(own, Location { place, role: Role::At }, begin);
        for (number, &exit) in exits.iter().enumerate() {
            let mut updates = number_updates(&exit_bits, number);
            updates.extend(results().map(|(local, at)| (at, self.pds.formulas.input(local.input()))));
            let transfer = Transfer { guard: Formula::TRUE, updates: updates.into(), choices: 0 };
            let returns = (RuleKind::Contraction, transfer);
            let out = self.add(own, Location { place, role: Role::At }, vec![returns]);
            outs.insert(exit, out);
        }
        let behind = exits.iter().enumerate().map(|(number, &exit)| {
            let formulas = &mut self.pds.formulas;
            let guard = is_number(formulas, &exit_bits, number);
            let updates = results().map(|(local, at)| (local, formulas.input(at.input()))).collect();
            (RuleKind::Neutration { to: exit }, Transfer { guard, updates, choices: 0 })
        });
        let behind = behind.collect();
        let behind = self.add(within, Location { place, role: Role::Returned }, behind);
        let mut sites = Vec::with_capacity(heads.len());
        for (number, &head) in heads.iter().enumerate() {
            let formulas = &mut self.pds.formulas;
            let mut updates: Vec<(Slot, Formula)> =
                (0..locals).map(Slot::Local).map(|local| (local, formulas.input(local.input()))).collect();
            updates.extend(number_updates(&head_bits, number));
            let expansion = RuleKind::Expansion { callee: own, to: behind };
            let calls = (expansion, Transfer { guard: Formula::TRUE, updates: updates.into(), choices: 0 });
            let call = self.add(within, Location { place, role: Role::At }, vec![calls]);
            for id in found.entering(&self.pds, head) {
                self.pds.rules[id.index()].kind = RuleKind::Neutration { to: call };
            }
            sites.push(Site { head, call });
        }
        for &member in members {
            for id in self.pds.rules_from(member) {
                if let Some(exit) = found.exit(self.pds.rule(id)) {
                    self.pds.rules[id.index()].kind = RuleKind::Neutration { to: outs[&exit] };
                }
            }
            Arc::make_mut(&mut self.pds.owners)[member.index()] = own;
        }
        self.loops.push(Loop { own, within, sites, locals, modified });
        own
    }

    /// The locals that rules from these locations update.
    fn modified(&self, members: &[LocId]) -> Vec<usize> {
        let rules = members.iter().flat_map(|&member| self.pds.rules_from(member)).map(|id| self.pds.rule(id));
        let rules = rules.filter(|rule| matches!(rule.kind, RuleKind::Neutration { .. }));
        let mut modified: Vec<usize> = rules
            .flat_map(|rule| &rule.transfer.updates)
            .filter_map(|&(slot, _)| if let Slot::Local(index) = slot { Some(index) } else { None })
            .collect();
        modified.sort_unstable();
        modified.dedup();
        modified
    }

    /// Adds a location with its rules.
    fn add(&mut self, procedure: ProcId, location: Location, rules: Vec<(RuleKind, Transfer)>) -> LocId {
        let pds = &mut self.pds;
        let from = LocId::from_index(pds.locations.len());
        Arc::make_mut(&mut pds.locations).push(location);
        Arc::make_mut(&mut pds.owners).push(procedure);
        let origin = (location.place, 0);
        pds.rules.extend(rules.into_iter().map(|(kind, transfer)| Rule { from, kind, transfer, origin }));
        pds.first_rule.push(pds.rules.len() as u32);
        from
    }
}

/// How many bits tell so many things apart.
fn width(count: usize) -> usize {
    count.checked_sub(1).map_or(0, |most| (usize::BITS - most.leading_zeros()) as usize)
}

/// That some bits, lowest first, are this number.
fn is_number(formulas: &mut Formulas, bits: &[Slot], number: usize) -> Formula {
    bits.iter().enumerate().fold(Formula::TRUE, |all, (at, slot)| {
        let bit = formulas.input(slot.input());
        formulas.and(all, if number >> at & 1 == 1 { bit } else { !bit })
    })
}

/// Some bits, lowest first, become this number.
fn number_updates(bits: &[Slot], number: usize) -> Vec<(Slot, Formula)> {
    bits.iter().enumerate().map(|(at, &slot)| (slot, Formula::constant(number >> at & 1 == 1))).collect()
}
