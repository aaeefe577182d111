//! A program in which an automaton or a monitor looks on, to be checked as any other.

use super::Loaded;
use crate::lang::program::product::{Levels, Product};
use crate::lang::program::property::{Property, PropertyKind};
use crate::ltl::automaton::Automaton;
use crate::temporal::onlooker::Onlooker;
use crate::temporal::product::{self, Reading};
use crate::temporal::{Claim, supervisor};

/// What counts as a run, and what is read of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Manner {
    /// Whether runs that end do not count.
    pub only_infinite: bool,
    /// Whether a letter is read at each statement. A claim that counts steps has that always.
    pub counts_steps: bool,
}

/// A program in which something looks on.
#[derive(Debug)]
pub(super) struct Watched {
    /// What is claimed of the runs of the program itself.
    pub property: Property,
    /// What looks on.
    pub onlooker: Onlooker,
    /// What has to grow so that an automaton accepts nothing; otherwise nothing may come back.
    pub levels: Option<Levels>,
    /// How an automaton reads.
    pub manner: Manner,
    /// The way back to the program itself.
    pub product: Product,
    /// The program in which it looks on; what is asked of it is that it does not come to the alarm.
    pub loaded: Loaded,
}

impl Watched {
    /// The program with what finds out that a claim is violated; with levels, if an automaton looks on and there are some, it says that one does not grow.
    pub fn new(
        loaded: &Loaded,
        claim: &Claim,
        property: Property,
        (onlooker, levels): (Onlooker, Option<Levels>),
        manner: Manner,
    ) -> Watched {
        let product = match (&onlooker, &levels) {
            (Onlooker::Automaton(automaton), None) => product::product(manner.reading(loaded, claim, automaton)),
            (Onlooker::Automaton(automaton), Some(levels)) => {
                product::product_with(manner.reading(loaded, claim, automaton), levels)
            }
            (Onlooker::Monitor(monitored), _) => {
                supervisor::supervised(&loaded.program, loaded.entry, claim, monitored)
            }
        };
        let loaded = with(loaded, &product);
        Watched { property, onlooker, levels, manner, product, loaded }
    }
}

impl Manner {
    /// What an automaton reads in this manner.
    pub fn reading<'a>(self, loaded: &'a Loaded, claim: &'a Claim, automaton: &'a Automaton) -> Reading<'a> {
        Reading {
            program: &loaded.program,
            entry: loaded.entry,
            claim,
            automaton,
            reads_all: self.counts_steps || claim.counts_steps(),
            ends_count: !self.only_infinite,
        }
    }
}

/// The program in which something looks on, to be asked whether it comes to the alarm.
pub(super) fn with(loaded: &Loaded, product: &Product) -> Loaded {
    Loaded {
        program: product.program.clone(),
        entry: product.entry,
        properties: vec![Property { kind: PropertyKind::Place, place: product.alarm() }],
        claims: Vec::new(),
        numbers: Vec::new(),
        ..loaded.clone()
    }
}
