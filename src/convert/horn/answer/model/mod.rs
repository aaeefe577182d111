//! A certificate as an interpretation of all predicates.

mod check;
mod meaning;
mod text;

use super::{NoAnswer, Subject};
use crate::budget::Budget;
use crate::pipeline::Loaded;
use crate::verdict::Certificate;
use meaning::Meanings;

/// A model of the clauses that a program was made of, as definitions in SMT-LIB 2: one for each predicate, behind those that it uses. Under these definitions
/// each clause is valid, which is checked before.
///
/// What the certificate says at the place of a predicate, or what its procedure leaves, is its meaning. A predicate of which it says nothing is what the
/// clauses with it as their head define.
///
/// # Errors
/// Why there is none: for a certificate that proves all properties of the program there is one within the limits.
pub fn model(loaded: &Loaded, certificate: &Certificate, budget: &Budget) -> Result<String, NoAnswer> {
    let subject = Subject::of(loaded)?;
    let meanings = Meanings::of(&subject, certificate)?;
    check::check(&subject, &meanings, budget)?;
    Ok(text::text(&subject, &meanings))
}
