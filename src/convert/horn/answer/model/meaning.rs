//! What a certificate says about predicates.
//!
//! In a program that is a graph, the invariant where control is at a predicate is about its arguments, in registers. It may say more, about variables
//! that are dead there; some values of these there are. Each circle has an invariant where it is entered; where it has none, no run comes to it, and the predicate is never
//! derived.
//!
//! Where predicates are procedures, they have what these leave. A procedure may have several contracts: each is inductive if calls go by any of them, so all
//! together are. One that is never entered has none, and may mean anything: whatever precedes it in a body contradicts it. It means all.

use super::super::{NoAnswer, Subject};
use crate::convert::horn::Horn;
use crate::convert::horn::program::register;
use crate::lang::program::{Place, VarScope};
use crate::logic::fold::{Memo, Substitution, Transplant};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::pds::analysis::components;
use crate::verdict::Certificate;
use crate::verdict::certificate::{self, Contract};
use rustc_hash::FxHashMap;

/// So many nodes may come of leaving away what a predicate is not about.
const LARGEST: usize = 1_000_000;

/// What a predicate means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// This holds of its arguments; an input is the index of one.
    Given(Formula),
    /// One of the clauses with it as their head has a body that holds.
    Defined,
}

/// What all predicates mean.
pub(crate) struct Meanings {
    /// The graph of the formulas.
    pub(crate) formulas: Formulas,
    /// One for each predicate.
    pub(crate) all: Vec<Meaning>,
    /// The predicates, each behind those that it is defined by.
    pub(crate) order: Vec<usize>,
}

impl Meanings {
    /// What a certificate says. Whether that is a model has to be seen.
    pub(crate) fn of(subject: &Subject, certificate: &Certificate) -> Result<Meanings, NoAnswer> {
        let horn = &subject.horn;
        let mut meanings = Meanings { formulas: Formulas::default(), all: Vec::new(), order: Vec::new() };
        let labels = if subject.plan.is_linear { labels(subject) } else { FxHashMap::default() };
        for (predicate, &unfolded) in subject.unfolded.iter().enumerate() {
            let name = subject.plan.names.predicates[predicate].as_str();
            let known = match unfolded {
                Some(_) => None,
                None if subject.plan.is_linear => {
                    let place = labels.get(name).copied();
                    place.and_then(|place| meanings.invariant(subject, certificate, place))
                }
                None => Some(meanings.summary(subject, certificate, name)),
            };
            let arity = horn.predicates[predicate].arity;
            let meaning = match known {
                None => Meaning::Defined,
                Some(formula) => Meaning::Given(
                    meanings
                        .without_others(formula, arity)
                        .ok_or_else(|| NoAnswer::Large(horn.predicates[predicate].name.clone()))?,
                ),
            };
            meanings.all.push(meaning);
        }
        let uses = uses(horn, &meanings.all);
        let all = 0..horn.predicates.len() as u32;
        for circle in components(&uses, all.clone()).iter().filter(|component| is_circle(&uses, component)) {
            for &predicate in circle.iter().filter(|&&predicate| subject.unfolded[predicate as usize].is_none()) {
                meanings.all[predicate as usize] = Meaning::Given(Formula::FALSE);
            }
        }
        let components = components(&self::uses(horn, &meanings.all), all);
        meanings.order = components.into_iter().flatten().map(|predicate| predicate as usize).collect();
        Ok(meanings)
    }

    /// What holds at a place, over registers; other variables are inputs behind these.
    fn invariant(&mut self, subject: &Subject, certificate: &Certificate, place: Place) -> Option<Formula> {
        let program = &subject.loaded.program;
        let contract = certificate.contracts.iter().find(|contract| contract.procedure == place.procedure)?;
        let &invariant = contract.invariants.get(&place.point)?;
        let locals = &program[place.procedure].locals;
        let index: FxHashMap<&str, u32> =
            locals.iter().enumerate().map(|(index, local)| (program.name(local.name), index as u32)).collect();
        let registers: Vec<Option<u32>> =
            (0..locals.len()).map(|argument| index.get(register(argument).as_str()).copied()).collect();
        let argument: FxHashMap<u32, u32> =
            registers.iter().zip(0..).filter_map(|(&local, argument)| Some((local?, argument))).collect();
        let others = locals.len() as u32;
        Some(self.say(contract, invariant, |subject| match subject {
            certificate::Subject::Now(var) => match var.scope() {
                VarScope::Local(local) => argument.get(&(local as u32)).copied().unwrap_or(others + local as u32),
                VarScope::Global(global) => 2 * others + global as u32,
            },
            certificate::Subject::Entry(_) | certificate::Subject::Result(_) => u32::MAX,
        }))
    }

