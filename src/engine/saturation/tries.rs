//! Which order of columns is tried next, and how many nodes it may have.
//!
//! No order is good for all programs. So the first ones are given up early: each order gets a share of nodes, and when all
//! have failed they get four times as many, up to the limit. What a failed round cost is then at most a third of the next.

use super::order::Order;
use crate::budget::Budget;

/// The nodes of the first round: some seconds, 12 MB, and for each rule what its weights and diagrams may well need.
const FIRST: usize = 1 << 20;
const PER_RULE: usize = 256;
/// The most nodes that a manager can number.
const MOST: usize = 1 << 30;

/// The tries of one run.
pub(super) struct Tries {
    orders: Vec<Order>,
    made: usize,
    nodes: usize,
    limit: usize,
}

impl Tries {
    /// Begins with this order, for a system with so many rules.
    pub(super) fn new(first: Order, budget: &Budget, rules: usize) -> Tries {
        let mut orders = Order::ALL.to_vec();
        orders.sort_by_key(|&order| order != first);
        let limit = budget.nodes().unwrap_or(MOST).min(MOST);
        Tries { orders, made: 0, nodes: (FIRST + PER_RULE * rules).min(limit), limit }
    }

    /// The next try: its order, and the nodes it may have.
    pub(super) fn next(&mut self) -> (Order, usize) {
        if self.made > 0 && self.made.is_multiple_of(self.orders.len()) {
            self.nodes = self.nodes.saturating_mul(4).min(self.limit);
        }
        self.made += 1;
        (self.orders[(self.made - 1) % self.orders.len()], self.nodes)
    }

    /// How often the order was changed.
    pub(super) fn reorders(&self) -> usize {
        self.made - 1
    }

    /// Whether the last order has had all the nodes that there are.
    pub(super) fn is_over(&self) -> bool {
        self.nodes == self.limit && self.made.is_multiple_of(self.orders.len())
    }
}
