//! The bound query (2007-basler, Thm 1): are there so many labels of a component, pairwise different, each the label of a call
//! that is made in a run of the one before?
//!
//! In a cheapest derivation no label is nested in an equal one, so if there are none, no label is nested deeper. No tree of
//! calls is needed: each body, with its calls into the component over-approximated, is instantiated once for each label
//! of the chain. The chain grows with the depth; what its solver has learnt stays.

use crate::budget::StopReason;
use crate::engine::summary::checker::Checker;
use crate::engine::summary::units::Unit;
use crate::lang::program::ProcId;
use crate::logic::fold::Cone;
use crate::logic::formula::{Formula, Input};
use crate::logic::query::{Query, Reply};
use crate::logic::sat::SatStats;
use crate::symbolic::graph::{Graph, Name, Round};
use crate::symbolic::rounds::{Call, Exec};
use std::rc::Rc;

/// The conflicts that a question may take.
const CONFLICTS: u64 = 2_000;

/// The chain of a component so far.
pub(in crate::engine::summary) struct Chain {
    query: Query,
    /// The executions of which the links are instances.
    bodies: Vec<Rc<Exec>>,
    links: Vec<Vec<Link>>,
    /// That the links are linked and pairwise different.
    condition: Formula,
}

/// One label of one procedure.
#[derive(Clone)]
struct Link {
    /// The label is of this procedure.
    selected: Formula,
    ins: Vec<Formula>,
    returns: Formula,
    hits: Formula,
    outs: Vec<Formula>,
    calls: Vec<LinkCall>,
}

/// A call in the component.
#[derive(Clone)]
struct LinkCall {
    /// The index of the callee among the members.
    callee: usize,
    taken: Formula,
    hits: Formula,
    ins: Vec<Formula>,
    outs: Vec<Formula>,
}

impl Chain {
    /// What its solver has done.
    pub fn solver(&self) -> SatStats {
        self.query.stats()
    }
}

