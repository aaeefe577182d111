//! A Boolean program of Horn clauses: a run that violates an assertion is a derivation of a contradiction.
//!
//! First, predicates that are defined by one clause are unfolded ([`unfold`]). Then, if no body has more than one atom, a state of the program is an
//! atom that was derived, with its arguments in registers: a label for each predicate, where the clauses begin that go on from it.
//!
//! Otherwise each predicate is a procedure, which derives an atom, by whichever clause, and returns its arguments: recursion is what makes clauses
//! with several atoms more than a graph, and pushdown systems are made for it. In either shape the values of
//! variables are computed where the constraint fixes them, and chosen where it does not ([`body`]).

mod body;
mod names;
mod unfold;

use super::{Clause, Horn};
use crate::convert::made::Made;
use crate::lang::source::{Origin, Position, Source, Told};
use body::{Body, Step};
pub(crate) use names::{Names, register};

/// The text of the program: SAFE means that the clauses are satisfiable. Its lines know which clause of `source` they belong to.
pub fn program(horn: Horn, source: &Source) -> Source {
    let Plan { horn, names, is_linear } = Plan::of(horn);
    let mut writer = Writer { horn, source, names, made: Made::default() };
    if is_linear {
        writer.graph();
    } else {
        writer.procedures();
    }
    writer.made.source(source)
}

/// What the program is made of.
pub struct Plan {
    /// The clauses that are left when definitions are unfolded.
    pub(crate) horn: Horn,
    /// What predicates are called in the program.
    pub(crate) names: Names,
    /// Whether a state is an atom; otherwise each predicate is a procedure.
    pub(crate) is_linear: bool,
}

impl Plan {
    /// The plan for some clauses; always the same.
    pub(crate) fn of(mut horn: Horn) -> Plan {
        unfold::unfold(&mut horn);
        let names = Names::of(&horn);
        let is_linear = horn.clauses.iter().all(|clause| clause.atoms.len() <= 1);
        Plan { horn, names, is_linear }
    }
}

/// Where what belongs to no clause comes from.
const NOWHERE: Position = Position { line: 1, column: 1 };

/// What belongs to no clause.
const NOTHING: Origin = Origin { position: NOWHERE, told: Told::Nothing };

struct Writer<'s> {
    horn: Horn,
    source: &'s Source,
    names: Names,
    made: Made,
}

/// The statements of a procedure, before it is known what they declare.
struct Block {
    declared: Vec<String>,
    lines: Vec<(String, Origin)>,
    /// Where lines come from now.
    origin: Position,
}

impl Block {
    fn new() -> Block {
        Block { declared: Vec::new(), lines: Vec::new(), origin: NOWHERE }
    }

    fn line(&mut self, line: impl std::fmt::Display) {
        self.told(line, Told::Itself);
    }

    fn told(&mut self, line: impl std::fmt::Display, told: Told) {
        self.lines.push((format!("  {line}"), Origin { position: self.origin, told }));
    }

    /// Goes on at any of these labels; nowhere if there is none.
    fn go(&mut self, labels: &[String]) {
        match labels {
            [] => self.told("assume(F);", Told::Nothing),
            labels => self.told(format_args!("goto {};", labels.join(", ")), Told::Nothing),
        }
    }
}

