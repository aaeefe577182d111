//! Passes: verdicts are those without them, violations come back to the program, and what is called dead does not
//! matter.

mod configurations;
mod outlined;

use crate::support;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::engine::explicit::Explicit;
use bpcheck::engine::registry::{Means, Registry};
use bpcheck::engine::{Engine, EngineSpec, Extent, Finding, Question, Silent};
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::lang::cfg::{self, Cfg};
use bpcheck::lang::program::property::{Property, properties};
use bpcheck::lang::program::{ProcId, Program};
use bpcheck::pds::analysis::{Liveness, Reach};
use bpcheck::pds::passes::{self, Pass, PassSet, Prepared};
use bpcheck::pds::{self, SymbolicPds, Target};
use bpcheck::validate::replay;
use bpcheck::verdict::{Alike, NoTrace, lift};
use proptest::prelude::*;
use std::path::{Path, PathBuf};

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

    fn prepare(&self, which: PassSet) -> Prepared {
        passes::run(self.system.clone(), &self.targets, which, &Budget::unlimited()).expect("no limit")
    }

    /// Which targets are reached, each violation replayed; `None`: not decided in time.
    fn answers(&self, engine: &EngineSpec, which: PassSet, budget: &Budget) -> Vec<Option<bool>> {
        let prepared = passes::run(self.system.clone(), &self.targets, which, budget);
        let Ok(prepared) = prepared else { return vec![None; self.targets.len()] };
        let question = asked(&prepared, &self.targets);
        let findings = engine.engine(&[], &self.program).expect("an engine").run(&question, budget, &mut Silent);
        let answers = findings.targets.iter().zip(&self.properties).map(|(finding, property)| match finding {
            Finding::Unknown(_) => None,
            Finding::Lost(what) => panic!("{what}"),
            Finding::Unreachable => Some(false),
            Finding::Reached(derivation) => {
                let derivation = prepared.back.derivation((**derivation).clone(), budget).ok()?;
                let trace = lift(&self.program, "", &self.graphs, property, &derivation, Alike::One, budget);
                if let Err(NoTrace::Stopped(_)) = trace {
                    return None;
                }
                let trace = trace.expect("a run of the program");
                replay(&self.program, "", self.entry, trace).expect("a violation");
                Some(true)
            }
        });
        answers.collect()
    }
}

/// Each target is to be decided.
fn asked<'a>(system: &'a Prepared, targets: &'a [Target]) -> Question<'a> {
    Question { system, targets, extent: Extent::All, wants_proof: false, lemmas: None }
}

/// All engines but those that ask a solver, for which these are too many questions: passes are checked with them elsewhere.
fn engines() -> Vec<EngineSpec> {
    let all = support::variants().into_iter().map(|text| text.parse::<EngineSpec>().expect("an engine"));
    all.filter(|engine| engine.row().means != Means::Sat).collect()
}

/// One that decides real programs.
fn sure() -> EngineSpec {
    let registry = Registry::standard();
    let spec = registry.rows().flat_map(|row| row.decides_real).next().expect("there is one");
    spec.parse().expect("an engine")
}

/// All passes, none, each alone, all but each; and one more.
fn subsets(more: PassSet) -> impl Iterator<Item = PassSet> {
    let alone = Pass::ALL.into_iter().map(|pass| [pass].into_iter().collect());
    let without = Pass::ALL.into_iter().map(|pass| PassSet::default().without(pass));
    [PassSet::default(), PassSet::ALL, PassSet::NONE, more].into_iter().chain(alone).chain(without)
}

/// The passes whose bits are set.
fn subset(bits: u8) -> PassSet {
    Pass::ALL.into_iter().enumerate().filter(|(index, _)| bits >> index & 1 == 1).map(|(_, pass)| pass).collect()
}

/// What is decided without passes is decided in the same way with any of them.
fn compare_with(text: &str, more: PassSet) -> Vec<Option<bool>> {
    let case = Case::new(text);
    let expected = case.answers(&support::referee(), PassSet::NONE, &support::ticks(1_000));
    let engines = engines();
    for (which, engine) in subsets(more).flat_map(|which| engines.iter().map(move |engine| (which, engine))) {
        let answers = case.answers(engine, which, &support::ticks(4_000));
        for (answer, expected) in answers.iter().zip(&expected) {
            assert!(answer.is_none() || expected.is_none() || answer == expected, "{engine} {which:?}\n{text}");
        }
    }
    expected
}

fn compare(text: &str) -> Vec<Option<bool>> {
    compare_with(text, PassSet::NONE)
}

/// Two calls share a run, but a forgotten global differs: as runs of the program they are two.
#[test]
fn forgotten_values_are_restored_call_by_call() {
    let text = "decl count, a, b; void f(dead) begin decl l; l := dead; a := b; count := !count | l; end
                void main() begin b := T; f(T); f(F); f(count); assert(!a); end";
    let case = Case::new(text);
    let prepared = case.prepare(PassSet::default());
    assert!(prepared.forgotten > 3);
    assert_eq!(case.answers(&support::referee(), PassSet::default(), &Budget::unlimited()), [Some(true)]);
    compare(text);
}

/// Some files, each with every pass switched off once.
fn files_are_answered_alike(files: &[PathBuf], engine: &EngineSpec) {
    let mut decided = 0;
    for path in files {
        let text = std::fs::read_to_string(path).expect("a program");
        let case = Case::new(&text);
        let expected = case.answers(engine, PassSet::NONE, &support::ticks(200));
        for which in Pass::ALL.map(|pass| PassSet::default().without(pass)).into_iter().chain([PassSet::default()]) {
            let answers = case.answers(engine, which, &support::ticks(200));
            for (answer, expected) in answers.iter().zip(&expected) {
                assert!(answer.is_none() || expected.is_none() || answer == expected, "{which:?} {}", path.display());
                decided += usize::from(answer.is_some());
            }
        }
    }
    eprintln!("{decided} answers with passes");
}