impl Checker<'_> {
    /// Whether no label of a component is nested deeper than this. "No" may mean that nobody knows; it is always the answer while a loop that
    /// makes such a call is not unrolled to its end.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(super) fn is_chain_short(
        &mut self,
        component: usize,
        members: &[ProcId],
        depth: u32,
    ) -> Result<bool, StopReason> {
        let mut bodies = Vec::with_capacity(members.len());
        for &procedure in members {
            let unit = self.units.id(Unit { procedure, level: 1, is_closed: false });
            bodies.push(self.exec(unit)?);
        }
        // Of the rounds that are not unrolled only the last one has its calls, so a label may be nested in one that the chain does not see.
        let is_hidden = |call: &Call| members.contains(&call.callee) && call.at.1 == Round::Star;
        if bodies.iter().any(|body| body.calls.iter().any(is_hidden)) {
            return Ok(false);
        }
        self.stats.chain_queries += 1;
        let mut chain = self.chain_of(component, bodies);
        while chain.links.len() <= depth as usize {
            self.lengthen(component, &mut chain, members);
        }
        let last = chain.links.last().map_or(&[][..], Vec::as_slice);
        let run = any(&mut self.graph, last.iter().map(|link| (link.selected, link.returns, link.hits)));
        let question = [chain.condition, run];
        let reply = chain.query.ask_within(&self.graph.formulas, &question, &self.budget, Some(CONFLICTS));
        self.chains.insert(component, chain);
        Ok(matches!(reply?, Reply::No(_)))
    }

    /// How many labels a chain was asked about to have.
    pub(super) fn chain_length(&self, component: usize) -> usize {
        self.chains.get(&component).map_or(0, |chain| chain.links.len())
    }

    /// The chain of these bodies so far, taken out. One of other bodies is given up.
    fn chain_of(&mut self, component: usize, bodies: Vec<Rc<Exec>>) -> Chain {
        if let Some(known) = self.chains.remove(&component) {
            if known.bodies.iter().zip(&bodies).all(|(a, b)| Rc::ptr_eq(a, b)) {
                return known;
            }
            self.stats.spend(&known.solver());
        }
        let query = Query::new(self.engine.solver);
        Chain { query, bodies, links: Vec::new(), condition: Formula::TRUE }
    }

    /// One link more.
    fn lengthen(&mut self, component: usize, chain: &mut Chain, members: &[ProcId]) {
        let number = chain.links.len() as u32;
        let mut rest = Formula::TRUE;
        let mut links = Vec::with_capacity(members.len());
        for (index, &procedure) in members.iter().enumerate() {
            let this = self.graph.input(Name::Link(component as u32, number, index as u32, None));
            let is_last = index + 1 == members.len();
            let selected = if is_last { rest } else { self.graph.formulas.and(rest, this) };
            rest = self.graph.formulas.and(rest, !this);
            let exec = chain.bodies[index].clone();
            links.push(self.instance((component, number, index), procedure, members, &exec, selected));
        }
        let graph = &mut self.graph;
        if let Some(before) = chain.links.last() {
            let mut linked = Formula::FALSE;
            for outer in before {
                for call in &outer.calls {
                    let inner = &links[call.callee];
                    let nested = is_call_of(graph, outer, call, inner);
                    linked = graph.formulas.or(linked, nested);
                }
            }
            chain.condition = graph.formulas.and(chain.condition, linked);
        }
        for earlier in &chain.links {
            for (a, b) in earlier.iter().zip(&links) {
                let same = is_same_label(graph, a, b);
                chain.condition = graph.formulas.and(chain.condition, !same);
            }
        }
        chain.links.push(links);
    }

    fn instance(
        &mut self,
        (component, number, index): (usize, u32, usize),
        procedure: ProcId,
        members: &[ProcId],
        exec: &Exec,
        selected: Formula,
    ) -> Link {
        let ins: Vec<Formula> = {
            let slots = self.view.interface_of(procedure).ins.clone();
            slots.into_iter().map(|slot| self.graph.input(Name::Entry(procedure, slot))).collect()
        };
        let inside = |callee: ProcId| members.iter().position(|&member| member == callee);
        let calls: Vec<_> = exec.calls.iter().filter_map(|call| Some((inside(call.callee)?, call))).collect();
        let mut roots = vec![exec.returns, exec.hits];
        roots.extend(ins.iter().chain(&exec.outs));
        for (_, call) in &calls {
            roots.extend([call.taken, call.hits].iter().chain(&call.ins).chain(&call.outs));
        }
        let open = self.graph.number(Name::Open);
        let cone = Cone::of(&self.graph.formulas, roots);
        let images = self.graph.substitute(&cone, |graph, input: Input| {
            if input == open {
                Formula::TRUE
            } else {
                graph.input(Name::Link(component as u32, number, index as u32, Some(input)))
            }
        });
        let mut images = images.into_iter();
        let mut next = |count: usize| images.by_ref().take(count).collect::<Vec<_>>();
        let ends = next(2);
        let (ins, outs) = (next(ins.len()), next(exec.outs.len()));
        let calls = calls.into_iter().map(|(callee, call)| {
            let conditions = next(2);
            let (ins, outs) = (next(call.ins.len()), next(call.outs.len()));
            LinkCall { callee, taken: conditions[0], hits: conditions[1], ins, outs }
        });
        let calls = calls.collect();
        Link { selected, ins, returns: ends[0], hits: ends[1], outs, calls }
    }
}

/// The run of one label makes this call, and another label is its label.
fn is_call_of(graph: &mut Graph, outer: &Link, call: &LinkCall, inner: &Link) -> Formula {
    let run = any(graph, [(outer.selected, outer.returns, outer.hits)].into_iter());
    let entered = equal(graph, &call.ins, &inner.ins);
    let left = equal(graph, &call.outs, &inner.outs);
    let formulas = &mut graph.formulas;
    let hit = formulas.and(call.hits, inner.hits);
    let returned = formulas.and(!call.hits, inner.returns);
    let returned = formulas.and(returned, left);
    let end = formulas.or(hit, returned);
    [run, call.taken, inner.selected, entered, end].into_iter().fold(Formula::TRUE, |all, f| formulas.and(all, f))
}

