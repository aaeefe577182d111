//! Programs that were made ready, for all engines that want the same passes.
//!
//! Compaction is the last pass, so with and without it a program is the same up to there.

use super::prepare::{compacted, prepare};
use super::{Loaded, Ready};
use crate::budget::{Budget, StopReason};
use crate::lang::program::property::Property;
use crate::pds::passes::{Pass, PassSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One program, with several passes or for several properties.
#[derive(Default)]
pub(super) struct Shelf {
    kept: Mutex<Vec<Kept>>,
}

struct Kept {
    properties: Vec<Property>,
    passes: PassSet,
    ready: Arc<Ready>,
}

impl Shelf {
    /// Like [`prepare`](prepare()), but nothing is done again that somebody has done. Nobody waits for another either: who begins before that has come to its end does it, too.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ready(
        &self,
        loaded: &Loaded,
        properties: &[Property],
        passes: PassSet,
        budget: &Budget,
    ) -> Result<Arc<Ready>, StopReason> {
        if let Some(ready) = find(&self.kept(), properties, passes) {
            return Ok(ready);
        }
        let ready = if passes.contains(Pass::Compaction) {
            compacted(&*self.ready(loaded, properties, passes.without(Pass::Compaction), budget)?, budget)?
        } else {
            prepare(loaded, properties, passes, budget)?
        };
        let mut kept = self.kept();
        Ok(find(&kept, properties, passes).unwrap_or_else(|| {
            let ready = Arc::new(ready);
            kept.push(Kept { properties: properties.to_vec(), passes, ready: Arc::clone(&ready) });
            ready
        }))
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn find(kept: &[Kept], properties: &[Property], passes: PassSet) -> Option<Arc<Ready>> {
    let is_wanted = |kept: &&Kept| kept.passes == passes && kept.properties == properties;
    kept.iter().find(is_wanted).map(|kept| Arc::clone(&kept.ready))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::source::Source;
    use crate::pipeline::{Options, load};

    #[test]
    fn what_is_ready_is_not_made_ready_again() {
        let text = "decl a; void main() begin a := *; f(); assert(a); assert(!a); end void f() begin a := !a; end";
        let loaded = load(&Source::new("t.bp", text), &Options::default()).expect("a program");
        let (shelf, all) = (Shelf::default(), PassSet::default());
        let ready = |properties: &[Property], passes, work: u64| {
            shelf.ready(&loaded, properties, passes, &Budget::unlimited().with_effort(work))
        };
        let plain = all.without(Pass::Compaction);
        let made = ready(&loaded.properties, all, u64::MAX).expect("no limit");
        let again = ready(&loaded.properties, all, 1).expect("it is there");
        let without = ready(&loaded.properties, plain, 1).expect("so is what it is made of");
        assert!(Arc::ptr_eq(&made, &again) && Arc::ptr_eq(&made.cfg, &without.cfg));
        assert!(made.system.pds.rules.len() < without.system.pds.rules.len());
        assert_eq!(ready(&loaded.properties[..1], all, 1).err(), Some(StopReason::Effort));
        for (passes, shared) in [(all, &made), (plain, &without)] {
            let alone = prepare(&loaded, &loaded.properties, passes, &Budget::unlimited()).expect("no limit");
            assert_eq!(format!("{:?}", alone.system.pds), format!("{:?}", shared.system.pds));
        }
    }
}
