//! Where things stand in pictures. A picture of any step has the places of the last one, so nothing moves while one looks on.
//!
//! Nodes stand in columns, each to the right of all that lead to it, but for arrows that close a circle, which go back ([`ranks`]). Between two
//! columns of nodes is one of labels; an arrow has a slot of its own in each column that it passes, and its label stands in one of these,
//! above it. The order of the slots in a column lets few arrows cross ([`order`]); then they get heights, as near as can be to what they lead
//! to ([`heights`]). Arrows are level within columns and bend between them ([`routes`]): so no arrow goes through a node or a label, and
//! nothing lies on anything else.

mod columns;
mod heights;
mod order;
mod ranks;
mod routes;

use crate::engine::account::{Extent, Plan};
use columns::Columns;
use serde::Serialize;
use std::collections::BTreeMap;

/// How wide a character is, of 12 points, in points.
const CHARACTER: f64 = 7.2;
/// From line to line of a label.
pub(crate) const LINE: f64 = 14.0;
/// From the lowest line of a label to its arrow.
const ABOVE_ARROW: f64 = 5.0;
/// Around the picture.
const MARGIN: f64 = 16.0;

/// A point: to the right, and downwards.
pub(crate) type Spot = (f64, f64);

/// A picture without its texts, in points from the left and from the top.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Layout {
    /// The width of the picture.
    pub(crate) width: f64,
    /// Its height.
    pub(crate) height: f64,
    /// The place of each node.
    pub(crate) nodes: Vec<Place>,
    /// The way of each arrow, by the nodes where it begins and ends.
    pub(crate) routes: BTreeMap<(usize, usize), Route>,
}

/// A box in which a node stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Place {
    /// Its middle.
    pub(crate) x: f64,
    /// Its middle.
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The way of an arrow.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Route {
    /// Where it begins.
    pub(crate) start: Spot,
    /// Its pieces, Bézier curves of the third degree: two points that they tend to, and the end.
    pub(crate) curves: Vec<[Spot; 3]>,
    /// The middle of the lowest line of its label, on which letters stand; other lines are above.
    pub(crate) label: Spot,
}

impl Layout {
    /// Where all stands that a plan has.
    pub(crate) fn of(plan: &Plan) -> Layout {
        let ranks = ranks::ranks(plan.nodes.len(), &plan.arrows, &plan.first);
        let mut columns = Columns::new(plan, &ranks);
        order::improve(&mut columns);
        let heights = heights::heights(&columns);
        routes::layout(plan, &columns, &heights)
    }
}

/// The size of a node with a text.
fn node_size(Extent { characters, lines }: Extent) -> (f64, f64) {
    ((characters as f64 * CHARACTER + 16.0).max(34.0), if lines > 1 { 46.0 } else { 30.0 })
}

/// The size of a label.
fn label_size(Extent { characters, lines }: Extent) -> (f64, f64) {
    (characters as f64 * CHARACTER, lines as f64 * LINE)
}

#[cfg(test)]
mod tests;
