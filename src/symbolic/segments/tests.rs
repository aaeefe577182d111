//! Segments against the meaning of the program: of random procedures, the relation of every pair of a source and a sink.

use super::*;
use crate::budget::Budget;
use crate::generate::random::{self, Knobs};
use crate::lang::cfg::{self, Role};
use crate::lang::program::semantics::{Bits, Choices, Effect, State, activate, choices_at, resume, step};
use crate::lang::program::{Kind, Place, Point, Program};
use crate::logic::formula::Input;
use crate::logic::query::Query;
use crate::logic::rows::any_of;
use crate::logic::sat::Backend;
use crate::pds::analysis::cuts;
use crate::pds::analysis::{ModRef, Reach};
use crate::pds::{self, SymbolicPds, Target};
use crate::symbolic::graph::Name;
use crate::{Options, Source, pipeline::load};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// What an activation is entered with: the globals and its parameters.
type Entry = (ProcId, Bits, Bits);

/// Where segments lead that begin in one state.
#[derive(Default)]
struct Ends {
    heads: BTreeSet<(Point, State)>,
    returns: BTreeSet<(Bits, Bits)>,
    hits: bool,
}

/// The runs of a program by enumeration of all states, one statement at a time.
struct Enumeration<'p> {
    program: &'p Program,
    /// The labels that are targets; violations are, too.
    labels: FxHashSet<Place>,
    /// What activations that were entered like this leave, and whether they hit.
    summaries: FxHashMap<Entry, (BTreeSet<(Bits, Bits)>, bool)>,
}

impl Enumeration<'_> {
    /// The summaries of all entries, as the least fixpoint.
    fn complete(&mut self) {
        loop {
            let mut has_grown = false;
            for procedure in (0..self.program.procedures.len()).map(ProcId::from_index) {
                for globals in values(self.program.globals.len()) {
                    for params in values(self.program[procedure].params) {
                        let starts = self.starts(procedure, &globals, &params);
                        let ends = self.ends(procedure, starts, &|_| false);
                        let known = self.summaries.entry((procedure, globals.clone(), params)).or_default();
                        has_grown |= (ends.returns.len(), ends.hits) != (known.0.len(), known.1);
                        *known = (ends.returns, ends.hits);
                    }
                }
            }
            if !has_grown {
                return;
            }
        }
    }

    /// The states with which an activation begins.
    fn starts(&self, procedure: ProcId, globals: &Bits, params: &Bits) -> Vec<(Point, State)> {
        let all = values(self.program[procedure].locals.len());
        let all = all.filter(|locals| activate(self.program, procedure, params, locals));
        all.map(|locals| (Point::ENTRY, State { globals: globals.clone(), locals })).collect()
    }

    /// Where runs lead from these states, up to heads.
    fn ends(&self, procedure: ProcId, starts: Vec<(Point, State)>, is_head: &dyn Fn(Point) -> bool) -> Ends {
        let mut ends = Ends::default();
        let mut seen: FxHashSet<(Point, State)> = starts.iter().cloned().collect();
        let mut open = starts;
        while let Some((point, state)) = open.pop() {
            let place = Place { procedure, point };
            ends.hits |= self.labels.contains(&place);
            for effect in self.effects(place, &state, &mut ends) {
                if is_head(effect.0) {
                    ends.heads.insert(effect);
                } else if seen.insert(effect.clone()) {
                    open.push(effect);
                }
            }
        }
        ends
    }

    fn effects(&self, place: Place, state: &State, ends: &mut Ends) -> Vec<(Point, State)> {
        let program = self.program;
        let targets = match program[place].kind {
            Kind::Goto(points) => points.len(),
            _ => 1,
        };
        let mut effects = Vec::new();
        for target in 0..targets {
            for bits in values(choices_at(program, place)) {
                match step(program, place, state, Choices { bits: &bits, target }) {
                    Effect::Blocked => {}
                    Effect::Violation => ends.hits = true,
                    Effect::Step(point, after) => effects.push((point, after)),
                    Effect::Return(results) => drop(ends.returns.insert((state.globals.clone(), results))),
                    Effect::Call(callee, params) => {
                        let entry = (callee, state.globals.clone(), params);
                        let Some((left, hits)) = self.summaries.get(&entry) else { continue };
                        ends.hits |= hits;
                        for (globals, results) in left {
                            let next = resume(program, place, &state.locals, globals, results, &bits);
                            if let Effect::Step(point, after) = next {
                                effects.push((point, after));
                            }
                        }
                    }
                }
            }
        }
        effects
    }
}

