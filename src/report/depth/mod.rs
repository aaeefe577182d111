//! How deep stacks become, as lines and as a document.

pub mod json;
mod pump;
pub mod text;
