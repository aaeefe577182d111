//! Formulas as clauses: each node of the graph becomes a literal that is equivalent to it (G. S. Tseitin, "On the complexity
//! of derivation in propositional calculus", 1968).
//!
//! A node is encoded when it is first needed, once, so a cone costs what is new in it. A conjunction of the form
//! `!(c & t) & !(!c & e)`, which is how [`Formulas`] says `ite` and `iff`, becomes one literal with four clauses, and
//! two more that follow but propagate: the two conjunctions inside cost nothing unless somebody else needs them (N. Eén,
//! A. Mishchenko, N. Sörensson, "Applying logic synthesis for speeding up SAT", SAT 2007).
//!
//! Measured (`benches/sat.rs`): 6 million nodes a second where 7,000 are encoded, 1.7 million where 800,000 are.
//!
//! Clauses for one polarity only (D. Plaisted, S. Greenbaum, 1986) would be half as many, and could be completed when a node is
//! needed in the other. But then a literal may be assumed and not its complement, and a model does not tell the value of a
//! node by its literal. Both are asked for all the time by who works incrementally.

use super::cnf::Partition;
use super::literal::Lit;
use super::solver::Solver;
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::logic::owner::Owner;
use rustc_hash::FxHashMap;

/// Which node of one graph has which literal of one solver.
#[derive(Clone, Debug, Default)]
pub struct Encoder {
    partition: Partition,
    /// The graph, once there was a question.
    graph: Owner,
    literals: FxHashMap<usize, Lit>,
}

impl Encoder {
    /// Nothing is encoded yet. All clauses will be of this partition: a solver may have an encoder for each.
    pub fn new(partition: Partition) -> Encoder {
        Encoder { partition, ..Encoder::default() }
    }

    /// The literal that is equivalent to the formula, under the clauses that are added for it. It may be assumed, negated, used
    /// in clauses, and read in models.
    ///
    /// `input` gives the literals of inputs; each is asked for once. It is to be called with the same solver and the same
    /// graph each time. Linear in the nodes that are new.
    pub fn encode(
        &mut self,
        solver: &mut Solver,
        formulas: &Formulas,
        formula: Formula,
        mut input: impl FnMut(&mut Solver, Input) -> Lit,
    ) -> Lit {
        formulas.check(formula);
        self.graph.check(formulas.owner());
        self.graph = formulas.owner();
        let mut stack = vec![formula.node()];
        while let Some(&node) = stack.last() {
            let literal = if self.literals.contains_key(&node) {
                None
            } else {
                match formulas.node(node) {
                    Node::False => Some(self.never(solver)),
                    Node::Input(number) => Some(input(solver, number)),
                    Node::And(a, b) => {
                        let gate = Gate::of(formulas, a, b);
                        let ready = stack.len();
                        stack.extend(gate.operands().map(Formula::node).filter(|n| !self.literals.contains_key(n)));
                        if stack.len() > ready {
                            continue;
                        }
                        Some(self.gate(solver, gate))
                    }
                }
            };
            self.literals.extend(literal.map(|literal| (node, literal)));
            stack.pop();
        }
        self.literal(formula)
    }

    /// The literal of the formula, if it was needed up to now.
    pub(crate) fn get(&self, formula: Formula) -> Option<Lit> {
        self.literals.contains_key(&formula.node()).then(|| self.literal(formula))
    }

    fn literal(&self, formula: Formula) -> Lit {
        let literal = self.literals[&formula.node()];
        if formula.is_negated() { !literal } else { literal }
    }

    fn never(&self, solver: &mut Solver) -> Lit {
        let never = solver.new_var();
        solver.add_clause(&[!never], self.partition);
        never
    }

    /// A fresh literal for the gate, whose operands have literals.
    fn gate(&self, solver: &mut Solver, gate: Gate) -> Lit {
        let gated = solver.new_var();
        let mut add = |clause: &[Lit]| solver.add_clause(clause, self.partition);
        match gate {
            Gate::And(a, b) => {
                let [a, b] = [a, b].map(|f| self.literal(f));
                add(&[!gated, a]);
                add(&[!gated, b]);
                add(&[gated, !a, !b]);
            }
            Gate::Ite(cond, then, other) => {
                let [cond, then, other] = [cond, then, other].map(|f| self.literal(f));
                add(&[!cond, !then, gated]);
                add(&[!cond, then, !gated]);
                add(&[cond, !other, gated]);
                add(&[cond, other, !gated]);
                if then != !other {
                    add(&[!then, !other, gated]);
                    add(&[then, other, !gated]);
                }
            }
        }
        gated
    }
}

/// How a conjunction is encoded.
#[derive(Clone, Copy)]
enum Gate {
    And(Formula, Formula),
    Ite(Formula, Formula, Formula),
}

