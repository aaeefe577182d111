//! The body of a driver procedure: operations on the watched interface, never in the wrong state, between statements that have
//! nothing to do with it.
//!
//! The writer knows the state at every point ([`State`]) and chooses among the operations allowed there. Blocks under a
//! branch or in a loop end in the state in which they began. A flag on which the state depends is *reserved* while somebody
//! further out relies on it, and is not written meanwhile.

use super::super::choices::{Choices, Seeded};
use super::super::listing::{Listing, joined};
use super::names::{self, ANSWER, GIVEN, SHARED_FLAG, STATUS};
use super::plan::{Bug, Contract, Plan, Procedure};
use super::rule::exclusion;
use super::script::Script;
use super::state::{Flag, State};

/// A procedure under construction.
pub(super) struct Body<'a> {
    pub(crate) plan: &'a Plan,
    pub(crate) own: usize,
    pub(crate) source: &'a mut Seeded,
    pub(crate) script: Script,
    pub(crate) state: State,
    /// Variables on which somebody relies.
    pub(crate) reserved: Vec<String>,
    /// Locals that may tell about the state.
    pub(crate) flags: Vec<String>,
    /// Locals and parameters that have nothing to do with it.
    pub(crate) idle: Vec<String>,
    /// Two further such locals that exclude one another, by the procedure's `enforce`.
    pub(crate) exclusive: Option<[String; 2]>,
    /// Are the two status predicates kept exclusive by the `enforce`, or by each assignment?
    pub(crate) status_enforced: bool,
    /// Does an operation hang on that?
    pub(crate) status_needed: bool,
    /// How many temporaries for results, and for arguments, there are.
    pub(crate) temporaries: [u32; 2],
}

/// Writes the procedure with this number; 0 is `main`.
pub(super) fn write(out: &mut Listing, plan: &Plan, own: usize, source: &mut Seeded) {
    let mut body = Body::new(plan, own, source);
    let locals = body.locals();
    if own == 0 {
        body.harness();
    } else {
        body.statements();
    }
    body.write(out, locals);
}

impl<'a> Body<'a> {
    fn new(plan: &'a Plan, own: usize, source: &'a mut Seeded) -> Self {
        let procedure = &plan.procedures[own];
        let flags = ((plan.locals - 2) / 3).max(2);
        let mut idle: Vec<String> = (0..plan.locals - 2 - flags).map(names::local).collect();
        let exclusive =
            if idle.len() >= 5 && source.below(2) == 1 { Some([idle.remove(0), idle.remove(0)]) } else { None };
        idle.extend((0..procedure.parameters).map(names::parameter));
        let status_enforced = source.below(2) == 1;
        Self {
            plan,
            own,
            source,
            script: Script::new(100 * (own as u32 + 3)),
            state: match procedure.contract {
                Contract::StayHeld | Contract::Give => State::Held,
                Contract::GiveIf | Contract::Carry => State::When(Flag::new(GIVEN, true)),
                Contract::Unshare => State::When(Flag::new(SHARED_FLAG, true)),
                _ => State::Free,
            },
            reserved: Vec::new(),
            flags: (0..flags).map(names::flag).collect(),
            idle,
            exclusive,
            status_enforced,
            status_needed: false,
            temporaries: [0, 0],
        }
    }

