//! What is probably meant by a token that does not fit.

use super::expected::Surprise;
use super::token::Token;

/// Advice for a syntax error, where we know any: by where it is, by the word before it, by the token.
pub(super) fn hint(surprise: &Surprise<'_, '_>) -> Option<String> {
    let text = by_place(surprise).or_else(|| by_word(surprise)).or_else(|| by_token(surprise));
    let text = text.or_else(|| by_first_word(surprise));
    text.map(str::to_string)
}

/// For those who know C.
pub(super) const BRACES: &str = "braces make names (`{x==0}`); blocks are `begin … end`, `then … fi`, `do … od`";

/// Whether the token is a keyword that begins a statement.
pub(super) fn is_statement_keyword(token: Token<'_>) -> bool {
    matches!(
        token,
        Token::SkipStmt
            | Token::Goto
            | Token::Return
            | Token::If
            | Token::While
            | Token::Assume
            | Token::Assert
            | Token::Enforce
            | Token::Decl
    )
}

fn by_place(surprise: &Surprise<'_, '_>) -> Option<&'static str> {
    let found = surprise.found?;
    let hint = match found {
        Token::Semicolon if surprise.is_outside => "no `;` stands behind the `end` of a procedure",
        Token::End | Token::Fi | Token::Od if surprise.is_outside => {
            "it closes nothing: the procedure has ended before"
        }
        Token::Ident(_) | Token::Begin if surprise.is_outside => {
            "a procedure begins with its type: `void f() begin … end`, or `bool`, or `bool<n>` for n results"
        }
        _ if surprise.is_outside && is_statement_keyword(found) => {
            "statements stand between `begin` and `end` of a procedure"
        }
        Token::End if surprise.expects("fi") && surprise.survey.else_if => {
            "`else if` begins an `if` of its own, with a `fi` of its own; `elsif` does not"
        }
        _ => return None,
    };
    Some(hint)
}

fn by_token(surprise: &Surprise<'_, '_>) -> Option<&'static str> {
    let expects = |terminal: &str| surprise.expects(terminal);
    let is_operand_read = expects("&");
    let previous = surprise.survey.previous.map(|(token, _)| token);
    let hint = match surprise.found? {
        _ if expects(":=") && matches!(previous, Some(Token::Braced(_))) => BRACES,
        Token::Assign if previous.is_some_and(is_statement_keyword) => {
            "the word before it is reserved and cannot name anything"
        }
        Token::Eq if previous == Some(Token::Colon) => "`:=` is one word: no space stands in it",
        Token::OpenParen if expects("skip") => "what is assigned to stands without parentheses: `a, b := …`",
        Token::Braced(_) => BRACES,
        Token::Prime => "the prime stands before the variable, `'x`, and in `constrain` only",
        Token::Eq if expects(":=") && expects(";") => "an initial value is given with `:=`",
        Token::Eq if expects(":=") => "assignment is written `:=`; `=` is equality",
        Token::OpenParen if is_operand_read => {
            "a call is a statement of its own (`x := f(…)`): expressions contain no calls"
        }
        Token::OpenParen if expects("[") => "it is written `schoose[p, n]`",
        Token::Comma if expects(")") && !expects("ident") => {
            "a list stands without parentheses around it: `return a, b`"
        }
        Token::Comma if expects(";") && !is_operand_read && previous == Some(Token::CloseParen) => {
            "a call is never part of a list: it stands alone behind `:=`"
        }
        Token::Less if expects(":=") => "assignment is written `:=`",
        Token::Decl if expects("begin") => "the variables of a procedure are declared behind its `begin`",
        Token::Less | Token::Greater if is_operand_read => "Booleans are compared with `=` and `!=` only",
        Token::Star if is_operand_read => "`*` is an arbitrary value, not an operator",
        Token::Constrain => "`constrain` belongs to an assignment of expressions, not to a call",
        Token::Underscore if expects("schoose") => "`_` discards a value on the left of `:=`; it has none to read",
        Token::True | Token::False | Token::Underscore if expects("ident") && !expects("T") => {
            "`T`, `F` and `_` are reserved and cannot name anything"
        }
        token if expects("ident") && !expects("T") && !expects("skip") && is_reserved_word(token) => {
            "this word is reserved and cannot name anything"
        }
        _ if expects("T") && !expects("schoose") => "an initial value is `0`, `1`, `T`, `F` or `*`",
        Token::Ident(_) if previous == Some(Token::ThreadLocal) => {
            "`thread_local` is of the concurrent dialects, and for global variables only"
        }
        Token::Ident(word) if is_operand_read => return foreign_operator(word),
        Token::Ident(_) if expects(",") && !is_operand_read && !expects(":") => {
            "the elements of a list are separated by `,`"
        }
        Token::Semicolon if expects("skip") => "a label needs a statement: `skip` does nothing",
        token if expects(":") && expects(":=") && is_statement_keyword(token) => "behind a label stands `:`",
        _ => return None,
    };
    Some(hint)
}

/// Words of other languages before the token that does not fit.
fn by_word(surprise: &Surprise<'_, '_>) -> Option<&'static str> {
    let hint = match surprise.previous_word()? {
        b"elif" | b"elseif" => "this language spells it `elsif`",
        b"endif" | b"end_if" => "an `if` ends with `fi`",
        b"endwhile" | b"end_while" | b"done" => "a `while` ends with `od`",
        b"int" | b"var" | b"boolean" | b"let" | b"local" => "variables are declared with `decl`, without a type",
        b"call" => "a call is written `f(…)`, without a keyword",
        b"not" => return foreign_operator(b"not"),
        _ => return None,
    };
    Some(hint)
}

/// Statements of other languages, by the word with which they begin.
fn by_first_word(surprise: &Surprise<'_, '_>) -> Option<&'static str> {
    match surprise.survey.first? {
        Token::Ident(b"for" | b"repeat" | b"loop") | Token::Do => Some("a loop is written `while … do … od`"),
        Token::Ident(b"switch" | b"case") => Some("there is no `switch`: write `if … then … elsif … fi`"),
        _ => None,
    }
}

fn foreign_operator(word: &[u8]) -> Option<&'static str> {
    let hint = match word {
        b"and" => "conjunction is written `&`",
        b"or" => "disjunction is written `|`",
        b"xor" => "exclusive or is written `^`",
        b"not" => "negation is written `!`",
        b"implies" => "implication is written `=>`",
        b"iff" => "equivalence is written `=` or `<=>`",
        _ => return None,
    };
    Some(hint)
}

fn is_reserved_word(token: Token<'_>) -> bool {
    let text = token.to_string();
    text.bytes().all(|byte| byte.is_ascii_lowercase()) && !matches!(token, Token::Ident(_))
}
