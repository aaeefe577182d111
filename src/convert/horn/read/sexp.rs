//! S-expressions of SMT-LIB with their places.

use crate::lang::source::{Diagnostic, Source, Span};
use std::borrow::Cow;
use std::ops::Range;

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Sexp(u32);

/// What a node is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Kind {
    /// The place of a symbol, without the bars that it may stand between.
    Symbol(Span),
    /// A number, a string or a keyword.
    Other,
    /// What stands between parentheses: a part of the list of all children.
    List(Range<usize>),
}

/// All expressions of a text.
#[derive(Debug)]
pub(crate) struct Tree<'s> {
    source: &'s Source,
    nodes: Vec<(Kind, Span)>,
    children: Vec<Sexp>,
    /// The outermost expressions.
    pub(crate) roots: Vec<Sexp>,
}

impl<'s> Tree<'s> {
    /// Reads all of a text.
    ///
    /// # Errors
    /// The first place where it is none.
    pub fn read(source: &'s Source) -> Result<Tree<'s>, Box<Diagnostic>> {
        let mut tree = Tree { source, nodes: Vec::new(), children: Vec::new(), roots: Vec::new() };
        // Where each open list begins, and how much was complete then.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut done: Vec<Sexp> = Vec::new();
        let mut at = 0;
        while let Some(&byte) = source.bytes().get(at) {
            let start = at;
            let rest = &source.bytes()[at..];
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => at += 1,
                b';' => at += rest.iter().take_while(|&&byte| byte != b'\n').count(),
                b'(' => {
                    open.push((at, done.len()));
                    at += 1;
                }
                b')' => {
                    at += 1;
                    let Some((begin, first)) = open.pop() else {
                        return Err(error("parenthesis", start, at, "this parenthesis closes nothing"));
                    };
                    let from = tree.children.len();
                    tree.children.extend(done.drain(first..));
                    let kind = Kind::List(from..tree.children.len());
                    done.push(tree.node(kind, Span::new(begin, at)));
                }
                _ => {
                    let (kind, length) = atom(rest, at)?;
                    at += length;
                    done.push(tree.node(kind, Span::new(start, at)));
                }
            }
        }
        if let Some((begin, _)) = open.pop() {
            return Err(error("parenthesis", begin, begin + 1, "this parenthesis is not closed"));
        }
        tree.roots = done;
        Ok(tree)
    }

    fn node(&mut self, kind: Kind, span: Span) -> Sexp {
        self.nodes.push((kind, span));
        Sexp(self.nodes.len() as u32 - 1)
    }

    /// Where an expression stands.
    pub(crate) fn span(&self, sexp: Sexp) -> Span {
        self.nodes[sexp.0 as usize].1
    }

    /// The name, if the expression is a symbol.
    pub(crate) fn symbol(&self, sexp: Sexp) -> Option<Cow<'s, str>> {
        match self.nodes[sexp.0 as usize].0 {
            Kind::Symbol(span) => Some(self.source.text(span)),
            _ => None,
        }
    }

    /// The parts, if the expression is a list.
    pub(crate) fn list(&self, sexp: Sexp) -> Option<&[Sexp]> {
        match &self.nodes[sexp.0 as usize].0 {
            Kind::List(range) => Some(&self.children[range.clone()]),
            _ => None,
        }
    }
}

/// The atom that a text begins with, and its length.
fn atom(text: &[u8], at: usize) -> Result<(Kind, usize), Box<Diagnostic>> {
    let delimiter = text[0];
    if matches!(delimiter, b'|' | b'"') {
        let what = if delimiter == b'|' { "symbol" } else { "string" };
        let Some(length) = text[1..].iter().position(|&byte| byte == delimiter) else {
            return Err(error("unterminated", at, at + 1, &format!("this {what} does not end")));
        };
        let inside = Span::new(at + 1, at + 1 + length);
        return Ok((if delimiter == b'|' { Kind::Symbol(inside) } else { Kind::Other }, length + 2));
    }
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || b"~!@$%^&*_-+=<>.?/:#".contains(byte);
    match text.iter().take_while(|byte| is_part(byte)).count() {
        0 => Err(error("character", at, at + 1, "this character stands in no expression")),
        length if delimiter.is_ascii_digit() || b":#".contains(&delimiter) => Ok((Kind::Other, length)),
        length => Ok((Kind::Symbol(Span::new(at, at + length)), length)),
    }
}

fn error(code: &'static str, start: usize, end: usize, message: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, Span::new(start, end), message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(tree: &Tree, sexp: Sexp) -> String {
        match (tree.symbol(sexp), tree.list(sexp)) {
            (Some(name), _) => name.into_owned(),
            (None, Some(parts)) => {
                format!("[{}]", parts.iter().map(|&part| shown(tree, part)).collect::<Vec<_>>().join(" "))
            }
            (None, None) => "?".into(),
        }
    }

    #[test]
    fn expressions_are_read() {
        let source = Source::new("x", "(a |b c| ; no )\n (d 12 :key \"s)\") ()) ".replacen("())", "()", 1) + ")x");
        let tree = Tree::read(&source).expect("expressions");
        let all: Vec<String> = tree.roots.iter().map(|&root| shown(&tree, root)).collect();
        assert_eq!(all, ["[a b c [d ? ? ?] []]", "x"]);
        assert_eq!(source.text(tree.span(tree.list(tree.roots[0]).expect("a list")[1])), "|b c|");
    }

    #[test]
    fn what_is_none_is_told() {
        for (text, place, code) in [
            (")", 0, "parenthesis"),
            ("(a (b)", 0, "parenthesis"),
            ("a |b", 2, "unterminated"),
            ("a é", 2, "character"),
        ] {
            let bad = Tree::read(&Source::new("x", text)).expect_err(text);
            assert_eq!((bad.span.start, bad.code), (place, code), "{text}");
        }
        let deep = "(".repeat(100_000) + &")".repeat(100_000);
        assert!(Tree::read(&Source::new("x", deep)).is_ok());
    }
}
