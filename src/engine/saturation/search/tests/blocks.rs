//! What is reached does not depend on the order of the columns.

use super::super::{Post, Pre, Search};
use crate::budget::Budget;
use crate::engine::saturation::Saturation;
use crate::engine::saturation::relations::Relations;
use crate::engine::{Engine, Extent, Finding, Question, Silent};
use crate::generate::random;
use crate::logic::bdd::Column;
use crate::logic::bdd::Limits;
use crate::pds::passes::{self, PassSet, Prepared};
use crate::pds::{self, Target};
use crate::relational::frames::Frames;
use crate::relational::live::Live;
use crate::relational::order::Order;
use crate::relational::variables::{Columns, Variables};
use crate::{Options, Source, lang::cfg, pipeline::load};

/// Which targets post* and pre* reach with these columns.
fn answers(system: &Prepared, targets: &[Target], frames: &Frames) -> [Vec<bool>; 2] {
    let (pds, live) = (&system.pds, Live::of(system));
    let relations = || Relations::new(pds, live.clone(), frames.clone(), Limits::default()).expect("few columns");
    let mut told = [(); 2].map(|()| vec![false; targets.len()]);
    let [told_forward, told_backward] = &mut told;
    let budget = Budget::unlimited();
    let question = Question { system, targets, extent: Extent::All, wants_proof: false, lemmas: None };
    let post = Search::new(relations(), Post::new(pds, targets), told_forward);
    let pre = Search::new(relations(), Pre::new(pds, targets), told_backward);
    [post.run(&question, &budget, &mut Silent), pre.run(&question, &budget, &mut Silent)].map(|searched| {
        let reached = searched.targets.iter().map(|finding| match finding {
            Finding::Reached(_) => true,
            Finding::Unreachable => false,
            other => panic!("{other:?}"),
        });
        reached.collect()
    })
}

#[test]
fn answers_do_not_depend_on_the_order_of_blocks() {
    for seed in 0..150 {
        let text = random::write(&random::Options { seed, ..random::Options::default() });
        let loaded = load(&Source::new("random.bp", text.as_str()), &Options::default()).expect("a program");
        let graphs = cfg::build(&loaded.program);
        let targets: Vec<Target> =
            loaded.properties.iter().map(|property| pds::build::target(&graphs, property)).collect();
        let system = pds::build(&loaded.program, &graphs, loaded.entry);
        let (budget, wanted) = (Budget::unlimited(), Saturation::default().passes(PassSet::ALL));
        let system = passes::run(system, &targets, wanted, &budget).expect("no limits");
        let live = Live::of(&system);
        let variables = Variables::new(&system.pds, &live, Columns::Read, &budget).expect("no limits");
        let columns = variables.ordered(&[], Order::Hier, &budget).expect("no limits");
        let frames = Frames::new(&system.pds, &columns).expect("few columns");
        let blocks = frames.blocks();
        assert!(blocks.iter().flatten().copied().eq((0..frames.columns() as u16).map(Column)), "{blocks:?}");
        // Every other block from the bottom, then the others from the top.
        let count = blocks.len();
        let order: Vec<usize> =
            (0..count).rev().step_by(2).chain((0..count).filter(|at| (count - at).is_multiple_of(2))).collect();
        let expected = answers(&system, &targets, &frames);
        assert_eq!(answers(&system, &targets, &frames.reordered(&order)), expected, "{text}");
    }
}
