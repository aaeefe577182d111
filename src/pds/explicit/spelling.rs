//! Names that occur once, and are probably spelt wrong: nothing else would tell of them, and a rule that never applies makes a system safe.

use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

/// How papers call the empty stack.
const EMPTY: [&str; 4] = ["eps", "epsilon", "lambda", "empty"];

/// Warns of names that occur once, if another name is the same but for the case of its letters, or if they are how papers call the empty stack. Linear.
pub(super) fn doubt(source: &Source, what: &str, names: impl Iterator<Item = Span>, diagnostics: &mut Diagnostics) {
    let mut places: FxHashMap<Cow<'_, str>, (Span, bool)> = FxHashMap::default();
    for span in names {
        places.entry(source.text(span)).and_modify(|(_, once)| *once = false).or_insert((span, true));
    }
    let mut alike: FxHashMap<String, Vec<&str>> = FxHashMap::default();
    for (name, (_, once)) in &places {
        if !once {
            alike.entry(name.to_ascii_lowercase()).or_default().push(name);
        }
    }
    for (name, &(span, once)) in &places {
        let meant = alike.get(&name.to_ascii_lowercase()).and_then(|names| names.iter().min());
        let hint = match meant {
            _ if !once => continue,
            Some(meant) => format!("is `{meant}` meant?"),
            None if EMPTY.contains(&name.to_ascii_lowercase().as_str()) => "an empty stack is written `<p, >`".into(),
            None => continue,
        };
        let message = format!("{what} `{name}` occurs here only");
        diagnostics.push(Diagnostic::warning("single-name", span, message).label("here").hint(hint));
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn misspelt_names_are_doubted() {
        let warnings = |text: &str| -> Vec<String> {
            let source = Source::new("x.pds", text);
            let mut diagnostics = Diagnostics::new(&source);
            assert!(parse(&source, &mut diagnostics).is_some(), "{text}");
            diagnostics.iter().map(|diagnostic| diagnostic.message.clone()).collect()
        };
        assert_eq!(
            warnings("init <p, A>\n<p, A> -> <p, b A>\n<p, B> -> <p, B B>\ntarget <p, B>\n"),
            ["stack symbol `b` occurs here only"]
        );
        assert_eq!(
            warnings("init <P, A>\n<p, A> -> <p, A A>\ntarget <p, A>\n"),
            ["control state `P` occurs here only"]
        );
        assert_eq!(
            warnings("init <p, A>\n<p, A> -> <p, eps>\ntarget <p, A>\n"),
            ["stack symbol `eps` occurs here only"]
        );
        assert!(warnings("init <p, a>\n<p, a> -> <q, b>\n<q, b> -> <q, end>\ntarget <q, .*>\n").is_empty());
    }
}
