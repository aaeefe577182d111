//! What the engine knows of the states in which loop heads are visited, each formula over the values at the entry and those at the head, and
//! hidden inputs.
//!
//! That a head is visited in *some* of the rounds that were told apart is always known. Of many rounds that is a long formula, of which each question
//! is hard; so the set of visited states is found first, by images of one round from the states with which the component is
//! entered, as long as projections end within their limits. Either contains all states in which real runs come there.

use super::checker::Checker;
use super::closure::{CONFLICTS, STUBBORN};
use crate::budget::StopReason;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::query::{Query, Reply};
use crate::pds::Slot;
use crate::summaries::bodies::entries;
use crate::summaries::project::{Variables, Way};
use crate::symbolic::graph::{Name, Round, UnitId};
use crate::symbolic::rounds::{Arrival, Inputs, Shape, execute_with_arrivals, round_with_arrivals};
use crate::symbolic::segments::{Head, Segments};
use rustc_hash::{FxHashMap, FxHashSet};

/// The most images that are added up.
const IMAGES: usize = 100;

/// What is known of the visits in a body.
pub(super) struct Visits {
    arrivals: Vec<Arrival>,
    /// For each component whose states were asked for the set of those that its heads are visited in, if it was found.
    sets: FxHashMap<usize, Option<VisitedSet>>,
}

/// The states in which the heads of a component are visited.
struct VisitedSet {
    shape: Shape,
    inputs: Inputs,
    /// Over the values at the entry, what is kept, and the state after a round.
    set: Formula,
}

/// How images of a component of a body are made.
struct Images<'a> {
    unit: UnitId,
    inputs: &'a Inputs,
    /// Those of sets; their exits are the places of the state.
    variables: Variables,
    ways: Vec<Way>,
}

