//! The clauses of a solver: they are only ever added, so a backend need only remember how many it has seen.

use super::literal::Lit;
use crate::logic::owner::Owner;

/// Which part of a problem a clause is from: a number of the caller's. [Interpolants](super::interpolate) are taken
/// between parts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Partition(pub u32);

/// Variables, and clauses over them.
#[derive(Clone, Debug, Default)]
pub struct Cnf {
    owner: Owner,
    variables: usize,
    literals: Vec<Lit>,
    /// Where the literals of each clause end.
    ends: Vec<usize>,
    partitions: Vec<Partition>,
}

impl Cnf {
    /// Without variables. Its literals are of no other clauses.
    pub(super) fn new() -> Cnf {
        Cnf { owner: Owner::unique(), ..Cnf::default() }
    }

    /// The solver to which its literals belong.
    pub(super) fn owner(&self) -> Owner {
        self.owner
    }

    /// The number of variables.
    pub fn variables(&self) -> usize {
        self.variables
    }

    /// The number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The clauses, in the order in which they were added.
    pub fn clauses(&self) -> impl Iterator<Item = (&[Lit], Partition)> {
        (0..self.len()).map(|index| (&self.literals[self.begin(index)..self.ends[index]], self.partitions[index]))
    }

    /// The clauses from this one on.
    pub(super) fn clauses_from(&self, first: usize) -> impl Iterator<Item = &[Lit]> {
        (first..self.len()).map(|index| &self.literals[self.begin(index)..self.ends[index]])
    }

    /// The same variables with the clauses from this one on.
    pub(super) fn tail(&self, first: usize) -> Cnf {
        let begin = self.begin(first);
        Cnf {
            owner: self.owner,
            variables: self.variables,
            literals: self.literals[begin..].to_vec(),
            ends: self.ends[first..].iter().map(|end| end - begin).collect(),
            partitions: self.partitions[first..].to_vec(),
        }
    }

    fn begin(&self, index: usize) -> usize {
        if index == 0 { 0 } else { self.ends[index - 1] }
    }

    pub(super) fn new_var(&mut self) -> Lit {
        self.variables += 1;
        Lit::of_variable(self.variables - 1).of(self.owner)
    }

    pub(super) fn add_clause(&mut self, clause: &[Lit], partition: Partition) {
        clause.iter().for_each(|lit| lit.check(self.owner));
        self.literals.extend_from_slice(clause);
        self.ends.push(self.literals.len());
        self.partitions.push(partition);
    }
}
