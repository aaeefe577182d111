//! The state of one check, and the executions that follow from what is refined how far: see [`super::refine`].

use super::closure::ClosedRound;
use super::complete::{Chain, Completeness};
use super::event::Event;
use super::units::{Unit, Units};
use super::{SummaryEngine, SummaryStats};
use crate::budget::{Budget, StopReason};
use crate::engine::{Event as EngineEvent, Observer};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::query::{Assignment, Reply};
use crate::pds::analysis::ModRef;
use crate::pds::{SymbolicPds, Target};
use crate::summaries::calls::CallGraph;
use crate::summaries::project::{Subject, Variables, Way, project};
use crate::summaries::summary::{Relation, Summary};
use crate::symbolic::flow::Flow;
use crate::symbolic::graph::{Graph, UnitId};
use crate::symbolic::rounds::{Constraint, Exec, Form, Setting, execute};
use crate::symbolic::solvers::Solvers;
use crate::symbolic::view::View;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// A summary with fewer nodes is copied rather than projected.
const SMALL: usize = 24;
/// So many nodes that are copied are one unit of work.
const COPIED: u64 = 64;
/// So many executions are one unit of work.
const EXECUTED: u64 = 4;
/// The most nodes of formulas.
const NODES: usize = 20_000_000;

/// How far a recursive component is nested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recursion {
    /// The depth d of nesting, in calls: bodies at depth 0 are Σ★.
    pub depth: u32,
    /// Whether that is deep enough.
    pub completeness: Completeness,
}

/// One check: is the target reached?
pub(super) struct Checker<'a> {
    pub view: View<'a>,
    pub graph: Graph,
    pub calls: CallGraph,
    pub units: Units,
    pub stats: SummaryStats,
    pub budget: Budget,
    observer: &'a RefCell<&'a mut dyn Observer>,
    flows: Vec<Option<Rc<Flow>>>,
    /// For each procedure whether some call of it stands for more than Σ★.
    pub refined: Vec<bool>,
    /// The calls that do, if each is refined on its own.
    pub replaced: FxHashSet<(LocId, ProcId)>,
    /// For each component of a procedure's control flow how many back edges are followed, if any.
    pub bounds: FxHashMap<(ProcId, usize), u32>,
    pub constraints: FxHashMap<ProcId, BTreeSet<Constraint>>,
    pub recursion: Vec<Recursion>,
    /// The recursive components of which a fixpoint was known before a body in or below them changed.
    pub stale: BTreeSet<usize>,
    pub execs: FxHashMap<UnitId, Rc<Exec>>,
    pub summaries: FxHashMap<UnitId, Rc<Summary>>,
    /// How many of the procedures that are called are exact, in order.
    pub exact: usize,
    solvers: Solvers<UnitId>,
    /// For each procedure the ways to project it that are still tried.
    ways: FxHashMap<ProcId, Vec<Way>>,
    /// The engine's options.
    pub engine: SummaryEngine,
    pub chains: FxHashMap<usize, Chain>,
    /// For each stubborn component of a body the closure of its rounds.
    pub closures: FxHashMap<(UnitId, usize), ClosedRound>,
}

