//! From text to a pushdown system. A statement is one line, so each line that is wrong is reported, and the rest is read.

mod claims;

use super::lexer::{Token, hint};
use super::spelling::doubt;
use super::{Configuration, Pattern, Piece, PushdownSystem, Rule, StateId, SymbolId};
use crate::lang::source::{Diagnostic, Diagnostics, Source, Span};
use crate::lang::spelling::meant;
use logos::Logos;
use rustc_hash::{FxHashMap, FxHashSet};

/// A pushdown system with the way back to its text.
#[derive(Clone, Debug)]
pub struct Parsed {
    /// The system. Its names are numbered in the order in which its printed text has them.
    pub system: PushdownSystem,
    /// For each initial configuration where it stands.
    pub initial: Vec<Span>,
    /// For each rule where it stands.
    pub rules: Vec<Span>,
    /// For each target where it stands.
    pub targets: Vec<Span>,
    /// For each formula where it stands, within its quotation marks.
    pub formulas: Vec<Span>,
}

/// Reads a pushdown system; `None` if the text has errors. Remarks go to `diagnostics`.
pub fn parse(source: &Source, diagnostics: &mut Diagnostics) -> Option<Parsed> {
    let mut statements = Statements::default();
    if source.bytes().len() > Source::MAX_LEN {
        diagnostics.push(Diagnostic::error("too-large", Span::new(0, 0), "the input is larger than 4 GiB"));
        return None;
    }
    let mut lexer = Lexer { source, inner: Token::lexer(source.bytes()) };
    let mut tokens = Vec::new();
    while let Some(is_right) = lexer.line(&mut tokens, diagnostics) {
        if is_right && !tokens.is_empty() {
            let result = Line { source, tokens: &tokens, at: 0 }.statement(&mut statements);
            result.unwrap_or_else(|error| diagnostics.push(*error));
        }
    }
    doubt(source, "control state", statements.states(), diagnostics);
    doubt(source, "stack symbol", statements.symbols(), diagnostics);
    let parsed = statements.build(source, diagnostics);
    diagnostics.sort();
    (!diagnostics.has_errors()).then_some(parsed)
}

impl Parsed {
    /// Whether no run can reach a target because there is none, or no run at all. A warning says so. Where formulas are asked, no target is missing.
    pub fn is_trivial(&self, diagnostics: &mut Diagnostics) -> bool {
        let mut doubt = |code, what: &str, hint| {
            let message = format!("{what}: the answer is SAFE, whatever the rules are");
            diagnostics.push(Diagnostic::warning(code, Span::default(), message).hint(hint));
        };
        let asks = !self.system.targets().is_empty() || !self.system.formulas().is_empty();
        let (begins, ends) = (!self.system.initial().is_empty(), asks);
        if !begins {
            doubt("no-init", "there is no initial configuration", "`init <p, a>` says where runs begin");
        }
        if !ends {
            doubt("no-target", "there is no target", "`target <p, a .*>` says what no run may reach");
        }
        !(begins && ends)
    }
}

/// Whether a text has more than empty lines and comments.
pub fn has_statements(source: &Source) -> bool {
    Token::lexer(source.bytes()).any(|token| token != Ok(Token::LineEnd))
}

/// Reads a set of configurations of a system, such as `<p, a .*>`; `None` if the text has errors.
pub fn parse_pattern(source: &Source, system: &PushdownSystem, diagnostics: &mut Diagnostics) -> Option<Pattern> {
    let mut lexer = Lexer { source, inner: Token::lexer(source.bytes()) };
    let (mut tokens, mut line) = (Vec::new(), Vec::new());
    while lexer.line(&mut line, diagnostics).is_some() {
        tokens.append(&mut line);
    }
    if diagnostics.has_errors() {
        return None;
    }
    let mut line = Line { source, tokens: &tokens, at: 0 };
    match line
        .pattern()
        .and_then(|raw| line.end().map(|()| raw).map_err(|error| Box::new(Diagnostic { hint: None, ..*error })))
    {
        Ok(raw) => {
            let states = (0..system.state_count()).map(|state| system.state_name(StateId(state as u32)));
            let symbols = (0..system.symbol_count()).map(|symbol| system.symbol_name(SymbolId(symbol as u32)));
            let mut unknown = |kind: &str, span: Span, meant: String| {
                let message = format!("there is no {kind} `{}`{meant}", source.text(span));
                diagnostics.push(Diagnostic::error("unknown-name", span, message).label("the system does not name it"));
            };
            let state = raw.state.and_then(|span| {
                let found = system.find_state(&source.text(span));
                found.is_none().then(|| unknown("control state", span, meant(&source.text(span), states)));
                found
            });
            let symbol = |span| {
                let found = system.find_symbol(&source.text(span));
                found.is_none().then(|| unknown("stack symbol", span, meant(&source.text(span), symbols.clone())));
                found.unwrap_or(SymbolId(0))
            };
            let stack = pieces(&raw.stack, symbol);
            if diagnostics.has_errors() { None } else { Pattern::new(state, stack) }
        }
        Err(error) => {
            diagnostics.push(*error);
            None
        }
    }
}

