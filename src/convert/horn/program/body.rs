//! The body of a clause as statements: what the constraint fixes is computed, the rest is chosen, and what is known is tested at once.

use super::names::{argument, register, variables};
use crate::convert::horn::{Atom, Clause};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::logic::text::{INFIX, text};

/// A statement.
pub(crate) enum Step {
    /// `target := value`
    Assign { target: String, value: String },
    /// `assume(condition)`
    Assume(String),
    /// `targets := name()`
    Call { targets: Vec<String>, name: String },
}

/// What has to hold.
#[derive(Clone, Copy)]
enum Fact {
    /// Both have the same value.
    Equal(Formula, Formula),
    /// It holds.
    Holds(Formula),
}

/// A body while its statements are made. Inputs are the variables of the clause, and behind these what else has a value.
pub(crate) struct Body<'c> {
    formulas: &'c mut Formulas,
    clause: &'c Clause,
    names: Vec<String>,
    is_known: Vec<bool>,
    /// The facts that are not settled, and how many of their inputs are unknown.
    facts: Vec<Option<(Fact, usize)>>,
    /// For each input the facts that it occurs in.
    occurs: Vec<Vec<usize>>,
    /// Facts with one unknown input, or none.
    ready: Vec<usize>,
    steps: Vec<Step>,
    declared: Vec<String>,
}

