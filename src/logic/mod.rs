//! Boolean logic: interned [`formula`]s, which everything symbolic is written in; [`mod@fold`], their values in some algebra; [`rows`], sets of rows as formulas;
//! `below`, the nodes that they have, which are numbers that were `met`; [`bdd`], sets of valuations as decision diagrams; [`sat`], questions about formulas to a solver; [`mod@text`], how they are written; `numbers`, what they say where bits are those of numbers.

pub mod bdd;
mod below;
pub mod fold;
pub mod formula;
mod justify;
pub(crate) mod met;
#[cfg(feature = "cli")]
pub(crate) mod numbers;
mod owner;
pub(crate) mod query;
pub(crate) mod rows;
pub mod sat;
pub mod text;
