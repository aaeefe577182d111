//! The text of formulas.
//!
//! ```text
//! f    ::= true | false | 1 | 0 | atom | ( f ) | ! f | X f | F f | G f | <> f | [] f | f BIN f
//! BIN  ::= U | R | V | W | M | & | && | "|" | "||" | -> | <-> | xor
//! atom ::= LABEL | PROC:LABEL | "in" PROC | "at" LINE | "call" PROC | "return" PROC | PROC:entry | PROC:exit | { expr } | end | violation
//!        | STATE | SYMBOL | "<" (STATE | ".") "," [ SYMBOL [ ".*" ] | ".*" ] ">"
//! ```
//!
//! The atoms of the last line are those of pushdown systems; names of control states and symbols that are no words of formulas stand in `< >`.
//!
//! From tight to loose: `! X F G`, `U R V W M`, `&`, `xor`, `|`, `-> <->`, as Spot has it; `U` and its like and the last two are taken from
//! the right. Moped binds otherwise: `a U b || c` is `a U (b || c)`, and `<>a && b` is `<>(a && b)`. A text that is another formula there is
//! refused, unless a [`Manner`] says which one is meant.

mod atom;
mod head;
mod ladder;

#[cfg(test)]
mod tests;
mod token;

pub use atom::{Atom, Top};

use super::formula::{AtomId, Binary, Ltl, LtlGraph, Node, Unary};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::meant;
use ladder::{Fault, Ladder};
use token::{Kind, Token};

/// Which operators bind tighter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// As in Spot, and a text that Moped reads as another formula is refused.
    #[default]
    Undisputed,
    /// As in Spot.
    Standard,
    /// As in Moped.
    Moped,
}

/// A formula that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parsed {
    /// The formula, of the graph that was handed in.
    pub formula: Ltl,
    /// Its atoms, each with the first place where it stands, in the order of these places.
    pub atoms: Vec<(AtomId, Atom, Span)>,
}

/// Words of other languages, and what is meant by them.
const FOREIGN: [(&str, &str); 15] = [
    ("always", "G"),
    ("and", "&"),
    ("equiv", "<->"),
    ("eventually", "F"),
    ("finally", "F"),
    ("globally", "G"),
    ("iff", "<->"),
    ("implies", "->"),
    ("next", "X"),
    ("not", "!"),
    ("or", "|"),
    ("release", "R"),
    ("releases", "R"),
    ("unless", "W"),
    ("until", "U"),
];

/// Reads a formula into the graph. What is wrong with the text is added to the remarks; then there is none.
pub fn parse(source: &Source, manner: Manner, graph: &mut LtlGraph, remarks: &mut Diagnostics) -> Option<Parsed> {
    let within = Span::new(0, source.bytes().len());
    let text = match std::str::from_utf8(source.bytes()) {
        Ok(text) => text,
        Err(error) => {
            let span = Span::new(error.valid_up_to(), error.valid_up_to() + 1);
            remarks.push(Diagnostic::error("not-utf-8", span, "the formula is not UTF-8"));
            return None;
        }
    };
    let tokens = tokens(text, within, remarks)?;
    let ladder = if manner == Manner::Moped { Ladder::Moped } else { Ladder::Standard };
    let formula =
        ladder.read(&tokens, graph).map_err(|fault| remarks.push(told(&fault, &tokens, text, within))).ok()?;
    if manner == Manner::Undisputed
        && let Ok(other) = Ladder::Moped.read(&tokens, graph)
        && other != formula
    {
        remarks.push(two_readings(formula, other, text, graph));
        return None;
    }
    Some(Parsed { formula, atoms: atoms(&tokens, graph) })
}

/// Reads a formula about one position, without operators that speak of others, which is a part of a text. What is wrong with it is added to the
/// remarks; then there is none.
pub fn condition(text: &str, within: Span, graph: &mut LtlGraph, remarks: &mut Diagnostics) -> Option<Parsed> {
    let tokens = tokens(text, within, remarks)?;
    if let Some(token) = tokens.iter().find(|token| speaks_of_others(&token.kind)) {
        let message = format!("`{}` speaks of other positions", &text[token.span.range()]);
        remarks.push(
            Diagnostic::error("operator", token.span, message)
                .hint("a condition has `!`, `&`, `xor`, `|`, `->` and `<->`"),
        );
        return None;
    }
    let read = Ladder::Standard.read(&tokens, graph);
    let formula = read.map_err(|fault| remarks.push(told(&fault, &tokens, text, within))).ok()?;
    Some(Parsed { formula, atoms: atoms(&tokens, graph) })
}

