//! Steps by chance.

use super::{Move, Status, Stepper};

/// How often other ways are tried while the run gets no further.
const TRIES: usize = 100;

impl Stepper<'_> {
    /// Makes so many steps, or less if the run ends or violates a property on the way. `choose` picks one of so many answers to each
    /// question, and to what first values nobody has given. Where the run is blocked, as behind a `goto` the targets of which
    /// begin with assumptions, it goes back to a choice and tries others, back to an earlier one each few times; in the
    /// end it may be blocked nevertheless.
    pub fn walk(&mut self, steps: usize, choose: &mut dyn FnMut(usize) -> usize) {
        let last = self.now().steps.saturating_add(steps);
        let (mut furthest, mut tries) = (0, 0);
        // How many moments there were when something was chosen.
        let mut chosen: Vec<usize> = Vec::new();
        while self.now().status == Status::Running && self.now().steps < last {
            let begun = self.moments.len();
            if self.step(choose) {
                chosen.push(begun);
            }
            if self.violated().is_some() {
                return;
            }
            if self.now().status != Status::Blocked {
                continue;
            }
            tries = if self.now().steps > furthest { 1 } else { tries + 1 };
            furthest = furthest.max(self.now().steps);
            chosen.truncate(chosen.len().saturating_sub(tries / 4).max(1));
            match chosen.pop() {
                Some(begun) if tries <= TRIES => {
                    self.moments.truncate(begun);
                    self.forget();
                }
                _ => return,
            }
        }
    }

    /// Makes the next step; whether something was chosen.
    fn step(&mut self, choose: &mut dyn FnMut(usize) -> usize) -> bool {
        let free = if self.is_fresh() { self.free() } else { Vec::new() };
        let mut chosen = !free.is_empty();
        if chosen {
            let values: Vec<_> = free.into_iter().map(|var| (var, choose(2) == 1)).collect();
            self.set(&values);
        }
        while let Some(question) = self.question() {
            chosen = true;
            self.answer(choose(question.answers()));
        }
        self.advance();
        chosen
    }

    /// Whether nobody has given first values where control is now.
    fn is_fresh(&self) -> bool {
        self.moments.len() == 1 || matches!(self.now().by, Move::Step { .. })
    }
}
