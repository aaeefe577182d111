//! The solver of one predicate: its body, and what is known of its atoms (see the README, "Questions").
//!
//! A question pays for all variables that a solver has, so each predicate has one of its own. The arguments are literals, so cubes are assumed
//! and cores come for nothing. Literals never leave a question, so a solver can be made again before any of them.

use super::clauses::{ALWAYS, Clauses, Level};
use super::cube::{Cube, Literal};
use super::fact::{FactId, Facts};
use crate::budget::{Budget, StopReason};
use crate::lang::program::semantics::Bits;
use crate::logic::formula::{Formula, Input};
use crate::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Model, Partition, SatStats, Solver};
use crate::summaries::relations::body::{Atom, Body};
use crate::symbolic::graph::Graph;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// So many literals that were for one question only are too many: a solver cannot forget.
const STALE: usize = 300;

/// What is assumed of the atoms of a body.
#[derive(Clone, Copy, Debug)]
pub enum Assumed<'q> {
    /// All are real: some fact covers each that is taken (ρ).
    Real,
    /// All obey the clauses (σ).
    Bounded,
    /// Those that are marked are real, the others obey the clauses.
    Mixed(&'q [bool]),
}

/// A question: can the predicate have a point in this cube, within this bound, with that assumed of its atoms?
#[derive(Clone, Copy, Debug)]
pub struct Asked<'q> {
    pub cube: &'q Cube,
    pub level: Level,
    pub assumed: Assumed<'q>,
    /// Whether atoms of the same predicate are outside of the cube (2014-komuravelli, section 4; see the README, "relative to itself").
    pub apart: bool,
}

/// What is known, and may be read.
#[derive(Clone, Copy)]
pub struct Known<'k> {
    pub graph: &'k Graph,
    pub body: &'k Body,
    /// For each predicate.
    pub clauses: &'k [Clauses],
    pub facts: &'k Facts,
}

/// A run of the body.
#[derive(Clone, Debug)]
pub struct Found {
    /// The values of the inputs that occur in the body, in their order.
    pub inputs: Bits,
    /// For each atom whether it is taken.
    pub taken: Vec<bool>,
    /// For each atom that is taken and real the fact that covers it.
    pub covered: Vec<Option<FactId>>,
}

/// The answer.
pub enum Reply {
    /// It can, like this.
    Yes(Found),
    /// It cannot, and neither can these literals of the cube.
    No(Cube),
}

/// A solver.
pub struct Oracle {
    solver: Solver,
    encoder: Encoder,
    /// For each input that occurs in the body.
    inputs: Vec<Option<Lit>>,
    arguments: Vec<Lit>,
    atoms: Vec<AtomLits>,
    /// No recursive atom that obeys clauses is taken.
    flat: Lit,
    /// That clauses of a level are obeyed: by atoms that are not recursive, and by those that are.
    levels: [BTreeMap<Level, Lit>; 2],
    /// How many literals were for one question.
    spent: usize,
}

/// An atom in a solver.
struct AtomLits {
    guard: Lit,
    arguments: Vec<Lit>,
    /// It obeys the clauses.
    bounded: Lit,
    /// It is real.
    real: Lit,
    /// How much of the log of clauses was read.
    clauses: usize,
    /// The facts that were read, each with the literal that says that the atom is a point of it.
    facts: Vec<(Lit, FactId)>,
    /// Some fact covers it that was not read yet.
    more: Option<Lit>,
    /// The formulas of facts, over the arguments.
    encoder: Encoder,
}

impl Oracle {
    /// The body, and nothing of its atoms yet.
    pub fn new(backend: Backend, graph: &Graph, body: &Body) -> Oracle {
        let shape = body.shape(graph);
        let mut solver = Solver::new(backend);
        let flat = solver.new_var();
        let mut oracle = Oracle {
            solver,
            encoder: Encoder::default(),
            inputs: vec![None; shape.inputs.len()],
            arguments: Vec::new(),
            atoms: Vec::new(),
            flat,
            levels: Default::default(),
            spent: 0,
        };
        let run = oracle.literal(graph, body, body.run);
        oracle.clause(&[run]);
        oracle.arguments = body.arguments.iter().map(|&formula| oracle.literal(graph, body, formula)).collect();
        for atom in &body.atoms {
            let lits = oracle.atom(graph, body, atom);
            oracle.atoms.push(lits);
        }
        oracle
    }

