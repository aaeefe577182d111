//! Facts: the under-approximation ρ of predicates, each point of which is real (2014-komuravelli, section 4, rule Reach, with *cases* in the place of
//! projections; see the README, "Facts").
//!
//! A fact has a guard over the values at the entry, and for each other argument a formula over them, or any value at all: it holds of all
//! entries from where the run takes the same calls. It is built from older facts only, and remembers from which.

use super::options::Must;
use super::oracle::Found;
use crate::lang::program::semantics::Bits;
use crate::logic::fold::{Algebra, Cone, Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::summaries::predicate::PredicateId;
use crate::summaries::relations::body::{AtomKind, Body, as_input};
use crate::symbolic::graph::Graph;
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Index;

/// A case with more nodes is cut down to a cube.
const MOST_NODES: usize = 300;

/// A fact, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(u32);

/// A fact.
#[derive(Clone, Debug)]
pub struct Fact {
    /// Of which predicate.
    pub predicate: PredicateId,
    /// For which values at the entry.
    pub guard: Formula,
    /// What the arguments behind these are; `None` for any value.
    pub values: Box<[Option<Formula>]>,
    /// The run that was found: the values of the body's inputs.
    pub inputs: Bits,
    /// The inputs that arguments with any value are: by the argument's index among the values, and whether it is the negated one.
    pub free: Box<[(usize, Input, bool)]>,
    /// The facts that cover its atoms, by the atom's index.
    pub used: Box<[(usize, FactId)]>,
}

/// All facts.
#[derive(Default)]
pub struct Facts {
    all: Vec<Fact>,
    /// For each predicate its facts.
    of: Vec<Vec<FactId>>,
    /// For each predicate the values at the entry.
    entered: Vec<Box<[Input]>>,
}

impl Index<FactId> for Facts {
    type Output = Fact;

    fn index(&self, fact: FactId) -> &Fact {
        &self.all[fact.0 as usize]
    }
}

impl Facts {
    /// A predicate more, with the values at the entry.
    pub fn of_predicate(&mut self, entered: Box<[Input]>) {
        self.of.push(Vec::new());
        self.entered.push(entered);
    }

    /// The facts of a predicate, the oldest first.
    pub fn of(&self, predicate: PredicateId) -> &[FactId] {
        &self.of[predicate.index()]
    }

    /// The values at the entry, over which the facts of a predicate are.
    pub fn entered(&self, predicate: PredicateId) -> &[Input] {
        &self.entered[predicate.index()]
    }

    /// A fact that everybody may use.
    pub fn add(&mut self, fact: Fact) -> FactId {
        let predicate = fact.predicate;
        let id = self.record(fact);
        self.of[predicate.index()].push(id);
        id
    }

    /// A fact that only its finder uses.
    pub fn record(&mut self, fact: Fact) -> FactId {
        self.all.push(fact);
        FactId(self.all.len() as u32 - 1)
    }

    /// No fact of the predicate is used any more.
    pub fn clear(&mut self, predicate: PredicateId) {
        self.of[predicate.index()].clear();
    }
}

/// A fact in the making.
pub struct Making<'a> {
    pub graph: &'a mut Graph,
    pub facts: &'a Facts,
    pub body: &'a Body,
    pub found: &'a Found,
}

/// What is said of a run.
struct Said {
    guard: Formula,
    values: Vec<Formula>,
}

