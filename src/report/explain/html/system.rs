//! A run of an explicit system for the page, in the shape of the traces of programs: what a symbol becomes until it is taken off the stack is a run, and a rule that
//! pushes is a call, after which the lower symbol goes on. So a run of 2^66 steps is as short here as it is in memory.

use super::limits::{LeftOut, TRACE};
use crate::lang::source::{Source, Span};
use crate::pds::control::{Control, Effect};
use crate::pds::explicit::{Item, Lowered, Parsed, Replayed, Run as Ran};
use serde::Serialize;
use std::collections::HashMap;

/// A run to a target.
#[derive(Serialize)]
pub(super) struct Trace {
    /// The index of the target.
    property: usize,
    points: Vec<Point>,
    runs: Vec<Run>,
    /// How many of them, the last ones, lie on the stack at the end, the bottom of the stack with them.
    stack: usize,
    /// How many steps there are before the first configuration: those that put it on the stack.
    start: usize,
}

/// What is done next to the symbol on top.
#[derive(Serialize)]
struct Point {
    line: u32,
    /// The rule; null where there is none any more.
    text: Option<String>,
    /// The control state.
    state: String,
    /// What is on top: a symbol, or, in the middle of a rule, those that it still pushes. Null at the bottom.
    symbol: Option<String>,
    /// Of a rule that pushes, what waits below.
    rest: Option<String>,
}

#[derive(Serialize)]
struct Run {
    steps: Vec<Step>,
    /// Where it ends: the index of the point that takes the symbol off, or at which it waits.
    end: u32,
}

/// The index of a point, and the run of what it pushes.
#[derive(Serialize)]
struct Step(u32, Option<usize>);

/// What points are of.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    /// The initial configuration is put on the stack: its symbol with this index, from the bottom, or the bottom itself.
    Start(Option<usize>),
    /// A rule of the control part.
    Part(u32),
    /// The end.
    End,
}

/// A run that lies on the stack.
#[derive(Default)]
struct Open {
    steps: Vec<Step>,
    /// The point at which it waits.
    waits: Option<u32>,
}

/// The run to the target with this index; `None` if it is too long.
pub(super) fn trace(
    property: usize,
    parsed: &Parsed,
    source: &Source,
    lowered: &Lowered,
    (run, replayed): &(Ran, Replayed),
    left_out: &mut LeftOut,
) -> Option<Trace> {
    let items = run.items.len() + run.rounds.iter().map(|round| round.items.len()).sum::<usize>();
    if items > TRACE {
        let number = property + 1;
        left_out.say(format!("the run to target {number}, which is made of {items} steps, more than {TRACE}"));
        return None;
    }
    let mut writer =
        Writer { parsed, source, lowered, run, replayed, points: Vec::new(), known: HashMap::new(), runs: Vec::new() };
    let mut rounds = Vec::new();
    for round in &run.rounds {
        let mut open = vec![Open::default()];
        writer.follow(&mut open, &round.items, &rounds);
        rounds.push(writer.runs.len() - 1);
    }
    let height = run.start.stack.len();
    let mut open: Vec<Open> = (0..=height).map(|_| Open::default()).collect();
    for (index, below) in open[..height].iter_mut().enumerate() {
        below.waits = Some(writer.point(Key::Start(index.checked_sub(1))));
    }
    writer.follow(&mut open, &run.items, &rounds);
    let end = writer.point(Key::End);
    let stack = open.len();
    writer.runs.extend(open.into_iter().map(|Open { steps, waits }| Run { steps, end: waits.unwrap_or(end) }));
    Some(Trace { property, points: writer.points, runs: writer.runs, stack, start: height })
}

struct Writer<'a> {
    parsed: &'a Parsed,
    source: &'a Source,
    lowered: &'a Lowered,
    run: &'a Ran,
    replayed: &'a Replayed,
    points: Vec<Point>,
    known: HashMap<Key, u32>,
    runs: Vec<Run>,
}

