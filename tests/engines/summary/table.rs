//! The table of summaries, from what the engine tells and nothing else, against its own counters.

use super::*;
use bpcheck::engine;
use bpcheck::engine::summary::event::Event;
use bpcheck::lang::cfg::{self, LocId};
use bpcheck::lang::program::{ProcId, Program};
use bpcheck::pds::analysis::Reach;
use bpcheck::pds::analysis::components;
use bpcheck::pds::{self, RuleKind, SymbolicPds, Target};
use std::any::Any;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// What is known of the summaries of one check.
#[derive(Debug, Default)]
struct Check {
    /// Its targets.
    of: Vec<usize>,
    /// The procedures that are not Σ★, in the order in which they were refined.
    refined: Vec<ProcId>,
    /// The calls that are not, if each is refined on its own.
    replaced: BTreeSet<(LocId, ProcId)>,
    /// For each component of control flow, by its first head, how far it is unrolled.
    rounds: BTreeMap<usize, u32>,
    /// How often one was unrolled.
    unrollings: u64,
    /// For each nesting, by the callee where it was not deep enough, how deep it is.
    depths: Vec<(ProcId, u32)>,
    /// For each recursive component, by a member, whether it is complete.
    complete: BTreeMap<ProcId, bool>,
    /// How often that changed.
    completions: u64,
    /// For each procedure the labels that are real, and those that are not.
    labels: BTreeMap<ProcId, [u64; 2]>,
}

/// The checks of one run: those that have a turn now or had one, the last one last.
#[derive(Debug, Default)]
struct Table(Vec<Check>);

impl Observer for Table {
    fn event(&mut self, event: &engine::Event<'_>) {
        let engine::Event::Step(step) = event else { return };
        let Some(event) = (*step as &dyn Any).downcast_ref::<Event>() else { return };
        if let Event::Turn { targets } = event {
            let at = self.0.iter().rposition(|check| check.of == *targets);
            let check = at.map_or_else(|| Check { of: targets.clone(), ..Check::default() }, |at| self.0.remove(at));
            self.0.push(check);
        }
        let check = self.0.last_mut().expect("a turn");
        // All is over-approximated at first, so if somebody is refined a second time, the check has begun anew.
        if matches!(event, Event::Refined { procedure } if check.refined.contains(procedure)) {
            let of = check.of.clone();
            self.0.push(Check { of, ..Check::default() });
        }
        let check = self.0.last_mut().expect("a turn");
        match *event {
            Event::Refined { procedure } => check.refined.push(procedure),
            Event::Replaced { at, callee } => {
                assert!(check.refined.contains(&callee) && check.replaced.insert((at, callee)), "{event:?}");
            }
            Event::Unrolled { head, rounds } => {
                let before = check.rounds.insert(head.index(), rounds);
                assert!(before.unwrap_or(0) < rounds, "{event:?} after {before:?}");
                check.unrollings += 1;
            }
            Event::Nested { procedure, depth } => check.depths.push((procedure, depth)),
            Event::Completed { procedure, holds } => {
                assert_ne!(check.complete.insert(procedure, holds).unwrap_or(false), holds, "{event:?}");
                check.completions += 1;
            }
            Event::Settled { procedure, is_real } => {
                check.labels.entry(procedure).or_default()[usize::from(!is_real)] += 1;
            }
            _ => {}
        }
    }
}

/// Who calls whom on ways to targets.
struct Calls {
    system: SymbolicPds,
    targets: Vec<Target>,
    entry: ProcId,
}

impl Calls {
    fn of(program: &Program, begin: &str) -> Calls {
        let entry = program.find_procedure(begin).expect("an entry");
        let graphs = cfg::build(program);
        let system = pds::build(program, &graphs, entry);
        let properties = bpcheck::lang::program::property::properties(program, &[]).expect("properties");
        let targets = properties.iter().map(|property| pds::build::target(&graphs, property)).collect();
        Calls { system, targets, entry }
    }

    /// The procedures that are called, and for each procedure the number of its component.
    fn of_targets(&self, of: &[usize]) -> (BTreeSet<ProcId>, Vec<usize>) {
        let targets: Vec<Target> = of.iter().map(|&target| self.targets[target].clone()).collect();
        let reach = Reach::analyse(&self.system, &targets);
        let mut callees = vec![Vec::new(); self.system.procedures.len()];
        for rule in self.system.rules().iter().filter(|rule| reach.keeps(rule)) {
            if let RuleKind::Expansion { callee, .. } = rule.kind {
                callees[self.system.procedure_of(rule.from).index()].push(callee.index() as u32);
            }
        }
        let called = callees.iter().flatten().map(|&callee| ProcId::from_index(callee as usize)).collect();
        let mut number = vec![0; callees.len()];
        for (index, members) in components(&callees, 0..callees.len() as u32).iter().enumerate() {
            members.iter().for_each(|&member| number[member as usize] = index);
        }
        (called, number)
    }
}

