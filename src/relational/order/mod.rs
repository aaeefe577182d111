//! A static order of the variables, from what the program text says about which of them belong together.
//!
//! The order decides more than anything else how large diagrams get. It is found in two steps. [`hypergraph`] reads the system:
//! *data* edges tie the variables of one value or one condition, *control* edges a condition to what is done where it
//! holds. [`order`] then puts the vertices in a row so that edges are short.
//!
//! # The order `hier`
//!
//! Data and control in one graph make poor orders, whatever their weights: control ties almost everything. So clusters are
//! formed, closest ties first, and clusters only ever merge:
//!
//! 1. pairs that are each other's closest partner, by data or control, relative to how much the partner is tied at all;
//! 2. what narrow data edges connect (up to 8 variables);
//! 3. what control edges connect;
//! 4. what wide data edges connect.
//!
//! Where clusters merge they are arranged by minimum total weighted span: in step 2 over data edges, later over all. A wide
//! edge says little about any two of its vertices, so an edge counts by its weight over the square of its width less one. An
//! arrangement begins with the best of three orders (as it is; greedy by smallest cut; breadth-first from the
//! rim), is repaired by FORCE and then by sifting each variable to its best place. No random choice, no recursion, ties by index.
//!
//! Steps 1 and 4 are why `n` locks, each with its flag, stay linear when one property speaks of all locks, or one variable is
//! tied to each: plain components of the data edges put all locks in one cluster and the flags elsewhere, with 2^n
//! nodes. Measured on the locks family with a plain forward search, largest set in nodes:
//!
//! | locks | `hier` | `data`, `declared` |
//! |---|---|---|
//! | 14 | 44 | 49,151 |
//! | 30 | 92 | over 580,000 |
//! | 100 | 302 | over 730,000 |
//!
//! whether there is an assertion for each lock, one over all, or a branch over all. On 419 programs abstracted from C by SatAbs the
//! data edges are 4.7 times shorter than as declared (`data` alone: 5.0), the control edges 1.6 times, in 12 ms for all
//! programs together. On programs with procedures in the style of SLAM data edges are 4.0 times shorter (`data`: 3.8), control
//! edges 2.3 times longer, since what a call ties counts here and locals are declared side by side; 4,000 variables with 14,000
//! edges take 20 ms. 100,000 vertices with 300,000 edges take 0.6 to 0.8 s, where FORCE is tried from one start only. From one
//! start on all programs: spans 2 to 7 % longer; without the breadth-first start a scrambled band of 10,000 variables is 28 times
//! as long.
//!
//! # The order `places`
//!
//! Where most variables are bits of numbers, those of the lowest places stand on top, then those of the next places, and so on, each place as declared; whatever is no bit is above all. Addition,
//! comparison and shifts by a place then need a few nodes a bit. It is tried before the others there. Post* of `generate words`, 32 bits, inputs up to 20, seconds with evidence, `hier` and `places` (both with results in between, see [`frames`](super::frames)):
//! `gcd2` more than 6 and 0.05, `bitshift2` more than 6 and 0.6, `interleave` 1.95 and 0.35, `multiply` 0.26 and 0.06, `sum_non` 0.12 and 0.01, `sum` 0.03 both. With the highest bits on top `bitshift2` and `interleave` take more than 6.
//!
//! Sources: F. A. Aloul, I. L. Markov, K. A. Sakallah, *FORCE: a fast and easy-to-implement variable-ordering heuristic*, GLSVLSI
//! 2003, for the spans and the centres of gravity; R. Rudell, *Dynamic variable ordering for ordered binary decision
//! diagrams*, ICCAD 1993, for sifting, here on spans instead of diagrams; E. Cuthill, J. McKee, *Reducing the bandwidth of
//! sparse symmetric matrices*, ACM 1969. The levels are our own.

