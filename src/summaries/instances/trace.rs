//! From a run that begins no leaf to a derivation: each expanded node that it begins is a segment.

use super::known::Known;
use super::template::Template;
use super::tree::{FIRST, NodeId, Tree};
use crate::budget::{Budget, StopReason};
use crate::logic::sat::Model;
use crate::pds::derivation::Derivation;
use crate::summaries::predicate::PredicateId;
use crate::summaries::relations::Relations;
use crate::summaries::relations::body::AtomKind;
use crate::summaries::relations::runs::{self, Points, Segment, Segmented};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A run in a tree.
struct Found<'t> {
    tree: &'t Tree,
    run: &'t Model,
    templates: BTreeMap<PredicateId, Rc<Template>>,
}

/// The derivation of a run that begins no leaf.
///
/// # Errors
/// The limit that was hit.
pub fn derivation(known: &mut Known<'_>, tree: &Tree, run: &Model, budget: &Budget) -> Result<Derivation, StopReason> {
    let begun = tree.nodes.iter().filter(|node| run.value(node.interface.start));
    let templates = begun.map(|node| (node.interface.predicate, known.template(node.interface.predicate))).collect();
    runs::derivation(&mut known.relations, &Found { tree, run, templates }, FIRST, budget)
}

impl Points for Found<'_> {
    type Point = NodeId;

    /// The segments of the node and of those where it begins.
    fn segments(
        &self,
        relations: &Relations<'_>,
        point: &NodeId,
        budget: &Budget,
    ) -> Result<Segmented<NodeId>, StopReason> {
        let mut segments = Vec::new();
        let mut next = Some(*point);
        while let Some(node) = next.take() {
            budget.poll()?;
            let Self { tree, run, templates } = self;
            let predicate = tree.nodes[node].interface.predicate;
            let Some(expanded) = &tree.nodes[node].expanded else { break };
            let inputs = templates[&predicate].inputs.iter().zip(&expanded.inputs);
            let values = inputs.map(|(&(input, _), &lit)| (input, run.value(lit))).collect();
            let body = relations.body(predicate);
            let mut segment = Segment { values, steps: body.steps.clone(), calls: Vec::new(), hits: None };
            for (atom, child) in body.atoms.iter().zip(expanded.children.clone()) {
                match atom.kind {
                    _ if !run.value(tree.nodes[child].interface.start) => {}
                    AtomKind::Source => next = Some(child),
                    AtomKind::Returns(call) => segment.calls.push((call, child)),
                    AtomKind::Hits(call) => segment.hits = Some((call, child)),
                }
            }
            segments.push(segment);
        }
        segments.reverse();
        let procedure = relations.body(self.tree.nodes[*point].interface.predicate).predicate.procedure();
        Ok((procedure, segments))
    }
}
