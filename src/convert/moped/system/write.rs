//! Systems are written.
//!
//! There is one initial configuration with one symbol, ⊥, which stays below all others; rules of their own push what runs begin with. A target is a regular
//! expression over the stack: where a run may be in it, it goes over to control states that pop what the expression describes, and comes to one fixed head when
//! nothing but ⊥ is left, or when anything may be left. Rules push two symbols at most, so longer ones become several.

use super::read::SYMBOLIC;
use crate::convert::moped::names::Taken;
use crate::pds::explicit::{Nfa, Pattern, PushdownSystem, SymbolId};
use std::fmt::{Display, Write};

/// The head that is reached if and only if a target is: control state and symbol.
pub const HEAD: (&str, &str) = ("reached", "here");

/// The system as a text.
pub fn text(system: &PushdownSystem) -> String {
    let mut writer = Writer::of(system);
    writer.begin(system);
    for rule in system.rules() {
        let left = (writer.states[rule.state.0 as usize].clone(), writer.symbols[rule.symbol.0 as usize].clone());
        let push: Vec<String> = rule.push.iter().map(|symbol| writer.symbols[symbol.0 as usize].clone()).collect();
        writer.push(left, &writer.states[rule.to.0 as usize].clone(), &push);
    }
    // So the head is known even if no target is left.
    writer.rule(&(HEAD.0.to_string(), HEAD.1.to_string()), HEAD.0, HEAD.1);
    for target in system.targets() {
        writer.target(system, target);
    }
    writer.out
}

struct Writer {
    out: String,
    /// Names of both kinds: none is used for a control state and for a symbol.
    taken: Taken<'static>,
    states: Vec<String>,
    symbols: Vec<String>,
    bottom: String,
    /// How many control states of its own there are.
    own: usize,
}

impl Writer {
    fn of(system: &PushdownSystem) -> Writer {
        let mut taken = Taken::default();
        let [state, symbol] = [HEAD.0, HEAD.1].map(|name| taken.take(name));
        debug_assert_eq!((state.as_str(), symbol.as_str()), HEAD);
        SYMBOLIC.into_iter().for_each(|word| drop(taken.take(word)));
        let states: Vec<&str> = system.states().map(|state| system.state_name(state)).collect();
        let symbols: Vec<&str> = system.symbols().map(|symbol| system.symbol_name(symbol)).collect();
        let (states, symbols) = (taken.take_all(&states), taken.take_all(&symbols));
        let bottom = taken.take("bottom");
        let out = format!("# UNSAFE if {}:{} is reached: moped -r {}:{} FILE\n", HEAD.0, HEAD.1, HEAD.0, HEAD.1);
        Writer { out, taken, states, symbols, bottom, own: 0 }
    }

    fn begin(&mut self, system: &PushdownSystem) {
        let start = self.taken.take("start");
        let left = (start, self.bottom.clone());
        // Writing to a string cannot fail.
        let _ = writeln!(self.out, "({} <{}>)\n", left.0, left.1);
        for initial in system.initial() {
            let stack = initial.stack.iter().map(|symbol| self.symbols[symbol.0 as usize].clone());
            let stack: Vec<String> = stack.chain([self.bottom.clone()]).collect();
            self.push(left.clone(), &self.states[initial.state.0 as usize].clone(), &stack);
        }
    }

    /// A rule; control states of its own stand between the parts of one that pushes more than two symbols.
    fn push(&mut self, mut left: (String, String), to: &str, push: &[String]) {
        let mut rest = push;
        while rest.len() > 2 {
            let (first, pair) = rest.split_at(rest.len() - 2);
            let next = self.state("push");
            self.rule(&left, &next, pair.join(" "));
            left = (next, pair[0].clone());
            rest = &push[..first.len() + 1];
        }
        self.rule(&left, to, rest.join(" "));
    }

    fn state(&mut self, wanted: &str) -> String {
        self.own += 1;
        self.taken.take(&format!("{wanted}{}", self.own))
    }

    fn rule(&mut self, (state, symbol): &(String, String), to: &str, push: impl Display) {
        let _ = writeln!(self.out, "{state} <{symbol}> --> {to} <{push}>");
    }

    fn target(&mut self, system: &PushdownSystem, target: &Pattern) {
        let nfa = Nfa::new(target.stack());
        let popping: Vec<String> = (0..nfa.states()).map(|_| self.state("pop")).collect();
        let from = target.state().map_or_else(|| system.states().collect(), |state| vec![state]);
        let from = from.into_iter().map(|state| (nfa.initial(), self.states[state.0 as usize].clone()));
        let mut open: Vec<(u32, String)> = from.collect();
        let mut seen = vec![false; nfa.states()];
        while let Some((state, control)) = open.pop() {
            for to in self.pop(&nfa, state, &control, &popping) {
                if !std::mem::replace(&mut seen[to as usize], true) {
                    open.push((to, popping[to as usize].clone()));
                }
            }
        }
    }

    /// What a run does in a control state that reads the stack as a state of the automaton does; the states that it reads on in.
    fn pop(&mut self, nfa: &Nfa, state: u32, control: &str, popping: &[String]) -> Vec<u32> {
        if accepts_all(nfa, state) {
            for symbol in self.symbols.clone().into_iter().chain([self.bottom.clone()]) {
                self.rule(&(control.to_string(), symbol), HEAD.0, HEAD.1);
            }
            return Vec::new();
        }
        if ends(nfa, state) {
            self.rule(&(control.to_string(), self.bottom.clone()), HEAD.0, HEAD.1);
        }
        let reading: Vec<_> = nfa.closure([state]).into_iter().filter_map(|state| nfa.reading(state)).collect();
        for &(read, to) in &reading {
            let symbols = match read {
                Some(SymbolId(symbol)) => vec![self.symbols[symbol as usize].clone()],
                None => self.symbols.clone(),
            };
            for symbol in symbols {
                self.rule(&(control.to_string(), symbol), &popping[to as usize], "");
            }
        }
        reading.into_iter().map(|(_, to)| to).collect()
    }
}

/// Whether reading may end here.
fn ends(nfa: &Nfa, state: u32) -> bool {
    nfa.closure([state]).iter().any(|&state| nfa.is_final(state))
}

/// Whether every word is surely accepted from here: reading may end, and it may read any symbol and come to where this is so again.
fn accepts_all(nfa: &Nfa, state: u32) -> bool {
    let any = |state: u32| {
        let reading = nfa.closure([state]).into_iter().filter_map(|state| nfa.reading(state));
        reading.filter(|(read, _)| read.is_none()).map(|(_, to)| to)
    };
    ends(nfa, state) && any(state).any(|to| ends(nfa, to) && any(to).any(|next| next == to))
}