impl<'a> Checker<'a> {
    /// Begins with Σ★ for all procedures but the entry (lazy), or for none (eager).
    pub fn new(
        pds: &'a SymbolicPds,
        modref: &'a ModRef,
        target: &Target,
        engine: SummaryEngine,
        observer: &'a RefCell<&'a mut dyn Observer>,
    ) -> Checker<'a> {
        let view = View::new(pds, modref, target);
        let calls = CallGraph::of(&view);
        let count = pds.procedures.len();
        let recursion = vec![Recursion { depth: 1, completeness: Completeness::Open }; calls.components.len()];
        let mut checker = Checker {
            view,
            graph: Graph::default(),
            calls,
            units: Units::default(),
            stats: SummaryStats::default(),
            budget: Budget::unlimited(),
            observer,
            flows: vec![None; count],
            refined: vec![false; count],
            replaced: FxHashSet::default(),
            bounds: FxHashMap::default(),
            constraints: FxHashMap::default(),
            recursion,
            stale: BTreeSet::new(),
            execs: FxHashMap::default(),
            summaries: FxHashMap::default(),
            exact: 0,
            solvers: Solvers::new(engine.solver),
            ways: FxHashMap::default(),
            engine,
            chains: FxHashMap::default(),
            closures: FxHashMap::default(),
        };
        checker.begin();
        checker
    }

    /// The body of a procedure that is in force.
    pub fn body(&mut self, procedure: ProcId) -> UnitId {
        let unit = match self.calls.component_of(procedure) {
            None => Unit { procedure, level: 0, is_closed: false },
            Some(component) => {
                let Recursion { depth, completeness } = self.recursion[component];
                Unit { procedure, level: depth, is_closed: completeness != Completeness::Open }
            }
        };
        self.units.id(unit)
    }

    /// What the call of a procedure at a location of a body stands for.
    pub fn callee(&mut self, caller: Unit, at: LocId, callee: ProcId) -> CalleeUnit {
        if !self.calls.are_mutually_recursive(caller.procedure, callee) {
            return if self.is_replaced(at, callee) { CalleeUnit::Unit(self.body(callee)) } else { CalleeUnit::Star };
        }
        match (caller.level, caller.is_closed) {
            (1, true) => CalleeUnit::Never,
            (1, false) => CalleeUnit::Star,
            _ => CalleeUnit::Unit(self.units.id(Unit { procedure: callee, level: caller.level - 1, ..caller })),
        }
    }

    /// The execution of a body, callees first.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn exec(&mut self, id: UnitId) -> Result<Rc<Exec>, StopReason> {
        let mut open = vec![id];
        while let Some(&next) = open.last() {
            if self.execs.contains_key(&next) {
                open.pop();
                continue;
            }
            let ready = open.len();
            for (_, callee) in self.callees(next) {
                let CalleeUnit::Unit(callee) = callee else { continue };
                if !self.summaries.contains_key(&callee) {
                    if self.execs.contains_key(&callee) {
                        self.store_summary(callee)?;
                    } else {
                        open.push(callee);
                    }
                }
            }
            if open.len() == ready {
                self.budget.check()?;
                let exec = Rc::new(self.execute(next)?);
                self.execs.insert(next, exec);
                open.pop();
            }
        }
        Ok(self.execs[&id].clone())
    }

    /// For each call of a body what it stands for.
    fn callees(&mut self, id: UnitId) -> Vec<((LocId, ProcId), CalleeUnit)> {
        let unit = self.units.unit(id);
        let sites = self.calls.sites[unit.procedure.index()].clone();
        sites.into_iter().map(|(at, callee)| ((at, callee), self.callee(unit, at, callee))).collect()
    }

    /// The control flow of a procedure.
    pub fn flow(&mut self, procedure: ProcId) -> Rc<Flow> {
        let view = &self.view;
        self.flows[procedure.index()].get_or_insert_with(|| Rc::new(Flow::of(view, procedure))).clone()
    }

    /// The units of work that executions have taken up to now.
    fn work(&self) -> u64 {
        self.graph.copied / COPIED + self.stats.executions / EXECUTED
    }

    fn execute(&mut self, id: UnitId) -> Result<Exec, StopReason> {
        let before = self.work();
        self.stats.executions += 1;
        self.close(id)?;
        let exec = self.with_setting(id, execute);
        self.budget.spend(self.work() - before);
        let Checker { graph, solvers, .. } = self;
        let roots = [exec.returns, exec.hits].into_iter().chain(exec.outs.iter().copied());
        solvers.retire_if_stale(id, || graph.formulas.cone(roots).len());
        if self.graph.formulas.len() > NODES {
            return Err(StopReason::Unsupported(format!("formulas of more than {NODES} nodes")));
        }
        Ok(exec)
    }

    /// Does something with what an execution of a body depends on.
    pub fn with_setting<T>(&mut self, id: UnitId, act: impl FnOnce(&mut Graph, &Setting<'_, '_>) -> T) -> T {
        let unit = self.units.unit(id);
        let procedure = unit.procedure;
        let flow = self.flow(procedure);
        let mut forms: FxHashMap<(LocId, ProcId), Form> = FxHashMap::default();
        for (site, callee) in self.callees(id) {
            let form = match callee {
                CalleeUnit::Star => Form::Star,
                CalleeUnit::Never => Form::Never,
                CalleeUnit::Unit(body) => {
                    self.summaries.get(&body).map_or(Form::Star, |summary| Form::Summary(summary.template.clone()))
                }
            };
            forms.insert(site, form);
        }
        let Checker { view, graph, calls, bounds, constraints, closures, .. } = self;
        let none = BTreeSet::new();
        let setting = Setting {
            view,
            flow: &flow,
            unit: id,
            procedure,
            bounds: &|component| bounds.get(&(procedure, component)).copied().unwrap_or(0),
            form: &|at, callee| forms.get(&(at, callee)).cloned().unwrap_or(Form::Star),
            closure: &|component| closures.get(&(id, component)).and_then(|round| round.closure.clone()),
            is_nested: &|callee| calls.is_linear(procedure) && calls.are_mutually_recursive(procedure, callee),
            constraints: constraints.get(&procedure).unwrap_or(&none),
        };
        act(graph, &setting)
    }

    /// What a body relates, if the projection ends within its limit.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn relation(&mut self, id: UnitId) -> Result<Option<Relation>, StopReason> {
        self.exec(id)?;
        if !self.summaries.contains_key(&id) {
            self.store_summary(id)?;
        }
        Ok(self.summaries[&id].relation)
    }

    /// Summarises a body that was executed: from now on callers see the summary.
    fn store_summary(&mut self, id: UnitId) -> Result<(), StopReason> {
        let summary = Rc::new(self.summarise(id)?);
        let (nodes, is_projected) = (summary.template.size(), summary.relation.is_some());
        self.summaries.insert(id, summary);
        self.emit_step(|checker| Event::Summarised { body: checker.units.unit(id), nodes, is_projected });
        Ok(())
    }

    /// Whether a body is used more than once: by its depths, its calls in the text, or the rounds of a loop around its only one.
    fn is_shared(&mut self, unit: Unit) -> bool {
        let callee = unit.procedure;
        if unit.level > 0 || self.calls.uses[callee.index()] > 1 {
            return true;
        }
        let callers: Vec<ProcId> = self.calls.callers(callee).collect();
        callers.into_iter().any(|caller| self.flow(caller).repeated.contains(&callee))
    }

    /// How callers see a body.
    fn summarise(&mut self, id: UnitId) -> Result<Summary, StopReason> {
        let unit = self.units.unit(id);
        let exec = self.execs[&id].clone();
        let copied = Summary::copied(&mut self.graph, &self.view, unit.procedure, &exec);
        let is_shared = self.is_shared(unit);
        let is_small = unit.level == 0 && copied.template.size() <= SMALL;
        if !is_shared || is_small {
            return Ok(copied);
        }
        let Checker { graph, view, engine, ways, budget, stats, .. } = self;
        let ways = ways.entry(unit.procedure).or_insert_with(|| engine.project.ways().to_vec());
        let interface = view.interface_of(unit.procedure);
        let variables = Variables::of(graph, unit.procedure, interface);
        let subject = Subject {
            procedure: unit.procedure,
            variables: &variables,
            returns: exec.returns,
            outs: &exec.outs,
            hits: exec.hits,
        };
        let projected = project(graph, &subject, ways, engine.solver, budget, &mut stats.projections)?;
        Ok(match projected {
            Some(projected) => Summary::projected(graph, view, unit.procedure, projected),
            None => {
                stats.copied += 1;
                copied
            }
        })
    }

    /// A question about a body.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(&mut self, id: UnitId, formulas: &[Formula]) -> Result<Option<Assignment>, StopReason> {
        let Checker { solvers, graph, budget, .. } = self;
        let found = solvers.ask(id, &graph.formulas, formulas, budget)?;
        let is_found = found.is_some();
        self.emit_step(|checker| Event::Asked {
            body: checker.units.unit(id),
            is_open: !formulas.contains(&!checker.graph.open()),
            nodes: checker.graph.formulas.cone(formulas.iter().copied()).len(),
            is_found,
        });
        Ok(found)
    }

    /// A question about a body, with so many conflicts.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask_within(
        &mut self,
        id: UnitId,
        formulas: &[Formula],
        conflicts: Option<u64>,
    ) -> Result<Reply, StopReason> {
        let Checker { solvers, graph, budget, .. } = self;
        solvers.of(id).0.ask_within(&graph.formulas, formulas, budget, conflicts)
    }

    /// An event for the observer.
    pub fn emit(&self, event: Event) {
        self.observer.borrow_mut().event(&EngineEvent::Step(&event));
    }

    /// A single step for the observer, if it wants them.
    pub fn emit_step(&mut self, step: impl FnOnce(&mut Self) -> Event) {
        if self.observer.borrow().wants_steps() {
            let event = step(self);
            self.emit(event);
        }
    }

    /// The procedures that are called.
    pub fn called(&self) -> impl Iterator<Item = ProcId> + '_ {
        self.calls.sites.iter().flatten().map(|&(_, callee)| callee)
    }

    /// The procedures that were looked into.
    pub fn refined(&self) -> impl Iterator<Item = ProcId> + '_ {
        (0..self.refined.len()).map(ProcId::from_index).filter(|procedure| self.refined[procedure.index()])
    }

    /// What was done, but not what is left.
    pub fn count(&self) -> SummaryStats {
        let mut stats = self.stats;
        stats.spend(&self.solvers.stats());
        stats.spend(&self.stats.projections.solver);
        self.chains.values().map(Chain::solver).for_each(|solver| stats.spend(&solver));
        stats
    }
}

/// What a call stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CalleeUnit {
    /// Anything.
    Star,
    /// Nothing: deeper than anything that matters.
    Never,
    /// A body.
    Unit(UnitId),
}
