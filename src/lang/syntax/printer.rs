//! printer
