//! Calls of driver procedures: the state that the contract wants, arguments, results, and what is known afterwards.

use super::super::choices::Choices;
use super::super::listing::joined;
use super::body::Body;
use super::names::{SHARED_FLAG, STATUS, argument, result};
use super::plan::{Contract, Procedure};
use super::state::{Flag, State};

impl Body<'_> {
    /// A call of some procedure further down, if there is one.
    pub(crate) fn call_later(&mut self) {
        let below = self.plan.procedures.len() - self.own - 1;
        if below == 0 {
            return self.noise();
        }
        let callee = self.own + 1 + self.source.below(below as u32) as usize;
        self.call(callee);
    }

    /// A call of any procedure, itself included, under a condition that can go either way. The state, which does not depend
    /// on a flag, is brought back.
    pub(crate) fn recursion(&mut self) {
        let held = self.state == State::Held;
        let [condition, opposite] = self.fresh_condition();
        let callee = 1 + self.source.below(self.plan.procedures.len() as u32 - 1) as usize;
        let fork = self.script.fork();
        self.script.arm(&fork.yes, format!("assume({condition})"));
        self.call(callee);
        if held {
            self.become_held();
        } else {
            self.become_free();
        }
        self.script.join_from(&fork);
        self.script.arm(&fork.no, format!("assume({opposite})"));
        self.script.place(&fork.join);
        self.script.step("skip");
    }

    /// Calls the procedure with this number, from whatever state.
    pub(crate) fn call(&mut self, callee: usize) {
        let plan = self.plan;
        let callee = &plan.procedures[callee];
        match callee.contract {
            Contract::StayFree | Contract::Take | Contract::Try | Contract::TakeIf | Contract::Share => {
                self.become_free()
            }
            Contract::StayHeld | Contract::Give => self.become_held(),
            Contract::GiveIf | Contract::Carry => self.become_when(),
            Contract::Unshare => self.become_shared(),
        }
        let mut arguments = Vec::new();
        match (callee.contract, self.state.clone()) {
            (Contract::TakeIf, _) => {
                let Some(name) = self.spare_flag() else {
                    return;
                };
                self.choose_anew(&name);
                arguments.push(name.clone());
                self.state = State::When(Flag::new(name, true));
            }
            (Contract::GiveIf | Contract::Carry, State::When(flag)) => {
                arguments.push(flag.holds());
                self.state = State::Free;
            }
            (Contract::GiveIf | Contract::Carry, _) => return,
            (Contract::StayFree | Contract::Give | Contract::Unshare, _) => self.state = State::Free,
            (Contract::StayHeld | Contract::Take, _) => self.state = State::Held,
            (Contract::Share, _) => self.state = State::When(Flag::new(SHARED_FLAG, true)),
            (Contract::Try, _) => {}
        }
        let temporaries = self.idle_arguments(callee.parameters, &mut arguments);
        self.invoke(callee, &joined(", ", arguments));
        if !temporaries.is_empty() {
            self.script.step(format!("dead {}", joined(", ", temporaries)));
        }
        if callee.answers() == 2 && matches!(&self.state, State::When(flag) if flag.name == STATUS[0]) {
            self.check_pending();
        }
    }

    /// Adds arguments that do not matter, some by way of temporaries, which are returned.
    fn idle_arguments(&mut self, count: u32, arguments: &mut Vec<String>) -> Vec<String> {
        let mut temporaries = Vec::new();
        for _ in 0..count {
            if self.source.below(2) == 1 {
                arguments.push(self.some_value());
                continue;
            }
            let name = argument(temporaries.len() as u32);
            let (yes, no) = (self.some_value(), self.some_value());
            self.script.statement(format!("{name} := schoose[{yes},{no}]"));
            arguments.push(name.clone());
            temporaries.push(name);
        }
        self.temporaries[1] = self.temporaries[1].max(temporaries.len() as u32);
        temporaries
    }

    /// The call itself, and the way of its results into locals.
    fn invoke(&mut self, callee: &Procedure, arguments: &str) {
        let call = format!("{}({arguments})", callee.name);
        let answers = callee.answers() as u32;
        let count = answers + callee.results;
        if count == 0 || (answers == 0 && self.source.below(2) == 1) {
            self.script.statement(call);
            return;
        }
        self.temporaries[0] = self.temporaries[0].max(count);
        let received = joined(", ", (0..count).map(result));
        self.script.statement(format!("{received} := {call}"));
        let mut targets = Vec::new();
        let mut clause = String::new();
        if answers == 2 && self.is_spare(STATUS[0]) {
            targets.extend(STATUS.map(String::from));
            clause = self.status_clause();
        } else if answers > 0 {
            targets.extend(self.spare_flag());
        }
        if let (true, Some(told)) = (answers > 0, targets.first()) {
            self.state = State::When(Flag::new(told, true));
        }
        let told = targets.len() as u32;
        let mut values: Vec<String> = (0..told).map(result).collect();
        for number in answers..count {
            if let Some(name) = self.spare_idle().filter(|name| !targets.contains(name)) {
                targets.push(name);
                values.push(result(number));
            }
        }
        if !targets.is_empty() {
            self.script.step(format!("{} := {}{clause}", joined(", ", targets), joined(", ", values)));
        }
        self.script.step(format!("dead {received}"));
    }
}
