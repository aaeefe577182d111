//! Satisfiability: is there a valuation under which these clauses hold? As the summary engine and the validator ask it.
//!
//! A [`Solver`] owns clauses, which are only ever added ([`Cnf`]), and is asked about them again and again, each time
//! under other *assumptions*: literals that hold for this one question. It answers with an [`Answer`], which carries its
//! evidence: a [`Model`] that is yours to keep while you go on asking, or a core, assumptions that the clauses refute.
//! An [`Encoder`] says formulas in clauses.
//!
//! ```
//! use bpcheck::logic::formula::{Formulas, Input};
//! use bpcheck::logic::sat::{Answer, Backend, Encoder, Limits, Partition, Solver};
//!
//! let mut formulas = Formulas::default();
//! let [a, b] = [0, 1].map(|i| formulas.input(Input(i)));
//! let either = formulas.or(a, b);
//! let mut solver = Solver::new(Backend::default());
//! let mut encoder = Encoder::new(Partition::default());
//! let [either, a, b] = [either, a, b].map(|f| encoder.encode(&mut solver, &formulas, f, |solver, _| solver.new_var()));
//! let Answer::Sat(model) = solver.solve(&[either, !a], &Limits::default()) else { panic!("b makes it hold") };
//! assert!(model.value(b));
//! assert_eq!(solver.solve(&[!b, either, !a], &Limits::default()), Answer::Unsat(vec![!b, either, !a]));
//! ```
//!
//! **Stopping.** Each question has [`Limits`]. A question that is stopped, or that has used up its conflicts, costs what the
//! solver had learnt at most: the clauses are still there, and the next question finds them.
//!
//! **The rooms.** A [`Backend`] names the solvers that there are; [`backend`] is the only place that chooses among them, and
//! says what one has to do. Each is a room: [`varisat`], pure Rust and the default, and `cadical`, behind the feature
//! of this name. [`cnf`] keeps the clauses and [`dimacs`] prints them for other solvers; [`encode`] knows formulas, and is
//! the only room that does.
//!
//! **Cost.** Every question pays for all variables that there ever were (see `benches/sat.rs` and [`varisat`]): one solver
//! for each procedure is better than one for the program. Clauses are never taken back; who wants clauses that can be
//! dropped adds a fresh literal to each, assumes its complement while they are wanted, and adds it as a clause after.
//!
//! **Proofs.** [`refute`] has a fresh solver refute clauses and hands out its proof, which [`verify`] has checked
//! by unit propagation, for others to check. [`interpolate`] keeps a proof by resolution in memory, and makes interpolants of it, for
//! which each clause has a [`Partition`]. A proof of a solver that is asked again and again is not offered: old clauses would
//! fill it, so whose proof is wanted is asked of a fresh solver.

pub(crate) mod backend;
pub(crate) mod cnf;
pub mod dimacs;
mod drat;
pub(crate) mod encode;
pub mod interpolate;
mod literal;
mod refutation;
mod solver;

#[cfg(feature = "cadical")]
mod cadical;
mod varisat;

pub use backend::Backend;
pub use cnf::{Cnf, Partition};
pub use drat::{NotVerified, verify};
pub use encode::Encoder;
pub use literal::{Lit, Model};
pub use refutation::{NotRefuted, refute};
pub(crate) use solver::SatStats;
pub use solver::Solver;
pub use solver::{Answer, Limits};
