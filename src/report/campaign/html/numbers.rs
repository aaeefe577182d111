//! What stands at the top of the page: what is wrong, what each engine came to, and how it was found out.

use crate::campaign::record::Answer;
use crate::campaign::results::{Results, Summary, TIE};
use crate::report::campaign::duration;
use crate::report::campaign::figures::{Figure, Figures, Row};
use crate::report::markup::{breakable, escape};
use std::collections::BTreeMap;

/// How many disagreements and wrong answers are listed above the table.
const SHOWN: usize = 12;
/// How many reasons of UNKNOWN have a column of their own.
const REASONS: usize = 5;
/// How many command lines are shown: those of parts differ in their numbers only.
const COMMANDS: usize = 5;

/// What was run where.
pub(crate) fn setting(results: &Results) -> String {
    let setting = &results.setting;
    let some = |values: Vec<String>| if values.is_empty() { "none".to_string() } else { values.join(", ") };
    let seconds = setting.seconds.iter().copied().map(duration::limit).collect();
    let memory = setting.memory.iter().map(|&bytes| duration::bytes(bytes as f64)).collect();
    let (inputs, engines) = (results.inputs.len(), results.engines.len());
    let rounds = setting.rounds;
    let repeated =
        if rounds > 1 { format!(", {rounds} rounds each (times and memory are medians)") } else { String::new() };
    let (safe, violated) = results.expected();
    let expected = format!("known of {} of {inputs} inputs ({safe} SAFE, {violated} UNSAFE)", safe + violated);
    let readable = |time: &str| time.trim_end_matches('Z').replace('T', " ");
    let date = match &setting.period {
        Some((first, last)) if first == last => format!("{} UTC", readable(first)),
        Some((first, last)) => format!("runs began from {} to {} UTC", readable(first), readable(last)),
        None => "not known".to_string(),
    };
    let more = setting.commands.len().saturating_sub(COMMANDS);
    let mut commands: Vec<String> = setting.commands.iter().take(COMMANDS).cloned().collect();
    commands.extend((more > 0).then(|| format!("and {more} more")));
    let command = if commands.is_empty() { "not known".to_string() } else { commands.join("; ") };
    let entries = [
        ("Date", date),
        ("Command", command),
        ("Runs", format!("{inputs} inputs, {engines} engines, {} runs{repeated}", setting.runs)),
        ("Right answers", expected),
        ("Limits of a run", format!("time {}; memory {}", some(seconds), some(memory))),
        ("Tools", some(setting.tools.clone())),
        ("Machine", some(setting.machines.clone())),
    ];
    entries.iter().map(|(name, value)| format!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escape(value))).collect()
}

/// Disagreements and wrong answers, or that there are none.
pub(crate) fn alarms(results: &Results, links: &[Option<String>]) -> String {
    let (disagreements, wrong) = (results.disagreements(), results.wrong());
    let lines = disagreements.iter().map(|disagreement| {
        let names = |engines: &[usize]| -> String {
            engines.iter().map(|&engine| results.engines[engine].as_str()).collect::<Vec<_>>().join(", ")
        };
        let (safe, violated) = (names(&disagreement.safe), names(&disagreement.violated));
        let text = escape(&format!("SAFE by {safe}; UNSAFE by {violated}"));
        format!("{}: {text}", input(&results.inputs[disagreement.input].path, links, disagreement.input))
    });
    let mut html = list("disagreements", "Disagreements", disagreements.len(), lines);
    let lines = wrong.iter().map(|&(row, engine)| {
        let expected = match results.inputs[row].expected {
            Some(Answer::Safe) => "UNSAFE, expected SAFE",
            _ => "SAFE, expected UNSAFE",
        };
        format!(
            "{}: {} says {expected}",
            input(&results.inputs[row].path, links, row),
            escape(&results.engines[engine])
        )
    });
    html += &list("wrong", "Wrong answers", wrong.len(), lines);
    if html.is_empty() {
        "<p>No engine contradicts another, and no answer is known to be wrong.</p>\n".to_string()
    } else {
        html
    }
}

/// The name of an input, with a link to it if there is one.
pub(crate) fn input(name: &str, links: &[Option<String>], row: usize) -> String {
    let name = format!("<bdi>{}</bdi>", escape(name));
    match &links[row] {
        Some(address) => format!("<a href=\"{}\">{name}</a>", escape(address)),
        None => name,
    }
}

fn list(id: &str, title: &str, count: usize, lines: impl Iterator<Item = String>) -> String {
    if count == 0 {
        return String::new();
    }
    let items: String = lines.take(SHOWN).map(|line| format!("<li>{line}</li>\n")).collect();
    let rest = count.saturating_sub(SHOWN);
    let more =
        if rest > 0 { format!("<p>{rest} more stand first in the table of results.</p>\n") } else { String::new() };
    format!("<div class=\"alarm\" id=\"{id}\">\n<h3>{title}: {count}</h3>\n<ul>\n{items}</ul>\n{more}</div>\n")
}

