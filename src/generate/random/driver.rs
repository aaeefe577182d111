//! A procedure around `main` in which runs can begin instead: it calls `main` again and again, so that what `main` leaves matters.

use super::super::choices::Choices;
use super::super::listing::{Listing, joined, repeated};
use super::names::Signature;

/// How `main` comes to be called again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Driver {
    /// The driver calls itself, before `main` or after it.
    Recursion,
    /// In each fourth round of a loop.
    Loop,
}

impl Driver {
    /// What the procedure is called.
    pub(crate) const NAME: &str = "driver";

    /// Writes the procedure.
    pub(super) fn write(self, out: &mut Listing, main: &Signature, choices: &mut dyn Choices) {
        let call = format!("main({});", repeated("*", main.parameters.len() as u32));
        out.procedure(format_args!("void {}()", Self::NAME));
        match self {
            Driver::Recursion => {
                let again = format!("if (*) then {}(); fi", Self::NAME);
                let lines = [vec![&call, &again], vec![&again, &call], vec![&again, &call, &again]];
                out.line(joined(" ", &lines[choices.below(3) as usize]));
            }
            Driver::Loop => {
                out.line("decl x, y;");
                out.line("x, y := F, F;");
                out.open("while (*) do");
                out.line(format_args!("if (x & y) then {call} fi"));
                out.line("x, y := !x, x ^ y;");
                out.close("od");
            }
        }
        out.close("end");
    }
}
