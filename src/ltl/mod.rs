//! Linear temporal logic: formulas, their text, automata that accept the words on which they hold, and what makes such an automaton
//! believable. This room knows nothing of programs: an atom is a number with a spelling, a word is a sequence of sets of atoms.
//!
//! [`parse`] reads the text of a [`formula`]; [`automaton`] builds a Büchi automaton of it, which [`hoa`] writes and reads. [`word`] says by
//! the meaning of the logic alone whether a formula holds on a word that repeats itself in the end, and whether an automaton accepts it.
//! [`tableau`] builds a plain automaton of the same formula without any simplification, which shares nothing with the one of [`automaton`],
//! and [`simulation`] is a table, found and checked apart, that shows that the second accepts every word that the first accepts. So an
//! automaton from anywhere is believed to miss no word of a formula if such a table is handed over with it.

pub mod automaton;
#[cfg(test)]
mod fixture;
pub mod formula;
pub mod hoa;
pub mod parse;
pub mod simulation;
pub mod tableau;
#[cfg(test)]
mod tests;
pub mod word;
