//! The driver of complete bounded model checking (2007-basler, sections 3.1 and 3.2): loops unrolled, with full merging.
//!
//! Each location is executed once for each [`Round`], when all edges into it have been; what arrives is merged, variable by
//! variable. What is not unrolled is over-approximated, under the input *open*.

mod calls;
mod closure;
mod components;
mod constraints;
mod template;

use super::arrivals::join;
use super::flow::Flow;
use super::graph::{Execution, Graph, Round, UnitId};
use super::machine::{Applied, Machine, State};
use super::view::View;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::{RuleId, RuleKind};
pub use closure::{Closure, Inputs, Shape};
pub use components::{round, round_with_arrivals};
pub use constraints::Index;
use std::collections::BTreeSet;
use std::rc::Rc;
pub use template::{Effect, Template};

/// What a call stands for.
#[derive(Clone)]
pub enum Form {
    /// Σ★: the callee may leave anything.
    Star,
    /// No run of the callee comes back or hits.
    Never,
    /// Its summary, copied for the call.
    Summary(Rc<Template>),
}

/// An execution: formulas over the values at the entry, `open`, and inputs of its own.
#[derive(Clone, Default)]
pub struct Exec {
    /// It returns.
    pub returns: Formula,
    /// It comes to the target.
    pub hits: Formula,
    /// What it leaves if it returns, in the order of the interface.
    pub outs: Vec<Formula>,
    /// Where runs leave what was executed.
    pub cuts: Vec<Cut>,
    /// Calls.
    pub calls: Vec<Call>,
    /// Rules that are applied, in the order of runs.
    pub steps: Vec<Applied>,
    /// Visits of heads of components.
    pub visits: Vec<Visit>,
    /// Activations that are nested in it: not of a recursion that branches, of which there are exponentially many.
    pub nested: Vec<Nested>,
}

/// A place where an over-approximation begins.
#[derive(Clone)]
pub struct Cut {
    /// The run comes there.
    pub taken: Formula,
    /// What would have to be refined.
    pub what: CutOff,
}

/// What is over-approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CutOff {
    /// More rounds of the component with this index, of this body's procedure.
    Rounds(usize),
    /// The call of a procedure at a location.
    Call(LocId, ProcId),
}

/// A call.
#[derive(Clone)]
pub struct Call {
    /// The run makes it.
    pub taken: Formula,
    pub callee: ProcId,
    pub at: (LocId, Round),
    /// With what the callee is entered.
    pub ins: Vec<Formula>,
    /// What it leaves, if it returns.
    pub outs: Vec<Formula>,
    /// It hits.
    pub hits: Formula,
    /// The index of its expansion among the steps.
    pub step: usize,
}

/// An activation of a procedure that is linearly recursive together with the body: one that the body calls, or, in a copy of a
/// callee's formulas, one at any distance.
#[derive(Clone, Debug)]
pub struct Nested {
    /// The call of the body in which it is.
    pub at: (LocId, Round),
    /// Which one in that call: 0 is the callee.
    pub number: u32,
    pub procedure: ProcId,
    /// The run makes it.
    pub taken: Formula,
    /// With what it is entered.
    pub ins: Vec<Formula>,
    /// What it leaves, if it returns.
    pub outs: Vec<Formula>,
    /// It hits; else it returns, where the body does either.
    pub hits: Formula,
}

/// A visit of a head.
#[derive(Clone)]
pub struct Visit {
    pub component: usize,
    pub at: (LocId, Round),
    pub taken: Formula,
    /// The values there, in the order of the layout.
    pub state: State,
    /// Which of them can change in the component.
    pub changing: Rc<[usize]>,
}

impl Visit {
    /// The values of the slots that can change in the component.
    pub fn changed(&self) -> impl Iterator<Item = Formula> + '_ {
        self.changing.iter().map(|&at| self.state[at])
    }
}

/// Which runs need not be looked at, because there are cheaper ones: in a cheapest derivation of a label, one of the fewest
/// activations and back edges, there are none of these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Constraint {
    /// Two visits of a head in equal states (Cor. 1).
    Repeated(LocId, Round, Round),
    /// A visit of the first head from which an iteration with the choices of a later round leads to what is after
    /// that round, a visit of the second head.
    Shortcut(LocId, Round, LocId, Round),
    /// In the call at a location, the activation with this number has the label of the body (Thm 1).
    Nested(LocId, Round, u32),
}

/// What an execution depends on.
pub struct Setting<'a, 'p> {
    pub view: &'a View<'p>,
    pub flow: &'a Flow,
    pub unit: UnitId,
    pub procedure: ProcId,
    /// For each component, how many back edges.
    pub bounds: &'a dyn Fn(usize) -> u32,
    /// The form of a callee where it is called.
    pub form: &'a dyn Fn(LocId, ProcId) -> Form,
    /// For each component, what its rounds can make of a state, if that is known.
    pub closure: &'a dyn Fn(usize) -> Option<Rc<Closure>>,
    /// Whether a callee is recursive together with the procedure, and the recursion is linear.
    pub is_nested: &'a dyn Fn(ProcId) -> bool,
    /// The constraints that are in.
    pub constraints: &'a BTreeSet<Constraint>,
}

