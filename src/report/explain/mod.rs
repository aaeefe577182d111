//! What an engine did, as a log tells it: [`text`] says each step, [`html`] is a page that shows all of it.

pub mod html;
pub mod text;
pub mod words;
