//! The road of a program, with an engine that is listened to.

use super::log::{self, Body, Input, Log, State, StateKind, Symbol, System, Target};
use super::recorder::Recorder;
use super::system::Events;
use crate::budget::Budget;
use crate::engine::saturation::automaton::{Cause, Edge};
use crate::engine::{self, EngineSpec, Event, Selection, Taken, Weight, When};
use crate::lang::cfg::LocId;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{ProcId, Program, Var};
use crate::lang::source::{Source, Span, Told};
use crate::logic::formula::Formula;
use crate::logic::text::{INFIX, text};
use crate::pds::{Rule, RuleKind, Slot};
use crate::pipeline::{Decided, Failure, Loaded, Options, Ready, decide, prepare, vacuous};
use crate::verdict::names::Names;
use std::collections::BTreeMap;

/// How many characters of a statement are kept.
const LONGEST: usize = 80;

/// What an engine did, and what it found out.
#[derive(Clone, Debug)]
pub struct Explained {
    /// What it did.
    pub log: Log,
    /// What it found out; evidence was checked.
    pub decided: Decided,
    /// The numbers of the properties, from 1, that hold since no run comes to them, as far as proofs and limits tell.
    pub vacuous: Vec<usize>,
}

/// What an engine does to decide the properties of a program; at most `most` events are kept. Options that ask for several engines are not looked at.
///
/// # Errors
/// Those of [`decide`].
pub fn program(loaded: &Loaded, engine: EngineSpec, options: &Options, most: usize) -> Result<Explained, Failure> {
    let mut recorder = Recorder::new(most);
    let options = Options { engine: Selection::One(engine), cross_check: false, ..options.clone() };
    let decided = decide(loaded, &options, &mut recorder)?;
    let passes = options.passes.both(engine.engine(options.order, &loaded.listed).passes());
    // If the engine was heard of, the passes came to an end within the limits; that these were hit later takes nothing back.
    let budget = if recorder.events().is_empty() { options.budget.clone() } else { Budget::unlimited() };
    let log = match prepare(loaded, &loaded.properties, passes, &budget) {
        Ok(ready) => Writer { loaded, ready: &ready, recorder: &recorder }.log(decided.outcome.engine),
        // A limit was hit before the engine began.
        Err(_) => empty(loaded, decided.outcome.engine),
    };
    let vacuous = vacuous(loaded, &decided.outcome, &options.budget)?;
    Ok(Explained { log, decided, vacuous })
}

fn empty(loaded: &Loaded, engine: &str) -> Log {
    let system = System { states: vec![], symbols: vec![], rules: vec![], procedures: vec![] };
    let Loaded { source, program, .. } = loaded;
    Log {
        schema_version: log::SCHEMA_VERSION,
        input: Input::of(source, true),
        engine: engine.to_string(),
        system,
        targets: targets(program, source, loaded),
        events: Vec::new(),
        left_out: 0,
    }
}

fn targets(program: &Program, source: &Source, loaded: &Loaded) -> Vec<Target> {
    let target = |property: &Property| {
        let span = program.span(property.place);
        let what = match &property.kind {
            PropertyKind::Label(label) => format!("label {label}"),
            kind => kind.word().to_string(),
        };
        Target { text: format!("{what} in {}", program.show(property.place)), line: source.position(span.start).line }
    };
    loaded.properties.iter().map(target).collect()
}

struct Writer<'a> {
    loaded: &'a Loaded,
    ready: &'a Ready,
    recorder: &'a Recorder,
}

