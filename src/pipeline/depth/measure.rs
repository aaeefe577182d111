//! The numbers.

use super::{Heaviest, Measure};
use crate::budget::{Budget, StopReason};
use crate::depth::{Chains, Graph, Longest, Recursion};
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Place, Point, ProcId};
use crate::pds::passes::{Pass, PassSet};
use crate::pipeline::{Failure, Loaded, Options, prepare};

/// What the passes may do that come before. A call is never without influence here, for it makes the stack higher; and a rule is a call or none.
const PASSES: PassSet = PassSet::ALL.without(Pass::Outline).without(Pass::Cone).without(Pass::Compaction);

/// All that was found.
pub(super) struct Numbers {
    /// The most activations on a stack.
    pub height: Longest,
    /// The most of each procedure.
    pub procedures: Vec<Longest>,
    /// The most of each recursive component, and of chains that begin at each of its sites.
    pub components: Vec<(Longest, Vec<Longest>)>,
    /// The heaviest stack.
    pub heaviest: Option<Heaviest>,
}

/// For each procedure whether it is among these.
pub(super) fn among(procedures: &[ProcId], count: usize) -> Vec<bool> {
    let mut among = vec![false; count];
    procedures.iter().for_each(|procedure| among[procedure.index()] = true);
    among
}

/// That runs come to a place where a procedure is entered.
pub(super) fn entered(procedure: ProcId) -> Property {
    Property { kind: PropertyKind::Place, place: Place { procedure, point: Point::ENTRY } }
}

/// The numbers that an engine's heads lead to; or the limit that was hit.
///
/// # Errors
/// [`Failure::Request`] if the engine cannot find heads.
pub(super) fn measured(
    loaded: &Loaded,
    options: &Options,
    recursion: &Recursion,
    measure: &Measure<'_>,
) -> Result<Result<Numbers, StopReason>, Failure> {
    let name = measure.engine.name;
    let finder = measure.engine.heads;
    let finder = finder.ok_or_else(|| Failure::Request(format!("`{name}` does not find how deep stacks become")))?;
    // What matters is which calls are made.
    let entries: Vec<Property> = loaded.program.procedure_ids().map(entered).collect();
    let effort = finder.effort.filter(|_| measure.gives_up);
    // If it is not known when time is up, what is left is for what a run shows.
    let limits = match measure.wants_evidence {
        true => options.budget.clone().with_less_time(),
        false => options.budget.clone(),
    };
    let budget = effort.into_iter().fold(limits.clone(), Budget::with_effort);
    Ok(prepare(loaded, &entries, options.passes.both(PASSES), &limits).and_then(|ready| {
        let heads = (finder.find)(&ready.system, &budget)?;
        let mut graph = Graph::new(heads, loaded.entry, limits);
        numbers(loaded, recursion, &mut graph, measure)
    }))
}

/// The numbers of a graph.
fn numbers(
    loaded: &Loaded,
    recursion: &Recursion,
    graph: &mut Graph<'_>,
    measure: &Measure<'_>,
) -> Result<Numbers, StopReason> {
    let count = loaded.program.procedures.len();
    let everything = vec![true; count];
    let ones = vec![1; count];
    let mut procedures = Vec::with_capacity(count);
    for procedure in loaded.program.procedure_ids() {
        procedures.push(match recursion.component(procedure) {
            None => Longest::Bounded(u64::from(graph.is_entered(procedure))),
            Some(component) => {
                let within = among(&recursion.components[component].procedures, count);
                let weights: Vec<u64> = loaded.program.procedure_ids().map(|id| u64::from(id == procedure)).collect();
                graph.longest(&Chains { weights: &weights, within: &within, from: None })?
            }
        });
    }
    let mut components = Vec::with_capacity(recursion.components.len());
    for component in &recursion.components {
        let within = among(&component.procedures, count);
        let mut chains = Chains { weights: &ones, within: &within, from: None };
        let depth = match component.procedures[..] {
            [one] => procedures[one.index()].clone(),
            _ => graph.longest(&chains)?,
        };
        let mut from = Vec::with_capacity(component.sites.len());
        for &site in &component.sites {
            chains.from = Some(site);
            from.push(match component.only_site(loaded.entry) {
                Some(_) => depth.clone(),
                None => graph.longest(&chains)?,
            });
        }
        components.push((depth, from));
    }
    let height = graph.longest(&Chains { weights: &ones, within: &everything, from: None })?;
    let heaviest = match (measure.weights, &height) {
        (Some(weights), Longest::Bounded(_)) => {
            let (weight, calls) = graph.heaviest(&Chains { weights, within: &everything, from: None })?;
            Some(Heaviest { weight, calls })
        }
        _ => None,
    };
    Ok(Numbers { height, procedures, components, heaviest })
}
