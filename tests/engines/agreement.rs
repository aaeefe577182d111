//! The explicit engine against the enumeration of all runs: on random programs the reachable heads are
//! compared, not only the verdict.

use crate::support;
use bpcheck::budget::StopReason;
use bpcheck::engine::explicit::reachable;
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::hunt::brute::{Bounds, explore};
use bpcheck::lang::cfg::{self, Role};
use bpcheck::lang::program::semantics::State;
use bpcheck::lang::program::{Place, Program};
use bpcheck::pds;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Heads, and violated places.
type Seen = (BTreeSet<(Place, State)>, BTreeSet<Place>);

/// What the engine's table says.
fn tabulated(program: &Program) -> Result<Seen, StopReason> {
    let graphs = cfg::build(program);
    let main = program.find_procedure("main").expect("a main");
    let system = pds::build(program, &graphs, main);
    let mut heads = BTreeSet::new();
    let mut violated = BTreeSet::new();
    for (location, bits) in reachable(&system, &support::ticks(4_000))? {
        let location = graphs.locations[location.index()];
        let (globals, locals) = bits.split_at(program.globals.len());
        match location.role {
            Role::At => {
                let state = State { globals: globals.to_bitvec(), locals: locals.to_bitvec() };
                heads.insert((location.place, state));
            }
            Role::Violated => drop(violated.insert(location.place)),
            Role::Returned => {}
        }
    }
    Ok((heads, violated))
}

/// Holds both against each other; whether the enumeration was complete.
fn compare(text: &str) -> bool {
    let program = support::program(text);
    let main = program.find_procedure("main").expect("a main");
    let brute = explore(&program, main, Bounds { stack: 5, configurations: 60_000 });
    let violations: BTreeSet<Place> = brute.violated.keys().copied().collect();
    let Ok((heads, violated)) = tabulated(&program) else { return false };
    if brute.complete {
        assert_eq!(brute.heads, heads, "{text}");
        assert_eq!(violations, violated, "{text}");
    } else {
        assert!(brute.heads.is_subset(&heads), "{text}");
        assert!(violations.is_subset(&violated), "{text}");
    }
    brute.complete
}

#[test]
fn recursion_agrees() {
    let text = "decl g; void f(x) begin decl l; if (x & g) then f(l); g := !x; fi end
                void main() begin f(*); assert(g | *); end";
    compare(text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2_000, failure_persistence: None, max_shrink_iters: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(tape in prop::collection::vec(any::<u32>(), 0..200)) {
        compare(&write_from(&Knobs::default(), &mut Tape::new(&tape)));
    }
}