    /// The plan of this procedure.
    pub(crate) fn procedure(&self) -> &'a Procedure {
        &self.plan.procedures[self.own]
    }

    /// The bug of this procedure, if it has one.
    fn bug(&self) -> Option<Bug> {
        self.procedure().bug
    }

    /// Is this mistake to be made here?
    pub(crate) fn mistaken(&self, bug: Bug) -> bool {
        self.plan.broken && self.bug() == Some(bug)
    }

    /// May lines be marked? In a program with a bug the marks would mean nothing.
    pub(crate) fn marks(&self) -> bool {
        !self.plan.broken
    }

    /// `main` calls its children, in any order and number, always from the free state. It calls nobody else: the depth of
    /// the bug rests on this.
    fn harness(&mut self) {
        let rule = self.plan.rule;
        self.script.statement(rule.enter(rule.free, false));
        for name in &self.plan.data {
            self.script.statement(format!("{name} := schoose[F,F]"));
        }
        let head = self.script.target();
        self.script.place(&head);
        for &child in &self.procedure().children {
            let fork = self.script.fork();
            self.script.arm(&fork.yes, "skip");
            self.call(child);
            self.become_free();
            self.script.step(format!("goto {head}"));
            self.script.arm(&fork.no, "skip");
        }
        self.script.statement(format!("{}()", rule.calm));
    }

    /// The body of any other procedure.
    fn statements(&mut self) {
        let mut waiting = self.procedure().children.iter();
        if self.procedure().contract == Contract::TakeIf {
            self.reserved.push(GIVEN.to_string());
        }
        self.noise();
        match self.bug() {
            Some(Bug::Weakened | Bug::Swapped | Bug::Overwritten) => self.close(true),
            Some(Bug::Inconsistent) => self.open_by_status(),
            Some(Bug::WrongResult) | None => {}
        }
        while self.script.len() < self.plan.statements {
            if self.source.below(3) > 0 {
                self.act(0, false);
            } else if let Some(&child) = waiting.next() {
                self.call(child);
            }
        }
        for &child in waiting {
            self.call(child);
        }
        self.finish(true);
    }

    /// Brings the state to what the contract promises. At the last exit a promise that depends on a flag is kept with both
    /// values of the flag.
    pub(crate) fn finish(&mut self, last: bool) {
        match self.procedure().contract {
            Contract::StayFree | Contract::Give | Contract::GiveIf | Contract::Unshare => self.become_free(),
            Contract::StayHeld | Contract::Take => self.become_held(),
            Contract::TakeIf => self.settle_given(),
            Contract::Share if last => self.become_shared(),
            Contract::Share => {
                let value = self.held_as_value();
                self.script.statement(format!("{SHARED_FLAG} := {value}"));
            }
            Contract::Try | Contract::Carry => {
                if last {
                    self.become_when();
                }
                self.answer(last);
            }
        }
    }

    /// The expression that tells whether the state is held.
    fn held_as_value(&self) -> String {
        match &self.state {
            State::Free => "F".to_string(),
            State::Held => "T".to_string(),
            State::When(flag) => flag.holds(),
        }
    }

    /// Sets the result that tells about the state.
    fn answer(&mut self, last: bool) {
        let held = self.held_as_value();
        let first = if last && self.mistaken(Bug::WrongResult) { "schoose[F,F]" } else { &held };
        let [done, pending] = ANSWER;
        self.script.statement(match self.procedure().detailed {
            true => format!("{done}, {pending} := {first}, schoose[F,{held}] constrain (!('{done} & '{pending}))"),
            false => format!("{done} := {first}"),
        });
    }

    /// All that stands before the statements, and then these.
    fn write(self, out: &mut Listing, mut locals: Vec<String>) {
        let procedure = self.procedure();
        let mut parameters: Vec<String> = (0..procedure.parameters).map(names::parameter).collect();
        if procedure.contract.is_told() {
            parameters.insert(0, GIVEN.to_string());
        }
        let mut results: Vec<String> = ANSWER[..procedure.answers()].iter().map(|name| name.to_string()).collect();
        locals.extend(results.iter().cloned());
        results.extend(self.flags.iter().chain(&self.idle).take(procedure.results as usize).cloned());
        locals.extend((0..self.temporaries[0]).map(names::result));
        locals.extend((0..self.temporaries[1]).map(names::argument));
        let kind = match results.len() {
            0 => "void".to_string(),
            1 => "bool".to_string(),
            several => format!("bool<{several}>"),
        };
        out.procedure(format_args!("{kind} {}({})", procedure.name, joined(", ", parameters)));
        out.line(format_args!("decl {};", joined(", ", locals)));
        let mark = if self.status_enforced && self.status_needed && self.marks() { " // needed" } else { "" };
        out.line(format_args!("enforce {};{mark}", self.consistency()));
        let last = match results.len() {
            0 => "return".to_string(),
            _ => format!("return {}", joined(", ", results)),
        };
        self.script.close(out, &format!("exit_{}", procedure.name), &last);
    }

    /// The locals with which the body begins.
    fn locals(&self) -> Vec<String> {
        let own = self.idle.len() - self.procedure().parameters as usize;
        let mut locals: Vec<String> = STATUS.map(String::from).to_vec();
        locals.extend(self.flags.iter().cloned());
        locals.extend(self.exclusive.iter().flatten().cloned());
        locals.extend(self.idle[..own].iter().cloned());
        locals
    }

    /// What the procedure enforces.
    fn consistency(&self) -> String {
        let mut parts = vec![self.plan.rule.consistency()];
        if self.status_enforced && !self.mistaken(Bug::Inconsistent) {
            parts.push(exclusion(STATUS[0], STATUS[1]));
        }
        if let Some([first, second]) = &self.exclusive {
            parts.push(exclusion(first, second));
        }
        joined(" & ", parts)
    }
}
