//! Where the targets are.

use super::Target;
use crate::lang::cfg::LocId;

/// For each location the targets that it belongs to. Most belong to none, so a location takes no more than a number.
#[derive(Clone, Debug)]
pub(crate) struct TargetMap {
    /// For each location where its targets begin in `targets`, and at last where they end.
    starts: Vec<u32>,
    /// The indices of the targets, those of one location in order.
    targets: Vec<usize>,
}

impl TargetMap {
    /// These targets, in a system with so many locations.
    pub(crate) fn new(locations: usize, targets: &[Target]) -> TargetMap {
        let mut all: Vec<(LocId, usize)> = Vec::new();
        for (index, target) in targets.iter().enumerate() {
            all.extend(target.locations.iter().map(|&location| (location, index)));
        }
        all.sort_unstable();
        let mut starts = vec![0; locations + 1];
        all.iter().for_each(|(location, _)| starts[location.index() + 1] += 1);
        (1..starts.len()).for_each(|location| starts[location] += starts[location - 1]);
        TargetMap { starts, targets: all.into_iter().map(|(_, index)| index).collect() }
    }

    /// The targets that a location belongs to.
    pub(crate) fn at(&self, location: LocId) -> &[usize] {
        &self.targets[self.starts[location.index()] as usize..self.starts[location.index() + 1] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_location_has_its_targets() {
        let at = LocId::from_index;
        let targets = [vec![at(3), at(1)], vec![], vec![at(1)]].map(|locations| Target { locations });
        let map = TargetMap::new(5, &targets);
        let all: Vec<&[usize]> = (0..5).map(|location| map.at(at(location))).collect();
        assert_eq!(all, [&[][..], &[0, 2], &[], &[0], &[]]);
    }
}
