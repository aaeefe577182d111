//! A trace as a derivation: atoms, each by a clause of earlier ones.
//!
//! In a program that is a graph, a step to a predicate derives the atom that is in the registers, of the one that was there before. Where predicates are procedures, a run
//! that returns derives an atom of those that the runs it calls derive. Each run is walked through once, so the work is linear in the trace.
//!
//! What the trace has is a derivation by the clauses that are left when definitions are unfolded. The SAT solver says what it is by the clauses
//! as they were read: the values of their variables, and with these the atoms of unfolded predicates between.

use super::instances::Instances;
use super::{NoAnswer, Subject};
use crate::budget::Budget;
use crate::convert::horn::program::{label, register};
use crate::convert::horn::symbol::quoted;
use crate::lang::program::{Place, Point, ProcId, Var};
use crate::logic::sat::{Answer, Limits, Lit, Model};
use crate::logic::text::PREFIX;
use crate::pipeline::Loaded;
use crate::verdict::trace::{End, Run, Trace};
use rustc_hash::FxHashMap;

/// A derivation of a contradiction from the clauses that a program was made of: numbered atoms, a line each, with the clause by which it
/// follows, and the numbers of the atoms that are the body of this clause, in order; `false` last. The trace is one that was replayed.
///
/// # Errors
/// Why there is none: for a trace that begins in `main` and violates an assertion there is one within the limits.
pub fn derivation(loaded: &Loaded, trace: &Trace, budget: &Budget) -> Result<String, NoAnswer> {
    let subject = Subject::of(loaded)?;
    let mut walk = Walk::new(&subject, budget);
    for run in &trace.runs {
        walk.run(run)?;
    }
    Ok(walk.text())
}

/// An atom that follows.
struct Step {
    /// `None`: a contradiction.
    predicate: Option<usize>,
    values: Vec<bool>,
    /// The index of the clause.
    clause: usize,
    /// The indices of the steps whose atoms are the body.
    from: Vec<usize>,
}

/// What a label stands before.
#[derive(Clone, Copy)]
enum Mark {
    /// The index of a predicate.
    Predicate(usize),
    /// The index of a clause.
    Clause(usize),
}

/// A clause that steps may be instances of, with all that is unfolded in it.
struct Rule<'s> {
    instances: Instances<'s>,
    /// The premises that are not unfolded, from left to right: instance and number.
    open: Vec<(usize, usize)>,
}

struct Walk<'s> {
    subject: &'s Subject<'s>,
    marks: FxHashMap<String, Mark>,
    limits: Limits,
    rules: FxHashMap<usize, Rule<'s>>,
    steps: Vec<Step>,
    /// Which step derives an atom.
    known: FxHashMap<(Option<usize>, Vec<bool>), usize>,
    /// For each run that was walked through the step that derives what it returns.
    returned: Vec<Option<usize>>,
}

