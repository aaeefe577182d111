//! Craig interpolants from refutations: what one part of a problem says to the rest, in the variables that both have.
//!
//! If the clauses A and B contradict each other there is a formula I that follows from A, contradicts B, and has only
//! variables of both (W. Craig, 1957). It can be read off a proof: [`refutation`] has a solver find one, and
//! [`interpolant`] reads.
//!
//! ```
//! use bpcheck::budget::Budget;
//! use bpcheck::logic::formula::{Formulas, Input};
//! use bpcheck::logic::sat::interpolate::{LITERALS, System, interpolant, refutation};
//! use bpcheck::logic::sat::{Backend, Partition, Solver};
//!
//! let [a, b] = [0, 1].map(Partition);
//! let mut solver = Solver::new(Backend::default());
//! let [p, q, r] = [(); 3].map(|()| solver.new_var());
//! for (clause, partition) in [(&[p, q][..], a), (&[!r], a), (&[!p, r], b), (&[!q], b)] {
//!     solver.add_clause(clause, partition);
//! }
//! let proof = refutation(solver.cnf(), &[], &Budget::unlimited(), LITERALS).expect("no model");
//! let mut formulas = Formulas::default();
//! let input = |formulas: &mut Formulas, variable: usize| formulas.input(Input(variable as u32));
//! let strongest = interpolant(&proof, [a], System::Mcmillan, &mut formulas, input);
//! let [p, q, r] = [p, q, r].map(|lit| formulas.input(Input(lit.variable() as u32)));
//! let either = formulas.or(p, q);
//! assert_eq!(strongest, formulas.and(either, !r));
//! ```
//!
//! **One proof, many interpolants.** The parts may be nodes of a [`Tree`]; a path of parts and a cut in two are trees,
//! too. [`interpolants`] gives one a node, of the clauses below it, such that the clauses of a node and the
//! interpolants of its children imply its own. That is more than interpolants of separate proofs do, and it depends on
//! the [`Labels`]; what does not fit is refused.
//!
//! **The rooms.** A [`Proof`] is made by a recording (`record`) of what a solver tells, trimmed (`trim`), checked by
//! [`verify`], and perhaps made shorter ([`Proof::recycle_pivots`]). [`System`]s give labels to variables; `interface`
//! knows which variables a node shares, [`Labels`] whether labels fit, `partial` the rules. [`check`] asks a solver
//! about each node. Debug builds call [`verify`] and [`check`] each time.
//!
//! **Cost.** A refutation with its proof takes longer than one without (`benches/sat.rs` has both): a question whose
//! answer is enough is asked of a [`Solver`](super::Solver). To verify, trim and shorten a proof are passes over it,
//! and an interpolant is one a node. In room an interpolant is as large as the proof where the problem is hard; what
//! programs ask has small ones.
//!
//! **Sources.** V. D'Silva, D. Kroening, M. Purandare, G. Weissenbacher, "Interpolant Strength", VMCAI 2010, for labels
//! and rules. L. Alt, G. Fedyukovich, A. E. J. Hyvärinen, N. Sharygina, "A Proof-Sensitive Approach for Small
//! Propositional Interpolants", VSTTE 2015, for ps and its neighbours. O. Sery, G. Fedyukovich, N. Sharygina,
//! "Interpolation-Based Function Summaries in Bounded Model Checking", HVC 2011, for the tree of calls, whose nodes
//! have interpolants from one proof. K. Friedberger, "Block-Abstraction Memoization as an Approach to Verify Recursive
//! Procedures", 2015, for tree interpolants. O. Bar-Ilan, O. Fuhrmann, S. Hoory, O. Shacham, O. Strichman, "Linear-Time
//! Reductions of Resolution Proofs", HVC 2008, and P. Fontaine, S. Merz, B. Woltzenlogel Paleo, "Compression of
//! Propositional Resolution Proofs via Partial Regularization", CADE 2011, for shorter proofs.

mod check;
mod interface;
mod interpolants;
mod label;
mod partial;
mod proof;
mod record;
mod recycle;
mod refutation;
mod resolvent;
mod system;
#[cfg(test)]
mod tests;
mod tree;
mod trim;
mod verify;

pub use check::{Broken, check};
pub use interpolants::{interpolant, interpolants};
pub use label::{Labels, Unfit};
pub use proof::{ClauseId, Leaf, Link, Origin, Proof, Source};
pub(super) use record::Recording;
pub use refutation::{LITERALS, NoProof, refutation};
pub use system::{Label, System, UnknownSystem};
pub use tree::{NotATree, Tree};
pub use verify::{Flaw, verify};
