//! Whatever passes run before an engine, it says the same.

use super::*;
use bpcheck::generate::random;
use bpcheck::pds::passes::{Pass, PassSet};

/// All passes, none, each alone, all but each.
fn subsets() -> impl Iterator<Item = PassSet> {
    let alone = Pass::ALL.into_iter().map(|pass| [pass].into_iter().collect());
    let without = Pass::ALL.into_iter().map(|pass| PassSet::default().without(pass));
    [PassSet::default(), PassSet::NONE].into_iter().chain(alone).chain(without)
}

fn compare(text: &str) {
    let loaded = loaded(text);
    let Some(expected) = expected(&loaded) else { return };
    for engine in support::variants() {
        for passes in subsets() {
            let options = within(support::ticks(4_000), engine).with_passes(passes);
            let found = words(&decided(&loaded, &options));
            let is_same = |(found, expected): (&String, &String)| found == expected || found == "UNKNOWN (time)";
            assert!(
                found.iter().zip(&expected).all(is_same),
                "{engine} {passes:?}: {found:?}, not {expected:?}\n{text}"
            );
        }
    }
}

#[test]
fn passes_change_no_answer() {
    PROGRAMS.iter().for_each(|(text, _)| compare(text));
    for seed in 500..540 {
        compare(&random::write(&random::Options { seed, ..random::Options::default() }));
    }
}
