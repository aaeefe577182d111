//! Statements that carry values from variable to variable, and assertions about what arrives.
//!
//! Whoever looks at a subset of the variables only has to find one after the other: the variable that is asserted was assigned under a
//! branch on a second one, which a call returned, whose argument was a third one. A flag keeps what a branch was about and is tested again;
//! what a recursion undoes on its way back it did on its way down.

use super::super::listing::joined;
use super::statement::Body;

impl Body<'_> {
    /// A statement that carries a value along; nothing if there are not two variables.
    pub(super) fn chained(&mut self, labels: &str, nesting: u32) -> Option<()> {
        let [to, from] = self.pair()?;
        match self.choices.below(8) {
            1 => self.branches(labels, &to, &from),
            2 => self.tested_again(labels, &to, &from, nesting),
            3 | 4 => self.carrying_call(labels, &to, &from)?,
            5 if self.knobs.loops => {
                self.out.open(format_args!("{labels}while ({to} != {from}) do"));
                self.inner_block(nesting);
                self.out.line(format_args!("{to} := {from};"));
                self.out.close("od");
            }
            6 => {
                let claim = self.claim()?;
                self.out.line(format_args!("{labels}if ({to} != {from}) then assert({claim}); fi"));
            }
            7 => self.out.line(format_args!("{labels}{to}, {from} := {from}, {to};")),
            _ => self.out.line(format_args!("{labels}{to} := {from};")),
        }
        Some(())
    }

    /// Every second variable becomes what the one before it is, or its opposite; nothing if there are not two.
    pub(super) fn links(&mut self) -> Option<String> {
        let mut links = Vec::new();
        for place in (1..self.variables.len()).step_by(2) {
            let not = ["", "!"][self.choices.below(2) as usize];
            links.push((self.variables[place].clone(), format!("{not}{}", self.variables[place - 1])));
        }
        let targets = joined(", ", links.iter().map(|(target, _)| target));
        (!links.is_empty()).then(|| format!("{targets} := {}", joined(", ", links.iter().map(|(_, value)| value))))
    }

    /// That two variables are equal or different, perhaps if a third one differs from one of them; nothing if there are not two.
    pub(super) fn claim(&mut self) -> Option<String> {
        let [one, other] = self.pair()?;
        let [condition, _] = self.pair()?;
        Some(match self.choices.below(4) {
            1 => format!("{one} != {other}"),
            2 => format!("{condition} => ({one} = {other})"),
            3 => format!("({condition} = {one}) | ({condition} = {other})"),
            _ => format!("{one} = {other}"),
        })
    }

    /// Both ways of a branch assign the same variable.
    fn branches(&mut self, labels: &str, to: &str, from: &str) {
        let values = [["T", "F"], ["F", "T"]][self.choices.below(2) as usize];
        self.out.open(format_args!("{labels}if ({from}) then"));
        self.out.line(format_args!("{to} := {};", values[0]));
        self.out.between("else");
        self.out.line(format_args!("{to} := {};", values[1]));
        self.out.close("fi");
    }

    /// What is done if a flag holds is undone if it still holds later.
    fn tested_again(&mut self, labels: &str, to: &str, flag: &str, nesting: u32) {
        self.out.line(format_args!("{labels}if ({flag}) then {to} := !{to}; fi"));
        self.inner_block(nesting);
        self.out.line(format_args!("if ({flag}) then {to} := !{to}; fi"));
    }

    /// A call whose first argument is `from` and whose first result is `to`, and whose others are variables too. Whoever may call back is only
    /// called if the two differ, so that recursion can end. Perhaps it is asserted that nothing was lost on the way.
    fn carrying_call(&mut self, labels: &str, to: &str, from: &str) -> Option<()> {
        let last = self.callees.len().checked_sub(1)?;
        let chosen = self.choices.below(last as u32 + 1) as usize;
        let callee = &self.callees[chosen];
        let arguments = joined(", ", self.around(from, callee.parameters.len()));
        let results = callee.results as usize;
        let mut targets = self.around(to, results.min(self.variables.len()));
        targets.resize(results, "_");
        let targets = if results == 0 { String::new() } else { format!("{} := ", joined(", ", targets)) };
        let call = format!("{targets}{}({arguments});", callee.name);
        if chosen < self.later {
            self.out.line(format_args!("{labels}if ({to} != {from}) then {call} fi"));
        } else {
            self.out.line(format_args!("{labels}{call}"));
        }
        if self.choices.below(16) == 15 {
            self.out.line(format_args!("assert({to} = {from});"));
        }
        Some(())
    }

    /// As many variables as are wanted, this one first and then those behind it, around and around.
    fn around(&self, first: &str, count: usize) -> Vec<&str> {
        let start = self.variables.iter().position(|name| name == first).unwrap_or_default();
        self.variables.iter().cycle().skip(start).take(count).map(String::as_str).collect()
    }

    /// Two different variables; nothing if there are not two.
    fn pair(&mut self) -> Option<[String; 2]> {
        let count = self.variables.len() as u32;
        if count < 2 {
            return None;
        }
        let one = self.choices.below(count);
        let other = (one + 1 + self.choices.below(count - 1)) % count;
        Some([one, other].map(|place| self.variables[place as usize].clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::choices::Seeded;
    use super::super::{Knobs, write_from};

    #[test]
    fn values_are_carried_in_every_way() {
        let knobs = Knobs { chained: true, choices: false, globals: 4, ..Knobs::default() };
        let all: String = (0..200).map(|seed| write_from(&knobs, &mut Seeded::new(seed))).collect();
        for way in [
            "while (g0 != ",
            " fi\n",
            "if (g1) then g0 := !g0; fi",
            "then assert(",
            "  assert(g0 = ",
            "g1, g0 := g0, g1;",
            "!= g0) then f",
        ] {
            assert!(all.contains(way), "{way:?} never occurs");
        }
    }

    #[test]
    fn every_second_global_is_linked_at_first() {
        let knobs = Knobs { chained: true, parameters: 0, locals: 0, globals: 4, ..Knobs::default() };
        let text = write_from(&knobs, &mut Seeded::new(2));
        let mut main = text.lines().skip_while(|line| !line.ends_with(" main()"));
        let start = main.find(|line| line.contains(":=") && !line.contains("decl")).unwrap_or_default();
        assert_eq!(start.split(" := ").next().map(|targets| targets.split(", ").count()), Some(2), "{text}");
    }
}
