//! The lines of a procedure, and their labels: those of the program, and those that jumps need.

use crate::convert::moped::names::Taken;
use crate::lang::program::{Place, Point, ProcId, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{Display, Write};

/// Deeper blocks are not indented further.
const DEEPEST: usize = 32;

/// The lines so far.
pub(crate) struct Lines {
    lines: Vec<Line>,
    /// How deep the next line is.
    pub(crate) depth: usize,
    /// The point that the next line is the first of.
    at: Option<u32>,
    /// For each point its labels in the program.
    labels: FxHashMap<u32, Vec<String>>,
    taken: Taken<'static>,
    jumped: FxHashSet<u32>,
}

struct Line {
    at: Option<u32>,
    depth: usize,
    text: String,
}

impl Lines {
    /// None yet, of this procedure.
    pub(crate) fn of(program: &Program, procedure: ProcId) -> Lines {
        let (mut points, mut names) = (Vec::new(), Vec::new());
        for place in program.places(procedure) {
            names.extend(labels_of(program, place));
            points.resize(names.len(), place.point.0);
        }
        let mut taken = Taken::default();
        let new = taken.take_all(&names);
        let mut labels: FxHashMap<u32, Vec<String>> = FxHashMap::default();
        for (point, name) in points.into_iter().zip(new) {
            labels.entry(point).or_default().push(name);
        }
        Lines { lines: Vec::new(), depth: 1, at: None, labels, taken, jumped: FxHashSet::default() }
    }

    /// The next line is the first of a point.
    pub(crate) fn arrive(&mut self, point: Point) {
        self.at = Some(point.0);
    }

    /// One more line.
    pub(crate) fn push(&mut self, text: impl Display) {
        self.lines.push(Line { at: self.at.take(), depth: self.depth, text: text.to_string() });
    }

    /// One more line, deeper by one.
    pub(crate) fn push_inside(&mut self, text: impl Display) {
        self.depth += 1;
        self.push(text);
        self.depth -= 1;
    }

    /// A jump to a point.
    pub(crate) fn jump(&mut self, point: Point) -> String {
        self.jumped.insert(point.0);
        if !self.labels.contains_key(&point.0) {
            let label = self.taken.take(&format!("l{}", point.0));
            self.labels.insert(point.0, vec![label]);
        }
        format!("goto {};", self.labels[&point.0][0])
    }

    /// A label of its own, for what is no point of the program.
    pub(crate) fn fresh(&mut self, wanted: &str) -> String {
        self.taken.take(wanted)
    }

    /// What a label of the program at a place is called here.
    pub(crate) fn label(&self, program: &Program, place: Place, label: &str) -> Option<&str> {
        let index = labels_of(program, place).position(|own| own == label)?;
        self.labels.get(&place.point.0)?.get(index).map(String::as_str)
    }

    /// Whether control may come to what is written next: the line before it does not lead away.
    pub(crate) fn falls(&self) -> bool {
        let leads_away = |line: &Line| {
            let word = line.text.split([' ', ';']).next();
            line.depth == 1 && matches!(word, Some("goto" | "return"))
        };
        !self.lines.last().is_some_and(leads_away)
    }

    /// Whether a jump leads to a point.
    pub(crate) fn is_jumped(&self, point: Point) -> bool {
        self.jumped.contains(&point.0)
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// Writes them down. A statement has one label, so where there are several `skip`s have the others.
    pub(crate) fn write(&self, out: &mut String) {
        for line in &self.lines {
            let indent = "  ".repeat(line.depth.min(DEEPEST));
            let labels = line.at.and_then(|point| self.labels.get(&point)).map_or(&[][..], Vec::as_slice);
            out.push_str(&indent);
            if let Some((last, others)) = labels.split_last() {
                for label in others {
                    // Writing to a string cannot fail.
                    let _ = write!(out, "{label}: skip;\n{indent}");
                }
                let _ = write!(out, "{last}: ");
            }
            out.push_str(&line.text);
            out.push('\n');
        }
    }
}

/// The labels at a place; one that is written twice is one.
fn labels_of(program: &Program, place: Place) -> impl Iterator<Item = &str> {
    let labels = &program[program[place].labels];
    let new = labels.iter().enumerate().filter(|(index, label)| !labels[..*index].contains(label));
    new.map(|(_, &label)| program.name(label))
}
