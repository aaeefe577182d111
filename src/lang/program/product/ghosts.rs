//! The variables of the automaton and of what is saved.

use super::super::model::*;
use super::super::write::{several, unused};
use super::{Cut, Head, Watcher};
use crate::lang::pool::Symbol;
use crate::lang::source::Span;
use std::collections::{BTreeMap, BTreeSet};

/// Variables behind those of the program, which has none of them.
pub(super) struct Ghosts {
    /// The state of the automaton, the lowest bit first.
    pub state: Vec<Var>,
    /// Whether something was saved; not there if nothing ever is.
    pub saved: Option<Var>,
    /// Whether the automaton has accepted since, or since the last cut; not there if it cannot come back without accepting.
    pub accepted: Option<Var>,
    /// The number of the cut where it was saved.
    pub mark: Vec<Var>,
    /// The state of the automaton that was saved.
    pub state_then: Vec<Var>,
    /// For each global that is compared somewhere the one that was saved.
    pub globals_then: BTreeMap<Var, Var>,
    /// The parameters and locals that were saved, as many as are compared at a cut at most.
    pub locals_then: Vec<Var>,
    /// The name of the local that says that the activation has saved, or that the automaton had accepted, since the caller was at a cut, before it came to its own last one.
    pub base: Symbol,
}

/// What is kept of what was there before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keeping {
    /// Copies of all that is compared, with the number of the cut, of which there are so many.
    Copies(usize),
    /// Whether it was the one state of interest.
    Flag,
    /// Nothing.
    Nothing,
}

impl Ghosts {
    /// Declares them. All begin with no, which is state 0.
    pub fn declare(made: &mut Program, watcher: &Watcher<'_>, keeping: Keeping) -> Ghosts {
        let compared = |is_global: bool| watcher.cuts.iter().map(move |cut| own(cut, is_global).count());
        let locals = compared(false).max().unwrap_or(0);
        let globals: BTreeSet<Var> = watcher.cuts.iter().flat_map(|cut| own(cut, true)).collect();
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
        let saved = declare("saved", usize::from(keeping != Keeping::Nothing)).first().copied();
        let accepted = declare("accepted", usize::from(!accepts_always)).first().copied();
        let (mark, globals, locals) = match keeping {
            Keeping::Copies(marks) => (marks, globals, locals),
            Keeping::Flag | Keeping::Nothing => (0, BTreeSet::new(), 0),
        };
        let state_then = declare("state_then", if mark == 0 { 0 } else { bits(states) });
        let mark = declare("mark", bits(mark));
        let globals_then = declare("then", globals.len());
        let globals_then = globals.into_iter().zip(globals_then).collect();
        let locals_then = declare("local_then", locals);
        let base = unused(made, "base");
        Ghosts { state, saved, accepted, mark, state_then, globals_then, locals_then, base }
    }
}

impl Ghosts {
    /// What is compared at a cut, each with where it is kept.
    pub fn kept(&self, cut: Option<&Cut>) -> Vec<(Var, Then)> {
        let state = self.state.iter().copied().zip(self.state_then.iter().copied());
        let globals = cut.into_iter().flat_map(|cut| own(cut, true)).map(|global| (global, self.globals_then[&global]));
        let locals = cut.into_iter().flat_map(|cut| own(cut, false)).zip(self.locals_then.iter().copied());
        state.chain(globals).chain(locals).map(|(now, then)| (now, Then::Was(then))).collect()
    }

    /// The same of a head.
    pub fn of_head(&self, head: &Head) -> Vec<(Var, Then)> {
        let state = self.state.iter().enumerate().map(|(index, &bit)| (bit, head.state >> index & 1 == 1));
        state.chain(head.values.iter().copied()).map(|(now, value)| (now, Then::Is(value))).collect()
    }
}

/// What a variable is compared with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Then {
    /// A copy.
    Was(Var),
    /// A value that is known beforehand.
    Is(bool),
}

/// The globals that are compared at a cut, or the parameters and locals.
fn own(cut: &Cut, is_global: bool) -> impl Iterator<Item = Var> + '_ {
    let is_own = move |var: &Var| matches!(var.scope(), VarScope::Global(_)) == is_global;
    cut.compared.iter().copied().filter(is_own)
}

/// How many bits tell so many things apart.
pub(super) fn bits(count: usize) -> usize {
    (usize::BITS - count.saturating_sub(1).leading_zeros()) as usize
}
