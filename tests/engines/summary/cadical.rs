//! The engine with CaDiCaL: the examples, and random programs by each way to run it.

use super::examples::{examples, undecided};
use super::*;

#[test]
fn examples_are_answered_as_expected() {
    let examples = examples();
    for options in ["lazy", "eager", "lazy:project=cubes", "lazy:project=cases", "eager:bound=fixpoint"] {
        let options = format!("{options}:solver=cadical");
        assert_eq!(undecided(&examples, &options, 20), [""; 0], "{options}");
    }
}

#[test]
fn random_programs() {
    random::hunt(&random::Hunt { seeds: 0..1_000, ways: 4, engines: engines_by(Backend::Cadical) });
}
