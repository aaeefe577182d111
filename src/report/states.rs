//! What is known of a number that the globals of a program hold, in the words of the input that the program was made of.

use crate::lang::program::VarScope;
use crate::lang::source::Source;
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::verdict::certificate::Subject;
use rustc_hash::FxHashMap;

/// Takes the conjuncts away that are about the number alone, now or at the entry, and says them in words: `control state: f, h`.
pub(super) fn said(source: &Source, formulas: &Formulas, conjuncts: &mut Vec<Formula>) -> Vec<String> {
    let Some(coded) = source.of_system() else { return Vec::new() };
    let now = |input: &Input| bit(*input).filter(|(_, is_now)| *is_now).is_some();
    let entered = |input: &Input| bit(*input).filter(|(_, is_now)| !*is_now).is_some();
    let mut words = Vec::new();
    for (title, is_about) in [
        ("control state when entered", &entered as &dyn Fn(&Input) -> bool),
        ("control state", &now as &dyn Fn(&Input) -> bool),
    ] {
        let (own, others): (Vec<Formula>, Vec<Formula>) =
            conjuncts.iter().partition(|&&conjunct| formulas.support([conjunct]).iter().all(is_about));
        *conjuncts = others;
        if own.is_empty() {
            continue;
        }
        let names = coded.states.iter().enumerate();
        let names: Vec<&str> =
            names.filter(|(number, _)| holds(formulas, &own, *number)).map(|(_, name)| name.as_str()).collect();
        words.push(format!("{title}: {}", if names.is_empty() { "none".to_string() } else { names.join(", ") }));
    }
    words
}

/// Which bit of the number an input is, and whether it is that of now.
fn bit(input: Input) -> Option<(usize, bool)> {
    let (var, is_now) = match Subject::of(input) {
        Subject::Now(var) => (var, true),
        Subject::Entry(var) => (var, false),
        Subject::Result(_) => return None,
    };
    match var.scope() {
        VarScope::Global(index) => Some((index, is_now)),
        VarScope::Local(_) => None,
    }
}

/// Whether formulas over the bits hold of a number.
fn holds(formulas: &Formulas, roots: &[Formula], number: usize) -> bool {
    let mut values: FxHashMap<usize, bool> = FxHashMap::default();
    for node in formulas.cone(roots.iter().copied()) {
        let of = |formula: Formula| values.get(&formula.node()).copied().unwrap_or(false) != formula.is_negated();
        let value = match formulas.node(node) {
            Node::False => false,
            Node::Input(input) => bit(input).is_some_and(|(bit, _)| number >> bit & 1 == 1),
            Node::And(a, b) => of(a) && of(b),
        };
        values.insert(node, value);
    }
    roots.iter().all(|root| values.get(&root.node()).copied().unwrap_or(false) != root.is_negated())
}