/// A configuration whose names are places of the text.
struct RawConfiguration {
    state: Span,
    stack: Vec<Span>,
}

/// A set of configurations; without a state any.
struct RawPattern {
    state: Option<Span>,
    stack: Vec<(Token, Span)>,
    span: Span,
}

#[derive(Default)]
struct Statements {
    initial: Vec<(RawConfiguration, Span)>,
    rules: Vec<(RawConfiguration, RawConfiguration, Span)>,
    targets: Vec<RawPattern>,
    /// Symbols, each with the words that hold where it is on top.
    words: Vec<(Span, Vec<Span>)>,
    /// Formulas, within their quotation marks.
    formulas: Vec<Span>,
}

impl Statements {
    fn configurations(&self) -> impl Iterator<Item = &RawConfiguration> {
        let rules = self.rules.iter().flat_map(|(left, right, _)| [left, right]);
        self.initial.iter().map(|(initial, _)| initial).chain(rules)
    }

    /// Where control states are named.
    fn states(&self) -> impl Iterator<Item = Span> {
        let targets = self.targets.iter().filter_map(|target| target.state);
        self.configurations().map(|configuration| configuration.state).chain(targets)
    }

    /// Where stack symbols are named.
    fn symbols(&self) -> impl Iterator<Item = Span> {
        let targets = self.targets.iter().flat_map(|target| &target.stack);
        let targets = targets.filter(|(token, _)| *token == Token::Name).map(|&(_, span)| span);
        let words = self.words.iter().map(|(symbol, _)| *symbol);
        self.configurations().flat_map(|configuration| configuration.stack.iter().copied()).chain(targets).chain(words)
    }

