//! The bodies of predicates (2014-komuravelli, section 3: β with its paths).
//!
//! A body is a condition, that some run comes to the sink of the predicate, the predicate's arguments there, and *atoms*: what the run
//! takes from other predicates, where it begins at a loop head and where it calls.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::fold::Cone;
use crate::logic::formula::{Formula, Input, Node};
use crate::pds::RuleKind;
use crate::summaries::predicate::{Predicate, PredicateId};
use crate::symbolic::graph::{Graph, Name};
use crate::symbolic::segments::{Head, Segments, Sink};
use crate::symbolic::view::View;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::OnceCell;

/// The body of a predicate.
pub struct Body {
    pub predicate: Predicate,
    /// Its number.
    pub own: PredicateId,
    /// Some run comes to the sink.
    pub run: Formula,
    /// The arguments of the predicate there: the values at the entry, which are inputs, and then those at the sink.
    pub arguments: Vec<Formula>,
    /// How many of them are values at the entry.
    pub entered: usize,
    /// Sources first, and then calls in the order of runs.
    pub atoms: Vec<Atom>,
    /// The steps, by their index among those of the segments, that runs to the sink can make.
    pub steps: Vec<usize>,
    shape: OnceCell<Shape>,
}

/// What a run takes from another predicate.
#[derive(Clone)]
pub struct Atom {
    /// From which.
    pub predicate: PredicateId,
    /// The run does.
    pub guard: Formula,
    /// The arguments of the predicate: of a source the values at the entry and the inputs at the head; of a call with what the callee is
    /// entered, and, if it returns, inputs for what it leaves.
    pub arguments: Vec<Formula>,
    /// How many of them the run gives: of a call with what the callee is entered.
    pub given: usize,
    /// What it is.
    pub kind: AtomKind,
    /// Whether the predicate needs the one that this is the body of.
    pub is_recursive: bool,
}

/// What an atom is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtomKind {
    /// The run begins at a loop head.
    Source,
    /// A call that returns, by its index among those of the segments.
    Returns(usize),
    /// A call that hits.
    Hits(usize),
}

/// The formulas of a body, ready to be evaluated.
pub struct Shape {
    /// The roots are the condition, the arguments, and of each atom the guard and the arguments.
    pub cone: Cone,
    /// The inputs that occur.
    pub inputs: Vec<Input>,
    places: FxHashMap<Input, usize>,
    /// For each atom where its roots begin.
    pub atoms: Vec<usize>,
}

impl Shape {
    /// The place of an input among those that occur.
    pub fn place(&self, input: Input) -> Option<usize> {
        self.places.get(&input).copied()
    }
}

impl Body {
    /// Nobody asks about the predicate any more.
    pub fn forget(&mut self) {
        self.atoms = Vec::new();
        self.steps = Vec::new();
        self.shape.take();
    }

    /// What follows from the formulas.
    pub fn shape(&self, graph: &Graph) -> &Shape {
        self.shape.get_or_init(|| {
            let mut roots: Vec<Formula> = [self.run].into_iter().chain(self.arguments.iter().copied()).collect();
            let mut atoms = Vec::new();
            for atom in &self.atoms {
                atoms.push(roots.len());
                roots.push(atom.guard);
                roots.extend(&atom.arguments);
            }
            let cone = Cone::of(&graph.formulas, roots.iter().copied());
            let inputs = graph.formulas.support(roots);
            let places = inputs.iter().copied().zip(0..).collect();
            Shape { cone, inputs, places, atoms }
        })
    }
}

/// What is asked about hits.
pub struct Watch<'a> {
    /// Whether a target is watched.
    pub is_watched: &'a dyn Fn(LocId) -> bool,
    /// The predicates of procedures that can hit one.
    pub hits: &'a dyn Fn(ProcId) -> Option<PredicateId>,
}

/// The numbers of predicates.
pub type Numbers<'a> = &'a dyn Fn(Predicate) -> Option<PredicateId>;

/// A procedure whose bodies are to be made.
pub struct Builder<'a> {
    procedure: ProcId,
    segments: &'a Segments,
    entered: Vec<Formula>,
    /// For each location from where control comes to it.
    before: FxHashMap<LocId, Vec<LocId>>,
    /// From where it leaves the procedure.
    contractions: Vec<LocId>,
    /// What there is at a location, by its indices among those of the segments.
    heads: FxHashMap<LocId, usize>,
    calls: FxHashMap<LocId, Vec<usize>>,
    steps: FxHashMap<LocId, Vec<usize>>,
}

