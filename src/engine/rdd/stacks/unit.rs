//! Units: what an instance executes (see the README, "Stacks").
//!
//! A unit begins at the entry of a procedure or at a loop head, and runs forward to a return, a call in which time stops, or the next loop head, where
//! another unit goes on whose results are its own. Elsewhere in the engine loops are read backwards, from what is to be reached; here it is not known yet
//! what that is, and only what runs really come to is to be unwound.

use crate::budget::Budget;
use crate::lang::cfg::LocId;
use crate::lang::program::{Place, ProcId};
use crate::logic::fold::Cone;
use crate::logic::formula::{Formula, Input};
use crate::pds::passes::Prepared;
use crate::pds::{RuleKind, Slot, Target};
use crate::summaries::bodies::{entries, exits};
use crate::summaries::instances::template::{Form, FormAtom, Template};
use crate::summaries::predicate::PredicateId;
use crate::symbolic::graph::{Graph, Name};
use crate::symbolic::segments::Segments;
use crate::symbolic::view::View;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// A unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Unit {
    pub procedure: ProcId,
    /// The loop head at which it begins, by its index among those of the procedure's segments; `None`: at the entry.
    pub head: Option<usize>,
}

/// What is made once for each unit.
pub(super) struct Made {
    pub template: Template,
    /// What its atoms are, in their order.
    pub children: Vec<Child>,
    /// The place among the template's inputs of the one that says that time stops at the entry.
    pub stop: Option<usize>,
}

/// An atom: a call, or the loop head where the run goes on.
#[derive(Clone, Copy)]
pub(super) struct Child {
    pub unit: PredicateId,
    /// Where the call is.
    pub site: Option<Place>,
}

/// How many arguments an instance has: values at the entry, a state at a loop head, and what it leaves, with whether time has stopped.
#[derive(Clone, Copy)]
pub(super) struct Widths {
    pub entered: usize,
    pub state: usize,
    pub left: usize,
}

/// All units of a system.
pub(super) struct Units<'p> {
    system: &'p Prepared,
    graph: Graph,
    pub view: View<'p>,
    segments: BTreeMap<ProcId, Rc<Segments>>,
    numbers: FxHashMap<Unit, PredicateId>,
    units: Vec<Unit>,
    made: FxHashMap<PredicateId, Rc<Made>>,
}

