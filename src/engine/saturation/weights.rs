//! What saturation carries along: weights, from a domain with a sum and products.
//!
//! A weight says which runs lead from one configuration to another: *whether* there are any ([`Reachable`]), how *short*
//! the shortest is ([`Lengths`]), or which *states* they relate (`relations`). The sum joins runs, the products append
//! them (T. Reps, S. Schwoon, S. Jha, D. Melski, "Weighted pushdown systems and their application to interprocedural
//! dataflow analysis", 2005). A call needs a product of its own, because the caller's locals are not the callee's
//! business (A. Lal, T. Reps, G. Balakrishnan, "Extended weighted pushdown systems", 2005).
//!
//! "No run at all" is no weight, but its absence: `None`.

use crate::budget::StopReason;
use crate::engine::saturation::step::Weight as Shown;
use num_bigint::BigUint;
use rustc_hash::FxHashSet;

/// A weight, or that there is none, or that a limit struck meanwhile.
pub type Computed<W> = Result<Option<W>, StopReason>;

/// Weights with a sum.
pub trait Weights {
    /// A weight. Cheap to clone.
    type Weight: Clone;

    /// The part of `new` that `old` does not have; `None` if there is none.
    fn news(&mut self, old: &Self::Weight, new: &Self::Weight) -> Computed<Self::Weight>;

    /// The sum.
    fn join(&mut self, a: &Self::Weight, b: &Self::Weight) -> Result<Self::Weight, StopReason>;

    /// When it is the turn of a transition that grew by this weight: small numbers first. `None` leaves that to the ranks.
    fn urgency(&self, _: &Self::Weight) -> Option<u64> {
        None
    }

    /// A weight, to be shown; `None` if it says nothing.
    fn show(&self, _: &Self::Weight) -> Option<Shown> {
        None
    }
}

/// The products of post*. Weights of transitions that begin in a control state lead from the entry of an activation to
/// where it is now.
pub trait Forward: Weights {
    /// What a neutration or contraction makes of a weight.
    fn step(&mut self, weight: &Self::Weight, rule: u32) -> Computed<Self::Weight>;

    /// The weight with which the callee of an expansion begins.
    fn enter(&mut self, weight: &Self::Weight, rule: u32) -> Computed<Self::Weight>;

    /// The callee of an expansion has begun with a weight of which not all was known.
    fn entered(&mut self, _rule: u32) {}

    /// The weight of the caller of an expansion, waiting.
    fn wait(&mut self, weight: &Self::Weight, rule: u32) -> Computed<Self::Weight>;

    /// The caller after the return of the callee, whose weight from entry to return is `summary`; the caller goes on at
    /// `symbol`.
    fn resume(&mut self, waiting: &Self::Weight, summary: &Self::Weight, symbol: u32) -> Computed<Self::Weight>;
}

/// The products of pre*. Weights lead from where an activation is to its return, or, behind the return of the last one that
/// is of interest, to a target.
pub trait Backward: Weights {
    /// What lies before a neutration.
    fn before(&mut self, rule: u32, weight: &Self::Weight) -> Computed<Self::Weight>;

    /// The weight of a contraction.
    fn returning(&mut self, rule: u32) -> Computed<Self::Weight>;

    /// What lies before an expansion, `callee` leading from the entry of the callee to its return, and `rest` from there on.
    fn calling(&mut self, rule: u32, callee: &Self::Weight, rest: &Self::Weight) -> Computed<Self::Weight>;
}

/// Whether there is a run: the only weight says that there is one. Plain pushdown systems.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reachable;

impl Weights for Reachable {
    type Weight = ();

    fn news(&mut self, (): &(), (): &()) -> Computed<()> {
        Ok(None)
    }

    fn join(&mut self, (): &(), (): &()) -> Result<(), StopReason> {
        Ok(())
    }
}

impl Forward for Reachable {
    fn step(&mut self, (): &(), _: u32) -> Computed<()> {
        Ok(Some(()))
    }

    fn enter(&mut self, (): &(), _: u32) -> Computed<()> {
        Ok(Some(()))
    }

    fn wait(&mut self, (): &(), _: u32) -> Computed<()> {
        Ok(Some(()))
    }

    fn resume(&mut self, (): &(), (): &(), _: u32) -> Computed<()> {
        Ok(Some(()))
    }
}

impl Backward for Reachable {
    fn before(&mut self, _: u32, (): &()) -> Computed<()> {
        Ok(Some(()))
    }

    fn returning(&mut self, _: u32) -> Computed<()> {
        Ok(Some(()))
    }

    fn calling(&mut self, _: u32, (): &(), (): &()) -> Computed<()> {
        Ok(Some(()))
    }
}

/// The number of steps of a shortest run.
///
/// Short runs come first, as in E. Dijkstra's algorithm and its generalisation by D. Knuth (1977): products are never shorter
/// than their factors, and the callee of an expansion, which begins at 0, meets nothing that began before. So a transition
/// is processed once.
#[derive(Clone, Debug, Default)]
pub struct Lengths {
    /// The rules that are no steps.
    free: FxHashSet<u32>,
}

impl Lengths {
    /// Lengths in which these rules are not counted.
    pub fn without(free: impl IntoIterator<Item = u32>) -> Lengths {
        Lengths { free: free.into_iter().collect() }
    }

    fn cost(&self, rule: u32) -> u32 {
        u32::from(!self.free.contains(&rule))
    }
}

impl Weights for Lengths {
    type Weight = BigUint;

    fn news(&mut self, old: &BigUint, new: &BigUint) -> Computed<BigUint> {
        Ok((new < old).then(|| new.clone()))
    }

    fn join(&mut self, a: &BigUint, b: &BigUint) -> Result<BigUint, StopReason> {
        Ok(a.min(b).clone())
    }

    fn show(&self, weight: &BigUint) -> Option<Shown> {
        Some(Shown::Length(weight.clone()))
    }

    fn urgency(&self, weight: &BigUint) -> Option<u64> {
        Some(u64::try_from(weight).unwrap_or(u64::MAX))
    }
}

impl Forward for Lengths {
    fn step(&mut self, weight: &BigUint, rule: u32) -> Computed<BigUint> {
        Ok(Some(weight + self.cost(rule)))
    }

    fn enter(&mut self, _: &BigUint, _: u32) -> Computed<BigUint> {
        Ok(Some(BigUint::ZERO))
    }

    fn wait(&mut self, weight: &BigUint, rule: u32) -> Computed<BigUint> {
        Ok(Some(weight + self.cost(rule)))
    }

    fn resume(&mut self, waiting: &BigUint, summary: &BigUint, _: u32) -> Computed<BigUint> {
        Ok(Some(waiting + summary))
    }
}

impl Backward for Lengths {
    fn before(&mut self, rule: u32, weight: &BigUint) -> Computed<BigUint> {
        Ok(Some(weight + self.cost(rule)))
    }

    fn returning(&mut self, rule: u32) -> Computed<BigUint> {
        Ok(Some(self.cost(rule).into()))
    }

    fn calling(&mut self, rule: u32, callee: &BigUint, rest: &BigUint) -> Computed<BigUint> {
        Ok(Some(callee + rest + self.cost(rule)))
    }
}