    fn atom(&mut self, graph: &Graph, body: &Body, atom: &Atom) -> AtomLits {
        let guard = self.literal(graph, body, atom.guard);
        let arguments = atom.arguments.iter().map(|&formula| self.literal(graph, body, formula)).collect();
        let [bounded, real] = [0; 2].map(|_| self.solver.new_var());
        if atom.is_recursive {
            self.clause(&[!bounded, !self.flat, !guard]);
        }
        let encoder = Encoder::default();
        AtomLits { guard, arguments, bounded, real, clauses: 0, facts: Vec::new(), more: None, encoder }
    }

    fn literal(&mut self, graph: &Graph, body: &Body, formula: Formula) -> Lit {
        let Oracle { solver, encoder, inputs, .. } = self;
        let shape = body.shape(graph);
        encoder.encode(solver, &graph.formulas, formula, |solver, input| {
            let lit = solver.new_var();
            shape.place(input).into_iter().for_each(|place| inputs[place] = Some(lit));
            lit
        })
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause, Partition::default());
    }

    /// Whether so much is in it that was for one question only that it had better be made again.
    pub fn is_stale(&self) -> bool {
        self.spent > STALE
    }

    /// How many variables it has.
    pub fn variables(&self) -> usize {
        self.solver.cnf().variables()
    }

    /// What it has, and has done.
    pub fn stats(&self) -> SatStats {
        self.solver.stats()
    }

    /// The answer to a question.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ask(&mut self, known: Known<'_>, asked: &Asked<'_>, budget: &Budget) -> Result<Reply, StopReason> {
        let mut assumptions = Vec::with_capacity(2 * self.atoms.len() + asked.cube.literals().len() + 4);
        for index in 0..self.atoms.len() {
            let is_real = match asked.assumed {
                Assumed::Real => true,
                Assumed::Bounded => false,
                Assumed::Mixed(real) => real[index],
            };
            if is_real {
                self.read_facts(known, index);
                assumptions.push(self.atoms[index].real);
                assumptions.extend(self.atoms[index].more.map(|more| !more));
            } else {
                self.read_clauses(known, index);
                assumptions.push(self.atoms[index].bounded);
            }
        }
        if asked.level == 0 {
            assumptions.push(self.flat);
        } else {
            assumptions.extend(self.obeyed(true, asked.level.saturating_sub(u32::from(asked.level != ALWAYS))));
        }
        assumptions.extend(self.obeyed(false, asked.level));
        let apart = asked.apart.then(|| self.apart(known.body, asked.cube)).flatten();
        assumptions.extend(apart);
        let literals = asked.cube.literals().iter().map(|&literal| (literal, self.argument(literal)));
        let literals: Vec<(Literal, Lit)> = literals.collect();
        assumptions.extend(literals.iter().map(|&(_, lit)| lit));
        let answer = self.solver.solve(&assumptions, &Limits { budget: budget.clone(), conflicts: None });
        // Nobody assumes it again. To say that it is false would cost more (see the README).
        self.spent += usize::from(apart.is_some());
        match answer {
            Answer::Sat(model) => Ok(Reply::Yes(self.found(&model))),
            Answer::Unsat(core) => {
                let core: FxHashSet<Lit> = core.into_iter().collect();
                // Of arguments that are the same one is enough.
                let mut said: FxHashSet<Lit> = FxHashSet::default();
                let named = literals.into_iter().filter(|&(_, lit)| core.contains(&lit) && said.insert(lit));
                Ok(Reply::No(Cube::of(named.map(|(literal, _)| literal))))
            }
            Answer::Conflicts => Err(StopReason::Unsupported("a solver gave up without a limit".into())),
            Answer::Stopped(reason) => Err(reason),
        }
    }

    fn argument(&self, literal: Literal) -> Lit {
        let lit = self.arguments[literal.argument as usize];
        if literal.value { lit } else { !lit }
    }

    /// What an atom obeys since it was looked at last.
    fn read_clauses(&mut self, known: Known<'_>, index: usize) {
        let atom = &known.body.atoms[index];
        let clauses = &known.clauses[atom.predicate.index()];
        let log = clauses.log();
        while let Some(&(number, level)) = log.get(self.atoms[index].clauses) {
            self.atoms[index].clauses += 1;
            let clause = &clauses.all()[number as usize];
            // One that was raised since comes again.
            if clause.is_dead || clause.level != level {
                continue;
            }
            let level = (level != ALWAYS).then(|| self.level(atom.is_recursive, level));
            let lits = &self.atoms[index];
            let mut said = vec![!lits.bounded, !lits.guard];
            said.extend(level.map(|level| !level));
            said.extend(clause.cube.literals().iter().map(|literal| lits.excluding(*literal)));
            self.clause(&said);
        }
    }

    /// By what an atom is covered since it was looked at last.
    fn read_facts(&mut self, known: Known<'_>, index: usize) {
        let atom = &known.body.atoms[index];
        let Oracle { solver, atoms, .. } = self;
        let lits = &mut atoms[index];
        let facts = &known.facts.of(atom.predicate)[lits.facts.len()..];
        if facts.is_empty() && lits.more.is_some() {
            return;
        }
        let given = known.facts.entered(atom.predicate);
        let places: FxHashMap<Input, Lit> = given.iter().copied().zip(lits.arguments.iter().copied()).collect();
        let mut covers = match lits.more {
            None => vec![!lits.real, !lits.guard],
            Some(more) => vec![!more],
        };
        for &fact in facts {
            let is = solver.new_var();
            let mut said = |solver: &mut Solver, formula| {
                let input =
                    |solver: &mut Solver, input| places.get(&input).copied().unwrap_or_else(|| solver.new_var());
                lits.encoder.encode(solver, &known.graph.formulas, formula, input)
            };
            let guard = said(solver, known.facts[fact].guard);
            solver.add_clause(&[!is, guard], Partition::default());
            let values = known.facts[fact].values.iter();
            for (&argument, value) in lits.arguments[given.len()..].iter().zip(values) {
                let Some(value) = *value else { continue };
                let value = said(solver, value);
                solver.add_clause(&[!is, !value, argument], Partition::default());
                solver.add_clause(&[!is, value, !argument], Partition::default());
            }
            covers.push(is);
            lits.facts.push((is, fact));
        }
        let more = solver.new_var();
        covers.push(more);
        solver.add_clause(&covers, Partition::default());
        lits.more = Some(more);
    }

    /// That clauses of a level are obeyed: then those of higher levels are.
    fn level(&mut self, is_recursive: bool, level: Level) -> Lit {
        let levels = &mut self.levels[usize::from(is_recursive)];
        if let Some(&lit) = levels.get(&level) {
            return lit;
        }
        let [lower, higher] =
            [levels.range(..level).next_back().map(|(_, &lit)| lit), levels.range(level..).next().map(|(_, &lit)| lit)];
        let lit = self.solver.new_var();
        levels.insert(level, lit);
        lower.into_iter().for_each(|lower| self.clause(&[!lower, lit]));
        higher.into_iter().for_each(|higher| self.clause(&[!lit, higher]));
        lit
    }

    /// That clauses of this level, and of higher ones, are obeyed; nothing if there are none.
    fn obeyed(&self, is_recursive: bool, level: Level) -> Option<Lit> {
        self.levels[usize::from(is_recursive)].range(level..).next().map(|(_, &lit)| lit)
    }

    /// For one question: atoms of the predicate that this is the body of are not in the cube. Nothing if there are none.
    fn apart(&mut self, body: &Body, cube: &Cube) -> Option<Lit> {
        let own = body.own;
        if !body.atoms.iter().any(|atom| atom.predicate == own) {
            return None;
        }
        let apart = self.solver.new_var();
        for (index, _) in body.atoms.iter().enumerate().filter(|(_, atom)| atom.predicate == own) {
            let lits = &self.atoms[index];
            let mut said = vec![!apart, !lits.guard];
            said.extend(cube.literals().iter().map(|literal| lits.excluding(*literal)));
            self.clause(&said);
        }
        Some(apart)
    }

    fn found(&self, model: &Model) -> Found {
        let inputs = self.inputs.iter().map(|lit| lit.is_some_and(|lit| model.value(lit))).collect();
        let taken: Vec<bool> = self.atoms.iter().map(|atom| model.value(atom.guard)).collect();
        let covered = self.atoms.iter().zip(&taken).map(|(atom, &taken)| {
            let covers = |&&(is, _): &&(Lit, FactId)| taken && model.value(is);
            atom.facts.iter().find(covers).map(|&(_, fact)| fact)
        });
        Found { inputs, covered: covered.collect(), taken }
    }
}

impl AtomLits {
    /// That the atom is not at points with this literal.
    fn excluding(&self, literal: Literal) -> Lit {
        let lit = self.arguments[literal.argument as usize];
        if literal.value { !lit } else { lit }
    }
}
