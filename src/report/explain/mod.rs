//! What an engine did, as a log tells it: [`text`] says each step, a [`picture`] shows what was known after one, and [`html`] is a page that shows all of it.

pub mod dot;
pub mod html;
mod medium;
pub mod picture;
pub mod svg;
pub mod text;
pub mod tikz;

pub use medium::Medium;
