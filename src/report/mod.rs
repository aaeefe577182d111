//! What people and programs read: the library's answers as text, JSON and pictures. Nothing is decided
//! here, and nobody prints elsewhere (but `cli`, which carries the text to the terminal).
//!
//! [`diagnostics`] draws what is wrong with an input.

pub mod diagnostics;
