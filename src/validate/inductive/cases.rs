//! Formulas without a model that fall into few cases.
//!
//! A certificate of an engine that lists states holds of these states and no others, so a claim of it falls into as many cases. Each is decided by looking at a path of each diagram that occurs, while a solver
//! goes through all of a diagram with each value that it sets: half a minute was not enough for a million states, which take half a second so. Here the gates that have to be false, and of which no operand is
//! known to be, are *open*; the first of them, of what is supposed before what follows, is closed by one of its operands, or else by the other one, and nothing is learnt from what does not work.
//!
//! How many cases there are is estimated from those that were gone through, as if both ways to close a gate led to as many (Knuth, Estimating the Efficiency of Backtrack Programs, 1975). What a solver
//! decides sooner is mostly estimated at ten times of what is worth trying, and far more.

use super::gates::{Edge, Gates};
use super::lowest::Lowest;
use crate::budget::{Budget, StopReason};

/// How many gates are looked at, for each gate of the formula, before it is known roughly how many it takes.
const FIRST_LOOKS: usize = 100;

/// How many it may take.
const LOOKS: usize = 2_500;

/// A formula is taken for one with so many gates at least.
const GATES: usize = 50;

/// So many gates below an operand are looked at to find out what it is.
const NEAR: usize = 64;

/// The budget is asked after so many looks: ten microseconds, roughly.
const LOOKS_A_CHECK: usize = 1_000;

/// What is known of the gates, and what has to hold of them yet.
pub(super) struct Cases<'a> {
    gates: &'a Gates,
    /// What each gate is, if that is known.
    values: Vec<Option<bool>>,
    /// Gates that are false, for no reason that is known yet.
    open: Lowest,
    /// What was changed, to take it back.
    changes: Vec<Change>,
    branches: Vec<Branch>,
    /// What has to hold, and was not looked at yet.
    required: Vec<Edge>,
    /// When it was found out that nothing is known of a gate.
    unknown: Vec<usize>,
    /// How often a value was set that does not follow from those before.
    now: usize,
    looks: usize,
    /// How many gates are closed by an operand for no other reason than to try it, or because the other one did not work.
    depth: i32,
    /// The part of all cases that has been found to contradict itself, if both operands of a gate are the same part of it.
    done: f64,
}

/// What is known of a formula when its cases have been gone through, or its diagram has been made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Decided {
    /// Each case contradicts itself, so there is no model.
    Refuted,
    /// One does not: there is a model.
    Holds,
    /// There are too many, or the diagram is too large.
    Many,
}

enum Change {
    Known(usize),
    Opened(usize),
    Closed(usize),
}

/// An open gate that was closed by its first operand.
struct Branch {
    operands: [Edge; 2],
    /// How many changes there were before that.
    changes: usize,
    /// [`Cases::depth`] before.
    depth: i32,
}

/// Something is both true and false.
struct Conflict;

