//! Boolean logic: interned [`formula`]s, which everything symbolic is written in.

pub mod bdd;
pub mod formula;