/// Two labels of one procedure are equal.
fn is_same_label(graph: &mut Graph, a: &Link, b: &Link) -> Formula {
    let entered = equal(graph, &a.ins, &b.ins);
    let left = equal(graph, &a.outs, &b.outs);
    let formulas = &mut graph.formulas;
    let hit = formulas.and(a.hits, b.hits);
    let returned = formulas.and(a.returns, b.returns);
    let returned = formulas.and(returned, left);
    let end = formulas.or(hit, returned);
    [a.selected, b.selected, entered, end].into_iter().fold(Formula::TRUE, |all, f| formulas.and(all, f))
}

fn equal(graph: &mut Graph, a: &[Formula], b: &[Formula]) -> Formula {
    a.iter().zip(b).fold(Formula::TRUE, |all, (&a, &b)| {
        let same = graph.formulas.iff(a, b);
        graph.formulas.and(all, same)
    })
}

/// One of these is selected and has a run.
fn any(graph: &mut Graph, links: impl Iterator<Item = (Formula, Formula, Formula)>) -> Formula {
    links.fold(Formula::FALSE, |any, (selected, returns, hits)| {
        let formulas = &mut graph.formulas;
        let ends = formulas.or(returns, hits);
        let run = formulas.and(selected, ends);
        formulas.or(any, run)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Budget, CancelToken};
    use crate::engine::summary::SummaryEngine;
    use crate::engine::{Observer, Silent};
    use crate::generate::{Shape, Variant, freebits};
    use crate::pds::passes::{self, PassSet};
    use crate::{Options, Source, lang::cfg, pds, pipeline::load};
    use std::cell::RefCell;

    /// Of a chain that grows, of one that is given up because a body has changed, and of one that is stopped.
    #[test]
    fn each_question_is_counted_once() {
        let text =
            freebits::write(&freebits::Options { variables: 2, shape: Shape::Recursion, variant: Variant::Safe });
        let loaded = load(&Source::new("test.bp", text), &Options::default()).expect("a program");
        let graphs = cfg::build(&loaded.program);
        let target = pds::build::target(&graphs, &loaded.properties[0]);
        let system = pds::build(&loaded.program, &graphs, loaded.entry);
        let budget = Budget::unlimited();
        let system = passes::run(system, std::slice::from_ref(&target), PassSet::NONE, &budget).expect("no limits");
        let (mut silent, engine) = (Silent, SummaryEngine::DEFAULT);
        let observer: RefCell<&mut dyn Observer> = RefCell::new(&mut silent);
        let mut checker = Checker::new(&system.pds, &system.modref, &target, engine, &observer);
        let members = checker.calls.components[0].clone();
        for depth in [1, 2, 2] {
            assert_eq!(checker.is_chain_short(0, &members, depth), Ok(false));
        }
        let first = checker.chains[&0].solver();
        checker.invalidate(members[0]);
        assert_eq!(checker.is_chain_short(0, &members, 1), Ok(false));
        let cancel = CancelToken::default();
        cancel.cancel();
        checker.budget = Budget::unlimited().with_cancel(cancel);
        assert_eq!(checker.is_chain_short(0, &members, 2), Err(StopReason::Interrupted));
        let second = checker.chains[&0].solver();
        let stats = checker.count();
        assert_eq!((first.calls, second.calls, stats.chain_queries), (3, 2, 5));
        assert_eq!(stats.solver_calls, first.calls + second.calls);
        assert_eq!(stats.variables, first.variables + second.variables);
        assert_eq!(stats.conflicts, first.conflicts + second.conflicts);
    }
}
