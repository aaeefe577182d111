//! Is there a real run among some? If not, what has to be tracked?

use super::path::{BodyId, CallId, Path};
use super::precision::{Precision, Unit};
use super::realise;
use super::slice::{Inner, Slice};
use super::stats::Counts;
use super::walk::NoRun;
use crate::budget::{Budget, StopReason};
use crate::logic::formula::Formula;
use crate::logic::query::Reply;
use crate::pds::SymbolicPds;
use crate::pds::derivation::Derivation;
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// What runs of the abstract program have come to.
pub enum Checked {
    /// One is real, like this.
    Real(Box<Derivation>),
    /// None is: these are not tracked, and would have to be.
    Spurious {
        /// What.
        units: Vec<Unit>,
        /// How many steps the formula has that says so.
        steps: usize,
    },
    /// That is not known: it takes more work than was allowed.
    Open,
}

/// What may be written down, and how long it may be looked at.
#[derive(Clone, Copy, Debug)]
pub struct Most {
    /// Runs of calls.
    pub runs: usize,
    /// Steps and conflicts of the solver, if they are limited.
    pub work: Option<usize>,
}

/// Checks runs.
pub struct Check<'a, 'p> {
    /// The system.
    pub pds: &'p SymbolicPds,
    /// What is tracked.
    pub precision: &'a Precision<'p>,
    /// The limits.
    pub budget: &'a Budget,
    /// What was done.
    pub counts: &'a mut Counts,
}

impl<'p> Check<'_, 'p> {
    /// Whether one of the ways through some activations is real, and how much work that was.
    ///
    /// # Errors
    /// If a limit strikes, or the engine has a bug.
    pub fn check<I>(&mut self, inner: &mut I, stack: &[Slice<I::Key>], most: Most) -> Result<(Checked, usize), NoRun>
    where
        I: Inner<Error = NoRun>,
        I::Key: Clone + Eq + Hash,
    {
        let mut path = Path::new(self.pds, self.precision, stack, self.budget)?;
        // For each way to return the body that was written down for it.
        let mut owners: FxHashMap<I::Key, BodyId> = FxHashMap::default();
        let mut runs = 0;
        let checked = loop {
            let left = most.work.map(|work| work.saturating_sub(path.work()));
            if left == Some(0) {
                break Checked::Open;
            }
            let shares: Vec<(Formula, CallId)> = path.shares();
            let mut assumed = path.assumptions();
            assumed.extend(shares.iter().map(|&(formula, _)| formula));
            self.counts.sat_calls += 1;
            match path.query.ask_within(&path.formulas, &assumed, self.budget, left.map(|left| left as u64))? {
                Reply::NotKnown if left.is_some() => break Checked::Open,
                Reply::NotKnown => {
                    return Err(StopReason::Unsupported("a solver gave up without a limit".into()).into());
                }
                Reply::Yes(assignment) => {
                    let stubs = path.stubs(&mut assignment.values(&path.formulas));
                    if stubs.is_empty() {
                        break Checked::Real(Box::new(realise::derivation(self.pds, &path, &assignment)?));
                    }
                    for id in stubs {
                        match owners.get(path.returned(id)) {
                            Some(&body) => {
                                self.counts.shared += 1;
                                path.share(id, body);
                            }
                            None => {
                                let body = self.unfold(inner, &mut path, id, &mut runs, most)?;
                                owners.insert(path.returned(id).clone(), body);
                            }
                        }
                    }
                }
                Reply::No(core) => {
                    let shares: FxHashMap<Formula, CallId> = shares.into_iter().collect();
                    let unshared: Vec<CallId> = core.iter().filter_map(|core| shares.get(core).copied()).collect();
                    if !unshared.is_empty() {
                        self.counts.unshared += unshared.len();
                        for id in unshared {
                            self.unfold(inner, &mut path, id, &mut runs, most)?;
                        }
                        continue;
                    }
                    self.counts.core_size += core.len();
                    let units = core.iter().filter_map(|formula| path.units.get(formula).copied());
                    let mut news: Vec<Unit> = units.filter(|&unit| !self.precision.is_tracked(unit)).collect();
                    news.sort_unstable();
                    if news.is_empty() {
                        return Err(NoRun::Lost(
                            "a run of the abstract program is excluded by what is tracked already",
                        ));
                    }
                    break Checked::Spurious { units: news, steps: path.steps };
                }
            }
        };
        self.counts.path_steps = self.counts.path_steps.max(path.steps);
        Ok((checked, path.work()))
    }

    /// A call gets a body of its own.
    fn unfold<I>(
        &mut self,
        inner: &mut I,
        path: &mut Path<'_, '_, I::Key>,
        id: CallId,
        runs: &mut usize,
        most: Most,
    ) -> Result<BodyId, NoRun>
    where
        I: Inner<Error = NoRun>,
        I::Key: Clone,
    {
        if *runs == most.runs {
            return Err(StopReason::Bound(most.runs as u32).into());
        }
        *runs += 1;
        self.counts.inner_runs += 1;
        let slice = inner.inner(path.returned(id))?;
        Ok(path.unfold(id, &slice)?)
    }
}
