//! Each event of a log in a sentence.

use crate::explain::{Automaton, Body, Cause, Event, Increments, Log, Summaries};

/// Says what happens in each event.
pub struct Words<'a> {
    log: &'a Log,
    automaton: Automaton,
}

impl<'a> Words<'a> {
    /// Before the first event.
    pub fn new(log: &'a Log) -> Words<'a> {
        Words { log, automaton: Automaton::default() }
    }

    /// All events of a log, in order.
    pub fn all(log: &Log) -> Vec<String> {
        let mut words = Words::new(log);
        log.events.iter().enumerate().map(|(number, event)| words.next(number, event)).collect()
    }

    /// What happens in the next event, which has this index.
    pub fn next(&mut self, number: usize, event: &Event) -> String {
        self.automaton.hear(number, event);
        match event {
            Event::Saturating { order: None } => "saturation begins".into(),
            Event::Saturating { order: Some(order) } => {
                format!("saturation begins, with the variables of its diagrams in the order `{order}`")
            }
            Event::Processed { transition } => format!("take {}", self.transition(*transition)),
            Event::Grew { transition, cause, rule, premises, .. } => {
                let is_new = self.automaton.transitions.get(*transition).is_some_and(|known| known.grown.len() == 1);
                let new = if is_new { "" } else { "more of " };
                format!("{new}{}: {}", self.transition(*transition), self.why(*cause, *rule, premises))
            }
            Event::Reached { target } => match self.log.targets.get(*target) {
                Some(target) => format!("reached: {} (line {})", target.text, target.line),
                None => "a target is reached".into(),
            },
            Event::Turn { targets } => {
                let numbers: Vec<String> = targets.iter().map(|target| (target + 1).to_string()).collect();
                let plural = if numbers.len() == 1 { "property" } else { "properties" };
                format!("the turn of {plural} {}", numbers.join(", "))
            }
            Event::Asked { body, is_open, nodes, is_found } => {
                let with =
                    if *is_open { "if all that is over-approximated is taken" } else { "without over-approximations" };
                let answer = if *is_found { "yes" } else { "no" };
                format!("is there a run of {} {with}? {answer} ({})", self.body(body), counted(*nodes))
            }
            Event::Spurious { body, taken, .. } => {
                let places: Vec<String> = taken.iter().map(|&at| self.place(at)).collect();
                format!(
                    "the run of {} is spurious: it takes what is over-approximated at {}",
                    self.body(body),
                    places.join(", ")
                )
            }
            Event::Refined { procedure } => format!("{} is looked into", self.procedure(*procedure)),
            Event::Replaced { at, callee } => {
                format!("the call of {} at {} is no longer over-approximated", self.procedure(*callee), self.place(*at))
            }
            Event::Unrolled { head, rounds } => {
                let plural = if *rounds == 1 { "round" } else { "rounds" };
                format!("the loop at {} is unrolled to {rounds} {plural}", self.place(*head))
            }
            Event::Closed { head } => {
                format!("any number of rounds of the loop at {} is known as a relation", self.place(*head))
            }
            Event::Nested { procedure, depth } => {
                format!("the recursion of {} is nested to depth {depth}", self.procedure(*procedure))
            }
            Event::Completed { procedure, holds: true } => {
                format!("the recursion of {} need not be nested deeper", self.procedure(*procedure))
            }
            Event::Completed { procedure, holds: false } => {
                format!("it is open again how deep the recursion of {} is to be nested", self.procedure(*procedure))
            }
            Event::Settled { procedure, is_real } => {
                let can = if *is_real { "can end" } else { "cannot end" };
                format!("{} {can} as its caller's run has it", self.procedure(*procedure))
            }
            Event::Summarised { body, nodes, is_projected } => {
                let kind = if *is_projected { "a relation" } else { "its formulas" };
                format!("the summary of {}: {kind} ({})", self.body(body), counted(*nodes))
            }
            Event::Forgotten { body } => {
                format!("the summary of {} is dropped: what is below it changed", self.body(body))
            }
        }
    }

    /// A transition as an arrow.
    fn transition(&self, number: usize) -> String {
        let Some(transition) = self.automaton.transitions.get(number) else { return "a transition".into() };
        let state = |state: usize| self.log.system.states.get(state).map_or("?", |state| state.name.as_str());
        let (from, to) = (state(transition.from), state(transition.to));
        match transition.symbol {
            Some(symbol) => format!("{from} --{}--> {to}", self.log.system.symbols[symbol].name),
            None => format!("{from} --ε--> {to}"),
        }
    }

    fn why(&self, cause: Cause, rule: Option<usize>, premises: &[Increments]) -> String {
        let rule = || match rule.and_then(|rule| Some((rule, self.log.system.rules.get(rule)?))) {
            Some((number, rule)) => format!("rule {}, {} (line {})", number + 1, rule.text, rule.line),
            None => "a rule".into(),
        };
        let premise = |index: usize| match premises.get(index) {
            Some(premise) => self.transition(premise.transition),
            None => "a transition".into(),
        };
        match cause {
            Cause::Given => "given".into(),
            Cause::Step | Cause::Before => format!("{}, and {}", rule(), premise(0)),
            Cause::Enter => format!("{}, and {}: the callee begins", rule(), premise(0)),
            Cause::Wait => format!("{}, and {}: the caller waits", rule(), premise(0)),
            Cause::Resume => format!("what waits, {}, goes on after {}", premise(0), premise(1)),
            Cause::Returning => format!("{}, which pushes nothing", rule()),
            Cause::Calling => format!("{}, and {}, then {}", rule(), premise(0), premise(1)),
        }
    }

    fn procedure(&self, procedure: usize) -> &str {
        self.log.system.procedures.get(procedure).map_or("?", String::as_str)
    }

    fn body(&self, body: &Body) -> String {
        let name = self.procedure(body.procedure);
        match (body.level, body.is_closed) {
            (0, _) => name.to_string(),
            (level, false) => format!("{name}, nested {level} deep"),
            (level, true) => format!("{name}, nested {level} deep and no deeper"),
        }
    }

    fn place(&self, symbol: usize) -> String {
        match self.log.system.symbols.get(symbol) {
            Some(symbol) => match symbol.line {
                Some(line) => format!("{} (line {line})", symbol.name),
                None => symbol.name.clone(),
            },
            None => "?".into(),
        }
    }
}

/// What is known of a procedure, in a few words.
pub fn procedure_state(table: &Summaries, procedure: usize) -> String {
    if !table.refined.contains(&procedure) {
        return "\u{3a3}\u{2605}".to_string();
    }
    let known = table.known.iter().filter(|(body, _)| body.procedure == procedure).map(|(_, known)| known).next_back();
    let depth = table.depths.get(&procedure).map_or(String::new(), |depth| format!(", depth {depth}"));
    match known {
        Some((nodes, true)) => format!("relation, {}{depth}", counted(*nodes)),
        Some((nodes, false)) => format!("formulas, {}{depth}", counted(*nodes)),
        None => format!("looked into{depth}"),
    }
}

fn counted(nodes: usize) -> String {
    format!("{nodes} node{}", if nodes == 1 { "" } else { "s" })
}
