//! The steps that the engine tells.

pub use super::units::Unit;
use crate::engine::Observer;
use crate::engine::event as common;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use std::any::Any;

/// Something that happened in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The engine turns to some targets, which it checks as one. What it tells from here on is of this check, which goes on
    /// where it was left; or begins anew, if the entry procedure is looked into again.
    Turn {
        /// Their indices.
        targets: Vec<usize>,
    },
    /// The engine asks whether a body has a run. A single step.
    Asked {
        /// The body.
        body: Unit,
        /// Whether what is over-approximated may be taken.
        is_open: bool,
        /// How many nodes the formula of the body has.
        nodes: usize,
        /// Whether there is one.
        is_found: bool,
    },
    /// The engine knows what a body relates, as its callers use it. A single step.
    Summarised {
        /// The body.
        body: Unit,
        /// How many nodes it has.
        nodes: usize,
        /// Whether inputs were projected away; if not, each call has a copy.
        is_projected: bool,
    },
    /// What the engine knew of a body is no longer what the body does. A single step.
    Forgotten {
        /// The body.
        body: Unit,
    },
    /// The run that the engine found in a body is not real, since it takes these. A single step.
    Spurious {
        /// The body.
        body: Unit,
        /// The locations that it comes to, in order.
        path: Vec<LocId>,
        /// What is over-approximated in it.
        taken: Vec<Taken>,
    },
    /// The engine looks into a procedure that was over-approximated up to now.
    Refined {
        /// The procedure.
        procedure: ProcId,
    },
    /// A call is no longer over-approximated, though others of the same procedure may be.
    Replaced {
        /// The location of the call.
        at: LocId,
        /// The procedure that is called.
        callee: ProcId,
    },
    /// The engine unrolls a component of a procedure's control flow.
    Unrolled {
        /// The first location in it where back edges lead.
        head: LocId,
        /// How many back edges it follows now.
        rounds: u32,
    },
    /// The engine knows as a relation what any number of rounds of a component can make of a state.
    Closed {
        /// The first location in it where back edges lead.
        head: LocId,
    },
    /// The engine nests the procedures that are recursive together with one deeper.
    Nested {
        /// A procedure of the component.
        procedure: ProcId,
        /// The depth of nesting, in calls.
        depth: u32,
    },
    /// It is known whether they need not be nested deeper.
    Completed {
        /// One of the procedures that are recursive together.
        procedure: ProcId,
        /// False if what was known is no longer true.
        holds: bool,
    },
    /// The engine has decided a label: whether a procedure, entered with certain values, can end in a certain way.
    Settled {
        /// The procedure of the label.
        procedure: ProcId,
        /// Whether it can.
        is_real: bool,
    },
}

/// Something over-approximated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Taken {
    /// Further rounds of a loop.
    Rounds {
        /// The first location in it where back edges lead.
        head: LocId,
    },
    /// A call.
    Call {
        /// The location of the call.
        at: LocId,
        /// The procedure that is called.
        callee: ProcId,
    },
}

impl Event {
    /// Whether it is one of the many single steps that are told only to whoever wants them.
    fn is_single(&self) -> bool {
        matches!(
            self,
            Event::Asked { .. } | Event::Summarised { .. } | Event::Forgotten { .. } | Event::Spurious { .. }
        )
    }
}

/// Passes on what the engine tells, and says now and then how far it is.
pub(super) struct Teller<'a> {
    observer: &'a mut dyn Observer,
    refinements: u64,
    labels: u64,
}

impl<'a> Teller<'a> {
    /// Nothing is done yet.
    pub(super) fn new(observer: &'a mut dyn Observer) -> Teller<'a> {
        Teller { observer, refinements: 0, labels: 0 }
    }
}

impl Observer for Teller<'_> {
    fn event(&mut self, event: &common::Event<'_>) {
        self.observer.event(event);
        let common::Event::Step(step) = event else { return };
        let step: Option<&Event> = (*step as &dyn Any).downcast_ref();
        match step {
            Some(Event::Settled { .. }) => self.labels += 1,
            Some(Event::Refined { .. } | Event::Unrolled { .. } | Event::Nested { .. }) => self.refinements += 1,
            _ => {}
        }
        if step.is_some_and(|step| !step.is_single()) {
            let Teller { refinements, labels, .. } = *self;
            self.observer.event(&common::Event::Progress(&format_args!("{refinements} refinements, {labels} labels")));
        }
    }

    fn wants_steps(&self) -> bool {
        self.observer.wants_steps()
    }
}
