//! A shortest violation against the enumeration of all configurations, the nearest ones first; and violations on other paths against the enumeration
//! of all paths.

use crate::support;
use bpcheck::engine::Silent;
use bpcheck::generate::choices::{Choices as _, Tape};
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::hunt::brute::{Bounds, Explored, explore};
use bpcheck::lang::program::property::{Property, PropertyKind};
use bpcheck::lang::program::semantics::{Bits, Choices, Effect, State, activate, choices_at, is_initial, resume, step};
use bpcheck::lang::program::{Kind, Place, Point, ProcId, Program};
use bpcheck::outcome::Verdict;
use bpcheck::pipeline::{Decided, End, Loaded, decide, load};
use bpcheck::validate::{Length, Replayed};
use bpcheck::verdict::Trace;
use bpcheck::verdict::trace::{self, RunId};
use bpcheck::{Options, Source};
use proptest::prelude::*;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The places where control is, one after the other, each with the height of the stack.
type Path = Vec<(usize, Place)>;

fn checked(text: &str, shortest: bool, another: usize) -> (Loaded, Decided) {
    let options = Options::default().with_all(true).with_engine(support::engine("explicit"));
    let options = options.with_shortest(shortest).with_another(another);
    let loaded = load(&Source::new("shortest.bp", text), &options).expect("a program");
    let decided = decide(&loaded, &options, &mut Silent).expect("an outcome");
    (loaded, decided)
}

fn violated(decided: &Decided) -> impl Iterator<Item = (usize, &Property, &Replayed)> {
    decided.outcome.decisions.iter().enumerate().filter_map(|(index, decision)| match &decision.verdict {
        Verdict::Unsafe(replayed) => Some((index, &decision.property, replayed.as_ref())),
        _ => None,
    })
}

/// How many steps there are to a violation, itself included.
fn nearest(all: &Explored, property: &Property) -> Option<usize> {
    let steps = match property.kind {
        PropertyKind::Label(_) | PropertyKind::Place | PropertyKind::Runs(_) => all.first.get(&property.place),
        PropertyKind::Assert | PropertyKind::AbortIf => all.violated.get(&property.place),
    };
    steps.map(|steps| steps + 1)
}

/// How many traces were as short as the enumeration says.
fn compare(text: &str) -> usize {
    let (loaded, decided) = checked(text, true, 0);
    let all = explore(&loaded.program, loaded.entry, Bounds { stack: 6, configurations: 60_000 });
    let mut compared = 0;
    for (index, property, found) in violated(&decided) {
        assert_eq!(
            decided.ways.iter().find(|ways| ways.property == index).map(|ways| ways.shortest.clone()),
            Some(Some(Ok(()))),
            "{text}"
        );
        match nearest(&all, property) {
            Some(steps) if all.complete => assert_eq!(found.length(), &Length::of(steps), "{text}"),
            Some(steps) => assert!(found.length() <= &Length::of(steps), "{text}"),
            None => assert!(!all.complete, "{text}"),
        }
        compared += usize::from(all.complete);
    }
    compared
}

/// The path of a trace.
fn path_of(trace: &Trace) -> Path {
    let mut path = Vec::new();
    for (height, id) in trace.final_stack().enumerate() {
        visit(trace, id, height + 1, &mut path);
    }
    path
}

fn visit(trace: &Trace, id: RunId, height: usize, path: &mut Path) {
    let run = trace.run(id);
    let at = |point| (height, Place { procedure: run.procedure, point });
    for step in &run.steps {
        path.push(at(step.point));
        step.call.into_iter().for_each(|callee| visit(trace, callee, height + 1, path));
    }
    path.push(at(match &run.end {
        trace::End::Returned { point, .. } | trace::End::Calling { point, .. } => *point,
        trace::End::Violation { .. } => trace.property.place.point,
    }));
}

/// The paths to a violation of a property that are not too long, from one set of configurations to the next.
struct Paths<'a> {
    program: &'a Program,
    property: &'a Property,
    /// How many steps they may have.
    longest: usize,
    found: BTreeSet<Path>,
    /// How many steps may still be made.
    fuel: usize,
}

/// No path is enumerated that has more steps.
const LONGEST: usize = 60;