    /// What a procedure leaves under all contracts that are entered.
    fn summary(&mut self, subject: &Subject, certificate: &Certificate, name: &str) -> Formula {
        let procedure = subject.loaded.program.find_procedure(name);
        let contracts = certificate.contracts.iter().filter(|contract| Some(contract.procedure) == procedure);
        contracts.filter(|contract| contract.entry != Formula::FALSE).fold(Formula::TRUE, |all, contract| {
            let summary = self.say(contract, contract.summary, |subject| match subject {
                certificate::Subject::Result(index) => index as u32,
                certificate::Subject::Entry(_) | certificate::Subject::Now(_) => u32::MAX,
            });
            self.formulas.and(all, summary)
        })
    }

    fn say(&mut self, contract: &Contract, formula: Formula, input: impl Fn(certificate::Subject) -> u32) -> Formula {
        let by = |formulas: &mut Formulas, subject| formulas.input(Input(input(certificate::Subject::of(subject))));
        Memo::default().value(&mut Transplant { from: &contract.formulas, into: &mut self.formulas, by }, formula)
    }

    /// That there are values of all inputs but the first ones under which a formula holds; `None` if that is too large.
    fn without_others(&mut self, mut formula: Formula, arity: usize) -> Option<Formula> {
        let start = self.formulas.len();
        let literals: FxHashMap<Input, bool> =
            self.formulas.conjuncts(formula).into_iter().filter_map(|part| self.literal(part)).collect();
        formula = self.fixed(formula, |input| literals.get(&input).copied().filter(|_| input.0 as usize >= arity));
        while let Some(&other) = self.formulas.support([formula]).iter().find(|input| input.0 as usize >= arity) {
            let [no, yes] = [false, true].map(|value| self.fixed(formula, |input| (input == other).then_some(value)));
            formula = self.formulas.or(no, yes);
            if self.formulas.len() - start > LARGEST {
                return None;
            }
        }
        Some(formula)
    }

    fn literal(&self, formula: Formula) -> Option<(Input, bool)> {
        match self.formulas.node(formula.node()) {
            Node::Input(input) => Some((input, !formula.is_negated())),
            Node::False | Node::And(..) => None,
        }
    }

    fn fixed(&mut self, formula: Formula, value: impl Fn(Input) -> Option<bool>) -> Formula {
        let by = |formulas: &mut Formulas, input| match value(input) {
            Some(value) => Formula::constant(value),
            None => formulas.input(input),
        };
        Memo::default().value(&mut Substitution { formulas: &mut self.formulas, by }, formula)
    }
}

/// The places with labels in the procedure where runs begin.
fn labels<'l>(subject: &Subject<'l>) -> FxHashMap<&'l str, Place> {
    let program = &subject.loaded.program;
    let places = program.places(subject.loaded.entry);
    let labels = places.flat_map(|place| program[program[place].labels].iter().map(move |&label| (label, place)));
    labels.map(|(label, place)| (program.name(label), place)).collect()
}

/// For each predicate those that it is defined by.
fn uses(horn: &Horn, meanings: &[Meaning]) -> Vec<Vec<u32>> {
    let mut uses = vec![Vec::new(); horn.predicates.len()];
    for clause in &horn.clauses {
        if let Some(head) = clause.head.as_ref().filter(|head| meanings[head.predicate] == Meaning::Defined) {
            uses[head.predicate].extend(clause.atoms.iter().map(|atom| atom.predicate as u32));
        }
    }
    uses
}

/// Whether the predicates of a component are defined by themselves.
fn is_circle(uses: &[Vec<u32>], component: &[u32]) -> bool {
    component.len() > 1 || component.iter().any(|only| uses[*only as usize].contains(only))
}
