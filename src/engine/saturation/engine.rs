//! The engine: searches with one order of columns after the other, until one ends within its nodes.

use super::options::ROW;
use super::relations::{Relations, Sample};
use super::search::{Post, Pre, Search, Searched};
use super::step::Event;
use super::tries::{Plan, Tries};
use super::variant::Variant;
use crate::budget::{Budget, StopReason};
use crate::engine::{Engine, Event as Told, Finding, Findings, Observer, Question, Stats};
use crate::logic::bdd::{BddStats, Limits, TooManyColumns};
use crate::relational::frames::{Frames, Vertex};
use crate::relational::live::Live;
use crate::relational::order::Order;
use crate::relational::variables::{Columns, Variables};
use serde::Serialize;

/// From where to where.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
    /// post*: from the initial configurations.
    #[default]
    Post,
    /// pre*: from the targets.
    Pre,
}

impl Direction {
    /// Both.
    pub const ALL: [Direction; 2] = [Direction::Post, Direction::Pre];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Direction::Post => "post",
            Direction::Pre => "pre",
        }
    }
}

/// Saturation by BDDs.
#[derive(Clone, Debug, Default)]
pub struct Saturation {
    /// From where to where.
    pub variant: Variant,
    /// The order of columns that is tried first; otherwise those that suit the system are.
    pub order: Option<Order>,
    /// If not empty, an order that begins with these is tried before that.
    pub listed: Vec<Vertex>,
}

/// Counters of the saturation engine.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct SaturationStats {
    /// Transitions of the automaton.
    pub transitions: usize,
    /// How often a transition's weight grew.
    pub increments: usize,
    /// Counters of the diagrams.
    pub bdd: DiagramStats,
}

/// Counters of the diagrams.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct DiagramStats {
    /// Of the last try.
    #[serde(flatten)]
    pub manager: BddStats,
    /// The order of columns with which it ended.
    pub order: &'static str,
    /// How often another order was tried because there were too many nodes.
    pub reorders: usize,
}

impl Engine for Saturation {
    fn name(&self) -> &'static str {
        self.variant.name()
    }

    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings {
        let (pds, targets) = (&question.system.pds, question.targets);
        let search = |relations, told: &mut [bool], observer: &mut dyn Observer| match self.variant.direction() {
            Direction::Post => Search::new(relations, Post::new(pds, targets), told).run(question, budget, observer),
            Direction::Pre => Search::new(relations, Pre::new(pds, targets), told).run(question, budget, observer),
        };
        saturate(question, (&self.listed, self.order), budget, observer, search)
    }
}

/// Searches with one order of columns after the other, until one ends within its nodes: first with the one that begins with the listed variables, if there are any,
/// then with the other. What has been found stands if a limit strikes; `search` says of each target once that it is reached.
pub(super) fn saturate<'q>(
    question: &Question<'q>,
    orders: (&[Vertex], Option<Order>),
    budget: &Budget,
    observer: &mut dyn Observer,
    search: impl FnMut(Relations<'q>, &mut [bool], &mut dyn Observer) -> Searched,
) -> Findings {
    let mut findings = Findings {
        targets: vec![Finding::Unknown(StopReason::Nodes); question.targets.len()],
        proof: None,
        learnt: None,
        stats: Stats::of(ROW.name, &SaturationStats::default()),
    };
    if let Err(reason) = try_all(question, orders, budget, observer, &mut findings, search) {
        for finding in &mut findings.targets {
            if let Finding::Unknown(why) = finding {
                *why = reason.clone();
            }
        }
    }
    findings
}

fn try_all<'q>(
    question: &Question<'q>,
    (listed, asked): (&[Vertex], Option<Order>),
    budget: &Budget,
    observer: &mut dyn Observer,
    findings: &mut Findings,
    mut search: impl FnMut(Relations<'q>, &mut [bool], &mut dyn Observer) -> Searched,
) -> Result<(), StopReason> {
    let system = question.system;
    let pds = &system.pds;
    let live = Live::of(system);
    let variables = || Variables::new(pds, &live, Columns::Read, budget);
    let unsupported = |too_many: TooManyColumns| StopReason::Unsupported(too_many.to_string());
    let first = variables()?;
    let suited = first.suited();
    // What ties variables is of the size of the program: it is not kept during a search.
    let mut first = Some(first);
    let mut static_order = |listed: &[Vertex], order: Order| -> Result<Frames, StopReason> {
        let variables = first.take().map_or_else(variables, Ok)?;
        Frames::new(pds, &variables.ordered(listed, order, budget)?).map_err(unsupported)
    };
    let mut furthest: Option<(usize, Sample)> = None;
    let (mut made, mut told) = (0, vec![false; question.targets.len()]);
    let mut tries = Tries::new(!listed.is_empty(), asked, suited, budget, pds.rules().len());
    while let Some((plan, nodes)) = tries.next() {
        let frames = match plan {
            Plan::Listed => static_order(listed, suited[0])?,
            Plan::Static(order) => static_order(&[], order)?,
            Plan::Sifted => {
                let Some((_, sample)) = &mut furthest else { continue };
                let Some(frames) = sample.sifted(budget)? else { continue };
                frames
            }
        };
        let limits = Limits { budget: budget.clone(), nodes };
        let relations = Relations::new(pds, live.clone(), frames, limits).map_err(unsupported)?;
        observer.event(&Told::Step(&Event::Saturating { order: Some(plan.name()) }));
        let searched = search(relations, &mut told, observer);
        let mut stats = searched.stats;
        (stats.bdd.order, stats.bdd.reorders) = (plan.name(), made);
        made += 1;
        findings.stats = Stats::of(ROW.name, &stats);
        // A search that came to its end may have no nodes left to read off a run of what is reached; what is not is known, and why.
        if !matches!(findings.proof, Some(Ok(_))) {
            findings.proof = searched.proof.or(findings.proof.take());
        }
        for (known, finding) in findings.targets.iter_mut().zip(searched.targets) {
            if !matches!(known, Finding::Reached(_) | Finding::Unreachable) {
                *known = finding;
            }
        }
        if !findings.targets.iter().any(|finding| matches!(finding, Finding::Unknown(StopReason::Nodes))) {
            break;
        }
        // All searches do the same steps, until they have no more nodes.
        let far = stats.increments;
        if let Some(sample) = searched.sample.filter(|_| furthest.as_ref().is_none_or(|&(known, _)| far > known)) {
            furthest = Some((far, sample));
            tries.again();
        }
    }
    Ok(())
}
