//! The procedures of a pushdown system: symbols that take each other's place are in one.

use crate::pds::explicit::{PushdownSystem, SymbolId};
use std::collections::{BTreeMap, BTreeSet};

/// Which symbols are places of one procedure.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    /// For each symbol its part, known by the least of its symbols.
    part: Vec<u32>,
    /// For each part that is called the symbols at which it begins.
    entries: BTreeMap<u32, Vec<SymbolId>>,
    /// For each part that is called its symbols.
    members: BTreeMap<u32, Vec<SymbolId>>,
}

impl Parts {
    /// The parts of a system. Near linear in it.
    pub(super) fn new(system: &PushdownSystem) -> Parts {
        let mut links: Vec<u32> = (0..system.symbol_count() as u32).collect();
        let mut called: BTreeSet<SymbolId> = BTreeSet::new();
        for rule in system.rules() {
            if let Some((last, above)) = rule.push.split_last() {
                let (one, other) = (find(&mut links, rule.symbol.0), find(&mut links, last.0));
                links[one.max(other) as usize] = one.min(other);
                called.extend(above);
            }
        }
        called.extend(system.initial().iter().flat_map(|initial| &initial.stack));
        let part: Vec<u32> = (0..links.len() as u32).map(|symbol| find(&mut links, symbol)).collect();
        let mut entries: BTreeMap<u32, Vec<SymbolId>> = BTreeMap::new();
        called.into_iter().for_each(|symbol| entries.entry(part[symbol.0 as usize]).or_default().push(symbol));
        let mut members: BTreeMap<u32, Vec<SymbolId>> = BTreeMap::new();
        for symbol in system.symbols().filter(|symbol| entries.contains_key(&part[symbol.0 as usize])) {
            members.entry(part[symbol.0 as usize]).or_default().push(symbol);
        }
        Parts { part, entries, members }
    }

    /// The procedures: where they begin, and all their symbols.
    pub(super) fn all(&self) -> impl Iterator<Item = (&[SymbolId], &[SymbolId])> {
        self.entries.iter().map(|(part, entries)| (entries.as_slice(), self.members[part].as_slice()))
    }

    /// Where the procedure of a symbol that is called begins, in order.
    pub(super) fn entries(&self, symbol: SymbolId) -> &[SymbolId] {
        &self.entries[&self.part[symbol.0 as usize]]
    }
}

/// The part of a symbol; ways are halved on the way.
fn find(links: &mut [u32], mut symbol: u32) -> u32 {
    while links[symbol as usize] != symbol {
        links[symbol as usize] = links[links[symbol as usize] as usize];
        symbol = links[symbol as usize];
    }
    symbol
}
