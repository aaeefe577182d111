//! What a campaign comes to: the numbers, the table, the CSV, the plots, the page, and the published tables.

#[path = "campaign/fabricate.rs"]
mod fabricate;
#[path = "campaign/numbers.rs"]
mod numbers;
#[path = "campaign/pictures.rs"]
mod pictures;
#[path = "campaign/published.rs"]
mod published;
#[path = "campaign/texts.rs"]
mod texts;
