//! The same columns in another order.

use super::{Copies, Frames, Register};
use crate::logic::bdd::Column;
use std::collections::BTreeSet;

impl Frames {
    /// The columns that stay side by side in any order, from top to bottom: those of a variable, of a result register, or a
    /// choice.
    pub fn blocks(&self) -> Vec<Vec<Column>> {
        let variables = self.globals().chain(self.locals());
        let variables = variables.map(|copies| copies.entered.into_iter().chain([copies.next, copies.now]).collect());
        let registers = self.results.iter().flatten().flatten().map(|register| vec![register.left, register.now]);
        let choices = self.choices.iter().map(|&choice| vec![choice]);
        let blocks: BTreeSet<Vec<Column>> = variables.chain(registers).chain(choices).collect();
        blocks.into_iter().collect()
    }

    /// The same with the blocks in another order, given by their indices.
    pub fn reordered(&self, order: &[usize]) -> Frames {
        let blocks = self.blocks();
        let mut place = vec![Column(0); self.columns];
        let columns = order.iter().flat_map(|&block| &blocks[block]);
        columns.zip(0..).for_each(|(column, at)| place[column.index()] = Column(at));
        let moved = |column: Column| place[column.index()];
        let copies = |c: Copies| Copies { entered: c.entered.map(moved), next: moved(c.next), now: moved(c.now) };
        let register = |register: Register| Register { left: moved(register.left), now: moved(register.now) };
        let all_copies = |list: &Vec<Option<Copies>>| list.iter().map(|one| one.map(copies)).collect();
        let all_registers = |list: &Vec<Option<Register>>| list.iter().map(|one| one.map(register)).collect();
        Frames {
            globals: all_copies(&self.globals),
            locals: self.locals.iter().map(all_copies).collect(),
            results: self.results.iter().map(all_registers).collect(),
            choices: self.choices.iter().copied().map(moved).collect(),
            columns: self.columns,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::engine::saturation::Saturation;
    use crate::engine::saturation::order::Order;
    use crate::engine::saturation::relations::Relations;
    use crate::engine::saturation::relations::live::Live;
    use crate::engine::saturation::search::{Post, Pre, Search};
    use crate::engine::saturation::variables::{Columns, Variables};
    use crate::engine::{Engine, Extent, Finding, Question, Silent};
    use crate::generate::random;
    use crate::logic::bdd::Limits;
    use crate::pds::passes::{self, Prepared};
    use crate::pds::{self, Target};
    use crate::{Options, Source, lang::cfg, pipeline::load};

    /// Which targets post* and pre* reach with these columns.
    fn answers(system: &Prepared, targets: &[Target], frames: &Frames) -> [Vec<bool>; 2] {
        let (pds, live, control) = (&system.pds, Live::of(system), system.pds.control());
        let relations = || Relations::new(pds, live.clone(), frames.clone(), Limits::default()).expect("few columns");
        let known = vec![Finding::Unknown(crate::budget::StopReason::Nodes); targets.len()];
        let budget = Budget::unlimited();
        let question = Question { system, targets, extent: Extent::All, wants_proof: false, lemmas: None };
        let post = Search::new(relations(), Post::new(pds, &control, targets), &known);
        let pre = Search::new(relations(), Pre::new(pds, &control, targets), &known);
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
            let (budget, wanted) = (Budget::unlimited(), Saturation::default().passes());
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
}
