//! The published comparison of engines: families of programs from small to large, and how soon each engine decides each member.
//!
//! [`published`] is the list of all tables, [`table`] says what one consists of, [`measure`] fills one, and [`ratio`] and
//! [`growth`] say in a number what a row and a column come to. [`frontier`] asks how large a member can be, instead of how soon it is decided, and [`widest`], how large one that anybody decides;
//! [`counted`] shows counters beside times, as [`unwinding`], what is unwound until it is decided, and [`blocks`], what tables save. [`papers`] has the tables of five papers,
//! row by row, and says which of their claims hold here. Nobody here generates a program or starts a process: who
//! measures hands in how a check is made.

mod ask;
pub mod blocks;
pub mod counted;
pub mod frontier;
pub(crate) mod growth;
pub mod measure;
pub mod papers;
pub mod published;
pub(crate) mod ratio;
pub mod table;
pub mod unwinding;
pub mod widest;