mod arrangement;
mod breadth;
mod clusters;
mod control;
mod csr;
mod data;
mod flow;
mod force;
mod greedy;
mod hypergraph;
pub mod listing;
mod partners;
mod sift;
mod support;
#[cfg(test)]
mod tests;

pub use hypergraph::{Hyperedge, Hypergraph};

use crate::budget::{Budget, StopReason};
use crate::pds::SymbolicPds;
use crate::pds::analysis::Vertices;
use clusters::Clusters;

/// Wider edges say next to nothing about neighbourhood, and are left out.
const WIDEST: usize = 256;

/// Wider data edges connect only what nothing else does.
const NARROW: usize = 8;

/// An order of columns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// Clusters of variables with common data, in an order that suits control.
    #[default]
    Hier,
    /// Data edges only.
    Data,
    /// As declared.
    Declared,
    /// The bits of numbers by their places in these, the lowest on top, and above them whatever is no bit.
    Places,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 4] = [Order::Hier, Order::Data, Order::Declared, Order::Places];

    /// The orders that suit a system, the best first: that by places only one that is mostly of numbers.
    pub fn suited(graph: &Hypergraph) -> &'static [Order] {
        let all = &[Order::Places, Order::Hier, Order::Data, Order::Declared];
        if graph.is_of_numbers() { all } else { &all[1..] }
    }

    /// Its name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Order::Hier => "hier",
            Order::Data => "data",
            Order::Declared => "declared",
            Order::Places => "places",
        }
    }
}

/// A text that names no order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no order `{0}`: write `hier`, `data`, `declared` or `places`")]
pub struct UnknownOrder(String);

impl std::str::FromStr for Order {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Order, UnknownOrder> {
        Order::ALL.into_iter().find(|order| order.name() == text).ok_or_else(|| UnknownOrder(text.to_string()))
    }
}

/// What a system says about which variables belong together. Near-linear in the system.
///
/// # Errors
/// The limit that was hit.
pub fn hypergraph(pds: &SymbolicPds, budget: &Budget) -> Result<(Hypergraph, Vertices), StopReason> {
    let vertices = Vertices::new(pds);
    let mut supports = support::Supports::new(&pds.formulas);
    let data = data::edges(pds, &vertices, &mut supports, budget)?;
    let control = control::edges(pds, &vertices, &mut supports, budget)?;
    let places = vertices.places(pds);
    Ok((Hypergraph { vertices: vertices.count(), data, control, places }, vertices))
}

/// The vertices from top to bottom. Near-linear; the same graph always gives the same order.
///
/// # Errors
/// The limit that was hit.
pub fn order(graph: &Hypergraph, which: Order, budget: &Budget) -> Result<Vec<u32>, StopReason> {
    let data: Vec<&Hyperedge> = graph.data.iter().collect();
    let all: Vec<&Hyperedge> = graph.data.iter().chain(&graph.control).collect();
    let singletons = Clusters::singletons(graph.vertices);
    let clusters = match which {
        Order::Declared | Order::Places => singletons,
        Order::Data => singletons.merge(ties(&data), &data, budget)?,
        Order::Hier => {
            let pairs = partners::pairs(graph);
            let narrow: Vec<&Hyperedge> = data.iter().copied().filter(|edge| edge.vertices.len() <= NARROW).collect();
            let control: Vec<&Hyperedge> = graph.control.iter().collect();
            singletons
                .merge(pairs.iter().map(|pair| pair.as_slice()), &[], budget)?
                .merge(ties(&narrow), &data, budget)?
                .merge(ties(&control), &all, budget)?
                .merge(ties(&data), &all, budget)?
        }
    };
    let mut order = clusters.into_order();
    if which == Order::Places {
        order.sort_by_key(|&vertex| graph.places.get(vertex as usize));
    }
    Ok(order)
}

/// The vertices of each edge.
fn ties<'a>(edges: &[&'a Hyperedge]) -> impl Iterator<Item = &'a [u32]> {
    edges.iter().map(|edge| edge.vertices.as_slice())
}
