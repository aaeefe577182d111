//! Rules that do the same to the same columns: procedures share columns, and programs say much again and again.

use super::frames::Frames;
use super::live::Live;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::analysis::slots::SlotSet;
use crate::pds::{RuleKind, Slot, SymbolicPds};
use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// The first rule of each shape that was asked about.
pub(super) struct Alike {
    /// For each procedure a number: equal numbers mean as many parameters, and the same columns for all locals and results.
    layouts: Vec<u32>,
    first: HashTable<u32>,
}

/// All that [`Compiler::compile`](super::compile::Compiler::compile) looks at: of rules of one shape it makes the same.
#[derive(PartialEq, Eq, Hash)]
struct Shape<'a> {
    guard: Formula,
    updates: &'a [(Slot, Formula)],
    choices: u32,
    /// The layout of the procedure that the rule is of, and of the one that was called before it.
    layout: u32,
    called: Option<u32>,
    /// What is looked at before the step.
    before: SlotSet,
    after: After,
}

/// What is looked at after the step.
#[derive(PartialEq, Eq, Hash)]
enum After {
    Neutration(SlotSet),
    Contraction(SlotSet),
    /// With the layout of the callee, and the globals that go through it.
    Expansion {
        layout: u32,
        entered: SlotSet,
        waiting: SlotSet,
        through: Option<SlotSet>,
    },
}

impl Alike {
    /// No rule has been asked about.
    pub(super) fn new(pds: &SymbolicPds, frames: &Frames) -> Alike {
        let mut known = FxHashMap::default();
        let layouts = pds.procedures.iter().enumerate().map(|(index, procedure)| {
            let layout = (procedure.params, frames.layout(ProcId::from_index(index)));
            let next = known.len() as u32;
            *known.entry(layout).or_insert(next)
        });
        Alike { layouts: layouts.collect(), first: HashTable::new() }
    }

    /// The first rule that was asked about, since slots are looked at as they are, of those that do the same as this one.
    pub(super) fn first(&mut self, pds: &SymbolicPds, live: &Live<'_>, rule: u32) -> u32 {
        let Alike { layouts, first } = self;
        let shape = |rule: u32| shape(pds, live, layouts, rule);
        let hash = |rule: u32| FxBuildHasher.hash_one(shape(rule));
        let own = shape(rule);
        let is_it = |&other: &u32| shape(other) == own;
        *first.entry(FxBuildHasher.hash_one(&own), is_it, |&other| hash(other)).or_insert(rule).get()
    }

    /// From now on other slots are looked at.
    pub(super) fn forget(&mut self) {
        self.first.clear();
    }
}

fn shape<'a>(pds: &'a SymbolicPds, live: &Live<'_>, layouts: &[u32], rule: u32) -> Shape<'a> {
    let rule = &pds.rules()[rule as usize];
    let reader = pds.procedure_of(rule.from);
    let layout = |procedure: ProcId| layouts[procedure.index()];
    let after = match rule.kind {
        RuleKind::Neutration { to } => After::Neutration(live.at(to).id()),
        RuleKind::Contraction => After::Contraction(live.exit(reader).id()),
        RuleKind::Expansion { callee, to } => After::Expansion {
            layout: layout(callee),
            entered: live.entry(callee).id(),
            waiting: live.at(to).id(),
            through: live.through(callee),
        },
    };
    Shape {
        guard: rule.transfer.guard,
        updates: &rule.transfer.updates,
        choices: rule.transfer.choices,
        layout: layout(reader),
        called: live.called_at(rule.from).map(layout),
        before: live.at(rule.from).id(),
        after,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::generate::random::{self, Knobs};
    use crate::generate::{Variant, bebop};
    use crate::lang::cfg;
    use crate::lang::program::property::properties;
    use crate::lang::source::Source;
    use crate::logic::bdd::Limits;
    use crate::pds::passes::{self, PassSet, Prepared};
    use crate::pds::{self, Target};
    use crate::relational::Relations;
    use crate::relational::order::Order;
    use crate::relational::variables::{Columns, Variables};

    /// How many rules have one before them that is like them, in another procedure and in their own; each is compiled, and so is that one.
    fn like_others(system: &Prepared, live: Live<'_>) -> [usize; 2] {
        let budget = Budget::unlimited();
        let variables = Variables::new(&system.pds, &live, Columns::Read, &budget).expect("no limit");
        let columns = variables.ordered(&[], Order::Hier, &budget).expect("no limit");
        let frames = Frames::new(&system.pds, &columns).expect("few columns");
        let limits = Limits { budget, nodes: 1 << 20 };
        let mut relations: Relations<'_> = Relations::new(&system.pds, live, frames, limits).expect("few columns");
        let mut found = [0; 2];
        for rule in 0..system.pds.rules().len() as u32 {
            let other = relations.alike(rule);
            let [own, alike] = [rule, other].map(|rule| relations.compile(rule).expect("no limit"));
            assert_eq!((own.parts, own.choices, own.written), (alike.parts, alike.choices, alike.written));
            assert_eq!((own.forgotten, own.renaming), (alike.forgotten, alike.renaming));
            let procedure = |rule: u32| system.pds.procedure_of(system.pds.rules()[rule as usize].from);
            found[usize::from(procedure(rule) == procedure(other))] += usize::from(rule != other);
        }
        found
    }

    /// Calls that differ in what the callee reads and writes, steps behind them in the columns that results are in, and steps to a label in what is looked at before.
    const CALLS: &str = "decl g, h;
        void main() begin
          decl a, b;
          flip(); look(); flip(); few(); flip(); branch();
          a, b := two(g); assert(a | b); a, b := deux(g); assert(a | b);
          take(g); give(g); assert(g | h);
        end
        void flip() begin assert(g | h); g := !g; end
        void look() begin assert(g | h); end
        void few() begin assert(h); end
        void branch() begin goto far, near; far: assert(g | h); goto near; near: assert(g); end
        void take(x) begin assert(x | g); h := x; end
        void give(y) begin decl z; z := y; assert(z | g); h := z; end
        bool<2> two(x) begin return x, !x; end
        bool<2> deux(x) begin return x, !x; end";

    #[test]
    fn rules_that_are_alike_are_compiled_alike() {
        let mut found = [0; 2];
        let knobs = Knobs { globals: 3, locals: 2, procedures: 5, statements: 14, ..Knobs::default() };
        let texts = (0..60).map(|seed| random::write(&random::Options { seed, knobs: knobs.clone() }));
        let bebop = bebop::write(&bebop::Options { procedures: 9, variant: Variant::Safe });
        for text in texts.chain([bebop, CALLS.into()]) {
            let loaded = crate::pipeline::load(&Source::new("x.bp", text), &Default::default()).expect("a program");
            let graphs = cfg::build(&loaded.program);
            let asked = properties(&loaded.program, &[]).expect("the default");
            let targets: Vec<Target> = asked.iter().map(|property| pds::build::target(&graphs, property)).collect();
            let system = pds::build(&loaded.program, &graphs, loaded.entry);
            let passes = PassSet::ALL.without(passes::Pass::Compaction);
            let system = passes::run(system, &targets, passes, &Budget::unlimited()).expect("no limit");
            for live in [Live::of(&system), Live::only(&system, system.live.clone())] {
                let [elsewhere, here] = like_others(&system, live);
                found = [found[0] + elsewhere, found[1] + here];
            }
        }
        assert!(found.iter().all(|&count| count > 90), "{found:?}");
    }
}
