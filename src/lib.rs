//! bpcheck decides reachability in Boolean programs and pushdown systems.

pub mod budget;
pub mod lang;
pub mod verdict;
