//! `bpcheck bench`: the published tables, measured here.

mod flags;
mod place;
mod run;

pub use flags::Args;
pub use run::run;
