//! From text to a typed program: [`source`] (files, spans, diagnostics), [`syntax`] (tokens, AST,
//! parser, printer), [`program`] (names resolved and checked, and the meaning of each statement) and
//! [`mod@cfg`] (one control-flow graph a procedure). [`spelling`] finds names that may be meant, and
//! [`mod@reference`] explains the language.

pub mod cfg;
mod pool;
pub mod program;
pub mod reference;
pub mod source;
pub mod spelling;
pub mod syntax;
