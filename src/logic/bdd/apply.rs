//! The operations on two diagrams, pair of nodes by pair of nodes (Bryant 1986).
//!
//! The walk goes down the high children first, and makes a node when it comes back. Each pair is walked once, so
//! without quantification the nodes are made in the order of canonical layout, and none in vain. Where one side leaves the
//! result to the other, as in a union of a large set and a small one, that is copied, in the same order ([`Weave::copy`]). It
//! keeps its way on the heap: the host's stack does not grow with the number of columns.

use super::columns::Column;
use super::diagram::{Diagram, Node};
use super::meter::Meter;
use super::table::Table;
use super::weave::Weave;

/// The operators that are computed as they are; the others are made of these.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binary {
    And,
    Or,
    Diff,
    Iff,
}

/// Two functions, as the indices of their nodes.
type Pair = [u32; 2];

/// A pair whose children are being walked.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    pair: Pair,
    /// The upper column of the two.
    column: Column,
    /// The result of the high children, once it is there.
    high: Option<u32>,
}

/// What is seen of the result of a pair without a look below.
enum Seen {
    /// All of it.
    Value(u32),
    /// It is the function on this side.
    Side(usize),
    /// Nothing.
    Nothing,
}

/// What a walk computes.
trait Operation {
    /// What is seen of the result of a pair at once.
    fn seen(&self, pair: Pair) -> Seen;
    /// The function of a pair's side as one of the weave; `None` if the meter stopped it.
    fn taken(&self, weave: &mut Weave, pair: Pair, side: usize, meter: &Meter) -> Option<u32>;
    /// The nodes of a pair.
    fn nodes(&self, weave: &Weave, pair: Pair) -> [Node; 2];
    /// Where results are remembered.
    fn results<'w>(&self, weave: &'w mut Weave) -> &'w mut Table;
    /// What a pair is remembered as.
    fn key(&self, pair: Pair) -> Node;
    /// Whether a column is quantified existentially.
    fn forgets(&self, column: Column) -> bool;
}

/// An operation on two diagrams: the operator, which columns are quantified, and the diagrams.
struct Operands<'d, S, Q> {
    seen: S,
    forgotten: Q,
    left: &'d Diagram,
    right: &'d Diagram,
}

/// The disjunction of two functions of the weave itself.
struct Join;

impl Weave {
    /// A binary operation. Without meaning if the meter stopped it.
    pub(crate) fn binary(&mut self, op: Binary, left: &Diagram, right: &Diagram, meter: &Meter) -> Diagram {
        match op {
            Binary::And => self.pointwise(and, left, right, meter),
            Binary::Or => self.pointwise(or, left, right, meter),
            Binary::Diff => self.pointwise(diff, left, right, meter),
            Binary::Iff => self.pointwise(iff, left, right, meter),
        }
    }

    /// The conjunction with the columns that `forgotten` names quantified existentially, in one pass. Without
    /// meaning if the meter stopped it.
    pub(crate) fn and_exists(
        &mut self,
        left: &Diagram,
        right: &Diagram,
        forgotten: impl Fn(Column) -> bool,
        meter: &Meter,
    ) -> Diagram {
        // Below what one side leaves to the other something may be quantified.
        let seen = |pair| match and(pair) {
            Seen::Side(_) => Seen::Nothing,
            seen => seen,
        };
        let root = self.result(&Operands { seen, forgotten, left, right }, meter);
        if self.in_vain { self.diagram(root, meter) } else { self.whole(root) }
    }

    fn pointwise(&mut self, seen: impl Fn(Pair) -> Seen, left: &Diagram, right: &Diagram, meter: &Meter) -> Diagram {
        let root = self.result(&Operands { seen, forgotten: |_| false, left, right }, meter);
        self.whole(root)
    }

    fn result<S, Q>(&mut self, operands: &Operands<S, Q>, meter: &Meter) -> u32
    where
        S: Fn(Pair) -> Seen,
        Q: Fn(Column) -> bool,
    {
        self.begin();
        let root = [operands.left.root(), operands.right.root()];
        self.walk(operands, root, meter).unwrap_or_default()
    }

