//! What claims are decided by: which of two is quicker on how many programs, and how counters grow.

use super::fill::{Measured, Row, Told};
use crate::bench::growth::exponent;

/// Whether a claim was reproduced, and the figures that say so.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// It was.
    Reproduced(String),
    /// It was not.
    NotReproduced(String),
    /// It cannot be told: nothing was decided, or nothing here corresponds to it.
    NotMeasured(String),
}

impl Judgement {
    /// By a rule.
    pub fn by(holds: bool, measured: String) -> Judgement {
        if holds { Judgement::Reproduced(measured) } else { Judgement::NotReproduced(measured) }
    }

    /// Of something that nothing here corresponds to.
    pub fn without(reason: &str) -> Judgement {
        Judgement::NotMeasured(reason.to_string())
    }

    /// Of something of which nothing was decided.
    pub fn undecided() -> Judgement {
        Judgement::without("none of these programs was decided within the limits")
    }

    /// Its word.
    pub fn word(&self) -> &'static str {
        match self {
            Judgement::Reproduced(_) => "reproduced",
            Judgement::NotReproduced(_) => "not reproduced",
            Judgement::NotMeasured(_) => "not measured",
        }
    }

    /// The figures, or why there are none.
    pub fn measured(&self) -> &str {
        match self {
            Judgement::Reproduced(text) | Judgement::NotReproduced(text) | Judgement::NotMeasured(text) => text,
        }
    }
}

/// Times that differ by no more than this part of the longer one are alike.
const ALIKE: f64 = 0.1;

/// How two columns compare. One that decides a program is quicker than one that does not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Duel {
    /// Who they are in the paper.
    pub names: [&'static str; 2],
    /// On how many programs the first is quicker.
    pub quicker: usize,
    /// On how many it is slower.
    pub slower: usize,
    /// On how many they are alike.
    pub alike: usize,
}

impl Duel {
    /// Of two columns of the table with this title, on the lines that are wanted. Those that neither decides do not count.
    pub fn of(measured: &Measured, title: &str, [a, b]: [usize; 2], wants: impl Fn(&Row) -> bool) -> Duel {
        let Some(filled) = measured.table(title) else { return Duel::default() };
        let mut duel = Duel { names: [a, b].map(|column| filled.table.columns[column].name), ..Duel::default() };
        for row in filled.rows.iter().filter(|row| wants(row)) {
            let (Some(first), Some(second)) = (&row.told[a], &row.told[b]) else { continue };
            match is_quicker(first, second) {
                Some(true) => duel.quicker += 1,
                Some(false) => duel.slower += 1,
                None if first.is_decided() => duel.alike += 1,
                None => {}
            }
        }
        duel
    }

    /// On how many programs they are compared.
    pub fn count(&self) -> usize {
        self.quicker + self.slower + self.alike
    }

    /// A judgement, if there is anything to compare.
    pub fn judged(&self, holds: impl Fn(&Duel) -> bool) -> Judgement {
        match self.count() {
            0 => Judgement::undecided(),
            _ => Judgement::by(holds(self), self.to_string()),
        }
    }
}

/// `BOOM is quicker than BEBOP on 3 of 20 programs, slower on 16, alike on 1`.
impl std::fmt::Display for Duel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Duel { names: [a, b], quicker, slower, alike } = self;
        let count = self.count();
        write!(f, "{a} is quicker than {b} on {quicker} of {count} programs, slower on {slower}, alike on {alike}")
    }
}

/// Whether the first is quicker than the second; nothing if they are alike, or neither decides.
pub fn is_quicker(first: &Told, second: &Told) -> Option<bool> {
    match (first.is_decided(), second.is_decided()) {
        (true, true) => {
            let (a, b) = (first.seconds(), second.seconds());
            if (a - b).abs() <= ALIKE * a.max(b) { None } else { Some(a < b) }
        }
        (false, false) => None,
        (is_first, _) => Some(is_first),
    }
}

/// The sizes of lines with a counter of a column, where it was decided.
pub fn counted(rows: &[Row], column: usize, name: &str) -> Vec<(u32, u64)> {
    rows.iter().filter_map(|row| Some((row.line.size, row.count(column, name)?))).collect()
}

/// With which power of the size a counter of a column grows.
pub fn power(rows: &[Row], column: usize, name: &str) -> Option<f64> {
    let points = counted(rows, column, name);
    exponent(&points.into_iter().map(|(size, count)| (size, count as f64)).collect::<Vec<_>>())
}

/// The sums of a counter of some columns over the lines that all of these decide, and how many lines these are.
pub fn sums<'a, const N: usize>(
    rows: impl IntoIterator<Item = &'a Row>,
    columns: [usize; N],
    name: &str,
) -> ([u64; N], usize) {
    let mut sums = [0; N];
    let mut count = 0;
    for row in rows {
        let counts = columns.map(|column| row.count(column, name));
        if counts.iter().all(Option::is_some) {
            count += 1;
            (0..N).for_each(|index| sums[index] += counts[index].unwrap_or(0));
        }
    }
    (sums, count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duel_says_who_is_quicker() {
        let duel = Duel { names: ["a", "b"], quicker: 2, slower: 1, alike: 0 };
        let text = "a is quicker than b on 2 of 3 programs, slower on 1, alike on 0";
        assert_eq!(duel.judged(|duel| duel.quicker > duel.slower), Judgement::Reproduced(text.into()));
        assert_eq!(duel.judged(|_| false), Judgement::NotReproduced(text.into()));
        assert_eq!(Duel::default().judged(|_| true).word(), "not measured");
    }
}
