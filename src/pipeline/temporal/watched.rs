//! A program in which an automaton reads along, to be checked as any other.

use super::Loaded;
use crate::lang::program::product::Product;
use crate::lang::program::property::{Property, PropertyKind};
use crate::ltl::automaton::Automaton;
use crate::temporal::{Claim, product};

/// What counts as a run, and what is read of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether runs that end do not count.
    pub only_infinite: bool,
    /// Whether a letter is read at each statement. A claim that counts steps has that always.
    pub counts_steps: bool,
}

/// A program in which an automaton reads along.
#[derive(Debug)]
pub(super) struct Watched {
    /// What is claimed of the runs of the program itself.
    pub property: Property,
    /// The automaton.
    pub automaton: Automaton,
    /// How it reads.
    pub manner: Manner,
    /// The way back to the program itself.
    pub product: Product,
    /// The program in which it reads along; what is asked of it is that it does not come to the alarm.
    pub loaded: Loaded,
}

impl Watched {
    /// The program with the automaton of what violates a claim.
    pub fn new(loaded: &Loaded, claim: &Claim, property: Property, automaton: Automaton, manner: Manner) -> Watched {
        let reads_all = manner.counts_steps || claim.counts_steps();
        let product =
            product::product(&loaded.program, loaded.entry, claim, &automaton, reads_all, !manner.only_infinite);
        let alarm = Property { kind: PropertyKind::Place, place: product.alarm() };
        let loaded = Loaded {
            program: product.program.clone(),
            entry: product.entry,
            properties: vec![alarm],
            claims: Vec::new(),
            numbers: Vec::new(),
            ..loaded.clone()
        };
        Watched { property, automaton, manner, product, loaded }
    }
}
