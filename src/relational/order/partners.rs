//! Pairs of variables that belong together more than to anything else.

use super::clusters::strength;
use super::csr::Csr;
use super::{Hyperedge, Hypergraph};

/// A wider edge makes no pairs.
const WIDEST: usize = 4;

/// How much more a data edge says than a control edge.
const DATA: i64 = 4;

/// All pairs each of which is the other's closest partner. How close two vertices are is the strength of the narrow edges between
/// them, divided by the root of the partner's total: a lock is closer to its own flag than to a variable
/// that is tied to all locks. Ties go to the first partner.
pub(super) fn pairs(graph: &Hypergraph) -> Vec<[u32; 2]> {
    let edges = || {
        let data = graph.data.iter().map(|edge| (edge, DATA * strength(edge)));
        data.chain(graph.control.iter().map(|edge| (edge, strength(edge))))
    };
    let mut total = vec![0; graph.vertices];
    for (edge, strength) in edges() {
        edge.vertices.iter().for_each(|&vertex| total[vertex as usize] += strength);
    }
    let narrow: Vec<(&Hyperedge, i64)> = edges().filter(|(edge, _)| edge.vertices.len() <= WIDEST).collect();
    let incident = Csr::bucketed(graph.vertices, || {
        let numbered = narrow.iter().zip(0..);
        numbered.flat_map(|((edge, _), number)| edge.vertices.iter().map(move |&vertex| (vertex, number)))
    });
    let mut strengths = vec![0; graph.vertices];
    let mut near = Vec::new();
    let mut partner = Vec::with_capacity(graph.vertices);
    for (vertex, edges) in (0..).zip(incident.rows()) {
        for &number in edges {
            let (edge, strength) = narrow[number as usize];
            for &other in edge.vertices.iter().filter(|&&other| other != vertex) {
                if strengths[other as usize] == 0 {
                    near.push(other);
                }
                strengths[other as usize] += strength;
            }
        }
        near.sort_unstable();
        let mut closest: Option<(f64, u32)> = None;
        for other in near.drain(..) {
            let strength = std::mem::take(&mut strengths[other as usize]);
            let closeness = strength as f64 / (total[other as usize] as f64).sqrt();
            if closest.is_none_or(|(known, _)| closeness > known) {
                closest = Some((closeness, other));
            }
        }
        partner.push(closest.map(|(_, other)| other));
    }
    let mutual = (0..).zip(&partner).filter_map(|(vertex, &other)| {
        let other = other.filter(|&other| vertex < other && partner[other as usize] == Some(vertex))?;
        Some([vertex, other])
    });
    mutual.collect()
}