#[test]
fn real_programs_are_answered_alike() {
    let Some(corpus) = support::corpus() else { return };
    for suite in ["satabs", "slam-like"] {
        let files: Vec<_> = support::files(&corpus.join(suite), "bp").into_iter().step_by(25).collect();
        files_are_answered_alike(&files, &sure());
    }
}

/// What each pass must not get wrong, with the answers.
const TRAPS: [(&str, &str, &[bool]); 12] = [
    (
        "constants through recursion",
        "decl g := T; void f(p) begin g := p; if (*) then f(!p); fi end void main() begin f(T); assert(g); end",
        &[true],
    ),
    (
        "a parameter that recursion does not change",
        "decl g := T; void f(p) begin if (*) then f(p); fi g := p; end void main() begin f(T); assert(g); end",
        &[false],
    ),
    (
        "a constant global that a callee changes",
        "decl g := T; void f() begin g := F; end void main() begin f(); assert(g); end",
        &[true],
    ),
    (
        "a global with another value at each call",
        "decl g, h; void f() begin h := g; end
         void main() begin g := T; f(); assert(h); g := F; f(); assert(!h); assert(g); end",
        &[false, false, true],
    ),
    (
        "main begins again with other globals",
        "decl g := F, h := F; void main() begin assert(!g); if (!h) then g := T; h := T; main(); fi end",
        &[true],
    ),
    (
        "a choice that a constraint fixes",
        "decl a, b; void main() begin a, b := *, * constrain ('a & ('b != 'a)); assert(a); assert(b); end",
        &[false, true],
    ),
    (
        "one rule through `enforce`",
        "decl a, b; void main() begin enforce a | b; a := F; b := *; assert(b); a := T; b := F; assert(b); end",
        &[false, true],
    ),
    (
        "one rule through the store behind a call",
        "decl g; bool f() begin return *; end
         void main() begin decl l; enforce g != l; l := f(); g := g; assert(l); assert(g | l); end",
        &[true, false],
    ),
    (
        "a callee that blocks is called",
        "decl a; void f() begin assume(F); end void main() begin a := T; f(); assert(!a); end",
        &[false],
    ),
    (
        "a callee that sometimes blocks is called",
        "decl a, b; void f() begin assume(b); end void main() begin b := a; f(); assert(a); assert(!a); end",
        &[false, true],
    ),
    (
        "a callee that does not return is called",
        "decl a, b; void f() begin L: b := !b; goto L; end void main() begin f(); assert(a); end",
        &[false],
    ),
    (
        "a call that is left away is executed",
        "decl a, b; void g(x) begin decl l; b := x; if (l != b) then b := *; else goto L; fi L: b := !b; end
         void f() begin g(b); g(!b); end
         void main() begin enforce T; f(); a := *; f(); assert(a); f(); end",
        &[true],
    ),
];

#[test]
fn traps() {
    for (name, text, expected) in TRAPS {
        let expected: Vec<_> = expected.iter().copied().map(Some).collect();
        assert_eq!(compare(text), expected, "{name}");
    }
}

/// The calls of `f` are not in the prepared system, but they are in the trace.
#[test]
fn calls_that_are_left_away_come_back() {
    let (_, text, _) = TRAPS[TRAPS.len() - 1];
    let case = Case::new(text);
    let prepared = case.prepare(PassSet::default());
    assert_eq!(prepared.skipped, 4, "two calls of f with those of g; behind the target nothing counts");
    let findings = Explicit.run(&asked(&prepared, &case.targets), &Budget::unlimited(), &mut Silent);
    let Finding::Reached(derivation) = &findings.targets[0] else { panic!("reached") };
    let derivation = prepared.back.derivation((**derivation).clone(), &Budget::unlimited()).expect("no limit");
    let trace =
        lift(&case.program, "", &case.graphs, &case.properties[0], &derivation, Alike::One, &Budget::unlimited());
    let trace = trace.expect("a run of the program");
    let main = trace.runs.last().expect("a run");
    assert_eq!(main.steps.iter().filter(|step| step.call.is_some()).count(), 2);
    assert!(trace.runs.len() >= 4, "f and what it calls");
}

/// A limit that strikes during the passes is an answer.
#[test]
fn a_limit_stops_the_passes() {
    let case = Case::new(&format!("decl a; void main() begin {} assert(a); end", "a := !a;".repeat(2_000)));
    let stopped = passes::run(case.system.clone(), &case.targets, PassSet::default(), &support::ticks(3));
    assert_eq!(stopped.err(), Some(StopReason::Time));
}

#[test]
fn examples_are_answered_alike() {
    let files = support::files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples"), "bp");
    for engine in &engines() {
        files_are_answered_alike(&files, engine);
    }
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
    fn verdicts_of_random_programs(tape in prop::collection::vec(any::<u32>(), 0..200), more in 0..1u8 << Pass::ALL.len()) {
        compare_with(&write_from(&Knobs::default(), &mut Tape::new(&tape)), subset(more));
    }

    #[test]
    fn dead_values_in_random_programs(tape in prop::collection::vec(any::<u32>(), 0..160)) {
        let knobs = Knobs { globals: 2, procedures: 2, locals: 1, statements: 6, ..Knobs::default() };
        flip(&write_from(&knobs, &mut Tape::new(&tape)));
    }
}
