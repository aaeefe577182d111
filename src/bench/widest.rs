//! The widest numbers with which a program is decided at all, and by whom: for each program of `generate words` the widths are climbed,
//! and the engines that take part in `auto` are asked about each, one after the other.

use super::frontier::{self, Line};
use super::table::Member;
use crate::campaign::record::Record;
use crate::campaign::results::Cell;
use crate::engine::registry::Registry;

/// The name of the table.
pub const NAME: &str = "widest";

/// What is looked at, in a sentence.
pub const ABOUT: &str = "the most bits with which any engine decides a program over numbers, and which";

/// The widths with all inputs: the depth of recursion grows with the numbers.
pub const NARROW: [u32; 10] = [8, 10, 12, 14, 16, 18, 20, 24, 32, 64];
/// The widths with few inputs: the depth stays, and the data grow.
pub const WIDE: [u32; 4] = [8, 16, 32, 64];

/// Who takes so many times as long as the fastest is not asked about wider numbers.
pub const BEHIND: f64 = 2.0;
/// But who decides within so many seconds is.
pub const SOON: f64 = 2.0;

/// Who has decided the most bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Winner {
    /// How many bits.
    pub bits: u32,
    /// Which of the [`engines`].
    pub engine: usize,
    /// How long that took, in seconds.
    pub seconds: f64,
}

/// How far a program was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Climb {
    /// The most bits, and who was the fastest there.
    pub winner: Option<Winner>,
    /// Whether an answer was wrong.
    pub is_wrong: bool,
}

/// A program, and how far it was decided.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The name of the [`Line`].
    pub name: String,
    /// With all inputs.
    pub narrow: Climb,
    /// With few.
    pub wide: Climb,
}

/// All programs, each with and without its mistake.
pub fn lines() -> impl Iterator<Item = Line> {
    frontier::lines_of(&NARROW, &WIDE)
}

/// Who is asked.
pub fn engines() -> Vec<String> {
    Registry::standard().race().into_iter().map(|(_, spec)| spec.to_string()).collect()
}

/// Climbs the widths of a program. `check` is given a member, an engine, and the seconds that it has, of which there are `most`.
///
/// # Errors
/// What `check` fails with.
pub fn measure<E>(
    line: &Line,
    engines: &[String],
    most: f64,
    mut check: impl FnMut(&Member, &str, f64) -> Result<Record, E>,
) -> Result<Measured, E> {
    let narrow = climb(&line.narrow, engines, most, &mut check)?;
    let wide = climb(&line.wide, engines, most, &mut check)?;
    Ok(Measured { name: line.name.clone(), narrow, wide })
}

/// Asks about one width after the other, until nobody decides one. Who was the fastest is asked first, since it says how long the others have.
fn climb<E>(
    members: &[Member],
    engines: &[String],
    most: f64,
    check: &mut impl FnMut(&Member, &str, f64) -> Result<Record, E>,
) -> Result<Climb, E> {
    let mut racing: Vec<usize> = (0..engines.len()).collect();
    let mut climb = Climb::default();
    for member in members {
        let mut times: Vec<(f64, usize)> = Vec::new();
        for engine in racing {
            let fastest = times.iter().map(|&(seconds, _)| seconds).reduce(f64::min);
            let granted = fastest.map_or(most, |seconds| (BEHIND * seconds).max(SOON).min(most));
            let cell = Cell::of(&[&check(member, &engines[engine], granted)?]);
            climb.is_wrong |= cell.wrong;
            if cell.solved() {
                times.push((cell.wall, engine));
            }
        }
        times.sort_by(|a, b| a.0.total_cmp(&b.0));
        let Some(&(seconds, engine)) = times.first() else { break };
        climb.winner = Some(Winner { bits: member.size, engine, seconds });
        racing = times.into_iter().map(|(_, engine)| engine).collect();
    }
    Ok(climb)
}
