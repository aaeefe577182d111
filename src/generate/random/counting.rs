//! Statements that make runs long: steps from one value of some variables to the next, loops and recursion around them, and assertions that fail
//! at one value.
//!
//! Without them a random run is decided after a few rounds: the values that it begins with are arbitrary, and most assignments forget the ones
//! before.

use super::super::listing::joined;
use super::statement::Body;

/// How variables go from one value to the next.
const STEPS: u32 = 3;

impl Body<'_> {
    /// A statement that counts, a loop or a recursion around it, or an assertion; nothing if there are no variables.
    pub(super) fn counting(&mut self, labels: &str, nesting: u32) -> Option<()> {
        let counted = self.neighbours()?;
        let step = self.step(&counted);
        match self.choices.below(5) {
            2 if self.knobs.loops => {
                let condition = self.until()?;
                self.out.open(format_args!("{labels}while {condition} do"));
                self.inner_block(nesting);
                self.out.line(format_args!("{step};"));
                self.out.close("od");
            }
            3 if self.knobs.recursion => {
                let (condition, call) = (self.until()?, self.call()?);
                self.out.open(format_args!("{labels}if {condition} then"));
                self.out.line(format_args!("{step};"));
                self.out.line(format_args!("{call};"));
                self.out.close("fi");
            }
            4 => {
                let condition = self.not_one_value()?;
                self.out.line(format_args!("{labels}assert({condition});"));
            }
            _ => self.out.line(format_args!("{labels}{step};")),
        }
        Some(())
    }

    /// For how long something goes on: as chance has it, or until some variables have a value.
    fn until(&mut self) -> Option<String> {
        if self.choices.below(2) == 1 { Some("*".to_string()) } else { self.not_one_value() }
    }

    /// All variables become F; nothing if there are none.
    pub(super) fn reset(&self) -> Option<String> {
        let values = vec!["F"; self.variables.len()];
        (!values.is_empty()).then(|| format!("{} := {}", joined(", ", &self.variables), joined(", ", values)))
    }

    /// Not this one value of some variables; nothing if there are none.
    pub(super) fn not_one_value(&mut self) -> Option<String> {
        let counted = self.neighbours()?;
        Some(format!("!({})", self.value_of(&counted)))
    }

    /// Two to five variables, or all if they are fewer.
    fn neighbours(&mut self) -> Option<Vec<String>> {
        let count = self.variables.len() as u32;
        let start = self.choices.below(count) as usize;
        let width = (2 + self.choices.below(4)).min(count) as usize;
        let around: Vec<String> = self.variables.iter().cycle().skip(start).take(width).cloned().collect();
        (!around.is_empty()).then_some(around)
    }

    /// One value of these variables.
    fn value_of(&mut self, variables: &[String]) -> String {
        let literals = variables.iter().map(|name| match self.choices.below(2) {
            1 => format!("!{name}"),
            _ => name.clone(),
        });
        joined(" & ", literals.collect::<Vec<String>>())
    }

    /// The next value: of a number that goes up or down, lowest bit first, or of a ring that is turned by one place with its last value negated.
    fn step(&mut self, variables: &[String]) -> String {
        let kind = self.choices.below(STEPS);
        let next = (0..variables.len()).map(|place| match (kind, place) {
            (2, 0) => format!("!{}", variables[variables.len() - 1]),
            (2, _) => variables[place - 1].clone(),
            (_, 0) => format!("!{}", variables[0]),
            (0, _) => format!("{} ^ ({})", variables[place], joined(" & ", &variables[..place])),
            (_, _) => format!("{} ^ !({})", variables[place], joined(" | ", &variables[..place])),
        });
        let next: Vec<String> = next.collect();
        format!("{} := {}", joined(", ", variables), joined(", ", next))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::choices::Tape;
    use super::super::super::listing::Listing;
    use super::super::Knobs;
    use super::*;

    fn written(tape: &[u32]) -> String {
        let mut out = Listing::default();
        let knobs = Knobs { counting: true, ..Knobs::default() };
        let variables = ["a", "b", "c"].map(String::from).to_vec();
        let mut choices = Tape::new(tape);
        let mut body = Body {
            out: &mut out,
            knobs: &knobs,
            choices: &mut choices,
            callees: &[],
            later: 0,
            results: 0,
            variables,
            labels: Vec::new(),
            placed: 0,
            budget: 0,
        };
        body.counting("", 0);
        out.finish()
    }

    #[test]
    fn numbers_go_up_and_down_and_rings_are_turned() {
        assert!(written(&[0, 1, 0]).contains("a, b, c := !a, b ^ (a), c ^ (a & b);"));
        assert!(written(&[0, 1, 1]).contains("a, b, c := !a, b ^ !(a), c ^ !(a | b);"));
        assert!(written(&[1, 1, 2]).contains("b, c, a := !a, b, c;"));
    }

    #[test]
    fn a_loop_goes_on_until_a_value_is_met() {
        let text = written(&[0, 0, 0, 2, 0, 0, 0, 0, 1]);
        let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        assert_eq!(lines, ["while !(a & !b) do", "a, b := !a, b ^ (a);", "od"]);
    }
}
