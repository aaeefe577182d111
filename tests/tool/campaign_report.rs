//! What a campaign comes to: the numbers, the table, the CSV, the plots, the page, and the published tables.

pub mod fabricate;
mod numbers;
mod pictures;
mod plots;
mod published;
mod texts;