impl Making<'_> {
    /// The fact that a run of real atoms makes, and whether it had to be cut down to a cube.
    pub fn make(mut self, must: Must) -> (Fact, bool) {
        let used: Box<[(usize, FactId)]> =
            self.found.covered.iter().enumerate().filter_map(|(index, fact)| Some((index, (*fact)?))).collect();
        let entered = self.facts.entered(self.body.own).to_vec();
        let point = |making: &mut Self| making.literals(&entered);
        let (guard, values, free, is_cut) = match must {
            Must::Points | Must::Off => {
                let guard = point(&mut self);
                (guard, self.constants(), Vec::new(), false)
            }
            Must::Cases | Must::Cubes => {
                let (said, free) = self.case();
                let open: FxHashSet<usize> = free.iter().map(|&(at, ..)| at).collect();
                let roots = || [said.guard].into_iter().chain(said.values.iter().copied());
                let cone = Cone::of(&self.graph.formulas, roots());
                if must == Must::Cases && cone.len() <= MOST_NODES {
                    let values =
                        said.values.iter().enumerate().map(|(at, &value)| (!open.contains(&at)).then_some(value));
                    (said.guard, values.collect(), free, false)
                } else {
                    let closed = (1..=said.values.len()).filter(|at| !open.contains(&(at - 1)));
                    let value = |input| self.value(input);
                    let kept = cone.justify([0].into_iter().chain(closed), value, |_| true);
                    let guard = self.literals(&kept);
                    let mut values = self.constants();
                    open.iter().for_each(|&at| values[at] = None);
                    (guard, values, free, true)
                }
            }
        };
        let (predicate, inputs) = (self.body.own, self.found.inputs.clone());
        let fact = Fact { predicate, guard, values: values.into(), inputs, free: free.into(), used };
        (fact, is_cut)
    }

    /// The value of an input in the run.
    fn value(&self, input: Input) -> bool {
        self.body.shape(self.graph).place(input).is_some_and(|place| self.found.inputs[place])
    }

    /// That inputs have their values.
    fn literals(&mut self, inputs: &[Input]) -> Formula {
        inputs.iter().fold(Formula::TRUE, |all, &input| {
            let is = self.graph.formulas.input(input);
            let literal = if self.value(input) { is } else { !is };
            self.graph.formulas.and(all, literal)
        })
    }

    /// The arguments behind the values at the entry, as they are in the run.
    fn constants(&self) -> Vec<Option<Formula>> {
        let shape = self.body.shape(self.graph);
        let values = shape.cone.values(&mut Identity { graph: self.graph, value: |input| self.value(input) });
        let arguments = values[1 + self.body.entered..1 + self.body.arguments.len()].iter();
        arguments.map(|value| Some(Formula::constant(value.is))).collect()
    }

    /// What holds of all runs that take the same calls; with the arguments that may be anything.
    fn case(&mut self) -> (Said, Vec<(usize, Input, bool)>) {
        let mut free = self.candidates();
        loop {
            let said = self.said(&free);
            let used: FxHashSet<Input> = {
                let open: FxHashSet<usize> = free.iter().map(|&(at, ..)| at).collect();
                let others =
                    said.values.iter().enumerate().filter(|(at, _)| !open.contains(at)).map(|(_, &value)| value);
                self.graph.formulas.support([said.guard].into_iter().chain(others)).into_iter().collect()
            };
            let is_kept = |&(at, input, is_negated): &(usize, Input, bool)| {
                !used.contains(&input) && as_input(self.graph, said.values[at]) == Some((input, is_negated))
            };
            let kept: Vec<_> = free.iter().copied().filter(is_kept).collect();
            if kept.len() == free.len() {
                return (said, free);
            }
            free = kept;
        }
    }

    /// Arguments that are, in this run, an input that nobody else is, and that is not a value at the entry.
    fn candidates(&self) -> Vec<(usize, Input, bool)> {
        let shape = self.body.shape(self.graph);
        let entered: FxHashSet<Input> = self.facts.entered(self.body.own).iter().copied().collect();
        let values = shape.cone.values(&mut Identity { graph: self.graph, value: |input| self.value(input) });
        let arguments = values[1 + self.body.entered..1 + self.body.arguments.len()].iter().enumerate();
        let inputs = arguments.filter_map(|(at, value)| value.from.map(|(input, is_negated)| (at, input, is_negated)));
        let inputs: Vec<_> = inputs.filter(|(_, input, _)| !entered.contains(input)).collect();
        let mut count: FxHashMap<Input, usize> = FxHashMap::default();
        inputs.iter().for_each(|&(_, input, _)| *count.entry(input).or_default() += 1);
        inputs.into_iter().filter(|(_, input, _)| count[input] == 1).collect()
    }

    /// The run, with what facts say in the place of their atoms, and these inputs left open; all others are as they were found.
    fn said(&mut self, free: &[(usize, Input, bool)]) -> Said {
        let Making { graph, facts, body, found } = self;
        let shape = body.shape(graph);
        let mut by: FxHashMap<Input, Formula> = FxHashMap::default();
        for (place, &input) in shape.inputs.iter().enumerate() {
            by.insert(input, Formula::constant(found.inputs[place]));
        }
        let open = facts.entered(body.own).iter().copied().chain(free.iter().map(|&(_, input, _)| input));
        let open: Vec<Input> = open.collect();
        for input in open {
            by.insert(input, graph.formulas.input(input));
        }
        let mut memo = Memo::sparse();
        let mut guard = Formula::TRUE;
        for (index, atom) in body.atoms.iter().enumerate() {
            let Some(fact) = found.covered[index] else { continue };
            let fact = &facts[fact];
            let entered = facts.entered(atom.predicate);
            let given: Option<FxHashMap<Input, Formula>> = match atom.kind {
                AtomKind::Source => None,
                AtomKind::Returns(_) | AtomKind::Hits(_) => {
                    let given = entered.iter().zip(&atom.arguments);
                    Some(given.map(|(&input, &formula)| (input, replace(graph, &mut memo, &by, formula))).collect())
                }
            };
            let mut inner = Memo::sparse();
            let mut instance = |graph: &mut Graph, formula: Formula| match &given {
                Some(given) => replace(graph, &mut inner, given, formula),
                None => formula,
            };
            let covers = instance(graph, fact.guard);
            guard = graph.formulas.and(guard, covers);
            for (&argument, value) in atom.arguments[entered.len()..].iter().zip(&fact.values) {
                let (Some(value), Some((input, _))) = (*value, as_input(graph, argument)) else { continue };
                let value = instance(graph, value);
                by.insert(input, value);
            }
        }
        let run = replace(graph, &mut memo, &by, body.run);
        guard = graph.formulas.and(guard, run);
        for (atom, &taken) in body.atoms.iter().zip(&found.taken) {
            let counts = replace(graph, &mut memo, &by, atom.guard);
            guard = graph.formulas.and(guard, if taken { counts } else { !counts });
        }
        let values = body.arguments[body.entered..].iter();
        let values = values.map(|&value| replace(graph, &mut memo, &by, value)).collect();
        Said { guard, values }
    }
}

