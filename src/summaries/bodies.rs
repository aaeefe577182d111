//! The segments of procedures, with what is known of the atoms in them: of calls, and of the loop heads where they begin.
//!
//! A *lemma* is a formula that is claimed to hold of a predicate: over the values at the entry, and those at the exit or at the loop head.
//! It *follows* if no segment breaks it whose atoms obey the lemmas that there are, its own among them. If all follow, all hold, by induction on
//! the derivations of runs: what begins is in the segments.

use super::predicate::Predicate;
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::logic::query::Assignment;
use crate::logic::sat::{Backend, SatStats};
use crate::symbolic::graph::{Graph, Name};
use crate::symbolic::segments::Segments;
use crate::symbolic::solvers::Solvers;
use crate::symbolic::view::View;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Segments and lemmas.
pub struct Bodies<'a> {
    /// For each location whether it is a loop head.
    heads: &'a [bool],
    segments: FxHashMap<ProcId, Rc<Segments>>,
    lemmas: BTreeMap<Predicate, Vec<Formula>>,
    /// One for each procedure.
    solvers: Solvers<ProcId, Asserted>,
}

/// What a solver was given.
#[derive(Default)]
struct Asserted {
    /// That runs end at the first target that they come to.
    stops: bool,
    /// How many lemmas of each atom.
    lemmas: FxHashMap<Atom, usize>,
}

/// Something in a segment of which only lemmas are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Atom {
    /// The segment begins at the loop head with this index.
    Head(usize),
    /// The call with this index returns.
    Return(usize),
    /// It hits.
    Hit(usize),
}

/// What an atom stands for in one run: the predicate, and the values of its arguments.
pub struct Point {
    /// Of what.
    pub predicate: Predicate,
    /// That its arguments have the values of the run, each as an input or its negation.
    pub literals: Vec<Formula>,
}

