//! SAT against decision diagrams, in a number.

use crate::campaign::results::{Cell, Outcome};
use crate::engine::registry::{Means, Registry};

/// How long the faster engine of one kind takes, divided by the time of the faster one of the other kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Ratio {
    /// Both decide.
    Exactly(f64),
    /// The second kind does not decide in the time that it had.
    Below(f64),
    /// The first kind does not decide in the time that it had.
    Above(f64),
}

/// How long the fastest engine of a kind takes.
#[derive(Clone, Copy)]
enum Time {
    Exactly(f64),
    MoreThan(f64),
}

/// The ratio of SAT to decision diagrams, as far as a row tells. Nothing if neither kind decides, or one was not asked.
pub(crate) fn ratio(engines: &[&str], cells: &[Option<Cell>]) -> Option<Ratio> {
    let registry = Registry::standard();
    let is_of = |means, engine| registry.row(engine).is_some_and(|row| row.means == means);
    let kind = |means| time(engines.iter().zip(cells).filter(|(engine, _)| is_of(means, engine)));
    match (kind(Means::Sat)?, kind(Means::Diagrams)?) {
        (Time::Exactly(sat), Time::Exactly(diagrams)) => Some(Ratio::Exactly(sat / diagrams)),
        (Time::Exactly(sat), Time::MoreThan(diagrams)) => Some(Ratio::Below(sat / diagrams)),
        (Time::MoreThan(sat), Time::Exactly(diagrams)) => Some(Ratio::Above(sat / diagrams)),
        (Time::MoreThan(_), Time::MoreThan(_)) => None,
    }
}

/// The fastest that decides; or else, if all were asked and gave up, what the first of them to give up had used.
fn time<'a>(columns: impl Iterator<Item = (&'a &'a str, &'a Option<Cell>)>) -> Option<Time> {
    let cells: Vec<Option<&Cell>> = columns.map(|(_, cell)| cell.as_ref()).collect();
    let asked = || cells.iter().copied().flatten();
    let least = |times: &mut dyn Iterator<Item = &Cell>| times.map(Cell::seconds).reduce(f64::min);
    if let Some(seconds) = least(&mut asked().filter(|cell| cell.solved())) {
        return Some(Time::Exactly(seconds));
    }
    let gave_up = |cell: &Cell| matches!(cell.outcome, Outcome::Unknown(_)) && !cell.wrong;
    let all = cells.iter().all(|cell| cell.is_some_and(gave_up));
    if all { least(&mut asked()).map(Time::MoreThan) } else { None }
}
