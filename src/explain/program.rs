//! The road of a program, with an engine that is listened to.

use super::guards::Guards;
use super::log::{self, Input, Log};
use crate::engine::account::{self, Accounted, Ground, Reached, Recorder, Symbol, System, Target};
use crate::engine::{EngineSpec, Selection};
use crate::lang::cfg::LocId;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{ProcId, Program};
use crate::lang::source::{Source, Span};
use crate::pds::{Rule, RuleKind};
use crate::pipeline::{Decided, Failure, Loaded, Options, Ready, decide_ready, prepare, undecided, vacuous};

/// How many characters of a statement are kept.
const LONGEST: usize = 80;

/// What an engine did, and what it found out.
#[derive(Debug)]
pub struct Explained {
    /// The steps of the engine.
    pub log: Log,
    /// What it found out; evidence was checked.
    pub decided: Decided,
    /// The numbers of the properties, from 1, that hold since no run comes to them, as far as proofs and limits tell.
    pub vacuous: Vec<usize>,
}

/// What an engine does to decide the properties of a program; at most `most` events are kept. If a limit is hit, it is what was done until then. Options that ask for
/// several engines are not looked at.
///
/// # Errors
/// Those of [`decide_ready`].
pub fn program(loaded: &Loaded, engine: &EngineSpec, options: &Options, most: usize) -> Result<Explained, Failure> {
    let options = options.clone().with_engine(Selection::One(engine.clone())).with_cross_check(false);
    let runs = engine.engine(&options.given, &loaded.program).map_err(Failure::Request)?;
    let passes = runs.passes(options.passes);
    let ready = match prepare(loaded, &loaded.properties, passes, &options.budget) {
        Ok(ready) => ready,
        Err(reason) => {
            let decided = undecided(loaded, &options, &reason);
            return Ok(Explained {
                log: untold(loaded, &loaded.properties, engine.name()),
                decided,
                vacuous: Vec::new(),
            });
        }
    };
    let mut recorder = Recorder::new(most);
    let decided = decide_ready(loaded, &ready, engine, &options, &mut recorder)?;
    let log = Writer { loaded, ready: &ready, recorder: &recorder }.log(engine);
    let vacuous = vacuous(loaded, &decided.outcome, &options.budget)?;
    Ok(Explained { log, decided, vacuous })
}

/// The log of an answer about these properties, of whose search nothing is told.
pub(crate) fn untold(loaded: &Loaded, properties: &[Property], engine: &str) -> Log {
    let system = System { states: vec![], symbols: vec![], rules: vec![], procedures: vec![] };
    Log {
        schema_version: log::SCHEMA_VERSION,
        input: Input::of(&loaded.source, true),
        engine: engine.to_string(),
        system,
        targets: targets(&loaded.program, &loaded.source, properties),
        events: Box::new(Vec::<Reached>::new()),
        left_out: 0,
    }
}

fn targets(program: &Program, source: &Source, properties: &[Property]) -> Vec<Target> {
    let target = |property: &Property| {
        let span = program.span(property.place);
        let what = match &property.kind {
            PropertyKind::Label(label) => format!("label {label}"),
            kind => kind.word().to_string(),
        };
        Target { text: format!("{what} in {}", program.show(property.place)), line: source.position(span.start).line }
    };
    properties.iter().map(target).collect()
}

struct Writer<'a> {
    loaded: &'a Loaded,
    ready: &'a Ready,
    recorder: &'a Recorder,
}

impl Writer<'_> {
    fn log(&self, engine: &EngineSpec) -> Log {
        let pds = &self.ready.system.pds;
        let targets = self.ready.targets.len();
        let ground = Ground { engine: engine.name(), program: self.program(), pds, targets };
        let Accounted { states, account } = (engine.row().telling.account)(self.recorder.told(), &ground);
        let symbols = (0..pds.locations.len()).map(|location| self.symbol(LocId::from_index(location)));
        let mut guards = Guards::new(self.program(), pds);
        let system = System {
            states,
            symbols: symbols.collect(),
            rules: pds.rules().iter().map(|rule| self.rule(rule, &mut guards)).collect(),
            procedures: self.program().procedure_ids().map(|id| self.name(id).to_string()).collect(),
        };
        Log {
            events: account,
            left_out: self.recorder.left_out(),
            system,
            ..untold(self.loaded, &self.loaded.properties, engine.name())
        }
    }

    fn program(&self) -> &Program {
        &self.loaded.program
    }

    fn name(&self, procedure: ProcId) -> &str {
        self.program().name(self.program()[procedure].name)
    }

    fn symbol(&self, location: LocId) -> Symbol {
        let pds = &self.ready.system.pds;
        let place = pds.locations[location.index()].place;
        let (program, source) = (self.program(), &self.loaded.source);
        let span = program.span(place);
        let text = match source.told(span.start).words() {
            Some(text) => text.to_string(),
            None => {
                let begin = span.start as usize;
                let text = source.text(Span::new(begin, (span.end as usize).min(begin + 8 * LONGEST)));
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                text.chars().take(LONGEST).collect()
            }
        };
        Symbol {
            name: self.ready.cfg.show(program, location),
            line: Some(source.position(span.start).line),
            text: Some(text),
            procedure: Some(place.procedure.index()),
        }
    }

    fn rule(&self, rule: &Rule, guards: &mut Guards<'_>) -> account::Rule {
        let pds = &self.ready.system.pds;
        let show = |location: LocId| self.ready.cfg.show(self.program(), location);
        let push: Vec<LocId> = match rule.kind {
            RuleKind::Neutration { to } => vec![to],
            RuleKind::Expansion { callee, to } => vec![pds.procedures[callee.index()].entry, to],
            RuleKind::Contraction => vec![],
        };
        let shown: Vec<String> = push.iter().map(|&location| show(location)).collect();
        let right = if shown.is_empty() { "p', ".to_string() } else { format!("p', {}", shown.join(" ")) };
        let span = self.program().span(rule.origin.0);
        account::Rule {
            text: format!("<p, {}> -> <{right}>", show(rule.from)),
            line: self.loaded.source.position(span.start).line,
            symbol: rule.from.index(),
            push: push.into_iter().map(LocId::index).collect(),
            guard: guards.show(rule).map(|guard| guard.chars().take(LONGEST).collect()),
        }
    }
}
