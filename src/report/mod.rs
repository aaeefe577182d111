//! What people and programs read: the library's answers as text, JSON and pictures. Nothing is decided
//! here, and nobody prints elsewhere (but `cli`, which carries the text to the terminal).
//!
//! [`check`] tells what became of an input, [`evidence`] what came of checking a trace or a certificate, [`trace`] shows
//! how a violation comes about, [`certificate`] what a proof says, [`mod@proof`] lists what it has to prove, [`explanation`]
//! what it needs of the program, [`step`] where a run is that is made by hand, [`diagnostics`] draws what is wrong with an input,
//! [`language`] prints the reference of the language, [`dump`] shows the stages between text and engine, [`pds`] tells about
//! explicit pushdown systems, [`fuzz`] what a hunt came to, [`campaign`] what the runs of many engines came to, [`mod@bench`]
//! prints published tables, [`progress`] says how far an engine is, on a [`mod@line`] of a terminal; [`paint`] gives
//! text its colors there, and [`visible`] text is all that a terminal is given.

mod address;
pub mod bench;
pub mod campaign;
pub mod certificate;
pub mod check;
pub mod depth;
pub mod diagnostics;
pub mod dump;
pub mod evidence;
pub mod explain;
pub mod explanation;
pub mod fuzz;
pub mod language;
pub mod line;
mod markup;
pub mod paint;
pub mod pds;
pub mod progress;
pub mod proof;
mod states;
pub mod step;
mod template;
pub mod trace;
pub mod visible;
