//! The entries from which recursion ends at some depth, as cubes (see the README, "Helper assertions").
//!
//! A tree of one procedure alone, entered with anything, unwound to that depth in its component. An entry is shallow if no run from it begins a
//! leaf below. Nothing rests on these cubes but how useful a helper assertion is.

use super::chains::Chains;
use super::context::Context;
use super::premise::{Cube, lit};
use crate::budget::{Budget, StopReason};
use crate::logic::sat::Lit;
use crate::summaries::instances::template::Interface;
use crate::summaries::instances::tree::{FIRST, NodeId, Tree};
use crate::summaries::predicate::{Predicate, PredicateId};

/// A tree has at most so many nodes that are unwound.
const MOST_NODES: usize = 400;
/// So many entries are looked at.
const MOST_ENTRIES: usize = 64;

/// The cubes; none if there are too many instances.
///
/// # Errors
/// The limit that was hit.
pub(super) fn shallow(
    context: &mut Context<'_, '_>,
    predicate: PredicateId,
    depth: u32,
) -> Result<Option<Vec<Cube>>, StopReason> {
    let Some((mut tree, deeper)) = unwound(context, predicate, depth) else { return Ok(None) };
    let budget = context.budget;
    tree.read(&context.memory.store, true);
    let entered = context.known.relations.body(predicate).entered;
    let interface = tree.nodes[FIRST].interface.clone();
    let [outside, attempt] = [0; 2].map(|_| tree.fresh());
    let starts: Vec<Lit> = deeper.iter().map(|&leaf| tree.nodes[leaf].interface.start).collect();
    tree.exclude(&[!attempt].into_iter().chain(starts.iter().copied()).collect::<Vec<_>>());
    let mut assumed: Vec<Lit> = starts.iter().map(|&start| !start).collect();
    assumed.push(outside);
    let mut cubes = Vec::new();
    for _ in 0..MOST_ENTRIES {
        let Ok(run) = tree.assume(&assumed, budget)? else { break };
        let entry: Cube = interface.arguments[..entered].iter().map(|&lit| run.value(lit)).enumerate().collect();
        let cube = deep(&mut tree, &interface, attempt, entry.clone(), budget)?;
        let excluded = cube.as_ref().unwrap_or(&entry).iter().map(|&literal| !lit(&interface, literal));
        let clause: Vec<Lit> = [!outside].into_iter().chain(excluded).collect();
        tree.exclude(&clause);
        cubes.extend(cube);
    }
    context.stats.sat += tree.sat();
    Ok(Some(cubes))
}

/// The tree, and the leaves that are calls deeper than that.
fn unwound(context: &mut Context<'_, '_>, predicate: PredicateId, depth: u32) -> Option<(Tree, Vec<NodeId>)> {
    let mut tree = Tree::alone(context.known, predicate);
    let mut chains = Chains::default();
    let mut open = vec![FIRST];
    let mut deeper = Vec::new();
    let procedure = context.known.relations.body(predicate).predicate.procedure();
    chains.read(context.known, context.calls, &tree);
    while let Some(node) = open.pop() {
        let own = context.known.relations.body(tree.nodes[node].interface.predicate).predicate;
        let is_recursive = context.calls.are_mutually_recursive(own.procedure(), procedure);
        if is_recursive && chains.depth(context.known, &tree, node) > depth {
            deeper.extend((!matches!(own, Predicate::At(..))).then_some(node));
        } else if is_recursive {
            let first = tree.nodes.len();
            if first > MOST_NODES {
                return None;
            }
            tree.expand(context.known, node);
            chains.read(context.known, context.calls, &tree);
            open.extend(first..tree.nodes.len());
        }
    }
    Some((tree, deeper))
}

/// Those of the values of an entry from which no run begins a deeper call, few of them; none if one does.
fn deep(
    tree: &mut Tree,
    interface: &Interface,
    attempt: Lit,
    entry: Cube,
    budget: &Budget,
) -> Result<Option<Cube>, StopReason> {
    let mut ask = |cube: &Cube| -> Result<Option<Cube>, StopReason> {
        let literals = cube.iter().map(|&literal| lit(interface, literal));
        let assumed: Vec<Lit> = literals.chain([attempt]).collect();
        Ok(match tree.assume(&assumed, budget)? {
            Ok(_) => None,
            Err(core) => {
                let is_needed = |&literal: &(usize, bool)| core.contains(&lit(interface, literal));
                Some(cube.iter().copied().filter(is_needed).collect())
            }
        })
    };
    let Some(mut core) = ask(&entry)? else { return Ok(None) };
    let mut at = core.len();
    while at > 0 {
        at -= 1;
        let mut fewer = core.clone();
        fewer.remove(at);
        if let Some(smaller) = ask(&fewer)? {
            at = at.min(smaller.len());
            core = smaller;
        }
    }
    Ok(Some(core))
}
