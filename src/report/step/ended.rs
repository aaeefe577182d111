//! A run that cannot go on, and why.

use super::View;
use crate::lang::program::{Kind, Place};
use crate::report::trace::marked::{because, marked};
use crate::report::trace::values::Values;
use crate::step::{Status, Stepper};

/// How the run ended, and the condition that ended it.
pub(super) fn lines(view: &View<'_>, stepper: &Stepper<'_>) -> Vec<String> {
    let now = stepper.now();
    let place = now.at.place;
    let mut lines = vec![view.head(stepper)];
    match now.status {
        Status::Blocked => {
            lines.extend(conditions(view, stepper, "does not hold"));
            lines.push("BLOCKED: no run goes on like this; undo takes the step back".into());
        }
        Status::Violated => {
            let fails = matches!(view.program[place].kind, Kind::AbortIf(_));
            lines.extend(conditions(view, stepper, if fails { "holds" } else { "does not hold" }));
            lines.push(match stepper.violated() {
                Some(index) => format!("VIOLATION: {}; save FILE keeps the run", view.property(index)),
                None => "the run ends here, with a violation of what is not asked about".into(),
            });
        }
        Status::Returned => lines.push(format!("the run ends: {} returns", view.name(place))),
        Status::Running => {}
    }
    lines
}

/// The conditions of which one decided, with the values in it where they are known: those before the step, if the condition
/// is about them.
fn conditions(view: &View<'_>, stepper: &Stepper<'_>, what: &str) -> Vec<String> {
    let now = stepper.now();
    let (conditions, choices) = stepper.conditions();
    let Place { procedure, .. } = now.at.place;
    let is_about_now =
        matches!(view.program[now.at.place].kind, Kind::Assume(_) | Kind::Assert(_) | Kind::AbortIf(_) | Kind::Enter);
    let values = Values::of(view.program, view.source, procedure);
    let count = conditions.len();
    let each = conditions.into_iter().flat_map(|cond| {
        let known = if is_about_now { because(&values, cond, &now.at.state, Some(choices)) } else { String::new() };
        let perhaps = if count > 1 { ", or another condition" } else { "" };
        marked(view.source, view.program.expr_span(cond), &format!("{what}{known}{perhaps}"))
    });
    each.collect()
}
