//! P-automata, rebuilt from logs.

use super::*;
use bpcheck::budget::Budget;
use bpcheck::engine::EngineSpec;
use bpcheck::engine::Silent;
use bpcheck::engine::saturation::Direction;
use bpcheck::engine::saturation::account::{Increments, ShownAutomaton, Step, StepCause as Cause, rules};
use bpcheck::engine::saturation::automaton;
use bpcheck::engine::saturation::explicit::{Saturated, post_star, pre_star};
use bpcheck::engine::saturation::program::ProgramAutomaton;
use bpcheck::engine::saturation::weights::Reachable;
use bpcheck::explain;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::source::Diagnostics;
use bpcheck::logic::bdd::Limits;
use bpcheck::outcome::Overall;
use bpcheck::pds::explicit::{Configuration, Lowered, Parsed, StateId, SymbolId, parse};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::{load, prepare};
use bpcheck::relational::order::Order;
use bpcheck::{Options, Source};
use std::collections::BTreeSet;
use std::path::Path;

/// The cause of an increment as logs tell it.
fn told(
    automaton: &automaton::Automaton<()>,
    increment: u32,
    rule: impl Fn(u32) -> usize,
) -> (Cause, Option<usize>, Vec<Increments>) {
    let increments = |premise: automaton::Premise| {
        let transition = automaton.transition_of(premise);
        let all = &automaton.transition(transition).increments;
        let [first, last] = [premise.first, premise.last].map(|wanted| all.iter().position(|&one| one == wanted));
        let [first, last] = [first, last].map(|at| at.expect("an increment of the transition") as u32);
        Increments { transition: transition.index(), first, end: last + 1 }
    };
    match automaton.increments()[increment as usize].cause {
        automaton::Cause::Given => (Cause::Given, None, vec![]),
        automaton::Cause::Step(part, from) => (Cause::Step, Some(rule(part)), vec![increments(from)]),
        automaton::Cause::Enter(part, from) => (Cause::Enter, Some(rule(part)), vec![increments(from)]),
        automaton::Cause::Wait(part, from) => (Cause::Wait, Some(rule(part)), vec![increments(from)]),
        automaton::Cause::Resume(a, b) => (Cause::Resume, None, vec![increments(a), increments(b)]),
        automaton::Cause::Returning(part) => (Cause::Returning, Some(rule(part)), vec![]),
        automaton::Cause::Before(part, from) => (Cause::Before, Some(rule(part)), vec![increments(from)]),
        automaton::Cause::Calling(part, a, b) => (Cause::Calling, Some(rule(part)), vec![increments(a), increments(b)]),
    }
}

/// That the log tells the transitions, increments and final states of the automaton, in their order.
fn same(log: &Read<Step>, saturated: &Saturated<()>) {
    let rebuilt = ShownAutomaton::after(&log.events);
    let own = saturated.automaton.transitions();
    assert_eq!(rebuilt.transitions.len(), own.len());
    for (told, own) in rebuilt.transitions.iter().zip(own) {
        let symbol = own.edge.symbol.map(|symbol| symbol as usize);
        assert_eq!((told.from, told.symbol, told.to), (own.edge.from as usize, symbol, own.edge.to as usize));
        assert_eq!(told.grown.len(), own.increments.len());
        for (&event, &increment) in told.grown.iter().zip(&own.increments) {
            let Step::Grew { cause, rule, premises, .. } = &log.events[event] else { panic!("no growth") };
            let expected = self::told(&saturated.automaton, increment, |part| saturated.lowered.origin(part).0);
            assert_eq!((*cause, *rule, premises.clone()), expected);
        }
    }
    assert_eq!(log.system.states.len(), saturated.automaton.states() as usize);
    for (id, state) in log.system.states.iter().enumerate() {
        assert_eq!(state.is_final, saturated.automaton.is_final(id as u32), "{}", state.name);
    }
    assert!(rebuilt.waiting.is_empty(), "nothing is left to do");
    assert_eq!(log.left_out, 0);
}