impl<'c> Body<'c> {
    /// The body of a clause; if it has registers, the arguments of its atom are there.
    pub(crate) fn new(formulas: &'c mut Formulas, clause: &'c Clause, has_registers: bool) -> Body<'c> {
        let names = variables(clause);
        let count = names.len();
        let mut body = Body {
            formulas,
            clause,
            names,
            is_known: vec![false; count],
            facts: Vec::new(),
            occurs: vec![Vec::new(); count],
            ready: Vec::new(),
            steps: Vec::new(),
            declared: Vec::new(),
        };
        let registers = clause.atoms.first().filter(|_| has_registers).map_or(&[][..], |atom| &atom.arguments);
        for (index, &value) in registers.iter().enumerate() {
            body.arrives(value, register(index));
        }
        for fact in facts(body.formulas, clause.constraint) {
            body.add(fact);
        }
        body
    }

    /// The statements, the values of the arguments of the head, and the names that are assigned; `predicates` are the names of procedures, none of which is called if
    /// the arguments of the atom are in registers.
    pub(crate) fn steps(mut self, predicates: &[String], has_registers: bool) -> (Vec<Step>, Vec<String>, Vec<String>) {
        self.settle();
        let atoms = if has_registers { &[][..] } else { &self.clause.atoms };
        for (number, atom) in atoms.iter().enumerate() {
            self.call(number, atom, &predicates[atom.predicate]);
            self.settle();
        }
        let arguments = self.clause.head.as_ref().map_or(&[][..], |head| &head.arguments);
        for input in 0..self.names.len() {
            let is_needed = self.occurs[input].iter().any(|&fact| self.facts[fact].is_some());
            if is_needed && !self.is_known[input] {
                self.choose(input);
                self.settle();
            }
        }
        for input in self.formulas.support(arguments.iter().copied()) {
            if !self.is_known[input.0 as usize] {
                self.choose(input.0 as usize);
            }
        }
        let values = arguments.iter().map(|&argument| self.value(argument)).collect();
        (self.steps, values, self.declared)
    }

    /// An argument of an atom has the value of a variable of the program.
    fn arrives(&mut self, argument: Formula, name: String) {
        match self.unknown(argument) {
            Some(input) => {
                self.names[input] = name;
                self.learn(input);
            }
            None => {
                let input = self.names.len();
                self.names.push(name);
                self.is_known.push(true);
                self.occurs.push(Vec::new());
                let value = self.formulas.input(Input(input as u32));
                self.add(Fact::Equal(value, argument));
            }
        }
    }

    /// The input that a formula is, if nothing is known of it.
    fn unknown(&self, formula: Formula) -> Option<usize> {
        match self.formulas.node(formula.node()) {
            Node::Input(input) if !formula.is_negated() && !self.is_known[input.0 as usize] => Some(input.0 as usize),
            _ => None,
        }
    }

    fn add(&mut self, fact: Fact) {
        let index = self.facts.len();
        let support = match fact {
            Fact::Equal(a, b) => self.formulas.support([a, b]),
            Fact::Holds(a) => self.formulas.support([a]),
        };
        let unknown = support.iter().filter(|input| !self.is_known[input.0 as usize]).count();
        for input in support {
            self.occurs[input.0 as usize].push(index);
        }
        self.facts.push(Some((fact, unknown)));
        if unknown <= 1 {
            self.ready.push(index);
        }
    }

    /// The input has a value from now on.
    fn learn(&mut self, input: usize) {
        self.is_known[input] = true;
        for &index in &self.occurs[input] {
            if let Some((_, unknown)) = &mut self.facts[index] {
                *unknown -= 1;
                if *unknown <= 1 {
                    self.ready.push(index);
                }
            }
        }
    }

    /// Computes what facts fix, and tests those of which all is known.
    fn settle(&mut self) {
        while let Some(index) = self.ready.pop() {
            let Some((fact, unknown)) = self.facts[index] else { continue };
            if unknown == 0 {
                self.facts[index] = None;
                let condition = match fact {
                    Fact::Equal(a, b) => self.formulas.iff(a, b),
                    Fact::Holds(a) => a,
                };
                if condition != Formula::TRUE {
                    let condition = self.value(condition);
                    self.steps.push(Step::Assume(condition));
                }
            } else if let Some((input, value)) = self.fixed(fact) {
                self.facts[index] = None;
                let value = self.value(value);
                self.declared.push(self.names[input].clone());
                self.steps.push(Step::Assign { target: self.names[input].clone(), value });
                self.learn(input);
            }
        }
    }

    /// The one unknown input of a fact, if it alone stands on one side; and what it is.
    fn fixed(&self, fact: Fact) -> Option<(usize, Formula)> {
        let (a, b) = match fact {
            Fact::Equal(a, b) => (a, b),
            Fact::Holds(a) => (a, Formula::TRUE),
        };
        [(a, b), (b, a)].into_iter().find_map(|(side, other)| {
            let plain = if side.is_negated() { !side } else { side };
            let input = self.unknown(plain)?;
            let value = if side.is_negated() { !other } else { other };
            let is_alone = !self.formulas.support([other]).contains(&Input(input as u32));
            is_alone.then_some((input, value))
        })
    }

    fn choose(&mut self, input: usize) {
        self.declared.push(self.names[input].clone());
        self.steps.push(Step::Assign { target: self.names[input].clone(), value: "*".into() });
        self.learn(input);
    }

    fn call(&mut self, number: usize, atom: &Atom, name: &str) {
        let mut targets = Vec::with_capacity(atom.arguments.len());
        for (index, &value) in atom.arguments.iter().enumerate() {
            let target = match self.unknown(value) {
                Some(input) => self.names[input].clone(),
                None => argument(number, index),
            };
            self.arrives(value, target.clone());
            targets.push(target);
        }
        self.declared.extend(targets.iter().cloned());
        self.steps.push(Step::Call { targets, name: name.to_string() });
    }

    /// A formula as text; long parts are computed before.
    fn value(&mut self, formula: Formula) -> String {
        let names = &self.names;
        let mut text = text(&INFIX, self.formulas, &[formula], |input| names[input.0 as usize].clone());
        for (target, value) in text.parts {
            self.declared.push(target.clone());
            self.steps.push(Step::Assign { target, value });
        }
        text.roots.pop().unwrap_or_default()
    }
}

/// The conjuncts of a constraint.
fn facts(formulas: &Formulas, constraint: Formula) -> Vec<Fact> {
    let (mut facts, mut open) = (Vec::new(), vec![constraint]);
    let mut seen = rustc_hash::FxHashSet::default();
    while let Some(formula) = open.pop() {
        if formula == Formula::TRUE || !seen.insert(formula) {
            continue;
        }
        let Node::And(a, b) = formulas.node(formula.node()) else {
            facts.push(Fact::Holds(formula));
            continue;
        };
        match (formulas.difference(a, b), formula.is_negated()) {
            (Some((a, b)), true) => facts.push(Fact::Equal(a, b)),
            (Some((a, b)), false) => facts.push(Fact::Equal(a, !b)),
            (None, false) => open.extend([b, a]),
            (None, true) => facts.push(Fact::Holds(formula)),
        }
    }
    facts
}