impl<'p> Units<'p> {
    /// Those of a system in which time may stop at each entry.
    pub fn new(system: &'p Prepared) -> Units<'p> {
        let entries = Target { locations: system.pds.procedures.iter().map(|procedure| procedure.entry).collect() };
        Units {
            system,
            graph: Graph::default(),
            view: View::new(&system.pds, &system.modref, &entries),
            segments: BTreeMap::new(),
            numbers: FxHashMap::default(),
            units: Vec::new(),
            made: FxHashMap::default(),
        }
    }

    /// The number of a unit.
    pub fn number(&mut self, unit: Unit) -> PredicateId {
        *self.numbers.entry(unit).or_insert_with(|| {
            self.units.push(unit);
            PredicateId(self.units.len() as u32 - 1)
        })
    }

    /// The unit with a number.
    pub fn unit(&self, number: PredicateId) -> Unit {
        self.units[number.index()]
    }

    /// With what its procedure is entered, as far as it matters.
    pub fn entered(&self, procedure: ProcId) -> &[Slot] {
        &self.view.interface_of(procedure).ins
    }

    /// How many arguments its instances have.
    pub fn widths(&mut self, Unit { procedure, head }: Unit) -> Widths {
        let state = head.map_or(0, |head| self.segments(procedure).heads[head].slots.len());
        let interface = self.view.interface_of(procedure);
        Widths { entered: interface.ins.len(), state, left: interface.outs.len() + 1 }
    }

    fn segments(&mut self, procedure: ProcId) -> Rc<Segments> {
        let Units { system, graph, view, segments, .. } = self;
        let is_head = |location: LocId| system.cuts.heads[location.index()];
        let of = || Rc::new(Segments::of(graph, view, procedure, is_head, &|_| None, &Budget::unlimited()));
        segments.entry(procedure).or_insert_with(of).clone()
    }

    /// What is made of a unit.
    pub fn made(&mut self, number: PredicateId) -> Rc<Made> {
        if let Some(made) = self.made.get(&number) {
            return made.clone();
        }
        let made = Rc::new(self.make(number));
        self.made.insert(number, made.clone());
        made
    }

    fn make(&mut self, own: PredicateId) -> Made {
        let Unit { procedure, head } = self.unit(own);
        let segments = self.segments(procedure);
        let mut runs = self.begun(&segments, head).into_iter();
        let mut next = || runs.next().unwrap_or(Formula::FALSE);
        let (returned, hits) = (next(), next());
        let tails: Vec<Formula> = segments.heads.iter().map(|_| next()).collect();
        let calls: Vec<Formula> = segments.calls.iter().map(|_| next()).collect();
        let ins = entries(&mut self.graph, &self.view, procedure);
        let mut left = exits(&mut self.graph, &self.view, procedure);
        left.push(self.graph.input(Name::ExitHit(procedure)));
        let formulas = &mut self.graph.formulas;
        let goes_on = tails.iter().fold(Formula::FALSE, |any, &tail| formulas.or(any, tail));
        let ended = formulas.or(returned, hits);
        // The source is chosen, or what meets behind loop heads could have any state of another one.
        let source = head.map_or(segments.entered, |head| segments.heads[head].source);
        let sink = formulas.or(ended, goes_on);
        let run = formulas.and(source, sink);
        let own_left = segments.returns.values.iter().copied().chain([hits]);
        let own_left: Vec<Formula> = left.iter().zip(own_left).map(|(&l, own)| formulas.ite(goes_on, l, own)).collect();
        let before = head.map(|head| segments.heads[head].before.clone()).unwrap_or_default();
        let given: Vec<Formula> = ins.iter().chain(&before).copied().collect();
        let arguments: Vec<Formula> = given.iter().chain(&own_left).copied().collect();
        let mut atoms: Vec<(Child, Formula, Vec<Formula>, usize)> = Vec::new();
        for (index, (head, &guard)) in segments.heads.iter().zip(&tails).enumerate() {
            let unit = self.number(Unit { procedure, head: Some(index) });
            let given: Vec<Formula> = ins.iter().chain(&head.sink.values).copied().collect();
            let count = given.len();
            atoms.push((Child { unit, site: None }, guard, [given, left.clone()].concat(), count));
        }
        for (call, &guard) in segments.calls.iter().zip(&calls) {
            let unit = self.number(Unit { procedure: call.callee, head: None });
            let all = call.ins.iter().chain(&call.outs).copied().chain([call.hits]).collect();
            atoms.push((Child { unit, site: self.site(call.at, call.callee) }, guard, all, call.ins.len()));
        }
        atoms.retain(|&(_, guard, ..)| guard != Formula::FALSE);
        let form = Form {
            own,
            run,
            arguments: &arguments,
            entered: given.len(),
            atoms: atoms
                .iter()
                .map(|&(Child { unit, .. }, guard, ref arguments, given)| FormAtom {
                    predicate: unit,
                    guard,
                    arguments,
                    given,
                })
                .collect(),
        };
        let template = Template::of(&self.graph, &form);
        let entry = self.view.pds.procedures[procedure.index()].entry;
        let stop = segments.stops.iter().find(|&&(at, _)| at == entry);
        let stop = stop.map(|&(_, stop)| self.graph.number_of(stop));
        let stop = template.inputs.iter().position(|&(input, _)| Some(input) == stop);
        Made { template, children: atoms.into_iter().map(|(child, ..)| child).collect(), stop }
    }

    /// When runs from the unit's source return, stop, come to each head, and make each call.
    fn begun(&mut self, segments: &Segments, head: Option<usize>) -> Vec<Formula> {
        let source = head.map_or(segments.entered, |head| segments.heads[head].source);
        let sinks = segments.heads.iter().map(|head| head.sink.taken);
        let roots: Vec<Formula> = [segments.returns.taken, segments.hits]
            .into_iter()
            .chain(sinks)
            .chain(segments.calls.iter().map(|call| call.taken))
            .collect();
        let chosen = self.graph.formulas.conjuncts(source).into_iter();
        let chosen: FxHashMap<Input, bool> =
            chosen.map(|literal| (self.graph.number_of(literal), !literal.is_negated())).collect();
        let cone = Cone::of(&self.graph.formulas, roots);
        self.graph.substitute(&cone, |graph, input| match chosen.get(&input) {
            Some(true) => Formula::TRUE,
            Some(false) => Formula::FALSE,
            None => graph.formulas.input(input),
        })
    }

    /// Where a call is in the text.
    fn site(&self, at: LocId, callee: ProcId) -> Option<Place> {
        let mut rules = self.view.rules_from(at).map(|rule| self.view.pds.rule(rule));
        let is_call = |kind: &RuleKind| matches!(*kind, RuleKind::Expansion { callee: called, .. } if called == callee);
        rules.find(|rule| is_call(&rule.kind)).map(|rule| rule.origin.0)
    }
}
