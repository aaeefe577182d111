//! What a campaign came to: for a terminal, for other programs, and for papers.

pub mod csv;
mod duration;
pub mod progress;
pub mod table;
