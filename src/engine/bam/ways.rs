//! All the ways to a hit that the tables know of.
//!
//! A table has each increment with what it comes from, and what comes to a location while it is still to be looked at is looked at together: so
//! the increments from which one comes are a graph without cycles, and each path in it is a way that some run of the abstract program may go.

use super::domain::Domain;
use super::plan::Hit;
use super::slice::{Inner, Slice, Visit, Way};
use super::table::{Cause, IncrementId, Spot, Table};
use super::walk::NoRun;
use crate::pds::SymbolicPds;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Finds ways in tables.
pub struct Ways<'a, D: Domain> {
    /// The system.
    pub pds: &'a SymbolicPds,
    /// What is known of blocks.
    pub table: &'a Table<D>,
}

impl<D: Domain> Ways<'_, D> {
    /// The ways through the activations on the stack when a target is hit, the entry procedure's first.
    ///
    /// # Errors
    /// If there are none.
    pub fn stack(&self, hit: &Hit<D::State>) -> Result<Vec<Slice<IncrementId>>, NoRun> {
        let mut id = hit.increment;
        let mut stack = Vec::new();
        loop {
            match self.table.increment(id).cause {
                Cause::Target(from) => {
                    stack.push(self.ways(from)?);
                    return Ok(stack);
                }
                Cause::Within(rule, from, inner) => {
                    stack.push(Slice { calls: Some(rule), ..self.ways(from)? });
                    id = inner;
                }
                _ => return Err(NoRun::Lost("a hit has no cause")),
            }
        }
    }

    /// The ways to an increment from the entry of its block.
    fn ways(&self, to: IncrementId) -> Result<Slice<IncrementId>, NoRun> {
        // Premises come earlier, so what is taken last has been found by all that come from it.
        let mut open = BTreeSet::from([to]);
        let mut found: FxHashMap<IncrementId, Vec<Cause>> = FxHashMap::default();
        let mut order = Vec::new();
        while let Some(id) = open.pop_last() {
            let causes = self.causes(id);
            for cause in &causes {
                if let &(Cause::Step(_, from) | Cause::Returned(_, from, _)) = cause {
                    open.insert(from);
                }
            }
            found.insert(id, causes);
            order.push(id);
        }
        order.reverse();
        let numbers: FxHashMap<IncrementId, usize> =
            order.iter().enumerate().map(|(number, &id)| (id, number)).collect();
        let mut visits = Vec::new();
        for id in &order {
            let Spot::At(place) = self.table.increment(*id).spot else {
                return Err(NoRun::Lost("a state is at no place"));
            };
            let mut ways = Vec::new();
            let mut seen = FxHashSet::default();
            for cause in &found[id] {
                let way = match *cause {
                    Cause::Step(rule, from) => Way::Taken { from: numbers[&from], rule, returned: None },
                    Cause::Returned(rule, from, exit) => {
                        Way::Taken { from: numbers[&from], rule, returned: Some(exit) }
                    }
                    Cause::Entered => Way::Entered,
                    _ => return Err(NoRun::Lost("a state has no cause")),
                };
                if seen.insert(way.clone()) {
                    ways.push(way);
                }
            }
            visits.push(Visit { place, ways });
        }
        Ok(Slice { block: self.table.increment(to).spot.block(self.pds), visits, calls: None })
    }

    /// From what an increment comes: all its parts.
    fn causes(&self, id: IncrementId) -> Vec<Cause> {
        let (mut open, mut causes) = (vec![id], Vec::new());
        while let Some(id) = open.pop() {
            match &self.table.increment(id).cause {
                Cause::Merged(parts) => open.extend(parts.iter().rev()),
                cause => causes.push(cause.clone()),
            }
        }
        causes
    }
}

impl<D: Domain> Inner for Ways<'_, D> {
    type Key = IncrementId;
    type Error = NoRun;

    fn inner(&mut self, exit: &IncrementId) -> Result<Slice<IncrementId>, NoRun> {
        self.ways(*exit)
    }
}
