//! What came of a campaign: [`table`] for the terminal, [`csv`] a line a run, [`svg`] plots, [`html`] all of it as one page
//! that needs no network.

pub mod csv;
mod duration;
pub mod html;
mod markup;
pub mod svg;
pub mod table;
