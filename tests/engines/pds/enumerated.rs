//! Symbolic systems written out: what post* reaches is what the explicit engine reaches.

use super::*;
use bpcheck::budget::Budget;
use bpcheck::engine::explicit::reachable as tabulated;
use bpcheck::engine::saturation::program::{Configuration, ProgramAutomaton};
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::lang::cfg::{self, LocId};
use bpcheck::lang::program::semantics::Bits;
use bpcheck::logic::bdd::Limits;
use bpcheck::pds::explicit::enumerate::enumerate;
use bpcheck::pds::explicit::{StateId, SymbolId};
use bpcheck::pds::passes::{self, PassSet};
use bpcheck::pds::{self, Target};
use bpcheck::relational::order::Order;
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn heads_are_those_of_the_explicit_engine(tape in prop::collection::vec(any::<u32>(), 300)) {
        let knobs = Knobs { globals: 2, locals: 1, parameters: 1, results: 1, statements: 5, ..Knobs::default() };
        let text = write_from(&knobs, &mut Tape::new(&tape));
        let program = support::program(&text);
        let graphs = cfg::build(&program);
        let symbolic = pds::build(&program, &graphs, program.find_procedure("main").expect("a main"));
        let Ok(expected) = tabulated(&symbolic, &support::ticks(4_000)) else { return Ok(()) };
        let Ok(explicit) = enumerate(&symbolic, &Target { locations: Vec::new() }, 20_000) else { return Ok(()) };
        let heads = post(&explicit.system).heads();
        let found: BTreeSet<(LocId, Bits)> = heads.into_iter().map(|(state, symbol)| {
            let (globals, results) = explicit.state(state);
            let (location, locals) = explicit.symbol(symbol);
            (*location, globals.iter().by_vals().chain(locals.iter().by_vals()).chain(results.iter().by_vals()).collect())
        }).collect();
        prop_assert_eq!(found, expected, "{}", text);
        let printed = explicit.system.to_string();
        prop_assert_eq!(system(&printed).rules().len(), explicit.system.rules().len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The regular set of all configurations, up to a height of the stack, is the same with relations as it is explicitly.
    #[test]
    fn configurations_are_those_of_the_relations(tape in prop::collection::vec(any::<u32>(), 300)) {
        let knobs = Knobs { globals: 2, locals: 1, parameters: 1, results: 1, statements: 5, ..Knobs::default() };
        let text = write_from(&knobs, &mut Tape::new(&tape));
        let program = support::program(&text);
        let symbolic = pds::build(&program, &cfg::build(&program), program.find_procedure("main").expect("a main"));
        let Ok(explicit) = enumerate(&symbolic, &Target { locations: Vec::new() }, 20_000) else { return Ok(()) };
        let expected = post(&explicit.system);
        let heads = expected.heads();
        let prepared = passes::run(symbolic, &[], PassSet::NONE, &Budget::unlimited()).expect("no limit");
        let limits = Limits { budget: Budget::unlimited(), nodes: 1 << 24 };
        let mut found = ProgramAutomaton::new(&prepared, Order::default(), limits).expect("a small program");
        // Every state with every stack of symbols that occur, up to three: the more there are, the fewer are looked at.
        let states: BTreeSet<StateId> = heads.iter().map(|&(state, _)| state).collect();
        let symbols: Vec<SymbolId> = explicit.system.symbols().collect();
        let mut stacks: Vec<Vec<SymbolId>> = vec![Vec::new()];
        let mut level = stacks.clone();
        for _ in 0..3 {
            level = level.iter().flat_map(|stack| {
                symbols.iter().map(|&symbol| [stack.as_slice(), &[symbol]].concat())
            }).collect();
            let step = level.len().div_ceil(300);
            stacks.extend(level.iter().step_by(step).cloned());
            level = level.into_iter().filter(|stack| {
                states.iter().any(|&state| heads.contains(&(state, stack[0])))
            }).step_by(step).collect();
        }
        let mut accepted = 0;
        for (&state, stack) in states.iter().flat_map(|state| stacks.iter().map(move |stack| (state, stack))) {
            let (globals, results) = explicit.state(state).clone();
            let of = |symbol: &SymbolId| explicit.symbol(*symbol).clone();
            let asked = Configuration { globals, results, stack: stack.iter().map(of).collect() };
            // Results that a location does not have are no configuration.
            let fits = match stack.first() {
                Some(&top) => heads.iter().any(|&(other, symbol)| {
                    symbol == top && explicit.state(other).1.len() == asked.results.len()
                }),
                None => asked.results.len() == program[program.find_procedure("main").expect("a main")].results,
            };
            if fits {
                let is = expected.accepts(&pds::explicit::Configuration { state, stack: stack.clone() });
                prop_assert_eq!(found.contains(&asked).expect("no limit"), is, "{:?}\n{}", asked, text);
                accepted += usize::from(is);
            }
        }
        prop_assert!(accepted > 0);
        for location in (0..prepared.pds.locations.len()).map(LocId::from_index) {
            let is = heads.iter().any(|&(_, symbol)| explicit.symbol(symbol).0 == location);
            prop_assert_eq!(found.is_reached(location), is);
            prop_assert_eq!(!found.states(location).expect("no limit").is_empty(), is);
        }
    }
}

/// When the entry procedure has returned, globals and results are left.
#[test]
fn the_last_return_leaves_globals_and_results() {
    let program = support::program("decl g; bool<2> main() begin g := *; return !g, T; end");
    let symbolic = pds::build(&program, &cfg::build(&program), program.find_procedure("main").expect("a main"));
    let prepared = passes::run(symbolic, &[], PassSet::NONE, &Budget::unlimited()).expect("no limit");
    let limits = Limits { budget: Budget::unlimited(), nodes: 1 << 20 };
    let mut found = ProgramAutomaton::new(&prepared, Order::default(), limits).expect("a small program");
    for row in 0..8 {
        let [g, first, second] = [0, 1, 2].map(|bit| row >> bit & 1 == 1);
        let asked = Configuration {
            globals: [g].into_iter().collect(),
            results: [first, second].into_iter().collect(),
            stack: Vec::new(),
        };
        assert_eq!(found.contains(&asked), Ok(first != g && second), "{asked:?}");
    }
}

#[test]
fn too_large_is_said() {
    let names: Vec<String> = (0..40).map(|n| format!("g{n}")).collect();
    let program = support::program(&format!("decl {};\nvoid main()\nbegin\n  skip;\nend\n", names.join(", ")));
    let symbolic = pds::build(&program, &cfg::build(&program), program.find_procedure("main").expect("a main"));
    let error = enumerate(&symbolic, &Target { locations: Vec::new() }, 1_000).expect_err("2^40 states");
    assert!(error.to_string().contains("more than 1000 rules"), "{error}");
}
