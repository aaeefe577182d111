//! Programs in other formats mean the same.

mod aiger;
mod answers;
mod clauses;
mod horn;
#[path = "convert/moped.rs"]
mod moped_programs;
mod moped_systems;
#[path = "convert/pdaaal.rs"]
mod pdaaal_instances;
#[path = "convert/system.rs"]
mod systems;

use crate::support;
use bpcheck::budget::Budget;
use bpcheck::convert::explicit;
use bpcheck::engine::saturation::explicit::{Answer, ask};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::lang::source::Diagnostics;
use bpcheck::outcome::Overall;
use bpcheck::pds::explicit::{Pattern, PushdownSystem, parse};
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::{Loaded, load, prepare};
use bpcheck::{Options, Source};

/// The system of a text.
fn system(source: &Source) -> PushdownSystem {
    let mut remarks = Diagnostics::new(source);
    let parsed = parse(source, &mut remarks);
    parsed.unwrap_or_else(|| panic!("{:?}", remarks.iter().collect::<Vec<_>>())).system
}

/// Whether one of these sets is reached.
fn is_reached(system: &PushdownSystem, sets: &[Pattern]) -> bool {
    let (_, answers) = ask(system, sets, &Budget::unlimited()).expect("nothing limits it");
    answers.iter().any(|answer| matches!(answer, Answer::Reached(_)))
}

/// So many random programs written out as systems with at most `rules` rules; `look` is told the system, whether the program is UNSAFE, and the program.
fn systems_of_programs(count: usize, rules: usize, mut look: impl FnMut(&PushdownSystem, bool, &str)) {
    let (mut safe, mut violated) = (0, 0);
    for seed in 0.. {
        let text = random::write(&random::Options { seed, knobs: Knobs::default() });
        let loaded = loaded("random.bp", &text, None);
        let ready = prepare(&loaded, &loaded.properties, PassSet::default(), &Budget::unlimited()).expect("no limit");
        let Ok(system) = explicit::system(&ready) else { continue };
        if loaded.properties.is_empty() || system.rules().len() > rules {
            continue;
        }
        let options = Options::default().with_engine("explicit".parse().expect("an engine"));
        let outcome = bpcheck::check(&loaded.source, &options).expect("an outcome");
        let is_unsafe = outcome.overall() == Overall::Unsafe;
        look(&system, is_unsafe, &text);
        if is_unsafe {
            violated += 1
        } else {
            safe += 1
        }
        if safe + violated == count {
            break;
        }
    }
    assert!(safe > count / 20 && violated > count / 20, "{safe} {violated}");
}

/// A text with a question, ready to be converted.
fn loaded(name: &str, text: &str, label: Option<&str>) -> Loaded {
    let labels = label.map(LabelRequest::parse).into_iter().collect();
    let options = Options::default().with_labels(labels);
    load(&Source::new(name, text), &options).unwrap_or_else(|failure| panic!("{text}\n{failure:?}"))
}

/// A program that was made of something else.
fn loaded_source(source: Source) -> Loaded {
    load(&source, &Options::default()).unwrap_or_else(|failure| panic!("{failure:?}"))
}
