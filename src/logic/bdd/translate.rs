//! Formulas to diagrams and back.

use super::{BddId, Bdds, Column, Stop};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};

/// The diagrams of formulas of one graph, under one reading of inputs. Remembers those of conjunctions, and of what is below them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Translation {
    known: FxHashMap<usize, BddId>,
}

impl Translation {
    /// The diagram of a formula; `input` says what an input is: a column's literal, or any other function. It must
    /// say the same each time, and the graph must be the same, too. One operation for each node of the formula that is new.
    ///
    /// # Errors
    /// The limit that was hit. What was known by then stays known.
    pub(crate) fn diagram(
        &mut self,
        bdds: &mut Bdds,
        formulas: &Formulas,
        root: Formula,
        mut input: impl FnMut(&mut Bdds, Input) -> Result<BddId, Stop>,
    ) -> Result<BddId, Stop> {
        let signed = |bdds: &mut Bdds, diagram| if root.is_negated() { bdds.not(diagram) } else { Ok(diagram) };
        if let Node::Input(name) = formulas.node(root.node()) {
            let diagram = input(bdds, name)?;
            return signed(bdds, diagram);
        }
        let mut stack: SmallVec<[usize; 32]> = smallvec![root.node()];
        while let Some(&node) = stack.last() {
            if !self.known.contains_key(&node) {
                let diagram = match formulas.node(node) {
                    Node::False => BddId::FALSE,
                    Node::Input(name) => input(bdds, name)?,
                    Node::And(a, b) => match [a, b].map(|operand| self.known.get(&operand.node())) {
                        [Some(&of_a), Some(&of_b)] => conjunction(bdds, (a, of_a), (b, of_b))?,
                        [of_a, of_b] => {
                            stack.extend(of_a.is_none().then_some(a.node()));
                            stack.extend(of_b.is_none().then_some(b.node()));
                            continue;
                        }
                    },
                };
                self.known.insert(node, diagram);
            }
            stack.pop();
        }
        signed(bdds, self.known[&root.node()])
    }
}

/// The conjunction of two edges, given the functions of their nodes: one operation, or two.
fn conjunction(bdds: &mut Bdds, a: (Formula, BddId), b: (Formula, BddId)) -> Result<BddId, Stop> {
    match (a.0.is_negated(), b.0.is_negated()) {
        (false, false) => bdds.and(a.1, b.1),
        (false, true) => bdds.diff(a.1, b.1),
        (true, false) => bdds.diff(b.1, a.1),
        (true, true) => {
            let either = bdds.or(a.1, b.1)?;
            bdds.not(either)
        }
    }
}

impl Bdds {
    /// The function as a formula; `column` says what a column is. Linear: at most three conjunctions a node; what diagrams
    /// share, their formulas share.
    pub(crate) fn formula(
        &self,
        a: BddId,
        formulas: &mut Formulas,
        mut column: impl FnMut(Column) -> Formula,
    ) -> Formula {
        let diagram = self.store.get(a);
        let mut made = vec![Formula::FALSE, Formula::TRUE];
        for node in diagram.nodes() {
            let (low, high) = (made[node.low as usize], made[node.high as usize]);
            made.push(formulas.ite(column(node.column), high, low));
        }
        made[diagram.root() as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{all_columns, function, manager, table};
    use super::*;
    use proptest::prelude::*;

    fn there(bdds: &mut Bdds, formulas: &Formulas, root: Formula) -> BddId {
        let column = |bdds: &mut Bdds, Input(name): Input| Ok(bdds.literal(Column(name as u16), true));
        Translation::default().diagram(bdds, formulas, root, column).unwrap()
    }

    /// What the formula says, node by node, without any diagram.
    fn formula_table(formulas: &Formulas, root: Formula) -> u32 {
        let mut tables = vec![0u32; formulas.len()];
        for node in formulas.cone([root]) {
            let of = |f: Formula| if f.is_negated() { !tables[f.node()] } else { tables[f.node()] };
            tables[node] = match formulas.node(node) {
                Node::False => 0,
                Node::Input(Input(name)) => (0..32).filter(|at| at >> name & 1 == 1).fold(0, |all, at| all | 1 << at),
                Node::And(a, b) => of(a) & of(b),
            };
        }
        if root.is_negated() { !tables[root.node()] } else { tables[root.node()] }
    }

    proptest! {
        #[test]
        fn random_formulas_there_and_back(steps: Vec<(u8, u8, u8)>) {
            let (mut bdds, mut formulas) = (manager(), Formulas::default());
            let mut pool: Vec<Formula> = all_columns().map(|column| formulas.input(Input(column.0.into()))).collect();
            for (op, a, b) in steps {
                let [a, b] = [a, b].map(|at| pool[usize::from(at) % pool.len()]);
                pool.push(match op % 4 {
                    0 => formulas.and(a, b),
                    1 => formulas.or(a, b),
                    2 => formulas.iff(a, b),
                    _ => formulas.and(!a, b),
                });
            }
            let root = pool[pool.len() - 1];
            let diagram = there(&mut bdds, &formulas, root);
            prop_assert_eq!(table(&bdds, diagram), formula_table(&formulas, root));
            let inputs: Vec<Formula> = pool[..5].to_vec();
            let back = bdds.formula(diagram, &mut formulas, |column| inputs[column.index()]);
            prop_assert_eq!(formula_table(&formulas, back), formula_table(&formulas, root));
            prop_assert_eq!(there(&mut bdds, &formulas, back), diagram);
            let all = formulas.conjuncts(root).into_iter();
            prop_assert_eq!(all.fold(!0, |all, one| all & formula_table(&formulas, one)), formula_table(&formulas, root));
        }
    }

    #[test]
    fn inputs_can_be_functions_and_deep_formulas_are_no_danger() {
        let (mut bdds, mut formulas) = (manager(), Formulas::default());
        let (x, y) = (formulas.input(Input(0)), formulas.input(Input(1)));
        let mut deep = x;
        for _ in 0..100_000 {
            let other = formulas.and(deep, y);
            deep = formulas.iff(other, !deep);
        }
        there(&mut bdds, &formulas, deep);
        let f = function(&mut bdds, 0x1357_9bdf);
        let both = formulas.and(x, !y);
        let mut translation = Translation::default();
        let read = |bdds: &mut Bdds, Input(name): Input| if name == 0 { Ok(f) } else { bdds.not(f) };
        assert_eq!(translation.diagram(&mut bdds, &formulas, both, read), Ok(f));
        assert_eq!(translation.known.len(), 3);
        assert_eq!(formulas.conjuncts(both), [x, !y]);
        assert_eq!(formulas.conjuncts(Formula::TRUE), []);
    }
}
