//! Programs in other formats mean the same.

mod support;

#[path = "convert/aiger.rs"]
mod aiger;
#[path = "convert/answers.rs"]
mod answers;
#[path = "convert/clauses.rs"]
mod clauses;
#[path = "convert/horn.rs"]
mod horn;
#[path = "convert/moped.rs"]
mod moped_programs;
#[path = "convert/moped_systems.rs"]
mod moped_systems;
#[path = "convert/pdaaal.rs"]
mod pdaaal_instances;
#[path = "convert/system.rs"]
mod systems;

use bpcheck::lang::program::property::LabelRequest;
use bpcheck::pds::passes::PassSet;
use bpcheck::pipeline::{Loaded, load};
use bpcheck::{Options, Source};

/// A text with a question, ready to be converted.
fn loaded(name: &str, text: &str, label: Option<&str>) -> Loaded {
    let labels = label.map(LabelRequest::parse).into_iter().collect();
    let options = Options { labels, ..Options::default() };
    load(&Source::new(name, text), &options).unwrap_or_else(|failure| panic!("{text}\n{failure:?}"))
}

/// A program that was made of something else.
fn loaded_source(source: Source) -> Loaded {
    load(&source, &Options::default()).unwrap_or_else(|failure| panic!("{failure:?}"))
}
