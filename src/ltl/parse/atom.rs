//! What can be said of a position, as it is written.

use std::fmt;

/// An atom of a formula. Whether there are such labels, procedures and variables is not known here.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Atom {
    /// `LABEL` or `PROC:LABEL`: control is at the label, in this procedure or in any.
    Label {
        /// The procedure, if one is named.
        procedure: Option<String>,
        /// The label.
        label: String,
    },
    /// `in PROC`: control is in the procedure.
    In(String),
    /// `at LINE`: control is at a statement on this line, counted from 1.
    At(u32),
    /// `PROC:entry`: control is at the beginning of the procedure, unless it has a label of that name.
    Entry(String),
    /// `PROC:exit`: control is at a return of the procedure, unless it has a label of that name.
    Exit(String),
    /// `call PROC`: the procedure has been called, and nothing in it was executed yet.
    Call(String),
    /// `return PROC`: control is at a return of the procedure.
    Return(String),
    /// `{ expr }`: the expression, as text without the braces and the blanks next to them.
    Expression(String),
    /// `<STATE, SYMBOL>`: the configuration of a pushdown system has this control state, and this on top of its stack; `<., SYMBOL>`: any control state.
    Head {
        /// The control state; `None` is any.
        state: Option<String>,
        /// The top of the stack.
        top: Top,
    },
    /// `end`: the run is over.
    End,
    /// `violation`: an assertion has just failed.
    Violation,
}

/// What is on top of a stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Top {
    /// `.*`: anything, or nothing.
    Any,
    /// Nothing: the stack is empty.
    Nothing,
    /// This symbol.
    Symbol(String),
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Atom::Label { procedure: None, label } => f.write_str(label),
            Atom::Label { procedure: Some(procedure), label } => write!(f, "{procedure}:{label}"),
            Atom::In(procedure) => write!(f, "in {procedure}"),
            Atom::At(line) => write!(f, "at {line}"),
            Atom::Entry(procedure) => write!(f, "{procedure}:entry"),
            Atom::Exit(procedure) => write!(f, "{procedure}:exit"),
            Atom::Call(procedure) => write!(f, "call {procedure}"),
            Atom::Return(procedure) => write!(f, "return {procedure}"),
            Atom::Expression(text) => write!(f, "{{{text}}}"),
            Atom::Head { state, top } => {
                write!(f, "<{}, ", state.as_deref().unwrap_or("."))?;
                f.write_str(match top {
                    Top::Any => ".*",
                    Top::Nothing => "",
                    Top::Symbol(symbol) => symbol,
                })?;
                f.write_str(">")
            }
            Atom::End => f.write_str("end"),
            Atom::Violation => f.write_str("violation"),
        }
    }
}
