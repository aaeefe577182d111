//! A set of formulas taken apart into what has to hold now and what has to hold from the next position on.

use super::{Guard, TooLarge};
use crate::ltl::formula::{AtomId, Binary, Ltl, LtlGraph, Node, Unary};
use std::collections::BTreeSet;

/// More ways than these are not compared with each other: it takes time that grows with their square.
const FEW_STEPS: usize = 500;

/// One way to satisfy a set of formulas.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Step {
    /// What holds now.
    pub(super) guard: Guard,
    /// What has to hold from the next position on, in order.
    pub(super) next: Vec<Ltl>,
    /// The eventualities that were put off, in order.
    pub(super) postponed: Vec<Ltl>,
}

/// A way that is not complete yet.
#[derive(Clone, Default)]
struct Branch {
    open: Vec<Ltl>,
    seen: BTreeSet<Ltl>,
    guard: Guard,
    next: BTreeSet<Ltl>,
    postponed: BTreeSet<Ltl>,
}

/// What becomes of an operator in one of its two ways: whether its left operand holds now, whether its right one does, and what it says
/// about the next position.
type Way = (bool, bool, Later);

#[derive(Clone, Copy)]
enum Later {
    Nothing,
    /// It has to hold there, too.
    Again,
    /// It has to hold there, too, but not so for ever.
    PutOff,
}

/// All ways to satisfy these formulas, which are in negation normal form, in order; without those that ask for more than another one.
/// `left` counts down.
pub(super) fn expand(graph: &LtlGraph, formulas: &[Ltl], left: &mut Left) -> Result<Vec<Step>, TooLarge> {
    let mut steps = Vec::new();
    let mut branches = vec![Branch { open: formulas.to_vec(), ..Branch::default() }];
    while let Some(mut branch) = branches.pop() {
        left.take(1)?;
        let Some(formula) = branch.open.pop() else {
            steps.push(branch.finish());
            continue;
        };
        if !branch.seen.insert(formula) {
            branches.push(branch);
            continue;
        }
        match graph.node(formula) {
            Node::Constant(value) => branches.extend(value.then_some(branch)),
            Node::Atom(atom) => branches.extend(branch.with(atom, true)),
            Node::Unary(Unary::Next, operand) => {
                branch.next.insert(operand);
                branches.push(branch);
            }
            Node::Unary(_, operand) => {
                let Node::Atom(atom) = graph.node(operand) else { unreachable!("the formula is in normal form") };
                branches.extend(branch.with(atom, false));
            }
            Node::Binary(operator, f, g) => {
                let ways = ways(operator);
                left.take((ways.len() - 1) * (branch.seen.len() / 8))?;
                branches.extend(ways.iter().rev().map(|&way| branch.go(formula, [f, g], way)));
            }
        }
    }
    steps.sort();
    steps.dedup();
    Ok(if steps.len() <= FEW_STEPS { minimal(&steps) } else { steps })
}

/// How many formulas may still be taken apart. A branch that is copied counts, too, an eighth of a formula for each that it has seen, so
/// that they do not fill the memory either.
pub(super) struct Left {
    pub(super) count: usize,
    pub(super) most: usize,
}

impl Left {
    /// So many fewer.
    pub(super) fn take(&mut self, count: usize) -> Result<(), TooLarge> {
        self.count = self.count.checked_sub(count).ok_or(TooLarge { most: self.most })?;
        Ok(())
    }
}

impl Branch {
    fn with(self, atom: AtomId, holds: bool) -> Option<Branch> {
        Some(Branch { guard: self.guard.with(atom, holds)?, ..self })
    }

    fn go(&self, formula: Ltl, operands: [Ltl; 2], (left, right, later): Way) -> Branch {
        let mut branch = self.clone();
        let now = [right, left].into_iter().zip([operands[1], operands[0]]).filter(|(holds, _)| *holds);
        branch.open.extend(now.map(|(_, operand)| operand));
        if !matches!(later, Later::Nothing) {
            branch.next.insert(formula);
        }
        if matches!(later, Later::PutOff) {
            branch.postponed.insert(formula);
        }
        branch
    }

    fn finish(self) -> Step {
        let [next, postponed] = [self.next, self.postponed].map(|set| set.into_iter().collect());
        Step { guard: self.guard, next, postponed }
    }
}

/// The ways to satisfy an operator of the normal form.
fn ways(operator: Binary) -> &'static [Way] {
    match operator {
        Binary::And => &[(true, true, Later::Nothing)],
        Binary::Or => &[(true, false, Later::Nothing), (false, true, Later::Nothing)],
        Binary::Until => &[(false, true, Later::Nothing), (true, false, Later::PutOff)],
        Binary::WeakUntil => &[(false, true, Later::Nothing), (true, false, Later::Again)],
        Binary::Release => &[(true, true, Later::Nothing), (false, true, Later::Again)],
        Binary::StrongRelease => &[(true, true, Later::Nothing), (false, true, Later::PutOff)],
        Binary::Xor | Binary::Implies | Binary::Iff => unreachable!("the formula is in normal form"),
    }
}

/// Those than which no other one asks for less, now, later and of what is put off.
fn minimal(steps: &[Step]) -> Vec<Step> {
    let is_part = |part: &[Ltl], of: &[Ltl]| part.iter().all(|formula| of.binary_search(formula).is_ok());
    let asks_less = |one: &Step, other: &Step| {
        one != other
            && one.guard.is_implied_by(&other.guard)
            && is_part(&one.next, &other.next)
            && is_part(&one.postponed, &other.postponed)
    };
    steps.iter().filter(|step| !steps.iter().any(|other| asks_less(other, step))).cloned().collect()
}
