//! Names of clauses as names of programs.

use crate::convert::horn::{Clause, Horn};
use rustc_hash::FxHashSet;

/// What predicates are called.
pub(crate) struct Names {
    /// One for each predicate.
    pub(crate) predicates: Vec<String>,
}

impl Names {
    pub(crate) fn of(horn: &Horn) -> Names {
        let mut used = FxHashSet::default();
        let predicates = horn.predicates.iter().map(|predicate| unused(&predicate.name, true, &mut used));
        Names { predicates: predicates.collect() }
    }
}

/// What the variables of a clause are called, no two the same.
pub(crate) fn variables(clause: &Clause) -> Vec<String> {
    let mut used = FxHashSet::default();
    clause.variables.iter().map(|name| unused(name, false, &mut used)).collect()
}

/// Where the argument with this index of the atom that was derived last is kept.
pub(crate) fn register(index: usize) -> String {
    format!("{{{}}}", index + 1)
}

/// Where an argument of an atom is kept until it is compared.
pub(crate) fn argument(atom: usize, index: usize) -> String {
    format!("{{{}.{}}}", atom + 1, index + 1)
}

/// A name that is no other's. Between braces it can be almost anything; keywords begin with small letters, and constants have one letter.
fn unused(name: &str, is_braced: bool, used: &mut FxHashSet<String>) -> String {
    let is_plain = !is_braced
        && name.starts_with(|first: char| first.is_ascii_uppercase())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        && !matches!(name, "T" | "F");
    let fits = |c: char| if c.is_ascii_graphic() && c != '{' && c != '}' { c } else { '_' };
    // A name that begins with a digit could be a register's.
    let text: String =
        if is_plain { name.to_string() } else { format!("_{}", name.chars().map(fits).collect::<String>()) };
    let written =
        |suffix: &str| if is_plain && suffix.is_empty() { text.clone() } else { format!("{{{text}{suffix}}}") };
    let mut candidates = std::iter::once(written("")).chain((2..).map(|number| written(&format!(".{number}"))));
    candidates.find(|candidate| used.insert(candidate.clone())).unwrap_or_default()
}
