//! Heads one by one: components, and the longest path over them.

use super::{Chains, Head, Longest};
use crate::budget::{Budget, StopReason};
use crate::engine::heads::Listed;
use crate::lang::program::Place;
use crate::pds::Slot;
use crate::pds::analysis::components;
use rustc_hash::FxHashMap;

/// What a chain weighs at most.
pub(super) fn longest(listed: &Listed, chains: &Chains<'_>, budget: &Budget) -> Result<Longest, StopReason> {
    let graph = Graph::new(listed, chains);
    Ok(match graph.weigh(budget)? {
        Err(head) => Longest::Unbounded(head),
        Ok(weight) => Longest::Bounded(graph.starts.iter().map(|&start| weight[start as usize]).max().unwrap_or(0)),
    })
}

/// The same of whole stacks of a program that bounds them, and the calls on the way.
pub(super) fn heaviest(listed: &Listed, chains: &Chains<'_>, budget: &Budget) -> Result<(u64, Vec<Place>), StopReason> {
    let graph = Graph::new(listed, chains);
    let unbounded = || StopReason::Unsupported("there is no bound".into());
    let weight = graph.weigh(budget)?.map_err(|_| unbounded())?;
    let heaviest = |heads: &mut dyn Iterator<Item = u32>| heads.max_by_key(|&head| (weight[head as usize], !head));
    let mut sites: FxHashMap<(u32, u32), Place> = FxHashMap::default();
    for &(caller, site, callee) in &listed.calls {
        let first = sites.entry((caller, callee)).or_insert(site);
        *first = site.min(*first);
    }
    let first = heaviest(&mut listed.initial.iter().copied());
    let mut path = Vec::new();
    let mut head = first;
    while let Some(caller) = head {
        head = heaviest(&mut graph.successors[caller as usize].iter().copied());
        if let Some(callee) = head {
            path.extend(sites.get(&(caller, callee)));
        }
    }
    Ok((first.map_or(0, |first| weight[first as usize]), path))
}

/// The heads that are looked at.
struct Graph<'a> {
    listed: &'a Listed,
    chains: &'a Chains<'a>,
    successors: Vec<Vec<u32>>,
    /// Where chains begin.
    starts: Vec<u32>,
}

impl<'a> Graph<'a> {
    fn new(listed: &'a Listed, chains: &'a Chains<'a>) -> Graph<'a> {
        let is_within = |head: u32| chains.are_within(listed.heads[head as usize].0);
        let mut successors = vec![Vec::new(); listed.heads.len()];
        for &(caller, _, callee) in &listed.calls {
            if is_within(caller) && is_within(callee) {
                successors[caller as usize].push(callee);
            }
        }
        let starts: Vec<u32> = match chains.from {
            None => (0..listed.heads.len() as u32).filter(|&head| is_within(head)).collect(),
            Some(from) => {
                let begun = listed.calls.iter().filter(|&&(_, site, callee)| site == from && is_within(callee));
                begun.map(|&(_, _, callee)| callee).collect()
            }
        };
        Graph { listed, chains, successors, starts }
    }

    fn own(&self, head: u32) -> u64 {
        self.chains.weighs(self.listed.heads[head as usize].0)
    }

    /// For each head what the chains weigh at most that begin with it; or a head that weighs something and lies on a cycle.
    fn weigh(&self, budget: &Budget) -> Result<Result<Vec<u64>, Head>, StopReason> {
        let mut weight = vec![0; self.listed.heads.len()];
        for component in components(&self.successors, self.starts.iter().copied()) {
            budget.poll()?;
            let is_cycle = component.len() > 1 || self.successors[component[0] as usize].contains(&component[0]);
            if let Some(&head) = component.iter().find(|&&head| is_cycle && self.own(head) > 0) {
                return Ok(Err(self.head(head)));
            }
            let above = component.iter().flat_map(|&head| &self.successors[head as usize]);
            let above = above.map(|&next| weight[next as usize]).max().unwrap_or(0);
            component.iter().for_each(|&head| weight[head as usize] = above + self.own(head));
        }
        Ok(Ok(weight))
    }

    fn head(&self, head: u32) -> Head {
        let (procedure, state) = &self.listed.heads[head as usize];
        let slots = &self.listed.slots[procedure.index()];
        let globals = self.listed.globals;
        let bit = |slot| match slot {
            Slot::Local(index) => state[globals + index],
            Slot::Global(index) | Slot::Result(index) | Slot::Choice(index) => state[index],
        };
        Head { procedure: *procedure, values: slots.iter().map(|&slot| (slot, bit(slot))).collect() }
    }
}
