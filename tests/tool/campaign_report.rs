//! What a campaign comes to: the numbers, the table, the CSV, the plots, the page, the published tables, and those of papers.

pub mod fabricate;
mod numbers;
mod papers;
mod pictures;
mod plots;
mod published;
mod texts;
