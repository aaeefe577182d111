//! One procedure as a formula (2007-basler, sections 3.1 and 3.2): symbolic execution with full merging.
//!
//! Each location is executed once for each [`Round`], when all edges into it have been; what arrives is merged, variable by
//! variable. The values at the entry and the inputs determine one run: conditions that meet exclude each other, by
//! selectors where rules can be enabled together. So a model is a run, and the conditions that hold in it are its steps.

mod arrivals;
mod calls;
mod constraints;
mod rounds;

use super::closure::Closure;
use super::flow::Flow;
use super::graph::{Graph, Name, Round, UnitId, What};
use super::interface::View;
use super::summaries::Summary;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::{Rule, RuleId, RuleKind, Slot};
use arrivals::Arrivals;
pub(super) use constraints::shortcut;
pub(super) use rounds::round;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What a call stands for.
#[derive(Clone)]
pub(super) enum Form {
    /// Σ★: the callee may leave anything.
    Star,
    /// No run of the callee comes back or hits.
    Never,
    /// What is known of it.
    Is(Rc<Summary>),
}

/// Values of the variables of a location, in the order of its layout.
pub(super) type State = Vec<Formula>;

/// An execution: formulas over the values at the entry, `open`, and inputs of its own.
#[derive(Clone, Default)]
pub(super) struct Exec {
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
pub(super) struct Cut {
    /// The run comes there.
    pub taken: Formula,
    /// What would have to be refined.
    pub what: CutOff,
}

/// What is over-approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum CutOff {
    /// More rounds of the component with this index, of this body's procedure.
    Rounds(usize),
    /// The call of a procedure at a location.
    Call(LocId, ProcId),
}

/// A call.
#[derive(Clone)]
pub(super) struct Call {
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
pub(super) struct Nested {
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

/// A rule that is applied.
#[derive(Clone)]
pub(super) struct Applied {
    pub taken: Formula,
    pub rule: RuleId,
    pub choices: Vec<Formula>,
}

/// A visit of a head.
#[derive(Clone)]
pub(super) struct Visit {
    pub component: usize,
    pub at: (LocId, Round),
    pub taken: Formula,
    /// The values there, in the order of the layout.
    pub state: State,
    /// Which of them can change in the component.
    pub changing: Rc<[usize]>,
}

impl Visit {
    /// What can change.
    pub fn changed(&self) -> impl Iterator<Item = Formula> + '_ {
        self.changing.iter().map(|&at| self.state[at])
    }
}

/// Which runs need not be looked at, because there are cheaper ones (specification, section 1, the lemma).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Constraint {
    /// Two visits of a head in equal states (Cor. 1).
    Repeated(LocId, Round, Round),
    /// A visit of the first head from which an iteration with the choices of a later round leads to what is after
    /// that round, a visit of the second head.
    Shortcut(LocId, Round, LocId, Round),
    /// In the call at a location, the activation with this number has the label of the body (Thm 1).
    Nested(LocId, Round, u32),
}

/// What an execution depends on.
pub(super) struct Setting<'a, 'p> {
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

/// Executes a body.
pub(super) fn execute(graph: &mut Graph, setting: &Setting<'_, '_>) -> Exec {
    let mut executor = Executor::new(graph, setting);
    executor.enter();
    for index in 0..setting.flow.components.len() {
        executor.component(index);
    }
    executor.finish()
}

impl<'a, 's, 'p> Executor<'a, 's, 'p> {
    fn new(graph: &'a mut Graph, setting: &'a Setting<'s, 'p>) -> Executor<'a, 's, 'p> {
        Executor { graph, setting, arrivals: Arrivals::default(), exec: Exec::default(), returned: Vec::new() }
    }
}

struct Executor<'a, 's, 'p> {
    graph: &'a mut Graph,
    setting: &'a Setting<'s, 'p>,
    arrivals: Arrivals,
    exec: Exec,
    /// For each return the condition and what it leaves.
    returned: Vec<(Formula, State)>,
}

