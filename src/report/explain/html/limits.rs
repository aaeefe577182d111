//! What is too much for a page is left out, and said so.

use crate::explain::Log;

/// How many steps of an engine there are.
const STEPS: usize = 10_000;
/// How many characters of a text.
const TEXT: usize = 400;
/// How many lines of the input.
const LINES: usize = 50_000;
/// How many steps the runs of a trace may have together.
pub(super) const TRACE: usize = 200_000;
/// How many statements a program may have for its graphs and its traces to be shown.
pub(super) const STATEMENTS: usize = 100_000;
/// How many claims of a proof.
pub(super) const CLAIMS: usize = 5_000;

/// What was left out, in sentences.
#[derive(Default)]
pub(super) struct LeftOut {
    texts: usize,
    sentences: Vec<String>,
}

impl LeftOut {
    /// Says something.
    pub(super) fn say(&mut self, sentence: String) {
        self.sentences.push(sentence);
    }

    /// A text that is not too long.
    pub(super) fn cut(&mut self, text: &str) -> String {
        match text.char_indices().nth(TEXT) {
            None => text.to_string(),
            Some((end, _)) => {
                self.texts += 1;
                format!("{} … ({} characters)", &text[..end], text.chars().count())
            }
        }
    }

    /// All that was said.
    pub(super) fn sentences(mut self) -> Vec<String> {
        if self.texts > 0 {
            let (count, plural) = (self.texts, if self.texts == 1 { "" } else { "s" });
            self.say(format!("the ends of {count} text{plural} of more than {TEXT} characters"));
        }
        self.sentences
    }
}

/// A log that is not too long.
pub(super) fn log(log: &Log, left_out: &mut LeftOut) -> Log {
    let kept = log.events.steps().min(STEPS);
    let after = log.left_out + (log.events.steps() - kept) as u64;
    if after > 0 {
        left_out.say(format!("{after} steps after the first {kept}"));
    }
    let mut input = log.input.clone();
    if input.lines.len() > LINES {
        left_out.say(format!("{} lines of the input after the first {LINES}", input.lines.len() - LINES));
        input.lines.truncate(LINES);
    }
    input.lines.iter_mut().for_each(|line| *line = left_out.cut(line));
    Log {
        schema_version: log.schema_version,
        input,
        engine: log.engine.clone(),
        system: log.system.clone(),
        targets: log.targets.clone(),
        events: log.events.shortened(kept, &mut |text| left_out.cut(text)),
        left_out: after,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_and_counted() {
        let mut left_out = LeftOut::default();
        assert_eq!(left_out.cut("ä"), "ä");
        assert!(left_out.cut(&"ä".repeat(TEXT + 1)).ends_with("ä … (401 characters)"));
        assert_eq!(left_out.sentences(), ["the ends of 1 text of more than 400 characters"]);
    }
}