fn both(parsed: &Parsed, source: &Source) {
    let system = &parsed.system;
    let unlimited = Budget::unlimited();
    for direction in Direction::ALL {
        let log = explain::system(parsed, source, rules(system, direction, usize::MAX, &unlimited).expect("no limit"));
        let log = through_text(&log);
        let lowered = Lowered::new(system);
        let saturated = match direction {
            Direction::Post => post_star(system, lowered, &mut Reachable, &(), &unlimited, &mut Silent),
            Direction::Pre => pre_star(system, lowered, &mut Reachable, &(), &unlimited, &mut Silent),
        };
        let saturated = saturated.expect("no limit");
        same(&log, &saturated);
        // What is rebuilt answers like the automaton.
        let rebuilt = ShownAutomaton::after(&log.events);
        let mut stacks: Vec<Vec<usize>> = vec![vec![]];
        for _ in 0..3 {
            for stack in &stacks {
                for state in 0..system.state_count() {
                    let stack_of_ids = stack.iter().map(|&symbol| SymbolId(symbol as u32)).collect();
                    let own = Configuration { state: StateId(state as u32), stack: stack_of_ids };
                    assert_eq!(rebuilt.accepts(&log.system, state, stack), saturated.accepts(&own), "{stack:?}");
                }
            }
            let longer = stacks
                .iter()
                .flat_map(|stack| (0..system.symbol_count()).map(|top| [vec![top], stack.clone()].concat()));
            stacks = longer.take(200).collect();
        }
    }
}

#[test]
fn automata_of_textbook_systems() {
    for path in support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pds-examples"), "pds") {
        let source = Source::new("x.pds", std::fs::read(&path).expect("a text"));
        both(&parse(&source, &mut Diagnostics::new(&source)).expect("a system"), &source);
    }
}

#[test]
fn automata_of_random_systems() {
    for seed in 0..60 {
        let text = random::write(&random::Options { seed, knobs: Knobs::default() });
        let loaded = load(&Source::new("x.bp", text), &Options::default()).expect("a program");
        let ready = prepare(&loaded, &loaded.properties, PassSet::default(), &Budget::unlimited()).expect("no limit");
        let Ok(system) = bpcheck::convert::explicit::system(&ready) else { continue };
        if system.rules().len() < 200 {
            let source = Source::new("x.pds", system.to_string());
            both(&parse(&source, &mut Diagnostics::new(&source)).expect("a system"), &source);
        }
    }
}

#[test]
fn automata_of_programs() {
    let mut seen = 0;
    for seed in 0..150 {
        let text = random::write(&random::Options { seed, knobs: Knobs::default() });
        let source = Source::new("x.bp", text);
        let options = Options::default().with_all(true);
        let loaded = load(&source, &options).expect("a program");
        let engine = "saturation:post".parse::<EngineSpec>().expect("an engine");
        let explained = explain::program(&loaded, &engine, &options, usize::MAX).expect("an outcome");
        let log = through_text(&explained.log);
        if explained.decided.outcome.overall() != Overall::Safe {
            continue;
        }
        seen += 1;
        let passes = engine.engine(&[], &loaded.program).expect("an engine").passes(options.passes);
        let ready = prepare(&loaded, &loaded.properties, passes, &Budget::unlimited()).expect("no limit");
        let own = ProgramAutomaton::new(&ready.system, Order::default(), Limits::default()).expect("no limit");
        let expected: BTreeSet<_> = own
            .automaton()
            .transitions()
            .iter()
            .map(|transition| transition.edge)
            .map(|edge| (edge.from as usize, edge.symbol.map(|symbol| symbol as usize), edge.to as usize))
            .collect();
        let rebuilt = ShownAutomaton::after(&log.events);
        let told: BTreeSet<_> = rebuilt.transitions.iter().map(|t| (t.from, t.symbol, t.to)).collect();
        assert_eq!(told, expected, "{}", String::from_utf8_lossy(source.bytes()));
        for (event, grew) in log.events.iter().enumerate() {
            if let Step::Grew { from: 0, symbol: Some(_), weight, .. } = grew {
                assert!(weight.is_some(), "event {event} has a relation");
            }
        }
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn what_is_too_much_is_counted() {
    let source = Source::new("x.pds", "init <p, a>\n<p, a> -> <p, a a>\n<p, a> -> <p, >\ntarget <p, a a>");
    let parsed = parse(&source, &mut Diagnostics::new(&source)).expect("a system");
    let log = |most| {
        let done = rules(&parsed.system, Direction::Post, most, &Budget::unlimited()).expect("no limit");
        through_text::<Step>(&explain::system(&parsed, &source, done))
    };
    let (all, some) = (log(usize::MAX), log(3));
    assert_eq!(some.events, all.events[..3]);
    assert_eq!(some.left_out as usize, all.events.len() - 3);
}
