//! Every way against the definition, and how much some transfers take.

use super::*;
use crate::lang::cfg::LocId;
use crate::logic::fold::Values;
use crate::pds::Slot;
use crate::symbolic::graph::{Execution, Round, UnitId, What};
use crate::symbolic::rounds::Exec;
use proptest::prelude::*;

fn procedure() -> ProcId {
    ProcId::from_index(0)
}

/// An execution of a procedure that reads and writes so many globals.
struct Body {
    graph: Graph,
    interface: Interface,
    exec: Exec,
}

impl Body {
    fn new(width: usize) -> Body {
        let slots: Vec<Slot> = (0..width).map(Slot::Global).collect();
        let interface = Interface { ins: slots.clone(), outs: slots, may_hit: true };
        let exec = Exec { returns: Formula::TRUE, ..Exec::default() };
        Body { graph: Graph::default(), interface, exec }
    }

    fn entry(&mut self, index: usize) -> Formula {
        self.graph.input(Name::Entry(procedure(), Slot::Global(index)))
    }

    fn hidden(&mut self, index: usize) -> Formula {
        self.graph.input(Name::At(
            Execution::Rounds(UnitId(0)),
            LocId::from_index(0),
            Round::Copy(0),
            What::Select(index as u32),
        ))
    }

    fn project(&mut self, ways: &[Way]) -> (Option<Projected>, ProjectionStats) {
        let mut stats = ProjectionStats::default();
        let variables = Variables::of(&mut self.graph, procedure(), &self.interface);
        let Exec { returns, hits, outs, .. } = &self.exec;
        let subject = Subject { procedure: procedure(), variables: &variables, returns: *returns, outs, hits: *hits };
        let (mut ways, budget) = (ways.to_vec(), Budget::unlimited());
        let projected = project(&mut self.graph, &subject, &mut ways, Backend::default(), &budget, &mut stats);
        (projected.expect("no limit"), stats)
    }

    /// Whether a formula holds for some values of its inputs but these, of which each bit of `values` says one.
    fn is_possible(&self, formula: Formula, kept: &[Input], values: u32) -> bool {
        let mut others = self.graph.formulas.support([formula]);
        others.retain(|input| !kept.contains(input));
        (0..1u32 << others.len()).any(|more| {
            let value = |input: Input| match kept.iter().position(|&k| k == input) {
                Some(at) => values >> at & 1 == 1,
                None => others.iter().position(|&o| o == input).is_some_and(|at| more >> at & 1 == 1),
            };
            Values::new(&self.graph.formulas, value).of(formula)
        })
    }

    /// It returns with what is at the exit, which has other names than where an exit is used as an arbitrary value.
    fn returning(&mut self, returns: Formula, outs: &[Formula]) -> Formula {
        let pairs: Vec<_> = (0..).map(|index| self.left(index)).zip(outs.iter().copied()).collect::<Vec<_>>();
        relation(&mut self.graph, returns, &pairs)
    }

    fn left(&mut self, index: usize) -> Formula {
        self.hidden(1_000 + index)
    }
}

