//! Clauses as text that every SAT solver reads, to look at and to ask others.

use super::cnf::Cnf;
use super::literal::Lit;
use std::fmt::{Display, Formatter, Result};

/// Clauses, and assumptions as unit clauses behind them, in DIMACS format. A comment stands wherever the partition changes.
pub struct Dimacs<'a> {
    /// The clauses.
    pub cnf: &'a Cnf,
    /// The literals that are assumed, as unit clauses.
    pub assumptions: &'a [Lit],
}

impl Display for Dimacs<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        writeln!(f, "p cnf {} {}", self.cnf.variables(), self.cnf.len() + self.assumptions.len())?;
        let mut last = None;
        for (clause, partition) in self.cnf.clauses() {
            if last.replace(partition) != Some(partition) {
                writeln!(f, "c partition {}", partition.0)?;
            }
            line(clause, f)?;
        }
        if !self.assumptions.is_empty() {
            writeln!(f, "c assumptions")?;
        }
        self.assumptions.iter().try_for_each(|&lit| line(&[lit], f))
    }
}

fn line(clause: &[Lit], f: &mut Formatter<'_>) -> Result {
    clause.iter().try_for_each(|lit| write!(f, "{} ", lit.to_dimacs()))?;
    writeln!(f, "0")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sat::{Backend, Partition, Solver};

    #[test]
    fn clauses_are_printed_with_their_partitions() {
        let mut solver = Solver::new(Backend::default());
        let [a, b] = [solver.new_var(), solver.new_var()];
        for (clause, partition) in [(&[a, !b][..], 0), (&[b], 0), (&[], 7)] {
            solver.add_clause(clause, Partition(partition));
        }
        let text = Dimacs { cnf: solver.cnf(), assumptions: &[!a] }.to_string();
        assert_eq!(text, "p cnf 2 4\nc partition 0\n1 -2 0\n2 0\nc partition 7\n0\nc assumptions\n-1 0\n");
    }
}
