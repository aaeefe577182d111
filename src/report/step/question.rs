//! What is to be chosen.

use super::View;
use crate::lang::program::{Kind, Place, Point};
use crate::report::trace::marked::marked;
use crate::report::trace::statement::Statement;
use crate::step::{Question, Stepper};

/// The question in words.
pub(super) fn lines(view: &View<'_>, stepper: &Stepper<'_>, question: &Question) -> Vec<String> {
    let place = stepper.now().at.place;
    match question {
        Question::Choice(span) => marked(view.source, *span, &alternatives(view, place)),
        Question::Value(var) => {
            vec![format!("the new value of {}: 0 or 1?", view.program.var_name(place.procedure, *var))]
        }
        Question::Result(index) => {
            vec![format!("result {} of {}, which ends without return: 0 or 1?", index + 1, view.name(place))]
        }
        Question::Target(points) => {
            let target = |(index, &point): (usize, &Point)| target(view, index, Place { point, ..place });
            std::iter::once("which target?".to_string()).chain(points.iter().enumerate().map(target)).collect()
        }
    }
}

/// The answers to a choice; where it is all that decides between two ways, where they lead.
pub(super) fn alternatives(view: &View<'_>, place: Place) -> String {
    let statement = &view.program[place];
    match statement.kind {
        Kind::Branch { cond, yes } if cond.first == cond.root && yes != statement.next => {
            let line = |point| view.line(Place { point, ..place });
            format!("1 (goes to line {}) or 0 (to line {})?", line(yes), line(statement.next))
        }
        _ => "0 or 1?".to_string(),
    }
}

/// A target of a `goto`: its number, its labels, and what stands there.
fn target(view: &View<'_>, index: usize, place: Place) -> String {
    let labels = view.program[view.program[place].labels].iter().map(|&label| view.program.name(label));
    let labels = labels.collect::<Vec<_>>().join(", ");
    let Statement { line, text, .. } = Statement::at(view.program, view.source, place);
    format!("  {}  {labels}  line {line}: {text}", index + 1)
}
