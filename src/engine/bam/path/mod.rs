//! The path formula of a run of the abstract program: which real runs go that way?
//!
//! Each visit of a place is a boundary: what arrives is one value, that from which the run goes on another, and a *selector* says that they are
//! equal, one for each thing that is tracked or not as a whole ([`Unit`]). With the selectors of what is tracked alone the formula has a model, as the abstract run is exact over that;
//! if it has none with all of them, a core of selectors says what would have to be tracked.
//!
//! A boundary is written down when the slot is read, for all places that were passed since it was written: so the formula grows with what a
//! run reads, and not with what is live.

mod calls;
mod frame;
mod model;
mod values;

use super::places::Place;
use super::precision::{Precision, Unit};
use super::slice::{Slice, Way};
use crate::budget::{Budget, StopReason};
use crate::lang::program::ProcId;
use crate::logic::fold::Memo;
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::query::Query;
use crate::logic::sat::Backend;
use crate::pds::{Rule, RuleKind, Slot, SymbolicPds};
use calls::{Body, Call};
pub use calls::{BodyId, CallId};
use frame::Frame;
use rustc_hash::FxHashMap;
use values::Applied;

/// The ways through an activation in the formula.
pub struct PathRun {
    /// The block.
    pub block: ProcId,
    /// The values at the entry of what is live there.
    pub entry: Vec<(Slot, Formula)>,
    /// For each visit how it is reached.
    visits: Vec<Vec<PathWay>>,
    /// The call that does not return.
    last: Option<PathStep>,
    /// What it leaves, of a run that returns.
    left: FxHashMap<Slot, Formula>,
}

/// How a visit is reached.
struct PathWay {
    /// Whether it is, if the visit is on the run; one of the ways of a visit.
    is_taken: Formula,
    /// The visit before, and the step; `None` if the block is entered.
    step: Option<(usize, PathStep)>,
}

/// A step of a run in the formula.
pub struct PathStep {
    /// The rule.
    pub rule: u32,
    /// Its choices.
    pub choices: Vec<Formula>,
    /// Of a call that returned, which one.
    pub call: Option<CallId>,
}

/// A step, what it writes, and, of a call, what the callee is entered with.
type Stepped = (PathStep, Vec<(Slot, Formula)>, FxHashMap<Slot, Formula>);

/// A path formula.
pub struct Path<'a, 'p, K> {
    pds: &'p SymbolicPds,
    precision: &'a Precision<'p>,
    budget: &'a Budget,
    /// The graph of all formulas.
    pub formulas: Formulas,
    /// What holds.
    pub query: Query,
    inputs: u32,
    selectors: FxHashMap<Unit, Formula>,
    /// What selectors stand for.
    pub units: FxHashMap<Formula, Unit>,
    /// The runs on the stack.
    pub stack: Vec<PathRun>,
    /// The calls that return.
    calls: Vec<Call<K>>,
    /// What is written out of their callees.
    bodies: Vec<Body>,
    /// How many steps there are.
    pub steps: usize,
}

