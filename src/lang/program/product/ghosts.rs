//! The variables of the automaton and of what is saved.

use super::super::model::*;
use super::super::write::{several, unused};
use super::Watcher;
use crate::lang::pool::Symbol;
use crate::lang::source::Span;

/// Variables behind those of the program, which has none of them.
pub(super) struct Ghosts {
    /// The state of the automaton, the lowest bit first.
    pub state: Vec<Var>,
    /// Whether something was saved.
    pub saved: Var,
    /// Whether the automaton has accepted since; not there if it cannot come back without accepting.
    pub accepted: Option<Var>,
    /// The number of the cut where it was saved.
    pub mark: Vec<Var>,
    /// The state of the automaton that was saved.
    pub state_then: Vec<Var>,
    /// The globals that were saved.
    pub globals_then: Vec<Var>,
    /// The parameters and locals that were saved, as many as an activation at a cut has at most.
    pub locals_then: Vec<Var>,
    /// The name of the local that says that the activation has saved.
    pub base: Symbol,
}

impl Ghosts {
    /// Declares them. All begin with no, which is state 0.
    pub fn declare(made: &mut Program, watcher: &Watcher<'_>) -> Ghosts {
        let globals = made.globals.len();
        let seen = |cut: &Place| match cut.point {
            Point::ENTRY => made[cut.procedure].params,
            _ => made[cut.procedure].locals.len(),
        };
        let locals = watcher.cuts.iter().map(seen).max().unwrap_or(0);
        let states = watcher.accepting.len();
        let accepts_always = (0..states).all(|state| watcher.accepting[state] || !watcher.turning[state]);
        let mut declare = |name: &str, count: usize| -> Vec<Var> {
            let first = made.globals.len();
            for name in several(made, name, count) {
                made.globals.push(Variable { name, span: Span::new(0, 0), init: Some(false) });
            }
            (first..first + count).map(Var::global).collect()
        };
        let state = declare("state", bits(states));
        let saved = declare("saved", 1)[0];
        let accepted = declare("accepted", usize::from(!accepts_always)).first().copied();
        // Behind the cuts come the loops of runs that are over.
        let mark = declare("mark", bits(watcher.cuts.len() + 2));
        let state_then = declare("state_then", bits(states));
        // Where nothing is ever compared but the state, nothing else is kept.
        let globals_then = declare("then", if watcher.cuts.is_empty() { 0 } else { globals });
        let locals_then = declare("local_then", locals);
        let base = unused(made, "base");
        Ghosts { state, saved, accepted, mark, state_then, globals_then, locals_then, base }
    }
}

/// How many bits tell so many things apart.
fn bits(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}
