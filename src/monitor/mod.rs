//! Monitors: automata that look on while a program runs, and err when it does what it must not. This room knows nothing of programs: what is
//! noticed of a position are atoms, as those of formulas.
//!
//! ```text
//! // A lock is taken and given back by turns, and only below `serve`.
//! state free {
//!   on call acquire unless below serve goto error "taken by nobody who serves";
//!   on call acquire goto held;
//!   on call release goto error "given back, but not held";
//! }
//! state held {
//!   on call acquire goto error "taken twice";
//!   on return release goto free;
//!   on end goto error "never given back";
//! }
//!
//! monitor ::= state+
//! state   ::= "state" NAME "{" rule* "}"
//! rule    ::= "on" condition (("if" | "unless") "below" PROC)* "goto" (NAME | "error" [STRING]) ";"
//! ```
//!
//! It begins in the first state, and looks at each position of a run, before the statement there is executed: of the rules of its state the first one
//! is followed whose condition holds; if none does, it stays. A condition is a formula without operators that speak of other positions, as
//! [`condition`](crate::ltl::parse::condition) reads it. `below P` holds if an activation of P is on the stack below that which is executed.
//! A comment goes from `//` to the end of its line.

mod read;
#[cfg(test)]
mod tests;
mod token;

pub use read::read;

use crate::lang::source::Span;
use crate::ltl::formula::{AtomId, Binary, Ltl, LtlGraph, Node, Unary};
use crate::ltl::parse::Atom;

/// A monitor.
#[derive(Clone, Debug)]
pub struct Monitor {
    /// The graph in which the conditions of its rules are.
    pub graph: LtlGraph,
    /// The atoms of these, by their numbers, each with the first place where it stands.
    pub atoms: Vec<(Atom, Span)>,
    /// The procedures of which it asks whether they are below, each with the first place where it stands.
    pub stack: Vec<(String, Span)>,
    /// The states; it begins in the first one.
    pub states: Vec<State>,
}

/// A state of a monitor.
#[derive(Clone, Debug)]
pub struct State {
    /// Its name.
    pub name: String,
    /// What it does there: the first that can be followed is.
    pub rules: Vec<Rule>,
}

/// What a monitor does.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What has to hold of the position.
    pub when: Ltl,
    /// What has to be on the stack, by the number in [`Monitor::stack`], and what must not be there.
    pub below: Vec<(usize, bool)>,
    /// Where it goes.
    pub to: Target,
}

/// Where a rule leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// To this state.
    State(usize),
    /// The run does what it must not; perhaps with words for that.
    Error(Option<String>),
}

impl Monitor {
    /// The rule that it follows in a state; none if it stays there.
    pub fn rule(
        &self,
        state: usize,
        holds: &dyn Fn(AtomId) -> bool,
        is_below: &dyn Fn(usize) -> bool,
    ) -> Option<&Rule> {
        let is_followed = |rule: &&Rule| {
            rule.below.iter().all(|&(procedure, wanted)| is_below(procedure) == wanted) && self.holds(rule.when, holds)
        };
        self.states[state].rules.iter().find(is_followed)
    }

    /// Whether a condition holds.
    fn holds(&self, condition: Ltl, atom: &dyn Fn(AtomId) -> bool) -> bool {
        let mut values = vec![false; condition.index() + 1];
        for part in self.graph.cone(condition) {
            let of = |operand: Ltl| values[operand.index()];
            values[part.index()] = match self.graph.node(part) {
                Node::Constant(value) => value,
                Node::Atom(id) => atom(id),
                Node::Unary(Unary::Not, f) => !of(f),
                Node::Binary(Binary::And, f, g) => of(f) && of(g),
                Node::Binary(Binary::Or, f, g) => of(f) || of(g),
                Node::Binary(Binary::Xor, f, g) => of(f) != of(g),
                Node::Binary(Binary::Implies, f, g) => !of(f) || of(g),
                Node::Binary(Binary::Iff, f, g) => of(f) == of(g),
                Node::Unary(..) | Node::Binary(..) => unreachable!("a condition is about one position"),
            };
        }
        values[condition.index()]
    }
}
