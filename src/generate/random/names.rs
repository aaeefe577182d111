//! What things are called: plain names mostly, and now and then each of the other spellings that the language has.

use super::super::choices::Choices;
use super::super::listing::{Listing, joined};
use super::Knobs;

/// Words that act as keywords in some places only, and are variables everywhere else.
const CONTEXTUAL: [&str; 6] = ["dead", "print", "sync", "abortif", "wait", "dfs"];

/// A name that no other call with this stem and number gives, nor one with another stem.
fn spelled(stem: char, number: u32, choices: &mut dyn Choices) -> String {
    match choices.below(8) {
        0..=4 => format!("{stem}{number}"),
        5 => format!("{{{stem}{number}==0}}"),
        6 => format!("{stem}${number}#"),
        _ => format!("{{{stem} -> {number} && p}}"),
    }
}

/// The name of the global with this number.
pub(super) fn global(number: u32, choices: &mut dyn Choices) -> String {
    match CONTEXTUAL.get(number as usize) {
        Some(word) if choices.below(8) == 7 => word.to_string(),
        _ => spelled('g', number, choices),
    }
}

/// The name of a label of one procedure. The first one may be a name that makes it a property.
pub(super) fn label(number: u32, choices: &mut dyn Choices) -> String {
    match choices.below(8) {
        5 => format!("{{L {number}}}"),
        6 => format!("{number}"),
        7 if number == 0 => ["ERROR", "SLIC_ERROR"][choices.below(2) as usize].to_string(),
        _ => format!("L{number}"),
    }
}

/// Writes a declaration of these variables, some with an initial value; nothing if there are none.
pub(super) fn declare(out: &mut Listing, variables: &[String], choices: &mut dyn Choices) {
    if variables.is_empty() {
        return;
    }
    let declared = variables.iter().map(|name| match choices.below(4) {
        3 => {
            let value = ["F", "T", "0", "1", "*"][choices.below(5) as usize];
            format!("{name} := {value}")
        }
        _ => name.clone(),
    });
    out.line(format_args!("decl {};", joined(", ", declared)));
}

/// What a caller knows of a procedure, and its own variables.
#[derive(Debug)]
pub(super) struct Signature {
    /// `main` for the first one.
    pub(crate) name: String,
    pub(crate) parameters: Vec<String>,
    pub(crate) results: u32,
    pub(crate) locals: Vec<String>,
}

impl Signature {
    pub(crate) fn new(number: u32, knobs: &Knobs, globals: &[String], choices: &mut dyn Choices) -> Self {
        let name = if number == 0 { "main".to_string() } else { spelled('f', number, choices) };
        let mut own = Vec::new();
        for (stem, most) in [('p', knobs.parameters), ('l', knobs.locals)] {
            let mut group = Vec::new();
            for i in 0..choices.below(most + 1) {
                group.push(spelled(stem, i, choices));
            }
            own.push(group);
        }
        let mut signature = Self {
            name,
            locals: own.pop().unwrap_or_default(),
            parameters: own.pop().unwrap_or_default(),
            results: choices.below(knobs.results + 1),
        };
        // One local in sixteen hides a global: there is only one to a procedure, so own names stay distinct.
        if let (Some(local), false) = (signature.locals.first_mut(), globals.is_empty())
            && choices.below(16) == 15
        {
            let hidden = choices.below(globals.len() as u32) as usize;
            *local = globals[hidden].clone();
        }
        signature
    }

    /// The variables that the procedure can name: its own, and the globals that none of them hides.
    pub(crate) fn visible(&self, globals: &[String]) -> Vec<String> {
        let own = self.parameters.iter().chain(&self.locals);
        let mut visible: Vec<String> = own.cloned().collect();
        visible.extend(globals.iter().filter(|name| !self.locals.contains(name)).cloned());
        visible
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::choices::{Seeded, Tape};
    use super::*;

    #[test]
    fn own_names_are_distinct() {
        for seed in 0..200 {
            let mut source = Seeded::new(seed);
            let globals: Vec<String> = (0..3).map(|i| global(i, &mut source)).collect();
            let knobs = Knobs { locals: 4, parameters: 4, ..Knobs::default() };
            let signature = Signature::new(1, &knobs, &globals, &mut source);
            let mut names = signature.visible(&globals);
            let count = names.len();
            names.sort();
            names.dedup();
            assert_eq!(names.len(), count, "{signature:?}");
        }
    }

    #[test]
    fn zeros_give_plain_names() {
        let mut tape = Tape::new(&[]);
        assert_eq!(global(2, &mut tape), "g2");
        assert_eq!(label(1, &mut tape), "L1");
    }
}