    /// The result of a pair; `None` if the meter stopped it.
    fn walk<O: Operation>(&mut self, operation: &O, mut pair: Pair, meter: &Meter) -> Option<u32> {
        let base = self.frames.len();
        loop {
            let known = match operation.seen(pair) {
                Seen::Value(value) => Some(value),
                Seen::Side(side) => Some(operation.taken(self, pair, side, meter)?),
                Seen::Nothing => operation.results(self).get(operation.key(pair)),
            };
            let Some(mut result) = known else {
                if !meter.go_on() {
                    return None;
                }
                let nodes = operation.nodes(self, pair);
                let column = nodes[0].column.min(nodes[1].column);
                self.frames.push(Frame { pair, column, high: None });
                pair = children(pair, nodes, column, true);
                continue;
            };
            loop {
                let Some(frame) = self.frames[base..].last_mut() else { return Some(result) };
                let Frame { pair: at, column, high } = *frame;
                let forgets = operation.forgets(column);
                match high {
                    None if forgets && result == 1 => {}
                    None => {
                        frame.high = Some(result);
                        pair = children(at, operation.nodes(self, at), column, false);
                        break;
                    }
                    Some(high) if forgets => result = self.join(high, result, meter)?,
                    Some(high) => result = self.node(Node { column, low: result, high }),
                }
                self.frames.pop();
                operation.results(self).insert(operation.key(at), result);
            }
        }
    }

    /// The disjunction of two functions of this weave; `None` if the meter stopped it.
    fn join(&mut self, one: u32, other: u32, meter: &Meter) -> Option<u32> {
        self.in_vain |= one != other && one != 0 && other != 0;
        self.walk(&Join, [one, other], meter)
    }
}

/// The pair where a column, which is the upper of its two, has a value.
fn children(pair: Pair, nodes: [Node; 2], column: Column, value: bool) -> Pair {
    let child = |side: usize| if nodes[side].column == column { nodes[side].child(value) } else { pair[side] };
    [child(0), child(1)]
}

impl<S, Q> Operation for Operands<'_, S, Q>
where
    S: Fn(Pair) -> Seen,
    Q: Fn(Column) -> bool,
{
    #[inline]
    fn seen(&self, pair: Pair) -> Seen {
        (self.seen)(pair)
    }

    fn taken(&self, weave: &mut Weave, pair: Pair, side: usize, meter: &Meter) -> Option<u32> {
        weave.copy([self.left, self.right][side], side, pair[side], meter)
    }

    #[inline]
    fn nodes(&self, _: &Weave, [left, right]: Pair) -> [Node; 2] {
        [self.left.node(left), self.right.node(right)]
    }

    #[inline]
    fn results<'w>(&self, weave: &'w mut Weave) -> &'w mut Table {
        &mut weave.results
    }

    #[inline]
    fn key(&self, [left, right]: Pair) -> Node {
        Node { column: Column(0), low: left, high: right }
    }

    #[inline]
    fn forgets(&self, column: Column) -> bool {
        (self.forgotten)(column)
    }
}

impl Operation for Join {
    #[inline]
    fn seen(&self, pair: Pair) -> Seen {
        if pair[0] == pair[1] { Seen::Side(0) } else { or(pair) }
    }

    fn taken(&self, _: &mut Weave, pair: Pair, side: usize, _: &Meter) -> Option<u32> {
        Some(pair[side])
    }

    #[inline]
    fn nodes(&self, weave: &Weave, pair: Pair) -> [Node; 2] {
        pair.map(|function| weave.at(function))
    }

    #[inline]
    fn results<'w>(&self, weave: &'w mut Weave) -> &'w mut Table {
        &mut weave.joined
    }

    #[inline]
    fn key(&self, [one, other]: Pair) -> Node {
        Node { column: Column(0), low: one.min(other), high: one.max(other) }
    }

    #[inline]
    fn forgets(&self, _: Column) -> bool {
        false
    }
}

#[inline]
fn and(pair: Pair) -> Seen {
    match pair {
        [0, _] | [_, 0] => Seen::Value(0),
        [1, 1] => Seen::Value(1),
        [_, 1] => Seen::Side(0),
        [1, _] => Seen::Side(1),
        _ => Seen::Nothing,
    }
}