/// One procedure of one program.
struct Case<'a> {
    enumeration: &'a Enumeration<'a>,
    view: &'a View<'a>,
    pds: &'a SymbolicPds,
    reach: &'a Reach,
    graph: Graph,
    procedure: ProcId,
    segments: Segments,
    query: Query,
    text: &'a str,
}

impl Case<'_> {
    fn value(slot: Slot, globals: &Bits, locals: &Bits, results: &Bits) -> bool {
        match slot {
            Slot::Global(index) => globals[index],
            Slot::Local(index) => locals[index],
            Slot::Result(index) => results[index],
            Slot::Choice(_) => unreachable!("no variable"),
        }
    }

    /// What is known of a callee: that it returns like this, and that it hits.
    fn atom(&mut self, call: &CallAtom) -> Formula {
        let interface = self.view.interface_of(call.callee).clone();
        let (mut returned, mut hit, none) = (Vec::new(), Vec::new(), Bits::new());
        for ((callee, globals, params), (left, hits)) in &self.enumeration.summaries {
            if *callee != call.callee {
                continue;
            }
            let ins = interface.ins.iter().map(|&slot| Self::value(slot, globals, params, &none));
            let ins: Bits = ins.collect();
            if *hits {
                hit.push(ins.clone());
            }
            for (globals, results) in left {
                let outs = interface.outs.iter().map(|&slot| Self::value(slot, globals, &none, results));
                returned.push(ins.iter().by_vals().chain(outs).collect());
            }
        }
        let names = interface.ins.iter().map(|&slot| Name::Entry(call.callee, slot));
        let names = names.chain(interface.outs.iter().map(|&slot| Name::Exit(call.callee, slot)));
        let inputs: Vec<Input> = names.map(|name| self.graph.number(name)).collect();
        let [returned, hit] = [(returned, inputs.len()), (hit, interface.ins.len())]
            .map(|(rows, width)| any_of(&mut self.graph.formulas, &inputs[..width], rows));
        let given: Vec<Formula> = call.ins.iter().chain(&call.outs).copied().collect();
        let pairs: Vec<_> = inputs.iter().map(|&input| self.graph.formulas.input(input)).zip(given).collect::<Vec<_>>();
        let [returned, hit] = [returned, hit].map(|formula| self.graph.replaced(formula, pairs.iter().copied()));
        let left = self.graph.formulas.ite(call.hits, hit, returned);
        self.graph.formulas.implies(call.taken, left)
    }

    /// Compares all pairs of a source and a sink; how many there are that some run takes.
    fn compare(&mut self) -> usize {
        let calls = self.segments.calls.clone();
        let atoms = calls.iter().fold(Formula::TRUE, |all, call| {
            let atom = self.atom(call);
            self.graph.formulas.and(all, atom)
        });
        let entry = self.pds.procedures[self.procedure.index()].entry;
        let point = |at: LocId| Point((at.index() - entry.index()) as u32);
        let heads = self.segments.heads.clone();
        let is_head = |at: Point| heads.iter().any(|head| point(head.at) == at);
        let (program, ins) = (self.enumeration.program, self.view.interface_of(self.procedure).ins.clone());
        // For each pair the rows: what the run begins with, and what it ends with.
        let mut rows: Vec<Vec<Vec<Bits>>> = vec![vec![Vec::new(); heads.len() + 2]; heads.len() + 1];
        for globals in values(program.globals.len()) {
            for params in values(program[self.procedure].params) {
                let none = Bits::new();
                let entered: Bits = ins.iter().map(|&slot| Self::value(slot, &globals, &params, &none)).collect();
                let starts = self.enumeration.starts(self.procedure, &globals, &params);
                let ends = self.enumeration.ends(self.procedure, starts, &is_head);
                self.note(&mut rows[0], &entered, &ends, &heads, &point);
                for (number, head) in heads.iter().enumerate() {
                    for now in values(program.globals.len() + program[self.procedure].locals.len()) {
                        let (own, locals) = now.split_at(program.globals.len());
                        let mut state = State { globals: own.to_bitvec(), locals: locals.to_bitvec() };
                        // What is never written is as it was.
                        for &slot in self.view.layout(head.at).iter().filter(|slot| !head.slots.contains(slot)) {
                            match slot {
                                Slot::Global(index) => state.globals.set(index, globals[index]),
                                Slot::Local(index) => state.locals.set(index, params[index]),
                                _ => unreachable!("results are stored at once"),
                            }
                        }
                        let before = head.slots.iter().map(|&s| Self::value(s, &state.globals, &state.locals, &none));
                        let before: Bits = entered.iter().by_vals().chain(before).collect();
                        let start = vec![(point(head.at), state)];
                        let ends = self.enumeration.ends(self.procedure, start, &is_head);
                        self.note(&mut rows[number + 1], &before, &ends, &heads, &point);
                    }
                }
            }
        }
        let entered = ins.iter().map(|&slot| self.graph.input(Name::Entry(self.procedure, slot)));
        let entered: Vec<Formula> = entered.collect();
        let returns = self.segments.returns.clone();
        let hits = Sink { taken: self.segments.hits, values: Vec::new() };
        let sinks: Vec<Sink> = heads.iter().map(|head| head.sink.clone()).chain([returns, hits]).collect();
        self.check_that_sinks_exclude_each_other(&sinks);
        let mut pairs = 0;
        for (source, rows) in rows.into_iter().enumerate() {
            let (here, before) = match source.checked_sub(1) {
                None => (self.segments.entered, Vec::new()),
                Some(head) => (heads[head].source, heads[head].before.clone()),
            };
            for (sink, rows) in sinks.iter().zip(rows) {
                pairs += usize::from(!rows.is_empty());
                let given: Vec<Formula> = entered.iter().chain(&before).chain(&sink.values).copied().collect();
                self.check_pair(&[here, sink.taken, atoms], &given, rows);
            }
        }
        pairs
    }

    /// Notes where runs lead, by sink: heads, return, hit. Only what lies on a way to the target is executed.
    fn note(&self, rows: &mut [Vec<Bits>], before: &Bits, ends: &Ends, heads: &[Head], point: &dyn Fn(LocId) -> Point) {
        let none = Bits::new();
        for (head, rows) in heads.iter().zip(rows.iter_mut()) {
            let here = ends.heads.iter().filter(|(at, _)| *at == point(head.at));
            rows.extend(here.map(|(_, state)| {
                let after = head.slots.iter().map(|&slot| Self::value(slot, &state.globals, &state.locals, &none));
                before.iter().by_vals().chain(after).collect::<Bits>()
            }));
        }
        let outs = &self.view.interface_of(self.procedure).outs;
        if self.reach.matters_behind(self.procedure) {
            rows[heads.len()].extend(ends.returns.iter().map(|(globals, results)| {
                let left = outs.iter().map(|&slot| Self::value(slot, globals, &none, results));
                before.iter().by_vals().chain(left).collect::<Bits>()
            }));
        }
        rows[heads.len() + 1].extend(ends.hits.then(|| before.clone()));
    }

    /// A model has one sink at most.
    fn check_that_sinks_exclude_each_other(&mut self, sinks: &[Sink]) {
        for (number, sink) in sinks.iter().enumerate() {
            for other in &sinks[..number] {
                let both = [sink.taken, other.taken];
                let found = self.query.ask(&self.graph.formulas, &both, &Budget::unlimited());
                assert!(found.expect("no limit").is_none(), "{}", self.text);
            }
        }
    }

    /// The formulas relate these values as the rows do.
    fn check_pair(&mut self, run: &[Formula], given: &[Formula], mut rows: Vec<Bits>) {
        rows.sort_unstable();
        rows.dedup();
        let fresh = 1 << 20..;
        let inputs: Vec<Input> = fresh.take(given.len()).map(Input).collect();
        let expected = any_of(&mut self.graph.formulas, &inputs, rows.clone());
        let pairs: Vec<_> =
            inputs.iter().map(|&input| self.graph.formulas.input(input)).zip(given.iter().copied()).collect();
        let expected = self.graph.replaced(expected, pairs);
        let more: Vec<Formula> = run.iter().copied().chain([!expected]).collect();
        let found = self.query.ask(&self.graph.formulas, &more, &Budget::unlimited()).expect("no limit");
        assert!(found.is_none(), "{:?} has more runs:\n{}", self.procedure, self.text);
        for row in rows {
            let values = given.iter().zip(&row).map(|(&f, value)| if *value { f } else { !f });
            let asked: Vec<Formula> = run.iter().copied().chain(values).collect();
            let found = self.query.ask(&self.graph.formulas, &asked, &Budget::unlimited()).expect("no limit");
            let Some(found) = found else { panic!("{:?} lacks a run {row}:\n{}", self.procedure, self.text) };
            let mut values = found.values(&self.graph.formulas);
            let path = self.segments.steps.iter().filter(|step| values.of(step.taken));
            let path: Vec<_> = path.map(|step| self.pds.rule(step.rule)).collect();
            for (rule, next) in path.iter().zip(path.iter().skip(1)) {
                let (pds::RuleKind::Neutration { to } | pds::RuleKind::Expansion { to, .. }) = rule.kind else {
                    panic!("a run goes on behind its return:\n{}", self.text)
                };
                assert_eq!(to, next.from, "{}", self.text);
            }
        }
    }
}

