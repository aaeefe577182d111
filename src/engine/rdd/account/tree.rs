//! The call tree as the paper draws it (2015-fedyukovich, Figure 3): grey is precise, white with a `?` may do anything, black with a `!` is to be unwound.

use super::step::Step;
use crate::engine::account::{
    Arrow, Drawing, Extent, LONGEST_NAME, Mark, Node, Plan, Scene, StepKind, StepPredicate, elided,
};
use std::collections::BTreeSet;

/// So many instances are drawn at most, those that come first.
const MOST: usize = 150;
/// The room that what is known of an instance takes.
const STATE: usize = 24;

/// An instance.
#[derive(Clone, Copy, Debug)]
struct Instance {
    predicate: StepPredicate,
    parent: Option<usize>,
    /// The chain that ends at it, if it is unwound.
    chain: Option<u32>,
}

/// The instances of all trees up to a step, those of one tree behind those of the one before.
#[derive(Debug, Default)]
pub(super) struct Instances {
    all: Vec<Instance>,
    /// Where the tree begins that is there now.
    begin: usize,
    /// What the last run begins.
    black: BTreeSet<usize>,
}

impl Instances {
    /// All up to a step.
    fn of(steps: &[Step]) -> Instances {
        let mut instances = Instances::default();
        steps.iter().for_each(|step| instances.read(step));
        instances
    }

    /// What is there after a step more.
    pub fn read(&mut self, step: &Step) {
        match step {
            Step::Begun { predicate, .. } => {
                self.begin = self.all.len();
                self.black.clear();
                self.all.push(Instance { predicate: *predicate, parent: None, chain: None });
            }
            Step::Run { begins, .. } => self.black = begins.iter().map(|leaf| self.begin + leaf).collect(),
            Step::Inlined { instance, chain, children, .. } => {
                let instance = self.begin + instance;
                self.black.remove(&instance);
                if let Some(inlined) = self.all.get_mut(instance) {
                    inlined.chain = Some(*chain);
                }
                let leaf = |&predicate| Instance { predicate, parent: Some(instance), chain: None };
                self.all.extend(children.iter().map(leaf));
            }
            _ => {}
        }
    }

    /// An instance of the tree that is there now.
    pub fn named(&self, instance: usize, scene: Scene<'_>) -> String {
        match self.all.get(self.begin + instance) {
            Some(of) => format!("{instance} \u{2018}{}\u{2019}", of.predicate.name(scene)),
            None => instance.to_string(),
        }
    }

    /// Some of them.
    pub fn listed(&self, instances: &[usize], scene: Scene<'_>) -> String {
        instances.iter().map(|&instance| self.named(instance, scene)).collect::<Vec<_>>().join(", ")
    }

    /// The longest chain in the tree that is there now: its calls.
    fn longest(&self) -> BTreeSet<usize> {
        let inlined = (self.begin..self.all.len()).filter_map(|at| Some((self.all[at].chain?, at)));
        let Some((_, last)) =
            inlined.filter(|&(chain, _)| chain > 1).max_by_key(|&(chain, at)| (chain, usize::MAX - at))
        else {
            return BTreeSet::new();
        };
        let way = std::iter::successors(Some(last), |&at| self.all[at].parent);
        way.filter(|&at| self.all[at].predicate.kind != StepKind::At && self.all[at].parent.is_some()).collect()
    }
}

/// What is drawn of all steps together.
pub(super) fn plan(steps: &[Step], scene: Scene<'_>) -> Plan {
    let instances = Instances::of(steps);
    let drawn = || instances.all.iter().take(MOST).enumerate();
    let extent = |instance: &Instance| {
        let name = instance.predicate.name(scene).chars().count().min(LONGEST_NAME);
        Extent { characters: name.max(STATE), lines: 2 }
    };
    Plan {
        nodes: drawn().map(|(_, instance)| extent(instance)).collect(),
        arrows: drawn().filter_map(|(at, instance)| Some((instance.parent?, at, Extent::default()))).collect(),
        first: drawn().filter(|(_, instance)| instance.parent.is_none()).map(|(at, _)| at).collect(),
    }
}

/// The tree after the last of some steps.
pub(super) fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
    let instances = Instances::of(steps);
    let longest = instances.longest();
    let drawn = || (instances.begin..instances.all.len().min(MOST)).map(|at| (at, &instances.all[at]));
    let nodes = drawn().map(|(at, instance)| {
        let (state, mark) = match (instance.chain, instances.black.contains(&at)) {
            (Some(chain), _) if longest.contains(&at) => (format!("grey: precise, {chain} in chain"), Mark::Premise),
            (Some(_), _) => ("grey: precise".into(), Mark::Plain),
            (None, true) => ("black !: to be unwound".into(), Mark::New),
            (None, false) => ("white ?: anything".into(), Mark::Plain),
        };
        let lines = vec![elided(&instance.predicate.name(scene), LONGEST_NAME), elided(&state, STATE + 4)];
        Node { index: at, lines, is_square: instance.chain.is_some(), is_double: false, mark }
    });
    let nodes: Vec<Node> = nodes.collect();
    let place = |at: usize| nodes.iter().position(|node| node.index == at);
    let arrow = |(at, instance): (usize, &Instance)| {
        let (from, to) = (place(instance.parent?)?, place(at)?);
        Some(Arrow { from, to, label: Vec::new(), mark: Mark::Plain })
    };
    let arrows = drawn().filter_map(arrow).collect();
    Drawing { nodes, arrows }
}