/// Globals, and the stack.
type Configuration = (Bits, Vec<(Place, Bits)>);

impl Paths<'_> {
    /// All paths that begin like this, with the configurations in which runs on it can be; `None` if there are too many.
    fn from(&mut self, path: &mut Path, here: &BTreeSet<Configuration>) -> Option<()> {
        let Some(top) = here.iter().next().and_then(|(_, stack)| Some((stack.len(), stack.last()?.0))) else {
            return Some(());
        };
        if path.len() == self.longest {
            return Some(());
        }
        path.push(top);
        let is_label = matches!(self.property.kind, PropertyKind::Label(_));
        if is_label && top.1 == self.property.place {
            self.found.insert(path.clone());
            path.pop();
            return Some(());
        }
        let mut next: BTreeMap<(usize, Option<Place>), BTreeSet<Configuration>> = Default::default();
        for configuration in here {
            self.fuel = self.fuel.checked_sub(1)?;
            for (globals, stack) in self.after(configuration, path) {
                next.entry((stack.len(), stack.last().map(|top| top.0))).or_default().insert((globals, stack));
            }
        }
        for here in next.values() {
            self.from(path, here)?;
        }
        path.pop();
        Some(())
    }

    fn after(&mut self, (globals, stack): &Configuration, path: &Path) -> Vec<Configuration> {
        let Some(((place, locals), below)) = stack.split_last() else { return Vec::new() };
        let state = State { globals: globals.clone(), locals: locals.clone() };
        let targets = match self.program[*place].kind {
            Kind::Goto(points) => points.len(),
            _ => 1,
        };
        let moved = |point, after: State| {
            let top = (Place { point, ..*place }, after.locals);
            (after.globals, below.iter().cloned().chain([top]).collect())
        };
        let mut next = Vec::new();
        for target in 0..targets {
            for bits in values(choices_at(self.program, *place)) {
                match step(self.program, *place, &state, Choices { bits: &bits, target }) {
                    Effect::Blocked => {}
                    Effect::Violation if *place == self.property.place => drop(self.found.insert(path.clone())),
                    Effect::Violation => {}
                    Effect::Step(point, after) => next.push(moved(point, after)),
                    Effect::Call(callee, params) => {
                        let entered = entered(self.program, callee, &params);
                        next.extend(entered.map(|top| (globals.clone(), stack.iter().cloned().chain([top]).collect())));
                    }
                    Effect::Return(results) => {
                        let Some(((at, locals), below)) = below.split_last() else { continue };
                        for bits in values(choices_at(self.program, *at)) {
                            if let Effect::Step(point, after) =
                                resume(self.program, *at, locals, globals, &results, &bits)
                            {
                                let top = (Place { point, ..*at }, after.locals);
                                next.push((after.globals, below.iter().cloned().chain([top]).collect()));
                            }
                        }
                    }
                }
            }
        }
        next
    }
}

/// The tops of the stack with which an activation begins.
fn entered<'a>(program: &'a Program, procedure: ProcId, params: &'a Bits) -> impl Iterator<Item = (Place, Bits)> + 'a {
    let locals = values(program[procedure].locals.len());
    let locals = locals.filter(move |locals| activate(program, procedure, params, locals));
    locals.map(move |locals| (Place { procedure, point: Point::ENTRY }, locals))
}

fn values(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u64 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}

/// All paths with at most so many steps, if they are few.
fn all_paths(loaded: &Loaded, property: &Property, longest: usize) -> Option<BTreeSet<Path>> {
    let Loaded { program, entry, .. } = loaded;
    let mut paths = Paths { program, property, longest, found: BTreeSet::new(), fuel: 20_000 };
    let mut begin = BTreeSet::new();
    for globals in values(program.globals.len()).filter(|globals| is_initial(program, globals)) {
        for params in values(program[*entry].params) {
            let tops = entered(program, *entry, &params);
            begin.extend(tops.map(|top| (globals.clone(), vec![top])));
        }
    }
    paths.from(&mut Vec::new(), &begin)?;
    Some(paths.found)
}

/// What was seen of violations on other paths.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    /// Lists of which all paths are known that are not longer.
    complete: usize,
    /// Lists that end since there is no other way.
    ended: usize,
    /// Violations.
    others: usize,
    /// Those in which calls that are entered and left alike go several ways.
    split: usize,
}

