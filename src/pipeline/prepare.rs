//! From a program to what engines work on.

use super::Loaded;
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::{self, Cfg};
use crate::lang::program::property::Property;
use crate::pds::passes::{self, PassSet, Prepared};
use crate::pds::{self, Target};
use std::sync::Arc;

/// A program after the passes.
#[derive(Clone, Debug)]
pub struct Ready {
    /// Its control-flow graphs.
    pub cfg: Arc<Cfg>,
    /// Its pushdown system.
    pub system: Prepared,
    /// For each property, where runs that violate it end up.
    pub targets: Vec<Target>,
}

/// Program to pushdown system, with these passes for these properties.
///
/// # Errors
/// The limit that was hit.
pub fn prepare(
    loaded: &Loaded,
    properties: &[Property],
    wanted: PassSet,
    budget: &Budget,
) -> Result<Ready, StopReason> {
    budget.check()?;
    let cfg = Arc::new(cfg::within(&loaded.program, budget)?);
    let system = pds::build::within(&loaded.program, &cfg, loaded.entry, budget)?;
    let targets: Vec<_> = properties.iter().map(|property| pds::build::target(&cfg, property)).collect();
    budget.check()?;
    let system = passes::run(system, &targets, wanted, budget)?;
    budget.check()?;
    Ok(Ready { cfg, system, targets })
}

/// What is ready but for compaction, compacted.
///
/// # Errors
/// The limit that was hit.
pub(super) fn compacted(ready: &Ready, budget: &Budget) -> Result<Ready, StopReason> {
    let Ready { cfg, system, targets } = ready.clone();
    let system = passes::compacted(system, &targets, budget)?;
    budget.check()?;
    Ok(Ready { cfg, system, targets })
}
