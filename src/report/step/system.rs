//! A run of an explicit pushdown system under way: the configuration, and the rules that apply, by their numbers in the text.

use super::text;
use crate::lang::source::{Source, Span};
use crate::pds::explicit::{Lowered, Parsed, Replayed, Run, SymbolId};
use crate::report::pds::run::{self, configuration, rule};
use crate::step::system::{By, Moment, Stepper};

/// How many rules, initial configurations or targets are shown unasked.
const MANY: usize = 40;

/// What is shown of runs of one system.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The system.
    pub parsed: &'a Parsed,
    /// Its text.
    pub source: &'a Source,
}

impl View<'_> {
    /// The present moment: the configuration, the targets that it is in, and what can be chosen.
    pub fn here(&self, stepper: &Stepper<'_>) -> String {
        let mut lines = Vec::new();
        if let Some(now) = stepper.now() {
            lines.push(format!("step {}: {}", stepper.steps(), self.configuration(now)));
            lines.extend(shortened(stepper.targets(), |target| self.target(target), "more targets"));
        }
        text(&lines) + &self.question(stepper)
    }

    /// What can be chosen; why nothing can, if the run is stuck.
    pub fn question(&self, stepper: &Stepper<'_>) -> String {
        let system = &self.parsed.system;
        if stepper.now().is_none() {
            let mut lines = vec!["where does the run begin?".to_string()];
            lines.extend(shortened(
                0..system.initial().len(),
                |initial| self.initial(initial),
                "more, which rules shows",
            ));
            return text(&lines);
        }
        match (stepper.choices(), stepper.head()) {
            ([], None) => "stuck: the stack is empty\n".into(),
            ([], Some((state, symbol))) => {
                format!("stuck: no rule has the head {}\n", system.show_parts(state, &[symbol]))
            }
            (&[only], _) => format!("next: rule {}, {}\n", only + 1, self.rule(only)),
            (several, _) => {
                let mut lines = vec!["which rule?".to_string()];
                lines.extend(shortened(several.iter().copied(), |rule| self.choice(rule), "more, which rules shows"));
                text(&lines)
            }
        }
    }

    /// All that can be chosen.
    pub fn rules(&self, stepper: &Stepper<'_>) -> String {
        let lines: Vec<String> = match stepper.now() {
            None => (0..self.parsed.system.initial().len()).map(|initial| self.initial(initial)).collect(),
            Some(_) => stepper.choices().iter().map(|&rule| self.choice(rule)).collect(),
        };
        if lines.is_empty() { self.question(stepper) } else { text(&lines) }
    }

    /// Why something cannot be chosen, by its number from 1.
    pub fn refusal(&self, stepper: &Stepper<'_>, number: &str) -> String {
        let system = &self.parsed.system;
        let (what, count) = match stepper.now() {
            None => ("initial configuration", system.initial().len()),
            Some(_) => ("rule", system.rules().len()),
        };
        let index = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let Some(rule) = index.and_then(|index| system.rules().get(index)).filter(|_| stepper.now().is_some()) else {
            return match count {
                0 => format!("there is no {what} {number}: there are none\n"),
                _ => format!("there is no {what} {number}: they are numbered from 1 to {count}\n"),
            };
        };
        let needed = system.show_parts(rule.state, std::slice::from_ref(&rule.symbol));
        match stepper.head() {
            Some((state, symbol)) => {
                format!(
                    "rule {number} needs the head {needed}, and here it is {}\n",
                    system.show_parts(state, &[symbol])
                )
            }
            None => format!("rule {number} needs the head {needed}, and the stack is empty\n"),
        }
    }

    /// The whole stack, the top first: a line for what was pushed at once and is still there, with the rule that pushed it.
    pub fn stack(&self, stepper: &Stepper<'_>) -> String {
        let system = &self.parsed.system;
        let line = |(by, word): (By, &[SymbolId])| {
            let symbols: Vec<&str> = word.iter().map(|&symbol| system.symbol_name(symbol)).collect();
            let why = match by {
                By::Start(_) => "from the start".to_string(),
                By::Rule { rule, step } => {
                    format!("put there in step {step} by rule {}, {}", rule + 1, self.rule(rule))
                }
            };
            format!("  {:8}  {why}", symbols.join(" "))
        };
        let lines: Vec<String> = stepper.now().into_iter().flat_map(|now| now.stack.words(system)).map(line).collect();
        if lines.is_empty() { "the stack is empty\n".into() } else { text(&lines) }
    }

    /// The run so far, every step of it.
    pub fn run(&self, lowered: &Lowered, made: &Run, replayed: &Replayed) -> String {
        let mut out = Vec::new();
        // Nothing fails that is written into memory.
        let _ = run::write(&mut out, &self.parsed.system, lowered, made, replayed, true);
        String::from_utf8_lossy(&out).into_owned()
    }

    fn configuration(&self, now: &Moment) -> String {
        let system = &self.parsed.system;
        configuration(system, now.state, now.stack.symbols(system), now.stack.height())
    }

    fn target(&self, target: usize) -> String {
        let pattern = self.parsed.system.show_pattern(&self.parsed.system.targets()[target]);
        format!(
            "REACHED: property {}, target {pattern} ({})",
            target + 1,
            self.source.locate(self.parsed.targets[target])
        )
    }

    fn initial(&self, initial: usize) -> String {
        let system = &self.parsed.system;
        let first = &system.initial()[initial];
        let shown = configuration(system, first.state, first.stack.iter().copied(), first.stack.len());
        format!("  {}  {shown} {}", initial + 1, self.line(self.parsed.initial[initial]))
    }

    fn choice(&self, rule: usize) -> String {
        format!("  {}  {}", rule + 1, self.rule(rule))
    }

    fn rule(&self, index: usize) -> String {
        let system = &self.parsed.system;
        format!("{} {}", rule(system, &system.rules()[index]), self.line(self.parsed.rules[index]))
    }

    fn line(&self, span: Span) -> String {
        format!("(line {})", self.source.position(span.start).line)
    }
}

/// The first of some things, and how many there are besides.
fn shortened(all: impl Iterator<Item = usize>, show: impl Fn(usize) -> String, besides: &str) -> Vec<String> {
    let mut all = all;
    let mut lines: Vec<String> = all.by_ref().take(MANY).map(show).collect();
    let rest = all.count();
    if rest > 0 {
        lines.push(format!("  and {rest} {besides}"));
    }
    lines
}
