//! What a model of a path formula says: which ways are taken, and what calls are on them.

use super::{BodyId, CallId, Path, PathRun, PathStep};
use crate::logic::fold::Values;
use crate::logic::formula::Input;
use rustc_hash::FxHashSet;

impl PathRun {
    /// The steps of the run that a model says, in order.
    pub fn steps(&self, values: &mut Values<'_, impl FnMut(Input) -> bool>) -> Vec<&PathStep> {
        let mut steps: Vec<&PathStep> = self.last.iter().collect();
        let mut at = self.visits.len() - 1;
        while let Some((from, step)) =
            self.visits[at].iter().find(|way| values.of(way.is_taken)).and_then(|way| way.step.as_ref())
        {
            steps.push(step);
            at = *from;
        }
        steps.reverse();
        steps
    }
}

impl<K: Clone> Path<'_, '_, K> {
    /// What stands for a call.
    pub fn body(&self, call: CallId) -> Option<(BodyId, &PathRun)> {
        self.body_of(call).map(|id| (id, &self.bodies[id.0].run))
    }

    /// The calls on the run that a model says that are stubs.
    pub fn stubs(&self, values: &mut Values<'_, impl FnMut(Input) -> bool>) -> Vec<CallId> {
        let mut open: Vec<&PathRun> = self.stack.iter().collect();
        let (mut seen, mut stubs) = (FxHashSet::default(), Vec::new());
        while let Some(run) = open.pop() {
            for call in run.steps(values).into_iter().filter_map(|step| step.call) {
                match self.body(call) {
                    None => stubs.push(call),
                    Some((id, run)) if seen.insert(id) => open.push(run),
                    Some(_) => {}
                }
            }
        }
        stubs.sort_unstable();
        stubs
    }
}
