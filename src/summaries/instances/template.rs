//! The clauses of one instance of a predicate, made once, and copied for each instance (2012-sery, Definition 8: one partition a call).
//!
//! An instance and its parent share the interface of the instance, and nothing else: whether the run begins it (*start*), and its arguments. All
//! arguments that the parent gives are variables of their own, set equal to the parent's terms. So a summary can speak of nothing but
//! the interface.

use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::sat::{Backend, Cnf, Encoder, Lit, Partition, Solver};
use crate::summaries::predicate::PredicateId;
use crate::summaries::relations::body::{Body, as_input};
use crate::symbolic::graph::Graph;
use rustc_hash::{FxHashMap, FxHashSet};

/// Clauses over the interface of an instance, *start* first, and variables of their own.
pub struct Clauses {
    cnf: Cnf,
    /// How many variables the interface has.
    interface: usize,
}

/// The clauses of a body.
pub struct Template {
    clauses: Clauses,
    /// The inputs of the body, each with its variable.
    pub inputs: Vec<(Input, Lit)>,
    /// The interfaces of its atoms, in their order.
    pub atoms: Vec<Interface>,
}

/// What a template is made of: the body of a predicate, or what somebody else executes in its place.
pub struct Form<'f> {
    /// What it is an instance of, by its number.
    pub own: PredicateId,
    /// Some run comes to the sink.
    pub run: Formula,
    /// The arguments there: inputs, as many as are `entered`, and then values.
    pub arguments: &'f [Formula],
    pub entered: usize,
    pub atoms: Vec<FormAtom<'f>>,
}

/// What a run takes from another instance.
pub struct FormAtom<'f> {
    /// What that is an instance of, by its number.
    pub predicate: PredicateId,
    /// The run does.
    pub guard: Formula,
    /// Its arguments, and how many of them the run gives.
    pub arguments: &'f [Formula],
    pub given: usize,
}

impl<'b> From<&'b Body> for Form<'b> {
    fn from(body: &'b Body) -> Form<'b> {
        let atoms = body.atoms.iter().map(|atom| FormAtom {
            predicate: atom.predicate,
            guard: atom.guard,
            arguments: &atom.arguments,
            given: atom.given,
        });
        let Body { own, run, entered, .. } = *body;
        Form { own, run, arguments: &body.arguments, entered, atoms: atoms.collect() }
    }
}

/// What an instance and its parent share.
#[derive(Clone)]
pub struct Interface {
    pub predicate: PredicateId,
    /// The run begins it.
    pub start: Lit,
    /// The arguments.
    pub arguments: Vec<Lit>,
}

impl Interface {
    /// Variables of a solver.
    pub fn new(solver: &mut Solver, predicate: PredicateId, arguments: usize) -> Interface {
        let start = solver.new_var();
        Interface { predicate, start, arguments: (0..arguments).map(|_| solver.new_var()).collect() }
    }

    /// It, with other variables.
    fn within(&self, all: &[Lit]) -> Interface {
        let arguments = self.arguments.iter().map(|&argument| renamed(all, argument)).collect();
        Interface { predicate: self.predicate, start: renamed(all, self.start), arguments }
    }
}

impl Clauses {
    /// Adds a copy for an instance to a solver.
    pub fn add(&self, solver: &mut Solver, of: &Interface, partition: Partition) {
        self.add_if(solver, of, partition, None);
    }

    /// Adds a copy that counts if a literal holds; the variables of the copy, by the numbers of the original.
    fn add_if(&self, solver: &mut Solver, of: &Interface, partition: Partition, holds: Option<Lit>) -> Vec<Lit> {
        let mut all = Vec::with_capacity(self.cnf.variables());
        all.push(of.start);
        all.extend(&of.arguments);
        all.extend((self.interface..self.cnf.variables()).map(|_| solver.new_var()));
        let mut renamed_clause = Vec::new();
        for (clause, _) in self.cnf.clauses() {
            renamed_clause.clear();
            renamed_clause.extend(holds.map(|holds| !holds));
            renamed_clause.extend(clause.iter().map(|&lit| renamed(&all, lit)));
            solver.add_clause(&renamed_clause, partition);
        }
        all
    }

