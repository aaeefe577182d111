//! What a formula over the bits of one number, or of two, says of them.

use super::Scratch;
use super::statement::{differ_not, interval, less};
use crate::budget::Budget;
use crate::logic::formula::Formula;
use crate::logic::query::{Query, Reply};
use crate::logic::sat::Backend;

/// How many conflicts a question may take; chosen: those about numbers take a few.
const CONFLICTS: u64 = 1_000;

/// What a formula says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Told {
    /// It never holds.
    Never,
    /// It always holds.
    Always,
    /// All of these together.
    Says(Vec<String>),
}

/// Questions about one formula.
pub(super) struct Asking<'a> {
    scratch: &'a mut Scratch,
    query: Query,
    formula: Formula,
    /// How many nodes it has.
    nodes: usize,
}

impl<'a> Asking<'a> {
    pub(super) fn new(scratch: &'a mut Scratch, formula: Formula) -> Asking<'a> {
        let nodes = scratch.formulas.cone([formula]).len();
        Asking { scratch, query: Query::new(Backend::default()), formula, nodes }
    }

    /// Whether these can hold together; `None` if that would be too much work.
    fn can(&mut self, asked: &[Formula]) -> Option<bool> {
        self.scratch.work = self.scratch.work.checked_sub(self.nodes + asked.len())?;
        match self.query.ask_within(&self.scratch.formulas, asked, &Budget::unlimited(), Some(CONFLICTS)) {
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

    /// What the formula says of numbers, each a name with its bits, the lowest first; `None` if there are no words for it, or it would be too much work.
    pub(super) fn told(&mut self, numbers: &[(&str, Vec<Formula>)]) -> Option<Told> {
        if !self.can(&[self.formula])? {
            return Some(Told::Never);
        }
        if !self.can(&[!self.formula])? {
            return Some(Told::Always);
        }
        let statements = match numbers {
            [(name, bits)] => self.about_one(name, bits),
            [(one, a), (other, b)] => self.about_two([one, other], [a, b]),
            _ => None,
        };
        statements.map(Told::Says)
    }

    fn about_one(&mut self, name: &str, bits: &[Formula]) -> Option<Vec<String>> {
        let formula = self.formula;
        let most = u128::MAX >> (128 - bits.len());
        let (least, greatest) = (self.extreme(formula, bits, false)?, self.extreme(formula, bits, true)?);
        let within = interval::formula(&mut self.scratch.formulas, bits, least, greatest);
        let text = |least, greatest| interval::text(name, least, greatest, most);
        if self.is(within)? {
            return text(least, greatest).map(|text| vec![text]);
        }
        for (parity, word) in [(!bits[0], "even"), (bits[0], "odd")] {
            let parted = self.scratch.formulas.and(within, parity);
            if self.is(parted)? {
                let least = if least <= 1 { 0 } else { least };
                let greatest = if greatest >= most - 1 { most } else { greatest };
                return Some(text(least, greatest).into_iter().chain([format!("{name} {word}")]).collect());
            }
        }
        let left_out = self.scratch.formulas.and(within, !formula);
        let hole = self.extreme(left_out, bits, false)?;
        let only = interval::formula(&mut self.scratch.formulas, bits, hole, hole);
        let punched = self.scratch.formulas.and(within, !only);
        self.is(punched)?.then(|| text(least, greatest).into_iter().chain([format!("{name} != {hole}")]).collect())
    }

    fn about_two(&mut self, [one, other]: [&str; 2], [a, b]: [&[Formula]; 2]) -> Option<Vec<String>> {
        let same = differ_not(&mut self.scratch.formulas, a, b);
        let (under, over) = (less(&mut self.scratch.formulas, a, b), less(&mut self.scratch.formulas, b, a));
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
