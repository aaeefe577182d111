//! What instances compute: lemmas that need no refutation (see the README, "Functions").
//!
//! An instance whose body makes no choice is a function of the values at the entry, as far as all that it calls is unwound. With `T` for that, `R` for
//! that the run comes to its end, and `F` for what it leaves there, each a formula over the entry that is made of the body by putting the children's
//! in the place of what the body takes from them, the lemma is `T -> R & y = F(x)`.
//!
//! **Theorem.** These lemmas of all instances together are inductive. Let a run of the body be entered with x, and let `T` hold. Each call of it is one of a child for
//! which its own `T` holds, so, by the lemma of the child, it is as the child's `R` and `F` say; and so the run is as those of the parent say, which are made of these.
//!
//! Nothing of that depends on why the tree has no run. Where the refutation is long, and what instances compute is not said by few cubes, as of
//! sums, this is short.

use crate::budget::{Budget, StopReason};
use crate::logic::fold::Cone;
use crate::logic::formula::{Formula, Formulas, Input};
use crate::summaries::instances::houdini::Lemmas;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::store::Store;
use crate::summaries::instances::tree::{FIRST, NodeId, Tree};
use crate::summaries::relations::body::Body;
use crate::symbolic::graph::Graph;
use rustc_hash::{FxHashMap, FxHashSet};

/// The lemmas may have so many nodes.
const MOST_NODES: usize = 1 << 20;

/// An instance as a function of the values at its entry.
struct Function {
    /// All that is called from there is unwound.
    within: Formula,
    /// Then the run comes to its end,
    comes: Formula,
    /// with these values.
    leaves: Vec<Formula>,
}

/// What instances compute.
#[derive(Default)]
pub(super) struct Computed {
    /// As lemmas: those that are not stored already.
    pub lemmas: Lemmas,
    /// The instances that compute something.
    functions: FxHashSet<NodeId>,
}

impl Computed {
    /// The tree without what is below instances that compute something, which are leaves then.
    pub fn others(&self, known: &mut Known<'_>, tree: &Tree) -> Tree {
        let mut others = Tree::new(known, tree.nodes[FIRST].interface.predicate);
        let mut open = vec![(FIRST, FIRST)];
        while let Some((node, copy)) = open.pop() {
            if let (Some(expanded), false) = (&tree.nodes[node].expanded, self.functions.contains(&node)) {
                let first = others.nodes.len();
                others.expand(known, copy);
                open.extend(expanded.children.clone().zip(first..));
            }
        }
        others
    }
}

/// What the instances of a tree compute, as far as that is not stored already. Linear in the lemmas; with too many nodes there are none.
///
/// # Errors
/// The limit that was hit.
pub(super) fn functions(
    known: &mut Known<'_>,
    store: &Store,
    tree: &Tree,
    budget: &Budget,
) -> Result<Computed, StopReason> {
    let mut found: Vec<Option<Function>> = Vec::new();
    found.resize_with(tree.nodes.len(), || None);
    let mut computed = Computed::default();
    let before = known.relations.graph.formulas.len();
    for (id, node) in tree.nodes.iter().enumerate().rev() {
        budget.poll()?;
        let Some(expanded) = &node.expanded else { continue };
        let predicate = node.interface.predicate;
        let body = &known.relations.bodies[predicate.index()];
        let children = &found[expanded.children.clone()];
        let function = of(&mut known.relations.graph, body, &known.relations.bodies, children);
        // Of what never comes to its end here a pass may have cut the end; the program still has it.
        let Some(function) = function.filter(|function| function.comes != Formula::FALSE) else { continue };
        if known.relations.graph.formulas.len() - before > MOST_NODES {
            return Ok(Computed::default());
        }
        let arguments = known.arguments(predicate);
        let lemma = function.lemma(&mut known.relations.graph.formulas, &arguments);
        if function.within != Formula::FALSE {
            computed.functions.insert(id);
        }
        found[id] = Some(function);
        let is_new = lemma != Formula::TRUE && store.of(predicate).iter().all(|summary| summary.lemma != lemma);
        let lemmas = computed.lemmas.entry(predicate).or_default();
        if is_new && !lemmas.contains(&lemma) {
            lemmas.push(lemma);
        }
    }
    computed.lemmas.retain(|_, lemmas| !lemmas.is_empty());
    Ok(computed)
}

