//! What saturation did, as it is stored and shown: of programs, and of explicit systems on whose rules it works as they are.

mod automaton;
mod drawing;
mod rules;
mod step;
mod words;

pub use automaton::{Reason, ShownAutomaton, ShownTransition};
pub use rules::rules;
pub use step::{Increments, Step, StepCause};

use super::automaton::{self as own, Cause, Edge};
use super::options::PRE;
use super::step::{Cube, Event, Weight, When};
use crate::engine::account::{
    AccountStep, Accounted, Drawing, Ground, Page, Plan, Scene, Sentence, State, StateKind, Telling,
};
use crate::engine::event::Told;
use crate::lang::cfg::LocId;
use crate::lang::program::words::show;
use crate::pds::Slot;
use crate::verdict::names::Names;
use schemars::JsonSchema;
use std::any::Any;
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

/// How runs of the engine are told.
pub(super) const TELLING: Telling = Telling {
    account,
    schema: Step::json_schema,
    page: Page {
        pane: include_str!("page/pane.html"),
        scripts: &[
            include_str!("page/automaton.js"),
            include_str!("page/measures.js"),
            include_str!("page/picture.js"),
            include_str!("page/why.js"),
            include_str!("page/worklist.js"),
            include_str!("page/query.js"),
        ],
    },
};

fn account(told: &[Told], ground: &Ground<'_>) -> Accounted {
    let mut numbered = Numbered::new(|rule| rule as usize, |edge, weight| relation(ground, edge, weight));
    let account: Vec<Step> = told.iter().filter_map(|told| numbered.step(told)).collect();
    Accounted { states: states(told, ground), account: Box::new(account) }
}

/// The engine's own event, if it is one.
fn event(told: &Told) -> Option<&Event> {
    match told {
        Told::Step(step) => (&**step as &dyn Any).downcast_ref(),
        Told::Reached { .. } => None,
    }
}

/// The states of the automaton: those there are from the beginning, and those of callees as they are told.
fn states(told: &[Told], ground: &Ground<'_>) -> Vec<State> {
    let control = State { name: "p".into(), kind: StateKind::Control, is_final: false };
    let given = |name: String| State { name, kind: StateKind::Given, is_final: true };
    if ground.engine == PRE {
        let ends = (1..=ground.targets).map(|number| given(format!("target {number}")));
        return [control].into_iter().chain(ends).collect();
    }
    let mut callees: BTreeMap<u32, String> = BTreeMap::new();
    for event in told.iter().filter_map(event) {
        if let Event::Grew { edge: Edge { symbol: Some(symbol), to, .. }, cause: Cause::Enter(..), .. } = event {
            let procedure = ground.pds.procedure_of(LocId::from_index(*symbol as usize));
            let name = ground.program.name(ground.program[procedure].name);
            callees.entry(*to).or_insert_with(|| format!("[{name}]"));
        }
    }
    let callee = |name: String| State { name, kind: StateKind::Callee, is_final: false };
    [control, given("end".into())].into_iter().chain(callees.into_values().map(callee)).collect()
}

/// A relation in words: `x=0 -> x=1`, entered and now.
fn relation(ground: &Ground<'_>, edge: &Edge, (cubes, more): (&[Cube], bool)) -> Option<String> {
    let place = ground.pds.locations[edge.symbol? as usize].place;
    let names = Names::of(ground.program, place.procedure);
    let numbers = names.numbers(ground.program, place);
    let side = |cube: &Cube, side: When| {
        let own = cube.iter().filter(|(when, ..)| *when == side);
        let own: Vec<(Slot, bool)> = own.map(|&(_, slot, value)| (slot, value)).collect();
        let own = values(&names, &numbers, &own);
        if own.is_empty() { "anything".to_string() } else { own.join(" ") }
    };
    let shown = |cube: &Cube| format!("{} -> {}", side(cube, When::Entered), side(cube, When::Now));
    let mut shown: Vec<String> = cubes.iter().map(shown).collect();
    shown.extend(more.then(|| "...".to_string()));
    Some(shown.join("; "))
}

