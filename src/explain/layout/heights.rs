//! How far down each slot stands: as near as can be to what it hangs together with, in the order of its column and apart from the others in it.

use super::columns::Columns;

/// How often the columns are gone through.
const SWEEPS: usize = 16;
/// Between two slots of a column.
const BETWEEN: f64 = 8.0;

/// The middle of each slot.
pub(super) fn heights(columns: &Columns) -> Vec<f64> {
    let mut heights = vec![0.0; columns.slots.len()];
    let last = columns.columns.len();
    for sweep in 0..SWEEPS {
        for step in 0..last {
            let index = if sweep % 2 == 0 { step } else { last - 1 - step };
            let column = &columns.columns[index];
            let wish = |&slot: &usize| {
                let (before, after) = (&columns.before[slot], &columns.after[slot]);
                // At last all count that it hangs together with; before that, those where the sweep comes from.
                let near: Vec<usize> = match sweep {
                    _ if sweep + 2 >= SWEEPS => before.iter().chain(after).copied().collect(),
                    _ if sweep % 2 == 0 => before.clone(),
                    _ => after.clone(),
                };
                match near.as_slice() {
                    [] => heights[slot],
                    near => near.iter().map(|&other| heights[other]).sum::<f64>() / near.len() as f64,
                }
            };
            let wishes: Vec<f64> = column.iter().map(wish).collect();
            place(columns, column, &wishes, &mut heights);
        }
    }
    heights
}

/// The heights next to the wishes, by the sum of the squares of what they differ, at which the slots keep apart: neighbours whose wishes come
/// too near become a block, which stands where its wishes are on the average.
fn place(columns: &Columns, column: &[usize], wishes: &[f64], heights: &mut [f64]) {
    let mut offset = 0.0;
    let mut offsets = Vec::with_capacity(column.len());
    for (row, &slot) in column.iter().enumerate() {
        if let Some(above) = row.checked_sub(1).map(|above| column[above]) {
            offset += columns.slots[above].below + BETWEEN + columns.slots[slot].above;
        }
        offsets.push(offset);
    }
    // The sum of the wishes of a block, and how many slots it has.
    let mut blocks: Vec<(f64, usize)> = Vec::new();
    for (wish, offset) in wishes.iter().zip(&offsets) {
        let mut block = (wish - offset, 1);
        while let Some(&(sum, count)) =
            blocks.last().filter(|(sum, count)| sum / *count as f64 > block.0 / block.1 as f64)
        {
            block = (sum + block.0, count + block.1);
            blocks.pop();
        }
        blocks.push(block);
    }
    let middles = blocks.iter().flat_map(|&(sum, count)| std::iter::repeat_n(sum / count as f64, count));
    for ((&slot, offset), middle) in column.iter().zip(offsets).zip(middles) {
        heights[slot] = middle + offset;
    }
}
