//! The program of a system, line by line.

use super::below::{Below, Step};
use super::names::{after, is, name, place, values, variables};
use super::parts::Parts;
use crate::convert::made::Made;
use crate::lang::source::{Origin, Position, Source, Span, Told};
use crate::pds::explicit::{Parsed, PushdownSystem, Rule, StateId, SymbolId};

/// The global variables with the control state.
const STATE: &str = "state";
/// The parameters that say at which symbol a procedure begins.
const ENTRY: &str = "entry";
/// The parameters that say what lies below.
const BELOW: &str = "below";
/// The local variables with what lies below a symbol that is called.
const UNDER: &str = "under";

/// Writes the program.
pub(super) struct Writer<'w> {
    pub(super) parsed: &'w Parsed,
    pub(super) source: &'w Source,
    /// Whether there is a property even if there is no target.
    pub(super) asks: bool,
    pub(super) below: &'w Below,
    pub(super) parts: &'w Parts,
    pub(super) made: Made,
    /// For the line of each place that is a configuration the symbol on top.
    pub(super) tops: Vec<(usize, usize)>,
}

/// Lines of one place of the system.
#[derive(Clone, Copy)]
struct At(Position);

impl Writer<'_> {
    /// Writes all of it.
    pub(super) fn program(&mut self) {
        let system = &self.parsed.system;
        let whole = At(Position { line: 1, column: 1 });
        for state in system.states().take(if self.states() > 1 { self.states() } else { 0 }) {
            let number = values(state.0 as usize, self.states()).join(", ");
            self.hidden(whole, format_args!("// {} is {number}", system.state_name(state)));
        }
        if self.states() > 1 {
            self.hidden(whole, format_args!("decl {};", variables(STATE, self.states()).join(", ")));
        }
        self.main(whole);
        let parts = self.parts;
        let rules = rules(&self.parsed.system);
        for (entries, members) in parts.all() {
            self.part(whole, entries, members, &rules);
        }
        for kind in 0..self.below.steps.len() {
            self.step(whole, kind);
        }
        for target in 0..system.targets().len() {
            self.target(target);
        }
        if self.asks && system.targets().is_empty() {
            self.hidden(whole, "\nvoid no_target()\nbegin\n  ERROR: skip;\nend");
        }
    }

    /// Initial configurations: what is on the stack is called, one symbol after the other.
    fn main(&mut self, whole: At) {
        self.hidden(whole, "void main()\nbegin");
        let system = &self.parsed.system;
        self.under(whole);
        let labels: Vec<String> = (0..system.initial().len()).map(|number| format!("init_{number}")).collect();
        self.go(whole, &labels);
        for (number, initial) in system.initial().iter().enumerate() {
            let at = self.at(self.parsed.initial[number]);
            let told = || Told::As(format!("init {}", system.show(initial)).into());
            let is_empty = initial.stack.is_empty();
            let first = if is_empty { told() } else { Told::Nothing };
            self.line(at, format_args!("  init_{number}: skip;"), first);
            self.store(at, initial.state);
            let beneath: Vec<usize> = initial
                .stack
                .iter()
                .rev()
                .scan(self.below.empty, |state, &symbol| {
                    let before = *state;
                    *state = self.below.after(before, self.below.kind(symbol));
                    Some(before)
                })
                .collect();
            for (index, (&symbol, &state)) in initial.stack.iter().zip(beneath.iter().rev()).enumerate() {
                let told = if index == 0 { told() } else { self.back(&initial.stack[index..]) };
                let arguments = values(state, self.below.count());
                self.call(at, symbol, arguments, told);
            }
            self.hidden(at, "  goto bottom;");
        }
        self.hidden(whole, "  bottom: skip;");
        for &target in &self.below.reached[self.below.empty] {
            self.ask(whole, target, &values(self.below.empty, self.below.count()));
        }
        self.line(whole, "end", Told::At("<., >".into()));
    }

    /// A procedure: from symbol to symbol by the rules, until one takes the symbol away.
    fn part(&mut self, whole: At, entries: &[SymbolId], members: &[SymbolId], rules: &[Vec<usize>]) {
        let system = &self.parsed.system;
        let parameters = [variables(ENTRY, entries.len()), variables(BELOW, self.below.count())].concat();
        let heading = name("from", system.symbol_name(entries[0]));
        let first = rules[entries[0].0 as usize].first().map_or(whole, |&rule| self.at(self.parsed.rules[rule]));
        self.hidden(whole, "");
        let told = Told::At(self.shown(entries, " | ").into());
        self.line(first, format_args!("void {heading}({})", parameters.join(", ")), told);
        self.hidden(whole, "begin");
        self.under(whole);
        let begin = |index: usize| name("begin", system.symbol_name(entries[index]));
        self.go(whole, &(0..entries.len()).map(begin).collect::<Vec<_>>());
        for (index, &symbol) in entries.iter().enumerate() {
            let test = test(is(ENTRY, index, entries.len()));
            self.hidden(whole, format_args!("  {}: {test};", begin(index)));
            self.go(whole, &[place(system, symbol)]);
        }
        for &symbol in members {
            let own = &rules[symbol.0 as usize];
            let at = own.first().map_or(whole, |&rule| self.at(self.parsed.rules[rule]));
            self.symbol(at, symbol, own);
        }
        self.hidden(whole, "end");
    }

    /// The place of a symbol: the targets that are reached with it on top, and the rules for it.
    fn symbol(&mut self, at: At, symbol: SymbolId, rules: &[usize]) {
        let system = &self.parsed.system;
        let kind = self.below.kind(symbol);
        let asked = match &self.below.steps[kind] {
            Step::To(to) => self.below.reached[*to].clone(),
            Step::Stay | Step::Table(_) => (0..system.targets().len()).collect(),
        };
        let asks = (!asked.is_empty()).then(|| name("ask", system.symbol_name(symbol)));
        let labels: Vec<String> = asks.iter().cloned().chain(rules.iter().map(|rule| label(*rule))).collect();
        self.tops.push((self.made.count(), symbol.0 as usize));
        let told = Told::At(self.shown(&[symbol], " ").into());
        self.line(at, format_args!("  {}: {};", place(system, symbol), jump(&labels)), told);
        if let Some(asks) = asks {
            self.hidden(at, format_args!("  {asks}: skip;"));
            let top = self.read(at, &[kind]);
            asked.into_iter().for_each(|target| self.ask(at, target, &top));
            self.hidden(at, "  assume(F);");
        }
        rules.iter().for_each(|&rule| self.rule(rule));
    }

    fn rule(&mut self, number: usize) {
        let system = &self.parsed.system;
        let rule = &system.rules()[number];
        let at = self.at(self.parsed.rules[number]);
        let told = Told::As(system.show_rule(rule).to_string().into());
        let guard = test(self.is_state(rule.state.0 as usize));
        let (calls, last) = match rule.push.split_last() {
            Some((last, calls)) => (calls, Some(last)),
            None => (&[][..], None),
        };
        // A rule that pushes is told where it calls, so that what the call does stands below it.
        let (mut told, mut later) = if calls.is_empty() { (Some(told), None) } else { (None, Some(told)) };
        self.line(at, format_args!("  {}: {guard};", label(number)), told.take().unwrap_or(Told::Nothing));
        if rule.to != rule.state {
            self.store(at, rule.to);
        }
        for (index, &symbol) in calls.iter().enumerate() {
            let kinds: Vec<usize> = rule.push[index + 1..].iter().rev().map(|&under| self.below.kind(under)).collect();
            let arguments = self.read(at, &kinds);
            let told = later.take().unwrap_or_else(|| self.back(&rule.push[index..]));
            self.call(at, symbol, arguments, told);
        }
        match last {
            Some(&last) => self.hidden(at, format_args!("  goto {};", place(system, last))),
            None => self.hidden(at, "  return;"),
        }
    }

    /// What lies below after symbols of these kinds are read: values of the parameters of what is called.
    fn read(&mut self, at: At, kinds: &[usize]) -> Vec<String> {
        let mut values = variables(BELOW, self.below.count());
        for &kind in kinds {
            match &self.below.steps[kind] {
                Step::To(to) => values = self::values(*to, self.below.count()),
                Step::Stay => {}
                Step::Table(_) => {
                    let under = variables(UNDER, self.below.count());
                    let call = format!("{}({})", after(kind), values.join(", "));
                    self.hidden(at, format_args!("  {} := {call};", under.join(", ")));
                    values = under;
                }
            }
        }
        values
    }

    /// What reading a kind of symbols does, if that is a long story.
    fn step(&mut self, whole: At, kind: usize) {
        let below = self.below;
        let Step::Table(row) = &below.steps[kind] else { return };
        let parameters = variables(BELOW, below.count());
        let results = if parameters.len() == 1 { "bool".to_string() } else { format!("bool<{}>", parameters.len()) };
        self.hidden(whole, format_args!("\n{results} {}({})\nbegin", after(kind), parameters.join(", ")));
        let labels: Vec<String> = (0..row.len()).map(|state| format!("was_{state}")).collect();
        self.go(whole, &labels);
        for (state, &to) in row.iter().enumerate() {
            self.hidden(whole, format_args!("  was_{state}: {};", test(is(BELOW, state, below.count()))));
            self.hidden(whole, format_args!("  return {};", values(to, below.count()).join(", ")));
        }
        self.hidden(whole, "end");
    }

    /// Goes to see whether a target is reached, if the control state is right.
    fn ask(&mut self, at: At, target: usize, stack: &[String]) {
        let call = format!("  target_{}({});", target + 1, stack.join(", "));
        self.line(at, call, Told::As(format!("target {}", target + 1).into()));
    }

    fn target(&mut self, target: usize) {
        let system = &self.parsed.system;
        let pattern = &system.targets()[target];
        let at = self.at(self.parsed.targets[target]);
        let parameters = variables(BELOW, self.below.count());
        self.hidden(at, format_args!("\nvoid target_{}({})\nbegin", target + 1, parameters.join(", ")));
        let fits = |state: &usize| self.below.reached[*state].contains(&target);
        let stacks: Vec<usize> = (0..self.below.count()).filter(fits).collect();
        let labels: Vec<String> = stacks.iter().map(|state| format!("is_{state}")).collect();
        let all = [vec!["no".to_string()], labels.clone()].concat();
        self.go(at, &all);
        self.hidden(at, "  no: return;");
        for (state, label) in stacks.iter().zip(&labels) {
            self.hidden(at, format_args!("  {label}: {};", test(is(BELOW, *state, self.below.count()))));
            self.hidden(at, "  goto reached;");
        }
        let state = pattern.state().and_then(|state| self.is_state(state.0 as usize));
        self.hidden(at, format_args!("  reached: {};", test(state)));
        let told = Told::As(format!("target {}", system.show_pattern(pattern)).into());
        self.line(at, "  ERROR: skip;", told);
        self.hidden(at, "end");
    }

    fn call(&mut self, at: At, symbol: SymbolId, below: Vec<String>, told: Told) {
        let system = &self.parsed.system;
        let entries = self.parts.entries(symbol);
        let index = entries.binary_search(&symbol).unwrap_or_default();
        let arguments = [values(index, entries.len()), below].concat();
        let callee = name("from", system.symbol_name(entries[0]));
        self.line(at, format_args!("  {callee}({});", arguments.join(", ")), told);
    }

    /// The control state becomes this one.
    fn store(&mut self, at: At, state: StateId) {
        if self.states() > 1 {
            let values = values(state.0 as usize, self.states()).join(", ");
            self.hidden(at, format_args!("  {} := {values};", variables(STATE, self.states()).join(", ")));
        }
    }

    fn under(&mut self, at: At) {
        if self.below.count() > 1 {
            self.hidden(at, format_args!("  decl {};", variables(UNDER, self.below.count()).join(", ")));
        }
    }

    /// Goes on at any of these labels.
    fn go(&mut self, at: At, targets: &[String]) {
        self.hidden(at, format_args!("  {};", jump(targets)));
    }

    /// That these symbols are on top again.
    fn back(&self, stack: &[SymbolId]) -> Told {
        Told::As(self.shown(stack, " ").into())
    }

    /// Configurations with these on top.
    fn shown(&self, symbols: &[SymbolId], between: &str) -> String {
        let names: Vec<&str> = symbols.iter().map(|&symbol| self.parsed.system.symbol_name(symbol)).collect();
        format!("<., {} ...>", names.join(between))
    }

    /// That the control state has this number; nothing if there is no other.
    pub(super) fn is_state(&self, number: usize) -> Option<String> {
        is(STATE, number, self.states())
    }

    fn states(&self) -> usize {
        self.parsed.system.state_count()
    }

    fn at(&self, span: Span) -> At {
        At(self.source.position(span.start))
    }

    fn hidden(&mut self, at: At, lines: impl std::fmt::Display) {
        self.line(at, lines, Told::Nothing);
    }

    fn line(&mut self, At(position): At, lines: impl std::fmt::Display, told: Told) {
        for line in lines.to_string().split('\n') {
            self.made.line(line, Origin { position, told: told.clone() });
        }
    }
}

/// The numbers of the rules for each symbol.
fn rules(system: &PushdownSystem) -> Vec<Vec<usize>> {
    let mut rules = vec![Vec::new(); system.symbol_count()];
    for (number, Rule { symbol, .. }) in system.rules().iter().enumerate() {
        rules[symbol.0 as usize].push(number);
    }
    rules
}

fn label(rule: usize) -> String {
    format!("rule_{}", rule + 1)
}

/// A statement that goes on at any of these labels; nowhere if there is none.
fn jump(targets: &[String]) -> String {
    if targets.is_empty() { "assume(F)".to_string() } else { format!("goto {}", targets.join(", ")) }
}

/// A statement that goes on if a condition holds, or always.
fn test(condition: Option<String>) -> String {
    condition.map_or("skip".to_string(), |condition| format!("assume({condition})"))
}