/// Values in words: a number in place of its bits, if all of them are known.
fn values(names: &Names<'_>, numbers: &[(Cow<'_, str>, Vec<Slot>)], known: &[(Slot, bool)]) -> Vec<String> {
    let value_of: HashMap<Slot, bool> = known.iter().copied().collect();
    let mut shown: HashMap<Slot, Option<String>> =
        known.iter().map(|&(slot, value)| (slot, Some(format!("{}={}", names.slot(slot), u8::from(value))))).collect();
    for (name, bits) in numbers.iter().filter(|(_, bits)| bits.iter().all(|bit| value_of.contains_key(bit))) {
        bits.iter().for_each(|&bit| _ = shown.insert(bit, None));
        shown.insert(bits[0], Some(format!("{name}={}", show(bits, |bit| value_of[&bit]))));
    }
    known.iter().filter_map(|(slot, _)| shown.remove(slot).flatten()).collect()
}

/// Turns what was told into steps: transitions get their numbers. A cause speaks of increments that were told before, so it takes all that was told since
/// [`Event::Saturating`].
struct Numbered<R, S> {
    numbers: HashMap<Edge, usize>,
    /// Of each increment the transition, and how many that had before.
    increments: Vec<(usize, u32)>,
    /// How many increments each transition has.
    counts: Vec<u32>,
    /// The rule that a rule of the control part belongs to.
    rule: R,
    /// A relation in words.
    show: S,
}

impl<R: Fn(u32) -> usize, S: Fn(&Edge, (&[Cube], bool)) -> Option<String>> Numbered<R, S> {
    fn new(rule: R, show: S) -> Numbered<R, S> {
        Numbered { numbers: HashMap::new(), increments: Vec::new(), counts: Vec::new(), rule, show }
    }

    fn step(&mut self, told: &Told) -> Option<Step> {
        if let &Told::Reached { target } = told {
            return Some(Step::Reached { target });
        }
        Some(match event(told)? {
            Event::Saturating { order } => {
                self.numbers.clear();
                self.increments.clear();
                self.counts.clear();
                Step::Saturating { order: order.map(str::to_string) }
            }
            Event::Processed { edge } => Step::Processed { transition: *self.numbers.get(edge)? },
            Event::Grew { edge, cause, weight } => {
                let next = self.numbers.len();
                let transition = *self.numbers.entry(*edge).or_insert(next);
                let (cause, rule, premises) = self.cause(*cause);
                self.counts.resize(self.numbers.len(), 0);
                self.increments.push((transition, self.counts[transition]));
                self.counts[transition] += 1;
                let weight = match weight {
                    None => None,
                    Some(Weight::Length(length)) => Some(length.to_string()),
                    Some(Weight::Relation(cubes, more)) => (self.show)(edge, (cubes, *more)),
                };
                let (from, to) = (edge.from as usize, edge.to as usize);
                let symbol = edge.symbol.map(|symbol| symbol as usize);
                Step::Grew { transition, from, symbol, to, cause, rule, premises, weight }
            }
        })
    }

    fn cause(&self, cause: Cause) -> (StepCause, Option<usize>, Vec<Increments>) {
        let increments = |premise: own::Premise| {
            let [(transition, first), (_, last)] =
                [premise.first, premise.last].map(|increment| self.increments[increment as usize]);
            Increments { transition, first, end: last + 1 }
        };
        let (kind, rule, premises) = match cause {
            Cause::Given => (StepCause::Given, None, vec![]),
            Cause::Step(rule, from) => (StepCause::Step, Some(rule), vec![from]),
            Cause::Enter(rule, from) => (StepCause::Enter, Some(rule), vec![from]),
            Cause::Wait(rule, from) => (StepCause::Wait, Some(rule), vec![from]),
            Cause::Resume(waiting, summary) => (StepCause::Resume, None, vec![waiting, summary]),
            Cause::Returning(rule) => (StepCause::Returning, Some(rule), vec![]),
            Cause::Before(rule, from) => (StepCause::Before, Some(rule), vec![from]),
            Cause::Calling(rule, callee, rest) => (StepCause::Calling, Some(rule), vec![callee, rest]),
        };
        (kind, rule.map(&self.rule), premises.into_iter().map(increments).collect())
    }
}

impl AccountStep for Step {
    fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
        words::sentences(steps, scene)
    }

    fn plan(steps: &[Step], scene: Scene<'_>) -> Plan {
        drawing::plan(steps, scene.system)
    }

    fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
        drawing::automaton(steps, scene.system)
    }

    fn shorten(&mut self, shorter: &mut dyn FnMut(&str) -> String) {
        if let Step::Grew { weight: Some(weight), .. } = self {
            *weight = shorter(weight);
        }
    }
}