impl std::ops::AddAssign for Seen {
    fn add_assign(&mut self, more: Seen) {
        self.complete += more.complete;
        self.ended += more.ended;
        self.others += more.others;
        self.split += more.split;
    }
}

/// A list of violations has those of all paths that have the fewest steps.
fn compare_paths(text: &str, wanted: usize) -> Seen {
    let (loaded, decided) = checked(text, false, wanted);
    let mut seen = Seen::default();
    for (index, property, found) in violated(&decided) {
        let ways = decided.ways.iter().find(|ways| ways.property == index).expect("what was asked");
        let first = path_of(found.trace());
        let others: Vec<Path> = ways.others.iter().map(|found| path_of(found.trace())).collect();
        let different: BTreeSet<&Path> = others.iter().chain([&first]).collect();
        assert_eq!(different.len(), others.len() + 1, "two go the same way: {text}");
        let lengths: Vec<usize> = others.iter().map(Vec::len).collect();
        assert!(ways.others.iter().zip(&lengths).all(|(other, &length)| other.length() == &Length::of(length)));
        seen.others += others.len();
        seen.split += ways.others.iter().filter(|other| splits(&loaded.program, other.trace())).count();
        let longest = match ways.end {
            End::Enough => {
                assert_eq!(others.len(), wanted, "{text}");
                lengths.last().copied().unwrap_or(0)
            }
            End::NoMore => {
                seen.ended += 1;
                LONGEST
            }
            End::Stopped(_) => panic!("no limit was set: {text}"),
        };
        let Some(mut all) = all_paths(&loaded, property, longest) else { continue };
        seen.complete += 1;
        all.remove(&first);
        assert!(others.iter().all(|path| path.len() > longest || all.contains(path)), "{text}");
        let mut nearest: Vec<usize> = all.iter().map(Vec::len).collect();
        nearest.sort_unstable();
        match ways.end {
            End::NoMore => assert_eq!(nearest, lengths.into_iter().filter(|&one| one <= longest).collect::<Vec<_>>()),
            _ => assert_eq!(nearest[..wanted.min(nearest.len())], lengths, "{text}"),
        }
    }
    seen
}

/// Whether two runs of a trace do the same for their callers.
fn splits(program: &Program, trace: &Trace) -> bool {
    let mut seen = BTreeSet::new();
    trace.runs.iter().any(|run| match &run.end {
        trace::End::Returned { results, .. } => {
            let params = run.entry.locals[..program[run.procedure].params].to_bitvec();
            !seen.insert((run.procedure, run.entry.globals.clone(), params, run.exit.globals.clone(), results.clone()))
        }
        _ => false,
    })
}

/// Runs `test` on so many random choices.
fn on_tapes(cases: u32, test: impl Fn(&[u32])) {
    let mut config = ProptestConfig::with_cases(cases);
    config.failure_persistence = None;
    let random = proptest::test_runner::TestRng::deterministic_rng(proptest::test_runner::RngAlgorithm::ChaCha);
    let mut runner = proptest::test_runner::TestRunner::new_with_rng(config, random);
    let run = |tape: Vec<u32>| {
        test(&tape);
        Ok(())
    };
    runner.run(&prop::collection::vec(any::<u32>(), 0..200), run).expect("no difference");
}

#[test]
fn the_first_way_in_the_text_is_not_the_shortest() {
    let text = "decl g; void main() begin goto A, B; A: skip; skip; skip; g := F; goto C; B: g := F; C: assert(g); end";
    let (_, decided) = checked(text, true, 0);
    let (_, _, found) = violated(&decided).next().expect("a violation");
    assert_eq!(found.length(), &Length::of(4));
    assert_eq!(compare(text), 1);
}

/// The second call returns by the short way, though the first one had to go the long one.
#[test]
fn a_callee_that_is_entered_late_is_not_longer() {
    let text = "decl g; void f(x) begin if (x) then skip; skip; skip; fi g := x; end
                void main() begin f(T); f(F); f(T); f(F); assert(g); end";
    assert_eq!(compare(text), 1);
}

