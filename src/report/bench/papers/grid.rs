//! The cells of a table of a paper.

use crate::bench::papers::fill::{Filled, Row, Told};
use crate::bench::papers::paper::{Column, Line, Sum, Total, Who};
use crate::bench::papers::total::Amount;
use crate::report::bench::figure;
use crate::report::campaign::duration;

/// What stands where there is no figure.
const NONE: &str = "-";

/// All rows, the head first: what the paper calls a line, our program, and for each column what the paper says, if it says anything, and what we say.
pub(super) fn rows(filled: &Filled) -> Vec<Vec<String>> {
    let (columns, totals) = (filled.table.columns, filled.table.totals);
    let shown = Shown::of(filled);
    let mut rows = vec![shown.row("paper", "`bpcheck generate`", |column| {
        (format!("{}, paper", columns[column].name), head(filled, column))
    })];
    for row in filled.rows.iter().filter(|_| filled.table.is_listed) {
        let program = row.line.program.as_ref().map_or(NONE.to_string(), |flags| format!("`{flags}`"));
        rows.push(shown.row(row.line.name, &program, |column| {
            (theirs(row.line.theirs.get(column)), cell(&columns[column], row.told[column].as_ref()))
        }));
    }
    for total in totals {
        let some: Vec<&Row> =
            filled.rows.iter().filter(|row| total.group.is_empty() || row.line.group == total.group).collect();
        // Where lines have no names, that of the total stands in the column of programs.
        let program = if shown.names { "" } else { total.name };
        rows.push(
            shown.row(total.name, program, |column| {
                (theirs(total.theirs.get(column)), amount(total.sum, &some, column))
            }),
        );
    }
    rows
}

/// Which columns are shown.
struct Shown {
    names: bool,
    programs: bool,
    theirs: Vec<bool>,
    ours: Vec<bool>,
}

impl Shown {
    fn of(filled: &Filled) -> Shown {
        let (columns, totals) = (filled.table.columns, filled.table.totals);
        let lines = || filled.rows.iter().map(|row| &row.line).filter(|_| filled.table.is_listed);
        let has = |texts: Option<&&str>| texts.is_some_and(|text| !text.is_empty());
        let theirs = |column: usize| {
            lines().any(|line: &Line| has(line.theirs.get(column)))
                || totals.iter().any(|total: &Total| has(total.theirs.get(column)))
        };
        Shown {
            names: !filled.table.is_listed || lines().any(|line| !line.name.is_empty()),
            programs: filled.table.is_listed,
            theirs: (0..columns.len()).map(theirs).collect(),
            ours: columns.iter().map(|column| !matches!(column.who, Who::Nobody)).collect(),
        }
    }

    /// The cells of a row that are shown, of a name, a program, and for each column theirs and ours.
    fn row(&self, name: &str, program: &str, both: impl Fn(usize) -> (String, String)) -> Vec<String> {
        let mut cells = Vec::new();
        cells.extend(self.names.then(|| name.to_string()));
        cells.extend(self.programs.then(|| program.to_string()));
        for (column, (&theirs, &ours)) in self.theirs.iter().zip(&self.ours).enumerate() {
            let both = both(column);
            cells.extend(theirs.then_some(both.0));
            cells.extend(ours.then_some(both.1));
        }
        cells
    }
}

/// The name of a column, and who was asked there.
fn head(filled: &Filled, column: usize) -> String {
    let Column { name, who, .. } = &filled.table.columns[column];
    let asked = filled.rows.iter().find_map(|row| row.told[column].as_ref());
    match (who, asked) {
        (Who::StandIn(_), Some(told)) => format!("{name}: `{}`", told.engine),
        (Who::Following(..), Some(told)) => {
            let (engine, _) = told.engine.rsplit_once(':').unwrap_or((&told.engine, ""));
            format!("{name}: `{engine}:…`")
        }
        _ => (*name).to_string(),
    }
}

fn theirs(text: Option<&&str>) -> String {
    text.map_or(String::new(), |text| (*text).to_string())
}

/// `12, 3: 0.040`: the counters and the seconds.
fn cell(column: &Column, told: Option<&Told>) -> String {
    let figure = figure::cell(told.map(|told| &told.cell));
    let Some(told) = told.filter(|told| told.is_decided()) else { return figure };
    let counts: Vec<String> = column.counts.iter().filter_map(|name| Some(told.count(name)?.to_string())).collect();
    if counts.is_empty() { figure } else { format!("{}: {figure}", counts.join(", ")) }
}

fn amount(sum: Sum, rows: &[&Row], column: usize) -> String {
    match sum.amount(rows, column) {
        Some(Amount::Of(some, all)) => format!("{some} of {all}"),
        Some(Amount::Seconds(seconds)) => duration::seconds(seconds),
        Some(Amount::Number(number)) => number.to_string(),
        None => NONE.to_string(),
    }
}
