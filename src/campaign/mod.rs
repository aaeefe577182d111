//! A campaign: many inputs, many engines, one process a run. [`record`] is a run as a line of JSON, [`results`] what
//! the lines come to.

pub mod record;
pub mod results;