impl<'s> Walk<'s> {
    fn new(subject: &'s Subject<'s>, budget: &Budget) -> Walk<'s> {
        let predicates = subject.plan.names.predicates.iter().enumerate();
        let predicates = predicates.map(|(index, name)| (name.clone(), Mark::Predicate(index)));
        let clauses =
            subject.horn.clauses.iter().enumerate().map(|(index, clause)| (label(clause), Mark::Clause(index)));
        Walk {
            subject,
            marks: predicates.chain(clauses).collect(),
            limits: Limits { budget: budget.clone(), conflicts: None },
            rules: FxHashMap::default(),
            steps: Vec::new(),
            known: FxHashMap::default(),
            returned: Vec::new(),
        }
    }

    fn run(&mut self, run: &Run) -> Result<(), NoAnswer> {
        let registers = self.registers(run.procedure);
        let mut state = run.entry.clone();
        let (mut clause, mut from) = (None, Vec::new());
        for step in &run.steps {
            for mark in self.marks(run.procedure, step.point) {
                match mark {
                    Mark::Clause(index) => clause = Some(index),
                    Mark::Predicate(predicate) => {
                        let arity = self.subject.horn.predicates[predicate].arity;
                        let values = registers.iter().take(arity).map(|&register| state.get(register)).collect();
                        from = vec![self.follows(clause, &from, values)?];
                    }
                }
            }
            if let Some(callee) = step.call {
                let atom = self.returned.get(callee.index()).copied().flatten();
                from.push(atom.ok_or_else(|| NoAnswer::Underived("a run that is called derives nothing".into()))?);
            }
            step.changes.iter().for_each(|&(var, value)| state.set(var, value));
        }
        let atom = match &run.end {
            End::Returned { results, .. } => Some(self.follows(clause, &from, results.iter().by_vals().collect())?),
            End::Violation { .. } if clause.is_some_and(|index| self.subject.horn.clauses[index].head.is_some()) => {
                return Err(NoAnswer::Underived("it ends with no contradiction".into()));
            }
            End::Violation { .. } => Some(self.follows(clause, &from, Vec::new())?),
            End::Calling { .. } => None,
        };
        self.returned.push(atom);
        Ok(())
    }

    /// The registers, as many as there are in a procedure.
    fn registers(&self, procedure: ProcId) -> Vec<Var> {
        let program = &self.subject.loaded.program;
        let locals = program[procedure].locals.iter().enumerate();
        let index: FxHashMap<&str, usize> = locals.map(|(index, local)| (program.name(local.name), index)).collect();
        (0..).map_while(|number| index.get(register(number).as_str()).map(|&local| Var::local(local))).collect()
    }

    fn marks(&self, procedure: ProcId, point: Point) -> Vec<Mark> {
        let program = &self.subject.loaded.program;
        let labels = &program[program[Place { procedure, point }].labels];
        labels.iter().filter_map(|&label| self.marks.get(program.name(label)).copied()).collect()
    }

    /// The step that derives an atom with these values by a clause.
    fn follows(&mut self, clause: Option<usize>, from: &[usize], values: Vec<bool>) -> Result<usize, NoAnswer> {
        let index = clause.ok_or_else(|| NoAnswer::Underived("it does not begin with a clause".into()))?;
        let subject = self.subject;
        let rule = self.rules.entry(index).or_insert_with(|| Rule::of(subject, index));
        let root = &rule.instances.all[0];
        let mut assumptions = vec![root.on];
        assume(&mut assumptions, &root.head, &values);
        for (&(instance, number), &step) in rule.open.iter().zip(from) {
            assume(&mut assumptions, &rule.instances.all[instance].body[number].arguments, &self.steps[step].values);
        }
        let model = match rule.instances.solver.solve(&assumptions, &self.limits) {
            Answer::Sat(model) if rule.open.len() == from.len() => model,
            Answer::Stopped(reason) => return Err(NoAnswer::Stopped(reason)),
            _ => return Err(NoAnswer::Underived(format!("{} does not justify a step", subject.clause(index)))),
        };
        let given: FxHashMap<(usize, usize), usize> = rule.open.iter().copied().zip(from.iter().copied()).collect();
        // What an instance is unfolded to stands behind it.
        let mut derived = vec![0; rule.instances.all.len()];
        for (number, instance) in rule.instances.all.iter().enumerate().rev() {
            let premises = instance.body.iter().enumerate();
            let from = premises.map(|(at, premise)| premise.by.map_or_else(|| given[&(number, at)], |by| derived[by]));
            let predicate = subject.horn.clauses[instance.clause].head.as_ref().map(|head| head.predicate);
            let step =
                Step { predicate, values: told(&model, &instance.head), clause: instance.clause, from: from.collect() };
            let next = self.steps.len();
            derived[number] = *self.known.entry((predicate, step.values.clone())).or_insert(next);
            if derived[number] == next {
                self.steps.push(step);
            }
        }
        Ok(derived[0])
    }

    /// The steps that the last one needs.
    fn text(&self) -> String {
        let mut is_needed = vec![false; self.steps.len()];
        is_needed.iter_mut().last().into_iter().for_each(|last| *last = true);
        for (index, step) in self.steps.iter().enumerate().rev() {
            if is_needed[index] {
                step.from.iter().for_each(|&from| is_needed[from] = true);
            }
        }
        let needed: Vec<usize> = (0..self.steps.len()).filter(|&index| is_needed[index]).collect();
        let number: FxHashMap<usize, usize> = needed.iter().copied().zip(1..).collect();
        let atoms: Vec<String> = needed.iter().map(|&index| self.atom(&self.steps[index])).collect();
        let width = atoms.iter().map(String::len).max().unwrap_or_default().min(WIDEST);
        let digits = needed.len().to_string().len();
        let mut out = String::new();
        for (&index, atom) in needed.iter().zip(&atoms) {
            let Step { clause, from, .. } = &self.steps[index];
            let from: Vec<String> = from.iter().map(|from| number[from].to_string()).collect();
            let of = if from.is_empty() { String::new() } else { format!(", of {}", from.join(", ")) };
            let clause = self.subject.clause(*clause);
            out += &format!("{:digits$}  {atom:width$}  {clause}{of}\n", number[&index]);
        }
        out
    }

    fn atom(&self, step: &Step) -> String {
        let Some(predicate) = step.predicate else { return PREFIX.constants[0].to_string() };
        let name = quoted(&self.subject.horn.predicates[predicate].name);
        match step.values.as_slice() {
            [] => name,
            values => {
                let values: Vec<&str> = values.iter().map(|&value| PREFIX.constants[usize::from(value)]).collect();
                format!("({name} {})", values.join(" "))
            }
        }
    }
}

/// Clauses stand below each other behind atoms that are not longer.
const WIDEST: usize = 40;

impl<'s> Rule<'s> {
    fn of(subject: &'s Subject<'s>, clause: usize) -> Rule<'s> {
        let mut instances = Instances::new(&subject.horn, &subject.unfolded);
        let on = instances.solver.new_var();
        instances.add(clause, on);
        let premises = |instance: usize| (0..instances.all[instance].body.len()).rev().map(move |at| (instance, at));
        let mut stack: Vec<(usize, usize)> = premises(0).collect();
        let mut open = Vec::new();
        while let Some((instance, at)) = stack.pop() {
            match instances.all[instance].body[at].by {
                Some(by) => stack.extend(premises(by)),
                None => open.push((instance, at)),
            }
        }
        Rule { instances, open }
    }
}

fn assume(assumptions: &mut Vec<Lit>, literals: &[Lit], values: &[bool]) {
    assumptions.extend(literals.iter().zip(values).map(|(&literal, &value)| if value { literal } else { !literal }));
}

fn told(model: &Model, literals: &[Lit]) -> Vec<bool> {
    literals.iter().map(|&literal| model.value(literal)).collect()
}
