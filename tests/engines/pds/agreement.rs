//! Random systems, with rules that push up to four symbols, several initial configurations and targets.

use super::*;
use bpcheck::pds::explicit::{Pattern, Piece, Rule, StateId, SymbolId};
use proptest::prelude::*;

fn name(prefix: char, number: u32) -> String {
    format!("{prefix}{number}")
}

prop_compose! {
    fn systems()(states in 1u32..5, symbols in 1u32..4)(
        rules in prop::collection::vec(
            (0..states, 0..symbols, 0..states, prop_oneof![
                6 => prop::collection::vec(0..symbols, 0..3),
                1 => prop::collection::vec(0..symbols, 3..5),
            ]), 0..14),
        initial in prop::collection::vec((0..states, prop::collection::vec(0..symbols, 0..4)), 1..3),
        targets in prop::collection::vec((0..=states, prop::collection::vec(0..=symbols, 0..3), any::<bool>()), 1..3),
        states in Just(states),
        symbols in Just(symbols),
    ) -> PushdownSystem {
        let mut system = PushdownSystem::default();
        for number in 0..states {
            system.state(&name('p', number));
        }
        for number in 0..symbols {
            system.symbol(&name('a', number));
        }
        let stack = |stack: Vec<u32>| -> Vec<SymbolId> { stack.into_iter().map(SymbolId).collect() };
        for (state, own) in initial {
            system.add_initial(Configuration { state: StateId(state), stack: stack(own) });
        }
        for (state, symbol, to, push) in rules {
            let (state, symbol, to) = (StateId(state), SymbolId(symbol), StateId(to));
            system.add_rule(Rule { state, symbol, to, push: stack(push) });
        }
        for (state, own, open) in targets {
            let piece = |symbol| if symbol == symbols { Piece::Any } else { Piece::Symbol(SymbolId(symbol)) };
            let mut pieces: Vec<Piece> = own.into_iter().map(piece).collect();
            if open {
                pieces.extend([Piece::Any, Piece::Star]);
            }
            let state = (state < states).then_some(StateId(state));
            system.add_target(Pattern::new(state, pieces).expect("well formed"));
        }
        system
    }
}

/// The same without initial configurations.
fn without_initial(system: &PushdownSystem) -> PushdownSystem {
    let mut other = PushdownSystem::default();
    for state in system.states() {
        other.state(system.state_name(state));
    }
    for symbol in system.symbols() {
        other.symbol(system.symbol_name(symbol));
    }
    system.rules().iter().for_each(|rule| other.add_rule(rule.clone()));
    system.targets().iter().for_each(|target| other.add_target(target.clone()));
    other
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn post_star_and_pre_star_agree_with_enumeration(system in systems()) {
        let forward = post(&system);
        let backward = pre(&system);
        let (mut doubtful, mut sources) = (Vec::new(), Vec::new());
        // Higher stacks are needed: then there must be a run that shows it.
        compare(&system, 3, 6, &mut |which, own| if which == "post" { &mut doubtful } else { &mut sources }.push(own.clone()));
        for own in sources {
            let mut from_here = without_initial(&system);
            from_here.add_initial(own.clone());
            let forward = post(&from_here);
            let nearest = from_here.targets().iter().filter_map(|target| forward.shortest(target)).min_by_key(|path| path.length.clone());
            let nearest = nearest.expect("a way to a target");
            let run = replay(&from_here, &forward.lowered, &forward.run(&nearest)).expect("a run");
            prop_assert_eq!(Some(run.length), backward.length(&own), "{}", system);
        }
        for configuration in configurations(&system, 2).iter().filter(|own| forward.accepts(own)).chain(&doubtful) {
            prop_assert_eq!(Some(replayed(&system, &forward, configuration)), forward.length(configuration));
        }
        // Both directions tell the same about the way from the beginning to the target.
        let there = system.targets().iter().filter_map(|target| forward.shortest(target)).map(|path| path.length).min();
        let back = system.initial().iter().filter_map(|initial| backward.length(initial)).min();
        prop_assert_eq!(there, back, "{}", system);
    }

    #[test]
    fn what_is_printed_is_read_back(own in systems()) {
        let printed = own.to_string();
        let read = system(&printed);
        prop_assert_eq!(read.to_string(), printed.clone());
        prop_assert_eq!(&system(&read.to_string()), &read);
    }
}
