//! Parser errors in words: what was found, what was expected.

use super::super::source::{Diagnostic, Span};
use super::hint;
use super::survey::Survey;
use super::token::Token;

/// A syntax error with what is known about it.
pub(super) struct Surprise<'e, 's> {
    /// The token that does not fit; `None`: the end of the file.
    pub(super) found: Option<Token<'s>>,
    /// Its place in the text.
    pub(super) span: Span,
    /// The terminals that would fit, spelled as in the grammar.
    pub(super) expected: &'e [String],
    /// What is lost.
    pub(super) survey: Survey<'s>,
    /// Whether it stands in no procedure.
    pub(super) is_outside: bool,
}

/// Terminals that are named together when all `signs` are expected.
struct Group {
    name: &'static str,
    signs: &'static [&'static str],
    /// Terminals that say nothing beside the name.
    covers: &'static [&'static str],
    covers_names: bool,
}

const STATEMENT: Group = Group {
    name: "a statement",
    signs: &["skip", "goto", "if", "while"],
    covers: &[
        "skip",
        "goto",
        "if",
        "while",
        "return",
        "assume",
        "assert",
        "constrain",
        "decl",
        "enforce",
        "_",
        "number",
        ";",
        "else",
        "elsif",
    ],
    covers_names: true,
};

const EXPRESSION: Group = Group {
    name: "an expression",
    signs: &["schoose", "*", "T"],
    covers: &["!", "'", "(", "*", "?", "T", "F", "schoose", "number"],
    covers_names: true,
};

const OPERATOR: Group = Group {
    name: "an operator",
    signs: &["&", "|", "=", "=>"],
    covers: &["&", "|", "^", "=", "!=", "=>", "<=>", "?", "constrain", ",", "("],
    covers_names: false,
};

const ITEM: Group = Group {
    name: "a declaration or a procedure",
    signs: &["decl", "void", "bool", "dfs"],
    covers: &["decl", "void", "bool", "dfs"],
    covers_names: false,
};

const NAME: Group = Group { name: "a name", signs: &["ident"], covers: &[], covers_names: true };

const CONTEXTUAL: [&str; 12] = [
    "abortif",
    "atomic_begin",
    "atomic_end",
    "broadcast",
    "dead",
    "dfs",
    "end_thread",
    "print",
    "start_thread",
    "sync",
    "thread_local",
    "wait",
];

impl Group {
    fn covers(&self, terminal: &str) -> bool {
        let is_name = || matches!(terminal, "ident" | "braced") || CONTEXTUAL.contains(&terminal);
        self.covers.contains(&terminal) || self.covers_names && is_name()
    }
}

impl<'s> Surprise<'_, 's> {
    /// Whether the terminal would have fit.
    pub(super) fn expects(&self, terminal: &str) -> bool {
        self.expected.iter().any(|expected| expected.trim_matches('"') == terminal)
    }

    /// The word before the unexpected token, if it is an identifier.
    pub(super) fn previous_word(&self) -> Option<&'s [u8]> {
        match self.survey.previous {
            Some((Token::Ident(word), _)) => Some(word),
            _ => None,
        }
    }

    pub(super) fn describe(&self, text: &[u8]) -> Diagnostic {
        let diagnostic = match self.missing_semicolon(text) {
            Some(span) => Diagnostic::error("syntax", span, format!("expected `;` before `{}`", self.found_text()))
                .label("`;` is missing here"),
            None => {
                let diagnostic = Diagnostic::error("syntax", self.span, self.what());
                match self.wanted() {
                    wanted if wanted.is_empty() => diagnostic,
                    wanted => diagnostic.label(format!("expected {wanted}")),
                }
            }
        };
        let diagnostic = match self.unclosed() {
            Some((opener, span)) => diagnostic.related(span, format!("this `{opener}` is not closed")),
            None => diagnostic,
        };
        match hint::hint(self) {
            Some(hint) => diagnostic.hint(hint),
            None => diagnostic,
        }
    }

    fn what(&self) -> String {
        match self.found {
            Some(Token::Ident(_) | Token::Braced(_)) => format!("unexpected name `{}`", self.found_text()),
            Some(Token::Number(_)) => format!("unexpected number `{}`", self.found_text()),
            Some(_) => format!("unexpected `{}`", self.found_text()),
            None => "unexpected end of the file".to_string(),
        }
    }

    /// The unexpected token, shortened.
    fn found_text(&self) -> String {
        let text = self.found.map(|token| token.to_string()).unwrap_or_default();
        match text.char_indices().nth(60) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }

    /// Where a `;` belongs, if one is missing between two statements.
    fn missing_semicolon(&self, text: &[u8]) -> Option<Span> {
        let (_, previous) = self.survey.previous?;
        let between = text.get(previous.end as usize..self.span.start as usize)?;
        let begins_statement = match self.found? {
            Token::Ident(_) | Token::Braced(_) | Token::Number(_) | Token::Underscore => between.contains(&b'\n'),
            Token::Void | Token::Bool | Token::Dfs => !self.expects("end"),
            token => hint::is_statement_keyword(token),
        };
        let place = Span { start: previous.end, end: previous.end };
        (begins_statement && self.expects(";") && !self.expects("skip")).then_some(place)
    }

    /// The opener that an unexpected closer, procedure, or end of the file shows to be without its own.
    fn unclosed(&self) -> Option<(Token<'s>, Span)> {
        let shows = match self.found {
            None => true,
            Some(Token::End | Token::Fi | Token::Od) => self.expects("fi") || self.expects("od"),
            Some(Token::Void | Token::Bool | Token::Dfs) => {
                self.expects("end") || self.expects("fi") || self.expects("od")
            }
            _ => false,
        };
        self.survey.open.last().copied().filter(|_| shows)
    }

    /// The expected terminals, grouped: `an expression`, "`;` or `end`".
    fn wanted(&self) -> String {
        let has = |group: &Group| group.signs.iter().all(|sign| self.expects(sign));
        let mut groups: Vec<&Group> =
            [&ITEM, &STATEMENT, &EXPRESSION, &OPERATOR].into_iter().filter(|group| has(group)).collect();
        if has(&STATEMENT) {
            groups.retain(|group| group.name != EXPRESSION.name);
        }
        if has(&NAME) && !groups.iter().any(|group| group.covers_names) {
            groups.push(&NAME);
        }
        let spelled = |terminal: &str| match terminal {
            "number" => "a number".to_string(),
            other => format!("`{other}`"),
        };
        let mut rest: Vec<&str> = self.expected.iter().map(|terminal| terminal.trim_matches('"')).collect();
        rest.retain(|terminal| !groups.iter().any(|group| group.covers(terminal)));
        rest.sort_by_key(|&terminal| match terminal {
            "end" | "fi" | "od" | "else" | "elsif" => 2,
            ";" => 1,
            _ => 0,
        });
        let names = groups.iter().map(|group| group.name.to_string());
        let all: Vec<String> = names.chain(rest.into_iter().map(spelled)).collect();
        match all.as_slice() {
            [] => String::new(),
            [one] => one.clone(),
            [most @ .., last] => format!("{} or {last}", most.join(", ")),
        }
    }
}
