//! A pushdown system as constrained Horn clauses over Booleans, as solvers of Horn clauses read them (SMT-LIB 2, logic HORN): satisfiable means that no
//! run reaches a target.
//!
//! There is a predicate for each location: which values an activation can have there, and which it was entered with. And there is one
//! for each procedure that is called and returns: which values it can leave, again with those that it was entered with. With a global x
//! and a parameter p of f, the rule
//!
//! ```text
//! <p, main#1> -> <p', f#0 main#1 returned>        f.p = x
//! ```
//!
//! becomes two clauses, as in the rules of Reps, Horwitz and Sagiv (1995) for path edges and summaries:
//!
//! ```text
//! main#1(x), f.p = x, old(f.p) = f.p, old(x) = x    =>  f#0(old(x), old(f.p), x, f.p)
//! main#1(x), f.p = x, f returns(x, f.p, x')         =>  main#1 returned(x')
//! ```
//!
//! Only what is live at a location is an argument there, and what is on no way to a target is left away: what the passes find shows.
//! Arguments in the head of a clause are different variables, and long formulas are split at variables of their own, so that no term is deep.

mod clause;
mod predicates;
mod symbols;

use super::symbol::quoted;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::text::{PREFIX, text};
use crate::pds::{Rule, RuleKind, Slot};
use crate::pipeline::{Loaded, Ready};
use clause::Clause;
use predicates::Predicates;
use rustc_hash::FxHashSet;
use symbols::Symbols;

/// The clauses as a script: that no run violates a property of `loaded`, for which it was made ready.
pub fn script(loaded: &Loaded, ready: &Ready) -> String {
    let mut out = format!("; {}: sat means SAFE, unsat means UNSAFE\n(set-logic HORN)\n\n", loaded.source.name());
    let symbols = Symbols::of(&loaded.program);
    let predicates = Predicates::new(loaded, ready, &symbols);
    predicates.declare(&mut out);
    let writer = Writer { loaded, ready, symbols: &symbols, predicates: &predicates };
    writer.begin(&mut out);
    ready.system.pds.rules().iter().for_each(|rule| writer.rule(rule, &mut out));
    writer.ask(&mut out);
    out.push_str("\n(check-sat)\n");
    out
}

struct Writer<'a> {
    loaded: &'a Loaded,
    ready: &'a Ready,
    symbols: &'a Symbols,
    predicates: &'a Predicates<'a>,
}

