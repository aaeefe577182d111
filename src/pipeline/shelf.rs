//! Programs that were made ready, for all engines that want the same passes.
//!
//! Compaction is the last pass, so with and without it a program is the same up to there: what is there without it is a step on the way. What is only that is not kept: it would take
//! as much memory as the rest, and mostly nobody asks for it. Who does has it made anew.

use super::prepare::{compacted, prepare};
use super::{Loaded, Ready};
use crate::budget::{Budget, StopReason};
use crate::pds::passes::{Pass, PassSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// One program, with all its properties, after several selections of passes.
#[derive(Default)]
pub(super) struct Shelf {
    kept: Mutex<Vec<(PassSet, Arc<Ready>)>>,
}

impl Shelf {
    /// Like [`prepare`](prepare()), but nothing is done again that somebody has done, and what is done for all is little of anybody's own work. Nobody waits for another either: who begins before that has come to its end does it, too.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn ready(&self, loaded: &Loaded, passes: PassSet, budget: &Budget) -> Result<Arc<Ready>, StopReason> {
        if let Some(ready) = find(&self.kept(), passes) {
            return Ok(ready);
        }
        let budget = &budget.clone().for_small_steps();
        let step = passes.without(Pass::Compaction);
        let on_the_way = Some(step).filter(|&step| passes != step).and_then(|step| find(&self.kept(), step));
        let ready = match on_the_way {
            Some(ready) => compacted(&ready, budget)?,
            None => prepare(loaded, &loaded.properties, passes, budget)?,
        };
        let mut kept = self.kept();
        Ok(find(&kept, passes).unwrap_or_else(|| {
            let ready = Arc::new(ready);
            kept.push((passes, Arc::clone(&ready)));
            ready
        }))
    }

    fn kept(&self) -> MutexGuard<'_, Vec<(PassSet, Arc<Ready>)>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn find(kept: &[(PassSet, Arc<Ready>)], passes: PassSet) -> Option<Arc<Ready>> {
    kept.iter().find(|kept| kept.0 == passes).map(|(_, ready)| Arc::clone(ready))
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
        let ready = |passes, work: u64| shelf.ready(&loaded, passes, &Budget::unlimited().with_effort(work));
        let plain = all.without(Pass::Compaction);
        let without = ready(plain, u64::MAX).expect("no limit");
        let made = ready(all, u64::MAX).expect("no limit");
        let again = ready(all, 1).expect("it is there");
        assert!(Arc::ptr_eq(&made, &again) && Arc::ptr_eq(&made.cfg, &without.cfg), "what is there is a step");
        assert!(made.system.pds.rules.len() < without.system.pds.rules.len());
        assert_eq!(ready(PassSet::NONE, 1).err(), Some(StopReason::Effort));
        for (passes, shared) in [(all, &made), (plain, &without)] {
            let alone = prepare(&loaded, &loaded.properties, passes, &Budget::unlimited()).expect("no limit");
            assert_eq!(format!("{:?}", alone.system.pds), format!("{:?}", shared.system.pds));
        }
    }

    #[test]
    fn a_step_on_the_way_is_not_kept() {
        let text = "decl a; void main() begin a := !a; a := !a; assert(a); end";
        let loaded = load(&Source::new("t.bp", text), &Options::default()).expect("a program");
        let (shelf, all) = (Shelf::default(), PassSet::default());
        let kept = |passes| {
            shelf.ready(&loaded, passes, &Budget::unlimited()).expect("no limit");
            shelf.kept().iter().map(|&(passes, _)| passes).collect::<Vec<_>>()
        };
        let plain = all.without(Pass::Compaction);
        assert_eq!(kept(all), [all]);
        assert_eq!(kept(plain), [all, plain], "somebody asks for it");
    }
}