impl<'a> Cases<'a> {
    /// Given what is known of the gates, that is, what they are in each model of the formula. For each of them that is true its operands are, too.
    pub(crate) fn new(gates: &'a Gates, values: Vec<Option<bool>>) -> Cases<'a> {
        let mut open = Lowest::below(values.len());
        let is_false = |edge: &Edge| values[edge.gate()] == Some(edge.is_negated());
        let is_open = |&gate: &usize| {
            values[gate] == Some(false)
                && gates.graph.operands[gate].is_some_and(|operands| !operands.iter().any(is_false))
        };
        (0..values.len()).filter(is_open).for_each(|gate| open.insert(gate));
        Cases {
            gates,
            open,
            changes: Vec::new(),
            branches: Vec::new(),
            required: Vec::new(),
            unknown: vec![0; values.len()],
            values,
            now: 1,
            looks: 0,
            depth: 0,
            done: 0.0,
        }
    }

    /// Goes through the cases, unless there are too many.
    ///
    /// # Errors
    /// The limit that was hit.
    pub(crate) fn decide(mut self, budget: &Budget) -> Result<Decided, StopReason> {
        let gates = self.values.len().max(GATES);
        let all = LOOKS.saturating_mul(gates);
        let (mut most, mut check) = (FIRST_LOOKS.saturating_mul(gates), LOOKS_A_CHECK);
        while let Some(gate) = self.open.first() {
            let mut case = self.close(gate);
            while let Err(Conflict) = case {
                self.done += 0.5f64.powi(self.depth);
                match self.branches.pop() {
                    None => return Ok(Decided::Refuted),
                    Some(branch) => case = self.other(&branch),
                }
            }
            if self.looks >= most {
                if self.looks as f64 / self.done > all as f64 || self.looks > all {
                    return Ok(Decided::Many);
                }
                most = most.saturating_mul(2);
            }
            if self.looks >= check {
                budget.poll()?;
                check = self.looks + LOOKS_A_CHECK;
            }
        }
        Ok(Decided::Holds)
    }

    /// One of the operands of an open gate has to be false.
    fn close(&mut self, gate: usize) -> Result<(), Conflict> {
        self.looks += 1;
        self.open.remove(gate);
        self.changes.push(Change::Closed(gate));
        // Only gates with operands are ever open.
        let Some([a, b]) = self.gates.graph.operands[gate] else { return Ok(()) };
        match self.look(a, &mut { NEAR }) {
            Some(false) => return Ok(()),
            Some(true) => return self.require(!b),
            None => {}
        }
        match self.look(b, &mut { NEAR }) {
            Some(false) => Ok(()),
            Some(true) => self.require(!a),
            None => {
                self.branches.push(Branch { operands: [a, b], changes: self.changes.len(), depth: self.depth });
                self.depth += 1;
                self.require(!a)
            }
        }
    }

    /// The other way to close a gate.
    fn other(&mut self, branch: &Branch) -> Result<(), Conflict> {
        self.now += 1;
        self.depth = branch.depth + 1;
        for change in self.changes.drain(branch.changes..).rev() {
            match change {
                Change::Known(gate) => self.values[gate] = None,
                Change::Opened(gate) => self.open.remove(gate),
                Change::Closed(gate) => self.open.insert(gate),
            }
        }
        let [a, b] = branch.operands;
        self.require(a)?;
        self.require(!b)
    }

    /// It has to hold, and so does all that it consists of.
    fn require(&mut self, edge: Edge) -> Result<(), Conflict> {
        self.required.clear();
        self.required.push(edge);
        while let Some(edge) = self.required.pop() {
            self.looks += 1;
            let (gate, is_true) = (edge.gate(), !edge.is_negated());
            match self.values[gate] {
                Some(value) if value != is_true => return Err(Conflict),
                Some(_) => continue,
                None => {}
            }
            self.now += 1;
            self.know(gate, is_true);
            match self.gates.graph.operands[gate] {
                Some(operands) if is_true => self.required.extend(operands),
                Some(_) => {
                    self.open.insert(gate);
                    self.changes.push(Change::Opened(gate));
                }
                None => {}
            }
        }
        Ok(())
    }

    fn know(&mut self, gate: usize, value: bool) {
        self.values[gate] = Some(value);
        self.changes.push(Change::Known(gate));
    }

    /// What it is, if that follows from what is known of some gates below it, of which `left` may be looked at; that bounds the recursion, too.
    fn look(&mut self, edge: Edge, left: &mut usize) -> Option<bool> {
        let gate = edge.gate();
        if let Some(value) = self.values[gate] {
            return Some(value != edge.is_negated());
        }
        let [a, b] = self.gates.graph.operands[gate]?;
        if *left == 0 || self.unknown[gate] == self.now {
            return None;
        }
        *left -= 1;
        self.looks += 1;
        let value = match self.look(a, left) {
            Some(false) => Some(false),
            first => match (first, self.look(b, left)) {
                (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
        };
        match value {
            Some(value) => self.know(gate, value),
            None if *left > 0 => self.unknown[gate] = self.now,
            None => {}
        }
        value.map(|value| value != edge.is_negated())
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{each, parities};
    use super::*;
    use crate::logic::formula::{Formula, Formulas, Input};
    use crate::logic::rows::any_of;
    use crate::validate::inductive::propagate::propagated;

    /// What the cases say of what propagation does not refute.
    fn decided(formulas: &Formulas, root: Formula) -> Option<Decided> {
        let gates = Gates::of(formulas, root);
        let cases = propagated(&gates).map(|values| Cases::new(&gates, values));
        cases.map(|cases| cases.decide(&Budget::unlimited()).expect("there is no limit"))
    }

    #[test]
    fn what_has_no_model_is_refuted_and_nothing_else() {
        let (mut refuted, mut holds) = (0, 0);
        each(|f, formula, has_model, seed| {
            let said = decided(f, formula);
            let expected = if has_model { Decided::Holds } else { Decided::Refuted };
            assert!(said == Some(expected) || said.is_none() && !has_model, "{formula:?} of {seed}: {said:?}");
            refuted += usize::from(said == Some(Decided::Refuted));
            holds += usize::from(said == Some(Decided::Holds));
        });
        assert!(refuted > 5_000 && holds > 5_000, "{refuted} {holds}");
    }

    /// The states of a counter with a thousand values in ten thousand that jumps about: after a step they are states again, and without one of them they are not.
    #[test]
    fn states_that_are_listed_are_cases() {
        const BITS: usize = 14;
        let row = |number: usize| (0..BITS).map(move |bit| number >> bit & 1 == 1);
        let mut states = vec![1];
        while states.len() < 1_000 {
            states.push((states[states.len() - 1] * 4_801 + 7) % (1 << BITS));
        }
        for missing in [None, Some(1), Some(500), Some(999)] {
            let mut f = Formulas::default();
            let before: Vec<Input> = (0..BITS as u32).map(Input).collect();
            let after: Vec<Input> = (BITS as u32..2 * BITS as u32).map(Input).collect();
            let both: Vec<Input> = before.iter().chain(&after).copied().collect();
            let steps = states.windows(2).map(|pair| row(pair[0]).chain(row(pair[1])));
            let step = any_of(&mut f, &both, steps);
            let mut listed = |inputs: &[Input]| {
                let rows = (0..states.len()).filter(|&index| Some(index) != missing).map(|index| row(states[index]));
                any_of(&mut f, inputs, rows)
            };
            let (now, next) = (listed(&before), listed(&after));
            let steps = f.and(now, step);
            let fails = f.and(steps, !next);
            let expected = if missing.is_none() { Decided::Refuted } else { Decided::Holds };
            assert_eq!(decided(&f, fails), Some(expected), "{missing:?}");
        }
    }

    /// There are as many cases as values, and a hundred looks show that.
    #[test]
    fn what_falls_into_many_cases_is_left_to_others() {
        let mut f = Formulas::default();
        let [up, down] = parities(&mut f, 60);
        let differ = !f.iff(up, down);
        let gates = Gates::of(&f, differ);
        let cases = || Cases::new(&gates, propagated(&gates).expect("it is not seen at once"));
        let most = 2 * (gates.graph.operands.len().max(GATES) * FIRST_LOOKS) as u64 / LOOKS_A_CHECK as u64;
        assert_eq!(cases().decide(&Budget::unlimited().with_effort(most)), Ok(Decided::Many));
        assert_eq!(cases().decide(&Budget::unlimited().with_effort(1)), Err(StopReason::Effort));
    }
}
