//! Why a certificate is not accepted.

use super::claim::{Claim, What};
use crate::lang::program::{Place, Program};
use crate::lang::source::Source;
use std::fmt;

/// Variables with values, in the order of declaration.
pub(crate) type Valuation = Vec<(String, bool)>;

/// The first thing in a certificate that the program does not bear out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct Refusal {
    /// Where it fails; `None` if it is about the certificate as a whole.
    pub(crate) place: Option<Place>,
    /// The same as `procedure#n`.
    pub(crate) shown: String,
    /// What is wrong.
    pub(crate) what: String,
    /// A step of the program that the certificate does not allow for.
    pub(crate) step: Option<Box<Step>>,
}

/// A way from one place to another one that the program can go, and what the certificate says does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// What the activation was entered with.
    pub(crate) entered: Valuation,
    /// Where it begins, as `procedure#n`.
    pub(crate) from: String,
    /// In which state.
    pub(crate) before: Valuation,
    /// In which state it ends.
    pub(crate) after: Valuation,
}

impl Refusal {
    /// `file:line:column` of the statement.
    pub fn locate(&self, program: &Program, source: &Source) -> Option<String> {
        self.place.map(|place| source.locate(program.span(place)))
    }

    /// A refusal about the certificate as a whole.
    pub(super) fn whole(what: impl Into<String>) -> Refusal {
        Refusal { place: None, shown: String::new(), what: what.into(), step: None }
    }

    /// A refusal about what is said of a place.
    pub(super) fn at(program: &Program, place: Place, what: impl Into<String>) -> Refusal {
        Refusal { place: Some(place), shown: program.show(place), what: what.into(), step: None }
    }

    /// A claim that has a model.
    pub(super) fn of_claim(
        program: &Program,
        claim: &Claim,
        entered: Valuation,
        before: Valuation,
        after: Valuation,
    ) -> Refusal {
        let what = match claim.what {
            What::Begins => "a run begins in a state that the contract does not allow for",
            What::Invariant => "control comes here in a state that the invariant excludes",
            What::Entry => "the callee is entered with what its contract does not allow for",
            What::Summary => "the procedure returns with what its summary excludes",
            What::Property => "the property is violated in a state that the certificate allows for",
            What::Uncalled => "a procedure is called that has no contract",
        };
        let step = Step { entered, from: program.show(claim.from.place), before, after };
        Refusal { step: Some(Box::new(step)), ..Refusal::at(program, claim.at, what) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_some() {
            write!(f, "{}: ", self.shown)?;
        }
        f.write_str(&self.what)?;
        if let Some(step) = &self.step {
            write!(f, ", coming from {} with {}", step.from, values(&step.before))?;
            let entered = step.entered.iter().filter(|value| !step.before.contains(value));
            let entered: Valuation = entered.cloned().collect();
            if !entered.is_empty() {
                write!(f, " (entered with {})", values(&entered))?;
            }
            let changed: Valuation = step.after.iter().filter(|value| !step.before.contains(value)).cloned().collect();
            if !changed.is_empty() {
                write!(f, ", then {}", values(&changed))?;
            }
        }
        Ok(())
    }
}

fn values(values: &Valuation) -> String {
    if values.is_empty() {
        return "no variables".to_string();
    }
    let values = values.iter().map(|(name, value)| format!("{name}={}", u8::from(*value)));
    values.collect::<Vec<_>>().join(" ")
}
