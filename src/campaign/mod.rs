//! Many files times many engines, each run in a process of its own with hard limits: who decides what, and at what cost.
//!
//! A [`plan`] says what is to be run and a [`course`] runs it, several runs at a time; a [`contestant`] knows how an engine is
//! asked and what its words mean, a [`process`] keeps it within its limits, and a [`record`] is what becomes of it.
//! [`expected`] knows the right answers, and [`results`] what all the records come to.

pub mod contestant;
pub mod course;
pub mod expected;
pub mod machine;
pub mod plan;
pub(crate) mod process;
pub mod record;
pub mod results;