impl<'a> Bodies<'a> {
    /// Without lemmas.
    pub fn new(heads: &'a [bool], backend: Backend) -> Bodies<'a> {
        Bodies { heads, segments: FxHashMap::default(), lemmas: BTreeMap::new(), solvers: Solvers::new(backend) }
    }

    /// The segments of a procedure.
    pub fn segments(&mut self, graph: &mut Graph, view: &View<'_>, procedure: ProcId) -> Rc<Segments> {
        let heads = self.heads;
        let is_head = |location: LocId| heads[location.index()];
        let of = || Rc::new(Segments::of(graph, view, procedure, is_head, &|_| None, &Budget::unlimited()));
        self.segments.entry(procedure).or_insert_with(of).clone()
    }

    /// The segments of a procedure, if they were needed.
    pub fn known(&self, procedure: ProcId) -> Option<Rc<Segments>> {
        self.segments.get(&procedure).cloned()
    }

    /// The lemmas of a predicate.
    pub fn lemmas(&self, predicate: Predicate) -> &[Formula] {
        self.lemmas.get(&predicate).map_or(&[], Vec::as_slice)
    }

    /// From now on the atoms of this predicate obey a lemma more.
    pub fn add(&mut self, predicate: Predicate, lemma: Formula) {
        self.lemmas.entry(predicate).or_default().push(lemma);
    }

    /// How many lemmas there are.
    pub fn count(&self) -> usize {
        self.lemmas.values().map(Vec::len).sum()
    }

    /// What the solvers have done.
    pub fn stats(&self) -> SatStats {
        self.solvers.stats()
    }

    /// That a segment ends in a way that a lemma excludes, if its atoms do what they can.
    pub fn breaks(&mut self, graph: &mut Graph, view: &View<'_>, predicate: Predicate, lemma: Formula) -> Formula {
        let segments = self.segments(graph, view, predicate.procedure());
        let (taken, claimed) = match predicate {
            Predicate::Hits(_) => (segments.hits, lemma),
            Predicate::Returns(procedure) => {
                let exits = exits(graph, view, procedure);
                let values = segments.returns.values.iter().copied();
                (segments.returns.taken, graph.replaced(lemma, exits.into_iter().zip(values)))
            }
            Predicate::At(_, head) => {
                let head = &segments.heads[head];
                let pairs = head.before.iter().copied().zip(head.sink.values.iter().copied());
                (head.sink.taken, graph.replaced(lemma, pairs))
            }
        };
        graph.formulas.and(taken, !claimed)
    }

    /// Whether some of the lemmas of a procedure do not follow: `breaks` is that a segment breaks one of them. If so, the atoms of a run
    /// that does, in the order of the run.
    ///
    /// # Errors
    /// The limit that was hit.
    pub fn broken(
        &mut self,
        graph: &mut Graph,
        view: &View<'_>,
        (procedure, breaks): (ProcId, Formula),
        budget: &Budget,
    ) -> Result<Option<Vec<Point>>, StopReason> {
        if breaks == Formula::FALSE {
            return Ok(None);
        }
        let segments = self.segments(graph, view, procedure);
        self.read(graph, view, procedure, &segments);
        let (query, _) = self.solvers.of(procedure);
        let Some(found) = query.ask(&graph.formulas, &[breaks], budget)? else { return Ok(None) };
        Ok(Some(points(graph, view, procedure, &segments, &found)))
    }

    /// Gives the solver of a procedure the lemmas of its atoms that it has not.
    fn read(&mut self, graph: &mut Graph, view: &View<'_>, procedure: ProcId, segments: &Segments) {
        let Bodies { solvers, lemmas, .. } = self;
        let (query, known) = solvers.of(procedure);
        if !std::mem::replace(&mut known.stops, true) {
            segments.stops.iter().for_each(|&(_, stop)| query.assert(&graph.formulas, stop));
        }
        let heads = (0..segments.heads.len()).map(|head| (Atom::Head(head), Predicate::At(procedure, head)));
        let calls = segments.calls.iter().enumerate().flat_map(|(index, call)| {
            [(Atom::Return(index), Predicate::Returns(call.callee)), (Atom::Hit(index), Predicate::Hits(call.callee))]
        });
        for (atom, predicate) in heads.chain(calls) {
            let lemmas = lemmas.get(&predicate).map_or(&[][..], Vec::as_slice);
            let known = known.lemmas.entry(atom).or_default();
            for &lemma in &lemmas[*known..] {
                let (guard, lemma) = instance(graph, view, segments, atom, lemma);
                let obeyed = graph.formulas.implies(guard, lemma);
                query.assert(&graph.formulas, obeyed);
            }
            *known = lemmas.len();
        }
    }
}

/// When an atom counts, and a lemma of its predicate about its arguments.
fn instance(graph: &mut Graph, view: &View<'_>, segments: &Segments, atom: Atom, lemma: Formula) -> (Formula, Formula) {
    match atom {
        // The values at the entry are those of the activation, and those at the head are its inputs.
        Atom::Head(head) => (segments.heads[head].source, lemma),
        Atom::Return(call) => {
            let call = &segments.calls[call];
            let entries = entries(graph, view, call.callee).into_iter().zip(call.ins.iter().copied());
            let exits = exits(graph, view, call.callee).into_iter().zip(call.outs.iter().copied());
            let pairs: Vec<_> = entries.chain(exits).collect();
            (graph.formulas.and(call.taken, !call.hits), graph.replaced(lemma, pairs))
        }
        Atom::Hit(call) => {
            let call = &segments.calls[call];
            let entries = entries(graph, view, call.callee).into_iter().zip(call.ins.iter().copied());
            (graph.formulas.and(call.taken, call.hits), graph.replaced(lemma, entries))
        }
    }
}

/// The atoms of a run.
fn points(
    graph: &mut Graph,
    view: &View<'_>,
    procedure: ProcId,
    segments: &Segments,
    found: &Assignment,
) -> Vec<Point> {
    let own = entries(graph, view, procedure);
    let mut points: Vec<(Predicate, Vec<(Formula, Formula)>)> = Vec::new();
    for (index, head) in segments.heads.iter().enumerate() {
        let arguments = own.iter().chain(&head.before).map(|&input| (input, input)).collect();
        points.push((Predicate::At(procedure, index), arguments));
    }
    for call in &segments.calls {
        let mut arguments: Vec<_> =
            entries(graph, view, call.callee).into_iter().zip(call.ins.iter().copied()).collect();
        points.push((Predicate::Hits(call.callee), arguments.clone()));
        arguments.extend(exits(graph, view, call.callee).into_iter().zip(call.outs.iter().copied()));
        points.push((Predicate::Returns(call.callee), arguments));
    }
    let mut values = found.values(&graph.formulas);
    let heads = segments.heads.iter().map(|head| values.of(head.source));
    let mut counts: Vec<bool> = heads.collect();
    for call in &segments.calls {
        let (taken, hits) = (values.of(call.taken), values.of(call.hits));
        counts.extend([taken && hits, taken && !hits]);
    }
    let taken = points.into_iter().zip(counts).filter(|(_, counts)| *counts);
    let points = taken.map(|((predicate, arguments), _)| {
        let literals = arguments.into_iter().map(|(input, value)| if values.of(value) { input } else { !input });
        Point { predicate, literals: literals.collect() }
    });
    points.collect()
}

/// The values at the entry of a procedure, as inputs, in the order of its interface.
pub fn entries(graph: &mut Graph, view: &View<'_>, procedure: ProcId) -> Vec<Formula> {
    let ins = &view.interface_of(procedure).ins;
    ins.iter().map(|&slot| graph.input(Name::Entry(procedure, slot))).collect()
}

/// What a procedure leaves, as inputs, in the order of its interface.
pub fn exits(graph: &mut Graph, view: &View<'_>, procedure: ProcId) -> Vec<Formula> {
    let outs = &view.interface_of(procedure).outs;
    outs.iter().map(|&slot| graph.input(Name::Exit(procedure, slot))).collect()
}
