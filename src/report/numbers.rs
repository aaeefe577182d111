//! What is known of numbers, in terms of numbers: `n <= 5` in place of a formula over its bits.
//!
//! The least and the greatest number that a formula allows suggest what it may say; a SAT solver decides whether it says just that. Where it does
//! not, or the work becomes too much, the bits are left as they are.

mod statement;

use crate::budget::Budget;
use crate::lang::program::words::Word;
use crate::lang::program::{Program, Var, VarScope};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::query::{Query, Reply};
use crate::logic::sat::Backend;
use crate::verdict::certificate::{Contract, Subject};
use crate::verdict::names::Names;
use rustc_hash::{FxHashMap, FxHashSet};
use statement::{differ_not, interval, less};
use std::collections::BTreeMap;

/// How many nodes the questions about one certificate may have together; chosen: seconds.
pub(super) const WORK: usize = 2_000_000;

/// How many conflicts a question may take; chosen: those about numbers take a few.
const CONFLICTS: u64 = 1_000;

/// A number that claims can be about.
struct Number {
    /// What it is called: `n`, or `old(n)`.
    name: String,
    /// Its bits, the lowest first.
    bits: Vec<Input>,
}

/// The numbers that the claims of one contract can be about.
pub(super) struct Numbers<'w> {
    /// Those of now before those of the entry.
    numbers: Vec<Number>,
    /// Of which number an input is a bit.
    number_of: FxHashMap<Input, usize>,
    /// The graph of the contract, with statements about numbers.
    formulas: Formulas,
    /// How much work is left.
    work: &'w mut usize,
}

impl<'w> Numbers<'w> {
    pub(super) fn of(program: &Program, contract: &Contract, work: &'w mut usize) -> Numbers<'w> {
        let procedure = contract.procedure;
        let names = Names::of(program, procedure);
        let words = names.words(program, procedure);
        let is_entered = |var: &Var| match var.scope() {
            VarScope::Global(_) => true,
            VarScope::Local(index) => index < program[procedure].params,
        };
        let number = |name: String, word: &Word, subject: fn(Var) -> Subject| Number {
            name,
            bits: word.bits.iter().map(|&bit| subject(bit).input()).collect(),
        };
        let now = words.iter().map(|(name, word)| number(name.to_string(), word, Subject::Now));
        let entered = words.iter().filter(|(_, word)| word.bits.iter().all(is_entered));
        let entered = entered.map(|(name, word)| number(format!("old({name})"), word, Subject::Entry));
        let numbers: Vec<Number> = now.chain(entered).collect();
        let bits =
            |(index, number): (usize, &Number)| number.bits.iter().map(move |&bit| (bit, index)).collect::<Vec<_>>();
        let number_of = numbers.iter().enumerate().flat_map(bits).collect();
        let formulas = if numbers.is_empty() { Formulas::default() } else { contract.formulas.clone() };
        Numbers { numbers, number_of, formulas, work }
    }

    /// Takes the conjuncts away that say something about one number, or about two of the same width, and says it.
    pub(super) fn said(&mut self, conjuncts: &mut Vec<Formula>) -> Vec<String> {
        if self.numbers.is_empty() {
            return Vec::new();
        }
        let mut groups: BTreeMap<Vec<usize>, Vec<Formula>> = BTreeMap::new();
        for &conjunct in conjuncts.iter() {
            if let Some(about) = self.about(conjunct) {
                groups.entry(about).or_default().push(conjunct);
            }
        }
        let mut said = Vec::new();
        let mut done: FxHashSet<Formula> = FxHashSet::default();
        for (about, group) in groups {
            let all = group.iter().fold(Formula::TRUE, |all, &one| self.formulas.and(all, one));
            if let Some(statements) = self.statements(&about, all) {
                said.extend(statements);
                done.extend(group);
                continue;
            }
            // One alone was asked about.
            for one in group.iter().copied().filter(|_| group.len() > 1) {
                if let Some(statements) = self.statements(&about, one) {
                    said.extend(statements);
                    done.insert(one);
                }
            }
        }
        conjuncts.retain(|conjunct| !done.contains(conjunct));
        said
    }

    /// The one or two numbers that a formula is about, if it is about nothing else.
    fn about(&self, formula: Formula) -> Option<Vec<usize>> {
        let support = self.formulas.support([formula]);
        let mut about = support.iter().map(|bit| self.number_of.get(bit).copied()).collect::<Option<Vec<usize>>>()?;
        about.sort_unstable();
        about.dedup();
        match about[..] {
            [_] => Some(about),
            [one, other] if self.numbers[one].bits.len() == self.numbers[other].bits.len() => Some(about),
            _ => None,
        }
    }

    /// What a formula says about these numbers; `None` if there are no words for it, or it always holds, or never.
    fn statements(&mut self, about: &[usize], formula: Formula) -> Option<Vec<String>> {
        let mut bits = |number: usize| -> Vec<Formula> {
            self.numbers[number].bits.iter().map(|&bit| self.formulas.input(bit)).collect()
        };
        match *about {
            [one] => {
                let (bits, name) = (bits(one), self.numbers[one].name.clone());
                Asking::new(&mut self.formulas, self.work, formula).about_one(&name, &bits)
            }
            [one, other] => {
                let bits = [bits(one), bits(other)];
                let names = [one, other].map(|number| self.numbers[number].name.clone());
                Asking::new(&mut self.formulas, self.work, formula).about_two(&names, &bits)
            }
            _ => None,
        }
    }
}

/// Questions about one formula.
struct Asking<'a> {
    formulas: &'a mut Formulas,
    work: &'a mut usize,
    query: Query,
    formula: Formula,
    /// How many nodes it has.
    nodes: usize,
}

