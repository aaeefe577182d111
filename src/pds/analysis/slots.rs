//! Sets of slots, interned.

use super::sets::{SetId, Sets};
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::{Slot, SymbolicPds, Transfer};

/// A set of slots, of the [`SlotSets`] that made it. There, equal ids mean equal sets. Choices are never members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct SlotSet {
    /// The globals in it.
    pub(crate) globals: SetId,
    /// The parameters and locals in it.
    pub(crate) locals: SetId,
    /// The result registers in it.
    pub(crate) results: SetId,
}

impl SlotSet {
    /// The empty set, everywhere.
    pub(crate) const EMPTY: SlotSet = SlotSet { globals: SetId::EMPTY, locals: SetId::EMPTY, results: SetId::EMPTY };

    /// The globals and the results in it.
    #[must_use]
    pub(crate) fn without_locals(self) -> SlotSet {
        SlotSet { locals: SetId::EMPTY, ..self }
    }

    /// The globals, parameters and locals in it.
    #[must_use]
    pub(crate) fn without_results(self) -> SlotSet {
        SlotSet { results: SetId::EMPTY, ..self }
    }
}

/// The store of sets of slots of a system.
#[derive(Clone, Debug)]
pub(crate) struct SlotSets {
    globals: Sets,
    locals: Sets,
    results: Sets,
}

impl SlotSets {
    /// No sets yet.
    pub(crate) fn new(pds: &SymbolicPds) -> SlotSets {
        let locals = pds.procedures.iter().map(|procedure| procedure.init.len()).max();
        let results = pds.procedures.iter().map(|procedure| procedure.results).max();
        SlotSets {
            globals: Sets::below(pds.globals.len()),
            locals: Sets::below(locals.unwrap_or(0)),
            results: Sets::below(results.unwrap_or(0)),
        }
    }

    /// The first so many of each kind.
    pub(crate) fn first(&mut self, globals: usize, locals: usize, results: usize) -> SlotSet {
        SlotSet {
            globals: self.globals.first(globals),
            locals: self.locals.first(locals),
            results: self.results.first(results),
        }
    }

    /// The set of one slot; of a choice: the empty set.
    pub(crate) fn singleton(&mut self, slot: Slot) -> SlotSet {
        let mut set = SlotSet::EMPTY;
        match slot {
            Slot::Global(index) => set.globals = self.globals.singleton(index),
            Slot::Local(index) => set.locals = self.locals.singleton(index),
            Slot::Result(index) => set.results = self.results.singleton(index),
            Slot::Choice(_) => {}
        }
        set
    }

    /// What is in one or in both.
    pub(crate) fn union(&mut self, a: SlotSet, b: SlotSet) -> SlotSet {
        SlotSet {
            globals: self.globals.union(a.globals, b.globals),
            locals: self.locals.union(a.locals, b.locals),
            results: self.results.union(a.results, b.results),
        }
    }

    /// What is in the first but not in the second.
    pub(crate) fn difference(&mut self, a: SlotSet, b: SlotSet) -> SlotSet {
        SlotSet {
            globals: self.globals.difference(a.globals, b.globals),
            locals: self.locals.difference(a.locals, b.locals),
            results: self.results.difference(a.results, b.results),
        }
    }

    /// The slots that are in both.
    pub(crate) fn intersection(&mut self, a: SlotSet, b: SlotSet) -> SlotSet {
        SlotSet {
            globals: self.globals.intersection(a.globals, b.globals),
            locals: self.locals.intersection(a.locals, b.locals),
            results: self.results.intersection(a.results, b.results),
        }
    }

    /// Whether anything is in both.
    pub(crate) fn meet(&self, a: SlotSet, b: SlotSet) -> bool {
        self.globals.meet(a.globals, b.globals)
            || self.locals.meet(a.locals, b.locals)
            || self.results.meet(a.results, b.results)
    }

    /// The slots that a transfer updates.
    pub(crate) fn updated(&mut self, transfer: &Transfer) -> SlotSet {
        transfer.updates.iter().fold(SlotSet::EMPTY, |all, &(slot, _)| {
            let one = self.singleton(slot);
            self.union(all, one)
        })
    }

    /// Whether the slot is in the set.
    pub(crate) fn contains(&self, set: SlotSet, slot: Slot) -> bool {
        match slot {
            Slot::Global(index) => self.globals.contains(set.globals, index),
            Slot::Local(index) => self.locals.contains(set.locals, index),
            Slot::Result(index) => self.results.contains(set.results, index),
            Slot::Choice(_) => false,
        }
    }

    /// How many slots are in the set.
    pub(crate) fn len(&self, set: SlotSet) -> usize {
        self.globals.len(set.globals) + self.locals.len(set.locals) + self.results.len(set.results)
    }

    /// The slots in the set, in order.
    pub(crate) fn iter(&self, set: SlotSet) -> impl Iterator<Item = Slot> + use<'_> {
        let globals = self.globals.iter(set.globals).map(Slot::Global);
        let locals = self.locals.iter(set.locals).map(Slot::Local);
        let results = self.results.iter(set.results).map(Slot::Result);
        globals.chain(locals).chain(results)
    }
}

/// The slots that each formula reads.
#[derive(Clone, Debug)]
pub(crate) struct Supports {
    of_node: Vec<SlotSet>,
}

impl Supports {
    /// One scan over the graph, operands first.
    pub(crate) fn new(formulas: &Formulas, sets: &mut SlotSets) -> Supports {
        let mut of_node = Vec::with_capacity(formulas.len());
        for node in 0..formulas.len() {
            let support = match formulas.node(node) {
                Node::False => SlotSet::EMPTY,
                Node::Input(input) => sets.singleton(Slot::of(input)),
                Node::And(a, b) => sets.union(of_node[a.node()], of_node[b.node()]),
            };
            of_node.push(support);
        }
        Supports { of_node }
    }

    /// The slots that occur in the formula.
    pub(crate) fn of(&self, formula: Formula) -> SlotSet {
        self.of_node[formula.node()]
    }
}