impl Writer<'_> {
    /// All in one procedure, control being at the predicate that was derived.
    fn graph(&mut self) {
        let mut block = Block::new();
        let most = self.horn.predicates.iter().map(|predicate| predicate.arity).max().unwrap_or(0);
        block.declared.extend((0..most).map(register));
        let mut from = vec![Vec::new(); self.horn.predicates.len()];
        let mut facts = Vec::new();
        for clause in &self.horn.clauses {
            match clause.atoms.first() {
                Some(atom) => from[atom.predicate].push(label(clause)),
                None => facts.push(label(clause)),
            }
        }
        block.go(&facts);
        for (predicate, labels) in from.iter().enumerate() {
            block.told(format_args!("{}: skip;", self.names.predicates[predicate]), Told::Nothing);
            block.go(labels);
        }
        for index in 0..self.horn.clauses.len() {
            let values = self.clause(index, true, &mut block);
            if let Some(head) = &self.horn.clauses[index].head {
                if !values.is_empty() {
                    let registers: Vec<String> = (0..values.len()).map(register).collect();
                    block.line(format_args!("{} := {};", registers.join(", "), values.join(", ")));
                }
                block.told(format_args!("goto {};", self.names.predicates[head.predicate]), Told::Nothing);
            }
        }
        self.procedure("void main()", block);
    }

    /// A procedure for each predicate, and `main` for the contradictions.
    fn procedures(&mut self) {
        let mut defining = vec![Vec::new(); self.horn.predicates.len()];
        let mut goals = Vec::new();
        for (index, clause) in self.horn.clauses.iter().enumerate() {
            match &clause.head {
                Some(head) => defining[head.predicate].push(index),
                None => goals.push(index),
            }
        }
        let main = self.cases(&goals);
        self.procedure("void main()", main);
        for (predicate, clauses) in defining.iter().enumerate() {
            let name = &self.names.predicates[predicate];
            let heading = match self.horn.predicates[predicate].arity {
                0 => format!("void {name}()"),
                1 => format!("bool {name}()"),
                arity => format!("bool<{arity}> {name}()"),
            };
            let mut block = self.cases(clauses);
            if clauses.is_empty() {
                let nothing = vec!["F"; self.horn.predicates[predicate].arity].join(", ");
                block.line(format_args!("return {nothing};"));
            }
            self.procedure(&heading, block);
        }
    }

    /// One of some clauses.
    fn cases(&mut self, clauses: &[usize]) -> Block {
        let mut block = Block::new();
        let labels: Vec<String> = clauses.iter().map(|&index| label(&self.horn.clauses[index])).collect();
        block.go(&labels);
        for &index in clauses {
            let values = self.clause(index, false, &mut block);
            if self.horn.clauses[index].head.is_some() {
                block.line(format_args!("return {};", values.join(", ")));
            }
        }
        block
    }

    /// The body of a clause, and the contradiction if it is one; else the values of the arguments of its head.
    fn clause(&mut self, index: usize, has_registers: bool, block: &mut Block) -> Vec<String> {
        let clause = &self.horn.clauses[index];
        let place = self.source.position(clause.span.start);
        let body = Body::new(&mut self.horn.formulas, clause, has_registers);
        let (steps, values, declared) = body.steps(&self.names.predicates, has_registers);
        block.origin = place;
        let told = Told::As(format!("clause {}", clause.number).into());
        block.told(format_args!("{}: skip;", label(clause)), told);
        for step in steps {
            match step {
                Step::Assign { target, value } => block.line(format_args!("{target} := {value};")),
                Step::Assume(condition) => block.line(format_args!("assume({condition});")),
                Step::Call { targets, name } if targets.is_empty() => block.line(format_args!("{name}();")),
                Step::Call { targets, name } => block.line(format_args!("{} := {name}();", targets.join(", "))),
            }
        }
        if clause.head.is_none() {
            block.line("assert(F);");
        }
        block.declared.extend(declared);
        values
    }

    fn procedure(&mut self, heading: &str, mut block: Block) {
        block.declared.sort();
        block.declared.dedup();
        if !self.made.is_empty() {
            self.made.line("", NOTHING);
        }
        self.made.line(heading, NOTHING);
        self.made.line("begin", NOTHING);
        if !block.declared.is_empty() {
            self.made.line(&format!("  decl {};", block.declared.join(", ")), NOTHING);
        }
        block.lines.into_iter().for_each(|(line, origin)| self.made.line(&line, origin));
        self.made.line("end", NOTHING);
    }
}

/// The label where the body of a clause begins.
pub(crate) fn label(clause: &Clause) -> String {
    format!("clause_{}", clause.number)
}
