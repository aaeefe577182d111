//! Which question follows: what has to stay of one atom, as it is in a run (2014-komuravelli, rule Query; see the README, "Questions that follow").

use super::cube::{Cube, Literal};
use super::oracle::Found;
use crate::logic::fold::Values;
use crate::logic::formula::Input;
use crate::summaries::relations::body::{AtomKind, Body, as_input};
use crate::symbolic::graph::Graph;
use rustc_hash::FxHashSet;

/// The cube of an atom's arguments, by its index, in which any point does as well as the one in the run: the run still comes to its sink in the
/// cube, takes the same atoms, and enters the other calls as before. No solver is asked.
pub(super) fn child(graph: &Graph, body: &Body, cube: &Cube, found: &Found, index: usize) -> Cube {
    let shape = body.shape(graph);
    let atom = &body.atoms[index];
    let own: FxHashSet<Input> =
        atom.arguments[atom.given..].iter().filter_map(|&argument| Some(as_input(graph, argument)?.0)).collect();
    let mut roots = vec![0];
    roots.extend(cube.literals().iter().map(|literal| 1 + literal.argument as usize));
    for (other, (atom, &begin)) in body.atoms.iter().zip(&shape.atoms).enumerate() {
        roots.push(begin);
        if other != index && found.taken[other] && atom.kind != AtomKind::Source {
            roots.extend(begin + 1..=begin + atom.given);
        }
    }
    let value = |input: Input| shape.place(input).is_some_and(|place| found.inputs[place]);
    let kept = shape.cone.justify(roots, value, |input| own.contains(&input));
    let kept: FxHashSet<Input> = kept.into_iter().collect();
    let given = given(graph, body, found, index);
    let left = atom.arguments.iter().enumerate().skip(atom.given).filter_map(|(argument, &formula)| {
        let (input, is_negated) = as_input(graph, formula)?;
        kept.contains(&input).then(|| Literal { argument: argument as u32, value: value(input) != is_negated })
    });
    Cube::of(given.into_iter().chain(left))
}

/// The point of an atom in a run.
pub(super) fn point(graph: &Graph, body: &Body, found: &Found, index: usize) -> Cube {
    let atom = &body.atoms[index];
    Cube::of(values(graph, body, found, index, atom.arguments.len()))
}

/// What the run gives an atom.
fn given(graph: &Graph, body: &Body, found: &Found, index: usize) -> Vec<Literal> {
    values(graph, body, found, index, body.atoms[index].given)
}

/// The first arguments of an atom in a run.
fn values(graph: &Graph, body: &Body, found: &Found, index: usize, count: usize) -> Vec<Literal> {
    let shape = body.shape(graph);
    let value = |input: Input| shape.place(input).is_some_and(|place| found.inputs[place]);
    let mut values = Values::new(&graph.formulas, value);
    let arguments = body.atoms[index].arguments.iter().take(count).enumerate();
    arguments.map(|(argument, &formula)| Literal { argument: argument as u32, value: values.of(formula) }).collect()
}