    /// Numbers the names: initial configurations, then rules, then targets, then words, as the printer writes them.
    fn build(self, source: &Source, diagnostics: &mut Diagnostics) -> Parsed {
        let mut system = PushdownSystem::default();
        let state = |system: &mut PushdownSystem, span| -> StateId { system.state(&source.text(span)) };
        let stack = |system: &mut PushdownSystem, spans: &[Span]| -> Vec<SymbolId> {
            spans.iter().map(|&span| system.symbol(&source.text(span))).collect()
        };
        let (mut begins, mut seen_initial) = (Vec::new(), FxHashMap::default());
        for (raw, span) in self.initial {
            let initial = Configuration { state: state(&mut system, raw.state), stack: stack(&mut system, &raw.stack) };
            if let Some(first) = seen_initial.insert(initial.clone(), span) {
                diagnostics.push(twice("duplicate-init", "initial configuration", span, first));
            }
            system.add_initial(initial);
            begins.push(span);
        }
        let (mut spans, mut seen) = (Vec::new(), FxHashMap::default());
        for (left, right, span) in self.rules {
            let from = state(&mut system, left.state);
            let symbol = stack(&mut system, &left.stack)[0];
            let to = state(&mut system, right.state);
            let rule = Rule { state: from, symbol, to, push: stack(&mut system, &right.stack) };
            if let Some(first) = seen.insert(rule.clone(), span) {
                diagnostics.push(twice("duplicate-rule", "rule", span, first));
            }
            system.add_rule(rule);
            spans.push(span);
        }
        let known = (system.state_count() as u32, system.symbol_count() as u32);
        let mut told = FxHashSet::default();
        let mut doubt = |what: &str, only: &str, name: Span| {
            let message = format!("{what} `{}` occurs in {only} only", source.text(name));
            if told.insert(source.text(name)) {
                diagnostics.push(
                    Diagnostic::warning("unknown-name", name, message)
                        .label("no rule and no initial configuration names it"),
                );
            }
        };
        let mut targets = Vec::new();
        for raw in self.targets {
            let own = raw.state.map(|span| state(&mut system, span));
            if let Some(span) = raw.state.filter(|_| own.is_some_and(|own| own.0 >= known.0)) {
                doubt("control state", "targets", span);
            }
            let stack = pieces(&raw.stack, |span| {
                let symbol = system.symbol(&source.text(span));
                if symbol.0 >= known.1 {
                    doubt("stack symbol", "targets", span);
                }
                symbol
            });
            if let Some(target) = Pattern::new(own, stack) {
                system.add_target(target);
                targets.push(raw.span);
            }
        }
        for (symbol, words) in self.words {
            let id = system.symbol(&source.text(symbol));
            if id.0 >= known.1 {
                doubt("stack symbol", "`atoms`", symbol);
            }
            words.into_iter().for_each(|word| system.add_word(id, &source.text(word)));
        }
        if let (Some(&formula), Some(&target)) = (self.formulas.first(), targets.first()) {
            let message = "a system is asked for targets or for formulas";
            diagnostics.push(
                Diagnostic::error("targets-and-formulas", formula, message)
                    .label("this is a formula")
                    .related(target, "and this is a target")
                    .hint("`bpcheck check --ltl F` asks for a formula that is not in the file"),
            );
        }
        self.formulas.iter().for_each(|&formula| system.add_formula(&source.text(formula)));
        Parsed { system, initial: begins, rules: spans, targets, formulas: self.formulas }
    }
}

fn twice(code: &'static str, what: &str, span: Span, first: Span) -> Diagnostic {
    Diagnostic::warning(code, span, format!("this {what} was given before")).related(first, "here")
}

/// Boxed, since results are mostly right, and small then.
fn wrong<T>(error: Diagnostic) -> Result<T, Box<Diagnostic>> {
    Err(Box::new(error))
}

fn pieces(tokens: &[(Token, Span)], mut symbol: impl FnMut(Span) -> SymbolId) -> Vec<Piece> {
    let piece = |&(token, span): &(Token, Span)| match token {
        Token::Dot => Piece::Any,
        Token::Bar => Piece::Or,
        Token::Star => Piece::Star,
        Token::Open => Piece::Open,
        Token::Close => Piece::Close,
        _ => Piece::Symbol(symbol(span)),
    };
    tokens.iter().map(piece).collect()
}

struct Lexer<'s> {
    source: &'s Source,
    inner: logos::Lexer<'s, Token>,
}

impl Lexer<'_> {
    /// The tokens of the next line, and whether all of it are tokens; `None` behind the last line.
    fn line(&mut self, tokens: &mut Vec<(Token, Span)>, diagnostics: &mut Diagnostics) -> Option<bool> {
        tokens.clear();
        let mut is_right = true;
        let mut any = false;
        while let Some(token) = self.inner.next() {
            any = true;
            let range = self.inner.span();
            match token {
                Ok(Token::LineEnd) => break,
                Ok(token) => tokens.push((token, Span::new(range.start, range.end))),
                Err(()) => {
                    // One remark a line: what follows a foreign character is often foreign, too.
                    if std::mem::replace(&mut is_right, false) {
                        diagnostics.push(self.foreign(range.start));
                    }
                }
            }
        }
        any.then_some(is_right)
    }

    fn foreign(&self, at: usize) -> Diagnostic {
        let bytes = &self.source.bytes()[at..];
        let chunk = bytes[..bytes.len().min(4)].utf8_chunks().next();
        let first = chunk.and_then(|chunk| chunk.valid().chars().next());
        let (shown, width) = match first {
            None => (format!("the byte 0x{:02x}", bytes.first().unwrap_or(&0)), 1),
            Some(c) if c.is_control() => (format!("the control character {:#04x}", u32::from(c)), 1),
            Some(c) => (format!("`{c}`"), c.len_utf8()),
        };
        let message = format!("{shown} is not part of the language");
        let error = Diagnostic::error("unknown-character", Span::new(at, at + width), message).label("not understood");
        match hint(bytes) {
            Some(hint) => error.hint(hint),
            None => error,
        }
    }
}

