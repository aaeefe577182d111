//! How the tables of a paper are filled.

use super::paper::{Column, Line, Paper, Table, Who};
use crate::bench::ask::ask;
use crate::bench::counted::count;
use crate::bench::table::Member;
use crate::campaign::record::Record;
use crate::campaign::results::Cell;
use crate::engine::registry::Registry;
use std::collections::HashMap;

/// A paper with our figures.
#[derive(Debug)]
pub struct Measured {
    /// The paper.
    pub paper: &'static Paper,
    /// Its tables, in their order.
    pub tables: Vec<Filled>,
}

/// A table with our figures.
#[derive(Debug)]
pub struct Filled {
    /// The table.
    pub table: &'static Table,
    /// Its lines.
    pub rows: Vec<Row>,
}

/// A line, and what became of it.
#[derive(Debug)]
pub struct Row {
    /// The line.
    pub line: Line,
    /// For each column, if anybody was asked.
    pub told: Vec<Option<Told>>,
}

/// What an engine says of a program.
#[derive(Clone, Debug)]
pub struct Told {
    /// The engine, as `check --engine` takes it.
    pub engine: String,
    /// All its runs as one.
    pub(crate) cell: Cell,
    /// Its runs.
    pub(crate) runs: Vec<Record>,
}

/// What was asked already: papers share programs and engines.
#[derive(Debug, Default)]
pub struct Asked(HashMap<(String, String), Told>);

impl Told {
    /// Whether it was decided, rightly.
    pub fn is_decided(&self) -> bool {
        self.cell.solved()
    }

    /// How many seconds of processors it took.
    pub fn seconds(&self) -> f64 {
        self.cell.seconds()
    }

    /// A counter of the first run.
    pub fn count(&self, name: &str) -> Option<u64> {
        count(self.runs.first()?, name)
    }
}

impl Row {
    /// What a column says, if it was decided.
    pub fn decided(&self, column: usize) -> Option<&Told> {
        self.told[column].as_ref().filter(|told| told.is_decided())
    }

    /// A counter of what a column has decided.
    pub fn count(&self, column: usize, name: &str) -> Option<u64> {
        self.decided(column)?.count(name)
    }
}

impl Measured {
    /// The table with this title.
    pub fn table(&self, title: &str) -> Option<&Filled> {
        self.tables.iter().find(|filled| filled.table.title == title)
    }

    /// The lines of the table with this title.
    pub fn rows(&self, title: &str) -> &[Row] {
        self.table(title).map_or(&[], |filled| &filled.rows)
    }
}

/// Fills the tables of a paper; what was asked already is not asked again. `check` is that of [`crate::bench::measure::measure`].
///
/// # Errors
/// What `check` fails with.
pub fn measure<E>(
    paper: &'static Paper,
    asked: &mut Asked,
    rounds: u32,
    mut check: impl FnMut(&Member, &str, u32) -> Result<Record, E>,
) -> Result<Measured, E> {
    let mut tables = Vec::new();
    for table in paper.tables {
        let mut rows = Vec::new();
        for line in (table.lines)() {
            let mut told: Vec<Option<Told>> = Vec::new();
            for column in table.columns {
                let answer = match (engine(paper, column, &told), &line.program) {
                    (Some(engine), Some(program)) => Some(asked.told(program, &engine, rounds, &mut check)?),
                    _ if matches!(column.who, Who::Best) => best(&told).cloned(),
                    _ => None,
                };
                told.push(answer);
            }
            rows.push(Row { line, told });
        }
        tables.push(Filled { table, rows });
    }
    Ok(Measured { paper, tables })
}

/// Who is asked for a column, if anybody is.
fn engine(paper: &Paper, column: &Column, before: &[Option<Told>]) -> Option<String> {
    let stand_in = |whom| Registry::standard().stand_in(paper.name, whom);
    match column.who {
        Who::StandIn(whom) => stand_in(whom).map(str::to_string),
        Who::Following(whom, more) => {
            let first = before.first()?.as_ref().filter(|told| told.is_decided())?;
            Some(format!("{}:{}", stand_in(whom)?, more(first)?))
        }
        Who::Best | Who::Nobody => None,
    }
}

/// Who was quickest of those that decided it.
fn best(told: &[Option<Told>]) -> Option<&Told> {
    let decided = told.iter().flatten().filter(|told| told.is_decided());
    decided.min_by(|left, right| left.seconds().total_cmp(&right.seconds()))
}

impl Asked {
    fn told<E>(
        &mut self,
        program: &str,
        engine: &str,
        rounds: u32,
        check: &mut impl FnMut(&Member, &str, u32) -> Result<Record, E>,
    ) -> Result<Told, E> {
        let key = (program.to_string(), engine.to_string());
        if let Some(told) = self.0.get(&key) {
            return Ok(told.clone());
        }
        let member = Member { size: 0, command: program.to_string() };
        let (cell, runs) = ask(&member, engine, rounds, check)?;
        let told = Told { engine: engine.to_string(), cell, runs };
        self.0.insert(key, told.clone());
        Ok(told)
    }
}
