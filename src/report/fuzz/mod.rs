//! What came of a hunt with random inputs: a table for people, and a line of JSON a shard that is kept.

mod line;
mod text;

pub use line::ShardLine;
pub use text::{pace, table};
