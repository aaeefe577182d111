//! A Feistel network over data bits, as one parallel assignment.
//!
//! ```text
//! left, right := right, left xor (right and right)
//! ```
//!
//! Each `right` stands in an order of its own. The orders are drawn once for each size and number of a network, and follow no pattern, so
//! after some rounds every bit depends on most others, and orders of variables do not keep the diagram of the relation small. No two values
//! become one. Data that are all F stay so. If only the right half is F, the left one is F after one round, and after two it is the
//! left half of before in another order.

use super::choices::{Seeded, shuffle};
use super::listing::{joined, numbered};

/// The parallel assignment that mixes `d_1 .. d_data`. With an odd number of bits the right half is the larger one.
pub(super) fn mixing(data: u32, number: u64) -> String {
    let half = data / 2;
    let mut source = Seeded::new(number);
    let mut right = || {
        let mut right: Vec<u32> = (half + 1..=data).collect();
        shuffle(&mut right, &mut source);
        right
    };
    let (moved, one, other) = (right(), right(), right());
    let moved = moved.iter().map(|right| format!("d_{right}"));
    let mixed = (1..=half).zip(one).zip(other).map(|((left, one), other)| format!("d_{left} ^ (d_{one} & d_{other})"));
    format!("{} := {}", numbered("d_", 1..=data), joined(", ", moved.chain(mixed)))
}

/// The parallel assignment that makes the right half F.
pub(super) fn start(data: u32) -> String {
    let right: Vec<u32> = (data / 2 + 1..=data).collect();
    let values = joined(", ", right.iter().map(|_| "F"));
    format!("{} := {values}", numbered("d_", right))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mixing_keeps_every_bit() {
        for (data, number) in (2..20).flat_map(|data| [(data, 0), (data, 1)]) {
            let text = mixing(data, number);
            let (targets, values) = text.split_once(" := ").unwrap();
            assert_eq!(targets.split(", ").count(), values.split(", ").count());
            let mut kept: Vec<&str> = values.split(", ").filter_map(|value| value.split(' ').next()).collect();
            kept.sort_by_key(|name| (name.len(), name.to_string()));
            assert_eq!(kept.join(", "), targets);
        }
    }

    #[test]
    fn the_larger_half_starts() {
        assert_eq!(start(5), "d_3, d_4, d_5 := F, F, F");
    }
}
