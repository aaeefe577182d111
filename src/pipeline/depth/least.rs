//! What is known of a program whose heads were not all found: how far a counter counts.

use super::back;
use super::evidence::Witness;
use super::measure::among;
use super::{ComponentDepth, Depth, Depths, Evidence};
use crate::budget::StopReason;
use crate::lang::program::counting::Counted;
use crate::lang::program::{Place, ProcId};
use crate::outcome::{self, Verdict};
use crate::pipeline::Failure;
use crate::validate::Replayed;
use crate::validate::inductive::Accepted;
use crate::verdict::trace::{End, Run};
use std::sync::Arc;

/// No higher stack is looked for.
const HIGHEST: u64 = 1 << 10;

/// What is known of the height.
#[derive(Default)]
struct Between {
    /// A run to a stack that is so high.
    reached: Option<(u64, Replayed)>,
    /// None is so high.
    excluded: Option<(u64, Arc<Accepted>)>,
}

impl Witness<'_> {
    /// What runs show of each number, within what is left of the limits.
    ///
    /// # Errors
    /// [`Failure::SelfCheck`] if a run is not one of the program.
    pub(super) fn at_least(&self, reason: &StopReason, engine: &'static str) -> Result<Depths, Failure> {
        let between = if self.is_wanted { self.between()? } else { Between::default() };
        let run = between.reached.as_ref().map(|(_, run)| run.clone());
        let shown = Shown { entry: self.loaded.entry, run: run.as_ref(), reason };
        let program = &self.loaded.program;
        let count = program.procedures.len();
        let mut components = Vec::with_capacity(self.recursion.components.len());
        for component in &self.recursion.components {
            let within = among(&component.procedures, count);
            let from = component.sites.iter().map(|&site| (site, shown.from(site, &within))).collect();
            let depth = shown.of(&within);
            components.push(ComponentDepth { procedures: component.procedures.clone(), depth, from });
        }
        let procedures = program.procedure_ids().map(|id| shown.of(&among(&[id], count))).collect();
        Ok(Depths { height: between.height(reason), procedures, components, heaviest: None, engine })
    }

    /// Asks for stacks that are twice as high each time; where there is none, for some between.
    fn between(&self) -> Result<Between, Failure> {
        let everything = vec![true; self.loaded.program.procedures.len()];
        let counted = Counted { within: &everything, counts: &everything, from: None };
        let mut between = Between::default();
        while let Some(height) = between.next() {
            let counting = self.loaded.program.counting(self.loaded.entry, &counted, &[height]);
            match self.verdicts(&counting)?.pop() {
                Some(Verdict::Unsafe(replayed)) => {
                    let run = back::replayed(self.loaded, &counting, replayed.trace())?;
                    if back::count(run.trace(), &everything) != height {
                        return Err(Failure::SelfCheck(format!("a stack with another height than {height}")));
                    }
                    between.reached = Some((height, run));
                }
                Some(Verdict::Safe(outcome::Evidence::Certificate(accepted))) => {
                    between.excluded = Some((height, accepted));
                }
                Some(Verdict::Safe(outcome::Evidence::None(_)) | Verdict::Unknown(_)) | None => break,
            }
        }
        Ok(between)
    }
}

impl Between {
    /// The next height to ask about, if there is one.
    fn next(&self) -> Option<u64> {
        let reached = self.reached.as_ref().map_or(1, |&(height, _)| height);
        let next = match &self.excluded {
            &Some((excluded, _)) => reached + (excluded - reached) / 2,
            None => 2 * reached,
        };
        (next > reached && next <= HIGHEST).then_some(next)
    }

    /// What that says.
    fn height(self, reason: &StopReason) -> Depth {
        let (least, reached) = match self.reached {
            Some((height, run)) => (height, Some(Box::new(run))),
            None => (1, None),
        };
        match self.excluded {
            Some((excluded, accepted)) if excluded == least + 1 => {
                Depth::Bounded { depth: least, reached, evidence: Evidence::Certificate(accepted) }
            }
            _ => Depth::AtLeast { least, reached, reason: reason.clone() },
        }
    }
}

/// What a run shows.
struct Shown<'a> {
    entry: ProcId,
    run: Option<&'a Replayed>,
    reason: &'a StopReason,
}

impl Shown<'_> {
    /// The activations of some procedures on its last stack; if there are none there, whether it enters one of them at all.
    fn of(&self, counts: &[bool]) -> Depth {
        let entered = counts[self.entry.index()]
            || self.run.is_some_and(|run| run.trace().runs.iter().any(|run| counts[run.procedure.index()]));
        let stacked = self.run.map_or(0, |run| back::count(run.trace(), counts));
        self.least(stacked.max(u64::from(entered)))
    }

    /// The same of a chain on the last stack that begins at a call.
    fn from(&self, site: Place, within: &[bool]) -> Depth {
        let stack: Vec<&Run> =
            self.run.iter().flat_map(|run| run.trace().final_stack().map(|id| run.trace().run(id))).collect();
        let is_site = |run: &&Run| match run.end {
            End::Calling { point, .. } => Place { procedure: run.procedure, point } == site,
            End::Returned { .. } | End::Violation { .. } => false,
        };
        let chain = stack.iter().position(is_site).map(|below| &stack[below + 1..]);
        let chain = chain.into_iter().flatten().take_while(|run| within[run.procedure.index()]);
        self.least(chain.count() as u64)
    }

    fn least(&self, least: u64) -> Depth {
        Depth::AtLeast { least, reached: None, reason: self.reason.clone() }
    }
}