impl Executor<'_, '_, '_> {
    fn enter(&mut self) {
        let Setting { view, procedure, unit, .. } = *self.setting;
        let shape = &view.pds.procedures[procedure.index()];
        let state = view.layout(shape.entry).iter().copied().map(|slot| match slot {
            Slot::Local(index) if index >= shape.params => match shape.init[index] {
                Some(value) => Formula::constant(value),
                None => self.graph.input(Name::At(unit, shape.entry, Round::Copy(0), What::Value(slot))),
            },
            slot => self.graph.input(Name::Entry(procedure, slot)),
        });
        let state = state.collect();
        self.arrivals.add((shape.entry, Round::Copy(0)), Formula::TRUE, state);
    }

    /// One location in one round: what arrives goes on along its rules.
    fn visit(&mut self, location: LocId, round: Round) {
        let Some((here, state)) = self.arrivals.merge(self.graph, (location, round)) else { return };
        let view = self.setting.view;
        if view.is_target(location) {
            self.exec.hits = self.graph.formulas.or(self.exec.hits, here);
            return;
        }
        let layout = view.layout(location);
        let rules: Vec<RuleId> = view.rules_from(location).collect();
        let selected = self.selectors(&rules, location, round);
        for (number, (&rule, selected)) in rules.iter().zip(selected).enumerate() {
            let transfer = &view.pds.rule(rule).transfer;
            let choices = (0..transfer.choices as u32).map(|choice| {
                self.graph.input(Name::At(self.setting.unit, location, round, What::Choice(number as u32, choice)))
            });
            let choices: Vec<Formula> = choices.collect();
            let cone = view.cone(rule);
            let values = self.graph.import(&view.pds.formulas, cone, |input| match Slot::of(input) {
                Slot::Choice(index) => choices[index],
                // What is read is live: see `View::layout`.
                slot => layout.binary_search(&slot).map_or(Formula::FALSE, |at| state[at]),
            });
            let taken = self.graph.formulas.and(here, selected);
            let taken = self.graph.formulas.and(taken, values[0]);
            if taken == Formula::FALSE {
                continue;
            }
            self.exec.steps.push(Applied { taken, rule, choices });
            let before = Before { location, round, taken, layout, state: &state };
            self.apply(view.pds.rule(rule), &before, &values[1..]);
        }
    }

    fn apply(&mut self, rule: &Rule, before: &Before<'_>, values: &[Formula]) {
        let updated = |slot: Slot| {
            let at = rule.transfer.updates.binary_search_by_key(&slot, |&(slot, _)| slot).ok()?;
            Some(values[at])
        };
        match rule.kind {
            RuleKind::Neutration { to } => {
                let state = self.setting.view.layout(to).iter().copied();
                let state = state.map(|slot| updated(slot).unwrap_or_else(|| before.value(slot))).collect();
                self.edge(before, to, before.taken, state);
            }
            RuleKind::Contraction => {
                let outs = &self.setting.view.interface_of(self.setting.procedure).outs;
                let outs = outs.iter().map(|&slot| updated(slot).unwrap_or_else(|| before.value(slot))).collect();
                self.returned.push((before.taken, outs));
            }
            RuleKind::Expansion { callee, to } => self.call(before, callee, to, &updated),
        }
    }

    /// For each rule whether it is the one that is tried. Without a choice of its own between rules that exclude each other.
    fn selectors(&mut self, rules: &[RuleId], location: LocId, round: Round) -> Vec<Formula> {
        let pds = self.setting.view.pds;
        let guard = |rule: RuleId| pds.rule(rule).transfer.guard;
        let exclusive = match rules {
            [a, b] => guard(*a) == !guard(*b) && is_deterministic(&pds.formulas, guard(*a)),
            _ => rules.len() <= 1,
        };
        if exclusive {
            return vec![Formula::TRUE; rules.len()];
        }
        let mut others = Formula::TRUE;
        let mut selected = Vec::with_capacity(rules.len());
        for number in 0..rules.len() as u32 {
            if number as usize + 1 == rules.len() {
                selected.push(others);
                break;
            }
            let this = self.graph.input(Name::At(self.setting.unit, location, round, What::Select(number)));
            selected.push(self.graph.formulas.and(others, this));
            others = self.graph.formulas.and(others, !this);
        }
        selected
    }

    fn finish(mut self) -> Exec {
        let outs = self.setting.view.interface_of(self.setting.procedure).outs.len();
        let (returns, left) = arrivals::join(self.graph, std::mem::take(&mut self.returned))
            .unwrap_or_else(|| (Formula::FALSE, vec![Formula::FALSE; outs]));
        (self.exec.returns, self.exec.outs) = (returns, left);
        let allowed = self.constraints();
        self.exec.returns = self.graph.formulas.and(self.exec.returns, allowed);
        self.exec.hits = self.graph.formulas.and(self.exec.hits, allowed);
        self.exec
    }
}

/// The state before a step.
struct Before<'a> {
    location: LocId,
    round: Round,
    /// The condition under which the rule is applied.
    taken: Formula,
    layout: &'a [Slot],
    state: &'a [Formula],
}

impl Before<'_> {
    fn value(&self, slot: Slot) -> Formula {
        self.layout.binary_search(&slot).map_or(Formula::FALSE, |at| self.state[at])
    }
}

/// Whether a formula reads no choice.
fn is_deterministic(formulas: &Formulas, formula: Formula) -> bool {
    formulas.cone([formula]).into_iter().all(|node| match formulas.node(node) {
        Node::Input(input) => !matches!(Slot::of(input), Slot::Choice(_)),
        _ => true,
    })
}
