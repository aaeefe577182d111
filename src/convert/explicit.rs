//! A symbolic pushdown system written out.

use crate::lang::cfg::LocId;
use crate::pds::Target;
use crate::pds::explicit::enumerate::{TooLarge, enumerate};
use crate::pds::explicit::{Pattern, Piece, PushdownSystem, Rule};
use crate::pipeline::Ready;
use rustc_hash::FxHashSet;

/// So many combinations of rules, states and choices are tried.
const LIMIT: u64 = 4_000_000;

/// The explicit system of a program; its targets are the configurations that violate a property. A property that control flow alone keeps from being
/// violated has a target, too: a symbol that no run puts on the stack.
///
/// # Errors
/// If it is too large.
pub fn system(ready: &Ready) -> Result<PushdownSystem, TooLarge> {
    let locations = ready.targets.iter().flat_map(|target| target.locations.iter().copied()).collect();
    let enumerated = enumerate(&ready.system.pds, &Target { locations }, LIMIT)?;
    let left: FxHashSet<LocId> = enumerated.system.symbols().map(|symbol| enumerated.symbol(symbol).0).collect();
    let is_left = |target: &Target| target.locations.iter().any(|location| left.contains(location));
    let gone: Vec<usize> =
        (1..).zip(&ready.targets).filter(|(_, target)| !is_left(target)).map(|(number, _)| number).collect();
    let mut system = enumerated.system;
    gone.into_iter().for_each(|number| never(&mut system, number));
    Ok(system)
}

/// Adds the target of a property, by its number, that no run comes to. A rule names its symbol, since there are tools that know symbols from rules only.
fn never(system: &mut PushdownSystem, property: usize) {
    let symbol = system.symbol(&format!("never${property}"));
    let Some(state) = system.initial().first().map(|initial| initial.state) else { return };
    system.add_rule(Rule { state, symbol, to: state, push: vec![symbol] });
    let stack = vec![Piece::Symbol(symbol), Piece::Any, Piece::Star];
    if let Some(target) = Pattern::new(None, stack) {
        system.add_target(target);
    }
}