/// All rows of `width` bits.
fn values(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u64 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}

/// Compares the procedures of a program that control comes to; how many, and how many pairs of a source and a sink they have.
fn compare(text: &str) -> (usize, usize) {
    let loaded = load(&Source::new("test.bp", text), &Options::default()).expect("a program");
    let program = &loaded.program;
    let graphs = cfg::build(program);
    let pds = pds::build(program, &graphs, loaded.entry);
    let targets = loaded.properties.iter().flat_map(|property| pds::build::target(&graphs, property).locations);
    let target = Target { locations: targets.collect() };
    let at = target.locations.iter().map(|location| pds.locations[location.index()]);
    let labels = at.filter(|location| location.role == Role::At).map(|location| location.place).collect();
    let mut enumeration = Enumeration { program, labels, summaries: FxHashMap::default() };
    enumeration.complete();
    let modref = ModRef::analyse(&pds);
    let reach = Reach::analyse(&pds, std::slice::from_ref(&target));
    let view = View::new(&pds, &modref, &target);
    let heads = cuts(&pds).heads;
    let (mut procedures, mut pairs) = (0, 0);
    for procedure in (0..pds.procedures.len()).map(ProcId::from_index) {
        if !reach.useful(pds.procedures[procedure.index()].entry) {
            continue;
        }
        let mut graph = Graph::default();
        let segments = Segments::of(
            &mut graph,
            &view,
            procedure,
            |location| heads[location.index()],
            &|_| None,
            &Budget::unlimited(),
        );
        let query = Query::new(Backend::default());
        let (enumeration, view, pds, reach) = (&enumeration, &view, &pds, &reach);
        procedures += 1;
        pairs += Case { enumeration, view, pds, reach, graph, procedure, segments, query, text }.compare();
    }
    (procedures, pairs)
}