/// The function of a body, if its children are these; nothing if it makes choices.
fn of(graph: &mut Graph, body: &Body, bodies: &[Body], children: &[Option<Function>]) -> Option<Function> {
    let entered = body.arguments[..body.entered].iter();
    let mut values: FxHashMap<Input, Formula> = entered.map(|&input| (graph.number_of(input), input)).collect();
    let (mut within, mut comes) = (Formula::TRUE, Formula::TRUE);
    for (atom, child) in body.atoms.iter().zip(children) {
        let (given, left) = atom.arguments.split_at(atom.given);
        let guard = replaced(graph, &[atom.guard], &values)?[0];
        let Some(child) = child else {
            within = graph.formulas.and(within, !guard);
            // What a call leaves that is not made is of no account.
            values.extend(left.iter().map(|&input| (graph.number_of(input), Formula::FALSE)));
            continue;
        };
        let callee = &bodies[atom.predicate.index()];
        let entries = &callee.arguments[..callee.entered];
        let given = replaced(graph, given, &values)?;
        let given = entries.iter().map(|&entry| graph.number_of(entry)).zip(given).collect();
        let mut of_child = vec![child.within, child.comes];
        of_child.extend(&child.leaves);
        let of_child = replaced(graph, &of_child, &given)?;
        for (all, of_child) in [(&mut within, of_child[0]), (&mut comes, of_child[1])] {
            let implied = graph.formulas.implies(guard, of_child);
            *all = graph.formulas.and(*all, implied);
        }
        values.extend(left.iter().map(|&input| graph.number_of(input)).zip(of_child[2..].iter().copied()));
    }
    let mut ends = vec![body.run];
    ends.extend(&body.arguments[body.entered..]);
    let ends = replaced(graph, &ends, &values)?;
    comes = graph.formulas.and(comes, ends[0]);
    Some(Function { within, comes, leaves: ends[1..].to_vec() })
}

/// Formulas with others in the place of inputs; nothing if there is none for one.
fn replaced(graph: &mut Graph, all: &[Formula], values: &FxHashMap<Input, Formula>) -> Option<Vec<Formula>> {
    let cone = Cone::of(&graph.formulas, all.iter().copied());
    let mut is_missing = false;
    let by = |_: &mut Graph, input: Input| {
        let value = values.get(&input).copied();
        is_missing |= value.is_none();
        value.unwrap_or_default()
    };
    let replaced = graph.substitute(&cone, by);
    (!is_missing).then_some(replaced)
}

impl Function {
    /// What it says of the arguments of its predicate.
    fn lemma(&self, formulas: &mut Formulas, arguments: &[Formula]) -> Formula {
        let Function { within, comes, leaves } = self;
        let left = &arguments[arguments.len() - leaves.len()..];
        let mut says = *comes;
        for (&argument, &value) in left.iter().zip(leaves) {
            let equal = formulas.iff(argument, value);
            says = formulas.and(says, equal);
        }
        formulas.implies(*within, says)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Variant;
    use crate::generate::words::{Size, catalogue, write};
    use crate::lang::program::property::properties;
    use crate::pds::passes::{self, PassSet};
    use crate::pds::{self, Target};
    use crate::summaries::instances::memory::Memory;
    use crate::summaries::relations::Relations;
    use crate::{Options, Source, lang::cfg, pipeline::load};

    /// Trees of programs over numbers, with all leaves unwound some times.
    #[test]
    fn what_instances_compute_is_inductive() {
        let budget = Budget::unlimited();
        let (mut lemmas, mut several) = (0, 0);
        for program in
            ["id", "sum", "fibo", "ackermann", "mccarthy", "gcd", "evenodd", "multiply", "bitshift2", "array"]
        {
            let size = Size { bits: 2, inputs: None, variant: Variant::Safe };
            let text = write(catalogue::find(program).expect("a program"), &size);
            let loaded = load(&Source::new("x.bp", text.as_str()), &Options::default()).expect("a program");
            let graphs = cfg::build(&loaded.program);
            let asked = properties(&loaded.program, &[]).expect("the default");
            let targets: Vec<Target> = asked.iter().map(|property| pds::build::target(&graphs, property)).collect();
            let system = pds::build(&loaded.program, &graphs, loaded.entry);
            let system = passes::run(system, &targets, PassSet::default(), &budget).expect("no limit");
            let mut known = Known::new(Relations::new(&system, &targets, false, &budget));
            for target in &targets {
                let watched = known.relations.watch(target);
                let mut tree = Tree::new(&known, watched.hits[&system.pds.entry]);
                for _ in 0..4 {
                    for leaf in tree.leaves.clone() {
                        tree.expand(&mut known, leaf);
                    }
                }
                let found = functions(&mut known, &Store::default(), &tree, &budget).expect("no limit").lemmas;
                let kept = Memory::default().inductive(&mut known, found.clone(), &budget).expect("no limit");
                assert_eq!(kept, found, "{text}");
                lemmas += found.values().map(Vec::len).sum::<usize>();
                several += usize::from(found.values().any(|lemmas| lemmas.len() > 1));
            }
        }
        assert!(lemmas > 20 && several > 5, "{lemmas} lemmas, {several} programs with several for one predicate");
    }
}
