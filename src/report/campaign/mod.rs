//! What came of a campaign: [`table`] for the terminal, [`csv`] a line a run, [`svg`] plots, [`latex`] tables and plots for a
//! paper, [`html`] all of it as one page
//! that needs no network; and [`progress`], how far it is.

pub mod csv;
pub(super) mod duration;
mod figures;
pub mod html;
pub mod latex;
pub mod progress;
pub mod svg;
pub mod table;