impl Writer<'_> {
    /// What a slot is called in a procedure; its value when the activation was entered; its value behind a step.
    fn names(&self, procedure: ProcId) -> [impl Fn(Slot) -> String; 3] {
        let symbols = self.symbols;
        let name = |around: fn(String) -> String| move |slot: Slot| around(symbols.get(procedure, slot));
        [name(|now| now), name(|now| format!("old({now})")), name(|now| format!("{now}'"))]
    }

    /// How runs begin: anything is possible, but what has an initial value.
    fn begin(&self, out: &mut String) {
        let system = &self.ready.system;
        let main = &system.pds.procedures[system.pds.entry.index()];
        let [now, old, _] = self.names(system.pds.entry);
        let mut clause = Clause::default();
        for slot in system.live.slots(main.entry) {
            let initial = match slot {
                Slot::Global(index) => system.pds.globals[index],
                Slot::Local(index) => main.init[index],
                Slot::Result(_) | Slot::Choice(_) => None,
            };
            if let Some(value) = initial {
                clause.equal(&now(slot), PREFIX.constants[usize::from(value)]);
            }
        }
        self.enter(system.pds.entry, &now, &old, clause, "how runs begin", out);
    }

    /// What an activation has at the beginning is also what it was entered with.
    fn enter(
        &self,
        procedure: ProcId,
        now: impl Fn(Slot) -> String,
        old: impl Fn(Slot) -> String,
        mut clause: Clause,
        remark: &str,
        out: &mut String,
    ) {
        for slot in self.predicates.entered(procedure) {
            let now = clause.variable(&now(slot));
            clause.equal(&old(slot), &now);
        }
        let entry = self.ready.system.pds.procedures[procedure.index()].entry;
        let head = self.predicates.at(entry, &mut clause, old, now);
        clause.conclude(&head, remark, out);
    }

    fn rule(&self, rule: &Rule, out: &mut String) {
        let system = &self.ready.system;
        let procedure = system.pds.procedure_of(rule.from);
        let [now, old, next] = self.names(procedure);
        let remark = |to: &str| format!("{} {to}", self.show(rule.from));
        match rule.kind {
            RuleKind::Neutration { to } => {
                let (mut clause, updated) = self.step(rule, &next);
                let then = |slot| if updated.contains(&slot) { next(slot) } else { now(slot) };
                let head = self.predicates.at(to, &mut clause, old, then);
                clause.conclude(&head, &remark(&format!("-> {}", self.show(to))), out);
            }
            RuleKind::Contraction if self.predicates.returns(procedure) => {
                let (mut clause, updated) = self.step(rule, &next);
                let then = |slot| if updated.contains(&slot) { next(slot) } else { now(slot) };
                let head = self.predicates.exit(procedure, &mut clause, old, then);
                clause.conclude(&head, &remark("returns"), out);
            }
            RuleKind::Contraction => {}
            RuleKind::Expansion { callee, to } => {
                let name = self.loaded.program.name(self.loaded.program[callee].name);
                let [inner, ..] = self.names(callee);
                let given = |slot| format!("{name}.{}", inner(slot));
                let (clause, updated) = self.step(rule, given);
                let begins = |slot| match slot {
                    Slot::Global(_) if !updated.contains(&slot) => now(slot),
                    _ => given(slot),
                };
                let remembers = |slot| format!("old({name}.{})", inner(slot));
                let calls = format!("calls {name}");
                self.enter(callee, begins, remembers, clause, &remark(&calls), out);
                if self.predicates.returns(callee) {
                    let (mut clause, _) = self.step(rule, given);
                    let left = |slot| if let Slot::Local(_) = slot { now(slot) } else { next(slot) };
                    let summary = self.predicates.exit(callee, &mut clause, begins, left);
                    clause.premise(summary);
                    let head = self.predicates.at(to, &mut clause, old, left);
                    clause.conclude(&head, &remark(&format!("goes on behind {name}")), out);
                }
            }
        }
    }

    /// The premises of a rule: that control is there, the guard, and the values of what is updated; and which slots these are.
    fn step(&self, rule: &Rule, next: impl Fn(Slot) -> String) -> (Clause, FxHashSet<Slot>) {
        let system = &self.ready.system;
        let [now, old, _] = self.names(system.pds.procedure_of(rule.from));
        let (formulas, transfer) = (&system.pds.formulas, &rule.transfer);
        let mut clause = Clause::default();
        let at = self.predicates.at(rule.from, &mut clause, old, &now);
        clause.premise(at);
        let guards = formulas.conjuncts(transfer.guard);
        let updates = &transfer.updates;
        let roots: Vec<Formula> = guards.iter().copied().chain(updates.iter().map(|&(_, value)| value)).collect();
        for input in formulas.support(roots.iter().copied()) {
            clause.variable(&now(Slot::of(input)));
        }
        let text = text(&PREFIX, formulas, &roots, |input| quoted(&now(Slot::of(input))));
        for (part, value) in &text.parts {
            clause.equal(part, value);
        }
        let (guards, values) = text.roots.split_at(guards.len());
        guards.iter().for_each(|guard| clause.premise(guard.clone()));
        for (&(slot, _), value) in updates.iter().zip(values) {
            clause.equal(&next(slot), value);
        }
        (clause, updates.iter().map(|&(slot, _)| slot).collect())
    }

    /// What is forbidden.
    fn ask(&self, out: &mut String) {
        let Loaded { source, program, properties, .. } = self.loaded;
        for (number, (property, target)) in properties.iter().zip(&self.ready.targets).enumerate() {
            let remark = format!("property {} at {}", number + 1, source.locate(program.span(property.place)));
            for &location in &target.locations {
                let [now, old, _] = self.names(self.ready.system.pds.procedure_of(location));
                let mut clause = Clause::default();
                let at = self.predicates.at(location, &mut clause, old, now);
                clause.premise(at);
                clause.conclude(PREFIX.constants[0], &remark, out);
            }
        }
    }

    fn show(&self, location: LocId) -> String {
        self.ready.cfg.show(&self.loaded.program, location)
    }
}
