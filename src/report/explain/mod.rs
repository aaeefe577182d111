//! What an engine did, as a log tells it: [`text`] says each step, and a [`picture`] shows what was known after one.

pub mod dot;
pub mod picture;
pub mod svg;
pub mod text;
pub mod tikz;
pub mod words;
