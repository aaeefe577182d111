//! Variables with their values.

use super::elide::{middle, plain};
use crate::lang::program::semantics::State;
use crate::lang::program::words::Word;
use crate::lang::program::{ProcId, Program, Var, VarScope, Variable};
use crate::lang::source::Source;
use crate::verdict::names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The variables of a procedure in words.
pub(in crate::report) struct Values<'a> {
    program: &'a Program,
    source: &'a Source,
    procedure: ProcId,
    names: Names<'a>,
    /// The predicates of the C program, by the names of their variables, if they are to be shown instead of these.
    predicates: Option<FxHashMap<&'a str, String>>,
    /// The numbers in sight, with their names.
    words: Vec<(Cow<'a, str>, &'a Word)>,
    /// Of which number a variable is a bit.
    word_of: FxHashMap<Var, usize>,
}

/// What is shown as one thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::report) enum Item {
    /// A variable.
    Bit(Var),
    /// The number with this index among those in sight.
    Number(usize),
}

/// How many characters of a name are shown.
const NAME: usize = 32;

/// How many characters of a predicate are shown.
const PREDICATE: usize = 40;

impl<'a> Values<'a> {
    pub(in crate::report) fn of(program: &'a Program, source: &'a Source, procedure: ProcId) -> Values<'a> {
        let names = Names::of(program, procedure);
        let words = names.words(program, procedure);
        let bits = |(index, (_, word)): (usize, &(_, &'a Word))| word.bits.iter().map(move |&bit| (bit, index));
        let word_of = words.iter().enumerate().flat_map(bits).collect();
        Values { program, source, procedure, names, predicates: None, words, word_of }
    }

    /// The same in terms of the C program: `{x == 0}=1`, where a variable stands for a predicate.
    pub(super) fn in_c(program: &'a Program, source: &'a Source, procedure: ProcId) -> Values<'a> {
        let variables = program.globals.iter().chain(&program[procedure].locals);
        let predicate = |variable: &Variable| {
            let text = program.predicate(source, variable)?;
            Some((program.name(variable.name), format!("{{{}}}", plain(&text, usize::MAX))))
        };
        Values { predicates: Some(variables.filter_map(predicate).collect()), ..Values::of(program, source, procedure) }
    }

    /// The predicate for which the variable of this name stands, where predicates are shown.
    pub(super) fn predicate_of(&self, name: &str) -> Option<&str> {
        self.predicates.as_ref()?.get(name).map(String::as_str)
    }

