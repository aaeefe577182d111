//! Data edges: variables that one value or one condition speaks of.

use super::hypergraph::EdgeSet;
use super::support::Supports;
use super::{Hyperedge, flow};
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::analysis::Vertices;
use crate::pds::{Rule, RuleKind, Slot, SymbolicPds};

/// For each update an edge of its target and what its value reads, and for each conjunct of a guard an edge of what it reads; if that is much, edges for its parts besides. A
/// choice in a guard stands for the variable that the same step updates with it (`x := * constrain 'x | y` ties x to y).
///
/// Parameters are tied to what the arguments read, results to what is returned, and to the variable they are stored in;
/// so a copy between two families of variables makes pairs. What a *violated* assertion says leads nowhere and is left out, unless it is all that can happen: then what comes before may have become one rule with it.
///
/// # Errors
/// The limit that was hit.
pub(super) fn edges(
    pds: &SymbolicPds,
    vertices: &Vertices,
    supports: &mut Supports<'_>,
    budget: &Budget,
) -> Result<Vec<Hyperedge>, StopReason> {
    let callees = flow::callees(pds);
    let mut collector =
        Collector { vertices, supports, edges: EdgeSet::default(), pins: Vec::new(), chosen: Vec::new() };
    for rule in pds.rules() {
        budget.poll()?;
        let has_others = || pds.rules_from(rule.from).nth(1).is_some();
        if flow::violates(pds, rule) && has_others() {
            continue;
        }
        let here = pds.procedure_of(rule.from);
        let frames = RuleFrames {
            here,
            written: if let RuleKind::Expansion { callee, .. } = rule.kind { callee } else { here },
            returned: callees[rule.from.index()].unwrap_or(here),
        };
        collector.rule(rule, frames);
    }
    Ok(collector.edges.into_edges())
}

/// Whose variables a rule speaks of.
#[derive(Clone, Copy)]
struct RuleFrames {
    /// The procedure that makes the step; its locals are read.
    here: ProcId,
    /// The procedure whose locals and results are written.
    written: ProcId,
    /// The procedure whose results are read.
    returned: ProcId,
}

struct Collector<'a, 'f> {
    vertices: &'a Vertices,
    supports: &'a mut Supports<'f>,
    edges: EdgeSet,
    /// The edge that is being put together.
    pins: Vec<u32>,
    /// Choices of the step with the vertex that is updated with them.
    chosen: Vec<(usize, u32)>,
}

impl Collector<'_, '_> {
    fn rule(&mut self, rule: &Rule, frames: RuleFrames) {
        self.chosen.clear();
        let updates = rule.transfer.updates.iter();
        let vertices = self.vertices;
        let updates = updates.filter_map(|&(slot, value)| Some((vertices.vertex(slot, frames.written)?, value)));
        for (target, value) in updates.clone() {
            self.read(value, frames);
            self.pins.push(target);
            self.edges.add(&mut self.pins);
            self.parts(value, frames);
        }
        if rule.transfer.guard == Formula::TRUE {
            return;
        }
        for (target, value) in updates {
            let choices = self.supports.of(value).iter();
            self.chosen.extend(choices.filter_map(|slot| match slot {
                Slot::Choice(choice) => Some((*choice, target)),
                _ => None,
            }));
        }
        self.chosen.sort_unstable();
        for conjunct in self.supports.conjuncts(rule.transfer.guard) {
            self.read(conjunct, frames);
            self.edges.add(&mut self.pins);
            self.parts(conjunct, frames);
        }
    }

    /// Adds an edge for each part of a formula that reads little, if the formula reads much.
    fn parts(&mut self, formula: Formula, frames: RuleFrames) {
        for part in self.supports.parts(formula) {
            self.read(part, frames);
            self.edges.add(&mut self.pins);
        }
    }

    /// Adds what a formula reads to the edge.
    fn read(&mut self, formula: Formula, frames: RuleFrames) {
        let Collector { vertices, supports, pins, chosen, .. } = self;
        for &slot in supports.of(formula) {
            match slot {
                Slot::Choice(choice) => {
                    let from = chosen.partition_point(|&(known, _)| known < choice);
                    let targets = chosen[from..].iter().take_while(|&&(known, _)| known == choice);
                    pins.extend(targets.map(|&(_, target)| target));
                }
                Slot::Result(_) => pins.extend(vertices.vertex(slot, frames.returned)),
                Slot::Global(_) | Slot::Local(_) => pins.extend(vertices.vertex(slot, frames.here)),
            }
        }
    }
}
