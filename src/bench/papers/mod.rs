//! The evaluations of five papers, measured again with our engines in the places of theirs: [`paper`] says what an evaluation consists of, [`fill`] measures one, [`judge`] is
//! what claims are decided by. Then there is a file for each paper, with its rows and its claims.
//!
//! A claim is decided by the figures of the run, by a rule that is written beside it; what was not decided within the limits is said to be not measured.

mod basler;
mod fedyukovich;
pub mod fill;
mod friedberger;
pub mod judge;
mod komuravelli;
pub mod paper;
mod sery;
pub mod total;

use paper::Paper;

/// The name of the table.
pub const NAME: &str = "papers";

/// What is looked at, in a sentence.
pub const ABOUT: &str = "the tables of five papers, row by row, and which of their claims hold here";

/// All papers, from the oldest to the newest.
pub const PAPERS: [&Paper; 5] =
    [&basler::PAPER, &sery::PAPER, &komuravelli::PAPER, &fedyukovich::PAPER, &friedberger::PAPER];
