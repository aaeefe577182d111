//! The tool: its commands, and the rooms that only it needs. One program for all of it, since each links the whole library.

mod benchexec;
mod browser;
mod campaign_report;
mod cli;
mod clusters;
mod convert;
mod explain;
mod fuzz;
mod package;
mod readme;
mod reduce;
#[path = "../support/mod.rs"]
mod support;
