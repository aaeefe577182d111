//! The conditions of rules in words, those about numbers in terms of numbers.

use crate::lang::program::{Place, Program};
use crate::logic::formula::{Formula, Input};
use crate::logic::numbers::{Number, Numbers, Scratch};
use crate::logic::text::{INFIX, Text, text_beside};
use crate::pds::{Rule, Slot, SymbolicPds};
use crate::verdict::names::Names;
use std::borrow::Cow;

/// The conditions of the rules of one system.
pub(super) struct Guards<'a> {
    program: &'a Program,
    pds: &'a SymbolicPds,
    scratch: Scratch,
}

impl<'a> Guards<'a> {
    pub(super) fn new(program: &'a Program, pds: &'a SymbolicPds) -> Guards<'a> {
        Guards { program, pds, scratch: Scratch::of(pds.formulas.clone()) }
    }

    /// The condition of a rule; `None` if it always applies.
    pub(super) fn show(&mut self, rule: &Rule) -> Option<String> {
        let guard = rule.transfer.guard;
        if guard == Formula::TRUE {
            return None;
        }
        let place = self.pds.locations[rule.from.index()].place;
        let names = Names::of(self.program, place.procedure);
        let name = |input: Input| names.slot(Slot::of(input));
        let mut bits = self.pds.formulas.conjuncts(guard);
        let numbers = self.numbers(&names, place);
        let mut said = numbers.said(&mut self.scratch, name, &mut bits);
        let roots = if said.is_empty() { vec![guard] } else { bits };
        let Text { roots, parts } = text_beside(&INFIX, &self.pds.formulas, &roots, name, numbers.names());
        said.extend(roots);
        if said.len() > 1 {
            said.iter_mut().filter(|one| one.contains(" => ")).for_each(|one| *one = format!("({one})"));
        }
        let parts = parts.iter().map(|(name, part)| format!("where {name} = {part}"));
        Some([said.join(" & ")].into_iter().chain(parts).collect::<Vec<_>>().join(" "))
    }

    /// The numbers that conditions at a place can be about.
    fn numbers(&self, names: &Names<'_>, place: Place) -> Numbers {
        let number = |(name, bits): (Cow<'_, str>, Vec<Slot>)| Number {
            name: name.into_owned(),
            bits: bits.into_iter().map(Slot::input).collect(),
        };
        Numbers::new(names.numbers(self.program, place).into_iter().map(number).collect())
    }
}
