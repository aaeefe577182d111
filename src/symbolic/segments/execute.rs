//! The execution: sources arrive at their locations, all others in topological order of what is left when edges end at heads.

use super::{CallAtom, Head, Leaves, Segments, Sink};
use crate::budget::Budget;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::fold::Cone;
use crate::logic::formula::{Formula, Input};
use crate::pds::analysis::components;
use crate::pds::{RuleId, RuleKind, Slot};
use crate::symbolic::arrivals::join;
use crate::symbolic::graph::{Execution, Graph, Name, Round, What};
use crate::symbolic::machine::{Machine, RuleStep, State};
use crate::symbolic::view::View;
use rustc_hash::{FxHashMap, FxHashSet};

/// Each location is executed once.
const ONCE: Round = Round::Copy(0);

pub(super) fn execute(
    (graph, view): (&mut Graph, &View<'_>),
    procedure: ProcId,
    is_head: &dyn Fn(LocId) -> bool,
    leaves: Leaves<'_>,
    budget: &Budget,
) -> Segments {
    let course = Course::of(view, procedure, is_head);
    let execution = Execution::Segments(procedure);
    let machine = Machine { graph, view, execution, procedure, arrivals: Default::default() };
    let sinks = course.heads.iter().map(|&head| (head, Vec::new())).collect();
    let mut executor = SegmentExecutor { machine, leaves, made: Segments::default(), sinks, returned: Vec::new() };
    executor.begin(&course);
    for &location in &course.order {
        budget.spend(1);
        executor.visit(location);
    }
    executor.finish(&course)
}

/// In which order control comes to the locations of a procedure.
struct Course {
    /// All of them.
    order: Vec<LocId>,
    /// The loop heads among them.
    heads: Vec<LocId>,
    /// What the procedure or a callee may write.
    written: FxHashSet<Slot>,
}

impl Course {
    fn of(view: &View<'_>, procedure: ProcId, is_head: &dyn Fn(LocId) -> bool) -> Course {
        let entry = view.pds.procedures[procedure.index()].entry;
        let mut numbers: FxHashMap<LocId, u32> = FxHashMap::from_iter([(entry, 0)]);
        let mut locations = vec![entry];
        let mut successors: Vec<Vec<u32>> = Vec::new();
        let mut written = FxHashSet::default();
        while let Some(&from) = locations.get(successors.len()) {
            let mut edges = Vec::new();
            for rule in view.rules_from(from).map(|rule| view.pds.rule(rule)) {
                written.extend(view.writes(rule));
                let (RuleKind::Neutration { to } | RuleKind::Expansion { to, .. }) = rule.kind else { continue };
                let number = *numbers.entry(to).or_insert_with(|| {
                    locations.push(to);
                    locations.len() as u32 - 1
                });
                if !is_head(to) {
                    edges.push(number);
                }
            }
            successors.push(edges);
        }
        let heads = || locations.iter().zip(0..).filter(|&(&location, _)| is_head(location));
        let roots = [0].into_iter().chain(heads().map(|(_, number)| number));
        let order = components(&successors, roots).into_iter().rev().flatten();
        let order = order.map(|number| locations[number as usize]).collect();
        Course { order, heads: heads().map(|(&head, _)| head).collect(), written }
    }
}

struct SegmentExecutor<'a, 'p, 'l> {
    machine: Machine<'a, 'p>,
    leaves: Leaves<'l>,
    made: Segments,
    /// For each head what arrives there, and ends.
    sinks: FxHashMap<LocId, Vec<(Formula, State)>>,
    /// For each return the condition and what it leaves.
    returned: Vec<(Formula, State)>,
}

