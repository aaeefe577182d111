//! One procedure as formulas (2007-basler, section 3.1): what engines that ask SAT solvers have in common.
//!
//! Control flow is executed symbolically, with values merged where paths meet, so that the values at the entry and the inputs of the
//! formulas determine one run: a model is a run.
//!
//! | room | |
//! |---|---|
//! | [`view`] | a program as one target sees it: what a procedure is entered with and leaves (*interfaces*), and which slots a state at a location has, all others being projected away as dead |
//! | [`flow`] | in which order the locations of a procedure are executed |
//! | [`graph`] | the formulas, over inputs with names |
//! | [`arrivals`] | joins: what meets at a location |
//! | [`machine`] | one location: which rule is selected, its transfer imported, and the state after it |
//! | [`rounds`] | a driver: loops unrolled, and what is cut off over-approximated; calls by their summaries |
//! | [`segments`] | a driver: no loop is unrolled, runs lead from the entry or a loop head to the next one, a return or a hit; calls are atoms |
//! | [`solvers`] | a solver for each body that is asked about |

pub mod arrivals;
pub mod flow;
pub mod graph;
pub mod machine;
pub mod rounds;
pub mod segments;
pub mod solvers;
pub mod view;