fn speaks_of_others(kind: &Kind) -> bool {
    match kind {
        Kind::Unary(operator) => *operator != Unary::Not,
        Kind::Binary(operator) => {
            use Binary::{And, Iff, Implies, Or, Xor};
            !matches!(operator, And | Or | Xor | Implies | Iff)
        }
        Kind::Open | Kind::Close | Kind::Constant(_) | Kind::Atom(_) => false,
    }
}

/// The tokens of a part of a text, if all of it are some.
fn tokens(text: &str, within: Span, remarks: &mut Diagnostics) -> Option<Vec<Token>> {
    let before = remarks.errors();
    let tokens = token::tokens(text, within, remarks);
    (remarks.errors() == before).then_some(tokens)
}

/// The atoms among the tokens, which are in the graph already.
fn atoms(tokens: &[Token], graph: &mut LtlGraph) -> Vec<(AtomId, Atom, Span)> {
    let mut atoms = Vec::new();
    let mut is_listed = Vec::new();
    for Token { kind, span } in tokens {
        let Kind::Atom(atom) = kind else { continue };
        let formula = graph.atom(&atom.to_string());
        if let Node::Atom(id) = graph.node(formula) {
            is_listed.resize(graph.atoms().len(), false);
            if !std::mem::replace(&mut is_listed[id.index()], true) {
                atoms.push((id, atom.clone(), *span));
            }
        }
    }
    atoms
}

fn two_readings(formula: Ltl, other: Ltl, text: &str, graph: &LtlGraph) -> Diagnostic {
    let start = text.len() - text.trim_start().len();
    let span = Span::new(start, text.trim_end().len().max(start));
    Diagnostic::error("two-readings", span, "tools disagree about which operators bind tighter here")
        .label(format!("`{}`, but to Moped `{}`", graph.show(formula), graph.show(other)))
        .hint("put parentheses; `--dialect moped` reads it as Moped does")
}

fn told(fault: &Fault, tokens: &[Token], text: &str, within: Span) -> Diagnostic {
    let end = within.range().start + text[within.range()].trim_end().len();
    let place = |index: usize| tokens.get(index).map_or(Span::new(end, end), |token| token.span);
    let found = |index: usize| match tokens.get(index) {
        Some(token) => format!("`{}`", &text[token.span.range()]),
        None => "the end".to_string(),
    };
    match *fault {
        Fault::NoFormula(0) if tokens.is_empty() => {
            Diagnostic::error("syntax", place(0), "there is no formula").hint("such as `G (lock -> F unlock)`")
        }
        Fault::NoFormula(index) => {
            let remark =
                Diagnostic::error("syntax", place(index), format!("expected a formula, found {}", found(index)));
            match tokens.get(index).map(|token| &token.kind) {
                Some(Kind::Binary(_)) if ["U", "R", "V", "W", "M", "xor"].contains(&&text[place(index).range()]) => {
                    let word = &text[place(index).range()];
                    remark.hint(format!("a label that is called `{word}` is written with its procedure, `main:{word}`"))
                }
                _ => remark,
            }
        }
        Fault::NoOperator(index) => {
            let remark =
                Diagnostic::error("syntax", place(index), format!("expected an operator, found {}", found(index)));
            match [index.checked_sub(1), Some(index)].into_iter().flatten().find_map(|index| foreign(&tokens[index])) {
                Some(hint) => remark.hint(hint),
                None => remark,
            }
        }
        Fault::Closes(span) => Diagnostic::error("parenthesis", span, "this parenthesis closes nothing"),
        Fault::IsOpen(span) => Diagnostic::error("parenthesis", span, "this parenthesis is not closed"),
    }
}

/// What a name is meant to be that stands beside another formula without an operator.
fn foreign(token: &Token) -> Option<String> {
    let Kind::Atom(Atom::Label { procedure: None, label }) = &token.kind else { return None };
    let lower = label.to_ascii_lowercase();
    if let Some((word, sign)) = FOREIGN.iter().find(|(word, _)| *word == lower) {
        return Some(format!("`{word}` is written `{sign}`"));
    }
    if label.len() == 1 && "xfgurvwm".contains(label.as_str()) {
        return Some(format!("operators are capital letters: is `{}` meant?", label.to_ascii_uppercase()));
    }
    if label.chars().all(|c| "GFX".contains(c)) {
        let apart: Vec<String> = label.chars().map(String::from).collect();
        return Some(format!("operators are words: is `{}` meant?", apart.join(" ")));
    }
    meant(label, ["xor", "true", "false"]).strip_prefix(": ").map(str::to_string)
}