impl<'a> Builder<'a> {
    /// Of a procedure with its segments. Linear.
    pub fn new(graph: &mut Graph, view: &View<'_>, procedure: ProcId, segments: &'a Segments) -> Builder<'a> {
        let ins = view.interface_of(procedure).ins.iter();
        let entered = ins.map(|&slot| graph.input(Name::Entry(procedure, slot))).collect();
        let mut before: FxHashMap<LocId, Vec<LocId>> = FxHashMap::default();
        let mut contractions = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![view.pds.procedures[procedure.index()].entry];
        while let Some(from) = open.pop() {
            if !seen.insert(from) {
                continue;
            }
            for rule in view.rules_from(from) {
                match view.pds.rule(rule).kind {
                    RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } => {
                        before.entry(to).or_default().push(from);
                        open.push(to);
                    }
                    RuleKind::Contraction => contractions.push(from),
                }
            }
        }
        let heads = segments.heads.iter().enumerate().map(|(index, head)| (head.at, index)).collect();
        let calls = by_location(segments.calls.iter().map(|call| call.at));
        let steps = by_location(segments.steps.iter().map(|step| step.at));
        Builder { procedure, segments, entered, before, contractions, heads, calls, steps }
    }

    /// That a loop head is reached, by its index among those of the segments.
    pub fn at(&self, graph: &mut Graph, (own, head): (PredicateId, usize), numbers: Numbers<'_>) -> Body {
        let predicate = Predicate::At(self.procedure, head);
        let Head { at, sink, .. } = &self.segments.heads[head];
        let ends = self.before.get(at).cloned().unwrap_or_default();
        self.body(graph, own, (predicate, sink.taken, &sink.values), ends, numbers, &|_| None)
    }

    /// That the procedure returns.
    pub fn returns(&self, graph: &mut Graph, own: PredicateId, numbers: Numbers<'_>) -> Body {
        let Sink { taken, values } = &self.segments.returns;
        let predicate = Predicate::Returns(self.procedure);
        self.body(graph, own, (predicate, *taken, values), self.contractions.clone(), numbers, &|_| None)
    }

    /// That it hits what is watched.
    pub fn hits(&self, graph: &mut Graph, own: PredicateId, watch: &Watch<'_>, numbers: Numbers<'_>) -> Body {
        let Segments { stops, calls, .. } = self.segments;
        let mut run = self.segments.hits;
        let mut ends = Vec::new();
        for &(at, stop) in stops {
            match (watch.is_watched)(at) {
                true => ends.push(at),
                false => run = graph.formulas.and(run, !stop),
            }
        }
        for call in calls.iter().filter(|call| call.hits != Formula::FALSE) {
            match (watch.hits)(call.callee) {
                Some(_) => ends.push(call.at),
                None => run = graph.formulas.and(run, !call.hits),
            }
        }
        self.body(graph, own, (Predicate::Hits(self.procedure), run, &[]), ends, numbers, watch.hits)
    }

    /// A body whose runs end at one of these locations.
    fn body(
        &self,
        graph: &mut Graph,
        own: PredicateId,
        (predicate, run, values): (Predicate, Formula, &[Formula]),
        ends: Vec<LocId>,
        numbers: Numbers<'_>,
        hits: &dyn Fn(ProcId) -> Option<PredicateId>,
    ) -> Body {
        let region = self.region(ends);
        let mut atoms = Vec::new();
        let mut add = |predicate: Option<PredicateId>, guard: Formula, arguments: Vec<Formula>, given, kind| {
            if let Some(predicate) = predicate.filter(|_| guard != Formula::FALSE) {
                atoms.push(Atom { predicate, guard, arguments, given, kind, is_recursive: false });
            }
        };
        let mut heads: Vec<usize> = region.iter().filter_map(|at| self.heads.get(at).copied()).collect();
        heads.sort_unstable();
        for index in heads {
            let head = &self.segments.heads[index];
            let arguments = self.entered.iter().chain(&head.before).copied().collect();
            add(numbers(Predicate::At(self.procedure, index)), head.source, arguments, 0, AtomKind::Source);
        }
        for index in indices(&region, &self.calls) {
            let call = &self.segments.calls[index];
            let arguments = call.ins.iter().chain(&call.outs).copied().collect();
            let [returns, hit] = [!call.hits, call.hits].map(|how| graph.formulas.and(call.taken, how));
            let callee = numbers(Predicate::Returns(call.callee));
            add(callee, returns, arguments, call.ins.len(), AtomKind::Returns(index));
            add(hits(call.callee), hit, call.ins.clone(), call.ins.len(), AtomKind::Hits(index));
        }
        Body {
            predicate,
            own,
            run,
            arguments: self.entered.iter().chain(values).copied().collect(),
            entered: self.entered.len(),
            atoms,
            steps: indices(&region, &self.steps),
            shape: OnceCell::new(),
        }
    }

    /// From where control comes to one of these locations without passing a loop head, and the heads from where it does.
    fn region(&self, ends: Vec<LocId>) -> FxHashSet<LocId> {
        let mut region = FxHashSet::default();
        let mut open = ends;
        while let Some(at) = open.pop() {
            if region.insert(at) && !self.heads.contains_key(&at) {
                open.extend(self.before.get(&at).into_iter().flatten());
            }
        }
        region
    }
}

/// For each location the indices of what is there.
fn by_location(places: impl Iterator<Item = LocId>) -> FxHashMap<LocId, Vec<usize>> {
    let mut by: FxHashMap<LocId, Vec<usize>> = FxHashMap::default();
    places.enumerate().for_each(|(index, at)| by.entry(at).or_default().push(index));
    by
}

/// The indices of what is at some locations, in order.
fn indices(region: &FxHashSet<LocId>, by: &FxHashMap<LocId, Vec<usize>>) -> Vec<usize> {
    let mut indices: Vec<usize> = region.iter().filter_map(|at| by.get(at)).flatten().copied().collect();
    indices.sort_unstable();
    indices
}

/// The input that a formula is, perhaps negated.
pub fn as_input(graph: &Graph, formula: Formula) -> Option<(Input, bool)> {
    match graph.formulas.node(formula.node()) {
        Node::Input(input) => Some((input, formula.is_negated())),
        _ => None,
    }
}