impl SegmentExecutor<'_, '_, '_> {
    /// The sources.
    fn begin(&mut self, course: &Course) {
        let Machine { view, procedure, execution, .. } = self.machine;
        let ins = &view.interface_of(procedure).ins;
        let mut sources = self.sources(course).into_iter();
        let entered = sources.next().unwrap_or(Formula::TRUE);
        for (&at, source) in course.heads.iter().zip(sources) {
            let graph = &mut *self.machine.graph;
            let is_kept = |slot: &Slot| !course.written.contains(slot) && ins.binary_search(slot).is_ok();
            let slots: Vec<Slot> = view.layout(at).iter().copied().filter(|slot| !is_kept(slot)).collect();
            let state = view.layout(at).iter().map(|&slot| match is_kept(&slot) {
                true => graph.input(Name::Entry(procedure, slot)),
                false => graph.input(Name::At(execution, at, ONCE, What::Now(slot))),
            });
            let state: State = state.collect();
            let before =
                slots.iter().map(|&slot| graph.input(Name::At(execution, at, ONCE, What::Now(slot)))).collect();
            self.machine.arrivals.add((at, ONCE), source, state);
            self.made.heads.push(Head { at, slots, source, before, sink: Sink::default() });
        }
        let entry = view.pds.procedures[procedure.index()].entry;
        let state = self.machine.enter();
        self.machine.arrivals.add((entry, ONCE), entered, state);
        self.made.entered = entered;
    }

    /// Which source is chosen: the entry, then each head. By halves, so that the condition of one needs few inputs though there are many.
    fn sources(&mut self, course: &Course) -> Vec<Formula> {
        let execution = self.machine.execution;
        let graph = &mut *self.machine.graph;
        let mut sources = vec![Formula::TRUE; course.heads.len() + 1];
        let mut open = vec![(0, sources.len(), Formula::TRUE)];
        while let Some((begin, end, chosen)) = open.pop() {
            let middle = begin + (end - begin) / 2;
            if middle == begin {
                sources[begin] = chosen;
                continue;
            }
            let later = graph.input(Name::At(execution, course.heads[middle - 1], ONCE, What::Source));
            open.push((begin, middle, graph.formulas.and(chosen, !later)));
            open.push((middle, end, graph.formulas.and(chosen, later)));
        }
        sources
    }

    fn visit(&mut self, location: LocId) {
        let Some(mut before) = self.machine.arrive((location, ONCE)) else { return };
        let view = self.machine.view;
        if view.is_target(location) {
            let stop = self.machine.graph.input(Name::At(self.machine.execution, location, ONCE, What::Stop));
            self.made.stops.push((location, stop));
            let hits = self.machine.graph.formulas.and(before.here, stop);
            self.hit(hits);
            before.here = self.machine.graph.formulas.and(before.here, !stop);
        }
        let rules: Vec<RuleId> = view.rules_from(location).collect();
        let selected = self.machine.selectors(&rules, &before);
        for ((number, rule), selected) in (0..).zip(rules).zip(selected) {
            let Some((step, applied)) = self.machine.apply(&before, (number, rule), selected) else { continue };
            self.made.steps.push(applied);
            match step.rule.kind {
                RuleKind::Neutration { to } => {
                    let state = self.machine.state_after(&step, to);
                    self.edge(to, step.taken, state);
                }
                RuleKind::Contraction => {
                    let left = self.machine.left_by(&step);
                    self.returned.push((step.taken, left));
                }
                RuleKind::Expansion { callee, to } => self.call(&step, callee, to),
            }
        }
    }

    fn hit(&mut self, taken: Formula) {
        self.made.hits = self.machine.graph.formulas.or(self.made.hits, taken);
    }

    fn edge(&mut self, to: LocId, taken: Formula, state: State) {
        match self.sinks.get_mut(&to) {
            Some(sink) => sink.push((taken, state)),
            None => self.machine.arrivals.add((to, ONCE), taken, state),
        }
    }

    /// A call. Behind one that never returns there is nothing.
    fn call(&mut self, step: &RuleStep<'_>, callee: ProcId, to: LocId) {
        if let Some(leaf) = (self.leaves)(callee) {
            return self.copy(step, (callee, to), leaf);
        }
        let Machine { view, execution, .. } = self.machine;
        let (at, interface) = (step.before.location, view.interface_of(callee));
        let ins = self.machine.entered_by(step, callee);
        let graph = &mut *self.machine.graph;
        let outs = interface.outs.iter().map(|&slot| graph.input(Name::At(execution, at, ONCE, What::Value(slot))));
        let outs: State = outs.collect();
        let hits = match interface.may_hit {
            true => graph.input(Name::At(execution, at, ONCE, What::Hit)),
            false => Formula::FALSE,
        };
        let [hit, returned] = [hits, !hits].map(|is| graph.formulas.and(step.taken, is));
        self.hit(hit);
        if view.returns(callee) {
            let state = self.machine.state_behind(step, (callee, to), &outs);
            self.edge(to, returned, state);
        }
        self.made.calls.push(CallAtom { at, taken: step.taken, callee, ins, outs, hits });
    }

    /// A call of a leaf: what it does is done here.
    fn copy(&mut self, step: &RuleStep<'_>, (callee, to): (ProcId, LocId), leaf: &Segments) {
        let Machine { view, execution, .. } = self.machine;
        let at = step.before.location;
        let ins = self.machine.entered_by(step, callee);
        let graph = &mut *self.machine.graph;
        let Sink { taken, values } = &leaf.returns;
        let conditions =
            leaf.steps.iter().flat_map(|step| [step.taken].into_iter().chain(step.choices.iter().copied()));
        let roots = [*taken].into_iter().chain(values.iter().copied());
        let needed = graph.formulas.support(roots.clone().chain(conditions));
        let names = view.interface_of(callee).ins.iter().map(|&slot| Name::Entry(callee, slot));
        let given: Vec<Input> = names.map(|name| graph.number(name)).collect();
        let mut inputs: Vec<(Input, Formula)> = given.iter().copied().zip(ins).collect();
        for &input in needed.iter().filter(|&input| !given.contains(input)) {
            inputs.push((input, graph.input(Name::At(execution, at, ONCE, What::Callee(input)))));
        }
        let by: FxHashMap<Input, Formula> = inputs.iter().copied().collect();
        let cone = Cone::of(&graph.formulas, roots);
        let mut values = graph.substitute(&cone, |_, input| by[&input]);
        let returns = values.remove(0);
        self.made.copies.insert((at, callee), inputs);
        if view.returns(callee) {
            let taken = graph.formulas.and(step.taken, returns);
            let state = self.machine.state_behind(step, (callee, to), &values);
            self.edge(to, taken, state);
        }
    }

    fn finish(mut self, course: &Course) -> Segments {
        let Machine { view, procedure, .. } = self.machine;
        let graph = self.machine.graph;
        let sink = |arrived: Option<(Formula, State)>, count: usize| match arrived {
            Some((taken, values)) => Sink { taken, values },
            None => Sink { taken: Formula::FALSE, values: vec![Formula::FALSE; count] },
        };
        let outs = view.interface_of(procedure).outs.len();
        self.made.returns = sink(join(graph, self.returned), outs);
        for (head, at) in self.made.heads.iter_mut().zip(&course.heads) {
            let layout = view.layout(*at);
            let arrived = join(graph, self.sinks.remove(at).unwrap_or_default());
            let arrived = arrived.map(|(taken, state)| {
                let value = |slot| layout.binary_search(slot).map_or(Formula::FALSE, |at| state[at]);
                (taken, head.slots.iter().map(value).collect())
            });
            head.sink = sink(arrived, head.slots.len());
        }
        self.made
    }
}