/// Control at a location in some round.
#[derive(Clone)]
pub struct Arrival {
    pub at: LocId,
    pub round: Round,
    pub taken: Formula,
    /// The values there, in the order of the layout.
    pub state: State,
    /// How many visits of heads come before it, itself included.
    pub visits: usize,
}

/// Executes a body.
pub fn execute(graph: &mut Graph, setting: &Setting<'_, '_>) -> Exec {
    executed(graph, setting, &|_| false).0
}

/// Executes a body, with what arrives at some locations; of each arrival the condition includes the constraints that are in, as far as
/// they speak of what comes before it.
pub fn execute_with_arrivals(
    graph: &mut Graph,
    setting: &Setting<'_, '_>,
    is_wanted: &dyn Fn(LocId) -> bool,
) -> (Exec, Vec<Arrival>) {
    let (exec, mut arrivals) = executed(graph, setting, is_wanted);
    let allowed = constraints::prefixes(graph, setting, &exec);
    for arrival in &mut arrivals {
        arrival.taken = graph.formulas.and(arrival.taken, allowed[arrival.visits]);
    }
    (exec, arrivals)
}

fn executed(graph: &mut Graph, setting: &Setting<'_, '_>, is_wanted: &dyn Fn(LocId) -> bool) -> (Exec, Vec<Arrival>) {
    let mut executor = Executor { is_wanted, ..Executor::new(graph, setting) };
    let entry = setting.view.pds.procedures[setting.procedure.index()].entry;
    let state = executor.machine.enter();
    executor.machine.arrivals.add((entry, Round::Copy(0)), Formula::TRUE, state);
    for index in 0..setting.flow.components.len() {
        executor.component(index);
    }
    executor.finish()
}

struct Executor<'a, 's, 'p> {
    machine: Machine<'a, 'p>,
    setting: &'a Setting<'s, 'p>,
    exec: Exec,
    /// For each return the condition and what it leaves.
    returned: Vec<(Formula, State)>,
    /// Whether it is noted what arrives at a location.
    is_wanted: &'a dyn Fn(LocId) -> bool,
    arrivals: Vec<Arrival>,
}

impl<'a, 's, 'p> Executor<'a, 's, 'p> {
    fn new(graph: &'a mut Graph, setting: &'a Setting<'s, 'p>) -> Executor<'a, 's, 'p> {
        let Setting { view, unit, procedure, .. } = *setting;
        let execution = Execution::Rounds(unit);
        let machine = Machine { graph, view, execution, procedure, arrivals: Default::default() };
        Executor {
            machine,
            setting,
            exec: Exec::default(),
            returned: Vec::new(),
            is_wanted: &|_| false,
            arrivals: Vec::new(),
        }
    }

    /// One location in one round: what arrives goes on along its rules.
    fn visit(&mut self, location: LocId, round: Round) {
        let Some(before) = self.machine.arrive((location, round)) else { return };
        if (self.is_wanted)(location) {
            self.note((location, round), before.here, before.state());
        }
        let view = self.setting.view;
        if view.is_target(location) {
            self.exec.hits = self.machine.graph.formulas.or(self.exec.hits, before.here);
            return;
        }
        let rules: Vec<RuleId> = view.rules_from(location).collect();
        let selected = self.machine.selectors(&rules, &before);
        for ((number, rule), selected) in (0..).zip(rules).zip(selected) {
            let Some((step, applied)) = self.machine.apply(&before, (number, rule), selected) else { continue };
            self.exec.steps.push(applied);
            match step.rule.kind {
                RuleKind::Neutration { to } => {
                    let state = self.machine.state_after(&step, to);
                    self.edge(&before, to, step.taken, state);
                }
                RuleKind::Contraction => {
                    let left = self.machine.left_by(&step);
                    self.returned.push((step.taken, left));
                }
                RuleKind::Expansion { callee, to } => self.call(&step, callee, to),
            }
        }
    }

    /// Notes what arrives at a location that is wanted.
    fn note(&mut self, (at, round): (LocId, Round), taken: Formula, state: &[Formula]) {
        let visits = self.exec.visits.len();
        self.arrivals.push(Arrival { at, round, taken, state: state.to_vec(), visits });
    }

    fn finish(mut self) -> (Exec, Vec<Arrival>) {
        let outs = self.setting.view.interface_of(self.setting.procedure).outs.len();
        let (returns, left) =
            join(self.machine.graph, self.returned).unwrap_or_else(|| (Formula::FALSE, vec![Formula::FALSE; outs]));
        (self.exec.returns, self.exec.outs) = (returns, left);
        let graph = self.machine.graph;
        let allowed = constraints::allowed(graph, self.setting, &self.exec);
        self.exec.returns = graph.formulas.and(self.exec.returns, allowed);
        self.exec.hits = graph.formulas.and(self.exec.hits, allowed);
        (self.exec, self.arrivals)
    }
}
