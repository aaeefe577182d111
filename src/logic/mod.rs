//! Boolean logic: interned [`formula`]s, which everything symbolic is written in; [`bdd`], sets of valuations as decision
//! diagrams; [`sat`], questions about formulas to a solver.

pub mod bdd;
pub mod formula;
pub mod sat;
