//! Relations as diagrams.

use super::{Changed, Computed, Domain};
use crate::budget::{Budget, StopReason};
use crate::engine::bam::places::Place;
use crate::engine::bam::precision::Precision;
use crate::engine::bam::stats::Cost;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Column, Columns, Limits, TooManyColumns};
use crate::logic::formula::{Formula, Formulas};
use crate::pds::passes::Prepared;
use crate::pds::{Rule, RuleKind, Slot};
use crate::relational::Relations;
use crate::relational::frames::{Copies, Frames, Vertex};
use crate::relational::live::Live;
use crate::relational::order::Order;
use crate::relational::states::{Values, sorted, value};
use crate::relational::variables::{Columns as Which, Variables};
use rustc_hash::FxHashSet;

/// The most nodes that a manager can number.
const MOST: usize = 1 << 30;

/// A pair of a relation, over the columns that are looked at: what was entered, and what holds now.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct State {
    /// What was entered.
    pub(super) entered: Values,
    /// What holds now.
    pub(super) now: Values,
}

/// Relations between what is tracked, as diagrams.
pub struct Predicates<'p> {
    pub(super) system: &'p Prepared,
    budget: Budget,
    first: Order,
    variables: Variables,
    /// The variables from top to bottom, and how many of them were tracked when they were put so; `None` if they stay so.
    order: Vec<Vertex>,
    ordered: Option<usize>,
    pub(super) relations: Relations<'p>,
    /// All columns but entered ones.
    not_entered: Columns,
    cost: Cost,
}

impl<'p> Predicates<'p> {
    /// Nothing is tracked yet.
    ///
    /// # Errors
    /// If there are too many variables.
    pub fn new(
        system: &'p Prepared,
        precision: &Precision<'_>,
        listed: &[Vertex],
        asked: Option<Order>,
        budget: &Budget,
    ) -> Result<Predicates<'p>, StopReason> {
        let live = Live::of(system);
        let variables = Variables::new(&system.pds, &live, Which::Read, budget)?;
        let first = asked.unwrap_or(variables.suited()[0]);
        let order = variables.ordered(listed, first, budget)?;
        let mut relations = relations(system, precision, &order, budget)?;
        let not_entered = not_entered(&mut relations);
        Ok(Predicates {
            system,
            budget: budget.clone(),
            first,
            variables,
            order,
            // Who lists variables knows better.
            ordered: listed.is_empty().then_some(0),
            relations,
            not_entered,
            cost: Cost::default(),
        })
    }

    pub(super) fn rule(&self, rule: u32) -> &'p Rule {
        &self.system.pds.rules()[rule as usize]
    }

    /// The order of variables is not made anew.
    pub(super) fn keep_order(&mut self) {
        self.ordered = None;
    }

    fn here(&self, rule: u32) -> LocId {
        self.rule(rule).from
    }

    /// Of a model the state at a location.
    fn state(&self, location: LocId, picked: &Values) -> State {
        let procedure = self.system.pds.procedure_of(location);
        State { entered: self.relations.entered(procedure, picked), now: self.relations.now(location, picked) }
    }

    pub(super) fn cube(&mut self, state: &State) -> BddId {
        self.relations.bdds.cube(&[state.entered.as_slice(), &state.now].concat())
    }

    /// A set that meets what a rule is made of, and some values of columns during it.
    fn during(&mut self, set: BddId, rule: u32, known: &[(Column, bool)]) -> Result<BddId, StopReason> {
        let compiled = self.relations.rule(rule)?;
        let cube = self.relations.bdds.cube(&sorted(known.to_vec()));
        let mut all = self.relations.bdds.and(set, cube)?;
        for &part in &compiled.parts {
            all = self.relations.bdds.and(all, part)?;
        }
        Ok(all)
    }

    /// The columns in which a block has what it is entered with, and those in which a call has it while a rule is met part by part: a global that
    /// goes through the callee and is not updated is where the caller has it.
    pub(super) fn entries_during(&self, block: ProcId) -> Vec<(Column, Column)> {
        let during = |(slot, copies): (Slot, Copies)| {
            let goes_through = matches!(slot, Slot::Global(_)) && !self.relations.live.is_kept(block, slot);
            Some((copies.entered?, if goes_through { copies.now } else { copies.next }))
        };
        self.relations.given_slots(block).into_iter().filter_map(during).collect()
    }

    /// Of a model of a call the values with which the callee is entered.
    fn entered_by(&self, block: ProcId, picked: &Values) -> Values {
        let columns = self.entries_during(block).into_iter();
        sorted(columns.map(|(entered, during)| (entered, value(picked, during))).collect())
    }

    /// Entries, as a call has them.
    fn as_called(&mut self, block: ProcId, entries: BddId) -> Result<BddId, StopReason> {
        let columns = self.entries_during(block);
        let renaming = self.relations.bdds.renaming(columns);
        Ok(self.relations.bdds.rename(entries, renaming)?)
    }

    /// What is proved of states that are not entered with hits.
    fn without(&mut self, set: BddId, hits: Option<&BddId>) -> Result<BddId, StopReason> {
        match hits {
            Some(&hits) => Ok(self.relations.bdds.diff(set, hits)?),
            None => Ok(set),
        }
    }
}

