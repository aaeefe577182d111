//! The formats of Moped (Schwoon): [`program`](fn@program) writes Boolean programs as its option `-b` reads them, and Getafix, whose grammar is nearly the same;
//! [`system`](mod@system) is about pushdown systems as it reads them without.
//!
//! Of a program it is asked whether a label is reached, and its `assert` blocks. So what is asked about becomes labels, which the head of the text lists. The
//! rest is brought into the few shapes that its grammar has: choices stand alone, and what has none of them is spelled out as assignments and assumptions.

mod names;
mod program;
pub mod system;

pub use program::program;