impl Writer<'_> {
    /// Does what the items say; `rounds` has for each round its run.
    fn follow(&mut self, open: &mut Vec<Open>, items: &[Item], rounds: &[usize]) {
        let ran = self.run;
        let mut waiting = vec![items.iter()];
        while let Some(next) = waiting.last_mut() {
            match next.next() {
                None => drop(waiting.pop()),
                Some(&Item::Part(part)) => self.apply(open, part),
                Some(&Item::Round(index)) => match open.last() {
                    // All that becomes of a symbol that was just pushed.
                    Some(Open { steps, .. }) if steps.is_empty() && open.len() > 1 => {
                        open.pop();
                        close(open, rounds[index]);
                    }
                    _ => waiting.push(ran.rounds[index].items.iter()),
                },
            }
        }
    }

    fn apply(&mut self, open: &mut Vec<Open>, part: u32) {
        let point = self.point(Key::Part(part));
        let effect = self.lowered.control().control_rule(part).effect;
        match (effect, open.last_mut()) {
            (Effect::Neutration(_), Some(top)) => top.steps.push(Step(point, None)),
            (Effect::Expansion(..), Some(top)) => {
                top.waits = Some(point);
                open.push(Open::default());
            }
            (Effect::Contraction, _) => {
                let steps = open.pop().map_or_else(Vec::new, |done| done.steps);
                self.runs.push(Run { steps, end: point });
                close(open, self.runs.len() - 1);
            }
            // A replayed run does not go on below the bottom.
            (_, None) => {}
        }
    }

    fn point(&mut self, key: Key) -> u32 {
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        let point = match key {
            Key::Start(symbol) => self.start(symbol),
            Key::Part(part) => self.part(part),
            Key::End => self.end(),
        };
        let index = self.points.len() as u32;
        self.points.push(point);
        self.known.insert(key, index);
        index
    }

    fn start(&self, index: Option<usize>) -> Point {
        let (system, start) = (&self.parsed.system, &self.run.start);
        let symbol = index.map(|index| start.stack[start.stack.len() - 1 - index]);
        let symbol = symbol.map(|symbol| system.symbol_name(symbol).to_string());
        Point {
            line: self.line(self.start_span()),
            text: Some(format!("init {}", system.show(start))),
            state: system.state_name(start.state).to_string(),
            rest: symbol.clone(),
            symbol,
        }
    }

    fn start_span(&self) -> Span {
        let is_start = |index: &usize| self.parsed.system.initial()[*index] == self.run.start;
        (0..self.parsed.initial.len()).find(is_start).map_or(Span::default(), |index| self.parsed.initial[index])
    }

    fn part(&self, part: u32) -> Point {
        let (system, lowered) = (&self.parsed.system, self.lowered);
        let rule = lowered.control().control_rule(part);
        let (number, part) = lowered.origin(part);
        let pushed = &system.rules()[number].push;
        let symbol = match lowered.symbol(rule.symbol) {
            Some(symbol) => system.symbol_name(symbol).to_string(),
            None => {
                let left = &pushed[..pushed.len() - part as usize];
                left.iter().map(|&symbol| system.symbol_name(symbol)).collect::<Vec<_>>().join(" ")
            }
        };
        let rest = match rule.effect {
            Effect::Expansion(_, below) => Some(lowered.symbol_name(system, below).to_string()),
            Effect::Neutration(_) | Effect::Contraction => None,
        };
        Point {
            line: self.line(self.parsed.rules[number]),
            text: Some(system.show_rule(&system.rules()[number]).to_string()),
            state: lowered.state(rule.state).map_or_else(
                || system.state_name(system.rules()[number].to).to_string(),
                |state| system.state_name(state).to_string(),
            ),
            symbol: Some(symbol),
            rest,
        }
    }

    fn end(&self) -> Point {
        let (system, end) = (&self.parsed.system, &self.replayed.end);
        let top = end.stack.first().map(|&symbol| system.symbol_name(symbol).to_string());
        let state = system.state_name(end.state).to_string();
        Point { line: 0, text: None, state, symbol: top, rest: None }
    }

    fn line(&self, span: Span) -> u32 {
        self.source.position(span.start).line
    }
}

/// What was on top is gone, and its run has this index: whoever waits below goes on.
fn close(open: &mut [Open], run: usize) {
    if let Some(caller) = open.last_mut() {
        let point = caller.waits.take();
        caller.steps.extend(point.map(|point| Step(point, Some(run))));
    }
}
