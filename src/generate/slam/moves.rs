//! Ways from one state to another, written out in the body of a procedure.

use super::super::choices::Choices;
use super::body::Body;
use super::names::{GIVEN, SHARED_FLAG, STATUS, result};
use super::plan::Bug;
use super::state::{Flag, State};

impl Body<'_> {
    /// Whatever the state: free afterwards.
    pub(crate) fn become_free(&mut self) {
        match self.state {
            State::Free => {}
            State::Held => self.release(),
            State::When(_) => self.close(false),
        }
    }

    /// Whatever the state: held afterwards.
    pub(crate) fn become_held(&mut self) {
        match self.state.clone() {
            State::Free => self.acquire(),
            State::Held => {}
            State::When(flag) => {
                self.acquire_if(&Flag::new(&flag.name, !flag.value), true);
                self.state = State::Held;
            }
        }
    }

    /// Whatever the state: dependent on a flag afterwards, unless no flag is free for that.
    pub(crate) fn become_when(&mut self) {
        let held = match self.state {
            State::When(_) => return,
            State::Held => true,
            State::Free => false,
        };
        let Some(name) = self.spare_flag() else {
            return;
        };
        let flag = Flag::new(name, self.source.below(3) > 0);
        self.choose_anew(&flag.name);
        if held {
            self.release_unless(&flag);
        } else {
            self.acquire_if(&flag, false);
        }
        self.state = State::When(flag);
    }

    /// Whatever the state: held exactly if the shared flag is T afterwards, which has both values.
    pub(crate) fn become_shared(&mut self) {
        let shared = Flag::new(SHARED_FLAG, true);
        match self.state.clone() {
            State::When(flag) if flag == shared => {}
            State::When(flag) => self.script.statement(format!("{SHARED_FLAG} := {}", flag.holds())),
            State::Free | State::Held => {
                self.become_free();
                self.choose_anew(SHARED_FLAG);
                self.acquire_if(&shared, false);
            }
        }
        self.state = State::When(shared);
    }

    /// Whatever the state: held exactly if the parameter is T afterwards.
    pub(crate) fn settle_given(&mut self) {
        let given = Flag::new(GIVEN, true);
        if self.state == State::Held {
            self.release_unless(&given);
        } else {
            self.become_free();
            self.acquire_if(&given, false);
        }
        self.state = State::When(given);
    }

    /// From a state that depends on a flag to the free one, here and not in a call: the place of three of the bugs.
    pub(crate) fn close(&mut self, buggy_place: bool) {
        let State::When(flag) = self.state.clone() else {
            return;
        };
        if buggy_place {
            self.script.statement(if self.mistaken(Bug::Overwritten) {
                format!("{} := unk()", flag.name)
            } else {
                "skip".to_string()
            });
        }
        let (held, free) = match buggy_place {
            true if self.mistaken(Bug::Weakened) => ("T".to_string(), flag.fails()),
            true if self.mistaken(Bug::Swapped) => (flag.fails(), flag.holds()),
            _ => (flag.holds(), flag.fails()),
        };
        let marks = self.marks();
        if flag.name == STATUS[0] && self.source.below(2) == 1 {
            self.close_three_ways();
        } else {
            let fork = self.script.fork();
            self.script.place(&fork.yes);
            self.script.needed(format!("assume({held})"), marks);
            self.release();
            self.script.join_from(&fork);
            self.script.arm(&fork.no, format!("assume({free})"));
            self.script.place(&fork.join);
            self.script.step("skip");
        }
        self.state = State::Free;
    }

    /// Success releases, the pending status needs the free state, and any other status is of no interest.
    fn close_three_ways(&mut self) {
        let (rule, marks) = (self.plan.rule, self.marks());
        let [success, pending] = STATUS;
        let ways = [0; 4].map(|_| self.script.target());
        let [first, second, third, join] = &ways;
        self.script.statement(format!("goto {first}, {second}, {third}"));
        self.script.place(first);
        self.script.needed(format!("assume({success})"), marks);
        self.release();
        self.script.step(format!("goto {join}"));
        self.script.place(second);
        self.script.needed(format!("assume(!{success} & {pending})"), marks);
        self.script.statement(format!("{}()", rule.calm));
        self.script.step(format!("goto {join}"));
        self.script.arm(third, format!("assume(!{success} & !{pending})"));
        self.script.place(join);
        self.script.step("skip");
    }

    /// From free to held exactly if the status is success; the pending status is checked later, where the state must be free.
    /// That both at once are impossible is said in one place only: the place of a bug.
    pub(crate) fn open_by_status(&mut self) {
        let [success, pending] = STATUS;
        let (first, second) = (result(0), result(1));
        self.temporaries[0] = self.temporaries[0].max(2);
        self.script.statement(format!("{first}, {second} := unk_status()"));
        let marks = self.marks() && !self.status_enforced;
        self.script.needed(format!("{success}, {pending} := {first}, {second}{}", self.status_clause()), marks);
        self.script.step(format!("dead {first}, {second}"));
        let flag = Flag::new(success, true);
        self.acquire_if(&flag, false);
        self.state = State::When(flag);
        self.noise();
        self.check_pending();
        self.status_needed = true;
    }

    /// The clause of an assignment to both status predicates: empty if `enforce` does its work.
    pub(crate) fn status_clause(&self) -> String {
        if self.status_enforced || self.mistaken(Bug::Inconsistent) {
            return String::new();
        }
        let [success, pending] = STATUS;
        format!(" constrain (!('{success} & '{pending}))")
    }

    /// With the state dependent on success: an operation under the pending status that needs the free state.
    pub(crate) fn check_pending(&mut self) {
        let calm = self.plan.rule.calm;
        let marks = self.marks();
        let fork = self.script.fork();
        self.script.place(&fork.yes);
        self.script.needed(format!("assume({})", STATUS[1]), marks);
        self.script.statement(format!("{calm}()"));
        self.script.join_from(&fork);
        self.script.arm(&fork.no, format!("assume(!{})", STATUS[1]));
        self.script.place(&fork.join);
        self.script.step("skip");
    }

    /// The same dependence on another flag.
    pub(crate) fn transfer(&mut self, flag: &Flag) {
        let Some(name) = self.spare_flag() else {
            return self.noise();
        };
        let same = self.source.below(2) == 1;
        let value = if same { flag.holds() } else { flag.fails() };
        self.script.statement(format!("{name} := {value}"));
        self.state = State::When(Flag::new(name, same));
    }

    /// Is nobody relying on this variable?
    pub(crate) fn is_spare(&self, name: &str) -> bool {
        let told = matches!(&self.state, State::When(flag) if flag.name == name);
        !told && !self.reserved.iter().any(|reserved| reserved == name)
    }

    /// Is there a flag on which nobody relies?
    pub(crate) fn has_spare_flag(&self) -> bool {
        self.flags.iter().any(|name| self.is_spare(name))
    }

    /// Such a flag.
    pub(crate) fn spare_flag(&mut self) -> Option<String> {
        let spare: Vec<&String> = self.flags.iter().filter(|name| self.is_spare(name)).collect();
        let count = spare.len() as u32;
        let number = self.source.below(count) as usize;
        spare.get(number).map(|name| name.to_string())
    }

    /// Gives a variable a value that nobody knows.
    pub(crate) fn choose_anew(&mut self, name: &str) {
        let value = ["unk()", "schoose[F,F]"][self.source.below(2) as usize];
        self.script.statement(format!("{name} := {value}"));
    }

    fn acquire(&mut self) {
        self.script.statement(format!("{}()", self.plan.rule.open));
        self.state = State::Held;
    }

    fn release(&mut self) {
        self.script.statement(format!("{}()", self.plan.rule.close));
        self.state = State::Free;
    }

    /// Acquires under the flag. It is an error in the held state, so if the state depends on the opposite of the flag, the
    /// condition is needed.
    fn acquire_if(&mut self, flag: &Flag, needed: bool) {
        let marks = needed && self.marks();
        let fork = self.script.fork();
        self.script.place(&fork.yes);
        self.script.needed(format!("assume({})", flag.holds()), marks);
        self.script.statement(format!("{}()", self.plan.rule.open));
        self.script.join_from(&fork);
        self.script.arm(&fork.no, format!("assume({})", flag.fails()));
        self.script.place(&fork.join);
        self.script.step("skip");
    }

    /// Releases, from the held state, unless the flag has its value.
    fn release_unless(&mut self, flag: &Flag) {
        let fork = self.script.fork();
        self.script.arm(&fork.yes, format!("assume({})", flag.fails()));
        self.script.statement(format!("{}()", self.plan.rule.close));
        self.script.join_from(&fork);
        self.script.arm(&fork.no, format!("assume({})", flag.holds()));
        self.script.place(&fork.join);
        self.script.step("skip");
    }
}
