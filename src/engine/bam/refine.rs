//! Is the run of the abstract program real? If not, what has to be tracked?

use super::domain::Domain;
use super::path::{CallId, Fate, Path};
use super::precision::{Precision, Unit};
use super::realise;
use super::stats::Counts;
use super::walk::{NoRun, Reader, Return};
use crate::budget::StopReason;
use crate::engine::bam::walk::Activation;
use crate::logic::formula::Formula;
use crate::logic::query::Reply;
use crate::pds::derivation::Derivation;
use rustc_hash::FxHashMap;

/// What a run of the abstract program has come to.
pub enum Checked {
    /// It is real, like this.
    Real(Box<Derivation>),
    /// It is not: these are not tracked, and would have to be.
    Spurious {
        /// What.
        units: Vec<Unit>,
        /// How many steps the formula has that says so.
        steps: usize,
    },
}

/// Checks a run.
///
/// # Errors
/// If a limit strikes, or the engine has a bug.
pub fn check<D: Domain>(
    reader: &mut Reader<'_, D>,
    precision: &Precision<'_>,
    stack: &[Activation<D::State>],
    most_runs: usize,
    counts: &mut Counts,
) -> Result<Checked, NoRun> {
    let mut path = Path::new(reader.pds, precision, stack);
    // For each way to return the call that has its run.
    let mut owners: FxHashMap<Return<D::State>, CallId> = FxHashMap::default();
    let mut runs = 0;
    let checked = loop {
        let shares: FxHashMap<Formula, CallId> = shares(&path).collect();
        let mut assumed = path.assumptions();
        let mut assumptions: Vec<(CallId, Formula)> = shares.iter().map(|(&formula, &call)| (call, formula)).collect();
        assumptions.sort_unstable_by_key(|&(call, _)| call);
        assumed.extend(assumptions.into_iter().map(|(_, formula)| formula));
        counts.sat_calls += 1;
        match path.query.ask_within(&path.formulas, &assumed, reader.budget, None)? {
            Reply::NotKnown => return Err(StopReason::Unsupported("a solver gave up without a limit".into()).into()),
            Reply::Yes(assignment) => {
                let stubs = path.stubs();
                if stubs.is_empty() {
                    break Checked::Real(Box::new(realise::derivation(reader.pds, &path, &assignment)?));
                }
                for id in stubs {
                    unfold(reader, &mut path, &mut owners, id, &mut runs, most_runs, counts)?;
                }
            }
            Reply::No(core) => {
                let unshared: Vec<CallId> = core.iter().filter_map(|formula| shares.get(formula).copied()).collect();
                if !unshared.is_empty() {
                    counts.unshared += unshared.len();
                    for id in unshared {
                        path.calls[id.index()].is_alone = true;
                        unfold(reader, &mut path, &mut owners, id, &mut runs, most_runs, counts)?;
                    }
                    continue;
                }
                counts.core_size += core.len();
                let units = core.iter().filter_map(|formula| path.units.get(formula).copied());
                let mut news: Vec<Unit> = units.filter(|&unit| !precision.is_tracked(unit)).collect();
                news.sort_unstable();
                if news.is_empty() {
                    return Err(NoRun::Lost("a run of the abstract program is excluded by what is tracked already"));
                }
                break Checked::Spurious { units: news, steps: path.steps };
            }
        }
    };
    counts.path_steps = counts.path_steps.max(path.steps);
    Ok(checked)
}

fn shares<'a, S: Clone>(path: &'a Path<'_, '_, S>) -> impl Iterator<Item = (Formula, CallId)> + 'a {
    path.calls.iter().enumerate().filter_map(|(index, call)| match call.fate {
        Fate::Shared(_, assumption) => Some((assumption, CallId(index as u32))),
        _ => None,
    })
}

/// A stub gets a run, that of an equal call if it may.
fn unfold<D: Domain>(
    reader: &mut Reader<'_, D>,
    path: &mut Path<'_, '_, D::State>,
    owners: &mut FxHashMap<Return<D::State>, CallId>,
    id: CallId,
    runs: &mut usize,
    most_runs: usize,
    counts: &mut Counts,
) -> Result<(), NoRun> {
    let call = &path.calls[id.index()];
    let returned = call.returned.clone();
    if !call.is_alone
        && let Some(&owner) = owners.get(&returned)
    {
        counts.shared += 1;
        path.share(id, owner);
        return Ok(());
    }
    if *runs == most_runs {
        return Err(StopReason::Bound(most_runs as u32).into());
    }
    *runs += 1;
    counts.inner_runs += 1;
    let steps = reader.steps(returned.exit, returned.state.clone())?;
    path.unfold(id, &steps);
    owners.entry(returned).or_insert(id);
    Ok(())
}
