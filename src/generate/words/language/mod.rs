//! The language in which the programs are written: procedures over numbers, as one would write them in C.
//!
//! ```text
//! fn id(x) {
//!   if x == 0 { return 0; }
//!   return id(x - 1) + 1;
//! }
//! fn main() {
//!   let x = input;
//!   safe { assert id(x) == x; }
//!   unsafe { assert id(x) != max; }
//! }
//! ```
//!
//! A number has k bits, and all that is computed is modulo 2^k. `let` declares a local of the procedure; `input` is any number, or any
//! up to a bound, and the condition `*` holds or not; what stands in `safe` or `unsafe` is in one variant only. Constants may use `max`, the largest number, `bits`, `inputs` (the bound, or `max`),
//! `fibonacci` (the number of the largest Fibonacci number that is none above `max`) and `min(a, b)`. All operators bind alike, to the left.

pub mod ast;
pub mod token;

use ast::Program;
use logos::Logos;
use token::Token;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, unused, missing_docs, unreachable_pub)]
    grammar,
    "/words.rs"
);

/// Parses a program; `None` if it is none.
pub fn parse(text: &str) -> Option<Program> {
    let tokens = Token::lexer(text).spanned().map(|(token, span)| Ok((span.start, token?, span.end)));
    grammar::ProgramParser::new().parse(tokens).ok()
}