proptest! {
    #[test]
    fn every_way_gives_the_projection(steps in prop::collection::vec(any::<(u8, u8, u8)>(), 4..40)) {
        let mut body = Body::new(2);
        let mut pool = vec![body.graph.open()];
        pool.extend([body.entry(0), body.entry(1), body.hidden(0), body.hidden(1), body.hidden(2)]);
        for (op, a, b) in steps {
            let [a, b] = [a, b].map(|at| pool[usize::from(at) % pool.len()]);
            let formulas = &mut body.graph.formulas;
            pool.push(match op % 4 {
                0 => formulas.and(a, b),
                1 => formulas.or(a, b),
                2 => formulas.iff(a, b),
                _ => formulas.and(!a, b),
            });
        }
        let [.., a, b, c, d] = pool[..] else { unreachable!("four steps") };
        (body.exec.returns, body.exec.hits, body.exec.outs) = (a, b, vec![c, d]);
        let mut kept = vec![body.graph.number(Name::Open)];
        kept.extend([0, 1].map(|index| body.graph.number(Name::Entry(procedure(), Slot::Global(index)))));
        let exits = [0, 1].map(|index| body.graph.input(Name::Exit(procedure(), Slot::Global(index))));
        let left = [body.left(0), body.left(1)];
        kept.extend(body.graph.formulas.support(left));
        let hits = body.exec.hits;
        let returns = body.returning(a, &[c, d]);
        for way in [Way::Diagrams, Way::Cubes, Way::Cases] {
            let (Some(Projected { effect: applied, relation: found }), _) = body.project(&[way]) else {
                panic!("{way:?} ends");
            };
            let related = super::relation(&mut body.graph, found.returns, &[(exits[0], left[0]), (exits[1], left[1])]);
            let called = body.returning(applied.returns, &applied.outs);
            for values in 0..1 << kept.len() {
                let expected = body.is_possible(returns, &kept, values);
                prop_assert_eq!(body.is_possible(related, &kept, values), expected, "{:?}", way);
                prop_assert_eq!(body.is_possible(called, &kept, values), expected, "{:?}", way);
                let expected = body.is_possible(hits, &kept, values);
                prop_assert_eq!(body.is_possible(found.hits, &kept, values), expected, "{:?}", way);
                prop_assert_eq!(body.is_possible(applied.hits, &kept, values), expected, "{:?}", way);
            }
            let both = body.graph.formulas.and(applied.returns, applied.hits);
prop_assert!(!body.is_possible(both, &[], 0));
        }
    }
}

const WIDE: usize = 64;

/// Each of these is one case, and at a call no input but what is arbitrary.
#[test]
fn identity_permutation_xor_and_havoc_are_one_case() {
    let functions: [fn(&mut Body, usize) -> Formula; 4] = [
        |body, index| body.entry(index),
        |body, index| body.entry(index * 37 % WIDE),
        |body, index| {
            let [a, b] = [body.entry(index), body.entry((index + 1) % WIDE)];
            !body.graph.formulas.iff(a, b)
        },
        |body, index| body.hidden(index),
    ];
    for function in functions {
        let mut body = Body::new(WIDE);
        body.exec.outs = (0..WIDE).map(|index| function(&mut body, index)).collect();
        let (projected, stats) = body.project(&[Way::Cases]);
        let projected = projected.expect("one case");
        // One question for the case, one whether there are more.
        assert!(stats.projected_cases == 1 && stats.solver.calls <= 2, "{stats:?}");
        assert_eq!(projected.effect.returns, Formula::TRUE);
    }
}

/// A selector for many variables is fixed before what it selects.
#[test]
fn havoc_or_identity_is_two_cases_at_most() {
    let mut body = Body::new(WIDE);
    let selector = body.hidden(WIDE);
    body.exec.outs = (0..WIDE)
        .map(|index| {
            let (havoc, same) = (body.hidden(index), body.entry(index));
            body.graph.formulas.ite(selector, havoc, same)
        })
        .collect();
    assert!(body.project(&[Way::Cases]).1.solver.calls <= 3);
    assert!(body.project(&[Way::Cubes]).0.is_none());
}

/// Many hidden inputs that interact, and few variables: `x := exactly one of them holds, and x did`.
#[test]
fn a_hidden_mess_is_few_cubes() {
    let mut body = Body::new(2);
    let (mut none, mut one) = (Formula::TRUE, Formula::FALSE);
    for index in 0..100 {
        let this = body.hidden(index);
        let formulas = &mut body.graph.formulas;
        one = formulas.ite(this, none, one);
        none = formulas.and(none, !this);
    }
    let x = body.entry(0);
    body.exec.outs = vec![body.graph.formulas.and(one, x), body.entry(1)];
    let (projected, stats) = body.project(&[Way::Cubes]);
    assert!(projected.is_some() && stats.solver.calls <= 15, "{stats:?}");
}

/// Without its fallbacks, a way leaves it at that.
#[test]
fn what_all_ways_give_up_is_not_projected() {
    let mut body = Body::new(WIDE);
    body.exec.outs = (0..WIDE).map(|index| body.entry(index * 37 % WIDE)).collect();
    for (projection, ends) in [
        (&[Way::Diagrams, Way::Cubes, Way::Cases][..], true),
        (&[Way::Diagrams], false),
        (&[Way::Cubes], false),
        (&[], false),
    ] {
        let (projected, _) = body.project(projection);
        assert_eq!(projected.is_some(), ends, "{projection:?}");
    }
}
