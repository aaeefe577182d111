//! What is known of numbers, in terms of numbers: `n <= 5` in place of a formula over its bits.
//!
//! The least and the greatest number that a formula allows suggest what it may say; a SAT solver decides whether it says just that. Where it does
//! not, or the work becomes too much, the bits are left as they are. A formula over a number and one more bit is what it says where the bit is 1,
//! and what it says where it is 0: `g => n <= 5`. One over several numbers may deny what can be said: `!(n = 1 & m = 1)`.

mod asking;
mod statement;

use super::fold::{Memo, Substitution};
use super::formula::{Formula, Formulas, Input};
use asking::{Asking, Told};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How many nodes the questions about one certificate, or about the conditions of one system, may have together; chosen: seconds.
const WORK: usize = 2_000_000;

/// Where questions are asked.
pub(crate) struct Scratch {
    /// The graph, which gets more nodes.
    pub(crate) formulas: Formulas,
    /// How much work is left.
    work: usize,
}

impl Scratch {
    /// Nothing was asked about this graph yet.
    pub(crate) fn of(formulas: Formulas) -> Scratch {
        Scratch { formulas, work: WORK }
    }
}

/// A number that formulas can be about.
pub(crate) struct Number {
    /// What it is called: `n`, or `old(n)`.
    pub(crate) name: String,
    /// Its bits, the lowest first.
    pub(crate) bits: Vec<Input>,
}

/// The numbers that some formulas can be about.
pub(crate) struct Numbers {
    numbers: Vec<Number>,
    /// Of which number an input is a bit.
    number_of: FxHashMap<Input, usize>,
}

/// What a formula is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct About {
    /// One number, or two of the same width.
    numbers: Vec<usize>,
    /// A bit of no number.
    beside: Option<Input>,
}

impl Numbers {
    pub(crate) fn new(numbers: Vec<Number>) -> Numbers {
        let bits =
            |(index, number): (usize, &Number)| number.bits.iter().map(move |&bit| (bit, index)).collect::<Vec<_>>();
        let number_of = numbers.iter().enumerate().flat_map(bits).collect();
        Numbers { numbers, number_of }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// What they are called.
    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.numbers.iter().map(|number| number.name.as_str())
    }

    /// Takes the conjuncts away that say something about one number, or about two of the same width, and perhaps one bit beside, or deny that, and says
    /// it. `name` names that bit.
    pub(crate) fn said(
        &self,
        scratch: &mut Scratch,
        name: impl Fn(Input) -> String,
        conjuncts: &mut Vec<Formula>,
    ) -> Vec<String> {
        if self.is_empty() {
            return Vec::new();
        }
        let mut said = self.affirmed(scratch, &name, conjuncts, true);
        conjuncts.retain(|&conjunct| {
            let denied = self.denied(scratch, &name, conjunct);
            said.extend(denied.clone());
            denied.is_none()
        });
        said
    }

    /// Takes those away that say something, together with all that are about the same numbers, or even `apart`.
    fn affirmed(
        &self,
        scratch: &mut Scratch,
        name: impl Fn(Input) -> String,
        conjuncts: &mut Vec<Formula>,
        apart: bool,
    ) -> Vec<String> {
        let mut groups: BTreeMap<About, Vec<Formula>> = BTreeMap::new();
        for &conjunct in conjuncts.iter() {
            if let Some(about) = self.about(&scratch.formulas, conjunct) {
                groups.entry(about).or_default().push(conjunct);
            }
        }
        let mut said = Vec::new();
        let mut done: FxHashSet<Formula> = FxHashSet::default();
        for (about, group) in groups {
            let all = group.iter().fold(Formula::TRUE, |all, &one| scratch.formulas.and(all, one));
            if let Some(statements) = self.statements(scratch, &name, &about, all) {
                said.extend(statements);
                done.extend(group);
                continue;
            }
            // One alone was asked about.
            for one in group.iter().copied().filter(|_| apart && group.len() > 1) {
                if let Some(statements) = self.statements(scratch, &name, &about, one) {
                    said.extend(statements);
                    done.insert(one);
                }
            }
        }
        conjuncts.retain(|conjunct| !done.contains(conjunct));
        said
    }