/// A row for each engine.
pub(crate) fn summary(results: &Results) -> String {
    let (columns, rows) = Figures::all(results);
    let mut html = head("Engine", &columns);
    for Row { name, is_virtual, figures } in &rows {
        let class = if *is_virtual { " class=\"virtual\"" } else { "" };
        html += &format!("<tr{class}><th scope=\"row\">{}</th>", breakable(name));
        html.extend(figures.iter().map(|Figure { text, is_best, is_alarm }| match (is_alarm, is_best) {
            (true, _) => format!("<td class=\"bad\">{text}</td>"),
            (false, true) => format!("<td><strong>{text}</strong></td>"),
            (false, false) => format!("<td>{text}</td>"),
        }));
        html += "</tr>\n";
    }
    html + "</tbody>\n"
}

/// What the intervals mean, if there are any.
pub(crate) fn interval(results: &Results) -> &'static str {
    let repeated = results.summaries().iter().any(|summary| summary.interval.is_some());
    let note = " The mean of rounds is that of the total time of a round, with its 95\u{a0}% confidence interval by Student's distribution.";
    if repeated { note } else { "" }
}

/// How often each engine beats each other; nothing if there is one alone.
pub(crate) fn wins(results: &Results) -> String {
    if results.engines.len() < 2 {
        return String::new();
    }
    let mut html = head("Wins of / against", &results.engines);
    for (engine, (name, row)) in results.engines.iter().zip(results.wins()).enumerate() {
        html += &format!("<tr><th scope=\"row\">{}</th>", breakable(name));
        let cell = |(other, wins): (usize, &usize)| {
            if other == engine { "<td>\u{2013}</td>".to_string() } else { format!("<td>{wins}</td>") }
        };
        html.extend(row.iter().enumerate().map(cell));
        html += "</tr>\n";
    }
    let note = format!(
        "How many inputs the engine of the row solves and the one of the column does not, or more than {TIE} s later."
    );
    boxed("Wins", &(html + "</tbody>\n"), &note)
}

/// Why engines gave up, for each how often; nothing if none did.
pub(crate) fn reasons(results: &Results) -> String {
    let summaries = results.summaries();
    let reasons = frequent(&summaries);
    if reasons.is_empty() {
        return String::new();
    }
    let mut html = head("UNKNOWN of", &reasons);
    for (name, summary) in results.engines.iter().zip(&summaries) {
        html += &format!("<tr><th scope=\"row\">{}</th>", breakable(name));
        html.extend(reasons.iter().map(|reason| format!("<td>{}</td>", of_reason(summary, reason, &reasons))));
        html += "</tr>\n";
    }
    boxed("Reasons", &(html + "</tbody>\n"), "For how many inputs the answer is UNKNOWN, and why.")
}

/// The head of a table whose rows are engines.
fn head(first: &str, columns: &[String]) -> String {
    let columns: String = columns.iter().map(|name| format!("<th scope=\"col\">{}</th>", breakable(name))).collect();
    format!("<thead>\n<tr><th scope=\"col\">{first}</th>{columns}</tr>\n</thead>\n<tbody>\n")
}

/// A table with a headline, and what it means.
fn boxed(title: &str, table: &str, note: &str) -> String {
    format!(
        "<div class=\"small\">\n<h3>{title}</h3>\n<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n\
         <table class=\"summary\">\n{table}</table>\n</div>\n<p class=\"hint\">{note}</p>\n</div>\n"
    )
}

const OTHER: &str = "other";

/// The most frequent reasons of UNKNOWN, then, if there are more, [`OTHER`].
fn frequent(summaries: &[Summary]) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for (reason, count) in summaries.iter().flat_map(|summary| &summary.unknown) {
        *counts.entry(reason).or_default() += count;
    }
    let mut reasons: Vec<(&str, usize)> = counts.into_iter().collect();
    // Stable: of equally many, by name.
    reasons.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
    let more = reasons.len() > REASONS;
    let own = reasons.into_iter().take(REASONS).map(|(reason, _)| reason.to_string());
    own.chain(more.then(|| OTHER.to_string())).collect()
}

fn of_reason(summary: &Summary, reason: &str, reasons: &[String]) -> usize {
    if reason == OTHER && reasons.len() > REASONS {
        let own = |reason: &String| reasons[..REASONS].contains(reason);
        return summary.unknown.iter().filter(|(reason, _)| !own(reason)).map(|(_, count)| count).sum();
    }
    summary.unknown.get(reason).copied().unwrap_or(0)
}
