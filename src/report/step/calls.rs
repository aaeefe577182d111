//! The calls that are open.

use super::{View, values};
use crate::lang::program::Place;
use crate::lang::program::semantics::State;
use crate::report::trace::statement::Statement;
use crate::step::Configuration;

/// How many calls are shown in a line, and in a list, at the outer and at the inner end.
const LINE: (usize, usize) = (2, 6);
const LIST: (usize, usize) = (6, 18);

/// All calls in one line; nothing if there are none.
pub(super) fn line(view: &View<'_>, at: &Configuration) -> Option<String> {
    at.caller()?;
    let shown = ends(at, LINE).into_iter().map(|call| match call {
        Call::Open(place, _) => format!("{}:{}", view.name(place), view.line(place)),
        Call::LeftOut(count) => format!("... {count} more ..."),
    });
    Some(format!("calls: {}", shown.collect::<Vec<_>>().join(" > ")))
}

/// A line for each call with its statement and its values, the innermost last.
pub(super) fn lines(view: &View<'_>, at: &Configuration) -> Vec<String> {
    let line = |call: Call| match call {
        Call::Open(place, state) => {
            let Statement { text, .. } = Statement::at(view.program, view.source, place);
            let at = view.source.locate(view.program.span(place));
            let values = values::locals(view, place.procedure, &state);
            let head = format!("{}  {at}  {text}", view.name(place));
            if values.is_empty() { vec![head] } else { vec![head, format!("  {values}")] }
        }
        Call::LeftOut(count) => vec![format!("... {count} more ...")],
    };
    ends(at, LIST).into_iter().flat_map(line).collect()
}

/// A call that is shown, or several that are not.
enum Call {
    Open(Place, State),
    LeftOut(usize),
}

/// The calls, the outermost first; of many, those at the ends.
fn ends(at: &Configuration, (outer, inner): (usize, usize)) -> Vec<Call> {
    let height = at.height();
    let is_shown = |depth: usize| height <= outer + inner + 1 || depth < outer || depth + inner >= height;
    let open = |place, locals| Call::Open(place, State { globals: at.state.globals.clone(), locals });
    let mut calls = vec![open(at.place, at.state.locals.clone())];
    for (above, waiting) in at.waiting().enumerate() {
        let depth = height - 2 - above;
        match calls.last_mut() {
            _ if is_shown(depth) => calls.push(open(waiting.place, waiting.locals.clone())),
            Some(Call::LeftOut(count)) => *count += 1,
            _ => calls.push(Call::LeftOut(1)),
        }
    }
    calls.reverse();
    calls
}