#[test]
fn steps_beyond_counting_are_no_verdict() {
    let text = bpcheck::generate::doubling::write(&bpcheck::generate::doubling::Options {
        procedures: 140,
        variant: bpcheck::generate::Variant::Unsafe,
    });
    let (_, decided) = checked(&text, true, 1);
    let ways = &decided.ways[0];
    let words = format!("{:?} {:?}", ways.shortest, ways.end);
    assert!(words.contains("2^128") && words.contains("1,000,000"), "{words}");
}

#[test]
fn a_loop_has_a_way_for_each_number_of_rounds() {
    let text = "decl g; void main() begin while (*) do skip; od g := F; assert(g); end";
    let (_, decided) = checked(text, true, 4);
    let lengths = |replayed: &Replayed| replayed.length().to_string();
    let (_, _, first) = violated(&decided).next().expect("a violation");
    let others: Vec<String> = decided.others_of(0).map(lengths).collect();
    assert_eq!((lengths(first).as_str(), others.join(" ").as_str()), ("4", "6 8 10 12"));
    assert_eq!(decided.ways[0].end, End::Enough);
}

/// Each call can go two ways, and they are entered and left alike.
#[test]
fn calls_that_are_alike_go_several_ways() {
    let text = "decl g; void f() begin if (*) then skip; else skip; skip; fi end
                void main() begin f(); f(); g := F; assert(g); end";
    let (_, decided) = checked(text, true, 9);
    let (_, _, first) = violated(&decided).next().expect("a violation");
    let others: Vec<usize> = decided.others_of(0).map(|other| path_of(other.trace()).len()).collect();
    let short = path_of(first.trace()).len();
    assert_eq!((others, &decided.ways[0].end), (vec![short + 1, short + 1, short + 2], &End::NoMore));
    compare_paths(text, 9);
}

/// One search finds the shortest violation of each property, though a run to one comes by another.
#[test]
fn properties_are_searched_for_together() {
    let text = "decl g; void main() begin ERROR: skip; if (*) then skip; else skip; skip; fi g := F;
                assert(g); end";
    assert_eq!(compare(text), 2);
    let text = "decl g; void main() begin while (*) do ERROR: skip; g := F; od assert(g); assert(!g); end";
    assert_eq!(compare(text), 3);
}

#[test]
fn random_programs() {
    let (compared, seen) = (Cell::new(0), Cell::new(Seen::default()));
    let small = Knobs { globals: 2, statements: 6, ..Knobs::default() };
    on_tapes(800, |tape| {
        compared.set(compared.get() + compare(&write_from(&Knobs::default(), &mut Tape::new(tape))));
        let mut all = seen.get();
        all += compare_paths(&write_from(&small, &mut Tape::new(tape)), 6);
        seen.set(all);
    });
    let (compared, seen) = (compared.get(), seen.get());
    eprintln!("{compared} lengths compared; {seen:?}");
    assert!(compared > 200 && seen.complete > 200 && seen.ended > 50 && seen.others > 100, "{compared} {seen:?}");
}

/// Procedures without parameters that call each other and themselves, so that many calls are entered alike, and go several ways.
fn callers(tape: &mut Tape<'_>) -> String {
    let mut pick = |words: &[&'static str]| words[tape.below(words.len() as u32) as usize];
    let mut block = || -> String {
        let statements = ["skip; ", "a(); ", "b(); ", "g := !g; ", "g := *; "];
        pick(&["1", "22", "333"]).chars().map(|_| pick(&statements)).collect()
    };
    let mut body = || format!("{}if (*) then {}else {}fi", block(), block(), block());
    let [main, a, b] = [(); 3].map(|()| body());
    format!("decl g; void main() begin {main} assert(g); end void a() begin {a} end void b() begin {b} end")
}

#[test]
fn random_programs_with_calls_that_are_alike() {
    let seen = Cell::new(Seen::default());
    on_tapes(400, |tape| {
        let mut all = seen.get();
        all += compare_paths(&callers(&mut Tape::new(tape)), 12);
        seen.set(all);
    });
    let seen = seen.get();
    eprintln!("{seen:?}");
    assert!(seen.complete > 100 && seen.split > 100, "{seen:?}");
}
