//! The words and signs of formulas.

use super::atom::Atom;
use super::head;
use crate::lang::source::{Diagnostic, Diagnostics, Span};
use crate::ltl::formula::{Binary, Unary};
use std::ops::Range;

/// A word or a sign, with its place.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) span: Span,
}

/// What a token is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Open,
    Close,
    Constant(bool),
    Atom(Atom),
    Unary(Unary),
    Binary(Binary),
}

/// The signs, longer ones before those that they begin with.
const SIGNS: [(&str, Kind); 13] = [
    ("<->", Kind::Binary(Binary::Iff)),
    ("->", Kind::Binary(Binary::Implies)),
    ("<>", Kind::Unary(Unary::Finally)),
    ("[]", Kind::Unary(Unary::Globally)),
    ("&&", Kind::Binary(Binary::And)),
    ("&", Kind::Binary(Binary::And)),
    ("||", Kind::Binary(Binary::Or)),
    ("|", Kind::Binary(Binary::Or)),
    ("!", Kind::Unary(Unary::Not)),
    ("(", Kind::Open),
    (")", Kind::Close),
    ("1", Kind::Constant(true)),
    ("0", Kind::Constant(false)),
];

/// Signs of other languages, and what is meant by them.
const FOREIGN: [(&str, &str); 6] = [
    ("<=>", "equivalence is written `<->`"),
    ("=>", "implication is written `->`"),
    ("==", "variables are compared in braces, `{x = y}`"),
    ("=", "variables are compared in braces, `{x = y}`"),
    ("^", "exactly one of two is written `xor`"),
    ("~", "negation is written `!`"),
];

/// The tokens of a part of a text. What is none is an error, and is left out.
pub(super) fn tokens(text: &str, within: Span, remarks: &mut Diagnostics) -> Vec<Token> {
    let Range { start, end } = within.range();
    let mut lexer = Lexer { text: &text[..end], at: start, remarks };
    let mut tokens = Vec::new();
    while lexer.skip_blanks() {
        let start = lexer.at;
        if let Some(kind) = lexer.next() {
            tokens.push(Token { kind, span: Span::new(start, lexer.at) });
        }
    }
    tokens
}

struct Lexer<'t> {
    text: &'t str,
    at: usize,
    remarks: &'t mut Diagnostics,
}

