//! The state of one check: what is refined how far, and the executions that follow from it.

use super::calls::CallGraph;
use super::closure::Known;
use super::complete::{Chain, Completeness};
use super::exec::{Constraint, CutOff, Exec, Form, Setting, execute, shortcut};
use super::flow::Flow;
use super::graph::{Graph, Round, UnitId};
use super::interface::View;
use super::project::{Sides, Subject, project};
use super::query::{Found, Query};
use super::summaries::{Relation, Summary};
use super::units::{Unit, Units};
use super::{Mode, SummaryEngine, SummaryStats, Way};
use crate::budget::{Budget, StopReason};
use crate::engine::{Event, Observer};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::passes::ModRef;
use crate::pds::{SymbolicPds, Target};
use rustc_hash::FxHashMap;
use std::collections::{BTreeSet, VecDeque};
use std::rc::Rc;

/// A summary with fewer nodes is copied rather than projected.
const SMALL: usize = 24;
/// A solver with so many times the variables that are needed is given up.
const STALE: usize = 2;
/// The most solvers at a time.
const SOLVERS: usize = 256;
/// The most nodes of formulas.
const NODES: usize = 20_000_000;

/// How far a recursive component is nested.
#[derive(Clone, Copy, Debug)]
pub(super) struct Recursion {
    /// How deep.
    pub depth: u32,
    /// Whether that is deep enough.
    pub completeness: Completeness,
}

/// One check: is the target reached?
pub(super) struct Checker<'p, 'o> {
    pub view: View<'p>,
    pub graph: Graph,
    pub calls: CallGraph,
    pub units: Units,
    pub stats: SummaryStats,
    pub budget: Budget,
    pub observer: &'o mut dyn Observer,
    flows: Vec<Option<Rc<Flow>>>,
    /// For each procedure whether it is more than Σ★.
    pub refined: Vec<bool>,
    bounds: FxHashMap<(ProcId, usize), u32>,
    constraints: FxHashMap<(ProcId, usize), BTreeSet<Constraint>>,
    pub recursion: Vec<Recursion>,
    /// The recursive components of which a fixpoint was known before a body in or below them changed.
    pub stale: BTreeSet<usize>,
    execs: FxHashMap<UnitId, Rc<Exec>>,
    summaries: FxHashMap<UnitId, Rc<Summary>>,
    queries: FxHashMap<UnitId, Query>,
    /// The bodies that have solvers, those first that got one first; some have theirs no longer.
    asked: VecDeque<UnitId>,
    /// For each procedure the ways to project it that are still tried.
    ways: FxHashMap<ProcId, Vec<Way>>,
    /// What was asked for.
    pub engine: SummaryEngine,
    /// No component has fewer rounds.
    floor: u32,
    pub chains: FxHashMap<usize, Chain>,
    /// What is known of the rounds of stubborn components.
    pub closures: FxHashMap<(UnitId, usize), Known>,
}

impl<'p, 'o> Checker<'p, 'o> {
    /// Begins with Σ★ for all procedures but the entry (lazy), or for none (eager).
    pub fn new(
        pds: &'p SymbolicPds,
        modref: &'p ModRef,
        target: &Target,
        engine: SummaryEngine,
        budget: &Budget,
        observer: &'o mut dyn Observer,
    ) -> Checker<'p, 'o> {
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
            budget: budget.clone(),
            observer,
            flows: vec![None; count],
            refined: vec![false; count],
            bounds: FxHashMap::default(),
            constraints: FxHashMap::default(),
            recursion,
            stale: BTreeSet::new(),
            execs: FxHashMap::default(),
            summaries: FxHashMap::default(),
            queries: FxHashMap::default(),
            asked: VecDeque::new(),
            ways: FxHashMap::default(),
            engine,
            floor: 0,
            chains: FxHashMap::default(),
            closures: FxHashMap::default(),
        };
        checker.refine_unit(pds.entry);
        if engine.mode == Mode::Eager {
            (0..count).for_each(|index| checker.refine_unit(ProcId::from_index(index)));
        }
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

    /// The body that a call in a body stands for; nothing if it is over-approximated, or beyond the nesting of what is complete.
    pub fn callee(&mut self, caller: Unit, callee: ProcId) -> Callee {
        if !self.refined[callee.index()] {
            return Callee::Star;
        }
        if !self.calls.are_together(caller.procedure, callee) {
            return Callee::Body(self.body(callee));
        }
        match (caller.level, caller.is_closed) {
            (1, true) => Callee::Never,
            (1, false) => Callee::Star,
            _ => Callee::Body(self.units.id(Unit { procedure: callee, level: caller.level - 1, ..caller })),
        }
    }

    /// A procedure, with all that are recursive together with it, is more than Σ★ from now on.
    pub fn refine_unit(&mut self, procedure: ProcId) {
        let members = match self.calls.component_of(procedure) {
            None => vec![procedure],
            Some(component) => self.calls.components[component].clone(),
        };
        for procedure in members {
            if !std::mem::replace(&mut self.refined[procedure.index()], true) {
                self.observer.event(&Event::Refined { procedure });
            }
        }
        self.forget(procedure);
    }

