//! How much may be spent on other runs than the one that was read back.

/// It begins with so much work: steps that are written down, and conflicts of the solver.
const FIRST: usize = 1_000;

/// One for so much work on runs that were read back.
const PRICE: usize = 4;

/// What was earned by work on runs that were read back, and is not spent yet.
#[derive(Clone, Copy, Debug)]
pub struct Credit {
    left: usize,
    /// With less it is not worth while.
    least: usize,
}

impl Default for Credit {
    fn default() -> Credit {
        Credit { left: FIRST, least: 1 }
    }
}

impl Credit {
    /// So much work was done on a run that was read back.
    pub fn earn(&mut self, work: usize) {
        self.left += work / PRICE;
    }

    /// How much may be spent now, if that is worth while.
    pub fn offer(&self) -> Option<usize> {
        (self.left >= self.least).then_some(self.left)
    }

    /// So much was spent. If it was not enough, the next time waits for twice as much.
    pub fn spend(&mut self, work: usize, was_enough: bool) {
        self.left = self.left.saturating_sub(work);
        self.least = if was_enough { work } else { 2 * work };
    }
}
