//! Where things stand in pictures. A picture of any step has the places of the last one, so nothing moves while one looks on.

use super::log::Log;
use crate::engine::account::Plan;
use std::collections::{BTreeSet, VecDeque};

/// Places of nodes, in points: x to the right, y downwards, each the middle of its node.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Layout {
    /// The width of the picture, in points.
    pub(crate) width: f64,
    /// Its height, in points.
    pub(crate) height: f64,
    /// The place of each node.
    pub(crate) states: Vec<(f64, f64)>,
}

/// From column to column.
const ACROSS: f64 = 170.0;
/// The same where arrows have locations beside them, whose names are long.
const FAR: f64 = 300.0;
/// From row to row.
const DOWN: f64 = 90.0;
/// Around the picture.
const MARGIN: f64 = 70.0;
/// A column with more nodes is broken.
const HIGHEST: usize = 12;
/// How often the order in columns is improved.
const SWEEPS: usize = 6;

impl Layout {
    /// Where the nodes stand that are drawn of a log.
    pub(crate) fn of(log: &Log) -> Layout {
        let Plan { nodes, edges, first, is_wide } = log.events.plan(log.scene());
        let mut layout = Layout::layered(nodes, edges, first);
        if is_wide {
            layout.states.iter_mut().for_each(|(x, _)| *x = MARGIN + (*x - MARGIN) * FAR / ACROSS);
            layout.width = 2.0 * MARGIN + (layout.width - 2.0 * MARGIN) * FAR / ACROSS;
        }
        layout
    }

    /// In columns: how far a node is from the first ones. In a column neighbours of neighbours stand near each other.
    pub(crate) fn layered(
        count: usize,
        edges: impl IntoIterator<Item = (usize, usize)>,
        first: impl IntoIterator<Item = usize>,
    ) -> Layout {
        let edges: BTreeSet<(usize, usize)> = edges.into_iter().filter(|(from, to)| from != to).collect();
        let mut neighbours = vec![Vec::new(); count];
        let mut successors = vec![Vec::new(); count];
        for &(from, to) in &edges {
            successors[from].push(to);
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
        let mut columns = columns(&successors, first);
        let mut rank = vec![0.0; count];
        let number = |column: &[usize], rank: &mut [f64]| {
            let middle = (column.len() as f64 - 1.0) / 2.0;
            column.iter().enumerate().for_each(|(row, &node)| rank[node] = row as f64 - middle);
        };
        columns.iter().for_each(|column| number(column, &mut rank));
        for sweep in 0..SWEEPS {
            let order: Vec<usize> = match sweep % 2 {
                0 => (0..columns.len()).collect(),
                _ => (0..columns.len()).rev().collect(),
            };
            for index in order {
                let wish = |node: usize| match neighbours[node].as_slice() {
                    [] => rank[node],
                    near => near.iter().map(|&other| rank[other]).sum::<f64>() / near.len() as f64,
                };
                let mut wishes: Vec<(f64, usize)> = columns[index].iter().map(|&node| (wish(node), node)).collect();
                wishes.sort_by(|a, b| a.0.total_cmp(&b.0));
                columns[index] = wishes.into_iter().map(|(_, node)| node).collect();
                number(&columns[index], &mut rank);
            }
        }
        Layout::placed(count, &columns)
    }

    fn placed(count: usize, columns: &[Vec<usize>]) -> Layout {
        let highest = columns.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let height = 2.0 * MARGIN + DOWN * (highest as f64 - 1.0);
        let mut states = vec![(MARGIN, MARGIN); count];
        for (column, nodes) in columns.iter().enumerate() {
            let top = (height - DOWN * (nodes.len() as f64 - 1.0)) / 2.0;
            for (row, &node) in nodes.iter().enumerate() {
                // Every other one is moved a little, or arrows along a column would hide each other.
                let aside = if row % 2 == 1 { 24.0 } else { 0.0 };
                states[node] = (MARGIN + ACROSS * column as f64 + aside, top + DOWN * row as f64);
            }
        }
        let width = 2.0 * MARGIN + ACROSS * (columns.len().max(1) as f64 - 1.0) + 24.0;
        Layout { width, height, states }
    }
}

/// The nodes by their distance from the first ones; what nothing leads to comes first, too.
fn columns(successors: &[Vec<usize>], first: impl IntoIterator<Item = usize>) -> Vec<Vec<usize>> {
    let mut distance = vec![usize::MAX; successors.len()];
    let mut open: VecDeque<usize> = first.into_iter().collect();
    open.iter().for_each(|&node| distance[node] = 0);
    for start in 0..=successors.len() {
        while let Some(node) = open.pop_front() {
            for &next in &successors[node] {
                if distance[next] == usize::MAX {
                    distance[next] = distance[node] + 1;
                    open.push_back(next);
                }
            }
        }
        if start < successors.len() && distance[start] == usize::MAX {
            distance[start] = 0;
            open.push_back(start);
        }
    }
    let last = distance.iter().copied().max().map_or(0, |last| last + 1);
    let mut columns = vec![Vec::new(); last];
    distance.iter().enumerate().for_each(|(node, &distance)| columns[distance].push(node));
    columns.into_iter().flat_map(|column| column.chunks(HIGHEST).map(<[usize]>::to_vec).collect::<Vec<_>>()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nodes_stand_apart_and_inside() {
        let edges = (0..40).flat_map(|node| [(node, (node * 7 + 1) % 40), (node, (node * 3) % 40)]);
        let layout = Layout::layered(40, edges, [0]);
        for (index, &(x, y)) in layout.states.iter().enumerate() {
            assert!(x >= MARGIN && x <= layout.width - MARGIN && y >= MARGIN && y <= layout.height - MARGIN);
            for &(other_x, other_y) in &layout.states[..index] {
                assert!((x - other_x).hypot(y - other_y) >= 80.0, "{index}");
            }
        }
    }

    #[test]
    fn nothing_has_a_picture_too() {
        assert!(Layout::layered(0, [], []).states.is_empty());
        assert_eq!(Layout::layered(1, [(0, 0)], []).states, [(MARGIN, MARGIN)]);
    }
}
