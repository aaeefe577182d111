//! All that the page knows, as JSON for its scripts.

use super::limits::{self, LeftOut, STATEMENTS};
use super::proof::{self, Proof};
use super::system;
use super::trace::{self, Program, Trace};
use super::{Found, evidence};
use crate::engine::saturation::explicit::Answer;
use crate::explain::{Layout, Log, Place};
use crate::lang::program;
use crate::lang::source::Source;
use crate::outcome::{Evidence, Outcome, Verdict};
use crate::pipeline::Loaded;
use crate::report::explain::svg;
use crate::verdict::trace::Turn;
use serde::Serialize;
use std::sync::Arc;

#[derive(Serialize)]
pub(super) struct Data {
    /// The log, as `schema/explain.schema.json` has it, but for what is too long.
    log: Log,
    /// What happens in each step.
    words: Vec<String>,
    /// Where the states of the automaton stand.
    places: Vec<Place>,
    /// How large their picture is.
    picture: Size,
    /// The ways of its arrows.
    routes: Vec<Drawn>,
    /// The procedure where runs begin.
    entry: Option<usize>,
    /// One for each target of the log.
    properties: Vec<Property>,
    program: Option<Program>,
    traces: Vec<Way>,
    proofs: Vec<Proof>,
    /// What the engine has to say beside the answers.
    remark: Option<String>,
    /// In sentences.
    left_out: Vec<String>,
}

#[derive(Serialize)]
struct Size {
    width: f64,
    height: f64,
}

/// An arrow of the picture.
#[derive(Serialize)]
struct Drawn {
    from: usize,
    to: usize,
    /// As SVG has it.
    path: String,
    /// The middle of the lowest line of its label.
    label: (f64, f64),
}

#[derive(Serialize)]
struct Property {
    /// Which one it is, in words.
    name: String,
    verdict: String,
    /// Whether no run comes to it.
    is_vacuous: bool,
    /// Rows of `traces` and `proofs`.
    trace: Option<usize>,
    proof: Option<usize>,
}

/// A trace of a program, or a run of a system.
#[derive(Serialize)]
#[serde(untagged)]
enum Way {
    Program(Trace),
    System(system::Trace),
}

/// All of it.
pub(super) fn data(log: &Log, found: Option<&Found<'_>>) -> Data {
    let mut left_out = LeftOut::default();
    let log = limits::log(log, &mut left_out);
    let layout = Layout::of(&log.events.plan(log.scene()));
    let drawn = |(&(from, to), route)| Drawn { from, to, path: svg::path(route), label: route.label };
    let mut data = Data {
        words: log.events.sentences(log.scene()).into_iter().map(|sentence| sentence.text).collect(),
        routes: layout.routes.iter().map(drawn).collect(),
        picture: Size { width: layout.width, height: layout.height },
        places: layout.nodes,
        log,
        entry: None,
        properties: Vec::new(),
        program: None,
        traces: Vec::new(),
        proofs: Vec::new(),
        remark: None,
        left_out: Vec::new(),
    };
    match found {
        Some(&Found::Program { loaded, outcome, vacuous, remark, turn }) => {
            data.remark = remark.map(str::to_owned);
            data.entry = Some(loaded.entry.index());
            data.program = statements(&loaded.program, &loaded.source, &mut left_out);
            data.decided((loaded, outcome), vacuous, turn, &mut left_out);
        }
        Some(&Found::System { parsed, source, lowered, answers }) => {
            let ways = answers.iter().enumerate().map(|(index, answer)| match answer {
                Answer::Reached(found) => {
                    ("UNSAFE", system::trace(index, parsed, source, lowered, found, &mut left_out))
                }
                Answer::Unreachable => ("SAFE", None),
            });
            for (index, (verdict, way)) in ways.enumerate() {
                let name = format!("property {}", index + 1);
                let property = Property { name, verdict: verdict.into(), is_vacuous: false, trace: None, proof: None };
                data.push(property, way.map(Way::System));
            }
        }
        None => {}
    }
    data.left_out = left_out.sentences();
    data
}

/// The program, if it is not too large.
fn statements(program: &program::Program, source: &Source, left_out: &mut LeftOut) -> Option<Program> {
    let statements = program.size();
    if statements <= STATEMENTS {
        return Some(trace::program(program, source));
    }
    left_out.say(format!("graphs and traces of a program of {statements} statements, more than {STATEMENTS}"));
    None
}

impl Data {
    fn decided(
        &mut self,
        (loaded, outcome): (&Loaded, &Outcome),
        vacuous: &[usize],
        turn: Option<&Turn>,
        left_out: &mut LeftOut,
    ) {
        // Properties that were proved together have one proof.
        let mut known = Vec::new();
        let numbers = evidence::numbers(loaded);
        let mut before = None;
        for (index, decision) in outcome.decisions.iter().enumerate() {
            let number = numbers.get(&decision.property);
            let is_another = before.replace(&decision.property) == Some(&decision.property);
            let name = number.map_or("property".into(), |number| format!("property {number}"));
            let name = if is_another { format!("{name}, another way") } else { name };
            let verdict = decision.verdict.to_string();
            let is_vacuous = number.is_some_and(|number| vacuous.contains(number));
            let mut property = Property { name: name.clone(), verdict, is_vacuous, trace: None, proof: None };
            let mut way = None;
            match &decision.verdict {
                Verdict::Unsafe(_) if self.program.is_none() => {}
                Verdict::Unsafe(replayed) => {
                    way = trace::trace((index, &name), loaded, replayed, turn, left_out).map(Way::Program)
                }
                Verdict::Safe(Evidence::Certificate(_)) if loaded.asks_of_runs() => left_out.say(format!(
                    "the proof of {name}: it is about the program in which something looks on, and `certificate show` prints it"
                )),
                Verdict::Safe(Evidence::Certificate(accepted)) => {
                    let row = known.iter().position(|other| Arc::ptr_eq(other, accepted));
                    property.proof = Some(row.unwrap_or(known.len()));
                    if row.is_none() {
                        known.push(Arc::clone(accepted));
                        self.proofs.push(proof::proof(loaded, accepted.certificate(), left_out));
                    }
                }
                Verdict::Safe(Evidence::None(why)) => property.verdict += &format!(" (without a proof: {why})"),
                Verdict::Unknown(_) => {}
            }
            self.push(property, way);
        }
    }

    fn push(&mut self, property: Property, way: Option<Way>) {
        let trace = way.is_some().then_some(self.traces.len());
        self.traces.extend(way);
        self.properties.push(Property { trace, ..property });
    }
}
