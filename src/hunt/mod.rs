//! The hunt for wrong answers: what engines say, held against something slower and more obvious.

pub mod brute;
pub mod fuzz;
pub mod pds;
