//! bpcheck

pub mod lang;
