//! Random programs, and what they become when one token is another.

use bpcheck::generate::random::{self, Knobs};
use bpcheck::outcome::Verdict;
use bpcheck::pipeline::Certificates;
use bpcheck::{Failure, Options, Source, check};

/// A random program of two procedures and few variables.
pub fn small(seed: u64) -> String {
    let knobs = Knobs { globals: 2, procedures: 2, parameters: 1, results: 1, locals: 1, ..Knobs::default() };
    random::write(&random::Options { seed, knobs })
}

/// The text with one token changed, in each way that there is. What stands in braces is a name, and what stands behind `//` no code.
pub fn mutants(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut mutants = Vec::new();
    let (mut depth, mut at) = (0, 0);
    while at < bytes.len() {
        let rest = &text[at..];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
            continue;
        }
        depth += i32::from(bytes[at] == b'{') - i32::from(bytes[at] == b'}');
        let word = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("");
        let is_start = at == 0 || !(bytes[at - 1].is_ascii_alphanumeric() || b"_#'$".contains(&bytes[at - 1]));
        let other: &[(&str, &str)] = match word {
            _ if depth > 0 => &[],
            "T" if is_start => &[("T", "F"), ("T", "*")],
            "F" if is_start => &[("F", "T")],
            "0" if is_start => &[("0", "1")],
            "1" if is_start => &[("1", "0")],
            "assume" if is_start => &[("assume", "assume T | "), ("assume", "assume F & ")],
            "assert" if is_start => &[("assert", "assert T | "), ("assert", "assert F & ")],
            "abortif" if is_start => &[("abortif", "abortif T | "), ("abortif", "abortif F & ")],
            "skip" if is_start => &[("skip", "assume F")],
            "" if rest.starts_with("!=") => &[("!=", "=")],
            "" if rest.starts_with('!') => &[("!", "")],
            "" if rest.starts_with('&') && !rest.starts_with("&&") => &[("&", "|")],
            "" if rest.starts_with('|') && !rest.starts_with("||") => &[("|", "&"), ("|", "^")],
            _ => &[],
        };
        for (old, new) in other {
            mutants.push(format!("{}{new}{}", &text[..at], &rest[old.len()..]));
        }
        at += word.len().max(rest.chars().next().map_or(1, char::len_utf8));
    }
    mutants
}

/// What the explicit engine says of each property; nothing, if it is no program or takes long.
pub fn explicit(text: &str) -> Option<Vec<Verdict>> {
    let options = Options::default()
        .with_engine("explicit".parse().expect("an engine"))
        .with_all(true)
        .with_certificates(Certificates::Unwanted)
        .with_budget(super::ticks(100));
    match check(&Source::new("x.bp", text), &options) {
        Ok(outcome) => Some(outcome.decisions.into_iter().map(|decision| decision.verdict).collect()),
        Err(Failure::Rejected(_)) => None,
        Err(other) => panic!("{other}\n{text}"),
    }
}