fn not_entered(relations: &mut Relations<'_>) -> Columns {
    let entered: FxHashSet<Column> = relations.bdds.members(relations.entered).iter().copied().collect();
    let all = (0..relations.frames.columns()).map(|number| Column(number as u16));
    let others: Vec<Column> = all.filter(|column| !entered.contains(column)).collect();
    relations.bdds.column_set(others)
}

fn relations<'p>(
    system: &'p Prepared,
    precision: &Precision<'_>,
    order: &[Vertex],
    budget: &Budget,
) -> Result<Relations<'p>, StopReason> {
    let unsupported = |too_many: TooManyColumns| StopReason::Unsupported(too_many.to_string());
    let frames = Frames::new(&system.pds, order).map_err(unsupported)?;
    let limits = Limits { budget: budget.clone(), nodes: budget.nodes().unwrap_or(MOST).min(MOST) };
    Relations::new(&system.pds, Live::only(system, precision.slots()), frames, limits).map_err(unsupported)
}

/// Some variables, in an order.
fn among(order: &[Vertex], some: &FxHashSet<Vertex>) -> Vec<Vertex> {
    order.iter().copied().filter(|vertex| some.contains(vertex)).collect()
}

/// Nothing is no set.
fn some(set: BddId) -> Computed<BddId> {
    Ok((!set.is_false()).then_some(set))
}

