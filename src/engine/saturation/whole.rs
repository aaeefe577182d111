//! Questions about a system as a whole, with no target.

use super::relations::Relations;
use super::tries::{Plan, Tries};
use crate::budget::{Budget, StopReason};
use crate::logic::bdd::{Limits, TooManyColumns};
use crate::pds::passes::Prepared;
use crate::relational::frames::Frames;
use crate::relational::live::Live;
use crate::relational::variables::{Columns, Variables};

/// What is found with the relations of a system, in one order of variables after the other until its nodes are enough.
///
/// # Errors
/// The limit that was hit.
pub(super) fn asked<'p, T>(
    system: &'p Prepared,
    budget: &Budget,
    mut find: impl FnMut(Relations<'p>) -> Result<T, StopReason>,
) -> Result<T, StopReason> {
    let live = Live::of(system);
    let variables = Variables::new(&system.pds, &live, Columns::Read, budget)?;
    let tries = Tries::new(false, None, variables.suited(), budget, system.pds.rules().len());
    for (plan, nodes) in tries {
        let Plan::Static(order) = plan else { continue };
        let unsupported = |too_many: TooManyColumns| StopReason::Unsupported(too_many.to_string());
        let frames = Frames::new(&system.pds, &variables.ordered(&[], order, budget)?).map_err(unsupported)?;
        let limits = Limits { budget: budget.clone(), nodes };
        match find(Relations::new(&system.pds, live.clone(), frames, limits).map_err(unsupported)?) {
            Err(StopReason::Nodes) => {}
            found => return found,
        }
    }
    Err(StopReason::Nodes)
}
