//! Passes: verdicts are those without them, violations come back to the program, and what is called dead does not
//! matter.

mod support;

#[path = "passes/configurations.rs"]
mod configurations;

use bpcheck::budget::Budget;
use bpcheck::engine::saturation::Direction;
use bpcheck::engine::saturation::order::Order;
use bpcheck::engine::{EngineSpec, Extent, Finding, Silent};
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::lang::cfg::{self, Cfg};
use bpcheck::lang::program::property::{Property, properties};
use bpcheck::lang::program::{ProcId, Program};
use bpcheck::pds::passes::{self, Liveness, Pass, PassSet, Reach};
use bpcheck::pds::{self, SymbolicPds, Target};
use bpcheck::validate::replay;
use bpcheck::verdict::lift;
use proptest::prelude::*;

/// A program with its system and its properties.
struct Case {
    program: Program,
    graphs: Cfg,
    system: SymbolicPds,
    entry: ProcId,
    properties: Vec<Property>,
    targets: Vec<Target>,
}

impl Case {
    fn new(text: &str) -> Case {
        let program = support::program(text);
        let graphs = cfg::build(&program);
        let entry = program.find_procedure("main").expect("a main");
        let system = pds::build(&program, &graphs, entry);
        let properties = properties(&program, &[]).expect("properties");
        let targets = properties.iter().map(|property| pds::build::target(&graphs, property)).collect();
        Case { program, graphs, system, entry, properties, targets }
    }

    /// Which targets are reached, each violation replayed; `None`: not decided in time.
    fn answers(&self, engine: EngineSpec, which: PassSet, budget: &Budget) -> Vec<Option<bool>> {
        let prepared = passes::run(self.system.clone(), &self.targets, which);
        let findings = engine.engine(Order::default()).run(&prepared, &self.targets, Extent::All, budget, &mut Silent);
        let answers = findings.targets.iter().zip(&self.properties).map(|(finding, property)| match finding {
            Finding::Unknown(_) => None,
            Finding::Lost(what) => panic!("{what}"),
            Finding::Unreachable(_) => Some(false),
            Finding::Reached(derivation) => {
                let trace = lift(&self.program, "", &prepared.pds, property, derivation, budget);
                let trace = trace.expect("a run of the program");
                replay(&self.program, "", self.entry, &trace).expect("a violation");
                Some(true)
            }
        });
        answers.collect()
    }
}

fn subsets() -> impl Iterator<Item = PassSet> {
    (0..1 << Pass::ALL.len()).map(|bits: u32| {
        Pass::ALL.into_iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1).map(|(_, pass)| pass).collect()
    })
}

/// What is decided without passes is decided in the same way with any of them.
fn compare(text: &str) {
    let case = Case::new(text);
    let expected = case.answers(EngineSpec::Explicit, PassSet::NONE, &support::ticks(1_000));
    for (which, engine) in
        subsets().flat_map(|which| [EngineSpec::Explicit, EngineSpec::Saturation(Direction::Post)].map(|e| (which, e)))
    {
        let answers = case.answers(engine, which, &support::ticks(4_000));
        for (answer, expected) in answers.iter().zip(&expected) {
            assert!(answer.is_none() || expected.is_none() || answer == expected, "{engine} {which:?}\n{text}");
        }
    }
}

/// Two calls share a run, but a forgotten global differs: as runs of the program they are two.
#[test]
fn forgotten_values_are_restored_call_by_call() {
    let text = "decl count, a, b; void f(dead) begin decl l; l := dead; a := b; count := !count | l; end
                void main() begin b := T; f(T); f(F); f(count); assert(!a); end";
    let case = Case::new(text);
    let prepared = passes::run(case.system.clone(), &case.targets, PassSet::default());
    assert!(prepared.forgotten > 3);
    assert_eq!(case.answers(EngineSpec::Explicit, PassSet::default(), &Budget::unlimited()), [Some(true)]);
    compare(text);
}

#[test]
fn real_programs_are_answered_alike() {
    let Some(corpus) = support::corpus() else { return };
    let mut decided = 0;
    for path in support::files(&corpus.join("satabs"), "bp").iter().step_by(20) {
        let text = std::fs::read_to_string(path).expect("a program");
        let case = Case::new(&text);
        let expected = case.answers(EngineSpec::Saturation(Direction::Post), PassSet::NONE, &support::ticks(200));
        let answers = case.answers(EngineSpec::Saturation(Direction::Post), PassSet::default(), &support::ticks(200));
        for (answer, expected) in answers.iter().zip(&expected) {
            assert!(answer.is_none() || expected.is_none() || answer == expected, "{}", path.display());
            decided += usize::from(answer.is_some());
        }
    }
    eprintln!("{decided} properties decided with passes");
}

/// Changing a dead value in a configuration changes nothing about the properties that can be violated from there.
fn flip(text: &str) -> Option<usize> {
    let case = Case::new(text);
    let reach = Reach::analyse(&case.system, &case.targets);
    let live = Liveness::analyse(&case.system, &reach);
    configurations::flips(&case.program, &case.graphs, &case.system, case.entry, &case.properties, &live)
        .map(|flips| flips.unwrap_or_else(|place| panic!("a value that is called dead matters at {place}\n{text}")))
}

#[test]
fn dead_values_do_not_matter_in_a_recursive_program() {
    let text = "decl g, a, b; void f(p, q) begin if (*) then f(p, !q); g := p; fi end
                void main() begin decl l; enforce l | g; f(a, b); l := g; assert(l); end";
    compare(text);
    flip(text);
    let text = "decl g, h; bool<2> f(x, y) begin h := y; return x, h; end
                void main() begin decl l, m; l, _ := f(m, g); if (h) then m := *; else assert(l); fi end";
    compare(text);
    assert!(flip(text).expect("few configurations") > 0);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, failure_persistence: None, max_shrink_iters: 4_000, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_of_random_programs(tape in prop::collection::vec(any::<u32>(), 0..200)) {
        compare(&write_from(&Knobs::default(), &mut Tape::new(&tape)));
    }

    #[test]
    fn dead_values_in_random_programs(tape in prop::collection::vec(any::<u32>(), 0..160)) {
        let knobs = Knobs { globals: 2, procedures: 2, locals: 1, statements: 6, ..Knobs::default() };
        flip(&write_from(&knobs, &mut Tape::new(&tape)));
    }
}