impl Domain for Predicates<'_> {
    type Set = BddId;
    type State = State;

    fn initial(&mut self) -> Result<BddId, StopReason> {
        let pds = &self.system.pds;
        let globals = pds
            .globals
            .iter()
            .enumerate()
            .filter(|(index, _)| self.relations.live.entry(pds.entry).contains(&Slot::Global(*index)));
        let literals = globals.filter_map(|(index, &init)| {
            Some((self.relations.frames.copies(pds.entry, Slot::Global(index))?.next, init?))
        });
        let literals: Values = sorted(literals.collect());
        Ok(self.relations.bdds.cube(&literals))
    }

    fn begin(&mut self, block: ProcId, entries: &BddId) -> Result<BddId, StopReason> {
        self.relations.begin(block, *entries)
    }

    fn step(&mut self, rule: u32, set: &BddId) -> Computed<BddId> {
        some(self.relations.apply(*set, rule)?)
    }

    fn wait(&mut self, rule: u32, set: &BddId) -> Computed<BddId> {
        some(self.relations.apply(*set, rule)?)
    }

    fn entries(&mut self, _: u32, waiting: &BddId) -> Result<BddId, StopReason> {
        self.relations.entries_of(*waiting)
    }

    fn resume(&mut self, rule: u32, waiting: &BddId, summary: &BddId) -> Computed<BddId> {
        let RuleKind::Expansion { to, .. } = self.rule(rule).kind else { return Ok(None) };
        some(self.relations.resumed(*waiting, *summary, to)?)
    }

    fn hits(&mut self, set: &BddId) -> Result<BddId, StopReason> {
        Ok(self.relations.bdds.exists(*set, self.not_entered)?)
    }

    fn hits_within(&mut self, _: u32, waiting: &BddId, hits: &BddId) -> Computed<BddId> {
        let hits = self.relations.bdds.rename(*hits, self.relations.to_next)?;
        some(self.relations.bdds.and_exists(*waiting, hits, self.not_entered)?)
    }

    fn first_hits(&mut self, hits: &BddId) -> Computed<State> {
        let initial = self.initial()?;
        let initial = self.relations.bdds.rename(initial, self.relations.to_entered)?;
        let first = self.relations.bdds.and(initial, *hits)?;
        let picked = self.relations.bdds.pick(first);
        let entry = self.system.pds.entry;
        Ok(picked.map(|picked| State { entered: self.relations.entered(entry, &picked), now: Values::new() }))
    }

    fn news(&mut self, known: &BddId, set: &BddId) -> Computed<BddId> {
        some(self.relations.bdds.diff(*set, *known)?)
    }

    fn join(&mut self, a: &BddId, b: &BddId) -> Result<BddId, StopReason> {
        let joined = self.relations.bdds.or(*a, *b)?;
        self.cost.largest_set = self.cost.largest_set.max(self.relations.bdds.size(joined));
        Ok(joined)
    }

    fn has(&mut self, set: &BddId, state: &State) -> Result<bool, StopReason> {
        let cube = self.cube(state);
        Ok(!self.relations.bdds.and(*set, cube)?.is_false())
    }

    fn before(&mut self, set: &BddId, rule: u32, after: &State) -> Computed<State> {
        let compiled = self.relations.rule(rule)?;
        let written = &compiled.written;
        let during = after.now.iter().map(|&(column, value)| (written.get(&column).copied().unwrap_or(column), value));
        let known: Values = after.entered.iter().copied().chain(during).collect();
        let all = self.during(*set, rule, &known)?;
        Ok(self.relations.bdds.pick(all).map(|picked| self.state(self.here(rule), &picked)))
    }

    fn before_return(&mut self, set: &BddId, rule: u32, summary: &BddId, after: &State) -> Computed<(State, State)> {
        let RuleKind::Expansion { callee, .. } = self.rule(rule).kind else { return Ok(None) };
        let returns = self.returns(rule);
        let of =
            |columns: &[Column]| columns.iter().map(|&column| (column, value(&after.now, column))).collect::<Values>();
        let (left, kept) = (of(&returns.left), of(&returns.kept));
        let exits = self.exit_columns(callee);
        let left = self.relations.bdds.cube(&left);
        let exit = self.relations.bdds.and(*summary, left)?;
        let entries = self.relations.bdds.exists(exit, self.not_entered)?;
        let entries = self.as_called(callee, entries)?;
        let known: Values = after.entered.iter().chain(&kept).copied().collect();
        let all = self.during(*set, rule, &known)?;
        let all = self.relations.bdds.and(all, entries)?;
        let Some(picked) = self.relations.bdds.pick(all) else { return Ok(None) };
        let entered = self.entered_by(callee, &picked);
        let cube = self.relations.bdds.cube(&entered);
        let exit = self.relations.bdds.and(exit, cube)?;
        let Some(of_exit) = self.relations.bdds.pick(exit) else { return Ok(None) };
        let now = sorted(exits.into_iter().map(|column| (column, value(&of_exit, column))).collect());
        Ok(Some((self.state(self.here(rule), &picked), State { entered, now })))
    }

    fn entered(&mut self, set: &BddId, location: LocId, entered: &State) -> Computed<State> {
        let cube = self.relations.bdds.cube(&entered.entered);
        let all = self.relations.bdds.and(*set, cube)?;
        Ok(self.relations.bdds.pick(all).map(|picked| self.state(location, &picked)))
    }

    fn before_hit(&mut self, set: &BddId, rule: u32, hits: &BddId, entered: &State) -> Computed<(State, State)> {
        let RuleKind::Expansion { callee, .. } = self.rule(rule).kind else { return Ok(None) };
        let hits = self.as_called(callee, *hits)?;
        let all = self.during(*set, rule, &entered.entered)?;
        let all = self.relations.bdds.and(all, hits)?;
        let Some(picked) = self.relations.bdds.pick(all) else { return Ok(None) };
        let inner = State { entered: self.entered_by(callee, &picked), now: Values::new() };
        Ok(Some((self.state(self.here(rule), &picked), inner)))
    }

    fn refine(&mut self, precision: &Precision<'_>, changed: &Changed) -> Result<bool, StopReason> {
        let pds = &self.system.pds;
        let tracked = precision.variables();
        if self.ordered.is_some_and(|before| tracked.len() >= 2 * before) {
            self.ordered = Some(tracked.len());
            let order = self.variables.focused(&tracked, &self.order, self.first, &self.budget)?;
            if among(&order, &tracked) != among(&self.order, &tracked) {
                let peak = self.relations.stats().nodes_peak;
                self.relations = relations(self.system, precision, &order, &self.budget)?;
                self.not_entered = not_entered(&mut self.relations);
                self.order = order;
                self.cost.nodes = self.cost.nodes.max(peak);
                self.cost.orders += 1;
                return Ok(true);
            }
        }
        let is_changed = |rule: &Rule| {
            let entry = match rule.kind {
                RuleKind::Expansion { callee, .. } => Some(Place::entry(callee, pds)),
                _ => None,
            };
            let mut touched = [Some(Place::At(rule.from)), Some(Place::behind(rule, pds)), entry].into_iter().flatten();
            touched.any(|place| changed.places[place.number(pds)])
        };
        self.relations.look(Live::only(self.system, precision.slots()), is_changed);
        Ok(false)
    }

    fn garbage_due(&self) -> bool {
        self.relations.garbage_due()
    }

    fn collect(&mut self, needed: Vec<BddId>) {
        self.cost.nodes = self.cost.nodes.max(self.relations.stats().nodes_peak);
        self.relations.collect(needed.into_iter());
    }

    fn proved_at(
        &mut self,
        formulas: &mut Formulas,
        location: LocId,
        set: &BddId,
        hits: Option<&BddId>,
    ) -> Result<Formula, StopReason> {
        let set = self.without(*set, hits)?;
        self.relations.proved_at(formulas, location, set)
    }

    fn proved_exit(
        &mut self,
        formulas: &mut Formulas,
        block: ProcId,
        set: &BddId,
        hits: Option<&BddId>,
    ) -> Result<Formula, StopReason> {
        let set = self.without(*set, hits)?;
        self.relations.proved_exit(formulas, block, set)
    }

    fn proved_entry(
        &mut self,
        formulas: &mut Formulas,
        block: ProcId,
        entries: &BddId,
        hits: Option<&BddId>,
    ) -> Result<Formula, StopReason> {
        let entries = self.relations.bdds.rename(*entries, self.relations.to_entered)?;
        let entries = self.without(entries, hits)?;
        self.relations.proved_given(formulas, block, entries)
    }

    fn cost(&self) -> Cost {
        Cost { nodes: self.cost.nodes.max(self.relations.stats().nodes_peak), ..self.cost }
    }
}
