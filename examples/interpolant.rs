//! Interpolants between two formulas that contradict each other: `cargo run --example interpolant -- "p | q, !r" "!p |
//! r, !q"`.
//!
//! Each is a list of clauses, with commas between them.

use bpcheck::budget::Budget;
use bpcheck::logic::formula::{Formulas, Input};
use bpcheck::logic::sat::interpolate::{LITERALS, NoProof, Origin, System, interpolant, refutation};
use bpcheck::logic::sat::{Backend, Lit, Partition, Solver};
use bpcheck::logic::text::{INFIX, text};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [a, b] = match &given[..] {
        [] => ["p | q, !r", "!p | r, !q"],
        [a, b] => [&a[..], b],
        _ => return Err("two formulas, please".into()),
    };
    let mut problem = Problem { names: Vec::new(), variables: Vec::new(), solver: Solver::new(Backend::default()) };
    problem.add(a, Partition(0));
    problem.add(b, Partition(1));
    let proof = match refutation(problem.solver.cnf(), &[], &Budget::unlimited(), LITERALS) {
        Ok(proof) => proof,
        Err(NoProof::Model(model)) => {
            let held = problem.variables.iter().zip(&problem.names).filter(|(lit, _)| model.value(**lit));
            let held: Vec<&str> = held.map(|(_, name)| &name[..]).collect();
            println!("no contradiction: both hold where these hold and no others: {}", held.join(" "));
            return Ok(());
        }
        Err(other) => return Err(other.into()),
    };
    for (id, literals, origin) in proof.clauses() {
        let clause: Vec<String> = literals.iter().map(|&lit| problem.written(lit)).collect();
        let clause = if clause.is_empty() { "false".to_string() } else { clause.join(" | ") };
        let from = match origin {
            Origin::Leaf(leaf) => ["A", "B"][leaf.partition.0 as usize].to_string(),
            Origin::Chain { first, links } => links.iter().fold((first.index() + 1).to_string(), |from, link| {
                format!("{from}, {} on {}", link.clause.index() + 1, problem.names[link.pivot.variable()])
            }),
        };
        println!("{:>3}  {clause:<12} {from}", id.index() + 1);
    }
    println!("{} resolutions", proof.resolutions());
    for system in System::ALL {
        let mut formulas = Formulas::default();
        let input = |formulas: &mut Formulas, variable| formulas.input(Input(variable as u32));
        let formula = interpolant(&proof, [Partition(0)], system, &mut formulas, input);
        let text = text(&INFIX, &formulas, &[formula], |Input(variable)| problem.names[variable as usize].clone());
        println!("{:<10} {}", system.name(), text.roots.concat());
        text.parts.iter().for_each(|(name, part)| println!("{:<10}   where {name} is {part}", ""));
    }
    Ok(())
}

struct Problem {
    names: Vec<String>,
    variables: Vec<Lit>,
    solver: Solver,
}

impl Problem {
    fn add(&mut self, formula: &str, partition: Partition) {
        for clause in formula.split(',') {
            let clause: Vec<Lit> = clause.split('|').map(|literal| self.literal(literal.trim())).collect();
            self.solver.add_clause(&clause, partition);
        }
    }

    fn literal(&mut self, literal: &str) -> Lit {
        let (name, is_negated) = match literal.strip_prefix('!') {
            Some(name) => (name.trim(), true),
            None => (literal, false),
        };
        let known = self.names.iter().position(|known| known == name);
        let variable = known.map_or_else(|| self.solver.new_var(), |known| self.variables[known]);
        if known.is_none() {
            self.names.push(name.to_string());
            self.variables.push(variable);
        }
        if is_negated { !variable } else { variable }
    }

    fn written(&self, lit: Lit) -> String {
        format!("{}{}", if lit.is_negated() { "!" } else { "" }, self.names[lit.variable()])
    }
}