impl<'a, 'p, K: Clone> Path<'a, 'p, K> {
    /// The path formula of these activations.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn new(
        pds: &'p SymbolicPds,
        precision: &'a Precision<'p>,
        stack: &[Slice<K>],
        budget: &'a Budget,
    ) -> Result<Path<'a, 'p, K>, StopReason> {
        let mut path = Path {
            pds,
            precision,
            budget,
            formulas: Formulas::default(),
            query: Query::new(Backend::default()),
            inputs: 0,
            selectors: FxHashMap::default(),
            units: FxHashMap::default(),
            stack: Vec::new(),
            calls: Vec::new(),
            bodies: Vec::new(),
            steps: 0,
        };
        let mut entry = path.initial();
        for slice in stack {
            let (run, next) = path.run(slice, entry, Formula::TRUE)?;
            path.stack.push(run);
            entry = next;
        }
        Ok(path)
    }

    /// All selectors that occur.
    pub fn assumptions(&self) -> Vec<Formula> {
        let mut all: Vec<(Unit, Formula)> = self.selectors.iter().map(|(&unit, &selector)| (unit, selector)).collect();
        all.sort_unstable_by_key(|&(unit, _)| unit);
        all.into_iter().map(|(_, selector)| selector).collect()
    }

    /// How much was written down and looked at: steps, and conflicts of the solver.
    pub fn work(&self) -> usize {
        self.steps + self.query.stats().conflicts as usize
    }

    fn fresh(&mut self) -> Formula {
        self.inputs += 1;
        self.formulas.input(Input(self.inputs))
    }

    fn selector(&mut self, unit: Unit) -> Formula {
        if let Some(&known) = self.selectors.get(&unit) {
            return known;
        }
        let selector = self.fresh();
        self.selectors.insert(unit, selector);
        self.units.insert(selector, unit);
        selector
    }

    /// Asserts that two values are equal if a condition holds.
    fn tie(&mut self, condition: Formula, a: Formula, b: Formula) {
        let equal = self.formulas.iff(a, b);
        let tied = self.formulas.or(!condition, equal);
        self.query.assert(&self.formulas, tied);
    }

    fn constant(value: bool) -> Formula {
        if value { Formula::TRUE } else { Formula::FALSE }
    }

    /// The values with which runs begin.
    fn initial(&mut self) -> FxHashMap<Slot, Formula> {
        let pds = self.pds;
        let entry = Place::entry(pds.entry, pds);
        let slots: Vec<Slot> = self.precision.live_at(entry).collect();
        let procedure = &pds.procedures[pds.entry.index()];
        let value = |slot: Slot| match slot {
            Slot::Global(index) => pds.globals[index],
            Slot::Local(index) => procedure.init[index],
            _ => None,
        };
        slots.into_iter().map(|slot| (slot, value(slot).map_or_else(|| self.fresh(), Self::constant))).collect()
    }

    /// Asserts that something holds if a condition does.
    fn require(&mut self, condition: Formula, what: Formula) {
        let required = self.formulas.or(!condition, what);
        self.query.assert(&self.formulas, required);
    }

    /// Ways through a block, with what it is entered with, if they are wanted. What comes out beside them is what the block is entered with that is called
    /// last.
    fn run(
        &mut self,
        slice: &Slice<K>,
        entry: FxHashMap<Slot, Formula>,
        is_wanted: Formula,
    ) -> Result<(PathRun, FxHashMap<Slot, Formula>), StopReason> {
        let mut entry: Vec<(Slot, Formula)> = entry.into_iter().collect();
        entry.sort_unstable_by_key(|&(slot, _)| slot.input());
        let visits = self.taken(slice, is_wanted);
        let mut run = PathRun { block: slice.block, entry, visits, last: None, left: FxHashMap::default() };
        let mut onward: Vec<Vec<(usize, usize)>> = vec![Vec::new(); slice.visits.len()];
        for (visit, reached) in slice.visits.iter().enumerate() {
            for (number, way) in reached.ways.iter().enumerate() {
                if let &Way::Taken { from, .. } = way {
                    onward[from].push((visit, number));
                }
            }
        }
        let mut frame = Frame::default();
        for (from, onward) in onward.into_iter().enumerate() {
            for (visit, number) in onward {
                let Way::Taken { rule, returned, .. } = &slice.visits[visit].ways[number] else { continue };
                let is_taken = run.visits[visit][number].is_taken;
                let (step, values, entry) = self.step(slice, &run, &mut frame, from, *rule, is_taken)?;
                run.visits[visit][number].step = Some((from, step));
                let values = match (returned, self.pds.rules()[*rule as usize].kind) {
                    (Some(returned), RuleKind::Expansion { callee, .. }) => {
                        let (call, left) = self.call(callee, returned.clone(), entry, is_taken);
                        if let Some((_, step)) = &mut run.visits[visit][number].step {
                            step.call = Some(call);
                        }
                        left
                    }
                    _ => values,
                };
                frame.written.extend(values.into_iter().map(|(slot, value)| ((visit, number, slot), value)));
            }
        }
        let end = slice.visits.len() - 1;
        let mut next = FxHashMap::default();
        if let Some(rule) = slice.calls {
            let (step, _, entry) = self.step(slice, &run, &mut frame, end, rule, is_wanted)?;
            (run.last, next) = (Some(step), entry);
        }
        if let place @ Place::Exit(_) = slice.visits[end].place {
            let slots: Vec<Slot> = self.precision.live_at(place).collect();
            for slot in slots {
                let value = self.read(slice, &run, &mut frame, end, slot)?;
                run.left.insert(slot, value);
            }
        }
        Ok((run, next))
    }

    /// Which ways are taken to which visits: to one that is on the run, one of its ways.
    fn taken(&mut self, slice: &Slice<K>, is_wanted: Formula) -> Vec<Vec<PathWay>> {
        let mut is_visited = vec![Formula::FALSE; slice.visits.len()];
        is_visited.last_mut().into_iter().for_each(|last| *last = is_wanted);
        let mut visits: Vec<Vec<PathWay>> = Vec::new();
        for (visit, reached) in slice.visits.iter().enumerate().rev() {
            let mut ways = Vec::new();
            for way in &reached.ways {
                let is_taken = if reached.ways.len() == 1 { is_visited[visit] } else { self.fresh() };
                if let &Way::Taken { from, .. } = way {
                    is_visited[from] = self.formulas.or(is_visited[from], is_taken);
                }
                ways.push(PathWay { is_taken, step: None });
            }
            let some = ways.iter().fold(Formula::FALSE, |some, way| self.formulas.or(some, way.is_taken));
            self.require(is_visited[visit], some);
            visits.push(ways);
        }
        visits.reverse();
        visits
    }

    /// A step from a visit, if it is taken.
    fn step(
        &mut self,
        slice: &Slice<K>,
        run: &PathRun,
        frame: &mut Frame,
        at: usize,
        number: u32,
        is_taken: Formula,
    ) -> Result<Stepped, StopReason> {
        self.steps += 1;
        let pds = self.pds;
        let rule: &Rule = &pds.rules()[number as usize];
        let choices: Vec<Formula> = (0..rule.transfer.choices).map(|_| self.fresh()).collect();
        let mut applied = Applied { at, choices: &choices, memo: Memo::sparse() };
        let guard = self.formula(slice, run, frame, &mut applied, rule.transfer.guard)?;
        self.require(is_taken, guard);
        let callee = match rule.kind {
            RuleKind::Expansion { callee, .. } => Some(callee),
            _ => None,
        };
        let after = callee.map_or_else(|| Place::behind(rule, pds), |callee| Place::entry(callee, pds));
        let mut values = Vec::new();
        for &(slot, value) in &rule.transfer.updates {
            if self.precision.is_live(after, slot) {
                values.push((slot, self.formula(slice, run, frame, &mut applied, value)?));
            }
        }
        let mut entry = FxHashMap::default();
        if let Some(callee) = callee {
            let slots: Vec<Slot> = self.precision.live_at(Place::entry(callee, pds)).collect();
            entry.extend(values.iter().copied());
            for slot in slots.into_iter().filter(|slot| values.iter().all(|(own, _)| own != slot)) {
                let value = match slot {
                    Slot::Global(_) => self.read(slice, run, frame, at, slot)?,
                    _ => self.fresh(),
                };
                entry.insert(slot, value);
            }
        }
        Ok((PathStep { rule: number, choices, call: None }, values, entry))
    }
}