impl Writer<'_> {
    fn log(&self, engine: &str) -> Log {
        let pds = &self.ready.system.pds;
        let symbols = (0..pds.locations.len()).map(|location| self.symbol(LocId::from_index(location)));
        let system = System {
            states: if engine.starts_with("saturation") { self.states(engine) } else { Vec::new() },
            symbols: symbols.collect(),
            rules: pds.rules().iter().map(|rule| self.rule(rule)).collect(),
            procedures: self.program().procedure_ids().map(|id| self.name(id).to_string()).collect(),
        };
        let mut events = Events::new(|rule| rule as usize);
        let event = |event| events.saturation(event, |event| self.weight(event)).or_else(|| self.summary(event));
        Log {
            events: self.recorder.events().iter().filter_map(event).collect(),
            left_out: self.recorder.left_out(),
            system,
            ..empty(self.loaded, engine)
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
        let text = match source.told(span.start) {
            Told::As(text) => text.to_string(),
            _ => {
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

    fn rule(&self, rule: &Rule) -> log::Rule {
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
        log::Rule {
            text: format!("<p, {}> -> <{right}>", show(rule.from)),
            line: self.loaded.source.position(span.start).line,
            symbol: rule.from.index(),
            push: push.into_iter().map(LocId::index).collect(),
            guard: self.guard(rule),
        }
    }

    /// The condition of a rule in words.
    fn guard(&self, rule: &Rule) -> Option<String> {
        let Ready { system, .. } = self.ready;
        let guard = rule.transfer.guard;
        if guard == Formula::TRUE {
            return None;
        }
        let names = Names::of(self.program(), system.pds.procedure_of(rule.from));
        let shown = text(&INFIX, &system.pds.formulas, &[guard], |input| name(&names, Slot::of(input)));
        let parts = shown.parts.iter().map(|(name, part)| format!("where {name} = {part}"));
        let all: Vec<String> = shown.roots.into_iter().chain(parts).collect();
        Some(all.join(" ").chars().take(LONGEST).collect())
    }

    /// The states of the automaton: those there are from the beginning, and those of callees as they are told.
    fn states(&self, engine: &str) -> Vec<State> {
        let control = State { name: "p".into(), kind: StateKind::Control, is_final: false };
        let given = |name: String| State { name, kind: StateKind::Given, is_final: true };
        if engine.ends_with("pre") {
            let ends = (1..=self.loaded.properties.len()).map(|number| given(format!("target {number}")));
            return [control].into_iter().chain(ends).collect();
        }
        let mut callees: BTreeMap<u32, String> = BTreeMap::new();
        for event in self.recorder.events() {
            if let Event::Grew { edge: Edge { symbol: Some(symbol), to, .. }, cause: Cause::Enter(..), .. } = event {
                let procedure = self.ready.system.pds.procedure_of(LocId::from_index(*symbol as usize));
                callees.entry(*to).or_insert_with(|| format!("[{}]", self.name(procedure)));
            }
        }
        let callee = |name: String| State { name, kind: StateKind::Callee, is_final: false };
        [control, given("end".into())].into_iter().chain(callees.into_values().map(callee)).collect()
    }

    /// A relation in words: `x=0 -> x=1`, entered and now.
    fn weight(&self, event: &Event) -> Option<String> {
        let Event::Grew { edge: Edge { symbol, .. }, weight: Some(Weight::Relation(cubes, more)), .. } = event else {
            return None;
        };
        let procedure = self.ready.system.pds.procedure_of(LocId::from_index((*symbol)? as usize));
        let names = Names::of(self.program(), procedure);
        let side = |cube: &[(When, Slot, bool)], side: When| {
            let own = cube.iter().filter(|(when, ..)| *when == side);
            let own: Vec<String> =
                own.map(|&(_, slot, value)| format!("{}={}", name(&names, slot), u8::from(value))).collect();
            if own.is_empty() { "anything".to_string() } else { own.join(" ") }
        };
        let shown = |cube: &Vec<_>| format!("{} -> {}", side(cube, When::Entered), side(cube, When::Now));
        let mut shown: Vec<String> = cubes.iter().map(shown).collect();
        shown.extend(more.then(|| "...".to_string()));
        Some(shown.join("; "))
    }

    /// An event of the summary engine.
    fn summary(&self, event: &Event) -> Option<log::Event> {
        let body = |body: engine::Body| Body {
            procedure: body.procedure.index(),
            level: body.level,
            is_closed: body.is_closed,
        };
        Some(match event {
            Event::Turn { targets } => log::Event::Turn { targets: targets.clone() },
            &Event::Asked { body: own, is_open, nodes, is_found } => {
                log::Event::Asked { body: body(own), is_open, nodes, is_found }
            }
            Event::Spurious { body: own, path, taken } => {
                let at = |taken: &Taken| match taken {
                    Taken::Rounds { head } => head.index(),
                    Taken::Call { at, .. } => at.index(),
                };
                let path = path.iter().map(|location| location.index()).collect();
                log::Event::Spurious { body: body(*own), path, taken: taken.iter().map(at).collect() }
            }
            Event::Refined { procedure } => log::Event::Refined { procedure: procedure.index() },
            Event::Replaced { at, callee } => log::Event::Replaced { at: at.index(), callee: callee.index() },
            Event::Unrolled { head, rounds } => log::Event::Unrolled { head: head.index(), rounds: *rounds },
            Event::Closed { head } => log::Event::Closed { head: head.index() },
            Event::Nested { procedure, depth } => log::Event::Nested { procedure: procedure.index(), depth: *depth },
            Event::Completed { procedure, holds } => {
                log::Event::Completed { procedure: procedure.index(), holds: *holds }
            }
            Event::Settled { procedure, is_real } => {
                log::Event::Settled { procedure: procedure.index(), is_real: *is_real }
            }
            &Event::Summarised { body: own, nodes, is_projected } => {
                log::Event::Summarised { body: body(own), nodes, is_projected }
            }
            Event::Forgotten { body: own } => log::Event::Forgotten { body: body(*own) },
            Event::Saturating { .. }
            | Event::Processed { .. }
            | Event::Grew { .. }
            | Event::Reached { .. }
            | Event::Explored { .. }
            | Event::Saturated { .. } => return None,
        })
    }
}

fn name(names: &Names<'_>, slot: Slot) -> String {
    match slot {
        Slot::Global(index) => names.get(Var::global(index)).to_string(),
        Slot::Local(index) => names.get(Var::local(index)).to_string(),
        Slot::Result(index) => format!("result#{index}"),
        Slot::Choice(index) => format!("choice#{index}"),
    }
}
