//! Predicates that one clause defines are replaced by its body.

use crate::convert::horn::{Atom, Clause, Horn};
use crate::logic::fold::{Cone, Substitution};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::pds::analysis::components;
use rustc_hash::FxHashMap;

/// So much more than before may be there afterwards: nodes of formulas, and arguments.
const GROWTH: usize = 3;
/// That much is always allowed.
const ALLOWANCE: usize = 10_000;

/// Unfolds what does not call itself, as long as the clauses do not grow too much, bodies before what uses them.
pub(crate) fn unfold(horn: &mut Horn) {
    let mut budget = horn.clauses.iter().map(|clause| size(&horn.formulas, clause)).sum::<usize>() * GROWTH + ALLOWANCE;
    let order = order(horn);
    let mut clauses: Vec<Option<Clause>> = std::mem::take(&mut horn.clauses).into_iter().map(Some).collect();
    // For each predicate, the clauses with it as their head, and those with it in their bodies, once for each time.
    let mut defining = vec![Vec::new(); horn.predicates.len()];
    let mut users = vec![Vec::new(); horn.predicates.len()];
    for (index, clause) in clauses.iter().flatten().enumerate() {
        clause.head.iter().for_each(|head| defining[head.predicate].push(index));
        clause.atoms.iter().for_each(|atom| users[atom.predicate].push(index));
    }
    for predicate in order {
        let &[only] = defining[predicate].as_slice() else { continue };
        let Some(definition) = clauses[only].take() else { continue };
        let uses: Vec<usize> =
            std::mem::take(&mut users[predicate]).into_iter().filter(|&user| clauses[user].is_some()).collect();
        let cost = size(&horn.formulas, &definition) * uses.len().saturating_sub(1);
        let calls_itself = definition.atoms.iter().any(|atom| atom.predicate == predicate);
        if calls_itself || cost > budget {
            clauses[only] = Some(definition);
            users[predicate] = uses;
            continue;
        }
        budget -= cost;
        for user in uses {
            let Some(clause) = &mut clauses[user] else { continue };
            let Some(at) = clause.atoms.iter().position(|atom| atom.predicate == predicate) else { continue };
            replace(&mut horn.formulas, clause, at, &definition);
            definition.atoms.iter().for_each(|atom| users[atom.predicate].push(user));
        }
    }
    horn.clauses = clauses.into_iter().flatten().collect();
}

fn size(formulas: &Formulas, clause: &Clause) -> usize {
    let atoms = clause.atoms.iter().chain(&clause.head);
    let roots = atoms.flat_map(|atom| atom.arguments.iter().copied()).chain([clause.constraint]);
    1 + formulas.cone(roots).len() + clause.atoms.iter().map(|atom| atom.arguments.len()).sum::<usize>()
}

/// The predicates, those in the bodies of their clauses first, as far as they do not depend on each other.
fn order(horn: &Horn) -> Vec<usize> {
    let mut below = vec![Vec::new(); horn.predicates.len()];
    for clause in &horn.clauses {
        if let Some(head) = &clause.head {
            below[head.predicate].extend(clause.atoms.iter().map(|atom| atom.predicate as u32));
        }
    }
    let components = components(&below, 0..horn.predicates.len() as u32);
    components.into_iter().flatten().map(|predicate| predicate as usize).collect()
}

/// Replaces an atom of a clause by the body of the clause that defines it, whose variables become new ones.
fn replace(formulas: &mut Formulas, clause: &mut Clause, at: usize, definition: &Clause) {
    let atom = clause.atoms.remove(at);
    let parameters = definition.head.as_ref().map_or(&[][..], |head| &head.arguments);
    let mut values: FxHashMap<Input, Formula> = FxHashMap::default();
    let mut compared = Vec::new();
    for (&parameter, &argument) in parameters.iter().zip(&atom.arguments) {
        match formulas.node(parameter.node()) {
            Node::Input(input) if !parameter.is_negated() && !values.contains_key(&input) => {
                values.insert(input, argument);
            }
            _ => compared.push((parameter, argument)),
        }
    }
    for (index, name) in definition.variables.iter().enumerate() {
        values.entry(Input(index as u32)).or_insert_with(|| {
            clause.variables.push(name.clone());
            formulas.input(Input(clause.variables.len() as u32 - 1))
        });
    }
    let arguments = definition.atoms.iter().flat_map(|atom| &atom.arguments).copied();
    let roots: Vec<Formula> = [definition.constraint]
        .into_iter()
        .chain(compared.iter().map(|&(parameter, _)| parameter))
        .chain(arguments)
        .collect();
    let mut replaced = substitute(formulas, &roots, &values).into_iter();
    let constraint = replaced.next().unwrap_or_default();
    clause.constraint = formulas.and(clause.constraint, constraint);
    for (&(_, argument), parameter) in compared.iter().zip(replaced.by_ref()) {
        let equal = formulas.iff(parameter, argument);
        clause.constraint = formulas.and(clause.constraint, equal);
    }
    let atoms = definition.atoms.iter().map(|atom| Atom {
        predicate: atom.predicate,
        arguments: replaced.by_ref().take(atom.arguments.len()).collect(),
    });
    clause.atoms.splice(at..at, atoms.collect::<Vec<_>>());
}

/// The formulas with these values for their inputs; linear in them.
fn substitute(formulas: &mut Formulas, roots: &[Formula], values: &FxHashMap<Input, Formula>) -> Vec<Formula> {
    let cone = Cone::of(formulas, roots.iter().copied());
    cone.values(&mut Substitution { formulas, by: |_: &mut Formulas, input| values[&input] })
}
