//! How deep stacks become: measured on heads, and confirmed by checks of programs that count.
//!
//! ```text
//! Program -> heads (an engine) -> numbers -> for each a program that counts -> trace and certificate
//! ```
//!
//! That a number is d is believed after two answers of an ordinary check about the program with a counter: a run counts to d, replayed on the program
//! itself; and no run counts to d + 1, with a certificate that was checked. That there is no bound is believed after a replayed run on whose last stack a
//! procedure was entered twice with the same values: what it did between, it can do again.

mod back;
mod evidence;
mod least;
mod measure;

use super::{Failure, Loaded, Options};
use crate::budget::StopReason;
use crate::depth::Recursion;
use crate::engine::registry::Row;
use crate::lang::program::{Place, ProcId};
use crate::validate::Replayed;
use crate::validate::inductive::Accepted;
use evidence::Witness;
use std::sync::Arc;

/// What is known of how many activations there are at most.
#[derive(Clone, Debug)]
pub enum Depth {
    /// So many.
    Bounded {
        /// How many.
        depth: u64,
        /// A run to a stack that has so many; none where the call graph is evidence, or if the number is 0.
        reached: Option<Box<Replayed>>,
        /// Why there are no more.
        evidence: Evidence,
    },
    /// There is no bound.
    Unbounded(Option<Box<Pump>>),
    /// A limit was hit.
    AtLeast {
        /// So many at least.
        least: u64,
        /// A run to a stack that has so many; none if that is clear.
        reached: Option<Box<Replayed>>,
        /// The limit.
        reason: StopReason,
    },
}

/// Why there are no more activations than a number says.
#[derive(Clone, Debug)]
pub enum Evidence {
    /// A certificate of the program that counts.
    Certificate(Arc<Accepted>),
    /// The call graph: it does not call itself, by whatever way. That it is called at all, a run shows.
    CallGraph,
    /// Nothing; the text says why.
    None(String),
}

/// A run that can go on for ever in the same way.
#[derive(Clone, Debug)]
pub struct Pump {
    /// The run.
    pub run: Replayed,
    /// Which two activations on its last stack, counted from the bottom from 0, are of one procedure and were entered with the same globals and
    /// parameters.
    pub twice: [usize; 2],
}

/// A recursive component.
#[derive(Clone, Debug)]
pub struct ComponentDepth {
    /// Its procedures.
    pub procedures: Vec<ProcId>,
    /// The most activations of all of them.
    pub depth: Depth,
    /// The same of chains that begin with a call at one of these places, which stand outside of it.
    pub from: Vec<(Place, Depth)>,
}

/// How deep the stacks of a program become.
#[derive(Clone, Debug)]
pub struct Depths {
    /// The most activations on a stack.
    pub height: Depth,
    /// The most activations of each procedure, in the order of the text.
    pub procedures: Vec<Depth>,
    /// Recursive components, in the order of the text.
    pub components: Vec<ComponentDepth>,
    /// If weights are given and there is a bound, the heaviest stack.
    pub heaviest: Option<Heaviest>,
    /// Who found the heads.
    pub engine: &'static str,
}

/// A stack that weighs as much as any.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heaviest {
    /// What it weighs.
    pub weight: u64,
    /// The calls on it, from the bottom up.
    pub calls: Vec<Place>,
}

/// What is asked.
#[derive(Clone, Copy, Debug)]
pub struct Measure<'a> {
    /// Who finds the heads: an engine that can.
    pub engine: &'static Row,
    /// Whether numbers are confirmed.
    pub wants_evidence: bool,
    /// For each procedure what an activation weighs, at least 1.
    pub weights: Option<&'a [u64]>,
    /// Whether this is one of several voices: an engine whose way may take very long gives up then, after work that is the same on all machines.
    pub gives_up: bool,
}

impl Depth {
    /// The number, if there is a bound and it is known.
    pub fn bound(&self) -> Option<u64> {
        match self {
            Depth::Bounded { depth, .. } => Some(*depth),
            Depth::Unbounded(_) | Depth::AtLeast { .. } => None,
        }
    }

    /// A number that it is not below: itself, if it is known.
    pub fn least(&self) -> Option<u64> {
        match self {
            Depth::Bounded { depth: least, .. } | Depth::AtLeast { least, .. } => Some(*least),
            Depth::Unbounded(_) => None,
        }
    }

    /// The run that shows it.
    pub fn run(&self) -> Option<&Replayed> {
        match self {
            Depth::Bounded { reached, .. } | Depth::AtLeast { reached, .. } => reached.as_deref(),
            Depth::Unbounded(pump) => pump.as_ref().map(|pump| &pump.run),
        }
    }

    /// Whether another one says something else; a limit says nothing.
    fn contradicts(&self, other: &Depth) -> bool {
        match (self, other) {
            (Depth::Bounded { depth: a, .. }, Depth::Bounded { depth: b, .. }) => a != b,
            (Depth::Bounded { depth, .. }, Depth::AtLeast { least, .. })
            | (Depth::AtLeast { least, .. }, Depth::Bounded { depth, .. }) => depth < least,
            (Depth::Bounded { .. }, Depth::Unbounded(_)) | (Depth::Unbounded(_), Depth::Bounded { .. }) => true,
            (Depth::Unbounded(_) | Depth::AtLeast { .. }, Depth::Unbounded(_) | Depth::AtLeast { .. }) => false,
        }
    }
}

impl Depths {
    /// All numbers, in a fixed order.
    pub fn all(&self) -> impl Iterator<Item = &Depth> {
        let components = self.components.iter();
        let components =
            components.flat_map(|c| std::iter::once(&c.depth).chain(c.from.iter().map(|(_, depth)| depth)));
        std::iter::once(&self.height).chain(&self.procedures).chain(components)
    }

    /// Whether another engine's numbers say something else.
    pub fn contradict(&self, other: &Depths) -> bool {
        let weight = |depths: &Depths| depths.heaviest.as_ref().map(|heaviest| heaviest.weight);
        let weighs_otherwise = weight(self).zip(weight(other)).is_some_and(|(ours, theirs)| ours != theirs);
        weighs_otherwise || self.all().zip(other.all()).any(|(ours, theirs)| ours.contradicts(theirs))
    }

    /// The limit that left a number open, if one did.
    pub fn stopped(&self) -> Option<&StopReason> {
        self.all().find_map(|depth| match depth {
            Depth::AtLeast { reason, .. } => Some(reason),
            Depth::Bounded { .. } | Depth::Unbounded(_) => None,
        })
    }
}

/// How deep the stacks of a program become.
///
/// # Errors
/// [`Failure::SelfCheck`] if a number is found, and evidence to the contrary.
pub fn depth(loaded: &Loaded, options: &Options, measure: &Measure<'_>) -> Result<Depths, Failure> {
    let recursion = Recursion::of(&loaded.program);
    let engine = measure.engine.variants[0];
    let witness = Witness { loaded, options, recursion: &recursion, is_wanted: measure.wants_evidence };
    match measure::measured(loaded, options, &recursion, measure)? {
        Ok(numbers) => witness.depths(numbers, engine),
        Err(reason) => witness.at_least(&reason, engine),
    }
}
