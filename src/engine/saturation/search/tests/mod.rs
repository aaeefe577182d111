//! Diagrams that nobody names are freed now and then; here, after each step.

mod blocks;
mod functions;
mod widening;

use super::{Directed, Post, Pre};
use crate::budget::Budget;
use crate::engine::saturation::automaton::Edge;
use crate::engine::saturation::relations::Relations;
use crate::generate::random::{self, Knobs};
use crate::lang::program::ProcId;
use crate::lang::program::property::properties;
use crate::lang::program::semantics::Bits;
use crate::logic::bdd::Limits;
use crate::pds::derivation::{Callee, Run};
use crate::pds::passes::{self, PassSet, Prepared};
use crate::pds::{self, RuleId, Target};
use crate::relational::frames::Frames;
use crate::relational::live::Live;
use crate::relational::order::Order;
use crate::relational::variables::{Columns, Variables};
use crate::{Options, Source, lang::cfg, pipeline::load};

/// A run: its procedure, its first state, and each step with its choices and the run that is called.
type Told = (ProcId, [Bits; 2], Vec<(RuleId, Bits, Callee)>);

/// The transitions in the order in which they came, and the targets that are reached, by which runs.
type Found = (Vec<Edge>, Vec<(usize, Vec<Told>)>);

fn told(run: &Run) -> Told {
    let steps = run.steps.iter().map(|step| (step.rule, step.choices.clone(), step.callee));
    (run.procedure, [run.globals.clone(), run.locals.clone()], steps.collect())
}

/// The relations of a system, with nothing in them yet.
fn relations(prepared: &Prepared) -> Relations<'_> {
    let live = Live::of(prepared);
    let budget = Budget::unlimited();
    let variables = Variables::new(&prepared.pds, &live, Columns::Read, &budget).expect("no limit");
    let columns = variables.ordered(&[], Order::Hier, &budget).expect("no limit");
    let frames = Frames::new(&prepared.pds, &columns).expect("few columns");
    let limits = Limits { budget, nodes: 1 << 20 };
    Relations::new(&prepared.pds, live, frames, limits).expect("few columns")
}

fn saturated<S: Directed>(prepared: &Prepared, mut saturation: S, is_thrifty: bool) -> Found {
    let mut relations = relations(prepared);
    let (mut seen, mut reached) = (0, Vec::new());
    saturation.begin(&mut relations).expect("no limit");
    loop {
        if is_thrifty {
            let before = relations.stats().nodes_live;
            relations.keep(saturation.weights());
            assert!(relations.stats().nodes_live <= before);
        }
        let increments = saturation.automaton().increments().len() as u32;
        for increment in seen..increments {
            for &target in saturation.reached(&mut relations, increment).expect("no limit") {
                let derivation = saturation.derivation(&mut relations, &prepared.functions, increment).expect("a run");
                let runs = derivation.returned().iter().chain(derivation.stack());
                reached.push((target, runs.map(told).collect()));
            }
        }
        seen = increments;
        if saturation.advance(&mut relations).expect("no limit").is_none() {
            break;
        }
    }
    (saturation.automaton().transitions().iter().map(|transition| transition.edge).collect(), reached)
}

/// The system of a program, prepared for all its properties.
fn prepared(text: String) -> (Prepared, Vec<Target>) {
    let source = Source::new("x.bp", text);
    let loaded = load(&source, &Options::default()).expect("a program");
    let graphs = cfg::build(&loaded.program);
    let asked = properties(&loaded.program, &[]).expect("the default");
    let targets: Vec<Target> = asked.iter().map(|property| pds::build::target(&graphs, property)).collect();
    let system = pds::build(&loaded.program, &graphs, loaded.entry);
    let prepared = passes::run(system, &targets, PassSet::default(), &Budget::unlimited()).expect("no limit");
    (prepared, targets)
}

#[test]
fn what_is_freed_was_not_needed() {
    let mut runs = 0;
    for seed in 0..150 {
        let knobs = Knobs { globals: 4, locals: 2, procedures: 3, statements: 20, ..Knobs::default() };
        let (prepared, targets) = prepared(random::write(&random::Options { seed, knobs }));
        let post = |is_thrifty| saturated(&prepared, Post::new(&prepared.pds, &targets), is_thrifty);
        let pre = |is_thrifty| saturated(&prepared, Pre::new(&prepared.pds, &targets), is_thrifty);
        for (found, expected) in [(post(true), post(false)), (pre(true), pre(false))] {
            assert_eq!(found, expected);
            runs += found.1.len();
        }
    }
    assert!(runs > 100, "{runs}");
}
