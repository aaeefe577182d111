//! Never claims in both of their dialects: `if :: (c) -> goto S fi`, as Spot and old versions of Spin write them, and that of Spin 6, `do ::
//! atomic { (c) -> assert(!(c)) } od`, where a failing assertion says that all words from there on are accepted.
//!
//! The first state is the initial one, and states whose names begin with `accept` are accepting. `skip` is a state that nothing
//! leaves, and `false` one from which no run goes on.

use super::cubes::{Operand, condition};
use super::{Fault, Kind, MOST, Tokens, fault};
use crate::lang::source::Span;
use crate::lang::spelling::meant;
use crate::ltl::automaton::{Automaton, Edge, Guard, State};
use crate::ltl::formula::{LtlGraph, Node};
use std::collections::BTreeMap;

/// The state that accepts all words.
const ALL: &str = "accept_all";

/// A claim, as far as it was read.
#[derive(Default)]
struct Claim {
    /// The atoms, by their spellings.
    atoms: LtlGraph,
    /// The names of states; several may be those of one.
    names: BTreeMap<String, usize>,
    states: Vec<State>,
    /// The edges, with the names of their targets.
    edges: Vec<(usize, Guard, String, Span)>,
}

/// The automaton of the claim.
pub(super) fn automaton(tokens: &mut Tokens<'_>) -> Result<Automaton, Fault> {
    tokens.expect(&Kind::Word("never".into()))?;
    if matches!(tokens.peek(), Some(Kind::Word(_))) {
        tokens.next();
    }
    tokens.expect(&Kind::Sign("{"))?;
    let mut claim = Claim::default();
    while !tokens.skips(&Kind::Sign("}")) {
        claim.state(tokens)?;
        while tokens.skips(&Kind::Sign(";")) {}
    }
    if let Some(kind) = tokens.peek() {
        return Err(fault("syntax", tokens.span(), format!("one claim is read, and `{kind}` stands behind it")));
    }
    claim.finish()
}

impl Claim {
    /// A state with its names and what it does.
    fn state(&mut self, tokens: &mut Tokens<'_>) -> Result<(), Fault> {
        let number = self.states.len();
        let mut is_accepting = false;
        while let Some(Kind::Header(name)) = tokens.peek() {
            if self.names.insert(name.clone(), number).is_some() {
                return Err(fault("declared-twice", tokens.span(), format!("there are two states `{name}`")));
            }
            is_accepting |= name.starts_with("accept");
            tokens.next();
        }
        self.states.push(State { is_accepting, edges: Vec::new() });
        let is_word = |word: &str| Kind::Word(word.into());
        let span = tokens.span();
        if tokens.skips(&is_word("skip")) {
            if !is_accepting {
                return Err(fault("syntax", span, "`skip` is read in states whose names begin with `accept` only"));
            }
            self.states[number].edges.push(Edge { to: number, guard: Guard::always() });
            return Ok(());
        }
        if tokens.skips(&is_word("false")) {
            return Ok(());
        }
        let end = if tokens.skips(&is_word("if")) {
            is_word("fi")
        } else {
            tokens
                .skips(&is_word("do"))
                .then_some(is_word("od"))
                .ok_or_else(|| tokens.unexpected("`if`, `do`, `skip` or `false`"))?
        };
        while !tokens.skips(&end) {
            tokens.expect(&Kind::Sign("::"))?;
            self.choice(tokens, number)?;
            while tokens.skips(&Kind::Sign(";")) {}
        }
        Ok(())
    }

    /// A condition, and where it leads.
    fn choice(&mut self, tokens: &mut Tokens<'_>, from: usize) -> Result<(), Fault> {
        let is_atomic = tokens.skips(&Kind::Word("atomic".into()));
        if is_atomic {
            tokens.expect(&Kind::Sign("{"))?;
        }
        let guards = self.condition(tokens)?;
        let is_bare_false = guards.is_empty() && tokens.peek() != Some(&Kind::Sign("->"));
        if is_bare_false && !is_atomic {
            return Ok(());
        }
        tokens.expect(&Kind::Sign("->"))?;
        let span = tokens.span();
        let target = if tokens.skips(&Kind::Word("goto".into())) {
            let Some(Kind::Word(name)) = tokens.next() else {
                return Err(fault("syntax", span, "`goto` is followed by a state"));
            };
            name.clone()
        } else {
            tokens.expect(&Kind::Word("assert".into()))?;
            self.condition(tokens)?;
            ALL.to_string()
        };
        if is_atomic {
            while tokens.skips(&Kind::Sign(";")) {}
            tokens.expect(&Kind::Sign("}"))?;
        }
        self.edges.extend(guards.into_iter().map(|guard| (from, guard, target.clone(), span)));
        if self.edges.len() > MOST {
            return Err(fault("too-large", span, format!("there are more than {MOST} edges")));
        }
        Ok(())
    }

    fn condition(&mut self, tokens: &mut Tokens<'_>) -> Result<Vec<Guard>, Fault> {
        let atoms = &mut self.atoms;
        condition(tokens, |tokens| {
            let name = match tokens.peek() {
                Some(Kind::Word(word)) if word == "true" || word == "false" => {
                    tokens.next();
                    return Ok(Operand::Constant(word == "true"));
                }
                Some(&Kind::Number(number @ (0 | 1))) => {
                    tokens.next();
                    return Ok(Operand::Constant(number == 1));
                }
                Some(Kind::Word(name) | Kind::Text(name)) if name != "else" => name,
                _ => return Err(tokens.unexpected("an atom")),
            };
            tokens.next();
            let atom = atoms.atom(name);
            match atoms.node(atom) {
                Node::Atom(atom) => Ok(Operand::Atom(atom)),
                _ => Err(tokens.unexpected("an atom")),
            }
        })
    }

    /// The automaton, with the state that accepts all words, if an edge leads to it and it is not described.
    fn finish(mut self) -> Result<Automaton, Fault> {
        let is_needed = self.edges.iter().any(|(_, _, to, _)| to == ALL) && !self.names.contains_key(ALL);
        if is_needed {
            let all = self.states.len();
            self.states.push(State { is_accepting: true, edges: vec![Edge { to: all, guard: Guard::always() }] });
            self.names.insert(ALL.to_string(), all);
        }
        for (from, guard, name, span) in self.edges {
            let Some(&to) = self.names.get(&name) else {
                let near = meant(&name, self.names.keys().map(String::as_str));
                return Err(fault("unknown-state", span, format!("there is no state `{name}`{near}")));
            };
            self.states[from].edges.push(Edge { to, guard });
        }
        if self.states.is_empty() {
            self.states.push(State::default());
        }
        Ok(Automaton { atoms: self.atoms.atoms().to_vec(), states: self.states })
    }
}
