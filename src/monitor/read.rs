//! The text of a monitor.

use super::token::{Kind, Token, tokens, without_comments};
use super::{Monitor, Rule, State, Target};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::{meant, meant_or_there};
use crate::ltl::formula::{Ltl, LtlGraph};
use crate::ltl::parse::{self, Atom};
use std::collections::HashMap;

/// Reads a monitor. What is wrong or doubtful about it is added to the remarks; if it is wrong, there is none.
pub fn read(source: &Source, remarks: &mut Diagnostics) -> Option<Monitor> {
    let text = match std::str::from_utf8(source.bytes()) {
        Ok(text) => text,
        Err(error) => {
            let span = Span::new(error.valid_up_to(), error.valid_up_to() + 1);
            remarks.push(Diagnostic::error("not-utf-8", span, "the monitor is not UTF-8"));
            return None;
        }
    };
    let text = without_comments(text);
    let before = remarks.errors();
    let tokens = tokens(&text, remarks);
    let mut reader = Reader {
        text: &text,
        tokens: &tokens,
        at: 0,
        remarks,
        graph: LtlGraph::default(),
        atoms: Vec::new(),
        stack: Vec::new(),
        stack_numbers: HashMap::new(),
    };
    let mut states = Vec::new();
    while reader.at < tokens.len() {
        states.push(reader.state()?);
    }
    let Reader { graph, atoms, stack, remarks, .. } = reader;
    let states = resolved(&states, &text, remarks)?;
    (remarks.errors() == before).then_some(Monitor { graph, atoms, stack, states })
}

/// A state whose rules lead to names.
struct Named {
    name: Span,
    rules: Vec<NamedRule>,
}

struct NamedRule {
    when: Ltl,
    below: Vec<(usize, bool)>,
    to: Span,
    /// Words for an error, without the quotes.
    words: Option<Span>,
}

const ERROR: &str = "error";

/// The states with the numbers of those to which their rules lead.
fn resolved(named: &[Named], text: &str, remarks: &mut Diagnostics) -> Option<Vec<State>> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let end = text.trim_end().len();
    if named.is_empty() {
        let remark = Diagnostic::error("no-state", Span::new(end, end), "a monitor has a state at least");
        remarks.push(remark.hint("as in `state idle { on call f goto error; }`"));
        return None;
    }
    for (number, state) in named.iter().enumerate() {
        let name = &text[state.name.range()];
        if name == ERROR {
            remarks.push(
                Diagnostic::error("reserved", state.name, "`error` is where rules lead that nothing must follow")
                    .hint("give the state another name"),
            );
        } else if let Some(first) = numbers.insert(name, number) {
            let remark = Diagnostic::error("declared-twice", state.name, format!("there are two states `{name}`"));
            remarks.push(remark.related(named[first].name, "the first one"));
        }
    }
    let mut states = Vec::with_capacity(named.len());
    for state in named {
        let mut rules = Vec::with_capacity(state.rules.len());
        for NamedRule { when, below, to, words } in &state.rules {
            let name = &text[to.range()];
            let to = match (name, numbers.get(name)) {
                (ERROR, _) => Target::Error(words.map(|words| text[words.range()].to_string())),
                (_, Some(&number)) => Target::State(number),
                (_, None) => {
                    let known = named.iter().map(|state| &text[state.name.range()]);
                    let message = format!("there is no state `{name}`{}", meant_or_there(name, known));
                    remarks.push(Diagnostic::error("unknown-state", *to, message));
                    continue;
                }
            };
            rules.push(Rule { when: *when, below: below.clone(), to });
        }
        states.push(State { name: text[state.name.range()].to_string(), rules });
    }
    if !remarks.has_errors() {
        doubts(named, &states, remarks);
    }
    Some(states)
}

/// What is no mistake, but hardly meant.
fn doubts(named: &[Named], states: &[State], remarks: &mut Diagnostics) {
    let mut is_entered = vec![false; states.len()];
    is_entered[0] = true;
    let mut open = vec![0];
    let mut errs = false;
    while let Some(state) = open.pop() {
        for rule in &states[state].rules {
            match rule.to {
                Target::State(to) if !std::mem::replace(&mut is_entered[to], true) => open.push(to),
                Target::State(_) => {}
                Target::Error(_) => errs = true,
            }
        }
    }
    for (state, _) in named.iter().zip(&is_entered).filter(|(_, is_entered)| !**is_entered) {
        remarks.push(Diagnostic::warning("never-entered", state.name, "no rule leads to this state"));
    }
    if !errs {
        let remark =
            Diagnostic::warning("no-error", named[0].name, "no rule leads to an error: every program is right");
        remarks.push(remark.hint("`on call f goto error \"…\";`"));
    }
}

struct Reader<'t, 'r> {
    /// The text without its comments.
    text: &'t str,
    tokens: &'t [Token],
    /// The next token.
    at: usize,
    remarks: &'r mut Diagnostics,
    graph: LtlGraph,
    atoms: Vec<(Atom, Span)>,
    stack: Vec<(String, Span)>,
    stack_numbers: HashMap<&'t str, usize>,
}