    /// One round more of a component.
    pub fn unroll(&mut self, procedure: ProcId, component: usize) {
        let bound = self.bounds.entry((procedure, component)).or_default();
        *bound = (*bound + 1).max(*bound + *bound / 4).min(self.engine.depth.unwrap_or(u32::MAX));
        let rounds = *bound;
        self.stats.unrollings += 1;
        if let Some(&head) = self.flow(procedure).components[component].heads.first() {
            self.observer.event(&Event::Unrolled { head, rounds });
        }
        self.forget(procedure);
    }

    /// These constraints are in from now on; whether one is new.
    pub fn constrain(&mut self, procedure: ProcId, constraints: impl IntoIterator<Item = (usize, Constraint)>) -> bool {
        let mut news = false;
        for (component, constraint) in constraints {
            news |= self.constraints.entry((procedure, component)).or_default().insert(constraint);
        }
        if news {
            self.forget(procedure);
        }
        news
    }

    /// The body of a procedure has changed: it, and all that call it, have to be executed again, and a fixpoint of what it is in
    /// or below proves nothing any more, whatever the change was.
    pub fn forget(&mut self, procedure: ProcId) {
        // Beyond a caller of which nothing is known nothing rests on the procedure, but for a fixpoint.
        let is_fixpoint = |recursion: &Recursion| recursion.completeness == Completeness::Fixpoint;
        let rests = self.recursion.iter().any(is_fixpoint);
        let Checker { units, execs, summaries, .. } = self;
        let is_known = |id: &UnitId| execs.contains_key(id) || summaries.contains_key(id);
        let changed = self.calls.with_callers(procedure, |caller| rests || units.of(caller).iter().any(is_known));
        for &procedure in &changed {
            for id in units.of(procedure) {
                execs.remove(id);
                summaries.remove(id);
            }
        }
        let components = changed.iter().filter_map(|&procedure| self.calls.component_of(procedure));
        self.stale.extend(components.filter(|&component| is_fixpoint(&self.recursion[component])));
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
            for callee in self.bodies_called(next) {
                if !self.summaries.contains_key(&callee) {
                    if self.execs.contains_key(&callee) {
                        let summary = Rc::new(self.summarise(callee)?);
                        self.summaries.insert(callee, summary);
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

    fn bodies_called(&mut self, id: UnitId) -> Vec<UnitId> {
        let unit = self.units.unit(id);
        let callees: Vec<ProcId> = self.calls.callees[unit.procedure.index()].iter().copied().collect();
        let bodies = callees.into_iter().filter_map(|callee| match self.callee(unit, callee) {
            Callee::Body(body) => Some(body),
            _ => None,
        });
        bodies.collect()
    }

    /// The control flow of a procedure.
    pub fn flow(&mut self, procedure: ProcId) -> Rc<Flow> {
        let view = &self.view;
        self.flows[procedure.index()].get_or_insert_with(|| Rc::new(Flow::of(view, procedure))).clone()
    }

    fn execute(&mut self, id: UnitId) -> Result<Exec, StopReason> {
        self.stats.executions += 1;
        self.close(id)?;
        let exec = self.with_setting(id, execute);
        self.renew(id, &exec);
        if self.graph.formulas.len() > NODES {
            return Err(StopReason::Unsupported(format!("formulas of more than {NODES} nodes")));
        }
        Ok(exec)
    }

    /// A solver pays for all variables that there ever were: one of which most are of earlier executions begins anew.
    fn renew(&mut self, id: UnitId, exec: &Exec) {
        let Some(query) = self.queries.get(&id) else { return };
        let roots = [exec.returns, exec.hits].into_iter().chain(exec.outs.iter().copied());
        let needed = self.graph.formulas.cone(roots).len();
        let stats = query.stats();
        if stats.variables > STALE * needed {
            self.stats.spend(&stats);
            self.queries.remove(&id);
        }
    }

    /// That runs of an execution could take a shortcut.
    pub fn shortcut(
        &mut self,
        id: UnitId,
        exec: &Exec,
        component: usize,
        from: (LocId, Round),
        to: (LocId, Round),
    ) -> Formula {
        self.with_setting(id, |graph, setting| shortcut(graph, setting, exec, component, from, to))
    }

    pub fn with_setting<T>(&mut self, id: UnitId, act: impl FnOnce(&mut Graph, &Setting<'_, '_>) -> T) -> T {
        let unit = self.units.unit(id);
        let procedure = unit.procedure;
        let flow = self.flow(procedure);
        let callees: Vec<ProcId> = self.calls.callees[procedure.index()].iter().copied().collect();
        let mut forms: FxHashMap<ProcId, Form> = FxHashMap::default();
        for callee in callees {
            let form = match self.callee(unit, callee) {
                Callee::Star => Form::Star,
                Callee::Never => Form::Never,
                Callee::Body(body) => self.summaries.get(&body).map_or(Form::Star, |known| Form::Is(known.clone())),
            };
            forms.insert(callee, form);
        }
        let Checker { view, graph, bounds, floor, constraints, closures, .. } = self;
        let setting = Setting {
            view,
            flow: &flow,
            unit: id,
            procedure,
            bounds: &|component| bounds.get(&(procedure, component)).copied().unwrap_or(0).max(*floor),
            form: &|callee| forms.get(&callee).cloned().unwrap_or(Form::Star),
            closure: &|component| closures.get(&(id, component)).and_then(|known| known.closure.clone()),
            constraints: &|component| constraints.get(&(procedure, component)).into_iter().flatten().copied().collect(),
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
            let summary = Rc::new(self.summarise(id)?);
            self.summaries.insert(id, summary);
        }
        Ok(self.summaries[&id].relation())
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
        let is_small = unit.level == 0 && copied.size() <= SMALL;
        if !is_shared || is_small {
            return Ok(copied);
        }
        let Checker { graph, view, engine, ways, budget, stats, .. } = self;
        let ways = ways.entry(unit.procedure).or_insert_with(|| engine.project.ways().to_vec());
        let interface = view.interface_of(unit.procedure);
        let sides = Sides::of(graph, unit.procedure, interface);
        let subject = Subject {
            procedure: unit.procedure,
            sides: &sides,
            returns: exec.returns,
            outs: &exec.outs,
            hits: exec.hits,
        };
        let projected = project(graph, &subject, ways, engine.solver, budget, stats)?;
        Ok(match projected {
            Some(projected) => Summary::projected(graph, view, unit.procedure, projected),
            None => {
                stats.copied += 1;
                copied
            }
        })
    }

    /// Gives the solver up that was begun first, if there are many: each has a thread.
    fn make_room(&mut self) {
        while self.queries.len() >= SOLVERS {
            let Some(first) = self.asked.pop_front() else { return };
            if let Some(query) = self.queries.remove(&first) {
                self.stats.spend(&query.stats());
            }
        }
    }

    /// A question about a body.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(&mut self, id: UnitId, formulas: &[Formula]) -> Result<Option<Found>, StopReason> {
        let solver = self.engine.solver;
        if !self.queries.contains_key(&id) {
            self.make_room();
            self.asked.push_back(id);
        }
        self.queries.entry(id).or_insert_with(|| Query::new(solver)).ask(&self.graph, formulas, &self.budget)
    }

    /// Whether something that a run leaves must not be refined any further.
    pub fn is_exhausted(&self, unit: Unit, cuts: &[CutOff]) -> bool {
        let Some(limit) = self.engine.depth else { return false };
        cuts.iter().any(|&cut| match cut {
            CutOff::Rounds(component) => self.bound(unit.procedure, component) >= limit,
            CutOff::Callee(callee) if self.calls.are_together(unit.procedure, callee) => {
                self.calls.component_of(callee).is_some_and(|component| self.recursion[component].depth >= limit)
            }
            CutOff::Callee(_) => false,
        })
    }

    /// Refines everything as far as is allowed.
    pub fn exhaust(&mut self, limit: u32) {
        self.refined.fill(true);
        self.floor = limit;
        for recursion in &mut self.recursion {
            recursion.depth = recursion.depth.max(limit);
            // A fixpoint was one of the bodies as they were.
            if recursion.completeness == Completeness::Fixpoint {
                recursion.completeness = Completeness::Open;
            }
        }
        self.execs.clear();
        self.summaries.clear();
    }

    /// How many back edges of a component are followed.
    pub fn bound(&self, procedure: ProcId, component: usize) -> u32 {
        self.bounds.get(&(procedure, component)).copied().unwrap_or(0).max(self.floor)
    }

    /// Refines what runs leave; whether labels that are being settled may have lost their meaning.
    pub fn refine(&mut self, unit: Unit, cuts: &[CutOff]) -> bool {
        let mut is_stale = false;
        for &cut in cuts {
            self.stats.refinements += 1;
            match cut {
                CutOff::Rounds(component) => self.unroll(unit.procedure, component),
                CutOff::Callee(callee) if self.calls.are_together(unit.procedure, callee) => {
                    if let Some(component) = self.calls.component_of(callee) {
                        self.recursion[component].depth += 1;
                        let depth = self.recursion[component].depth;
                        self.stats.nesting = self.stats.nesting.max(depth);
                        self.observer.event(&Event::Nested { procedure: callee, depth });
                        self.forget(callee);
                        is_stale = true;
                    }
                }
                CutOff::Callee(callee) => self.refine_unit(callee),
            }
        }
        is_stale
    }

    /// Adds what the solvers that are left have done: those given up were counted then.
    pub fn count(&mut self) {
        let solvers = self.queries.values().map(Query::stats).chain(self.chains.values().map(Chain::solver));
        solvers.for_each(|solver| self.stats.spend(&solver));
        self.stats.functions = self.refined.len();
        let used = (0..self.refined.len()).filter(|&f| self.calls.uses[f] > 0);
        self.stats.star_left = used.filter(|&f| !self.refined[f]).count();
    }
}

/// What a call stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Callee {
    /// Anything.
    Star,
    /// Nothing: deeper than anything that matters.
    Never,
    /// A body.
    Body(UnitId),
}
