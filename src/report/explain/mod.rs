//! What an engine did, as a log tells it: [`text`] says each step, and pictures show what was known after one.

pub mod text;
pub mod words;