impl<'t> Reader<'t, '_> {
    fn state(&mut self) -> Option<Named> {
        self.word("state", "a monitor is made of states, as in `state idle { … }`")?;
        let name = self.name("the name of a state")?;
        self.sign(b'{', "the rules of a state stand in braces")?;
        let mut rules = Vec::new();
        while !self.skips(Kind::Sign(b'}')) {
            rules.push(self.rule()?);
        }
        Some(Named { name, rules })
    }

    fn rule(&mut self) -> Option<NamedRule> {
        self.word("on", "a rule begins with `on`, a state ends with `}`")?;
        let when = self.condition()?;
        let mut below = Vec::new();
        while !self.is_word("goto") {
            let is_wanted = self.is_word("if");
            if !is_wanted && !self.is_word("unless") {
                return self.fail("`goto`", "as in `on call f unless below g goto NAME;`");
            }
            self.at += 1;
            self.word("below", "`if` and `unless` ask for the stack, as in `unless below f`")?;
            let name = self.name("the name of a procedure")?;
            below.push((self.below(name), is_wanted));
        }
        self.at += 1;
        let to = self.name("the name of a state, or `error`")?;
        let is_error = &self.text[to.range()] == ERROR;
        let words = self.peek().filter(|token| is_error && token.kind == Kind::Text);
        self.at += usize::from(words.is_some());
        self.sign(
            b';',
            if is_error { "a rule ends with `;`" } else { "a rule ends with `;`; only an error has words" },
        )?;
        let words = words.map(|Token { span, .. }| Span::new(span.range().start + 1, span.range().end - 1));
        Some(NamedRule { when, below, to, words })
    }

    /// The condition up to the word that ends it.
    fn condition(&mut self) -> Option<Ltl> {
        let first = self.peek();
        let mut depth = 0_usize;
        while let Some(token) = self.peek() {
            match token.kind {
                Kind::Sign(b'{') => depth += 1,
                Kind::Sign(b'}') if depth > 0 => depth -= 1,
                // What is missing is missing here, not where the text happens to go on.
                Kind::Sign(b'}' | b';') => break,
                Kind::Word if depth == 0 && ["if", "unless", "goto"].iter().any(|word| self.is_word(word)) => {
                    let (start, end) = (first.map_or(0, |first| first.span.range().start), token.span.range().start);
                    let within = Span::new(start, end.max(start));
                    let parsed = parse::condition(self.text, within, &mut self.graph, self.remarks)?;
                    for (id, atom, span) in parsed.atoms {
                        if id.index() == self.atoms.len() {
                            self.atoms.push((atom, span));
                        }
                    }
                    return Some(parsed.formula);
                }
                _ => {}
            }
            self.at += 1;
        }
        self.fail("`goto`", "as in `on call f goto NAME;`")
    }

    /// The number of a procedure that may be below.
    fn below(&mut self, name: Span) -> usize {
        let text = &self.text[name.range()];
        let next = self.stack.len();
        let number = *self.stack_numbers.entry(text).or_insert(next);
        if number == next {
            self.stack.push((text.to_string(), name));
        }
        number
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).copied()
    }

    fn is_word(&self, word: &str) -> bool {
        self.peek().is_some_and(|token| token.kind == Kind::Word && &self.text[token.span.range()] == word)
    }

    fn skips(&mut self, kind: Kind) -> bool {
        let is_there = self.peek().is_some_and(|token| token.kind == kind);
        self.at += usize::from(is_there);
        is_there
    }

    fn word(&mut self, word: &str, hint: &str) -> Option<()> {
        if !self.is_word(word) {
            return self.fail(&format!("`{word}`"), hint);
        }
        self.at += 1;
        Some(())
    }

    fn sign(&mut self, sign: u8, hint: &str) -> Option<()> {
        if self.skips(Kind::Sign(sign)) {
            return Some(());
        }
        self.fail(&format!("`{}`", sign as char), hint)
    }

    fn name(&mut self, what: &str) -> Option<Span> {
        match self.peek() {
            Some(Token { kind: Kind::Word, span }) => {
                self.at += 1;
                Some(span)
            }
            _ => self.fail(what, ""),
        }
    }

    /// Something else stands here than what was expected.
    fn fail<T>(&mut self, expected: &str, hint: &str) -> Option<T> {
        let end = self.text.trim_end().len();
        let (span, found) = match self.peek() {
            Some(token) => (token.span, format!("`{}`", &self.text[token.span.range()])),
            None => (Span::new(end, end), "the end".to_string()),
        };
        let word = found.trim_matches('`');
        let nearest = meant(word, [expected.trim_matches('`')]);
        let remark = Diagnostic::error("syntax", span, format!("expected {expected}, found {found}{nearest}"));
        self.remarks.push(if hint.is_empty() { remark } else { remark.hint(hint) });
        None
    }
}
