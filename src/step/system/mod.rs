//! A run of an explicit pushdown system that somebody makes by hand: a rule at a time, each chosen among those that apply, and any step taken
//! back.
//!
//! Each moment of the run is kept, so that a step is taken back by forgetting the last one. Moments share their stacks, and what is known of
//! them: a step costs the same, and takes the same room, however high the stack is and however many symbols a rule pushes.

mod stack;
#[cfg(test)]
mod tests;
mod watch;

pub(crate) use stack::{By, Stack};

use crate::pds::explicit::{Item, Lowered, PushdownSystem, Run, StateId, SymbolId};
use rustc_hash::FxHashMap;
use watch::Watch;

/// A moment of a run.
#[derive(Clone, Debug)]
pub struct Moment {
    /// The control state.
    pub(crate) state: StateId,
    /// The stack.
    pub stack: Stack,
    /// Whether the run begins here, or by which rule it came here.
    by: By,
}

/// A run under way.
#[derive(Debug)]
pub struct Stepper<'a> {
    system: &'a PushdownSystem,
    /// The rules for each head, in the order of the text.
    rules: FxHashMap<(StateId, SymbolId), Vec<usize>>,
    watch: Watch,
    /// None as long as nobody has said where the run begins.
    moments: Vec<Moment>,
}

impl<'a> Stepper<'a> {
    /// A run of a system. If there is just one initial configuration, that is where it begins.
    pub fn new(system: &'a PushdownSystem) -> Stepper<'a> {
        let mut rules: FxHashMap<_, Vec<usize>> = FxHashMap::default();
        for (index, rule) in system.rules().iter().enumerate() {
            rules.entry((rule.state, rule.symbol)).or_default().push(index);
        }
        let mut stepper = Stepper { system, rules, watch: Watch::new(system), moments: Vec::new() };
        stepper.restart();
        stepper
    }

    /// The present moment; `None` as long as it is open where the run begins.
    pub fn now(&self) -> Option<&Moment> {
        self.moments.last()
    }

    /// How many rules were applied.
    pub(crate) fn steps(&self) -> usize {
        self.moments.len().saturating_sub(1)
    }

    /// The control state and the symbol on top; `None` if the stack is empty, or the run has not begun.
    pub(crate) fn head(&self) -> Option<(StateId, SymbolId)> {
        let Moment { state, stack, .. } = self.now()?;
        Some((*state, stack.symbols(self.system).next()?))
    }

    /// The indices of the rules that apply, in order; none if the run is stuck, or has not begun.
    pub fn choices(&self) -> &[usize] {
        self.head().and_then(|head| self.rules.get(&head)).map_or(&[], Vec::as_slice)
    }

    /// The indices of the targets that the present configuration is in.
    pub(crate) fn targets(&self) -> impl Iterator<Item = usize> {
        self.now().into_iter().flat_map(|now| self.targets_at(now))
    }

    /// Whether the last step came to a target, or the run begins in one: the configuration before was not in it.
    pub fn arrives(&self) -> bool {
        let before: Vec<usize> = match self.moments.as_slice() {
            [.., before, _] => self.targets_at(before).collect(),
            _ => Vec::new(),
        };
        self.targets().any(|target| before.binary_search(&target).is_err())
    }

    fn targets_at(&self, Moment { state, stack, .. }: &Moment) -> impl Iterator<Item = usize> {
        let known = stack.known().unwrap_or(Watch::EMPTY);
        let is_hit = |&target: &usize| self.system.targets()[target].state().is_none_or(|own| own == *state);
        self.watch.targets(known).iter().copied().filter(is_hit)
    }

    /// Begins in an initial configuration; whether that could be done. A run that has begun stays as it is.
    pub fn begin(&mut self, initial: usize) -> bool {
        let Some(first) = self.system.initial().get(initial).filter(|_| self.moments.is_empty()) else { return false };
        let known = self.watch.written(&first.stack, Watch::EMPTY);
        let by = By::Start(initial);
        self.moments.push(Moment { state: first.state, stack: Stack::default().push(by, known), by });
        true
    }

    /// Applies a rule; whether it applied.
    pub fn apply(&mut self, rule: usize) -> bool {
        let Some(applied) = self.system.rules().get(rule) else { return false };
        if self.head() != Some((applied.state, applied.symbol)) {
            return false;
        }
        let below = self.moments[self.steps()].stack.pop();
        let known = self.watch.pushed(rule, &applied.push, below.known().unwrap_or(Watch::EMPTY));
        let by = By::Rule { rule, step: self.moments.len() };
        self.moments.push(Moment { state: applied.to, stack: below.push(by, known), by });
        true
    }

    /// Makes so many steps, or less if the run is stuck or comes to a target on the way. `choose` picks one of so many rules, and, if that is open, the
    /// initial configuration.
    pub fn walk(&mut self, steps: usize, choose: &mut dyn FnMut(usize) -> usize) {
        if self.moments.is_empty() && !self.begin(choose(self.system.initial().len())) {
            return;
        }
        for _ in 0..steps {
            let rule = match self.choices() {
                [] => return,
                [only] => *only,
                several => several[choose(several.len())],
            };
            if !self.apply(rule) || self.arrives() {
                return;
            }
        }
    }

    /// Takes the last step back, or, where several initial configurations are, the choice of one; whether there was anything.
    pub fn undo(&mut self) -> bool {
        let least = usize::from(self.system.initial().len() == 1);
        let has_past = self.moments.len() > least;
        self.moments.truncate(self.moments.len().saturating_sub(1).max(least));
        has_past
    }

    /// Takes everything back.
    pub fn restart(&mut self) {
        self.moments.clear();
        if self.system.initial().len() == 1 {
            self.begin(0);
        }
    }

    /// The run up to the present moment, every step written out; `None` if it has not begun. `lowered` is the system, lowered.
    pub fn run(&self, lowered: &Lowered) -> Option<Run> {
        let mut items = Vec::new();
        let mut start = None;
        for moment in &self.moments {
            match moment.by {
                By::Start(initial) => start = self.system.initial().get(initial).cloned(),
                By::Rule { rule, .. } => items.extend(lowered.parts(rule).map(Item::Part)),
            }
        }
        Some(Run { start: start?, rounds: Vec::new(), items })
    }
}
