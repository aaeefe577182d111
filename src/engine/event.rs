//! What engines tell while they work.

use std::any::Any;
use std::fmt;

/// Something that happened in an engine.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub enum Event<'a> {
    /// The target with this index is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
    /// The target with this index is not reached. What proves that may still have to be found, and takes long at times. It may be told more than once.
    Unreachable {
        /// The index of the target.
        target: usize,
    },
    /// About so many values of choices are still before the engine, one by one, as far as it knows: some may be passed over, and others may come. With `u64::MAX` it
    /// may be more. It is told every so often, and when there are none.
    Due {
        /// How many.
        values: u64,
    },
    /// How far the engine is, in a few words; told every so often.
    Progress(&'a dyn fmt::Display),
    /// A step of the engine's own kind.
    Step(&'a dyn Step),
}

/// A step of an engine: each has a type of its own. What it means its [`Telling`](super::account::Telling) says.
pub trait Step: Any + fmt::Debug + Send + Sync {
    /// The same once more.
    fn boxed(&self) -> Box<dyn Step>;
}

impl<S: Any + Clone + fmt::Debug + Send + Sync> Step for S {
    fn boxed(&self) -> Box<dyn Step> {
        Box::new(self.clone())
    }
}

/// An event that is kept.
#[derive(Debug)]
pub enum Told {
    /// A target is reached.
    Reached {
        /// The index of the target.
        target: usize,
    },
    /// A step.
    Step(Box<dyn Step>),
}

impl Event<'_> {
    /// What is kept of it; nothing of how far the engine is, and of what it has not found.
    pub fn told(&self) -> Option<Told> {
        match *self {
            Event::Reached { target } => Some(Told::Reached { target }),
            Event::Unreachable { .. } | Event::Due { .. } | Event::Progress(_) => None,
            Event::Step(step) => Some(Told::Step(step.boxed())),
        }
    }
}

impl Told {
    /// The event.
    pub fn event(&self) -> Event<'_> {
        match self {
            &Told::Reached { target } => Event::Reached { target },
            Told::Step(step) => Event::Step(&**step),
        }
    }
}

/// Hears events.
pub trait Observer {
    /// Called for each event, in order, on the engine's thread.
    fn event(&mut self, event: &Event<'_>);

    /// Whether single steps are to be told, too. If nobody asks for them they cost nothing.
    fn wants_steps(&self) -> bool {
        false
    }
}

/// Hears nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _: &Event<'_>) {}
}