#[test]
fn the_relation_of_every_source_and_sink_is_that_of_the_program() {
    let knobs = Knobs { globals: 2, parameters: 1, results: 1, locals: 1, statements: 9, ..Knobs::default() };
    let (mut procedures, mut pairs) = (0, 0);
    for seed in 0.. {
        let options = random::Options { seed, knobs: knobs.clone() };
        let compared = compare(&random::write(&options));
        (procedures, pairs) = (procedures + compared.0, pairs + compared.1);
        if procedures >= 2_000 {
            break;
        }
    }
    assert!(pairs > procedures, "{procedures} procedures have {pairs} pairs");
}

#[test]
fn jumps_into_loops_loops_in_loops_and_labels_on_the_way() {
    let texts = [
        "decl g; void main() begin decl x; if (*) then goto l; fi while (*) do x := !x; l: g := x; od assert(g); end",
        "decl g, h; void main() begin while (g) do while (h) do h := *; od g := h | *; od SLIC_ERROR: g := !g; while (*) do f(); od end
         void f() begin if (g) then ERROR: h := !h; fi end",
        "decl g; void main() begin f(); assert(F); end void f() begin decl x; while (T) do x := !x; if (g) then g(); fi od end
         void g() begin assert(g); end",
    ];
    assert!(texts.iter().map(|text| compare(text).1).sum::<usize>() > 12);
}
