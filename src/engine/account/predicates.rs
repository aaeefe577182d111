//! Predicates in accounts: relations between what an activation is entered with and where it can be, as nodes with arrows to those that they need.

use super::{Arrow, Drawing, Extent, LONGEST_NAME, Mark, Node, Plan, Scene, calls, elided};
use crate::summaries::predicate::{Named, Predicate};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A predicate: a relation between what an activation is entered with and where it can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Predicate")]
pub struct StepPredicate {
    /// What it says of an activation.
    pub kind: StepKind,
    /// The procedure.
    pub procedure: usize,
    /// Of a loop head its location.
    pub head: Option<usize>,
}

/// What a predicate says of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "PredicateKind")]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// It comes to a loop head.
    At,
    /// It returns.
    Returns,
    /// It comes to a target, in itself or in a callee.
    Hits,
}

impl From<&Named> for StepPredicate {
    fn from(named: &Named) -> StepPredicate {
        let kind = match named.predicate {
            Predicate::At(..) => StepKind::At,
            Predicate::Returns(_) => StepKind::Returns,
            Predicate::Hits(_) => StepKind::Hits,
        };
        let procedure = named.predicate.procedure().index();
        StepPredicate { kind, procedure, head: named.at.map(|at| at.index()) }
    }
}

impl StepPredicate {
    /// Its name.
    pub fn name(self, scene: Scene<'_>) -> String {
        let procedure = scene.procedure(self.procedure);
        match self.kind {
            StepKind::Returns => format!("{procedure} returns"),
            StepKind::Hits => format!("{procedure} hits"),
            StepKind::At => {
                self.head.map_or(procedure.into(), |head| format!("at {}", scene.system.symbols[head].name))
            }
        }
    }

    /// When it holds of an activation.
    pub fn when(self, scene: Scene<'_>) -> String {
        let procedure = scene.procedure(self.procedure);
        match self.kind {
            StepKind::Returns => format!("whenever {procedure} returns"),
            StepKind::Hits => format!("whenever {procedure} comes to the target"),
            StepKind::At => {
                let head = self.head.map_or("?".into(), |head| scene.place(head));
                format!("whenever {procedure} is at {head}")
            }
        }
    }

    /// Some predicates, each once with how often it is there.
    pub fn listed(predicates: &[StepPredicate], scene: Scene<'_>) -> String {
        let mut once: Vec<(StepPredicate, usize)> = Vec::new();
        for &predicate in predicates {
            match once.iter_mut().find(|(other, _)| *other == predicate) {
                Some((_, count)) => *count += 1,
                None => once.push((predicate, 1)),
            }
        }
        let name = |&(predicate, count): &(StepPredicate, usize)| match count {
            1 => format!("\u{2018}{}\u{2019}", predicate.name(scene)),
            count => format!("\u{2018}{}\u{2019} ({count} times)", predicate.name(scene)),
        };
        once.iter().map(name).collect::<Vec<_>>().join(", ")
    }
}

/// Which predicates need which, as calls and loops have it: heads and returns of callees, and hits of these for hits.
fn needs(predicates: &[StepPredicate], scene: Scene<'_>) -> Vec<(usize, usize)> {
    let calls = calls(scene.system);
    let mut needs = Vec::new();
    for (from, own) in predicates.iter().enumerate() {
        let callees: BTreeSet<usize> = calls[own.procedure].iter().map(|&(_, callee)| callee).collect();
        for (to, other) in predicates.iter().enumerate() {
            let is_needed = match other.kind {
                StepKind::At => other.procedure == own.procedure,
                StepKind::Returns => callees.contains(&other.procedure),
                StepKind::Hits => own.kind == StepKind::Hits && callees.contains(&other.procedure),
            };
            needs.extend(is_needed.then_some((from, to)));
        }
    }
    needs
}

/// The plan of a drawing of predicates; what is known of each takes so many characters.
pub fn predicate_plan(predicates: &[StepPredicate], known: usize, scene: Scene<'_>) -> Plan {
    let needs = needs(predicates, scene);
    let needed: BTreeSet<usize> = needs.iter().filter(|(from, to)| from != to).map(|&(_, to)| to).collect();
    let nodes = predicates.iter().map(|&predicate| {
        let name = predicate.name(scene).chars().count().min(LONGEST_NAME);
        Extent { characters: name.max(known), lines: 2 }
    });
    Plan {
        nodes: nodes.collect(),
        arrows: needs.iter().map(|&(from, to)| (from, to, Extent::default())).collect(),
        first: (0..predicates.len()).filter(|predicate| !needed.contains(predicate)).collect(),
    }
}

/// Predicates, with what is known of each, and what the last step has to do with it.
pub fn predicate_drawing(predicates: &[StepPredicate], known: Vec<(String, Mark)>, scene: Scene<'_>) -> Drawing {
    let nodes = predicates.iter().zip(known).enumerate().map(|(index, (&predicate, (known, mark)))| {
        let lines = vec![elided(&predicate.name(scene), LONGEST_NAME), known];
        Node { index, lines, is_square: true, is_double: false, mark }
    });
    let arrow = |(from, to)| Arrow { from, to, label: Vec::new(), mark: Mark::Plain };
    Drawing { nodes: nodes.collect(), arrows: needs(predicates, scene).into_iter().map(arrow).collect() }
}