/// The tokens of a line that is not empty.
struct Line<'s> {
    source: &'s Source,
    tokens: &'s [(Token, Span)],
    at: usize,
}

const EXAMPLE: &str =
    "statements are `init <p, a>`, `<p, a> -> <q, b c>`, `target <q, c .*>`, `ltl \"G F q\"` and `atoms a word, word`";

impl Line<'_> {
    fn statement(&mut self, statements: &mut Statements) -> Result<(), Box<Diagnostic>> {
        let first = self.tokens[0].1;
        match self.word().as_deref() {
            Some("init") => {
                self.at += 1;
                let initial = self.configuration()?;
                self.end()?;
                statements.initial.push((initial, self.span()));
            }
            Some("target") => {
                self.at += 1;
                let target = self.pattern()?;
                self.end()?;
                statements.targets.push(target);
            }
            Some("ltl") => statements.formulas.push(self.formula()?),
            Some("atoms") => statements.words.push(self.words()?),
            None if self.peek() == Some(Token::Less) => {
                let left = self.configuration()?;
                let head = self.tokens[0].1.to(self.tokens[self.at - 1].1);
                self.expect(Token::Arrow, "`->`")?;
                let right = self.configuration()?;
                self.end()?;
                if left.stack.len() != 1 {
                    let message = "the left side of a rule has exactly one symbol";
                    let label = format!("this has {}", left.stack.len());
                    return wrong(Diagnostic::error("rule-head", head, message).label(label).hint(
                        "a rule sees the top of the stack only: the system must keep the rest in its control state",
                    ));
                }
                statements.rules.push((left, right, self.span()));
            }
            _ => return wrong(self.unexpected("`<`, `init`, `target`, `ltl` or `atoms`", first).hint(EXAMPLE)),
        }
        Ok(())
    }

    /// From the first token to the last.
    fn span(&self) -> Span {
        match (self.tokens.first(), self.tokens.last()) {
            (Some(first), Some(last)) => first.1.to(last.1),
            _ => Span::default(),
        }
    }

    /// The next token, if it is a name.
    fn word(&self) -> Option<std::borrow::Cow<'_, str>> {
        let &(token, span) = self.tokens.get(self.at)?;
        (token == Token::Name).then(|| self.source.text(span))
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|&(token, _)| token)
    }

    /// Where the next token is; behind the last one, where it ends.
    fn here(&self) -> Span {
        let behind = self.tokens.last().map_or(Span::default(), |&(_, span)| Span { start: span.end, end: span.end });
        self.tokens.get(self.at).map_or(behind, |&(_, span)| span)
    }

    fn unexpected(&self, expected: &str, at: Span) -> Diagnostic {
        let found = match self.peek() {
            Some(_) => format!("`{}`", self.source.text(at)),
            None => "the end of the line".to_string(),
        };
        Diagnostic::error("syntax", at, format!("expected {expected}, found {found}"))
            .label(format!("expected {expected}"))
    }

    fn expect(&mut self, token: Token, expected: &str) -> Result<Span, Box<Diagnostic>> {
        let here = self.here();
        if self.peek() != Some(token) {
            let error = self.unexpected(expected, here);
            return wrong(if token == Token::Less {
                error.hint("configurations are written `<p, a b>`")
            } else {
                error
            });
        }
        self.at += 1;
        Ok(here)
    }

    fn end(&self) -> Result<(), Box<Diagnostic>> {
        match self.peek() {
            None => Ok(()),
            Some(Token::Arrow) => wrong(self.unexpected("the end of the line", self.here()).hint(EXAMPLE)),
            Some(_) => wrong(self.unexpected("the end of the line", self.here()).hint("a statement is one line")),
        }
    }

    /// A name; ε is none, since papers mean the empty stack by it.
    fn name(&mut self, expected: &str) -> Result<Span, Box<Diagnostic>> {
        let here = self.expect(Token::Name, expected)?;
        if self.source.text(here) == "\u{3b5}" {
            return wrong(
                Diagnostic::error("epsilon", here, "`ε` is no name")
                    .label("not understood")
                    .hint("the empty stack is written by writing nothing: `<q, >`"),
            );
        }
        Ok(here)
    }

    /// `,` behind a state.
    fn comma(&mut self) -> Result<(), Box<Diagnostic>> {
        let here = self.here();
        match self.peek() {
            Some(Token::Comma) => {
                self.at += 1;
                Ok(())
            }
            Some(Token::Greater) => {
                wrong(self.unexpected("`,`", here).hint("a configuration with the empty stack is written `<q, >`"))
            }
            Some(Token::Name) => {
                wrong(self.unexpected("`,`", here).hint("a comma stands between the control state and the stack"))
            }
            _ => wrong(self.unexpected("`,`", here)),
        }
    }

    fn configuration(&mut self) -> Result<RawConfiguration, Box<Diagnostic>> {
        self.expect(Token::Less, "`<`")?;
        let state = self.name("a control state")?;
        self.comma()?;
        let mut stack = Vec::new();
        loop {
            let here = self.here();
            match self.peek() {
                Some(Token::Name) => stack.push(self.name("a stack symbol")?),
                Some(Token::Greater) => {
                    self.at += 1;
                    return Ok(RawConfiguration { state, stack });
                }
                Some(Token::Comma) => {
                    let error = self.unexpected("a stack symbol or `>`", here);
                    return wrong(error.hint("stack symbols are separated by blanks: `<p, a b>`"));
                }
                Some(Token::Dot | Token::Star | Token::Bar | Token::Open | Token::Close) => {
                    let error = self.unexpected("a stack symbol or `>`", here);
                    return wrong(error.hint("regular expressions stand in targets only; this is one configuration"));
                }
                _ => return wrong(self.unexpected("a stack symbol or `>`", here)),
            }
        }
    }

    fn pattern(&mut self) -> Result<RawPattern, Box<Diagnostic>> {
        let open = self.expect(Token::Less, "`<`")?;
        let state = if self.peek() == Some(Token::Dot) {
            self.at += 1;
            None
        } else {
            Some(self.name("a control state or `.`")?)
        };
        self.comma()?;
        let mut stack: Vec<(Token, Span)> = Vec::new();
        let mut parentheses = Vec::new();
        loop {
            let here = self.here();
            let before = stack.last().map(|&(token, _)| token);
            match self.peek() {
                Some(Token::Greater) => {
                    self.at += 1;
                    if let Some(&opened) = parentheses.last() {
                        return wrong(
                            Diagnostic::error("parenthesis", opened, "this parenthesis is not closed")
                                .label("opened here")
                                .related(here, "expected `)`"),
                        );
                    }
                    let span = open.to(here);
                    if stack.len() > Pattern::LONGEST {
                        let message = format!("this regular expression has more than {} signs", Pattern::LONGEST);
                        return wrong(Diagnostic::error("long-pattern", span, message).label("too long"));
                    }
                    return Ok(RawPattern { state, stack, span });
                }
                Some(Token::Close) if parentheses.pop().is_none() => {
                    return wrong(
                        Diagnostic::error("parenthesis", here, "this parenthesis was not opened")
                            .label("closes nothing"),
                    );
                }
                Some(Token::Star) if matches!(before, None | Some(Token::Open | Token::Bar)) => {
                    return wrong(
                        Diagnostic::error("star", here, "`*` stands behind what it repeats")
                            .label("repeats nothing")
                            .hint("any stack is written `.*`"),
                    );
                }
                Some(Token::Name) => {
                    self.name("a stack symbol")?;
                    stack.push((Token::Name, here));
                    continue;
                }
                Some(token @ (Token::Dot | Token::Star | Token::Bar | Token::Open | Token::Close)) => {
                    if token == Token::Open {
                        parentheses.push(here);
                    }
                    stack.push((token, here));
                }
                Some(Token::Comma) => {
                    let error = self.unexpected("a stack symbol or `>`", here);
                    return wrong(error.hint("stack symbols are separated by blanks: `<p, a b>`"));
                }
                _ => return wrong(self.unexpected("a stack symbol, `.`, `(` or `>`", here)),
            }
            self.at += 1;
        }
    }
}
