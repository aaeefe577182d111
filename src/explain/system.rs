//! An engine on the rules of an explicit system.

use super::log::{self, Input, Log};
use crate::engine::account::{OnRules, Rule, Symbol, System, Target};
use crate::lang::source::{Source, Span};
use crate::pds::explicit::Parsed;

/// The log of what an engine did on the rules of a system.
pub fn system(parsed: &Parsed, source: &Source, done: OnRules) -> Log {
    let system = &parsed.system;
    let line = |span: Span| source.position(span.start).line;
    let targets = system.targets().iter().zip(&parsed.targets);
    let targets = targets.map(|(target, &span)| {
        let text = format!("target {}", system.show_pattern(target));
        Target { text, line: line(span) }
    });
    let rules = system.rules().iter().zip(&parsed.rules).map(|(rule, &span)| Rule {
        text: system.show_rule(rule).to_string(),
        line: line(span),
        symbol: rule.symbol.0 as usize,
        push: rule.push.iter().map(|symbol| symbol.0 as usize).collect(),
        guard: None,
    });
    let symbol = |name: String| Symbol { name, line: None, text: None, procedure: None };
    Log {
        schema_version: log::SCHEMA_VERSION,
        input: Input::of(source, false),
        engine: done.engine.to_string(),
        system: System {
            states: done.accounted.states,
            symbols: done.symbols.into_iter().map(symbol).collect(),
            rules: rules.collect(),
            procedures: Vec::new(),
        },
        targets: targets.collect(),
        events: done.accounted.account,
        left_out: done.left_out,
    }
}

impl Input {
    /// The text of an input; of one that was made of another the text of that one, where the places are.
    pub(super) fn of(source: &Source, is_program: bool) -> Input {
        let text = String::from_utf8_lossy(source.input().bytes());
        let lines = text.lines().map(str::to_string).collect();
        Input { path: source.name().to_string(), sha256: source.sha256().to_string(), is_program, lines }
    }
}