    /// That an instance that is begun obeys a lemma over these arguments, which are inputs.
    pub fn of_lemma(graph: &Graph, arguments: &[Formula], lemma: Formula) -> Clauses {
        let mut solver = Solver::new(Backend::default());
        let interface = Interface::new(&mut solver, PredicateId(0), arguments.len());
        let inputs = arguments.iter().map(|&argument| graph.number_of(argument));
        let mut writer = Writer {
            encoder: Encoder::default(),
            inputs: inputs.zip(interface.arguments.iter().copied()).collect(),
            solver,
        };
        let holds = writer.literal(&graph.formulas, lemma);
        writer.clause(&[!interface.start, holds]);
        Clauses { cnf: writer.solver.cnf().clone(), interface: 1 + arguments.len() }
    }
}

impl Template {
    /// The template of a body.
    pub fn of(graph: &Graph, body: &Form<'_>) -> Template {
        let mut solver = Solver::new(Backend::default());
        let own = Interface::new(&mut solver, body.own, body.arguments.len());
        let entered = body.arguments.iter().take(body.entered).map(|&argument| graph.number_of(argument));
        let inputs: FxHashMap<Input, Lit> = entered.zip(own.arguments.iter().copied()).collect();
        let mut shared: FxHashSet<Input> = inputs.keys().copied().collect();
        let mut writer = Writer { encoder: Encoder::default(), inputs, solver };
        let run = writer.literal(&graph.formulas, body.run);
        writer.clause(&[!own.start, run]);
        for (&argument, &value) in own.arguments.iter().zip(body.arguments).skip(body.entered) {
            let value = writer.literal(&graph.formulas, value);
            writer.clause(&[!own.start, !argument, value]);
            writer.clause(&[!own.start, argument, !value]);
        }
        let mut atoms = Vec::with_capacity(body.atoms.len());
        for atom in &body.atoms {
            let guard = writer.literal(&graph.formulas, atom.guard);
            let start = writer.solver.new_var();
            writer.clause(&[!start, own.start]);
            writer.clause(&[!start, guard]);
            writer.clause(&[start, !own.start, !guard]);
            let arguments = atom.arguments.iter().enumerate().map(|(index, &argument)| {
                let value = writer.literal(&graph.formulas, argument);
                // What the instance leaves is an input of its parent, and of no other instance.
                let is_left = index >= atom.given
                    && as_input(graph, argument).is_some_and(|(input, negated)| !negated && shared.insert(input));
                if is_left { value } else { writer.equal(value) }
            });
            let arguments = arguments.collect();
            atoms.push(Interface { predicate: atom.predicate, start, arguments });
        }
        let mut inputs: Vec<(Input, Lit)> = writer.inputs.into_iter().collect();
        inputs.sort_unstable_by_key(|&(input, _)| input);
        let clauses = Clauses { cnf: writer.solver.cnf().clone(), interface: 1 + own.arguments.len() };
        Template { clauses, inputs, atoms }
    }

    /// Adds a copy for an instance to a solver: the values of inputs, and the interfaces of atoms.
    pub fn add(&self, solver: &mut Solver, of: &Interface, partition: Partition) -> (Vec<Lit>, Vec<Interface>) {
        self.add_if(solver, of, partition, None)
    }

    /// The same, of a copy that counts if a literal holds.
    pub fn add_if(
        &self,
        solver: &mut Solver,
        of: &Interface,
        partition: Partition,
        holds: Option<Lit>,
    ) -> (Vec<Lit>, Vec<Interface>) {
        let all = self.clauses.add_if(solver, of, partition, holds);
        let inputs = self.inputs.iter().map(|&(_, lit)| renamed(&all, lit)).collect();
        (inputs, self.atoms.iter().map(|atom| atom.within(&all)).collect())
    }
}

/// Writes formulas as clauses.
struct Writer {
    solver: Solver,
    encoder: Encoder,
    inputs: FxHashMap<Input, Lit>,
}

impl Writer {
    fn literal(&mut self, formulas: &Formulas, formula: Formula) -> Lit {
        let Writer { solver, encoder, inputs } = self;
        encoder
            .encode(solver, formulas, formula, |solver, input| *inputs.entry(input).or_insert_with(|| solver.new_var()))
    }

    fn clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause, Partition::default());
    }

    /// A variable that is equal to a literal.
    fn equal(&mut self, value: Lit) -> Lit {
        let variable = self.solver.new_var();
        self.clause(&[!variable, value]);
        self.clause(&[variable, !value]);
        variable
    }
}

/// The literal of a copy.
fn renamed(all: &[Lit], lit: Lit) -> Lit {
    let variable = all[lit.variable()];
    if lit.is_negated() { !variable } else { variable }
}
