//! Explicit pushdown systems: text, post* and pre*, shortest runs; all of it against enumeration.

mod agreement;
mod enumerated;
mod papers;
mod runs;
mod small;
mod teaching;
mod text;

use crate::support;
use bpcheck::Source;
use bpcheck::budget::Budget;
use bpcheck::engine::saturation::explicit::{Saturated, shortest_post_star, shortest_pre_star};
use bpcheck::hunt::pds::{configurations, reachable, reaching};
use bpcheck::lang::source::Diagnostics;
use bpcheck::pds::explicit::{Configuration, PushdownSystem, parse, replay};
use bpcheck::report::diagnostics;
use bpcheck::report::paint::Paint;
use num_bigint::BigUint;

/// The system of a text without errors.
fn system(text: &str) -> PushdownSystem {
    let source = Source::new("test.pds", text);
    let mut remarks = Diagnostics::new(&source);
    let parsed = parse(&source, &mut remarks);
    parsed.unwrap_or_else(|| panic!("{text}\n{}", diagnostics::render(&remarks, Paint::Plain))).system
}

fn post(system: &PushdownSystem) -> Saturated<BigUint> {
    shortest_post_star(system, &Budget::unlimited()).expect("no limits")
}

fn pre(system: &PushdownSystem) -> Saturated<BigUint> {
    shortest_pre_star(system, &Budget::unlimited()).expect("no limits")
}

/// Compares post* and pre* with the enumeration of stacks up to `bound`: for all configurations up to `height` whether they are
/// accepted, and how far away they are. Where enumeration finds nothing, or only something longer, the bound may be to
/// blame: the answers then stand if `explains` accepts them.
fn compare(system: &PushdownSystem, height: usize, bound: usize, explains: &mut dyn FnMut(&str, &Configuration)) {
    let forward = post(system);
    let backward = pre(system);
    assert!(forward.is_inductive(system), "{system}");
    let reached = reachable(system, bound);
    let reaches = reaching(system, bound);
    for configuration in configurations(system, height) {
        let shown = || format!("{}\n{system}", system.show(&configuration));
        let mut hold = |which: &str, found: Option<BigUint>, expected: Option<&u64>| match (found, expected) {
            (None, None) => {}
            (Some(found), Some(&expected)) if found == expected.into() => {}
            (Some(found), expected) if expected.is_none_or(|&expected| found < expected.into()) => {
                explains(which, &configuration);
            }
            (found, expected) => panic!("{which}: {found:?} instead of {expected:?} for {}", shown()),
        };
        hold("post", forward.length(&configuration), reached.get(&configuration));
        hold("pre", backward.length(&configuration), reaches.get(&configuration));
        assert_eq!(forward.accepts(&configuration), forward.length(&configuration).is_some(), "{}", shown());
    }
}

/// The run to a configuration that post* accepts, replayed; its length.
fn replayed(system: &PushdownSystem, forward: &Saturated<BigUint>, configuration: &Configuration) -> BigUint {
    let pattern = bpcheck::pds::explicit::Pattern::one(configuration.state, &configuration.stack).expect("short");
    let path = forward.shortest(&pattern).expect("it is accepted");
    let run = forward.run(&path);
    let replayed = replay(system, &forward.lowered, &run)
        .unwrap_or_else(|refusal| panic!("{refusal}: {}\n{system}", system.show(configuration)));
    assert_eq!((&replayed.end, &replayed.length), (configuration, &path.length), "{system}");
    replayed.length
}
