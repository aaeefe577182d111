//! What the user handed in: the bytes of a file, places in it, and what is to be said about them.

mod coded;
mod diagnostic;
mod file;
mod span;

pub use coded::Coded;
pub use diagnostic::{Diagnostic, Diagnostics, Severity};
pub use file::{Origin, Position, Source, Told};
pub use span::Span;
