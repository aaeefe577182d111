//! What stands above the steps.

use super::TraceStyle;
use super::monitored;
use super::rows::Rows;
use super::values::wrap;
use crate::lang::program::Var;
use crate::lang::program::property::{Forbidden, Property, PropertyKind};

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
            PropertyKind::Place => format!("control comes to {at}"),
            PropertyKind::Runs(Forbidden::Formula(formula)) => format!("ltl {formula} does not hold on this run"),
            PropertyKind::Runs(Forbidden::Automaton { name, .. }) => format!("the automaton {name} accepts this run"),
            PropertyKind::Runs(Forbidden::Monitor { name, .. }) => monitored::error(name, rows.passages),
            _ => format!("{} is violated at {at}", kind.word()),
        },
        match rows.why {
            None => format!("{} steps in {runs}", rows.length),
            Some(why) => {
                let all: usize = trace.runs.iter().map(|run| run.steps.len()).sum();
                format!("{} steps in {runs}; of {all} different steps {} matter", rows.length, why.count())
            }
        },
    ];
    let mut start = Vec::new();
    if let Some(id) = trace.final_stack().next() {
        let run = rows.run(id);
        let values = style.view.values(program, source, run.procedure);
        let mut list = |title: &str, things: Vec<String>| {
            let limit = if style.unfold { usize::MAX } else { 10 };
            if !things.is_empty() {
                start.extend(wrap(&format!("  {title}:"), &things, style.width, limit));
            }
        };
        let shown = |vars: Vec<Var>| {
            let matters = |var: &Var| rows.why.is_none_or(|why| why.begins(id, *var));
            let vars: Vec<Var> = vars.into_iter().filter(matters).collect();
            values.items(&vars).into_iter().map(|item| values.show_item(item, |var| run.entry.get(var))).collect()
        };
        list("globals", shown(values.global_vars()));
        let name = program.name(program[run.procedure].name);
        list(&format!("in {name}"), shown(values.local_vars()));
    }
    if !start.is_empty() {
        lines.extend([String::new(), "at the start".into()]);
        lines.extend(start);
    }
    if let PropertyKind::Runs(Forbidden::Monitor { .. }) = kind {
        lines.extend([String::new(), "the monitor".into()]);
        lines.extend(monitored::lines(rows));
    }
    lines.push(String::new());
    lines
}
