//! Symbolic systems written out: what post* reaches is what the explicit engine reaches.

use super::*;
use bpcheck::engine::explicit::reachable as tabulated;
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::lang::cfg::{self, LocId};
use bpcheck::lang::program::semantics::Bits;
use bpcheck::pds::explicit::enumerate::enumerate;
use bpcheck::pds::{self, Target};
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

#[test]
fn too_large_is_said() {
    let names: Vec<String> = (0..40).map(|n| format!("g{n}")).collect();
    let program = support::program(&format!("decl {};\nvoid main()\nbegin\n  skip;\nend\n", names.join(", ")));
    let symbolic = pds::build(&program, &cfg::build(&program), program.find_procedure("main").expect("a main"));
    let error = enumerate(&symbolic, &Target { locations: Vec::new() }, 1_000).expect_err("2^40 states");
    assert!(error.to_string().contains("more than 1000 rules"), "{error}");
}