/// A formula with others in the place of inputs.
fn replace(
    graph: &mut Graph,
    memo: &mut Memo<Formula, FxHashMap<usize, Formula>>,
    by: &FxHashMap<Input, Formula>,
    formula: Formula,
) -> Formula {
    let by = |formulas: &mut Formulas, input| by.get(&input).copied().unwrap_or_else(|| formulas.input(input));
    memo.value(&mut Substitution { formulas: &mut graph.formulas, by }, formula)
}

/// The value of a formula in a run, and the input from where it has it, if all others stay as they are.
#[derive(Clone, Copy)]
struct Origin {
    is: bool,
    from: Option<(Input, bool)>,
}

/// Origins of values.
struct Identity<'g, F> {
    graph: &'g Graph,
    value: F,
}

impl<F: FnMut(Input) -> bool> Algebra for Identity<'_, F> {
    type Value = Origin;

    fn formulas(&self) -> &Formulas {
        &self.graph.formulas
    }

    fn falsity(&self) -> Origin {
        Origin { is: false, from: None }
    }

    fn input(&mut self, input: Input) -> Origin {
        Origin { is: (self.value)(input), from: Some((input, false)) }
    }

    fn and(&mut self, a: Origin, b: Origin) -> Origin {
        // Where both come from an input the later one is a guess: who asks checks it.
        let from = match (a.is, b.is) {
            (true, true) => b.from.or(a.from),
            (false, true) => a.from,
            (true, false) => b.from,
            (false, false) => None,
        };
        Origin { is: a.is && b.is, from }
    }

    fn not(&self, a: Origin) -> Origin {
        Origin { is: !a.is, from: a.from.map(|(input, is_negated)| (input, !is_negated)) }
    }
}