/// Compares the table of a run with the engine's counters.
fn compare(text: &str, begin: &str, engine: Selection, passes: PassSet, seen: &mut SummaryStats) {
    let calls = Calls::of(&support::program(text), begin);
    let options =
        asked(engine).with_entry(Some(begin.to_string())).with_passes(passes).with_budget(support::ticks(200));
    let mut table = Table::default();
    let decided = run(text, &options, &mut table).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let stats = counters(&decided);
    let mut rebuilt = SummaryStats::default();
    let (mut all_called, mut all_refined) = (BTreeSet::new(), BTreeSet::new());
    for check in &table.0 {
        let (called, components) = calls.of_targets(&check.of);
        let component = |procedure: &ProcId| components[procedure.index()];
        let refined: BTreeSet<ProcId> = check.refined.iter().copied().collect();
        all_called.extend(called);
        all_refined.extend(&refined);
        rebuilt.unrollings += check.unrollings;
        rebuilt.settled += check.labels.values().flatten().sum::<u64>();
        rebuilt.nesting = rebuilt.nesting.max(check.depths.iter().map(|&(_, depth)| depth).max().unwrap_or(0));
        let mut depths: BTreeMap<usize, u32> = BTreeMap::new();
        for (procedure, depth) in &check.depths {
            let before = depths.insert(component(procedure), *depth).unwrap_or(1);
            assert!(before < *depth, "{text}");
        }
        rebuilt.refinements += check.unrollings + check.depths.len() as u64;
        if options.engine.to_string().contains("refine=call") {
            rebuilt.refinements += check.replaced.len() as u64;
        } else if options.engine.to_string().starts_with("summary:lazy") {
            // Who is recursive together is refined together.
            let units: BTreeSet<usize> = refined.iter().map(component).collect();
            assert!(units.contains(&component(&calls.entry)), "{text}");
            rebuilt.refinements += units.len() as u64 - 1;
        }
        assert!(check.completions <= stats.fixpoint_tests + stats.chain_queries, "{text}");
    }
    rebuilt.star_left = all_called.difference(&all_refined).count();
    let counted = SummaryStats {
        star_left: stats.star_left,
        refinements: stats.refinements,
        settled: stats.settled,
        unrollings: stats.unrollings,
        nesting: stats.nesting,
        ..SummaryStats::default()
    };
    assert_eq!(rebuilt, counted, "{}\n{text}", options.engine);
    seen.star_left += stats.star_left;
    seen.refinements += stats.refinements;
    seen.settled += stats.settled;
    seen.unrollings += stats.unrollings;
    seen.nesting += stats.nesting;
}

/// Random programs, and families: one that nests calls, one that unrolls loops, and one with many labels.
#[test]
fn the_table_of_programs_follows_from_the_events() {
    use bpcheck::generate::{Variant, counter, recursion, slam};
    let mut seen = SummaryStats::default();
    for seed in 0..400 {
        let (text, begin) = random::program(seed);
        let options = ["lazy", "eager", "lazy:bound=chain", "lazy:refine=call"][seed % 4];
        let begin = begin.as_deref().unwrap_or("main");
        compare(&text, begin, engine(options), PassSet::NONE, &mut seen);
        if options.starts_with("lazy") {
            let engine = engine(&format!("{options}:depth={}", seed / 4 % 4));
            compare(&text, begin, engine, PassSet::NONE, &mut seen);
        }
    }
    for bits in 1..5 {
        for options in ["lazy", "eager"] {
            let calls = recursion::write(&recursion::Options { bits, ..Default::default() });
            compare(&calls, "main", engine(options), PassSet::NONE, &mut seen);
            let loops = counter::write(&counter::Options { bits, ..Default::default() });
            compare(&loops, "main", engine(options), PassSet::NONE, &mut seen);
        }
    }
    for seed in 0..20 {
        let variant = Variant::Unsafe;
        let options = slam::Options { seed, procedures: 3, statements: 6, variant, ..Default::default() };
        compare(&slam::write(&options), "main", engine("lazy"), PassSet::NONE, &mut seen);
    }
    let counts = [seen.refinements, seen.settled, seen.unrollings, seen.nesting.into(), seen.star_left as u64];
    assert!(counts.iter().all(|&count| count > 25), "{seen:?}");
}

#[test]
fn the_table_of_the_examples_follows_from_the_events() {
    let mut seen = SummaryStats::default();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    for path in support::files(&folder, "bp") {
        let text = std::fs::read_to_string(&path).expect("a readable file");
        // The properties are then the ones that `Calls` knows.
        if support::head(&text, "label").is_none() {
            compare(&text, "main", engine("lazy"), PassSet::NONE, &mut seen);
        }
    }
    assert!(seen.refinements > 100 && seen.settled > 10, "{seen:?}");
}

/// Fifty procedures do something that the property could depend on, and does not: whatever they do, l and m differ. None is looked
/// into, with and without passes.
#[test]
fn fifty_procedures_that_do_not_matter_are_not_looked_into() {
    let procedures: String = (0..50).map(|n| format!("void f{n}() begin if (*) then h{n} := *; fi end\n")).collect();
    let names: Vec<String> = (0..50).map(|n| format!("h{n}")).collect();
    let calls: String = (0..50).map(|n| format!("f{n}();\n")).collect();
    let text = format!(
        "decl {};\n{procedures}void main() begin decl l, m; l := *; m := !l;\n{calls}if ({}) then l, m := m, l; fi assert(l != m); end",
        names.join(", "),
        names.join(" & ")
    );
    let figures = |options: &str, passes| {
        let decided = run(&text, &asked(engine(options)).with_passes(passes), &mut Silent).expect("an answer");
        assert_eq!(decided.outcome.overall().to_string(), "SAFE");
        let stats = counters(&decided);
        (stats.functions, stats.star_left, stats.refinements)
    };
    assert_eq!(figures("lazy", PassSet::default()), (51, 50, 0));
    assert_eq!(figures("lazy", PassSet::NONE), (51, 50, 0));
    assert_eq!(figures("eager", PassSet::default()), (51, 0, 0));
}
