//! Which properties hold because no run comes to them.

use super::claim::{Batch, Claim, Failed, What};
use super::known::Known;
use super::walk::Ground;
use super::{Accepted, NotAccepted, is_about};
use crate::budget::Budget;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Place, ProcId, Program};
use crate::verdict::Certificate;
use std::collections::BTreeSet;

/// For each property of a certificate that was accepted, whether it holds vacuously: the certificate proves that no run comes to the `assert` or
/// `abortif` at all. Of a label that is what is claimed, so it never does. A weak certificate may not tell.
///
/// # Errors
/// If the certificate is not about this program, or a limit is hit.
pub fn vacuous(
    program: &Program,
    program_sha256: &str,
    entry: ProcId,
    accepted: &Accepted,
    budget: &Budget,
) -> Result<Vec<bool>, NotAccepted> {
    let certificate = accepted.certificate();
    is_about(program, program_sha256, entry, certificate)?;
    let is_condition = |property: &&Property| !property.kind.is_place();
    let conditions: BTreeSet<Place> =
        certificate.properties.iter().filter(is_condition).map(|property| property.place).collect();
    let places = conditions.iter().map(|&place| Property { kind: PropertyKind::Place, place });
    // The same proof of something else: that control does not come to these places.
    let stronger = Certificate { properties: places.collect(), ..certificate.clone() };
    let ground = Ground::new(program, &stronger);
    let known = Known::default();
    let mut open = conditions;
    for (index, contract) in stronger.contracts.iter().enumerate() {
        if !open.iter().any(|place| place.procedure == contract.procedure) {
            continue;
        }
        ground.contract(index, &mut Batch::default(), |batch| -> Result<(), NotAccepted> {
            let Batch { scene, claims, .. } = std::mem::take(batch);
            let mut one = Batch { scene, ..Batch::default() };
            for claim in claims {
                let Claim { what: What::Property, at, .. } = claim else { continue };
                if open.contains(&at) {
                    one.claims = vec![claim];
                    match one.settle(program, &known, budget) {
                        Ok(()) => {}
                        Err(Failed::Refused(_)) => _ = open.remove(&at),
                        Err(stopped) => return Err(stopped.into()),
                    }
                }
            }
            Ok(())
        })?;
    }
    let holds = |property: &Property| is_condition(&property) && open.contains(&property.place);
    Ok(certificate.properties.iter().map(holds).collect())
}
