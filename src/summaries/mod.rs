//! What is known of procedures, for the engines that keep summaries by SAT.
//!
//! [`project`] says what is left of an execution when its hidden inputs are projected away, [`summary`] what callers are given of it;
//! [`calls`] is the call graph on ways to the target. [`bodies`] are procedures in segments, with the lemmas that are known of their
//! [predicates](predicate); [`claims`] says them as a proof. [`relations`] are the predicates with their bodies, one at a time, and [`compact`]
//! makes formulas smaller. [`instances`] are trees of these bodies, with what refutations of them say.

pub mod bodies;
pub mod calls;
pub mod claims;
pub mod compact;
pub mod instances;
pub mod predicate;
pub mod project;
pub mod relations;
pub mod summary;