impl<'a> Asking<'a> {
    fn new(formulas: &'a mut Formulas, work: &'a mut usize, formula: Formula) -> Asking<'a> {
        let nodes = formulas.cone([formula]).len();
        Asking { formulas, work, query: Query::new(Backend::default()), formula, nodes }
    }

    /// Whether these can hold together; `None` if that would be too much work.
    fn can(&mut self, asked: &[Formula]) -> Option<bool> {
        *self.work = self.work.checked_sub(self.nodes + asked.len())?;
        match self.query.ask_within(self.formulas, asked, &Budget::unlimited(), Some(CONFLICTS)) {
            Ok(Reply::Yes(_)) => Some(true),
            Ok(Reply::No(_)) => Some(false),
            Ok(Reply::NotKnown) | Err(_) => None,
        }
    }

    /// Whether the formula says just this.
    fn is(&mut self, statement: Formula) -> Option<bool> {
        Some(!self.can(&[self.formula, !statement])? && !self.can(&[!self.formula, statement])?)
    }

    /// The least number, or the greatest, for which something holds that can hold.
    fn extreme(&mut self, formula: Formula, bits: &[Formula], is_greatest: bool) -> Option<u128> {
        let mut asked = vec![formula];
        let mut number = 0;
        for &bit in bits.iter().rev() {
            asked.push(if is_greatest { bit } else { !bit });
            let is_wanted = self.can(&asked)?;
            if !is_wanted {
                asked.pop();
                asked.push(if is_greatest { !bit } else { bit });
            }
            number = number << 1 | u128::from(is_wanted == is_greatest);
        }
        Some(number)
    }

    fn about_one(&mut self, name: &str, bits: &[Formula]) -> Option<Vec<String>> {
        let formula = self.formula;
        if !self.can(&[formula])? || !self.can(&[!formula])? {
            return None;
        }
        let most = u128::MAX >> (128 - bits.len());
        let (least, greatest) = (self.extreme(formula, bits, false)?, self.extreme(formula, bits, true)?);
        let within = interval::formula(self.formulas, bits, least, greatest);
        let text = |least, greatest| interval::text(name, least, greatest, most);
        if self.is(within)? {
            return text(least, greatest).map(|text| vec![text]);
        }
        for (parity, word) in [(!bits[0], "even"), (bits[0], "odd")] {
            let parted = self.formulas.and(within, parity);
            if self.is(parted)? {
                let least = if least <= 1 { 0 } else { least };
                let greatest = if greatest >= most - 1 { most } else { greatest };
                return Some(text(least, greatest).into_iter().chain([format!("{name} {word}")]).collect());
            }
        }
        let left_out = self.formulas.and(within, !formula);
        let hole = self.extreme(left_out, bits, false)?;
        let only = interval::formula(self.formulas, bits, hole, hole);
        let punched = self.formulas.and(within, !only);
        self.is(punched)?.then(|| text(least, greatest).into_iter().chain([format!("{name} != {hole}")]).collect())
    }

    fn about_two(&mut self, [one, other]: &[String; 2], [a, b]: &[Vec<Formula>; 2]) -> Option<Vec<String>> {
        let same = differ_not(self.formulas, a, b);
        let (under, over) = (less(self.formulas, a, b), less(self.formulas, b, a));
        let statements = [
            (same, format!("{one} = {other}")),
            (!same, format!("{one} != {other}")),
            (!over, format!("{one} <= {other}")),
            (under, format!("{one} < {other}")),
            (!under, format!("{other} <= {one}")),
            (over, format!("{other} < {one}")),
        ];
        for (statement, text) in statements {
            if self.is(statement)? {
                return Some(vec![text]);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests;
