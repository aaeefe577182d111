//! bpcheck decides reachability in Boolean programs and pushdown systems.

pub mod budget;
pub mod engine;
pub mod generate;
pub mod hunt;
pub mod lang;
pub mod logic;
pub mod pds;
pub mod verdict;
