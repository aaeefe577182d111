//! The right answers, as far as somebody wrote them down: in a list, in the first lines of a program, or in a task definition of BenchExec
//! beside it.

mod list;
mod task;

use super::record::Answer;
use std::path::Path;

pub use list::{Bad, List};

/// What somebody wrote down about an input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expected {
    /// The right answer; `None` if nobody says SAFE or UNSAFE.
    pub answer: Option<Answer>,
    /// What it is about, instead of the default properties.
    pub about: Option<About>,
}

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum About {
    /// That this label is not reached.
    Label(String),
    /// That this formula holds of all runs.
    Formula(String),
}

/// What is known about an input with this text: what the list says; or else, if its own properties are asked, the program itself, in lines `// expect: SAFE` and
/// `// label: L` or `// ltl: F` before its first declaration; or else `NAME.yml` beside `NAME.bp`.
pub fn of(path: &Path, text: &[u8], list: Option<&List>, asks_its_own: bool) -> Expected {
    let listed = list.and_then(|list| list.find(path)).cloned().unwrap_or_default();
    if !asks_its_own {
        return Expected { about: None, ..listed };
    }
    let label = || header(text, "label").map(|label| About::Label(label.to_string()));
    // An answer about a formula is one of the program itself: lists and tasks know nothing of it.
    let formula = header(text, "ltl").map(|formula| About::Formula(formula.to_string()));
    if formula.is_some() && listed == Expected::default() {
        return Expected { answer: header(text, "expect").and_then(answer), about: formula };
    }
    let own = if formula.is_some() { None } else { header(text, "expect") };
    Expected {
        answer: listed.answer.or_else(|| answer(own?)).or_else(|| task::beside(path)),
        about: listed.about.or_else(label),
    }
}

/// What the comments at the beginning say about a key first.
fn header<'t>(text: &'t [u8], key: &str) -> Option<&'t str> {
    let lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut comments = lines.map_while(|line| std::str::from_utf8(line.strip_prefix(b"//")?).ok());
    comments.find_map(|comment| comment.trim().strip_prefix(key)?.strip_prefix(':')).map(str::trim)
}

/// Reads an answer; the words of BenchExec (`true`, `false(unreach-call)`) too.
fn answer(word: &str) -> Option<Answer> {
    let word = word.trim().to_ascii_lowercase();
    match word.split_once('(').map_or(word.as_str(), |(word, _)| word) {
        "safe" | "true" => Some(Answer::Safe),
        "unsafe" | "false" => Some(Answer::Unsafe),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_says_it_in_its_first_lines() {
        let of = |text: &[u8]| of(Path::new("x.bp"), text, None, true);
        let expected = |answer, about| Expected { answer, about };
        let label = Some(About::Label("f:L".into()));
        let formula = Some(About::Formula("F end".into()));
        assert_eq!(of(b"// a lock\n// expect: UNSAFE\ndecl a;"), expected(Some(Answer::Unsafe), None));
        assert_eq!(of(b"//expect:safe\r\n// label: f:L\r\nvoid main()"), expected(Some(Answer::Safe), label));
        assert_eq!(of(b"// ltl: F end\n// expect: UNSAFE\n"), expected(Some(Answer::Unsafe), formula));
        for silent in [&b"decl a;\n// expect: SAFE\n"[..], b"// expect: UNKNOWN\n", b"\xff\xfe", b""] {
            assert_eq!(of(silent), expected(None, None));
        }
    }
}
