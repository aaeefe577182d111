//! The tokens of a text.

use super::At;
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::{token::Token, tokens};
use serde::Serialize;
use std::fmt;

/// All tokens in order.
#[derive(Clone, Debug, Serialize)]
pub struct TokensDocument {
    tokens: Vec<TokenRow>,
}

#[derive(Clone, Debug, Serialize)]
struct TokenRow {
    #[serde(flatten)]
    at: At,
    /// `name`, `number`, `word` or `sign`.
    kind: &'static str,
    text: String,
}

/// The tokens of `source`; what is no token goes to `diagnostics`.
pub fn document(source: &Source, diagnostics: &mut Diagnostics) -> TokensDocument {
    let tokens = tokens(source, diagnostics);
    let row = |&(token, span): &(Token<'_>, _)| TokenRow {
        at: At::of(source, span),
        kind: kind(token),
        text: source.text(span).into_owned(),
    };
    TokensDocument { tokens: tokens.iter().map(row).collect() }
}

fn kind(token: Token<'_>) -> &'static str {
    match token {
        Token::Ident(_) | Token::Braced(_) => "name",
        Token::Number(_) => "number",
        _ if token.to_string().starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => "word",
        _ => "sign",
    }
}

impl fmt::Display for TokensDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tokens.iter().try_for_each(|row| writeln!(f, "{:<9} {:<6} {}", row.at, row.kind, row.text))
    }
}
