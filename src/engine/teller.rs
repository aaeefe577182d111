//! Who hears of the steps of an engine, where several parts of it tell them.

use super::{Event, Observer, Step};
use std::cell::RefCell;

/// Tells steps to an observer.
#[derive(Clone, Copy)]
pub struct Teller<'a> {
    observer: &'a RefCell<&'a mut dyn Observer>,
    /// Whether single steps are told.
    tells: bool,
}

impl<'a> Teller<'a> {
    /// Tells this observer.
    pub fn new(observer: &'a RefCell<&'a mut dyn Observer>) -> Teller<'a> {
        let tells = observer.borrow().wants_steps();
        Teller { observer, tells }
    }

    /// Whether somebody wants to hear of single steps.
    pub fn tells(self) -> bool {
        self.tells
    }

    /// A target is not reached.
    pub fn unreachable(self, target: usize) {
        self.observer.borrow_mut().event(&Event::Unreachable { target });
    }

    /// A single step, if somebody wants to hear of it.
    pub fn step<S: Step>(self, step: impl FnOnce() -> S) {
        if self.tells {
            self.observer.borrow_mut().event(&Event::Step(&step()));
        }
    }
}