    /// `!(n = 1 & m = 1)`: what a formula over all bits of some numbers says if there are words for all that it denies.
    fn denied(&self, scratch: &mut Scratch, name: impl Fn(Input) -> String, formula: Formula) -> Option<String> {
        let support = scratch.formulas.support([formula]);
        let numbers = support.iter().map(|bit| self.number_of.get(bit).copied());
        let numbers = numbers.collect::<Option<BTreeSet<usize>>>()?;
        let bits: usize = numbers.iter().map(|&number| self.numbers[number].bits.len()).sum();
        if bits == 0 || bits != support.len() {
            return None;
        }
        let mut conjuncts = scratch.formulas.conjuncts(!formula);
        let said = self.affirmed(scratch, name, &mut conjuncts, false);
        conjuncts.is_empty().then(|| format!("!({})", said.join(" & ")))
    }

    /// What a formula is about, if it is no more than there are words for.
    fn about(&self, formulas: &Formulas, formula: Formula) -> Option<About> {
        let support = formulas.support([formula]);
        let (bits, beside): (Vec<Input>, Vec<Input>) =
            support.into_iter().partition(|bit| self.number_of.contains_key(bit));
        let mut numbers: Vec<usize> = bits.iter().map(|bit| self.number_of[bit]).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let width = |number: usize| self.numbers[number].bits.len();
        let is_about = match numbers[..] {
            [_] => true,
            [one, other] => width(one) == width(other),
            _ => false,
        };
        let about = About { numbers, beside: beside.first().copied() };
        (is_about && beside.len() <= 1).then_some(about)
    }

    /// What a formula says about these numbers; `None` if there are no words for it, or it always holds, or never.
    fn statements(
        &self,
        scratch: &mut Scratch,
        name: impl Fn(Input) -> String,
        about: &About,
        formula: Formula,
    ) -> Option<Vec<String>> {
        let Some(beside) = about.beside else {
            return match self.told(scratch, about, formula)? {
                Told::Says(statements) => Some(statements),
                Told::Always | Told::Never => None,
            };
        };
        let mut told = |value: bool| {
            let by = |formulas: &mut Formulas, input| match input == beside {
                true => Formula::constant(value),
                false => formulas.input(input),
            };
            let part = Memo::sparse().value(&mut Substitution { formulas: &mut scratch.formulas, by }, formula);
            self.told(scratch, about, part)
        };
        let bit = name(beside);
        let under = |bit: String, statements: Vec<String>| {
            statements.into_iter().map(move |statement| format!("{bit} => {statement}")).collect::<Vec<_>>()
        };
        match (told(true)?, told(false)?) {
            (Told::Says(one), Told::Says(other)) if one == other => Some(one),
            (Told::Says(one), Told::Says(other)) => {
                Some([under(bit.clone(), one), under(format!("!{bit}"), other)].concat())
            }
            (Told::Says(one), Told::Always) => Some(under(bit, one)),
            (Told::Always, Told::Says(other)) => Some(under(format!("!{bit}"), other)),
            (Told::Says(one), Told::Never) => Some([vec![bit], one].concat()),
            (Told::Never, Told::Says(other)) => Some([vec![format!("!{bit}")], other].concat()),
            // It says nothing of the numbers.
            (Told::Always | Told::Never, Told::Always | Told::Never) => None,
        }
    }

    fn told(&self, scratch: &mut Scratch, about: &About, formula: Formula) -> Option<Told> {
        let numbers: Vec<(&str, Vec<Formula>)> = about
            .numbers
            .iter()
            .map(|&number| {
                let Number { name, bits } = &self.numbers[number];
                (name.as_str(), bits.iter().map(|&bit| scratch.formulas.input(bit)).collect())
            })
            .collect();
        Asking::new(scratch, formula).told(&numbers)
    }
}

#[cfg(test)]
mod tests;