impl Checker<'_> {
    /// Nothing but what arrives at loop heads.
    pub fn visits(&mut self, unit: UnitId, segments: &Segments) -> Visits {
        let flow = self.flow(self.units.unit(unit).procedure);
        let heads = flow.components.iter().flat_map(|component| &component.heads);
        let heads: FxHashSet<LocId> = heads.copied().chain(segments.heads.iter().map(|head| head.at)).collect();
        let arrivals = self
            .with_setting(unit, |graph, setting| execute_with_arrivals(graph, setting, &|at| heads.contains(&at)).1);
        Visits { arrivals, sets: FxHashMap::default() }
    }

    /// That a loop head is visited in a state: what is easily asked first.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn visited(&mut self, unit: UnitId, head: &Head, visits: &mut Visits) -> Result<Vec<Formula>, StopReason> {
        let procedure = self.units.unit(unit).procedure;
        let component = self.flow(procedure).component_of(head.at);
        if self.bound(procedure, component) >= STUBBORN && !visits.sets.contains_key(&component) {
            let set = self.visited_set(unit, component, &visits.arrivals)?;
            visits.sets.insert(component, set);
        }
        let set = visits.sets.get(&component).and_then(Option::as_ref);
        let set = set.filter(|set| set.shape.heads.contains(&head.at));
        let known = set.map(|set| self.visited_of(procedure, set, head));
        let mut any = Formula::FALSE;
        for arrival in visits.arrivals.iter().filter(|arrival| arrival.at == head.at) {
            let layout = self.view.layout(arrival.at);
            let state = head.slots.iter().filter_map(|slot| Some(arrival.state[layout.binary_search(slot).ok()?]));
            let pairs: Vec<_> = head.before.iter().copied().zip(state).collect();
            let here = self.same(arrival.taken, pairs.into_iter());
            any = self.graph.formulas.or(any, here);
        }
        Ok(known.into_iter().chain([any]).collect())
    }

    /// A set of visited states, of one head.
    fn visited_of(&mut self, procedure: ProcId, visited: &VisitedSet, head: &Head) -> Formula {
        let VisitedSet { shape, inputs, set } = visited;
        let layout = self.view.layout(head.at).to_vec();
        let state = layout.iter().map(|slot| match head.slots.binary_search(slot) {
            Ok(at) => head.before[at],
            // What does not change is as it was.
            Err(_) => self.graph.input(Name::Entry(procedure, *slot)),
        });
        let state: Vec<Formula> = state.collect();
        let vector = shape.vector(&self.view, head.at, &state);
        // What is live at other heads only has any value.
        let kept = inputs.kept.iter().zip(&shape.kept);
        let kept = kept.filter_map(|(&input, slot)| Some((input, state[layout.binary_search(slot).ok()?])));
        self.graph.replaced(*set, inputs.after.iter().copied().zip(vector).chain(kept))
    }

    /// The states in which the heads of a component are visited: the least set that has those with which it is entered and the images of its
    /// own by a round, and what comes to heads inside of rounds.
    fn visited_set(
        &mut self,
        unit: UnitId,
        index: usize,
        arrivals: &[Arrival],
    ) -> Result<Option<VisitedSet>, StopReason> {
        let flow = self.flow(self.units.unit(unit).procedure);
        let shape = Shape::of(&self.view, &flow.components[index]);
        let inputs = Inputs::of(&mut self.graph, unit, index, &shape);
        let is_head = |at: LocId| shape.heads.contains(&at);
        let (step, inside) = self.with_setting(unit, |graph, setting| {
            round_with_arrivals(graph, setting, index, &shape, (&inputs.before, &inputs.kept), &is_head)
        });
        let variables = self.over_visits(unit, &shape, &inputs);
        let mut images = Images { unit, inputs: &inputs, variables, ways: self.engine.project.ways().to_vec() };
        let mut set = Formula::FALSE;
        let entered = |arrival: &&Arrival| flow.component_of(arrival.at) == index && arrival.round == Round::Copy(0);
        for arrival in arrivals.iter().filter(entered).filter(|arrival| is_head(arrival.at)) {
            let here = self.entered(&shape, &inputs, arrival);
            set = self.graph.formulas.or(set, here);
        }
        let Some(set) = self.closed_under(&mut images, &step, set)? else { return Ok(None) };
        let onto = self.onto_before(&inputs, set);
        let mut visited = Formula::FALSE;
        for arrival in inside {
            let vector = shape.vector(&self.view, arrival.at, &arrival.state);
            let here = self.graph.formulas.and(onto, arrival.taken);
            let Some(image) = self.image(&mut images, here, &vector)? else { return Ok(None) };
            visited = self.graph.formulas.or(visited, image);
        }
        Ok(Some(VisitedSet { shape, inputs, set: visited }))
    }

    /// The least set that contains a set and its images by a round, if it is found within the limits.
    fn closed_under(
        &mut self,
        images: &mut Images<'_>,
        round: &[Formula],
        set: Formula,
    ) -> Result<Option<Formula>, StopReason> {
        let inputs = images.inputs;
        let Some(mut set) = self.image(images, set, &inputs.after)? else { return Ok(None) };
        for _ in 0..IMAGES {
            let onto = self.onto_before(inputs, set);
            let onto = self.graph.formulas.and(onto, round[0]);
            let Some(image) = self.image(images, onto, &round[1..])? else { return Ok(None) };
            let mut query = Query::new(self.engine.solver);
            let reply = query.ask_within(&self.graph.formulas, &[image, !set], &self.budget, Some(CONFLICTS));
            self.stats.spend(&query.stats());
            match reply? {
                Reply::No(_) => return Ok(Some(set)),
                Reply::NotKnown => return Ok(None),
                Reply::Yes(_) => {
                    let more = self.graph.formulas.or(set, image);
                    let Some(more) = self.image(images, more, &inputs.after)? else { return Ok(None) };
                    set = more;
                }
            }
        }
        Ok(None)
    }

    /// A set of states after a round, as one of those before it.
    fn onto_before(&mut self, inputs: &Inputs, set: Formula) -> Formula {
        self.graph.replaced(set, inputs.after.iter().copied().zip(inputs.before.iter().copied()))
    }

    /// The states that there are under a condition, over what sets are over; nothing if the projection does not end within its limits.
    fn image(
        &mut self,
        images: &mut Images<'_>,
        condition: Formula,
        state: &[Formula],
    ) -> Result<Option<Formula>, StopReason> {
        let Images { unit, inputs, variables, ways } = images;
        let open = self.graph.open();
        let mut closed = |formula| self.graph.replaced(formula, [(open, Formula::TRUE)]);
        let condition = closed(condition);
        let state: Vec<Formula> = state.iter().map(|&value| closed(value)).collect();
        // What is over the places already is not equated with them once more.
        if state == inputs.after {
            let variables = Variables { inputs: variables.inputs.clone(), exits: Vec::new() };
            return self.projected_relation(*unit, &variables, (condition, &[]), ways);
        }
        self.projected_relation(*unit, variables, (condition, &state), ways)
    }

    /// That a component is entered in a state.
    fn entered(&mut self, shape: &Shape, inputs: &Inputs, arrival: &Arrival) -> Formula {
        let vector = shape.vector(&self.view, arrival.at, &arrival.state);
        let layout = self.view.layout(arrival.at);
        let kept = shape.kept.iter().zip(&inputs.kept);
        let kept = kept.filter_map(|(slot, &kept)| Some((kept, arrival.state[layout.binary_search(slot).ok()?])));
        let pairs: Vec<_> = inputs.after.iter().copied().zip(vector).chain(kept).collect();
        self.same(arrival.taken, pairs.into_iter())
    }

    /// The variables of sets of states of a component, and of their images: those of one slot side by side.
    fn over_visits(&mut self, unit: UnitId, shape: &Shape, inputs: &Inputs) -> Variables {
        let procedure = self.units.unit(unit).procedure;
        let own = entries(&mut self.graph, &self.view, procedure);
        let mut by_slot: Vec<(Option<Slot>, Formula, bool)> = Vec::new();
        let slots = self.view.interface_of(procedure).ins.iter();
        by_slot.extend(slots.zip(own).map(|(&slot, input)| (Some(slot), input, true)));
        by_slot.extend(shape.kept.iter().zip(&inputs.kept).map(|(&slot, &input)| (Some(slot), input, true)));
        let places = shape.places().zip(inputs.before.iter().zip(&inputs.after));
        by_slot.extend(places.flat_map(|(slot, (&before, &after))| [(slot, before, false), (slot, after, true)]));
        by_slot.sort_by_key(|&(slot, ..)| slot);
        let variables = by_slot.into_iter().map(|(_, input, is_kept)| (input, is_kept)).collect();
        Variables { inputs: variables, exits: inputs.after.clone() }
    }

    /// A condition holds, and each of these pairs is equal.
    pub fn same(&mut self, condition: Formula, pairs: impl Iterator<Item = (Formula, Formula)>) -> Formula {
        pairs.fold(condition, |all, (a, b)| {
            let same = self.graph.formulas.iff(a, b);
            self.graph.formulas.and(all, same)
        })
    }
}