    pub(in crate::report) fn program(&self) -> &'a Program {
        self.program
    }

    /// `x=1`, and the predicate that the variable stands for, where that is known and the name does not tell it.
    pub(in crate::report) fn show(&self, var: Var, value: bool) -> String {
        let variable = match var.scope() {
            VarScope::Global(index) => &self.program.globals[index],
            VarScope::Local(index) => &self.program[self.procedure].locals[index],
        };
        if let Some(predicate) = self.predicate_of(self.program.name(variable.name)) {
            return format!("{}={}", middle(predicate, PREDICATE), u8::from(value));
        }
        let known = |text: &str| format!("{{{text}}}") == self.program.name(variable.name);
        let predicate = self.program.predicate(self.source, variable).filter(|text| !known(text));
        let predicate =
            predicate.map(|text| format!(" ({})", middle(&plain(&text, usize::MAX), PREDICATE))).unwrap_or_default();
        format!("{}={}{predicate}", middle(self.names.get(var), NAME), u8::from(value))
    }

    /// `n=5 (101)` of a number, and of a variable as [`Values::show`] has it.
    pub(in crate::report) fn show_item(&self, item: Item, value: impl Fn(Var) -> bool) -> String {
        match item {
            Item::Bit(var) => self.show(var, value(var)),
            Item::Number(index) => {
                let (name, word) = &self.words[index];
                format!("{}={}", middle(name, NAME), word.show(value))
            }
        }
    }

    /// Its value alone: `1`, or `5 (101)`.
    pub(in crate::report) fn value(&self, item: Item, value: impl Fn(Var) -> bool) -> String {
        match item {
            Item::Bit(var) => u8::from(value(var)).to_string(),
            Item::Number(index) => self.words[index].1.show(value),
        }
    }

    /// The variables that an item is about.
    pub(in crate::report) fn vars_of(&self, item: Item) -> Vec<Var> {
        match item {
            Item::Bit(var) => vec![var],
            Item::Number(index) => self.words[index].1.bits.clone(),
        }
    }

    /// Variables, each once, as they are shown: a number in place of its bits, if all of them are there.
    pub(in crate::report) fn items(&self, vars: &[Var]) -> Vec<Item> {
        let there: FxHashSet<Var> = match self.words.is_empty() {
            true => FxHashSet::default(),
            false => vars.iter().copied().collect(),
        };
        let whole: Vec<bool> =
            self.words.iter().map(|(_, word)| word.bits.iter().all(|bit| there.contains(bit))).collect();
        self.joined(vars, |word| whole[word])
    }

    /// Variables that changed as they are shown: a number in place of those of its bits, if that is wanted.
    pub(in crate::report) fn changed(&self, vars: &[Var], is_wanted: impl Fn(&Word) -> bool) -> Vec<Item> {
        self.joined(vars, |word| is_wanted(self.words[word].1))
    }

    fn joined(&self, vars: &[Var], is_shown: impl Fn(usize) -> bool) -> Vec<Item> {
        let mut told = vec![false; self.words.len()];
        let item = |&var: &Var| match self.word_of.get(&var).filter(|&&word| is_shown(word)) {
            None => Some(Item::Bit(var)),
            Some(&word) => (!std::mem::replace(&mut told[word], true)).then_some(Item::Number(word)),
        };
        vars.iter().filter_map(item).collect()
    }

    /// What of a state there is to be shown of variables.
    fn of_state(&self, vars: &[Var], state: &State) -> Vec<String> {
        self.items(vars).into_iter().map(|item| self.show_item(item, |var| state.get(var))).collect()
    }

    /// The globals; those that the input has, if the program was made of another.
    pub(in crate::report) fn global_vars(&self) -> Vec<Var> {
        let told = |index: &usize| self.source.told(self.program.globals[*index].span.start).is_step();
        (0..self.program.globals.len()).filter(told).map(Var::global).collect()
    }

    /// Parameters and locals, in the same way.
    pub(in crate::report) fn local_vars(&self) -> Vec<Var> {
        let locals = &self.program[self.procedure].locals;
        let told = |index: &usize| self.source.told(locals[*index].span.start).is_step();
        (0..locals.len()).filter(told).map(Var::local).collect()
    }

    /// The values of all globals.
    pub(in crate::report) fn globals(&self, state: &State) -> Vec<String> {
        self.of_state(&self.global_vars(), state)
    }

    /// The values of all locals.
    pub(in crate::report) fn all_locals(&self, state: &State) -> Vec<String> {
        self.of_state(&self.local_vars(), state)
    }

    /// The values of some parameters or locals.
    pub(in crate::report) fn locals(&self, state: &State, range: std::ops::Range<usize>) -> Vec<String> {
        self.of_state(&range.map(Var::local).collect::<Vec<_>>(), state)
    }
}

/// The first things of a list with commas between them, and how many more there are; at least one is shown.
pub(in crate::report) fn list(things: impl ExactSizeIterator<Item = String>, limit: usize) -> String {
    let count = things.len();
    let mut text = String::new();
    for (index, thing) in things.enumerate() {
        if index > 0 && text.len() + thing.len() > limit {
            return format!("{text}, ... {} more", count - index);
        }
        text += if index > 0 { ", " } else { "" };
        text += &thing;
    }
    text
}

/// The same in several lines, all indented, of which the first begins with `title`.
pub(in crate::report) fn wrap(title: &str, things: &[String], width: usize, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = title.to_string();
    for (index, thing) in things.iter().enumerate() {
        let comma = if index + 1 < things.len() { "," } else { "" };
        if index > 0 && line.len() + thing.len() + 2 > width {
            if lines.len() + 1 >= limit {
                line += &format!(" ... {} more", things.len() - index);
                break;
            }
            lines.push(std::mem::replace(&mut line, " ".repeat(title.len())));
        }
        line += &format!(" {thing}{comma}");
    }
    lines.push(line);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_cut_and_wrapped() {
        let things = || ["a=0", "b=1", "c=0"].map(String::from);
        assert_eq!(list(things().into_iter(), 20), "a=0, b=1, c=0");
        assert_eq!(list(things().into_iter(), 8), "a=0, b=1, ... 1 more");
        assert_eq!(list(things().into_iter(), 0), "a=0, ... 2 more");
        assert_eq!(wrap("x:", &things(), 12, 9), ["x: a=0, b=1,", "   c=0"]);
        assert_eq!(wrap("x:", &things(), 8, 2), ["x: a=0,", "   b=1, ... 1 more"]);
    }
}
