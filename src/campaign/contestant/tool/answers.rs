//! What the words of another tool mean.

use crate::campaign::contestant::judgement::Said;
use crate::campaign::process::Ended;
use crate::campaign::record::Answer;
use regex::{Regex, RegexBuilder};
use serde::Deserialize;

/// What an output has to look like: a regular expression that is found in it; `^` and `$` are the ends of a line.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "String")]
struct Pattern(Regex);

impl TryFrom<String> for Pattern {
    type Error = regex::Error;

    fn try_from(text: String) -> Result<Pattern, regex::Error> {
        RegexBuilder::new(&text).multi_line(true).crlf(true).build().map(Pattern)
    }
}

/// A run that fits means an answer.
#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Fields")]
pub(crate) struct Rule {
    answer: Answer,
    reason: Option<String>,
    stdout: Option<Pattern>,
    stderr: Option<Pattern>,
    exit: Option<i32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields {
    verdict: Answer,
    reason: Option<String>,
    stdout: Option<Pattern>,
    stderr: Option<Pattern>,
    exit: Option<i32>,
}

impl TryFrom<Fields> for Rule {
    type Error = &'static str;

    fn try_from(fields: Fields) -> Result<Rule, &'static str> {
        let Fields { verdict: answer, reason, stdout, stderr, exit } = fields;
        if stdout.is_none() && stderr.is_none() && exit.is_none() {
            return Err("expected `stdout`, `stderr` or `exit`: when this is the answer");
        }
        if reason.is_some() && answer != Answer::Unknown {
            return Err("a `reason` is for UNKNOWN");
        }
        Ok(Rule { answer, reason, stdout, stderr, exit })
    }
}

impl Rule {
    fn fits(&self, ended: &Ended) -> bool {
        let found = |pattern: &Option<Pattern>, text: &[u8]| {
            pattern.as_ref().is_none_or(|Pattern(regex)| regex.is_match(&String::from_utf8_lossy(text)))
        };
        let exit = self.exit.is_none_or(|code| ended.exit.code == Some(code));
        exit && found(&self.stdout, &ended.stdout) && found(&self.stderr, &ended.stderr)
    }
}

/// What a run says: what the first rule says that it fits. One that was ended by a signal says nothing.
pub(crate) fn said(rules: &[Rule], ended: &Ended) -> Option<Said> {
    let rule = rules.iter().find(|rule| rule.fits(ended)).filter(|_| ended.exit.signal.is_none())?;
    let reason = rule.reason.clone().or_else(|| (rule.answer == Answer::Unknown).then(|| "no answer".to_string()));
    Some(Said { verdict: Some(rule.answer), reason, ..Said::default() })
}
