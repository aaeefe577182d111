//! Random statements, blocks of them, and the labels before them.

use super::super::choices::Choices;
use super::super::listing::{Listing, joined};
use super::Knobs;
use super::expression::{Material, expression};
use super::names::Signature;

/// A procedure's body while it is written.
pub(super) struct Body<'a> {
    pub(crate) out: &'a mut Listing,
    pub(crate) knobs: &'a Knobs,
    pub(crate) choices: &'a mut dyn Choices,
    /// The procedures that may be called.
    pub(crate) callees: &'a [Signature],
    /// The first of them that stands behind the procedure itself.
    pub(crate) later: usize,
    /// How many results `return` must give.
    pub(crate) results: u32,
    /// The variables in scope.
    pub(crate) variables: Vec<String>,
    /// Every label of the procedure; the first `placed` ones stand before a statement already.
    pub(crate) labels: Vec<String>,
    pub(crate) placed: usize,
    /// How many statements may still be written.
    pub(crate) budget: u32,
}

/// Blocks inside blocks inside blocks: deeper ones are empty.
const DEEPEST: u32 = 3;

/// How many kinds of statements are drawn from, those that are alike counted as several.
const KINDS: u32 = 21;
/// The same where statements count, or carry values: what is above the others does.
const KINDS_WITH_MORE: u32 = 84;

