//! How a table is filled.

use super::table::{Member, Table};
use crate::campaign::record::Record;
use crate::campaign::results::Cell;

/// A table with figures.
#[derive(Debug)]
pub struct Measured<'a> {
    /// The table that was measured.
    pub(crate) table: &'a Table,
    /// For each family its rows.
    pub(crate) families: Vec<Vec<Row>>,
}

/// A member, and what became of it.
#[derive(Debug)]
pub(crate) struct Row {
    /// The program.
    pub(crate) member: Member,
    /// For each engine all its runs as one. Nothing if it was not asked, since it did not decide a smaller member.
    pub(crate) cells: Vec<Option<Cell>>,
}

/// Fills a table. Each engine is asked about each member of a family so many times, the engines in turn, and no more once it did not
/// decide one. `check` is given a member, an engine, and the number of the round, from 1.
///
/// # Errors
/// What `check` fails with.
pub fn measure<E>(
    table: &Table,
    rounds: u32,
    mut check: impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<Measured<'_>, E> {
    let families = table.families().map(|members| family(members, &table.engines, rounds, &mut check));
    Ok(Measured { table, families: families.collect::<Result<_, E>>()? })
}

/// The rows of a family.
///
/// # Errors
/// What `check` fails with.
pub(super) fn family<E>(
    members: Vec<Member>,
    engines: &[&str],
    rounds: u32,
    check: &mut impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<Vec<Row>, E> {
    let mut decides = vec![true; engines.len()];
    members.into_iter().map(|member| row(member, engines, rounds, &mut decides, check)).collect()
}

/// Asks those engines about a member that decided all so far.
fn row<E>(
    member: Member,
    engines: &[&str],
    rounds: u32,
    decides: &mut [bool],
    check: &mut impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<Row, E> {
    let mut runs: Vec<Vec<Record>> = vec![Vec::new(); engines.len()];
    let mut cells = vec![None; engines.len()];
    for round in 1..=rounds {
        for (index, engine) in engines.iter().enumerate() {
            if decides[index] {
                runs[index].push(check(&member, engine, round)?);
                let cell = Cell::of(&runs[index].iter().collect::<Vec<_>>());
                decides[index] = cell.solved();
                cells[index] = Some(cell);
            }
        }
    }
    Ok(Row { member, cells })
}
