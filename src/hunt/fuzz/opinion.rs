//! What was said about an input, and what is wrong with it.

use crate::outcome::Verdict;

/// What somebody says about one property.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Word {
    /// No run violates it.
    Safe,
    /// A run violates it.
    Unsafe,
    /// Not known.
    Unknown,
}

impl From<&Verdict> for Word {
    fn from(verdict: &Verdict) -> Word {
        match verdict {
            Verdict::Safe(_) => Word::Safe,
            Verdict::Unsafe(_) => Word::Unsafe,
            Verdict::Unknown(_) => Word::Unknown,
        }
    }
}

impl Word {
    /// As verdicts are written.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Word::Safe => "SAFE",
            Word::Unsafe => "UNSAFE",
            Word::Unknown => "UNKNOWN",
        }
    }

    /// Its initial letter, or a question mark.
    pub(crate) fn letter(self) -> char {
        match self {
            Word::Safe => 'S',
            Word::Unsafe => 'U',
            Word::Unknown => '?',
        }
    }
}

/// What somebody says about all properties of an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Opinion {
    /// Who: an engine without its options, or the enumeration.
    pub(crate) who: &'static str,
    /// One for each property.
    pub(crate) words: Vec<Word>,
}

/// The kinds of what can be wrong with answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Two contradict each other.
    Disagreement,
    /// An engine's evidence was refused before the answer was given.
    SelfCheck,
    /// Evidence that was given is refused, or is another one when it is read back.
    Evidence,
    /// A panic.
    Panic,
    /// The input is none.
    Rejected,
}

/// What is wrong with the answers to an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// The kind of what is wrong.
    pub kind: Kind,
    /// A sentence about it.
    pub what: String,
    /// The indices of those whose answers it is about; the last one's was the last to be heard.
    pub(crate) by: Vec<usize>,
}

/// The last opinion, held against those before it.
pub(crate) fn contradiction(opinions: &[Opinion]) -> Option<Wrong> {
    let (last, others) = opinions.split_last()?;
    for (index, other) in others.iter().enumerate() {
        let opposite = |(a, b): (&Word, &Word)| *a != Word::Unknown && *b != Word::Unknown && a != b;
        if other.words.len() != last.words.len() {
            let what = format!("{} and {} answer about different properties", other.who, last.who);
            return Some(Wrong { kind: Kind::Disagreement, what, by: vec![index, others.len()] });
        }
        if let Some(property) = other.words.iter().zip(&last.words).position(opposite) {
            let [a, b] = [other, last].map(|opinion| (opinion.words[property].name(), opinion.who));
            let what = format!("property {} is {} by {}, and {} by {}", property + 1, a.0, a.1, b.0, b.1);
            return Some(Wrong { kind: Kind::Disagreement, what, by: vec![index, others.len()] });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opposite_words_contradict_and_unknown_contradicts_nothing() {
        let opinion = |who, text: &str| {
            let word = |letter| match letter {
                'S' => Word::Safe,
                'U' => Word::Unsafe,
                _ => Word::Unknown,
            };
            Opinion { who, words: text.chars().map(word).collect() }
        };
        let told = |texts: [&str; 3]| {
            let [a, b, c] = texts;
            contradiction(&[opinion("a", a), opinion("b", b), opinion("c", c)])
        };
        assert_eq!(told(["SU", "S?", "?U"]), None);
        let wrong = told(["S?", "?U", "SS"]).expect("a contradiction");
        let expected = (Kind::Disagreement, "property 2 is UNSAFE by b, and SAFE by c", vec![1, 2]);
        assert_eq!((wrong.kind, wrong.what.as_str(), wrong.by), expected);
        assert!(told(["S", "?", "SS"]).is_some());
    }
}