impl Body<'_> {
    /// Up to `most` statements, and all of them where they count. Every one takes from the budget, so the nesting ends.
    pub(crate) fn block(&mut self, most: u32, nesting: u32) {
        let most = most.min(self.budget);
        let count = if self.knobs.counting || self.knobs.chained { most } else { self.choices.below(most + 1) };
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.statement(nesting);
        }
    }

    /// A block inside `if` or `while`, which may end with a label that has no statement of its own.
    pub(super) fn inner_block(&mut self, nesting: u32) {
        if nesting < DEEPEST {
            self.block(3, nesting + 1);
        }
        if self.placed < self.labels.len() && self.choices.below(8) == 7 {
            let label = &self.labels[self.placed];
            self.out.line(format_args!("{label}:"));
            self.placed += 1;
        }
    }

    fn statement(&mut self, nesting: u32) {
        let labels = self.next_labels();
        match self.choices.below(if self.knobs.counting || self.knobs.chained { KINDS_WITH_MORE } else { KINDS }) {
            8 | 9 => self.branch(&labels, nesting),
            10 if self.knobs.loops => self.repetition(&labels, nesting),
            kind => {
                let is_written = kind >= KINDS && self.special(&labels, nesting).is_some();
                if !is_written {
                    let text = self.simple(kind).unwrap_or_else(|| "skip".to_string());
                    let end = if self.choices.below(12) == 11 { ";;" } else { ";" };
                    self.out.line(format_args!("{labels}{text}{end}"));
                }
            }
        }
    }

    /// A statement of the kind that the knobs ask for besides the usual ones; nothing if there are no variables.
    fn special(&mut self, labels: &str, nesting: u32) -> Option<()> {
        if self.knobs.chained { self.chained(labels, nesting) } else { self.counting(labels, nesting) }
    }

    /// Labels for the next statement: none, one or a run of them, the same one twice at times.
    fn next_labels(&mut self) -> String {
        let mut text = String::new();
        while self.placed < self.labels.len() && self.choices.below(4) == 3 {
            let label = &self.labels[self.placed];
            let times = if self.choices.below(8) == 7 { 2 } else { 1 };
            text.push_str(&format!("{label}: ").repeat(times));
            self.placed += 1;
        }
        text
    }

    /// The labels that no statement has taken.
    pub(crate) fn remaining_labels(&mut self) -> String {
        let rest = &self.labels[self.placed..];
        self.placed = self.labels.len();
        rest.iter().map(|label| format!("{label}: ")).collect()
    }

    fn simple(&mut self, kind: u32) -> Option<String> {
        match kind {
            1..=3 => self.assignment(1),
            4 | 5 => {
                let width = 2 + self.choices.below(2);
                self.assignment(width)
            }
            6 | 7 => self.call(),
            11 => self.jump(),
            12 => Some(self.exit()),
            13 => Some(self.with_condition("assert")),
            14 => Some(self.with_condition("assume")),
            15 => Some(self.with_condition("abortif")),
            16 => Some(format!("dead {}", joined(", ", self.some_variables()?))),
            17 => {
                let items = self.choices.below(3);
                Some(format!("print({})", self.values(items)))
            }
            18 => Some(format!("constrain ({})", self.relation())),
            19 => {
                let target = self.some_variables()?.swap_remove(0);
                if !self.knobs.choices {
                    return None;
                }
                let (yes, no) = (self.value(), self.value());
                Some(format!("{target} := schoose[{yes}, {no}]"))
            }
            20 => Some(format!("_ := {}", self.value())),
            _ => None,
        }
    }

    /// `assert e` and its like, with and without parentheses.
    pub(crate) fn with_condition(&mut self, word: &str) -> String {
        let condition = self.value();
        if self.choices.below(4) == 3 { format!("{word} {condition}") } else { format!("{word}({condition})") }
    }

    fn assignment(&mut self, width: u32) -> Option<String> {
        if self.variables.is_empty() {
            return None;
        }
        let targets = self.targets(width);
        let values = self.values(width);
        let clause = if self.choices.below(4) == 3 { format!(" constrain {}", self.relation()) } else { String::new() };
        Some(format!("{targets} := {values}{clause}"))
    }

    pub(super) fn call(&mut self) -> Option<String> {
        let callees = self.callees;
        let last = callees.len().checked_sub(1)?;
        let callee = &callees[self.choices.below(last as u32 + 1) as usize];
        let arguments = self.values(callee.parameters.len() as u32);
        let call = format!("{}({arguments})", callee.name);
        if callee.results == 0 || self.choices.below(4) == 3 {
            return Some(call);
        }
        Some(format!("{} := {call}", self.targets(callee.results)))
    }

    fn jump(&mut self) -> Option<String> {
        // Only labels that have no place yet lie ahead for certain.
        let first = if self.knobs.loops { 0 } else { self.placed };
        let reachable = &self.labels[first..];
        if !self.knobs.gotos || reachable.is_empty() {
            return None;
        }
        let count = 1 + self.choices.below(reachable.len() as u32) as usize;
        let start = self.choices.below(reachable.len() as u32) as usize;
        let chosen = reachable.iter().cycle().skip(start).take(count);
        Some(format!("goto {}", joined(", ", chosen)))
    }

    /// `return` with as many values as the procedure has results.
    pub(crate) fn exit(&mut self) -> String {
        match self.results {
            0 => "return".to_string(),
            results => format!("return {}", self.values(results)),
        }
    }

    fn branch(&mut self, labels: &str, nesting: u32) {
        let condition = self.condition();
        self.out.open(format_args!("{labels}if {condition} then"));
        self.inner_block(nesting);
        for _ in 0..self.choices.below(3) {
            let condition = self.condition();
            self.out.between(format_args!("elsif {condition} then"));
            self.inner_block(nesting);
        }
        if self.choices.below(2) == 1 {
            self.out.between("else");
            self.inner_block(nesting);
        }
        let end = ["fi", "fi;"][self.choices.below(2) as usize];
        self.out.close(end);
    }

    fn repetition(&mut self, labels: &str, nesting: u32) {
        let condition = self.condition();
        self.out.open(format_args!("{labels}while {condition} do"));
        self.inner_block(nesting);
        let end = ["od", "od;"][self.choices.below(2) as usize];
        self.out.close(end);
    }

    fn condition(&mut self) -> String {
        let condition = self.value();
        if self.choices.below(4) == 3 { condition } else { format!("({condition})") }
    }

    /// Distinct targets, as many as are wanted: `_` stands where there are no variables left, and at times elsewhere.
    pub(super) fn targets(&mut self, width: u32) -> String {
        let count = self.variables.len() as u32;
        let start = self.choices.below(count);
        let mut targets = Vec::new();
        for i in 0..width {
            let discard = i >= count || self.choices.below(8) == 7;
            targets.push(if discard { "_" } else { &self.variables[((start + i) % count) as usize] });
        }
        joined(", ", targets)
    }

    /// One variable or more, all different; `None` where there are none.
    fn some_variables(&mut self) -> Option<Vec<String>> {
        let last = self.variables.len().checked_sub(1)?;
        let start = self.choices.below(last as u32 + 1) as usize;
        let count = 1 + self.choices.below(last as u32 + 1) as usize;
        let around = self.variables.iter().cycle().skip(start).take(count);
        Some(around.cloned().collect())
    }

    fn values(&mut self, count: u32) -> String {
        let values: Vec<String> = (0..count).map(|_| self.value()).collect();
        joined(", ", values)
    }

    pub(crate) fn value(&mut self) -> String {
        self.over_variables(false)
    }

    /// An expression over the values before and after.
    fn relation(&mut self) -> String {
        self.over_variables(true)
    }

    fn over_variables(&mut self, primes: bool) -> String {
        let material = Material { variables: &self.variables, primes, choices: self.knobs.choices };
        expression(material, self.knobs.depth, self.choices)
    }
}
