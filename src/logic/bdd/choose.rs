//! The choice between two functions by a column, wherever it stands in the order.

use super::columns::Column;
use super::diagram::Node;
use super::meter::Meter;
use super::weave::Weave;

impl Weave {
    /// The function that is `high` where the column holds, else `low`, wherever the column stands in the order.
    /// Time: constant if it stands above both; at worst the product of the numbers of their nodes above it.
    pub(crate) fn choose(&mut self, choice: Node, meter: &Meter) -> u32 {
        let mut stack = vec![choice];
        let mut result = choice.low;
        while let Some(&choice) = stack.last() {
            if !meter.go_on() {
                return 0;
            }
            if let Some(known) = self.known(choice) {
                result = known;
                stack.pop();
                continue;
            }
            let top = self.at(choice.low).column.min(self.at(choice.high).column);
            if choice.column <= top {
                // The column itself may be tested in either branch, where its value is known.
                let low = self.branch(choice.low, choice.column, false);
                let high = self.branch(choice.high, choice.column, true);
                result = self.node(Node { low, high, ..choice });
            } else {
                let halves = [false, true].map(|value| Node {
                    column: choice.column,
                    low: self.branch(choice.low, top, value),
                    high: self.branch(choice.high, top, value),
                });
                let [Some(low), Some(high)] = halves.map(|half| self.known(half)) else {
                    stack.extend(halves.into_iter().filter(|&half| self.known(half).is_none()));
                    continue;
                };
                result = self.node(Node { column: top, low, high });
            }
            self.results.insert(choice, result);
            stack.pop();
        }
        result
    }

    fn known(&self, choice: Node) -> Option<u32> {
        if choice.low == choice.high { Some(choice.low) } else { self.results.get(choice) }
    }

    /// A function where this column, which it tests first if at all, has this value.
    fn branch(&self, function: u32, column: Column, value: bool) -> u32 {
        let node = self.at(function);
        if node.column == column { node.child(value) } else { function }
    }
}
