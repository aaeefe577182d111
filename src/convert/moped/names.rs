//! Names that Moped's grammars take: letters, digits and `_`, in programs also anything but blanks in braces; and no name has two meanings.

use rustc_hash::FxHashSet;

/// Words of this dialect and of its neighbours, which are no names here.
const WORDS: [&str; 36] = [
    "F",
    "T",
    "_",
    "abortif",
    "assert",
    "assume",
    "atomic_begin",
    "atomic_end",
    "begin",
    "bool",
    "broadcast",
    "constrain",
    "dead",
    "decl",
    "dfs",
    "do",
    "else",
    "elsif",
    "end",
    "end_thread",
    "enforce",
    "fi",
    "goto",
    "if",
    "od",
    "print",
    "return",
    "schoose",
    "skip",
    "start_thread",
    "sync",
    "then",
    "thread_local",
    "void",
    "wait",
    "while",
];

/// Names that are taken.
#[derive(Debug, Default)]
pub(crate) struct Taken<'o> {
    own: FxHashSet<String>,
    outer: Option<&'o Taken<'o>>,
}

impl<'o> Taken<'o> {
    /// Nothing yet, besides what is taken around it.
    pub(crate) fn within(outer: &'o Taken<'o>) -> Taken<'o> {
        Taken { own: FxHashSet::default(), outer: Some(outer) }
    }

    fn has(&self, name: &str) -> bool {
        self.own.contains(name) || self.outer.is_some_and(|outer| outer.has(name))
    }

    /// A name that is new, as much like this one as can be.
    pub(crate) fn take(&mut self, wanted: &str) -> String {
        let name = legal(wanted);
        let numbered = (1_u64..).map(|number| with_number(&name, number));
        let free = std::iter::once(name.clone())
            .chain(numbered)
            .find(|name| !WORDS.contains(&name.as_str()) && !self.has(name));
        let free = free.unwrap_or(name);
        self.own.insert(free.clone());
        free
    }

    /// New names for all of these. Those that can stay as they are do.
    pub(crate) fn take_all(&mut self, wanted: &[&str]) -> Vec<String> {
        let kept = wanted.iter().map(|&name| (legal(name) == name).then(|| self.take(name)));
        let kept: Vec<Option<String>> = kept.collect();
        kept.into_iter().zip(wanted).map(|(kept, name)| kept.unwrap_or_else(|| self.take(name))).collect()
    }
}

fn legal(name: &str) -> String {
    if name.starts_with('{') {
        let tight: String = name.split_whitespace().collect();
        return if tight == "{}" { "{_}".into() } else { tight };
    }
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let text: String = name.chars().map(fits).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) { format!("_{text}") } else { text }
}

fn with_number(name: &str, number: u64) -> String {
    match name.strip_suffix('}') {
        Some(inner) => format!("{inner}_{number}}}"),
        None => format!("{name}_{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_or_become_legal() {
        let mut taken = Taken::default();
        let names = ["c$$main", "{x == 0}", "x", "7", "assert", "c__main", "{x==0}"];
        let found = taken.take_all(&names);
        assert_eq!(found, ["c__main_1", "{x==0_1}", "x", "_7", "assert_1", "c__main", "{x==0}"]);
        let mut inner = Taken::within(&taken);
        assert_eq!((inner.take("x"), inner.take("x"), inner.take("y")), ("x_1".into(), "x_2".into(), "y".into()));
    }
}
