//! What is known of a procedure, as its callers use it (specification, section 6).
//!
//! Either the formulas of its execution, of which each call takes a copy with inputs of its own, or, for what is called more
//! than once, what is left of them when the inputs are projected away: a relation between what it is entered with, what
//! it leaves, and whether it hits.

use super::exec::Exec;
use super::graph::{Graph, Name};
use super::interface::View;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Input};
use rustc_hash::FxHashMap;

/// A summary over the values at the entry, `open`, and inputs that each call gets copies of.
#[derive(Clone, Debug)]
pub(super) struct Summary {
    /// It returns; it hits; what it leaves.
    roots: Vec<Formula>,
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
}

/// What is left of an execution when its hidden inputs are projected away: for calls, and as a relation.
pub(super) struct Projected {
    pub applied: Applied,
    pub relation: Relation,
}

impl Summary {
    /// The formulas of an execution.
    pub fn copied(graph: &mut Graph, view: &View<'_>, procedure: ProcId, exec: &Exec) -> Summary {
        let applied = Applied { returns: exec.returns, hits: exec.hits, outs: exec.outs.clone() };
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
        let roots: Vec<Formula> = [applied.returns, applied.hits].into_iter().chain(applied.outs).collect();
        let ins = view.interface_of(procedure).ins.iter().enumerate();
        let ins = ins.map(|(at, &slot)| (graph.number(Name::Entry(procedure, slot)), at)).collect();
        let cone = graph.formulas.cone(roots.iter().copied());
        Summary { roots, cone, ins, open: graph.number(Name::Open), relation }
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
        Applied { returns: roots[0], hits: roots[1], outs: roots[2..].to_vec() }
    }
}
