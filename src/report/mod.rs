//! What people and programs read: the library's answers as text, JSON and pictures. Nothing is decided
//! here, and nobody prints elsewhere (but `cli`, which carries the text to the terminal).
//!
//! [`check`] tells what became of an input, [`certificate`] what a proof says, [`diagnostics`] draws what is wrong with it, [`dump`] shows the stages
//! between text and engine, [`pds`] tells about explicit pushdown systems,
//! [`progress`] says how far an engine is, [`replay`] what came of replaying a trace,
//! [`trace`] shows how a violation comes about.

pub mod certificate;
pub mod check;
pub mod diagnostics;
pub mod dump;
mod formula;
pub mod pds;
pub mod progress;
pub mod replay;
pub mod trace;
