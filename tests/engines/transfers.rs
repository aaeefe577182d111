//! Every transfer of the symbolic pushdown system against the one place of meaning, on all states and
//! choices of small programs: every construct of the language, and random programs.

use crate::support;
use bpcheck::generate::choices::Tape;
use bpcheck::generate::random::{Knobs, write_from};
use bpcheck::lang::cfg;
use bpcheck::lang::cfg::Role;
use bpcheck::lang::program::semantics::{Bits, Choices, Effect, State, choices_at, resume, step};
use bpcheck::lang::program::{Kind, Place, ProcId, Program};
use bpcheck::logic::formula::{Formula, Node};
use bpcheck::pds::{self, Rule, RuleKind, Slot, SymbolicPds};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What a rule leads to: whether it is a violation or where control goes, and the state there.
type Outcome = (Option<u32>, Bits);

fn value(pds: &SymbolicPds, root: Formula, slot: &dyn Fn(Slot) -> bool) -> bool {
    let mut values = std::collections::HashMap::new();
    for node in pds.formulas.cone([root]) {
        let value = match pds.formulas.node(node) {
            Node::False => false,
            Node::Input(input) => slot(Slot::of(input)),
            Node::And(a, b) => (values[&a.node()] != a.is_negated()) & (values[&b.node()] != b.is_negated()),
        };
        values.insert(node, value);
    }
    values[&root.node()] != root.is_negated()
}

/// The updates of a rule in a state, if its guard holds.
fn apply(pds: &SymbolicPds, rule: &Rule, state: &State, results: &Bits, choices: &Bits) -> Option<Vec<(Slot, bool)>> {
    let slot = |slot: Slot| match slot {
        Slot::Global(index) => state.globals[index],
        Slot::Local(index) => state.locals[index],
        Slot::Result(index) => results[index],
        Slot::Choice(index) => choices[index],
    };
    value(pds, rule.transfer.guard, &slot)
        .then(|| rule.transfer.updates.iter().map(|&(to, f)| (to, value(pds, f, &slot))).collect())
}

fn all(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u32 << width).map(move |n| (0..width).map(|bit| n >> bit & 1 == 1).collect())
}

fn row(state: &State) -> Bits {
    state.globals.iter().by_vals().chain(state.locals.iter().by_vals()).collect()
}

/// Places with more choices than this are left to the tests of single constructs.
const WIDE: usize = 8;

fn compare(program: &Program, text: &str) {
    let graphs = cfg::build(program);
    let pds = pds::build(program, &graphs, program.procedure_ids().next().expect("a procedure"));
    for procedure in program.procedure_ids() {
        let shape = (program.globals.len(), program[procedure].locals.len());
        for place in program.places(procedure).filter(|&place| choices_at(program, place) <= WIDE) {
            for globals in all(shape.0) {
                for locals in all(shape.1) {
                    let state = State { globals: globals.clone(), locals };
                    compare_step(program, &pds, &graphs, place, &state, text);
                }
            }
        }
    }
}

fn compare_step(program: &Program, pds: &SymbolicPds, graphs: &cfg::Cfg, place: Place, state: &State, text: &str) {
    let rules: Vec<&Rule> = pds.rules_from(graphs.at(place)).map(|id| pds.rule(id)).collect();
    let targets = if matches!(program[place].kind, Kind::Goto(_)) { rules.len() } else { 1 };
    for bits in all(choices_at(program, place)) {
        for target in 0..targets {
            let effect = step(program, place, state, Choices { bits: &bits, target });
            let mine = rules.iter().filter(|rule| rule.origin.1 as usize == target);
            let taken: Vec<(&Rule, Vec<(Slot, bool)>)> =
                mine.filter_map(|rule| Some((*rule, apply(pds, rule, state, &Bits::new(), &bits)?))).collect();
            let context = || format!("{} {bits} {state:?}\n{text}", program.show(place));
            match effect {
                Effect::Blocked => assert!(taken.is_empty(), "{}", context()),
                Effect::Violation => {
                    assert_eq!(taken.len(), 1, "{}", context());
                    let RuleKind::Neutration { to } = taken[0].0.kind else { panic!("{}", context()) };
                    assert_eq!(pds.locations[to.index()].role, Role::Violated, "{}", context());
                }
                Effect::Step(point, after) => {
                    let found: BTreeSet<Outcome> =
                        taken.iter().map(|(rule, u)| neutration(pds, rule, state, u)).collect();
                    assert_eq!(found, BTreeSet::from([(Some(point.0), row(&after))]), "{}", context());
                }
                Effect::Call(callee, params) => {
                    assert_eq!(taken.len(), 1, "{}", context());
                    compare_call(program, pds, place, state, callee, &params, &taken[0], &bits, text);
                }
                Effect::Return(results) => {
                    assert_eq!(taken.len(), 1, "{}", context());
                    assert_eq!(taken[0].0.kind, RuleKind::Contraction);
                    let given: Vec<(Slot, bool)> =
                        results.iter().by_vals().enumerate().map(|(i, value)| (Slot::Result(i), value)).collect();
                    assert_eq!(taken[0].1, given, "{}", context());
                }
            }
        }
    }
}

