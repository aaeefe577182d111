//! Resolution proofs from what a solver tells while it learns: for each clause that follows, the clauses that become
//! unit one after the other when its literals are false, the conflict last ("hints"). So for any solver that can tell
//! as much.
//!
//! A hint is a resolution or superfluous. What is derived from the hints is kept, and may have fewer literals than what
//! the solver stated: later chains go on with what is kept. Each hint costs the literals of its clause.

use super::proof::{Arena, ClauseId, Leaf, Link, Proof, Source};
use super::refutation::NoProof;
use super::resolvent::Resolvent;
use super::trim::trim;
use super::verify::Flaw;
use crate::budget::{Budget, StopReason};
use crate::logic::sat::cnf::{Cnf, Partition};
use crate::logic::sat::literal::Lit;

/// A proof while it is told.
pub(in crate::logic::sat) struct Recording<'a> {
    cnf: &'a Cnf,
    partitions: Vec<Partition>,
    budget: &'a Budget,
    /// How many literals may be kept.
    most: usize,
    arena: Arena,
    /// The clause that the solver has given this number. Numbers are not used again, so what the solver deletes may
    /// stay.
    named: Vec<Option<ClauseId>>,
    /// How many input clauses came.
    inputs: usize,
    /// The first empty clause.
    root: Option<ClauseId>,
    propagation: Propagation,
    resolvent: Resolvent,
    /// Why it ended.
    end: Option<NoProof>,
}

/// The recording has ended: the solver may stop, too.
#[derive(Debug)]
pub(in crate::logic::sat) struct Ended;

impl<'a> Recording<'a> {
    /// Of the clauses, which will come first, and then of the assumptions, as unit clauses.
    pub(super) fn new(
        cnf: &'a Cnf,
        assumptions: &[(Lit, Partition)],
        budget: &'a Budget,
        most: usize,
    ) -> Recording<'a> {
        let partitions = cnf.clauses().map(|(_, partition)| partition);
        Recording {
            cnf,
            partitions: partitions.chain(assumptions.iter().map(|&(_, partition)| partition)).collect(),
            budget,
            most,
            arena: Arena::default(),
            named: Vec::new(),
            inputs: 0,
            root: None,
            propagation: Propagation { values: vec![None; cnf.variables()], trail: Vec::new(), units: Vec::new() },
            resolvent: Resolvent::new(cnf.variables()),
            end: None,
        }
    }

    /// An input clause, in the order in which they were given, and the number that the solver gives it.
    pub(in crate::logic::sat) fn input(&mut self, number: u64, clause: impl Iterator<Item = Lit>) -> Result<(), Ended> {
        let position = self.inputs;
        let source = match position.checked_sub(self.cnf.len()) {
            None => Source::Clause(position),
            Some(assumption) => Source::Assumption(assumption),
        };
        self.skip_input();
        self.resolvent.clear();
        self.resolvent.extend(clause.map(|lit| lit.of(self.cnf.owner())));
        let leaf = Leaf { source, partition: self.partitions[position] };
        let id = self.arena.leaf(self.resolvent.sorted(), leaf);
        self.name(number, id)
    }

    /// An input clause that the solver will not use: a duplicate, or a tautology.
    pub(in crate::logic::sat) fn skip_input(&mut self) {
        self.inputs += 1;
    }

    /// A clause follows from others.
    pub(in crate::logic::sat) fn derived(
        &mut self,
        number: u64,
        clause: impl Iterator<Item = Lit>,
        hints: &[u64],
    ) -> Result<(), Ended> {
        if self.root.is_some() {
            return Ok(());
        }
        match self.chain(clause.map(|lit| lit.of(self.cnf.owner())), hints) {
            Ok(id) => self.name(number, id),
            Err(what) => self.stop(NoProof::Refused(Flaw { clause: number as usize, what })),
        }
    }

    /// The solver says that there is no model.
    pub(super) fn refuted(self) -> Result<Proof, NoProof> {
        match self.root {
            Some(root) => Ok(trim(&self.arena, root)),
            None => Err(NoProof::Refused(Flaw { clause: self.named.len(), what: "the empty clause is missing" })),
        }
    }

    /// Why the solver was told to stop.
    pub(super) fn into_end(self) -> NoProof {
        self.end.unwrap_or(NoProof::Stopped(StopReason::Interrupted))
    }

    fn name(&mut self, number: u64, id: ClauseId) -> Result<(), Ended> {
        let number = number as usize;
        if self.named.len() <= number {
            self.named.resize(number + 1, None);
        }
        self.named[number] = Some(id);
        if self.root.is_none() && self.arena.literals(id).is_empty() {
            self.root = Some(id);
        }
        if self.arena.kept() > self.most {
            return self.stop(NoProof::Stopped(StopReason::Memory));
        }
        match self.budget.poll() {
            Ok(()) => Ok(()),
            Err(reason) => self.stop(NoProof::Stopped(reason)),
        }
    }

    fn stop(&mut self, end: NoProof) -> Result<(), Ended> {
        self.end = Some(end);
        Err(Ended)
    }

    fn chain(&mut self, stated: impl Iterator<Item = Lit>, hints: &[u64]) -> Result<ClauseId, &'static str> {
        let Recording { arena, named, propagation, resolvent, .. } = self;
        propagation.begin(stated);
        let mut conflict = None;
        for &hint in hints {
            let id = named.get(hint as usize).copied().flatten().ok_or("a hint names no clause")?;
            if propagation.hint(id, arena.literals(id))? {
                conflict = Some(id);
                break;
            }
        }
        let first = conflict.ok_or("the hints lead to no conflict")?;
        resolvent.clear();
        resolvent.extend(arena.literals(first).iter().copied());
        // Of a unit whose literal nobody needs there is nothing to resolve.
        propagation.units.reverse();
        propagation.units.retain(|&link| {
            let needed = resolvent.contains(!link.pivot);
            if needed {
                resolvent.resolve(link, arena.literals(link.clause));
            }
            needed
        });
        // All that is left is false, and by no unit: so it was stated.
        Ok(arena.chain(resolvent.sorted(), first, &propagation.units))
    }
}

/// Which literals are true when those of a clause are false.
struct Propagation {
    /// Of variables.
    values: Vec<Option<bool>>,
    /// The variables that have a value.
    trail: Vec<usize>,
    /// Which clause made which of its literals true, in this order.
    units: Vec<Link>,
}

impl Propagation {
    /// Only these are false.
    fn begin(&mut self, literals: impl Iterator<Item = Lit>) {
        self.trail.drain(..).for_each(|variable| self.values[variable] = None);
        self.units.clear();
        literals.for_each(|lit| self.assign(!lit));
    }

    fn assign(&mut self, lit: Lit) {
        self.values[lit.variable()] = Some(!lit.is_negated());
        self.trail.push(lit.variable());
    }

    /// Whether the clause, which is to be unit, is the conflict.
    fn hint(&mut self, clause: ClauseId, literals: &[Lit]) -> Result<bool, &'static str> {
        let mut unit = None;
        for &pivot in literals {
            match self.values[pivot.variable()] {
                // Then it says nothing new.
                Some(value) if value != pivot.is_negated() => return Ok(false),
                Some(_) => {}
                None if unit.is_some() => return Err("a hint is not unit"),
                None => unit = Some(pivot),
            }
        }
        let Some(pivot) = unit else { return Ok(true) };
        self.assign(pivot);
        self.units.push(Link { pivot, clause });
        Ok(false)
    }
}
