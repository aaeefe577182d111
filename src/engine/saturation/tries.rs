//! Which order of columns is tried next, and how many nodes it may have.
//!
//! No order is good for all programs. So the first ones are given up early: each order gets a share of nodes, and when all
//! have failed they get four times as many, up to the limit. What a failed round cost is then at most a third of the next.
//! The last try of a round has an order made from the diagrams of the try that got furthest, and so have some more as long as each
//! gets further than all before.

use crate::budget::Budget;
use crate::relational::order::Order;

/// The nodes of the first round: some tenths of a second a try, 12 MB, of numbers 48, and for each rule what its weights and diagrams may well need.
const FIRST: usize = 1 << 20;
const PER_RULE: usize = 256;
/// So many times the nodes of the others the order by places gets, and one that is made of its diagrams: where there are numbers it is the best by far, and their diagrams are large.
const PLACES: usize = 4;
/// How often the last try of a round is repeated.
const REPEATS: usize = 7;
/// The most nodes that a manager can number.
const MOST: usize = 1 << 30;

/// Where the order of a try comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Plan {
    /// The user lists variables.
    Listed,
    /// The program text says which variables belong together.
    Static(Order),
    /// An earlier try left diagrams.
    Sifted,
}

impl Plan {
    /// Its name, as users read it.
    pub(super) fn name(self) -> &'static str {
        match self {
            Plan::Listed => "file",
            Plan::Static(order) => order.name(),
            Plan::Sifted => "sifted",
        }
    }
}

/// The tries of one run.
pub(super) struct Tries {
    plans: Vec<Plan>,
    /// How many of them have had their turn in this round.
    had: usize,
    /// How often the last one has been repeated in this round.
    repeated: usize,
    nodes: usize,
    limit: usize,
}

impl Tries {
    /// Begins with what the user lists, if anything, then with the order that is asked for, and then with those that suit a system, which has so many rules.
    pub(super) fn new(is_listed: bool, asked: Option<Order>, suited: &[Order], budget: &Budget, rules: usize) -> Tries {
        let others = suited.iter().copied().filter(|&order| Some(order) != asked);
        let orders = asked.into_iter().chain(others);
        let listed = is_listed.then_some(Plan::Listed).into_iter();
        let plans = listed.chain(orders.map(Plan::Static)).chain([Plan::Sifted]).collect();
        let limit = budget.nodes().unwrap_or(MOST).min(MOST);
        Tries { plans, had: 0, repeated: 0, nodes: (FIRST + PER_RULE * rules).min(limit), limit }
    }

    /// The last try got further than all before it: an order made from its diagrams may be better still.
    pub(super) fn again(&mut self) {
        if self.had == self.plans.len() && self.repeated < REPEATS {
            self.had -= 1;
            self.repeated += 1;
        }
    }
}

/// The tries, each with the nodes it may have, until the last one has had all the nodes that there are.
impl Iterator for Tries {
    type Item = (Plan, usize);

    fn next(&mut self) -> Option<(Plan, usize)> {
        if self.had == self.plans.len() {
            if self.nodes == self.limit {
                return None;
            }
            self.nodes = self.nodes.saturating_mul(4).min(self.limit);
            (self.had, self.repeated) = (0, 0);
        }
        self.had += 1;
        let plan = self.plans[self.had - 1];
        let places = Plan::Static(Order::Places);
        let is_large = plan == places || plan == Plan::Sifted && self.plans.contains(&places);
        let times = if is_large { PLACES } else { 1 };
        Some((plan, self.nodes.saturating_mul(times).min(self.limit)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SUITED: [Order; 3] = [Order::Hier, Order::Data, Order::Declared];

    #[test]
    fn all_plans_in_rounds_with_more_nodes_each() {
        let budget = Budget::unlimited().with_nodes(6 * FIRST);
        let tries: Vec<_> = Tries::new(true, Some(Order::Declared), &SUITED, &budget, 0)
            .map(|(plan, n)| (plan.name(), n / FIRST))
            .collect();
        let round = |n: usize| ["file", "declared", "hier", "data", "sifted"].map(|name| (name, n));
        assert_eq!(tries, [round(1), round(4), round(6)].concat());
        let numbers = Tries::new(false, None, &[Order::Places, Order::Hier], &budget, 0);
        let first: Vec<_> = numbers.take(3).map(|(plan, n)| (plan.name(), n / FIRST)).collect();
        assert_eq!(first, [("places", PLACES), ("hier", 1), ("sifted", PLACES)]);
        let few = Budget::unlimited().with_nodes(1000);
        assert_eq!(Tries::new(false, None, &SUITED, &few, 0).last(), Some((Plan::Sifted, 1000)));
    }
}
