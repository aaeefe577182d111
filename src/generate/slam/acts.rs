//! What a body does between its beginning and its end: operations, branches, loops, calls and noise, chosen among those that
//! the state allows.

use super::super::choices::Choices;
use super::body::Body;
use super::names::{SHARED_FLAG, STATUS};
use super::state::State;

/// How deep branches and loops nest.
const DEEPEST: u32 = 2;

impl Body<'_> {
    /// One statement, or one that contains others. If `fixed`, a state that depends on a flag must stay as it is.
    pub(crate) fn act(&mut self, depth: u32, fixed: bool) {
        match self.source.below(12) {
            0..=2 => self.noise(),
            3 => self.noisy_branch(),
            4 if depth < DEEPEST => self.branch(depth),
            5 if depth < DEEPEST => self.repetition(depth),
            6 if self.source.below(2) == 1 => self.leave_early(),
            7 if self.state == State::Free || self.state == State::Held => self.recursion(),
            _ => self.change(depth, fixed),
        }
    }

    /// An operation that concerns the state.
    fn change(&mut self, depth: u32, fixed: bool) {
        let rule = self.plan.rule;
        match (self.state.clone(), self.source.below(6)) {
            (State::Free, 0) => self.become_held(),
            (State::Free, 1) => self.script.statement(format!("{}()", rule.calm)),
            (State::Free, 2) if self.has_spare_flag() => self.become_when(),
            (State::Free, 3) if self.is_spare(STATUS[0]) => self.open_by_status(),
            (State::Held, 0) => self.become_free(),
            (State::Held, 1) => self.script.statement(format!("{}()", rule.busy)),
            (State::Held, 2) if self.has_spare_flag() => self.become_when(),
            (State::When(_), _) if fixed => self.split(depth),
            (State::When(_), 0) => self.become_free(),
            (State::When(_), 1) => self.become_held(),
            (State::When(_), 2) => self.split(depth),
            (State::When(flag), 3) => self.transfer(&flag),
            _ => self.call_later(),
        }
    }

    /// Two ways with operations of their own, under a condition that can go either way.
    fn branch(&mut self, depth: u32) {
        let [condition, opposite] = self.fresh_condition();
        let fork = self.script.fork();
        self.script.arm(&fork.yes, format!("assume({condition})"));
        self.balanced(depth + 1);
        self.script.join_from(&fork);
        self.script.arm(&fork.no, format!("assume({opposite})"));
        if self.source.below(2) == 1 {
            self.balanced(depth + 1);
        }
        self.script.place(&fork.join);
        self.script.step("skip");
    }

    /// A loop that may end after any round.
    fn repetition(&mut self, depth: u32) {
        let Some(again) = self.spare_idle() else {
            return self.noise();
        };
        self.reserved.push(again.clone());
        self.script.statement(format!("{again} := T"));
        let head = self.script.target();
        self.script.place(&head);
        let fork = self.script.fork();
        self.script.arm(&fork.yes, format!("assume({again})"));
        self.balanced(depth + 1);
        self.script.statement(format!("{again} := schoose[F,!{again}]"));
        self.script.step(format!("goto {head}"));
        self.script.arm(&fork.no, format!("assume(!{again})"));
        self.reserved.pop();
    }

    /// A few operations that end in the state in which they began.
    fn balanced(&mut self, depth: u32) {
        let before = self.state.clone();
        for _ in 0..=self.source.below(2) {
            self.act(depth, true);
            // At once, since the next operation takes a dependence on a flag for one that others rely on.
            match before {
                State::Free => self.become_free(),
                State::Held => self.become_held(),
                State::When(_) => {}
            }
        }
    }

    /// Both cases of a state that depends on a flag, with operations that only the one or the other allows.
    fn split(&mut self, depth: u32) {
        let State::When(flag) = self.state.clone() else {
            return;
        };
        if flag.name == SHARED_FLAG || depth >= DEEPEST || !self.has_spare_flag() {
            return self.noise();
        }
        let (rule, marks) = (self.plan.rule, self.marks());
        self.reserved.push(flag.name.clone());
        let fork = self.script.fork();
        for (held, label) in [(true, &fork.yes), (false, &fork.no)] {
            let (condition, operation) = if held { (flag.holds(), rule.busy) } else { (flag.fails(), rule.calm) };
            self.script.place(label);
            self.script.needed(format!("assume({condition})"), marks);
            self.script.statement(format!("{operation}()"));
            self.state = if held { State::Held } else { State::Free };
            self.balanced(depth + 1);
            if held {
                self.script.join_from(&fork);
            }
        }
        self.script.place(&fork.join);
        self.script.step("skip");
        self.reserved.pop();
        self.state = State::When(flag);
    }

    /// Leaves the procedure under a condition that can go either way.
    fn leave_early(&mut self) {
        let [condition, opposite] = self.fresh_condition();
        let before = self.state.clone();
        let fork = self.script.fork();
        self.script.arm(&fork.yes, format!("assume({condition})"));
        self.finish(false);
        self.script.step(format!("goto exit_{}", self.procedure().name));
        self.state = before;
        self.script.arm(&fork.no, format!("assume({opposite})"));
    }
}