#[inline]
fn or(pair: Pair) -> Seen {
    match pair {
        [1, _] | [_, 1] => Seen::Value(1),
        [0, 0] => Seen::Value(0),
        [_, 0] => Seen::Side(0),
        [0, _] => Seen::Side(1),
        _ => Seen::Nothing,
    }
}

#[inline]
fn diff(pair: Pair) -> Seen {
    match pair {
        [0, _] | [_, 1] => Seen::Value(0),
        [1, 0] => Seen::Value(1),
        [_, 0] => Seen::Side(0),
        _ => Seen::Nothing,
    }
}

#[inline]
fn iff(pair: Pair) -> Seen {
    match pair {
        [left @ (0 | 1), right @ (0 | 1)] => Seen::Value(u32::from(left == right)),
        [_, 1] => Seen::Side(0),
        [1, _] => Seen::Side(1),
        _ => Seen::Nothing,
    }
}

#[cfg(test)]
mod tests {
    use super::super::meter::{Limits, Pace};
    use super::*;
    use proptest::prelude::*;

    /// The columns of these tests. Bit i of an index into a table of values is that of column i.
    const COLUMNS: u16 = 10;

    /// The function with this table.
    fn diagram(values: &[bool]) -> Diagram {
        let (limits, mut weave) = (Limits::default(), Weave::new());
        weave.begin();
        let mut level: Vec<u32> = values.iter().map(|&value| u32::from(value)).collect();
        for column in (0..COLUMNS).rev().map(Column) {
            let (low, high) = level.split_at(level.len() / 2);
            level = low.iter().zip(high).map(|(&low, &high)| weave.node(Node { column, low, high })).collect();
        }
        weave.diagram(level[0], &Meter::begin(&limits, Pace::default(), 0))
    }

    /// Random functions, and disjunctions of a few conjunctions.
    fn values() -> impl Strategy<Value = Vec<bool>> {
        let random = prop::collection::vec(any::<bool>(), 1 << COLUMNS);
        let read = prop::collection::vec((0..1usize << COLUMNS, 0..1usize << COLUMNS), 1..6);
        let few = read.prop_map(|masks| {
            (0..1 << COLUMNS).map(|at: usize| masks.iter().any(|(mask, value)| at & mask == value & mask)).collect()
        });
        prop_oneof![random, few]
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        /// One weave for all operations, as a manager has it: what one leaves is nothing to the next.
        #[test]
        fn large_functions_agree_with_their_tables(a in values(), b in values(), forgotten in 0usize..1 << COLUMNS) {
            let (limits, mut weave) = (Limits::default(), Weave::new());
            let meter = Meter::begin(&limits, Pace::default(), 0);
            let [left, right] = [&a, &b].map(|values| diagram(values));
            let table = |value: &dyn Fn(usize) -> bool| diagram(&(0..1 << COLUMNS).map(value).collect::<Vec<_>>());
            let mut some = (0..1 << COLUMNS).map(|at: usize| a[at] && b[at]).collect::<Vec<_>>();
            for column in (0..COLUMNS).filter(|column| forgotten >> column & 1 == 1) {
                some = (0..1 << COLUMNS).map(|at: usize| some[at] || some[at ^ 1 << column]).collect();
            }
            let product = weave.and_exists(&left, &right, |column| forgotten >> column.0 & 1 == 1, &meter);
            prop_assert!(product == diagram(&some));
            prop_assert!(weave.binary(Binary::And, &left, &right, &meter) == table(&|at| a[at] && b[at]));
            prop_assert!(weave.binary(Binary::Or, &left, &right, &meter) == table(&|at| a[at] || b[at]));
            prop_assert!(weave.binary(Binary::Diff, &left, &right, &meter) == table(&|at| a[at] && !b[at]));
            prop_assert!(weave.binary(Binary::Iff, &left, &right, &meter) == table(&|at| a[at] == b[at]));
            prop_assert!(weave.and_exists(&left, &right, |_| false, &meter) == table(&|at| a[at] && b[at]));
            prop_assert!(weave.and_exists(&left, &right, |column| forgotten >> column.0 & 1 == 1, &meter) == product);
        }
    }
}
