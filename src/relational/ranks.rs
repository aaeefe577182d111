//! In which order locations are looked at: callees before callers, and inside a procedure along the control flow.
//!
//! A callee is then done with what it was given before its caller goes on behind the call, and what flows together is
//! joined before it flows on. A loop is left only when nothing moves in it any more: components of the flow graph that
//! are circles stand together (F. Bourdoncle, "Efficient chaotic iteration strategies with widenings", 1993, has the full
//! hierarchy of which this is the topmost level).

use crate::lang::cfg::LocId;
use crate::pds::analysis::components;
use crate::pds::{RuleKind, SymbolicPds};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// In which order what grows is looked at: small ranks first, equal ones by age.
#[derive(Clone, Debug, Default)]
pub struct Ranks {
    /// Of what is at a location, or reads a symbol, by its index; those without an entry come first.
    pub symbols: Vec<u32>,
    /// Of returns, by the location or symbol with which the procedure begins.
    pub returns: FxHashMap<u32, u32>,
}

/// For post*: the ranks of locations, and of returns: a return is told to the callers when its procedure is done.
pub(crate) fn forward(pds: &SymbolicPds) -> Ranks {
    ranks(pds, |components| components.into_iter().rev().flatten().collect())
}

/// For pre*: the ranks of locations, from the returns to the entries.
pub(crate) fn backward(pds: &SymbolicPds) -> Ranks {
    ranks(pds, |components| components.into_iter().flat_map(|component| component.into_iter().rev()).collect())
}

/// The order inside procedures is made of the components of the flow graph, successors first, in reverse postorder each.
fn ranks(pds: &SymbolicPds, order: impl Fn(Vec<Vec<u32>>) -> Vec<u32>) -> Ranks {
    let locations = pds.locations.len();
    let mut flow: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); locations];
    let mut calls: Vec<SmallVec<[u32; 4]>> = vec![SmallVec::new(); pds.procedures.len()];
    for rule in pds.rules() {
        match rule.kind {
            RuleKind::Neutration { to } => flow[rule.from.index()].push(to.index() as u32),
            RuleKind::Expansion { callee, to } => {
                flow[rule.from.index()].push(to.index() as u32);
                calls[pds.procedure_of(rule.from).index()].push(callee.index() as u32);
            }
            RuleKind::Contraction => {}
        }
    }
    // Callees come out first.
    let mut procedure_ranks = vec![0; pds.procedures.len()];
    for (rank, component) in components(&calls, [pds.entry.index() as u32]).iter().enumerate() {
        component.iter().for_each(|&procedure| procedure_ranks[procedure as usize] = rank as u32);
    }
    let entries = pds.procedures.iter().map(|procedure| procedure.entry.index() as u32);
    let mut order = order(components(&flow, entries));
    order.sort_by_key(|&location| procedure_ranks[pds.procedure_of(LocId::from_index(location as usize)).index()]);
    let mut symbols = vec![u32::MAX; locations];
    let mut returns = FxHashMap::default();
    for (rank, location) in order.into_iter().enumerate() {
        symbols[location as usize] = rank as u32;
        let procedure = &pds.procedures[pds.procedure_of(LocId::from_index(location as usize)).index()];
        returns.insert(procedure.entry.index() as u32, rank as u32);
    }
    Ranks { symbols, returns }
}
