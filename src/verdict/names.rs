//! How the variables of a run are called in traces.

use crate::lang::program::words::Word;
use crate::lang::program::{Kind, Place, ProcId, Program, Var, VarScope, Variable};
use crate::pds::Slot;
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// What stands before the name of a global that a local hides. No name begins so.
pub(crate) const HIDDEN: &str = "::";

/// The names of all variables as one procedure sees them: no two are the same.
#[derive(Clone, Debug)]
pub struct Names<'a> {
    /// The globals; those that a local hides with [`HIDDEN`] before them.
    pub(crate) globals: Vec<Cow<'a, str>>,
    /// Parameters and locals.
    pub(crate) locals: Vec<&'a str>,
}

impl<'a> Names<'a> {
    /// The names in this procedure.
    pub fn of(program: &'a Program, procedure: ProcId) -> Names<'a> {
        let name = |variable: &Variable| program.name(variable.name);
        let locals: Vec<&str> = program[procedure].locals.iter().map(name).collect();
        let hiding: FxHashSet<&str> = locals.iter().copied().collect();
        let globals = program.globals.iter().map(name).map(|name| match hiding.contains(name) {
            true => format!("{HIDDEN}{name}").into(),
            false => name.into(),
        });
        Names { globals: globals.collect(), locals }
    }

    /// The numbers that the procedure sees, with their names: those of globals, then its own.
    pub fn words(&self, program: &'a Program, procedure: ProcId) -> Vec<(Cow<'a, str>, &'a Word)> {
        let words = program.words();
        let own = words.locals(procedure).iter().map(|word| word.name.as_str());
        let own: FxHashSet<&str> = own.chain(self.locals.iter().copied()).collect();
        let is_hidden = |word: &Word| {
            let name = word.name.as_str();
            own.contains(name) || word.bits.iter().any(|&bit| self.get(bit).starts_with(HIDDEN))
        };
        let global = |word: &'a Word| match is_hidden(word) {
            true => (format!("{HIDDEN}{}", word.name).into(), word),
            false => (word.name.as_str().into(), word),
        };
        let local = |word: &'a Word| (word.name.as_str().into(), word);
        words.globals().iter().map(global).chain(words.locals(procedure).iter().map(local)).collect()
    }

    /// The numbers that there are at a place, with their names, as values of the system: those that the procedure sees, and behind a call what it returned.
    pub(crate) fn numbers(&self, program: &'a Program, place: Place) -> Vec<(Cow<'a, str>, Vec<Slot>)> {
        let slot = |var: &Var| match var.scope() {
            VarScope::Global(index) => Slot::Global(index),
            VarScope::Local(index) => Slot::Local(index),
        };
        let seen = self.words(program, place.procedure).into_iter();
        let seen = seen.map(|(name, word)| (name, word.bits.iter().map(slot).collect()));
        let results = match program[place].kind {
            Kind::Call { callee, .. } => program.words().results(callee),
            _ => &[],
        };
        let returned = |word: &'a Word<usize>| {
            (word.name.as_str().into(), word.bits.iter().map(|&index| Slot::Result(index)).collect())
        };
        seen.chain(results.iter().map(returned)).collect()
    }

    /// The name of a value of the system.
    pub(crate) fn slot(&self, slot: Slot) -> String {
        match slot {
            Slot::Global(index) => self.get(Var::global(index)).to_string(),
            Slot::Local(index) => self.get(Var::local(index)).to_string(),
            Slot::Result(index) => format!("result#{index}"),
            Slot::Choice(index) => format!("choice#{index}"),
        }
    }

    /// The name of one.
    pub fn get(&self, var: Var) -> &str {
        match var.scope() {
            VarScope::Global(index) => &self.globals[index],
            VarScope::Local(index) => self.locals[index],
        }
    }
}
