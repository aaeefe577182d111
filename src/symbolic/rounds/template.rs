//! What is known of a callee, as its callers use it: formulas, of which each call takes a copy with inputs of its own.

use super::{Exec, Nested};
use crate::lang::program::ProcId;
use crate::logic::fold::Cone;
use crate::logic::formula::{Formula, Input};
use crate::symbolic::graph::{Graph, Name};
use crate::symbolic::view::View;
use rustc_hash::FxHashMap;

/// The most activations that are known of a copy.
const NESTED: usize = 500;

/// Formulas over the values at the entry, `open`, and inputs that each call gets copies of.
#[derive(Clone, Debug)]
pub struct Template {
    /// It returns; it hits; what it leaves; of each activation in it that it is made, that it hits, its entry and its exit.
    cone: Cone,
    /// How many values it leaves.
    outs: usize,
    /// The activations in it that are recursive together with it, if they are not projected away.
    nested: Vec<Nested>,
    /// The place of each value at the entry.
    ins: FxHashMap<Input, usize>,
    open: Input,
}

/// What a callee does: at a call, or, before it, over the values at the entry, `open`, and inputs to be copied.
pub struct Effect {
    pub returns: Formula,
    pub hits: Formula,
    /// What it leaves if it returns, in the order of the interface.
    pub outs: Vec<Formula>,
    /// The activations in it that are recursive together with it, if they are known.
    pub nested: Vec<Nested>,
}

impl Template {
    /// The formulas of an execution.
    pub fn of(graph: &mut Graph, view: &View<'_>, procedure: ProcId, exec: &Exec) -> Template {
        let Exec { returns, hits, ref outs, ref nested, .. } = *exec;
        let nested = if nested.len() <= NESTED { nested.clone() } else { Vec::new() };
        Template::new(graph, view, procedure, Effect { returns, hits, outs: outs.clone(), nested })
    }

    /// A template of these formulas of a procedure.
    pub fn new(graph: &mut Graph, view: &View<'_>, procedure: ProcId, effect: Effect) -> Template {
        let (outs, nested) = (effect.outs.len(), effect.nested);
        let mut roots: Vec<Formula> = [effect.returns, effect.hits].into_iter().chain(effect.outs).collect();
        for inner in &nested {
            roots.extend([inner.taken, inner.hits].iter().chain(&inner.ins).chain(&inner.outs));
        }
        let ins = view.interface_of(procedure).ins.iter().enumerate();
        let ins = ins.map(|(at, &slot)| (graph.number(Name::Entry(procedure, slot)), at)).collect();
        Template { cone: Cone::of(&graph.formulas, roots), outs, nested, ins, open: graph.number(Name::Open) }
    }

    /// The number of nodes.
    pub fn size(&self) -> usize {
        self.cone.len()
    }

    /// A copy for one call, with these values at the entry, and a name for each other input.
    pub fn apply(&self, graph: &mut Graph, ins: &[Formula], name: impl Fn(Input) -> Name) -> Effect {
        let roots = graph.substitute(&self.cone, |graph, input| match self.ins.get(&input) {
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
        Effect { returns: ends[0], hits: ends[1], outs, nested }
    }
}
