//! What is known of a procedure, as its callers use it (specification, section 6).
//!
//! Either the formulas of its execution, of which each call takes a copy with inputs of its own, or, for what is called more
//! than once, what is left of them when the inputs are projected away: a relation between what it is entered with, what
//! it leaves, and whether it hits.

use super::exec::{Exec, Nested};
use super::graph::{Graph, Name};
use super::interface::View;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Input};
use rustc_hash::FxHashMap;

/// The most activations that are known of a copy.
const NESTED: usize = 500;

/// A summary over the values at the entry, `open`, and inputs that each call gets copies of.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// It returns; it hits; what it leaves; of each activation in it that it is made, that it hits, its entry and its exit.
    roots: Vec<Formula>,
    /// How many values it leaves.
    outs: usize,
    /// The activations in it that are recursive together with it, if they are not projected away.
    nested: Vec<Nested>,
    cone: Vec<usize>,
    /// The place of each value at the entry.
    ins: FxHashMap<Input, usize>,
    open: Input,
    /// Without copied inputs, if that is known.
    relation: Option<Relation>,
}

/// A relation over the values at the entry, `open` and the values at the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Relation {
    /// It can return like that.
    pub returns: Formula,
    /// It can hit; says nothing about the exit.
    pub hits: Formula,
}

/// A summary at a call; before it, over the values at the entry, `open`, and inputs to be copied.
pub(super) struct Applied {
    pub returns: Formula,
    pub hits: Formula,
    pub outs: Vec<Formula>,
    /// The activations in it that are recursive together with it, if they are known.
    pub nested: Vec<Nested>,
}

/// What is left of an execution when its hidden inputs are projected away: for calls, and as a relation.
pub(super) struct Projected {
    pub applied: Applied,
    pub relation: Relation,
}

impl Summary {
    /// The formulas of an execution.
    pub fn copied(graph: &mut Graph, view: &View<'_>, procedure: ProcId, exec: &Exec) -> Summary {
        let Exec { returns, hits, ref outs, ref nested, .. } = *exec;
        let nested = if nested.len() <= NESTED { nested.clone() } else { Vec::new() };
        let applied = Applied { returns, hits, outs: outs.clone(), nested };
        Summary::new(graph, view, procedure, applied, None)
    }

    /// What is left when inputs are projected away.
    pub fn projected(graph: &mut Graph, view: &View<'_>, procedure: ProcId, projected: Projected) -> Summary {
        Summary::new(graph, view, procedure, projected.applied, Some(projected.relation))
    }

    fn new(
        graph: &mut Graph,
        view: &View<'_>,
        procedure: ProcId,
        applied: Applied,
        relation: Option<Relation>,
    ) -> Summary {
        let (outs, nested) = (applied.outs.len(), applied.nested);
        let mut roots: Vec<Formula> = [applied.returns, applied.hits].into_iter().chain(applied.outs).collect();
        for inner in &nested {
            roots.extend([inner.taken, inner.hits].iter().chain(&inner.ins).chain(&inner.outs));
        }
        let ins = view.interface_of(procedure).ins.iter().enumerate();
        let ins = ins.map(|(at, &slot)| (graph.number(Name::Entry(procedure, slot)), at)).collect();
        let cone = graph.formulas.cone(roots.iter().copied());
        Summary { roots, outs, nested, cone, ins, open: graph.number(Name::Open), relation }
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.cone.len()
    }

    /// As a relation.
    pub fn relation(&self) -> Option<Relation> {
        self.relation
    }

    /// A copy for one call, with these values at the entry, and a name for each other input.
    pub fn apply(&self, graph: &mut Graph, ins: &[Formula], name: impl Fn(Input) -> Name) -> Applied {
        let roots = graph.substitute(&self.cone, &self.roots, |graph, input| match self.ins.get(&input) {
            Some(&at) => ins[at],
            None if input == self.open => graph.open(),
            None => graph.input(name(input)),
        });
        let mut roots = roots.into_iter();
        let mut next = |count: usize| roots.by_ref().take(count).collect::<Vec<_>>();
        let (ends, outs) = (next(2), next(self.outs));
        let nested = self.nested.iter().map(|inner| {
            let conditions = next(2);
            let (ins, outs) = (next(inner.ins.len()), next(inner.outs.len()));
            Nested { taken: conditions[0], hits: conditions[1], ins, outs, ..*inner }
        });
        let nested = nested.collect();
        Applied { returns: ends[0], hits: ends[1], outs, nested }
    }
}