fn neutration(pds: &SymbolicPds, rule: &Rule, state: &State, updates: &[(Slot, bool)]) -> Outcome {
    let RuleKind::Neutration { to } = rule.kind else { panic!("a step within a procedure") };
    let location = pds.locations[to.index()];
    let mut after = state.clone();
    for &(slot, value) in updates {
        match slot {
            Slot::Global(index) => after.globals.set(index, value),
            Slot::Local(index) => after.locals.set(index, value),
            _ => panic!("neither results nor choices are updated by a step"),
        }
    }
    ((location.role == Role::At).then_some(location.place.point.0), row(&after))
}

#[allow(clippy::too_many_arguments, reason = "the whole situation at a call")]
fn compare_call(
    program: &Program,
    pds: &SymbolicPds,
    place: Place,
    state: &State,
    callee: ProcId,
    params: &Bits,
    (rule, updates): &(&Rule, Vec<(Slot, bool)>),
    bits: &Bits,
    text: &str,
) {
    let RuleKind::Expansion { callee: entered, to } = rule.kind else { panic!("a call is an expansion") };
    assert_eq!(entered, callee);
    let declared = &program[callee];
    let inits = declared.locals.iter().enumerate().skip(declared.params);
    let inits = inits.filter_map(|(i, local)| local.init.map(|init| (Slot::Local(i), init)));
    let expected: Vec<(Slot, bool)> =
        params.iter().by_vals().enumerate().map(|(i, v)| (Slot::Local(i), v)).chain(inits).collect();
    assert_eq!(updates, &expected, "{} {state:?}\n{text}", program.show(place));
    let store = pds.rules_from(to).map(|id| pds.rule(id)).next().expect("a store behind each call");
    for results in all(declared.results) {
        let effect = resume(program, place, &state.locals, &state.globals, &results, bits);
        let found = apply(pds, store, state, &results, bits).map(|updates| neutration(pds, store, state, &updates));
        let expected = match effect {
            Effect::Step(point, after) => Some((Some(point.0), row(&after))),
            _ => None,
        };
        assert_eq!(found, expected, "{} {state:?} {results}\n{text}", program.show(place));
    }
}

#[test]
fn every_construct() {
    let text = "
        decl a, b, {c>0} := 1;
        bool<2> f(x, y) begin
          decl l := 0, a; enforce !(x & l) | *;
          a, l := x => y, schoose[x, y] constrain 'l | (b <=> a);
          if (l ? x : *) then return x, !y; elsif a != b then dead a, x; else abortif x & *; fi
          while (y) do y := *; od
          constrain 'x = y & !'a;
          _, b := *, {c>0} ^ a;
          print(a, b);
          goto L, M;
          L: M: skip;
          L2:
        end
        void g() begin enforce b; assume(a | *); assert(a & *); b := F constrain 'b; f(a, *); end
        void main() begin
          decl r; enforce !r | schoose[a, b];
          r, a := f(b, r & *); _, r := f(T, F); g(); return;
        end";
    compare(&support::program(text), text);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_programs(tape in prop::collection::vec(any::<u32>(), 0..160)) {
        let text = write_from(&Knobs::default(), &mut Tape::new(&tape));
        compare(&support::program(&text), &text);
    }
}
