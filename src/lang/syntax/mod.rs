//! Text to syntax tree and back: [`token`] (logos), the parser (lalrpop, `grammar/bp.lalrpop`), the
//! [`ast`] in arenas, the [`printer`].
//!
//! Nothing here knows what a name stands for; that is `lang::program`'s business. The accepted
//! language is the superset of all dialects that the language reference of this project describes; what a text
//! means in one of them is written out by [`dialect`].

pub mod ast;
mod builder;
pub(crate) mod dialect;
pub(crate) mod edit;
mod expected;
mod fuse;
mod hint;
mod lexer;
pub(crate) mod precedence;
pub mod printer;
mod recovery;
mod survey;
pub mod token;

pub use ast::Ast;
pub use dialect::{Dialect, Manner};
pub use lexer::tokens;
pub use precedence::Ladder;

use super::source::{Diagnostic, Diagnostics, Source, Span};
use builder::Builder;
use fuse::Fuse;
use lexer::Lexer;

lalrpop_util::lalrpop_mod!(
    #[allow(clippy::all, unused, missing_docs, unreachable_pub)]
    grammar,
    "/bp.rs"
);

/// Parses a program. All that is wrong goes to `diagnostics`, as many errors as can be told apart;
/// [`Ast::loss`] tells what the tree lacks because of them. Of a text in another dialect comes a tree that means in
/// the standard dialect what the text means in its own.
///
/// Time and memory are linear in the length of the text; nothing recurses, however deep the nesting.
pub fn parse(source: &Source, manner: impl Into<Manner>, diagnostics: &mut Diagnostics) -> Ast {
    let manner = manner.into();
    let text = source.bytes();
    if text.len() > Source::MAX_LEN {
        let message = "the file is too large: at most 4 GiB less two bytes are read";
        diagnostics.push(Diagnostic::error("too-large", Span::default(), message));
        return Ast::default();
    }
    let fuse = Fuse::default();
    let mut builder = Builder::new(text, manner, &fuse);
    let mut lexer = Lexer::new(text, Some(&fuse)).in_dialect(manner.dialect);
    let parsed = grammar::ProgramParser::new().parse(&mut builder, &mut lexer);
    if let Err(error) = parsed {
        builder.last_error(&error);
    }
    let mut ast = builder.finish(lexer, diagnostics);
    dialect::standardize(&mut ast, diagnostics);
    ast
}
