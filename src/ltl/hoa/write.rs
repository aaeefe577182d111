//! Automata in HOA, version 1.

use crate::ltl::automaton::{Automaton, Guard};
use std::fmt::{self, Display};

/// An automaton with a name, to be written in HOA.
#[derive(Clone, Copy, Debug)]
pub struct Hoa<'a> {
    /// The automaton.
    pub automaton: &'a Automaton,
    /// What it is called: the formula, if it was made of one.
    pub name: &'a str,
}

impl Display for Hoa<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Automaton { atoms, states } = self.automaton;
        writeln!(f, "HOA: v1\nname: {}", Quoted(self.name))?;
        writeln!(f, "States: {}\nStart: 0", states.len())?;
        write!(f, "AP: {}", atoms.len())?;
        atoms.iter().try_for_each(|atom| write!(f, " {}", Quoted(atom)))?;
        writeln!(f, "\nacc-name: Buchi\nAcceptance: 1 Inf(0)")?;
        writeln!(f, "properties: trans-labels explicit-labels state-acc\n--BODY--")?;
        for (number, state) in states.iter().enumerate() {
            writeln!(f, "State: {number}{}", if state.is_accepting { " {0}" } else { "" })?;
            state.edges.iter().try_for_each(|edge| writeln!(f, "[{}] {}", Label(&edge.guard), edge.to))?;
        }
        writeln!(f, "--END--")
    }
}

/// A text in quotes.
struct Quoted<'a>(&'a str);

impl Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\"", self.0.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// A guard by the numbers of its atoms.
struct Label<'a>(&'a Guard);

impl Display for Label<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.literals().is_empty() {
            return f.write_str("t");
        }
        for (place, (atom, holds)) in self.0.literals().iter().enumerate() {
            let sign = if place > 0 { "&" } else { "" };
            write!(f, "{sign}{}{}", if *holds { "" } else { "!" }, atom.index())?;
        }
        Ok(())
    }
}
