//! What a campaign comes to: the numbers, the table, the CSV, the plots and the page.

#[path = "campaign/fabricate.rs"]
mod fabricate;
#[path = "campaign/numbers.rs"]
mod numbers;
#[path = "campaign/pictures.rs"]
mod pictures;
#[path = "campaign/texts.rs"]
mod texts;
