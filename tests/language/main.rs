//! The language: what is read and how it is told, from text to pushdown system. One program for all of it, since each links the whole library.

mod dialects;
mod dump;
mod generate;
mod language;
mod ltl;
mod sizes;
#[path = "../support/mod.rs"]
mod support;
mod words;
