//! The outcome of a check: what is said about each property, with evidence that was checked. Nobody but [`crate::validate`] makes a
//! [`Replayed`] or an [`Accepted`], so a verdict that rests on unchecked evidence cannot be said.

use crate::budget::StopReason;
use crate::lang::program::property::Property;
use crate::validate::Replayed;
use crate::validate::inductive::Accepted;
use std::fmt;
use std::sync::Arc;

/// What vouches for a SAFE verdict.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Evidence {
    /// A certificate. Properties that were proved together share it.
    Certificate(Arc<Accepted>),
    /// Nothing; the text says why.
    None(String),
}

/// What is known about one property. A verdict carries its evidence: there is no UNSAFE without a
/// trace, and no SAFE that does not say what it rests on.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A run violates it.
    Unsafe(Box<Replayed>),
    /// No run violates it.
    Safe(Evidence),
    /// Not known, and why.
    Unknown(StopReason),
}

/// A property with what is known about it.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The property.
    pub property: Property,
    /// The answer.
    pub verdict: Verdict,
}

/// The answers to all properties of a check, in the order of the text.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The name of the engine that gave them.
    pub engine: &'static str,
    /// One for each property.
    pub decisions: Vec<Decision>,
}

impl Verdict {
    /// Whether a run violates it.
    pub fn is_unsafe(&self) -> bool {
        matches!(self, Verdict::Unsafe(_))
    }

    /// Whether one says SAFE and the other UNSAFE.
    pub(crate) fn contradicts(&self, other: &Verdict) -> bool {
        matches!((self, other), (Verdict::Safe(_), Verdict::Unsafe(_)) | (Verdict::Unsafe(_), Verdict::Safe(_)))
    }
}

/// The answer of a whole check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Overall {
    /// No property is violated by any run.
    Safe,
    /// Some property is violated.
    Unsafe,
    /// Neither is known, and why.
    Unknown(StopReason),
}

impl Outcome {
    /// UNSAFE if any property is, else UNKNOWN if any is (with the first reason), else SAFE; without any
    /// property UNKNOWN.
    pub fn overall(&self) -> Overall {
        let mut unknown = self.decisions.is_empty().then_some(StopReason::NoProperty);
        for decision in &self.decisions {
            match &decision.verdict {
                Verdict::Unsafe(_) => return Overall::Unsafe,
                Verdict::Unknown(reason) => {
                    unknown.get_or_insert(reason.clone());
                }
                Verdict::Safe(_) => {}
            }
        }
        unknown.map_or(Overall::Safe, Overall::Unknown)
    }

    /// Whether all that was asked is answered: what is not known was left aside because of a violation.
    pub(crate) fn is_settled(&self) -> bool {
        let is_open =
            |verdict: &Verdict| matches!(verdict, Verdict::Unknown(reason) if *reason != StopReason::NotDecided);
        !self.decisions.iter().any(|decision| is_open(&decision.verdict))
    }

    /// The index of the first property that is known to be violated.
    pub fn first_violation(&self) -> Option<usize> {
        self.decisions.iter().position(|decision| decision.verdict.is_unsafe())
    }

    /// Leaves open what is behind the first violation: whoever ends with that one says the same.
    pub(crate) fn end_with_first_violation(&mut self) {
        let end = self.first_violation().map_or(self.decisions.len(), |first| first + 1);
        for decision in &mut self.decisions[end..] {
            decision.verdict = Verdict::Unknown(StopReason::NotDecided);
        }
    }

    /// The index of the first property about which another engine says the opposite. UNKNOWN contradicts nothing.
    pub(crate) fn contradiction(&self, other: &Outcome) -> Option<usize> {
        let mut pairs = self.decisions.iter().zip(&other.decisions);
        pairs.position(|(ours, theirs)| ours.verdict.contradicts(&theirs.verdict))
    }
}

impl fmt::Display for Overall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Overall::Safe => f.write_str("SAFE"),
            Overall::Unsafe => f.write_str("UNSAFE"),
            Overall::Unknown(reason) => write!(f, "UNKNOWN ({reason})"),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Safe(_) => f.write_str("SAFE"),
            Verdict::Unsafe(_) => f.write_str("UNSAFE"),
            Verdict::Unknown(reason) => write!(f, "UNKNOWN ({reason})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, Source, check};

    /// The outcome of a program with two assertions.
    fn outcome(first: &str, second: &str) -> Outcome {
        let text = format!("void main() begin assert({first}); assert({second}); end");
        check(&Source::new("two.bp", text), &Options::default().with_all(true)).expect("an outcome")
    }

    #[test]
    fn safe_contradicts_unsafe_and_unknown_contradicts_nothing() {
        let (safe, half) = (outcome("T", "T"), outcome("T", "F"));
        assert_eq!(safe.contradiction(&half), Some(1));
        assert_eq!(half.contradiction(&safe), Some(1));
        assert_eq!(half.contradiction(&half), None);
        let mut unknown = half.clone();
        unknown.decisions[1].verdict = Verdict::Unknown(StopReason::Time);
        assert_eq!((unknown.contradiction(&safe), half.contradiction(&unknown)), (None, None));
    }
}
