//! The order of the slots in each column: near to what they hang together with, so that few arrows cross.

use super::columns::Columns;

/// How often the columns are gone through, to the right and to the left in turn.
const SWEEPS: usize = 12;

pub(super) fn improve(columns: &mut Columns) {
    let mut row = vec![0.0; columns.slots.len()];
    for column in &columns.columns {
        number(column, &mut row);
    }
    let last = columns.columns.len();
    for sweep in 0..SWEEPS {
        for step in 0..last {
            let (index, joined) =
                if sweep % 2 == 0 { (step, &columns.before) } else { (last - 1 - step, &columns.after) };
            let wish = |slot: usize| match joined[slot].as_slice() {
                [] => row[slot],
                near => near.iter().map(|&other| row[other]).sum::<f64>() / near.len() as f64,
            };
            let mut wishes: Vec<(f64, usize)> = columns.columns[index].iter().map(|&slot| (wish(slot), slot)).collect();
            wishes.sort_by(|a, b| a.0.total_cmp(&b.0));
            columns.columns[index] = wishes.into_iter().map(|(_, slot)| slot).collect();
            number(&columns.columns[index], &mut row);
        }
    }
}

/// The rows of a column as parts of it, so that those of long and short columns compare.
fn number(column: &[usize], row: &mut [f64]) {
    let count = column.len() as f64;
    column.iter().enumerate().for_each(|(index, &slot)| row[slot] = (index as f64 + 0.5) / count);
}
