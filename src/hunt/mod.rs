//! The hunt for wrong answers: what engines say, held against something slower and more obvious, and what was found made
//! small.

pub mod brute;
pub mod fuzz;
pub mod pds;
pub mod programs;
pub mod reduce;
