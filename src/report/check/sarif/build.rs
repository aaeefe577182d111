//! From reports to a SARIF log.

use super::super::text;
use super::Importance::{Essential, Unimportant};
use super::*;
use crate::budget::StopReason;
use crate::lang::program::property::{Forbidden, PropertyKind};
use crate::lang::source::{Diagnostics, Severity};
use crate::outcome::{Decision, Overall, Verdict};
use crate::pipeline::Loaded;
use crate::report::check::{Ending, FileReport};
use crate::report::paint::Paint;
use crate::report::trace::parts::Part;
use crate::report::trace::table::Row;
use crate::report::trace::{TraceStyle, monitored, rows};
use crate::validate::{Length, Replayed};

/// What a property of each kind says.
const RULES: [(&str, &str); 6] = [
    ("assert", "An assertion holds whenever control comes to it."),
    ("abortif", "The condition of an abortif never holds when control comes to it."),
    ("label", "Control never comes to the label."),
    ("ltl", "All runs satisfy the formula."),
    ("automaton", "The automaton of violations accepts no run."),
    ("monitor", "The monitor comes to no error."),
];

impl Default for Log {
    /// About no input.
    fn default() -> Log {
        let rule = |(id, text): (&'static str, &str)| Rule { id, short_description: Message::new(text) };
        let driver = Driver {
            name: env!("CARGO_PKG_NAME"),
            version: env!("CARGO_PKG_VERSION"),
            rules: RULES.into_iter().map(rule).collect(),
        };
        let invocation = Invocation { execution_successful: true, tool_execution_notifications: Vec::new() };
        let run = Run {
            tool: Tool { driver },
            invocations: [invocation],
            results: Vec::new(),
            column_kind: "unicodeCodePoints",
        };
        Log {
            schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
            version: "2.1.0",
            runs: [run],
        }
    }
}

impl Log {
    /// Adds what became of one input.
    pub fn add(&mut self, report: &FileReport) {
        let [run] = &mut self.runs;
        let [invocation] = &mut run.invocations;
        match &report.ending {
            Ending::Decided(loaded, decided) => {
                invocation.remarks(&loaded.warnings);
                loaded.companions.iter().for_each(|remarks| invocation.remarks(remarks));
                for (index, decision) in decided.outcome.decisions.iter().enumerate() {
                    match &decision.verdict {
                        Verdict::Unsafe(replayed) => {
                            let others = decided.others_of(index).collect();
                            run.results.push(finding(loaded, decision, replayed, others));
                        }
                        Verdict::Unknown(reason) => invocation.unknown(loaded, loaded.number(index), decision, reason),
                        Verdict::Safe(_) => {}
                    }
                }
            }
            Ending::Rejected(diagnostics) => invocation.remarks(diagnostics),
            _ => {}
        }
        let unsettled = match report.overall() {
            Some(Overall::Unknown(reason)) => {
                Some((Level::Warning, "unknown", format!("{}: UNKNOWN ({reason})", report.path)))
            }
            Some(_) => None,
            None => report.error().map(|error| (Level::Error, "error", error)),
        };
        if let Some((level, id, text)) = unsettled {
            invocation.execution_successful = false;
            invocation.notify(level, id, &text, Location::file(&report.path));
        }
    }
}

impl Invocation {
    fn notify(&mut self, level: Level, id: &'static str, text: &str, location: Location) {
        let (descriptor, message) = (Some(Descriptor { id }), Message::new(text));
        self.tool_execution_notifications.push(Notification { descriptor, level, message, locations: vec![location] });
    }

    /// A property that is not decided.
    fn unknown(&mut self, loaded: &Loaded, number: usize, decision: &Decision, reason: &StopReason) {
        // Left aside because of a violation: that is what was asked.
        let level = if *reason == StopReason::NotDecided { Level::Note } else { Level::Warning };
        let location = Location::of(loaded, decision.property.place, None);
        self.notify(level, "unknown", &text::property(loaded, number, decision, Paint::Plain), location);
    }

    fn remarks(&mut self, diagnostics: &Diagnostics) {
        for diagnostic in diagnostics.iter() {
            let level = match diagnostic.severity {
                Severity::Error => Level::Error,
                Severity::Warning => Level::Warning,
            };
            let location = Location::span(diagnostics.source(), diagnostic.span);
            self.notify(level, diagnostic.code, &diagnostic.message, location);
        }
    }
}

/// A violation with its trace, and with those on other paths.
fn finding(
    loaded: &Loaded,
    Decision { property, .. }: &Decision,
    replayed: &Replayed,
    others: Vec<&Replayed>,
) -> Finding {
    let source = &loaded.source;
    let mut flows = flows(loaded, replayed);
    let what = match &property.kind {
        PropertyKind::Label(label) => format!("label {label} is reached"),
        PropertyKind::Place => "the place is reached".into(),
        PropertyKind::Runs(Forbidden::Formula(formula)) => format!("`{formula}` does not hold on a run, which begins"),
        PropertyKind::Runs(Forbidden::Automaton { name, .. }) => {
            format!("the automaton {name} accepts a run, which begins")
        }
        PropertyKind::Runs(Forbidden::Monitor { name, .. }) => {
            format!("{}, on a run that begins", monitored::error(name, replayed.passages()))
        }
        kind => format!("{} is violated", kind.word()),
    };
    let length = replayed.length();
    let steps = flows.iter().map(|flow| flow.thread_flows[0].locations.len()).sum();
    let shown = match Length::of(steps) < *length {
        true if flows.len() > 1 => format!(", {steps} of them in the code flows"),
        true => format!(", {steps} of them in the code flow"),
        false => String::new(),
    };
    flows.extend(others.into_iter().flat_map(|other| self::flows(loaded, other)));
    let at = source.locate(loaded.program.span(property.place));
    Finding {
        rule_id: property.kind.word(),
        level: Level::Error,
        message: Message::new(&format!("{what} at {at}: {length} steps{shown}")),
        locations: [Location::of(loaded, property.place, None)],
        code_flows: flows,
    }
}

/// A trace, folded as for people: one flow, or, of a run that goes on for ever, one for each part of it that has steps.
fn flows(loaded: &Loaded, replayed: &Replayed) -> Vec<CodeFlow> {
    let parts = rows(&loaded.program, &loaded.source, replayed, &TraceStyle::default());
    parts.into_iter().map(|(part, rows)| flow(loaded, part, rows)).collect()
}

/// A part of a trace: what is left out is counted in the message of the step that follows.
fn flow(loaded: &Loaded, part: Part, rows: Vec<Row>) -> CodeFlow {
    let Loaded { source, program, .. } = loaded;
    let mut steps = Vec::new();
    let mut left_out: Vec<String> = Vec::new();
    for row in rows {
        let told = [row.text, row.effect].into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join("; ");
        left_out.push(told);
        if let Some(place) = row.place {
            let message = std::mem::take(&mut left_out).join("; ");
            let message = format!("{message} ({})", source.locate(program.span(place)));
            let importance = row.matters.map(|matters| if matters { Essential } else { Unimportant });
            let location = Location::of(loaded, place, Some(message));
            steps.push(Step { location, nesting_level: row.depth, importance });
        }
    }
    CodeFlow { message: part.name().map(|name| Message::new(&name)), thread_flows: [ThreadFlow { locations: steps }] }
}
