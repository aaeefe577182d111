//! Formulas that contradict themselves as soon as one looks what has to hold: what unit propagation refutes needs no solver.

use super::gates::{Edge, Gates};

/// What all models have in common as far as propagation alone shows it: what each gate is. `None` if it shows that there is no model. Linear in the gates.
pub(super) fn propagated(gates: &Gates) -> Option<Vec<Option<bool>>> {
    let operands = &gates.graph.operands;
    let uses = Uses::of(operands);
    let mut state = Propagation { values: vec![None; operands.len()], open: Vec::new() };
    let known = gates.graph.falsity.map(|gate| Edge::to(gate, false)).into_iter().chain([gates.root]);
    if !known.into_iter().all(|known| state.set(known)) {
        return None;
    }
    while let Some(gate) = state.open.pop() {
        let touched = uses.of_gate(gate).chain([gate]);
        for at in touched {
            let Some([a, b]) = operands[at] else { continue };
            let whole = Edge::to(at, true);
            let fine = match (state.values[at], state.value(a), state.value(b)) {
                (Some(true), ..) => state.set(a) && state.set(b),
                (_, Some(false), _) | (_, _, Some(false)) => state.set(!whole),
                (_, Some(true), Some(true)) => state.set(whole),
                (Some(false), Some(true), None) => state.set(!b),
                (Some(false), None, Some(true)) => state.set(!a),
                _ => true,
            };
            if !fine {
                return None;
            }
        }
    }
    Some(state.values)
}

/// For each gate those that it is an operand of, without a list for each: a use is twice the gate, and one more if it is the second operand.
struct Uses {
    /// For each gate its first use.
    first: Vec<u32>,
    /// For each use the next one of the same operand.
    next: Vec<u32>,
}

impl Uses {
    /// There is no further use.
    const NONE: u32 = u32::MAX;

    fn of(operands: &[Option<[Edge; 2]>]) -> Uses {
        let mut uses = Uses { first: vec![Uses::NONE; operands.len()], next: vec![Uses::NONE; 2 * operands.len()] };
        for (at, operands) in operands.iter().enumerate() {
            for (side, operand) in operands.iter().flatten().enumerate() {
                let new = 2 * at + side;
                uses.next[new] = std::mem::replace(&mut uses.first[operand.gate()], new as u32);
            }
        }
        uses
    }

    fn of_gate(&self, gate: usize) -> impl Iterator<Item = usize> + '_ {
        let found = |used: u32| Some(used).filter(|&used| used != Uses::NONE);
        let all = std::iter::successors(found(self.first[gate]), move |&used| found(self.next[used as usize]));
        all.map(|used| used as usize / 2)
    }
}

struct Propagation {
    values: Vec<Option<bool>>,
    /// Gates whose value is new.
    open: Vec<usize>,
}

impl Propagation {
    fn value(&self, edge: Edge) -> Option<bool> {
        self.values[edge.gate()].map(|value| value != edge.is_negated())
    }

    /// It holds; false if it is known not to.
    fn set(&mut self, edge: Edge) -> bool {
        match self.value(edge) {
            Some(value) => value,
            None => {
                self.values[edge.gate()] = Some(!edge.is_negated());
                self.open.push(edge.gate());
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::formula::{Formula, Formulas, Input, Node};
    use rustc_hash::FxHashMap;

    fn refutes(formulas: &Formulas, root: Formula) -> bool {
        propagated(&Gates::of(formulas, root)).is_none()
    }

    /// All formulas of two operators over three inputs: what is refuted has no model.
    #[test]
    fn what_is_refuted_has_no_model() {
        let mut f = Formulas::default();
        let mut all: Vec<(Formula, u8)> = vec![(Formula::TRUE, 0xff)];
        for (index, table) in [0b1010_1010u8, 0b1100_1100, 0b1111_0000].into_iter().enumerate() {
            all.push((f.input(Input(index as u32)), table));
        }
        for _ in 0..2 {
            let known = all.clone();
            for &(a, ta) in &known {
                for &(b, tb) in &known {
                    all.extend([(f.and(a, b), ta & tb), (f.and(a, !b), ta & !tb), (f.and(!a, !b), !ta & !tb)]);
                }
            }
            all.sort_unstable();
            all.dedup();
        }
        let mut refuted = 0;
        for (formula, table) in all {
            for (formula, table) in [(formula, table), (!formula, !table)] {
                let is_refuted = refutes(&f, formula);
                assert!(!is_refuted || table == 0, "{formula:?} {table:08b}");
                refuted += usize::from(is_refuted);
            }
        }
        assert!(refuted > 1, "{refuted}");
    }

    /// Unit propagation over the clauses that say what the gates are, one clause after the other until nothing is new.
    fn clauses_refute(formulas: &Formulas, root: Formula) -> bool {
        let literal = |f: Formula| (f.node(), !f.is_negated());
        let not = |(node, sign): (usize, bool)| (node, !sign);
        let mut clauses = vec![vec![literal(root)]];
        for node in formulas.cone([root]) {
            match formulas.node(node) {
                Node::False => clauses.push(vec![(node, false)]),
                Node::Input(_) => {}
                Node::And(a, b) => {
                    let [gate, a, b] = [(node, true), literal(a), literal(b)];
                    clauses.extend([vec![not(gate), a], vec![not(gate), b], vec![gate, not(a), not(b)]]);
                }
            }
        }
        let mut values: FxHashMap<usize, bool> = FxHashMap::default();
        loop {
            let known = values.len();
            for clause in &clauses {
                if clause.iter().any(|(node, sign)| values.get(node) == Some(sign)) {
                    continue;
                }
                let open: Vec<_> = clause.iter().filter(|(node, _)| !values.contains_key(node)).collect();
                match open[..] {
                    [] => return true,
                    [&(node, sign)] => _ = values.insert(node, sign),
                    _ => {}
                }
            }
            if values.len() == known {
                return false;
            }
        }
    }

    #[test]
    fn as_much_is_refuted_as_the_clauses_of_the_gates_refute() {
        let (mut refuted, mut open) = (0, 0);
        for seed in 0..2_000u64 {
            let mut f = Formulas::default();
            let mut all: Vec<Formula> = (0..4).map(|index| f.input(Input(index))).collect();
            all.push(Formula::TRUE);
            let mut random = seed;
            let mut next = |below: usize| {
                random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
                (random >> 33) as usize % below
            };
            for _ in 0..24 {
                let [a, b] = [0; 2].map(|_| all[next(all.len())]);
                let (a, b) = (if next(2) == 0 { a } else { !a }, if next(2) == 0 { b } else { !b });
                all.push(f.and(a, b));
            }
            for formula in all.into_iter().flat_map(|formula| [formula, !formula]) {
                let is_refuted = clauses_refute(&f, formula);
                assert_eq!(refutes(&f, formula), is_refuted, "{formula:?} of {seed}");
                *(if is_refuted && formula != Formula::FALSE { &mut refuted } else { &mut open }) += 1;
            }
        }
        assert!(refuted > 100 && open > 100, "{refuted} {open}");
    }
}
