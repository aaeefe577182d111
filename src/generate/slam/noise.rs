//! Statements that have nothing to do with the property: what most of a driver consists of.
//!
//! They write idle variables only, read anything, and can always be passed: whoever comes to them comes through them.

use super::super::choices::Choices;
use super::body::Body;
use super::names::{SHARED_FLAG, STATUS};
use super::state::Flag;

impl Body<'_> {
    /// One such statement.
    pub(crate) fn noise(&mut self) {
        let kind = self.source.below(9);
        let Some(target) = self.target() else {
            return self.script.statement("skip");
        };
        match kind {
            0 => self.script.statement("skip"),
            1 => self.choose_anew(&target),
            2 => self.script.statement(format!("dead {target}")),
            3 => self.noise_in_parallel(&target),
            4 => self.noise_about_exclusive(),
            5 | 6 => {
                let (yes, no) = (self.some_value(), self.some_value());
                self.script.statement(format!("{target} := schoose[{yes},{no}]"));
            }
            _ => {
                let value = self.some_value();
                self.script.statement(format!("{target} := {value}"));
            }
        }
    }

    /// Two assignments at once. The first value is free, so the clause can always be met.
    fn noise_in_parallel(&mut self, first: &str) {
        let value = self.some_value();
        match self.target() {
            Some(second) if second != first => self.script.statement(format!(
                "{first}, {second} := schoose[F,F], schoose[F,{value}] constrain (!('{first} & '{second}))"
            )),
            _ => self.script.statement(format!("{first} := {value}")),
        }
    }

    /// The two locals that `enforce` keeps apart, which are only written together.
    fn noise_about_exclusive(&mut self) {
        let values = ["T, F", "F, T", "F, F", "schoose[F,F], schoose[F,F]"][self.source.below(4) as usize];
        match &self.exclusive {
            Some([first, second]) => self.script.statement(format!("{first}, {second} := {values}")),
            None => self.script.statement("skip"),
        }
    }

    /// Two ways that do not matter, under a condition that perhaps cannot go either way.
    pub(crate) fn noisy_branch(&mut self) {
        let condition = Flag::new(self.some_variable(), true);
        let fork = self.script.fork();
        self.script.arm(&fork.yes, format!("assume({})", condition.holds()));
        self.noise();
        self.script.join_from(&fork);
        self.script.arm(&fork.no, format!("assume({})", condition.fails()));
        self.noise();
        self.script.place(&fork.join);
        self.script.step("skip");
    }

    /// A condition that can go either way, for its value has just been chosen, and its opposite.
    pub(crate) fn fresh_condition(&mut self) -> [String; 2] {
        let value = self.source.below(2) == 1;
        match self.target() {
            Some(name) => {
                self.choose_anew(&name);
                let flag = Flag::new(name, value);
                [flag.holds(), flag.fails()]
            }
            None => ["T", "T"].map(String::from),
        }
    }

    /// An idle local or parameter on which nobody relies.
    pub(crate) fn spare_idle(&mut self) -> Option<String> {
        let spare: Vec<&String> = self.idle.iter().filter(|name| self.is_spare(name)).collect();
        let number = self.source.below(spare.len() as u32) as usize;
        spare.get(number).map(|name| name.to_string())
    }

    /// A variable that noise may write: an idle local, sometimes a global.
    fn target(&mut self) -> Option<String> {
        let globals = self.plan.data.len() as u32;
        if globals > 0 && self.source.below(4) == 3 {
            return Some(self.plan.data[self.source.below(globals) as usize].clone());
        }
        self.spare_idle()
    }

    /// A variable that noise may read: any.
    fn some_variable(&mut self) -> String {
        let plan = self.plan;
        let lists = [&self.idle[..], &self.idle[..], &self.flags[..], &plan.data[..]];
        let list = lists[self.source.below(4) as usize];
        match list.len() as u32 {
            0 => [plan.rule.free, plan.rule.held, STATUS[0], SHARED_FLAG][self.source.below(4) as usize].to_string(),
            count => list[self.source.below(count) as usize].clone(),
        }
    }

    /// A constant or a literal.
    pub(crate) fn some_value(&mut self) -> String {
        match self.source.below(6) {
            0 => "F".to_string(),
            1 => "T".to_string(),
            kind => Flag::new(self.some_variable(), kind > 2).holds(),
        }
    }
}
