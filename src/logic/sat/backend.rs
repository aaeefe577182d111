//! Which solvers there are, and what one has to do to be one.

use super::cnf::Cnf;
use super::literal::Lit;
use super::solver::{Answer, Limits};
use super::varisat::Varisat;

/// A library that solves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Backend {
    /// varisat: pure Rust.
    #[default]
    Varisat,
    /// CaDiCaL: C++, faster on long runs of many questions.
    #[cfg(feature = "cadical")]
    Cadical,
}

impl Backend {
    /// All that were compiled in.
    pub const ALL: &[Backend] = &[
        Backend::Varisat,
        #[cfg(feature = "cadical")]
        Backend::Cadical,
    ];

    /// The names of those that were left out.
    pub const LEFT_OUT: &[&str] = &[
        #[cfg(not(feature = "cadical"))]
        "cadical",
    ];

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Backend::Varisat => "varisat",
            #[cfg(feature = "cadical")]
            Backend::Cadical => "cadical",
        }
    }

    /// The only place that chooses a library.
    pub(super) fn decider(self) -> Box<dyn Decider> {
        match self {
            Backend::Varisat => Box::new(Varisat::default()),
            #[cfg(feature = "cadical")]
            Backend::Cadical => Box::new(super::cadical::Cadical::default()),
        }
    }
}

/// Answers questions about clauses that become more and more. All questions to one decider are about the same [`Cnf`].
pub(super) trait Decider {
    /// Decides the clauses under these assumptions, as [`Solver::solve`](super::Solver::solve) promises, only that the
    /// budget was looked at just before, and that the core may come in any order.
    fn decide(&mut self, cnf: &Cnf, assumptions: &[Lit], limits: &Limits) -> Answer;

    /// How many conflicts there were in all questions, perhaps without those that were stopped.
    fn conflicts(&self) -> u64;
}
