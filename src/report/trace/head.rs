//! What stands above the steps.

use super::TraceStyle;
use super::rows::Rows;
use super::values::{Values, wrap};
use crate::lang::program::property::{Property, PropertyKind};

/// How wide lists of values may be.
const WIDTH: usize = 100;

/// What is violated, how long the trace is, and the state at the start.
pub(super) fn lines(rows: &Rows<'_>, style: &TraceStyle) -> Vec<String> {
    let Rows { program, source, trace, .. } = *rows;
    let Property { kind, place } = &trace.property;
    let at = format!("{} ({})", source.locate(program.span(*place)), program.show(*place));
    let runs = match trace.runs.len() {
        1 => "1 procedure run".into(),
        runs => format!("{runs} different procedure runs"),
    };
    let mut lines = vec![
        match kind {
            PropertyKind::Label(label) => format!("label {label} is reached at {at}"),
            _ => format!("{} is violated at {at}", kind.word()),
        },
        format!("{} steps in {runs}", rows.length),
    ];
    let mut start = Vec::new();
    let first = trace.final_stack().next().map(|id| rows.run(id));
    if let Some(run) = first {
        let values = Values::of(program, source, run.procedure);
        let mut list = |title: &str, things: Vec<String>| {
            let limit = if style.unfold { usize::MAX } else { 10 };
            if !things.is_empty() {
                start.extend(wrap(&format!("  {title}:"), &things, WIDTH, limit));
            }
        };
        list("globals", values.globals(&run.entry));
        let name = program.name(program[run.procedure].name);
        list(&format!("in {name}"), values.all_locals(&run.entry));
    }
    if !start.is_empty() {
        lines.extend([String::new(), "at the start".into()]);
        lines.extend(start);
    }
    lines.push(String::new());
    lines
}
