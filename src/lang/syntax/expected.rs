//! Parser errors in words: what was found, what was expected, what is probably meant.

use super::super::source::{Diagnostic, Span};
use super::token::Token;

/// Groups of terminals that are named together when all of them are expected, in the order in which
/// they are shown. Terminals are spelled as in the grammar.
const GROUPS: [(&str, &[&str]); 3] = [
    ("a statement", &["\"skip\"", "\"goto\"", "\"if\"", "\"while\""]),
    ("an expression", &["\"schoose\"", "\"*\"", "\"T\""]),
    ("an operator", &["\"&\"", "\"|\"", "\"=\"", "\"=>\""]),
];

/// Terminals that say nothing beside their group.
fn covered(group: &str, terminal: &str) -> bool {
    let operators = ["\"&\"", "\"|\"", "\"^\"", "\"=\"", "\"!=\"", "\"=>\"", "\"<=>\"", "\"?\""];
    let starts = ["\"!\"", "\"'\"", "\"(\"", "\"*\"", "\"?\"", "\"T\"", "\"F\"", "\"schoose\"", "number"];
    let statements = [
        "\"skip\"",
        "\"goto\"",
        "\"if\"",
        "\"while\"",
        "\"return\"",
        "\"assume\"",
        "\"assert\"",
        "\"constrain\"",
        "\"decl\"",
        "\"enforce\"",
        "\"_\"",
        "number",
    ];
    match group {
        "a statement" => statements.contains(&terminal) || is_name(terminal),
        "an expression" => starts.contains(&terminal) || is_name(terminal),
        "an operator" => operators.contains(&terminal),
        _ => is_name(terminal),
    }
}

fn is_name(terminal: &str) -> bool {
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
    matches!(terminal, "ident" | "braced") || CONTEXTUAL.contains(&terminal.trim_matches('"'))
}

/// The diagnostic for a token (`None`: the end of the file) that fits none of the `expected` terminals.
pub(super) fn describe_expected(span: Span, found: Option<Token<'_>>, expected: &[String]) -> Diagnostic {
    let what = match found {
        Some(Token::Ident(_) | Token::Braced(_)) => format!("unexpected name `{}`", shorten(found)),
        Some(Token::Number(_)) => format!("unexpected number `{}`", shorten(found)),
        Some(_) => format!("unexpected `{}`", shorten(found)),
        None => "unexpected end of the file".to_string(),
    };
    let mut diagnostic = Diagnostic::error("syntax", span, what);
    let wanted = summarise(expected);
    if !wanted.is_empty() {
        diagnostic = diagnostic.label(format!("expected {}", wanted));
    }
    match hint(found, expected) {
        Some(hint) => diagnostic.hint(hint),
        None => diagnostic,
    }
}

fn shorten(found: Option<Token<'_>>) -> String {
    let text = found.map(|token| token.to_string()).unwrap_or_default();
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// The expected terminals, grouped: `an expression`, "`;` or `end`".
fn summarise(expected: &[String]) -> String {
    let has = |terminal: &str| expected.iter().any(|e| e == terminal);
    let mut groups: Vec<&str> =
        GROUPS.iter().filter(|(_, signs)| signs.iter().all(|sign| has(sign))).map(|&(name, _)| name).collect();
    if groups.contains(&"a statement") {
        groups.retain(|&group| group != "an expression");
    }
    if has("ident") && !groups.iter().any(|&group| group != "an operator") {
        groups.push("a name");
    }
    let rest = expected.iter().filter(|terminal| !groups.iter().any(|group| covered(group, terminal)));
    let spelled = rest.map(|terminal| match terminal.as_str() {
        "number" => "a number".to_string(),
        other => format!("`{}`", other.trim_matches('"')),
    });
    let all: Vec<String> = groups.iter().map(|group| group.to_string()).chain(spelled).collect();
    match all.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

fn hint(found: Option<Token<'_>>, expected: &[String]) -> Option<String> {
    let has = |terminal: &str| expected.iter().any(|e| e == terminal);
    let text = match found? {
        Token::Prime => "the prime stands before the variable: `'x`",
        Token::Eq if has("\":=\"") => "assignment is written `:=`; `=` is equality",
        Token::OpenParen if has("\"&\"") => {
            "a call is a statement of its own (`x := f(…)`): expressions contain no calls"
        }
        Token::Ident(b"true" | b"false") => "the constants are `T` and `F`, or `1` and `0`",
        Token::Ident(b"elif") | Token::Ident(b"elseif") => "this language spells it `elsif`",
        Token::Ident(b"endif") => "an `if` ends with `fi`",
        Token::Constrain => "`constrain` belongs to an assignment of expressions, not to a call",
        Token::Assign if has("\"begin\"") => "a procedure's type comes before its name: `void f() begin … end`",
        Token::True | Token::False | Token::Underscore if has("ident") && !has("\"T\"") => {
            "`T`, `F` and `_` are reserved and cannot name anything"
        }
        _ if has("\";\"") && has("\"end\"") && !has("\"skip\"") => "statements are separated by `;`",
        _ => return None,
    };
    Some(text.to_string())
}
