//! A symbolic pushdown system written out.

use crate::pds::Target;
use crate::pds::explicit::PushdownSystem;
use crate::pds::explicit::enumerate::{TooLarge, enumerate};
use crate::pipeline::Ready;

/// So many combinations of rules, states and choices are tried.
const LIMIT: u64 = 4_000_000;

/// The explicit system of a program; its targets are the configurations that violate a property.
///
/// # Errors
/// If it is too large.
pub fn system(ready: &Ready) -> Result<PushdownSystem, TooLarge> {
    let locations = ready.targets.iter().flat_map(|target| target.locations.iter().copied()).collect();
    Ok(enumerate(&ready.system.pds, &Target { locations }, LIMIT)?.system)
}
