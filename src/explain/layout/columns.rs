//! Columns of slots: of nodes those with even numbers, of labels the others.

use super::ranks::Ranks;
use super::{ABOVE_ARROW, LINE, label_size, node_size};
use crate::engine::account::Plan;

/// Arrows pass at most so many columns all together; if they passed more, none has slots, and labels may lie on something.
const MOST_SLOTS: usize = 60_000;
/// What an arrow needs on either side.
const ALONG: f64 = 5.0;
/// How high a loop is.
pub(super) const LOOP: f64 = 26.0;

/// Something that stands in a column.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slot {
    /// How wide it is.
    pub(super) width: f64,
    /// What it needs above its middle, or above its arrow, and below.
    pub(super) above: f64,
    pub(super) below: f64,
}

/// The columns, and what joins them.
pub(super) struct Columns {
    /// All slots: first those of nodes, by their index.
    pub(super) slots: Vec<Slot>,
    /// The slots of each column, from top to bottom.
    pub(super) columns: Vec<Vec<usize>>,
    /// The slots in the column before that a slot hangs together with, and those in the next.
    pub(super) before: Vec<Vec<usize>>,
    pub(super) after: Vec<Vec<usize>>,
    /// For each arrow the slots that it passes, from the left to the right; none for a loop.
    pub(super) chains: Vec<Vec<usize>>,
    /// Which of its slots has its label, if one does.
    pub(super) labels: Vec<Option<usize>>,
    /// For each arrow whether it goes back.
    pub(super) back: Vec<bool>,
}

impl Columns {
    pub(super) fn new(plan: &Plan, ranks: &Ranks) -> Columns {
        let nodes = plan.nodes.iter().map(|&extent| {
            let (width, height) = node_size(extent);
            Slot { width, above: height / 2.0, below: height / 2.0 }
        });
        let last = ranks.of.iter().copied().max().unwrap_or(0);
        let mut columns = Columns {
            slots: nodes.collect(),
            columns: vec![Vec::new(); 2 * last + 1],
            before: vec![Vec::new(); plan.nodes.len()],
            after: vec![Vec::new(); plan.nodes.len()],
            chains: vec![Vec::new(); plan.arrows.len()],
            labels: vec![None; plan.arrows.len()],
            back: ranks.back.clone(),
        };
        ranks.of.iter().enumerate().for_each(|(node, &rank)| columns.columns[2 * rank].push(node));
        let passed = plan.arrows.iter().map(|&(from, to, _)| 2 * ranks.of[from].abs_diff(ranks.of[to]));
        let has_slots = passed.sum::<usize>() <= MOST_SLOTS;
        for (arrow, &(from, to, extent)) in plan.arrows.iter().enumerate() {
            let (width, height) = label_size(extent);
            if from == to {
                let above = LOOP + ABOVE_ARROW + height;
                let slot = &mut columns.slots[from];
                slot.above += above;
                slot.width = slot.width.max(width);
            } else if has_slots {
                let (left, right) = if ranks.back[arrow] { (to, from) } else { (from, to) };
                let (first, end) = (2 * ranks.of[left] + 1, 2 * ranks.of[right]);
                // Near to where it leads, since many arrows come from one node.
                let labelled = if ranks.back[arrow] { first } else { end - 1 };
                let above = ABOVE_ARROW + height.max(LINE / 2.0);
                let mut at = left;
                for column in first..end {
                    let slot = match column == labelled {
                        true => Slot { width, above, below: ALONG },
                        false => Slot { width: 0.0, above: ALONG, below: ALONG },
                    };
                    at = columns.add(arrow, column, at, slot);
                    if column == labelled {
                        columns.labels[arrow] = Some(at);
                    }
                }
                columns.join(at, right);
            }
        }
        columns
    }

    fn add(&mut self, arrow: usize, column: usize, at: usize, slot: Slot) -> usize {
        let new = self.slots.len();
        self.slots.push(slot);
        self.before.push(Vec::new());
        self.after.push(Vec::new());
        self.columns[column].push(new);
        self.chains[arrow].push(new);
        self.join(at, new);
        new
    }

    fn join(&mut self, left: usize, right: usize) {
        self.after[left].push(right);
        self.before[right].push(left);
    }
}
