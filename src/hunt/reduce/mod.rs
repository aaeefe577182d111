//! Makes a program smaller as long as something remains true of it: that a verdict is wrong, that there is a crash, …
//!
//! The tree is changed in one way after the other ([`tree`] lists them): procedures, statements, variables, … are left out,
//! what is compound is replaced by its parts. Of each kind all changes are tried together first, then halves of them, quarters,
//! and so on, as in delta debugging (Zeller and Hildebrandt, Simplifying and isolating failure-inducing input, 2002); what was
//! once accepted stays. When no change of any kind is accepted any more, the program is as small as it gets. A text that is no
//! program loses lines, then characters.

mod blocks;
mod calls;
mod expressions;
mod labels;
mod parts;
mod procedures;
mod results;
mod search;
mod statements;
mod substitution;
mod text;
mod tree;
mod variables;

use crate::budget::Budget;
use search::Search;

/// As what a text is made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// As a program, if it is one.
    Program,
    /// As lines and characters; it is not parsed.
    Text,
}

/// Makes `text` smaller as long as `fails` is true of it, which is not asked about `text` itself nor about any text twice.
///
/// Returns the smallest text found: the last one of which `fails` was true, or `text`. A limit of the budget ends the search early. As
/// long as `fails` says the same of the same text, so does this.
///
/// ```
/// use bpcheck::budget::Budget;
/// use bpcheck::hunt::reduce::{Form, reduce};
///
/// let text = b"decl a, b; void main() begin a := *; if (a) then b := T; assert(b & a); fi end";
/// let mut mentions = |text: &[u8]| String::from_utf8_lossy(text).contains("assert");
/// let small = reduce(text, Form::Program, &mut mentions, &Budget::unlimited());
/// assert_eq!(small, b"void main()\nbegin\n  assert(F);\nend\n");
/// ```
pub fn reduce(text: &[u8], form: Form, fails: &mut dyn FnMut(&[u8]) -> bool, budget: &Budget) -> Vec<u8> {
    let mut search = Search::new(text, fails, budget);
    if form == Form::Text || !tree::reduce(&mut search) {
        text::reduce(&mut search);
        if form == Form::Program {
            tree::reduce(&mut search);
        }
    }
    search.best
}
