//! Systems are read, as texts in our format: one line for each configuration and rule, which knows where it comes from.

use super::tokens::Token;
use crate::convert::made::Made;
use crate::lang::source::{Diagnostic, Diagnostics, Origin, Source, Span, Told};
use logos::{Lexer, Logos};
use std::fmt::Write;

/// Words that declare the variables of a symbolic system; they are no names.
pub(crate) const SYMBOLIC: [&str; 5] = ["bool", "define", "global", "int", "local"];

/// Whether a text is of this kind, and not in our format: whether it begins with a parenthesis.
pub(crate) fn is_one(source: &Source) -> bool {
    Token::lexer(source.bytes()).next() == Some(Ok(Token::Open))
}

/// The system in our text format. It has no target.
///
/// # Errors
/// The first place where the text is no system, or where it is a symbolic one.
pub fn read(source: &Source) -> Result<Source, Diagnostics> {
    let mut reader = Reader { source, lexer: Token::lexer(source.bytes()), next: None, made: Made::default() };
    let result = if source.bytes().len() > Source::MAX_LEN {
        Err(Box::new(Diagnostic::error("too-large", Span::new(0, 0), "the input is larger than 4 GiB")))
    } else {
        reader.system()
    };
    let made = reader.made;
    result.map(|()| made.source(source)).map_err(|error| {
        let mut remarks = Diagnostics::new(source);
        remarks.push(*error);
        remarks
    })
}

struct Reader<'s> {
    source: &'s Source,
    lexer: Lexer<'s, Token>,
    /// What comes next, and where; a token that is none is an error of its own.
    next: Option<(Result<Token, ()>, Span)>,
    made: Made,
}

/// Boxed, since results are mostly right, and small then.
type Checked<T> = Result<T, Box<Diagnostic>>;

impl Reader<'_> {
    fn system(&mut self) -> Checked<()> {
        self.advance();
        self.refuse_variables()?;
        let open = self.here();
        self.expect(Token::Open, "`(`, then the initial configuration")?;
        let configuration = self.configuration()?;
        self.line(open, format_args!("init {}", configuration.text));
        self.expect(Token::Close, "`)`")?;
        while self.peek() == Some(Token::Name) && self.source.text(self.here()) == "atoms" {
            self.atoms()?;
        }
        while self.next.is_some() {
            self.rule()?;
        }
        Ok(())
    }

    /// `atoms SYMBOL p, q`: words that hold where the symbol is on top.
    fn atoms(&mut self) -> Checked<()> {
        let begin = self.here();
        self.advance();
        let symbol = self.here();
        self.expect(Token::Name, "a stack symbol")?;
        let mut text = format!("atoms {}", self.source.text(symbol));
        loop {
            let word = self.here();
            self.expect(Token::Name, "a word that holds where the symbol is on top")?;
            let _ = write!(text, " {}", self.source.text(word));
            if self.peek() != Some(Token::Comma) {
                break;
            }
            self.advance();
            text.push(',');
        }
        self.line(begin, format_args!("{text}"));
        Ok(())
    }

    fn rule(&mut self) -> Checked<()> {
        let left = self.configuration()?;
        if left.symbols != 1 {
            let message = "the left side of a rule has exactly one symbol";
            let label = format!("this has {}", left.symbols);
            return Err(Box::new(Diagnostic::error("rule-head", left.span, message).label(label)));
        }
        self.expect(Token::Arrow, "`-->`")?;
        let right = self.configuration()?;
        self.line(left.span, format_args!("{} -> {}", left.text, right.text));
        if self.peek() == Some(Token::Label) {
            self.advance();
        }
        match self.peek() {
            Some(Token::Open) => self.symbolic("a relation between values of variables"),
            _ => Ok(()),
        }
    }

    fn configuration(&mut self) -> Checked<Configuration> {
        self.refuse_variables()?;
        let begin = self.here();
        let state = self.source.text(begin);
        self.expect(Token::Name, "a control state")?;
        self.expect(Token::Less, "`<`")?;
        let (mut text, mut symbols) = (format!("<{state},"), 0);
        while self.peek() == Some(Token::Name) {
            let _ = write!(text, " {}", self.source.text(self.here()));
            symbols += 1;
            self.advance();
        }
        text.push_str(if symbols == 0 { " >" } else { ">" });
        let span = begin.to(self.here());
        self.expect(Token::Greater, "a stack symbol or `>`")?;
        Ok(Configuration { text, symbols, span })
    }

    fn line(&mut self, origin: Span, line: std::fmt::Arguments<'_>) {
        let position = self.source.position(origin.start);
        self.made.line(&line.to_string(), Origin { position, told: Told::Itself });
    }

    fn advance(&mut self) {
        self.next = self.lexer.next().map(|token| {
            let span = self.lexer.span();
            (token, Span::new(span.start, span.end))
        });
    }

    fn peek(&self) -> Option<Token> {
        self.next.as_ref().and_then(|(token, _)| token.ok())
    }

    /// Where the next token is, or the end.
    fn here(&self) -> Span {
        let end = self.source.bytes().len();
        self.next.as_ref().map_or(Span::new(end, end), |&(_, span)| span)
    }

    fn expect(&mut self, token: Token, expected: &str) -> Checked<()> {
        if self.peek() != Some(token) {
            return self.unexpected(expected);
        }
        self.advance();
        Ok(())
    }

    fn unexpected<T>(&self, expected: &str) -> Checked<T> {
        let found = match self.next {
            Some((_, span)) => format!("`{}`", self.source.text(span)),
            None => "the end of the text".to_string(),
        };
        let error = Diagnostic::error("syntax", self.here(), format!("expected {expected}, found {found}"));
        Err(Box::new(
            error.label(format!("expected {expected}")).hint("`(p <a>)` comes first, then rules `p <a> --> q <b c>`"),
        ))
    }

    fn refuse_variables(&self) -> Checked<()> {
        match SYMBOLIC.contains(&self.source.text(self.here()).as_ref()) {
            true => self.symbolic("declares variables"),
            false => Ok(()),
        }
    }

    fn symbolic<T>(&self, what: &str) -> Checked<T> {
        let error = Diagnostic::error(
            "symbolic",
            self.here(),
            "this system is symbolic: only systems without variables are read",
        );
        Err(Box::new(error.label(what)))
    }
}

/// A configuration in our format.
struct Configuration {
    text: String,
    symbols: usize,
    span: Span,
}
