//! What is kept of a search that needed too many nodes: enough to find a better order of columns.

use super::Relations;
use crate::budget::{Budget, StopReason};
use crate::logic::bdd::Forest;
use crate::relational::frames::Frames;

/// As many nodes can be sifted in a second or two.
const MOST_NODES: usize = 50_000;

/// Some of the diagrams of a search, with its columns.
pub struct Sample {
    frames: Frames,
    /// The diagrams, until they have been sifted.
    forest: Option<Forest>,
    /// The columns in a better order.
    better: Option<Frames>,
}

impl Relations<'_> {
    /// A copy of the largest diagrams, as long as they are not too large.
    pub fn sample(&self) -> Sample {
        Sample { frames: self.frames.clone(), forest: Some(self.bdds.forest(MOST_NODES)), better: None }
    }
}

impl Sample {
    /// The columns in an order that makes the sample smaller, if one is found.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn sifted(&mut self, budget: &Budget) -> Result<Option<Frames>, StopReason> {
        if let Some(forest) = self.forest.take() {
            let order = forest.sifted(&self.frames.blocks(), budget)?;
            self.better = order.map(|order| self.frames.reordered(&order));
        }
        Ok(self.better.clone())
    }
}
