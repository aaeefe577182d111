//! Random explicit pushdown systems, as `.pds` text: few control states and symbols, rules that push up to four symbols, several
//! initial configurations, and targets with all that a regular expression can have.
//!
//! As with programs, all decisions come from a [`Choices`], and zeros give the smallest system.

use super::choices::Choices;
use super::listing::joined;

/// The system that these choices lead to.
pub fn write_from(choices: &mut dyn Choices) -> String {
    let mut system = System { states: 1 + choices.below(4), symbols: 1 + choices.below(3), choices };
    let mut lines = Vec::new();
    for _ in 0..1 + system.choices.below(2) {
        lines.push(format!("init {}", system.configuration(4)));
    }
    for _ in 0..system.choices.below(14) {
        // Long words are rare: they only stand for several rules.
        let most = if system.choices.below(7) == 6 { 5 } else { 3 };
        let head = format!("<{}, {}>", system.state(), system.symbol());
        lines.push(format!("{head} -> {}", system.configuration(most)));
    }
    for _ in 0..1 + system.choices.below(2) {
        lines.push(system.target());
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

struct System<'a> {
    states: u32,
    symbols: u32,
    choices: &'a mut dyn Choices,
}

impl System<'_> {
    fn state(&mut self) -> String {
        format!("p{}", self.choices.below(self.states))
    }

    fn symbol(&mut self) -> String {
        format!("a{}", self.choices.below(self.symbols))
    }

    /// A control state with fewer than `below` symbols.
    fn configuration(&mut self, below: u32) -> String {
        let state = self.state();
        let stack: Vec<String> = (0..self.choices.below(below)).map(|_| self.symbol()).collect();
        format!("<{state}, {}>", joined(" ", stack))
    }

    fn target(&mut self) -> String {
        let state = if self.choices.below(5) == 4 { ".".to_string() } else { self.state() };
        let mut pieces: Vec<String> = (0..self.choices.below(3)).map(|_| self.piece()).collect();
        if self.choices.below(2) == 1 {
            pieces.push(".*".to_string());
        }
        format!("target <{state}, {}>", joined(" ", pieces))
    }

    fn piece(&mut self) -> String {
        let one = self.symbol();
        match self.choices.below(8) {
            0..=3 => one,
            4 => ".".to_string(),
            5 => format!("{one}*"),
            6 => format!("({one} | {})", self.symbol()),
            _ => format!("({one} {} |)*", self.symbol()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::choices::Tape;
    use super::*;

    #[test]
    fn zeros_give_the_smallest_system() {
        assert_eq!(write_from(&mut Tape::new(&[])), "init <p0, >\ntarget <p0, >\n");
    }
}