impl<'t> Lexer<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Goes to the next token; false at the end.
    fn skip_blanks(&mut self) -> bool {
        self.at = self.text.len() - self.rest().trim_start().len();
        self.at < self.text.len()
    }

    /// The token here; at least one character is passed.
    fn next(&mut self) -> Option<Kind> {
        let start = self.at;
        if let Some(word) = self.word() {
            return self.of_word(word, start);
        }
        if self.rest().starts_with('{') {
            return self.expression();
        }
        if let Some((foreign, hint)) = FOREIGN.iter().find(|(foreign, _)| self.rest().starts_with(foreign)) {
            self.at += foreign.len();
            return self.fail("unknown-character", start, format!("`{foreign}` is not an operator of formulas"), hint);
        }
        let digits = self.digits();
        if digits.len() > 1 {
            return self.fail("number", start, "a number is no formula", "the statement on line 7 is `at 7`");
        }
        self.at = start;
        if let Some((sign, kind)) = SIGNS.iter().find(|(sign, _)| self.rest().starts_with(sign)) {
            self.at += sign.len();
            return Some(kind.clone());
        }
        if self.rest().starts_with('<') {
            return self.head(start);
        }
        let character = self.rest().chars().next().unwrap_or_default();
        self.at += character.len_utf8();
        let hint = "operators are `! X F G`, `U R W M`, `&`, `|`, `->`, `<->` and `xor`";
        self.fail("unknown-character", start, format!("`{}` is no part of a formula", character.escape_debug()), hint)
    }

    /// A name or a word that begins here, and is passed.
    fn word(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let begins = rest.starts_with(|c: char| c.is_ascii_alphabetic() || "_$".contains(c));
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_$#".contains(c))).unwrap_or(rest.len());
        self.at += if begins { end } else { 0 };
        begins.then(|| &rest[..end])
    }

    /// Whether a name comes next that is no operator: two labels never stand side by side.
    fn is_followed_by_a_name(&mut self) -> bool {
        let (before, _) = (self.at, self.skip_blanks());
        let name = self.word();
        self.at = before;
        name.is_some_and(|name| !["U", "R", "V", "W", "M", "xor"].contains(&name))
    }

    fn digits(&mut self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    fn of_word(&mut self, word: &str, start: usize) -> Option<Kind> {
        if self.rest().starts_with(':') {
            self.at += 1;
            return self.place_of(word, start);
        }
        Some(match word {
            "true" => Kind::Constant(true),
            "false" => Kind::Constant(false),
            "X" => Kind::Unary(Unary::Next),
            "F" => Kind::Unary(Unary::Finally),
            "G" => Kind::Unary(Unary::Globally),
            "U" => Kind::Binary(Binary::Until),
            "R" | "V" => Kind::Binary(Binary::Release),
            "W" => Kind::Binary(Binary::WeakUntil),
            "M" => Kind::Binary(Binary::StrongRelease),
            "xor" => Kind::Binary(Binary::Xor),
            "end" => Kind::Atom(Atom::End),
            "violation" => Kind::Atom(Atom::Violation),
            "in" => {
                self.skip_blanks();
                let Some(procedure) = self.word() else {
                    let hint = "a label that is called `in` is written with its procedure, `main:in`";
                    return self.fail("atom", start, "`in` is followed by the name of a procedure", hint);
                };
                Kind::Atom(Atom::In(procedure.to_string()))
            }
            "at" => {
                self.skip_blanks();
                let Ok(line) = self.digits().parse() else {
                    let hint = "a label that is called `at` is written with its procedure, `main:at`";
                    return self.fail("atom", start, "`at` is followed by the number of a line", hint);
                };
                Kind::Atom(Atom::At(line))
            }
            "call" | "return" if self.is_followed_by_a_name() => {
                self.skip_blanks();
                let procedure = self.word().unwrap_or_default().to_string();
                Kind::Atom(if word == "call" { Atom::Call(procedure) } else { Atom::Return(procedure) })
            }
            label => Kind::Atom(Atom::Label { procedure: None, label: label.to_string() }),
        })
    }

    /// A place of a procedure, behind the colon.
    fn place_of(&mut self, procedure: &str, start: usize) -> Option<Kind> {
        let Some(place) = self.word() else {
            let hint = "places of a procedure are its labels, `entry` and `exit`";
            return self.fail("atom", start, format!("`{procedure}:` is followed by a label"), hint);
        };
        let procedure = procedure.to_string();
        Some(Kind::Atom(match place {
            "entry" => Atom::Entry(procedure),
            "exit" => Atom::Exit(procedure),
            label => Atom::Label { procedure: Some(procedure), label: label.to_string() },
        }))
    }

    /// An expression, up to the brace that closes it: names of variables may have braces of their own.
    fn expression(&mut self) -> Option<Kind> {
        let (start, rest) = (self.at, self.rest());
        let mut depth = 0_usize;
        for (offset, character) in rest.char_indices() {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.at += offset + 1;
                let text = rest[1..offset].trim();
                if text.is_empty() {
                    return self.fail("atom", start, "there is no expression in these braces", "as in `{x & !y}`");
                }
                return Some(Kind::Atom(Atom::Expression(text.to_string())));
            }
        }
        self.at = start + 1;
        let failed = self.fail("parenthesis", start, "this brace is not closed", "an expression ends with `}`");
        self.at = self.text.len();
        failed
    }

    /// A head, up to the sign that closes it.
    fn head(&mut self, start: usize) -> Option<Kind> {
        let rest = self.rest();
        let end = rest.find('>').map_or(rest.len(), |end| end + 1);
        self.at += end;
        match head::read(&rest[..end]) {
            Some(atom) => Some(Kind::Atom(atom)),
            None => self.fail("atom", start, "this is no head", "heads are `<p, a>`, `<., a>`, `<p, .*>` and `<p, >`"),
        }
    }

    fn fail(&mut self, code: &'static str, start: usize, message: impl Into<String>, hint: &str) -> Option<Kind> {
        self.remarks.push(Diagnostic::error(code, Span::new(start, self.at), message).hint(hint));
        None
    }
}
