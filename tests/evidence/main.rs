//! Evidence: traces and certificates, checked without the engines that gave them. One program for all of it, since each links
//! the whole library.

mod certificates;
mod summaries;
#[path = "../support/mod.rs"]
mod support;
mod trace;
mod verdicts;
