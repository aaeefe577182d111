//! A run under way, as somebody sees it who makes it by hand: where it is ([`View::here`]), what is to be chosen
//! ([`View::question`]), and, when asked for, all values, the stack, and the text around. [`system`] is the same for explicit pushdown systems.

mod calls;
mod ended;
mod question;
pub mod system;
mod values;

use super::trace::marked::around;
use super::trace::statement::Statement;
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{Place, Program};
use crate::lang::source::Source;
use crate::step::{Configuration, Question, Status, Stepper};

/// What is shown of runs of one program.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The program.
    pub program: &'a Program,
    /// Its text.
    pub source: &'a Source,
    /// What is asked of it.
    pub properties: &'a [Property],
}

impl View<'_> {
    /// The present moment: the statement that comes next, the values, the calls, and the question that is open. Values that changed
    /// since `before` are marked.
    pub fn here(&self, stepper: &Stepper<'_>, before: Option<&Configuration>) -> String {
        let now = stepper.now();
        let mut lines = match now.status {
            Status::Running => self.statement(stepper),
            Status::Blocked | Status::Violated | Status::Returned => ended::lines(self, stepper),
        };
        lines.extend(values::lines(self, &now.at, before));
        lines.extend(calls::line(self, &now.at));
        if now.status == Status::Running {
            lines.extend(values::free(self, stepper));
            lines.extend(self.label(stepper));
        }
        match stepper.question() {
            Some(Question::Choice(_)) | None => {}
            Some(question) => lines.extend(question::lines(self, stepper, &question)),
        }
        text(&lines)
    }

    /// The question that is open; nothing if there is none.
    pub fn question(&self, stepper: &Stepper<'_>) -> String {
        text(&stepper.question().map(|question| question::lines(self, stepper, &question)).unwrap_or_default())
    }

    /// The values of all variables that are in sight.
    pub fn values(&self, stepper: &Stepper<'_>) -> String {
        text(&values::all(self, &stepper.now().at))
    }

    /// All calls that are open with the values of their variables, the innermost last.
    pub fn calls(&self, stepper: &Stepper<'_>) -> String {
        text(&calls::lines(self, &stepper.now().at))
    }

    /// The text around the statement that comes next.
    pub fn text_around(&self, stepper: &Stepper<'_>) -> String {
        text(&around(self.source, self.program.span(stepper.now().at.place), "", 8))
    }

    /// Whether there is something to see at a place: the input has something like it, if the program was made of another.
    pub fn is_visible(&self, place: Place) -> bool {
        self.source.told(self.program.span(place).start).is_step()
    }

    /// How a property is called: `property 1, assert at x.bp:5:3`.
    pub fn property(&self, index: usize) -> String {
        let Property { kind, place } = &self.properties[index];
        let at = self.source.locate(self.program.span(*place));
        match kind {
            PropertyKind::Label(label) => format!("property {}, label {label} at {at}", index + 1),
            _ => format!("property {}, {} at {at}", index + 1, kind.word()),
        }
    }

    /// The head, and the statement among its neighbours. If it leaves a choice open that stands in it, that is what is marked.
    fn statement(&self, stepper: &Stepper<'_>) -> Vec<String> {
        let place = stepper.now().at.place;
        let (span, what) = match stepper.question() {
            Some(Question::Choice(span)) => (span, question::alternatives(self, place)),
            _ => (self.program.span(place), String::new()),
        };
        let mut lines = vec![self.head(stepper)];
        if self.is_visible(place) {
            lines.extend(around(self.source, span, &what, 1));
        }
        lines
    }

    fn head(&self, stepper: &Stepper<'_>) -> String {
        let place = stepper.now().at.place;
        let Statement { origin, .. } = Statement::at(self.program, self.source, place);
        let at = self.source.locate(self.program.span(place));
        let origin = if origin.is_empty() { origin } else { format!(" ({origin})") };
        format!("step {}, in {} at {at}{origin}", stepper.now().steps, self.name(place))
    }

    /// What is to be said where a label is reached that is a property.
    fn label(&self, stepper: &Stepper<'_>) -> Option<String> {
        let index = stepper.violated()?;
        Some(format!("VIOLATION: {} is reached; save FILE keeps the run, and it can go on", self.property(index)))
    }

    fn name(&self, place: Place) -> &str {
        self.program.name(self.program[place.procedure].name)
    }

    fn line(&self, place: Place) -> u32 {
        self.source.position(self.program.span(place).start).line
    }
}

fn text(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}