impl Gate {
    /// The conjunction of these two: `!(c & t) & !(!c & e)` is `ite(c, !t, !e)`.
    fn of(formulas: &Formulas, a: Formula, b: Formula) -> Gate {
        if let (true, Node::And(a0, a1)) = (a.is_negated(), formulas.node(a.node()))
            && let (true, Node::And(b0, b1)) = (b.is_negated(), formulas.node(b.node()))
        {
            for (cond, then) in [(a0, a1), (a1, a0)] {
                for (not_cond, other) in [(b0, b1), (b1, b0)] {
                    if cond == !not_cond {
                        return Gate::Ite(cond, !then, !other);
                    }
                }
            }
        }
        Gate::And(a, b)
    }

    fn operands(self) -> impl Iterator<Item = Formula> {
        let (first, rest) = match self {
            Gate::And(a, b) => (a, [Some(b), None]),
            Gate::Ite(cond, then, other) => (cond, [Some(then), Some(other)]),
        };
        std::iter::once(first).chain(rest.into_iter().flatten())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::sat::{Answer, Backend, Limits};

    /// All functions of three inputs that two operators make of literals and one another, against truth tables: the literal
    /// has the value of the formula under every valuation of the inputs, and so is fixed by them in both polarities.
    #[test]
    fn literals_are_equivalent_to_formulas() {
        let mut formulas = Formulas::default();
        let mut functions: Vec<(Formula, u8)> = vec![(Formula::TRUE, 0xff)];
        for (i, table) in [0b1010_1010u8, 0b1100_1100, 0b1111_0000].into_iter().enumerate() {
            functions.push((formulas.input(Input(i as u32)), table));
        }
        for _ in 0..2 {
            for (a, ta) in functions.clone() {
                for (b, tb) in functions.clone().into_iter().take(9) {
                    let [both, same] = [formulas.and(a, !b), formulas.iff(a, b)];
                    let ite = formulas.ite(b, a, functions[1].0);
                    let tables = [ta & !tb, !(ta ^ tb), tb & ta | !tb & functions[1].1];
                    functions.extend([both, same, ite].into_iter().zip(tables));
                }
            }
            functions.sort_unstable();
            functions.dedup();
        }
        let mut solver = Solver::new(Backend::default());
        let mut encoder = Encoder::default();
        let inputs = [0; 3].map(|_| solver.new_var());
        let mut asked = 0;
        let literals: Vec<Lit> = (functions.iter())
            .map(|&(formula, _)| {
                encoder.encode(&mut solver, &formulas, formula, |_, Input(i)| {
                    asked += 1;
                    inputs[i as usize]
                })
            })
            .collect();
        assert_eq!(asked, 3);
        for row in 0..8 {
            let mut assumptions: Vec<Lit> =
                inputs.iter().enumerate().map(|(i, &lit)| if row >> i & 1 == 1 { lit } else { !lit }).collect();
            let Answer::Sat(model) = solver.solve(&assumptions, &Limits::default()) else { panic!("a function") };
            for (&lit, &(formula, table)) in literals.iter().zip(&functions) {
                assert_eq!(encoder.get(formula), Some(lit));
                assert_eq!(model.value(lit), table >> row & 1 == 1, "{formula:?} = {table:08b} at {row}");
            }
            for (&lit, &(formula, table)) in literals.iter().zip(&functions).step_by(17) {
                assumptions.push(if table >> row & 1 == 1 { !lit } else { lit });
                let answer = solver.solve(&assumptions, &Limits::default());
                assert!(matches!(answer, Answer::Unsat(_)), "{formula:?} = {table:08b} at {row}");
                assumptions.pop();
            }
        }
    }

    #[test]
    fn only_what_is_needed_is_encoded_and_only_once() {
        let mut formulas = Formulas::default();
        let [a, b, c] = [0, 1, 2].map(|i| formulas.input(Input(i)));
        let both = formulas.and(a, b);
        let same = formulas.iff(a, b);
        let ite = formulas.ite(c, a, both);
        let mut solver = Solver::new(Backend::default());
        let mut encoder = Encoder::default();
        let mut sizes = Vec::new();
        for formula in [both, both, !both, same, ite] {
            encoder.encode(&mut solver, &formulas, formula, |solver, _| solver.new_var());
            sizes.push((solver.stats().variables, solver.stats().clauses));
        }
        assert_eq!(sizes, [(3, 3), (3, 3), (3, 3), (4, 7), (6, 13)]);
    }

    #[test]
    fn deep_formulas_are_encoded() {
        let mut formulas = Formulas::default();
        let mut formula = Formula::TRUE;
        for i in 0..200_000 {
            let input = formulas.input(Input(i));
            formula = if i % 2 == 0 { formulas.and(input, formula) } else { formulas.or(input, formula) };
        }
        let mut solver = Solver::new(Backend::default());
        let literal = Encoder::default().encode(&mut solver, &formulas, formula, |solver, _| solver.new_var());
        assert!(matches!(solver.solve(&[literal], &Limits::default()), Answer::Sat(_)));
    }
}
