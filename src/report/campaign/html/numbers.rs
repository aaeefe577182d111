//! What stands at the top of the page: what is wrong, what each engine came to, and how it was found out.

use crate::campaign::record::Answer;
use crate::campaign::results::{Results, Summary};
use crate::report::campaign::duration;
use crate::report::markup::{breakable, escape};
use std::collections::BTreeMap;

/// How many disagreements and wrong answers are listed above the table.
const SHOWN: usize = 12;
/// How many reasons of UNKNOWN have a column of their own.
const REASONS: usize = 5;

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
    let entries = [
        ("Runs", format!("{inputs} inputs, {engines} engines, {} runs{repeated}", setting.runs)),
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
        format!("{}: {text}", input(results, links, disagreement.input))
    });
    let mut html = list("disagreements", "Disagreements", disagreements.len(), lines);
    let lines = wrong.iter().map(|&(row, engine)| {
        let expected = match results.inputs[row].expected {
            Some(Answer::Safe) => "UNSAFE, expected SAFE",
            _ => "SAFE, expected UNSAFE",
        };
        format!("{}: {} says {expected}", input(results, links, row), escape(&results.engines[engine]))
    });
    html += &list("wrong", "Wrong answers", wrong.len(), lines);
    if html.is_empty() {
        "<p>No engine contradicts another, and no answer is known to be wrong.</p>\n".to_string()
    } else {
        html
    }
}

/// The name of an input, with a link to it if there is one.
pub(crate) fn input(results: &Results, links: &[Option<String>], row: usize) -> String {
    let name = format!("<bdi>{}</bdi>", escape(&results.inputs[row].path));
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
    let summaries = results.summaries();
    let reasons = reasons(&summaries);
    let contradictory = summaries.iter().any(|summary| summary.contradictory > 0);
    let most = summaries.iter().map(Summary::solved).max();
    let least = summaries.iter().map(|summary| summary.par2).reduce(f64::min);
    let head = |name: &str| format!("<th scope=\"col\">{name}</th>");
    let mut html = String::from("<thead>\n<tr>");
    let names = ["Engine", "Inputs", "Solved", "SAFE", "UNSAFE", "UNKNOWN"];
    html.extend(names.map(head));
    html.extend(reasons.iter().map(|reason| format!("<th scope=\"col\" class=\"minor\">{}</th>", escape(reason))));
    html.extend(["Errors", "Wrong"].map(head));
    html.extend(contradictory.then(|| head("Contradictory")));
    html.extend(["PAR-2 [s]", "Total [s]", "Slowest [s]"].map(head));
    html += "</tr>\n</thead>\n<tbody>\n";
    for (name, summary) in results.engines.iter().zip(&summaries) {
        let bold = |best: bool, text: String| {
            if best { format!("<td><strong>{text}</strong></td>") } else { format!("<td>{text}</td>") }
        };
        let plain = |count: usize| format!("<td>{count}</td>");
        let alarm = |count: usize| if count > 0 { format!("<td class=\"bad\">{count}</td>") } else { plain(0) };
        html += &format!("<tr><th scope=\"row\">{}</th>{}", breakable(name), plain(summary.asked));
        html += &bold(Some(summary.solved()) == most, summary.solved().to_string());
        html.extend([summary.safe, summary.violated, summary.unknown()].map(plain));
        html.extend(
            reasons.iter().map(|reason| format!("<td class=\"minor\">{}</td>", of_reason(summary, reason, &reasons))),
        );
        html += &plain(summary.errors);
        html += &alarm(summary.wrong);
        html.extend(contradictory.then(|| alarm(summary.contradictory)));
        html += &bold(Some(summary.par2) == least, duration::seconds(summary.par2));
        html.extend([summary.total, summary.slowest].map(|seconds| format!("<td>{}</td>", duration::seconds(seconds))));
        html += "</tr>\n";
    }
    html + "</tbody>\n"
}

const OTHER: &str = "other";

/// The most frequent reasons of UNKNOWN, then, if there are more, [`OTHER`].
fn reasons(summaries: &[Summary]) -> Vec<String> {
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
