//! Is a hit real? The run that is read back says so, or another that hits the same.

use super::credit::Credit;
use super::domain::Domain;
use super::plan::Hit;
use super::refine::{Check, Checked, Most};
use super::walk::{NoRun, Reader};
use super::ways::Ways;
use crate::lang::program::ProcId;

/// What became of a hit.
pub struct Judged {
    /// The blocks on the stack, the entry procedure's first.
    pub stack: Vec<ProcId>,
    /// A run that is real, or what the one that was read back has taught.
    pub checked: Checked,
}

/// Checks the run of a hit. If it is none, all the ways to the hit are looked at that the tables know of, as far as there is credit for that. Nothing is
/// learnt from these: what excludes all of them names more than is needed to exclude one.
///
/// # Errors
/// If a limit strikes, or the engine has a bug.
pub fn judge<D: Domain>(
    check: &mut Check<'_, '_>,
    reader: &mut Reader<'_, D>,
    hit: &Hit<D::State>,
    runs: usize,
    credit: &mut Credit,
) -> Result<Judged, NoRun> {
    let run = reader.stack(hit)?;
    let stack = run.iter().map(|slice| slice.block).collect();
    let (checked, work) = check.check(reader, &run, Most { runs, work: None })?;
    credit.earn(work);
    if let (Checked::Spurious { .. }, Some(work)) = (&checked, credit.offer()) {
        let mut ways = Ways { pds: reader.pds, table: reader.table };
        let all = ways.stack(hit)?;
        let (others, spent) = check.check(&mut ways, &all, Most { runs: usize::MAX, work: Some(work) })?;
        credit.spend(spent, !matches!(others, Checked::Open));
        if let Checked::Real(_) = others {
            return Ok(Judged { stack, checked: others });
        }
    }
    Ok(Judged { stack, checked })
}
