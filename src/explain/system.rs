//! post* and pre* of an explicit system.

use super::log::{self, Input, Log, State, StateKind, Symbol, System, Target};
use super::recorder::Recorder;
use crate::budget::{Budget, StopReason};
use crate::engine::saturation::automaton::{Cause, Edge, Premise};
use crate::engine::saturation::explicit::{Role, Saturated, post_star, pre_star};
use crate::engine::saturation::weights::Reachable;
use crate::engine::{Event, Weight};
use crate::lang::source::{Source, Span};
use crate::pds::explicit::{Lowered, Parsed};
use std::collections::HashMap;

/// From where to where.
pub use crate::engine::saturation::Direction;

/// What saturation of a system does; at most `most` events are kept.
///
/// # Errors
/// The limit that was hit.
pub fn system(
    parsed: &Parsed,
    source: &Source,
    direction: Direction,
    most: usize,
    budget: &Budget,
) -> Result<Log, StopReason> {
    let mut recorder = Recorder::new(most);
    let lowered = Lowered::new(&parsed.system);
    let saturated = match direction {
        Direction::Post => post_star(&parsed.system, lowered, &mut Reachable, &(), budget, &mut recorder)?,
        Direction::Pre => pre_star(&parsed.system, lowered, &mut Reachable, &(), budget, &mut recorder)?,
    };
    let system = &parsed.system;
    let line = |span: Span| source.position(span.start).line;
    let targets = system.targets().iter().zip(&parsed.targets);
    let targets = targets.map(|(target, &span)| {
        let text = format!("target {}", system.show_pattern(target));
        Target { text, line: line(span) }
    });
    let rules = system.rules().iter().zip(&parsed.rules).map(|(rule, &span)| log::Rule {
        text: system.show_rule(rule).to_string(),
        line: line(span),
        symbol: rule.symbol.0 as usize,
        push: rule.push.iter().map(|symbol| symbol.0 as usize).collect(),
        guard: None,
    });
    let symbol = |symbol: u32| {
        let name = saturated.lowered.symbol_name(system, symbol).to_string();
        Symbol { name, line: None, text: None, procedure: None }
    };
    let described = System {
        states: saturated.roles.iter().zip(0..).map(|(&role, id)| state(parsed, &saturated, role, id)).collect(),
        symbols: (0..saturated.lowered.control().symbols()).map(symbol).collect(),
        rules: rules.collect(),
        procedures: Vec::new(),
    };
    let rule = |part: u32| saturated.lowered.origin(part).0;
    let mut events = Events::new(rule);
    Ok(Log {
        schema_version: log::SCHEMA_VERSION,
        input: Input::of(source, false),
        engine: direction.name().to_string(),
        system: described,
        targets: targets.collect(),
        events: recorder.events().iter().filter_map(|event| events.saturation(event, |_| None)).collect(),
        left_out: recorder.left_out(),
    })
}

fn state(parsed: &Parsed, saturated: &Saturated<()>, role: Role, id: u32) -> State {
    let name = saturated.role_name(&parsed.system, role);
    let kind = match role {
        Role::Control(state) if saturated.lowered.state(state).is_none() => StateKind::Inner,
        Role::Control(_) => StateKind::Control,
        Role::Given(_) => StateKind::Given,
        Role::Callee(..) => StateKind::Callee,
    };
    State { name, kind, is_final: saturated.automaton.is_final(id) }
}

impl Input {
    /// The text of an input; of one that was made of another the text of that one, where the places are.
    pub(super) fn of(source: &Source, is_program: bool) -> Input {
        let text = String::from_utf8_lossy(source.input().bytes());
        let lines = text.lines().map(str::to_string).collect();
        Input { path: source.name().to_string(), sha256: source.sha256(), is_program, lines }
    }
}

/// Turns the events of saturation into those of a log: transitions get their numbers.
pub(super) struct Events<R> {
    numbers: HashMap<Edge, usize>,
    /// The rule that a rule of the control part belongs to.
    rule: R,
}

impl<R: Fn(u32) -> usize> Events<R> {
    pub(super) fn new(rule: R) -> Events<R> {
        Events { numbers: HashMap::new(), rule }
    }

    /// An event of saturation, or a target that is reached; `None` if it is another.
    pub(super) fn saturation(
        &mut self,
        event: &Event,
        show: impl FnOnce(&Event) -> Option<String>,
    ) -> Option<log::Event> {
        Some(match event {
            Event::Saturating { order } => {
                self.numbers.clear();
                log::Event::Saturating { order: order.map(str::to_string) }
            }
            Event::Reached { target } => log::Event::Reached { target: *target },
            Event::Processed { edge } => log::Event::Processed { transition: *self.numbers.get(edge)? },
            Event::Grew { edge, cause, weight } => {
                let next = self.numbers.len();
                let transition = *self.numbers.entry(*edge).or_insert(next);
                let (cause, rule, premises) = self.cause(*cause);
                let weight = match weight {
                    None => None,
                    Some(Weight::Length(length)) => Some(length.to_string()),
                    Some(Weight::Relation(..)) => show(event),
                };
                let (from, to) = (edge.from as usize, edge.to as usize);
                let symbol = edge.symbol.map(|symbol| symbol as usize);
                log::Event::Grew { transition, from, symbol, to, cause, rule, premises, weight }
            }
            _ => return None,
        })
    }

    fn cause(&self, cause: Cause) -> (log::Cause, Option<usize>, Vec<log::Increments>) {
        let increments = |premise: Premise| log::Increments {
            transition: premise.transition.index(),
            first: premise.first,
            end: premise.end,
        };
        let (kind, rule, premises) = match cause {
            Cause::Given => (log::Cause::Given, None, vec![]),
            Cause::Step(rule, from) => (log::Cause::Step, Some(rule), vec![from]),
            Cause::Enter(rule, from) => (log::Cause::Enter, Some(rule), vec![from]),
            Cause::Wait(rule, from) => (log::Cause::Wait, Some(rule), vec![from]),
            Cause::Resume(waiting, summary) => (log::Cause::Resume, None, vec![waiting, summary]),
            Cause::Returning(rule) => (log::Cause::Returning, Some(rule), vec![]),
            Cause::Before(rule, from) => (log::Cause::Before, Some(rule), vec![from]),
            Cause::Calling(rule, callee, rest) => (log::Cause::Calling, Some(rule), vec![callee, rest]),
        };
        (kind, rule.map(&self.rule), premises.into_iter().map(increments).collect())
    }
}
