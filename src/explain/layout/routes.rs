//! The ways of arrows: level within columns, bent between them.

use super::columns::{Columns, LOOP};
use super::{ABOVE_ARROW, Layout, MARGIN, Place, Route, Spot, node_size};
use crate::engine::account::Plan;

/// From column to column at least, and at most.
const NARROW: f64 = 26.0;
const WIDE: f64 = 110.0;
/// Where arrows rise or fall by this, columns are one point farther apart.
const STEEP: f64 = 3.5;
/// Arrows meet a node at most so far apart.
const APART: f64 = 7.0;
/// At the ends of the sides of a node no arrow meets it, for its corners are round.
const CORNER: f64 = 8.0;

/// Left and right of each column.
struct Sides(Vec<(f64, f64)>);

pub(super) fn layout(plan: &Plan, columns: &Columns, heights: &[f64]) -> Layout {
    let count = plan.nodes.len();
    let mut column_of = vec![0; heights.len()];
    for (index, column) in columns.columns.iter().enumerate() {
        column.iter().for_each(|&slot| column_of[slot] = index);
    }
    let top = (0..heights.len()).map(|slot| heights[slot] - columns.slots[slot].above).fold(f64::INFINITY, f64::min);
    let bottom = (0..heights.len()).map(|slot| heights[slot] + columns.slots[slot].below).fold(0.0, f64::max);
    let top = if top.is_finite() { top } else { 0.0 };
    let y = |slot: usize| heights[slot] - top + MARGIN;
    let sides = sides(columns, heights);
    let place = |node: usize| {
        let (left, right) = sides.0[column_of[node]];
        let (width, height) = node_size(plan.nodes[node]);
        Place { x: (left + right) / 2.0, y: y(node), width, height }
    };
    let nodes: Vec<Place> = (0..count).map(place).collect();
    let ports = ports(plan, columns, &nodes, &y);
    let mut layout = Layout {
        width: sides.0.last().map_or(0.0, |side| side.1) + MARGIN,
        height: bottom - top + 2.0 * MARGIN,
        nodes,
        ..Layout::default()
    };
    for (arrow, &(from, to, _)) in plan.arrows.iter().enumerate() {
        let route = if from == to {
            around(layout.nodes[from])
        } else {
            let (left, right) = if columns.back[arrow] { (to, from) } else { (from, to) };
            let (leaves, enters) = ports[arrow];
            let end = |node: usize, side: f64| layout.nodes[node].x + side * layout.nodes[node].width / 2.0;
            let mut way = Way::new((end(left, 1.0), leaves));
            way.level(sides.0[column_of[left]].1);
            for &slot in &columns.chains[arrow] {
                let (begin, end) = sides.0[column_of[slot]];
                way.bend((begin, y(slot)));
                way.level(end);
            }
            way.bend((sides.0[column_of[right]].0, enters));
            way.level(end(right, -1.0));
            let label = match columns.labels[arrow] {
                Some(slot) => {
                    let (left, right) = sides.0[column_of[slot]];
                    ((left + right) / 2.0, y(slot) - ABOVE_ARROW)
                }
                None => ((way.start.0 + way.at.0) / 2.0, (way.start.1 + way.at.1) / 2.0),
            };
            way.route(label, columns.back[arrow])
        };
        layout.routes.insert((from, to), route);
    }
    layout
}

fn sides(columns: &Columns, heights: &[f64]) -> Sides {
    let mut sides = Vec::new();
    let mut x = MARGIN;
    for column in &columns.columns {
        let width = column.iter().map(|&slot| columns.slots[slot].width).fold(0.0, f64::max);
        sides.push((x, x + width));
        let falls = column
            .iter()
            .flat_map(|&slot| columns.after[slot].iter().map(move |&next| (heights[slot] - heights[next]).abs()));
        x += width + (falls.fold(0.0, f64::max) / STEEP).clamp(NARROW, WIDE);
    }
    Sides(sides)
}

/// How far down each arrow leaves the node at its left, and enters the one at its right: in the order of what it comes from or goes to, so that
/// arrows do not cross at a node.
fn ports(plan: &Plan, columns: &Columns, nodes: &[Place], y: &impl Fn(usize) -> f64) -> Vec<(f64, f64)> {
    let mut at = vec![(Vec::new(), Vec::new()); nodes.len()];
    for (arrow, &(from, to, _)) in plan.arrows.iter().enumerate().filter(|(_, (from, to, _))| from != to) {
        let (left, right) = if columns.back[arrow] { (to, from) } else { (from, to) };
        let chain = &columns.chains[arrow];
        at[left].0.push((y(chain.first().copied().unwrap_or(right)), arrow));
        at[right].1.push((y(chain.last().copied().unwrap_or(left)), arrow));
    }
    let mut ports = vec![(0.0, 0.0); plan.arrows.len()];
    for (node, (mut leaving, mut entering)) in nodes.iter().zip(at) {
        let spread = |arrows: &mut Vec<(f64, usize)>| {
            arrows.sort_by(|a, b| a.0.total_cmp(&b.0));
            let apart = APART.min((node.height - 2.0 * CORNER) / (arrows.len() as f64 - 1.0).max(1.0));
            let top = node.y - apart * (arrows.len() as f64 - 1.0) / 2.0;
            arrows.iter().enumerate().map(|(row, &(_, arrow))| (arrow, top + apart * row as f64)).collect::<Vec<_>>()
        };
        spread(&mut leaving).into_iter().for_each(|(arrow, port)| ports[arrow].0 = port);
        spread(&mut entering).into_iter().for_each(|(arrow, port)| ports[arrow].1 = port);
    }
    ports
}

/// The way of an arrow that ends where it begins: above its node.
fn around(Place { x, y, height, .. }: Place) -> Route {
    let top = y - height / 2.0;
    // A curve of the third degree comes three quarters as near to what it tends to.
    let high = top - LOOP / 0.75;
    Route {
        start: (x - 9.0, top),
        curves: vec![[(x - 24.0, high), (x + 24.0, high), (x + 9.0, top)]],
        label: (x, top - LOOP - ABOVE_ARROW),
    }
}

/// A way from left to right that is being made.
struct Way {
    start: Spot,
    at: Spot,
    curves: Vec<[Spot; 3]>,
}

impl Way {
    fn new(start: Spot) -> Way {
        Way { start, at: start, curves: Vec::new() }
    }

    fn level(&mut self, x: f64) {
        // What is shorter has no direction.
        if x > self.at.0 + 0.001 {
            self.bend((x, self.at.1));
        }
    }

    fn bend(&mut self, to: Spot) {
        // What is level goes on as it was.
        let is_level = |curve: &[Spot; 3]| curve.iter().all(|spot| spot.1 == to.1);
        let goes_on = self.at.1 == to.1 && self.curves.last().is_some_and(is_level);
        if goes_on {
            self.curves.pop();
        }
        let begin = self.curves.last().map_or(self.start, |curve| curve[2]);
        let middle = (begin.0 + to.0) / 2.0;
        self.curves.push([(middle, begin.1), (middle, to.1), to]);
        self.at = to;
    }

    fn route(self, label: Spot, is_back: bool) -> Route {
        if !is_back {
            return Route { start: self.start, curves: self.curves, label };
        }
        let starts = std::iter::once(self.start).chain(self.curves.iter().map(|curve| curve[2]));
        let curves: Vec<[Spot; 3]> = starts.zip(&self.curves).map(|(start, &[a, b, _])| [b, a, start]).collect();
        Route { start: self.at, curves: curves.into_iter().rev().collect(), label }
    }
}
