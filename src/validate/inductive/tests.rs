//! The encoding of statements, held against `semantics` on all states and choices of small programs.

use super::check;
use super::claim::{Batch, Claim, Failed, Start, What};
use super::encode::{Effect, Way, resume, ways};
use super::known::Known;
use super::refusal::Refusal;
use super::scene::{Scene, State};
use super::walk::Ground;
use crate::budget::Budget;
use crate::generate::random::{self, Knobs};
use crate::lang::program::semantics::{self, Bits, Choices, choices_at};
use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use crate::lang::source::Source;
use crate::logic::fold::{Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::outcome::{Evidence, Verdict};
use std::collections::BTreeSet;
use std::rc::Rc;

fn program(text: &str) -> Program {
    crate::pipeline::load(&Source::new("x.bp", text), &Default::default()).expect(text).program
}

/// Bit n of a number for input n, and what is said of the inputs behind these.
fn value(formulas: &mut Formulas, formula: Formula, bits: &Bits) -> bool {
    let by = |_: &mut Formulas, Input(index): Input| Formula::constant(bits[index as usize]);
    Memo::default().value(&mut Substitution { formulas, by }, formula) == Formula::TRUE
}

fn row(formulas: &mut Formulas, row: &[Formula], bits: &Bits) -> Bits {
    row.iter().map(|&formula| value(formulas, formula, bits)).collect()
}

fn all_rows(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u32 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}

/// Of all ways the one that is taken, in concrete values; none is the same as a blocked step.
fn taken(formulas: &mut Formulas, ways: &[Way], bits: &Bits) -> semantics::Effect {
    let mut effects = Vec::new();
    for Way { guard, effect } in ways {
        if value(formulas, *guard, bits) {
            effects.push(match effect {
                Effect::Step(point, State { globals, locals }) => {
                    let [globals, locals] = [globals, locals].map(|values| row(formulas, values, bits));
                    semantics::Effect::Step(*point, semantics::State { globals, locals })
                }
                Effect::Call(callee, params) => semantics::Effect::Call(*callee, row(formulas, params, bits)),
                Effect::Return(results) => semantics::Effect::Return(row(formulas, results, bits)),
                Effect::Violation => semantics::Effect::Violation,
            });
        }
    }
    assert!(effects.len() <= 1, "ways exclude each other: {effects:?}");
    effects.pop().unwrap_or(semantics::Effect::Blocked)
}

/// Compares one place; how many steps were made.
fn compare(program: &Program, place: Place) -> usize {
    let (globals, locals) = (program.globals.len(), program[place.procedure].locals.len());
    let mut scene = Scene::default();
    let state = State { globals: scene.fresh_many(globals), locals: scene.fresh_many(locals) };
    let symbolic = ways(program, &mut scene, place, state);
    let choices = choices_at(program, place);
    let selectors = match program[place].kind {
        Kind::Goto(targets) => program[targets].len().saturating_sub(1),
        _ => 0,
    };
    let width = globals + locals + choices + selectors;
    if width > 12 {
        return 0;
    }
    let mut steps = 0;
    for bits in all_rows(width) {
        let before = semantics::State {
            globals: bits[..globals].to_bitvec(),
            locals: bits[globals..globals + locals].to_bitvec(),
        };
        let chosen = &bits[globals + locals..globals + locals + choices];
        let found = taken(&mut scene.formulas, &symbolic, &bits);
        let all = match program[place].kind {
            Kind::Goto(targets) => 0..program[targets].len(),
            _ => 0..1,
        };
        let expected = all.map(|target| semantics::step(program, place, &before, Choices { bits: chosen, target }));
        let expected: Vec<_> = expected.collect();
        assert!(expected.contains(&found), "{}: {before:?} {chosen:?}: {found:?}", program.show(place));
        steps += 1;
    }
    if let Kind::Goto(targets) = program[place].kind {
        let mut formulas = std::mem::take(&mut scene.formulas);
        let reached = all_rows(width).map(|bits| match taken(&mut formulas, &symbolic, &bits) {
            semantics::Effect::Step(point, _) => point,
            other => panic!("{other:?}"),
        });
        assert_eq!(reached.collect::<BTreeSet<_>>(), program[targets].iter().copied().collect());
    }
    steps
}

/// The same for what follows a call.
fn compare_return(program: &Program, place: Place) -> usize {
    let Kind::Call { callee, .. } = program[place].kind else { return 0 };
    let (globals, locals) = (program.globals.len(), program[place.procedure].locals.len());
    let results = program[callee].results;
    let own = program[place].choices as usize;
    let enforced = choices_at(program, place) - own;
    let width = globals + locals + results + enforced;
    if width > 12 {
        return 0;
    }
    let mut scene = Scene::default();
    let (after, kept) = (scene.fresh_many(globals), scene.fresh_many(locals));
    let left = scene.fresh_many(results);
    let symbolic = resume(program, &mut scene, place, kept, after, &left);
    let mut steps = 0;
    for bits in all_rows(width) {
        let [after, kept] = [&bits[..globals], &bits[globals..globals + locals]].map(|bits| bits.to_bitvec());
        let left = &bits[globals + locals..globals + locals + results];
        let mut chosen = Bits::repeat(false, own);
        chosen.extend_from_bitslice(&bits[globals + locals + results..]);
        let expected = semantics::resume(program, place, &kept, &after, left, &chosen);
        assert_eq!(taken(&mut scene.formulas, &symbolic, &bits), expected, "{}", program.show(place));
        steps += 1;
    }
    steps
}

#[test]
fn statements_do_what_semantics_says() {
    let mut steps = 0;
    let mut kinds = BTreeSet::new();
    for seed in 0..300 {
        let knobs = Knobs { globals: 2, locals: 1, parameters: 1, results: 1, statements: 12, ..Knobs::default() };
        let program = program(&random::write(&random::Options { seed, knobs }));
        for procedure in program.procedure_ids() {
            for place in program.places(procedure) {
                steps += compare(&program, place) + compare_return(&program, place);
                let name = format!("{:?}", program[place].kind);
                kinds.insert(name.chars().take_while(|c| c.is_alphabetic()).collect::<String>());
            }
        }
    }
    assert!(steps > 100_000, "{steps}");
    let all = "AbortIf Assert Assign Assume Branch Call Dead End Enter Goto Relate Return Skip";
    assert_eq!(kinds.into_iter().collect::<Vec<_>>().join(" "), all);
}

/// However they are put together for solvers.
#[test]
fn all_claims_are_counted() {
    let (mut large, mut made, mut counted) = (0, 0, 0);
    for seed in 0..200 {
        let knobs = Knobs { globals: 4, locals: 3, procedures: 3, statements: 40, ..Knobs::default() };
        let source = Source::new("x.bp", random::write(&random::Options { seed, knobs }));
        let options = crate::Options::default().with_engine("saturation".parse().expect("an engine")).with_all(true);
        let outcome = crate::check(&source, &options).expect("a program");
        let certificate = outcome.decisions.into_iter().find_map(|decision| match decision.verdict {
            Verdict::Safe(Evidence::Certificate(certificate)) => Some(certificate),
            _ => None,
        });
        let Some(accepted) = certificate else { continue };
        let certificate = accepted.certificate();
        let program = program(std::str::from_utf8(source.bytes()).expect("text"));
        let ground = Ground::new(&program, certificate);
        let mut all = Batch::default();
        ground.begin(&mut all).expect("an entry");
        for index in 0..certificate.contracts.len() {
            ground.contract(index, &mut all, |_| Ok::<_, Refusal>(())).expect("a proof");
        }
        large += usize::from(all.is_large());
        assert!(all.made >= all.claims.len());
        made += all.made;
        let accepted = check(&program, source.sha256(), certificate.entry, certificate.clone(), &Budget::unlimited());
        assert_eq!(accepted.expect("a proof").claims(), all.made);
        counted += 1;
    }
    assert!(counted > 20 && large > 3 && made > 1_000, "{counted} {large} {made}");
}

/// What is not determined by anything is the bit of a number where a procedure is entered with it, chooses it, or is returned it; a flag is none.
#[test]
fn bits_of_numbers_are_seen() {
    let text = "// words: NAME_BIT
        bool<2> next(x_0, x_1) begin return !x_0, x_1 != x_0; end
        void main() begin
          decl y_0, y_1, z_0, z_1, flag;
          y_0, y_1, flag := *, *, *;
          z_0, z_1 := next(y_0, y_1);
          z_0, z_1 := next(z_0, z_1);
          assert((y_0 = z_0) & (y_1 != z_1) & (flag | (y_1 != z_1)));
        end";
    let options = crate::Options::default().with_engine("rdd".parse().expect("an engine"));
    let outcome = crate::check(&Source::new("x.bp", text), &options).expect("a program");
    let Verdict::Safe(Evidence::Certificate(accepted)) = &outcome.decisions[0].verdict else { panic!("{outcome:?}") };
    let program = program(text);
    let ground = Ground::new(&program, accepted.certificate());
    let seen = |procedure: &str, what: What| {
        let contracts = &accepted.certificate().contracts;
        let of = |index: &usize| program.name(program[contracts[*index].procedure].name) == procedure;
        let mut batch = Batch::default();
        let index = (0..contracts.len()).find(of).expect("a contract");
        ground.contract(index, &mut batch, |_| Ok::<_, Refusal>(())).expect("a proof");
        let claim = batch.claims.iter().find(|claim| claim.what == what).expect("a claim");
        let scene = &batch.scene;
        let bits = scene.formulas.cone([claim.fails]).into_iter().zip(scene.bits(claim.fails));
        let inputs = bits.filter(|&(node, _)| matches!(scene.formulas.node(node), Node::Input(_)));
        let mut places: Vec<Option<usize>> = inputs.map(|(_, place)| place).collect();
        places.sort();
        places
    };
    assert_eq!(seen("next", What::Summary), [Some(0), Some(1)]);
    assert_eq!(seen("main", What::Property), [None, Some(0), Some(0), Some(0), Some(1), Some(1), Some(1)]);
}

/// Which claim of a batch is found not to hold, if one is.
fn refused(scene: Scene, fails: Vec<Formula>) -> Option<u32> {
    let program = program("void main() begin skip; skip; skip; skip; end");
    let place = |point| Place { procedure: ProcId::from_index(0), point: Point(point) };
    let from = Rc::new(Start { place: place(0), entered: State::default(), state: State::default() });
    let claim = |(at, fails)| {
        let state = State::default();
        Claim { what: What::Invariant, fails, from: Rc::clone(&from), at: place(at), state }
    };
    let claims = (0..).zip(fails).map(claim).collect();
    let batch = Batch { scene, claims, made: 0 };
    match batch.settle(&program, &Known::default(), &Budget::unlimited()) {
        Ok(()) => None,
        Err(Failed::Refused(refusal)) => refusal.place.map(|place| place.point.0),
        Err(Failed::Stopped(reason)) => panic!("{reason}"),
    }
}

/// What two and two inputs are, in two ways: it is equal.
fn equal(scene: &mut Scene) -> Formula {
    let inputs = scene.fresh_many(4);
    let f = &mut scene.formulas;
    let [one, other] = [[0, 1, 2, 3], [3, 1, 2, 0]]
        .map(|order| order.into_iter().fold(Formula::FALSE, |parity, at| !f.iff(parity, inputs[at])));
    !f.iff(one, other)
}

#[test]
fn the_first_claim_that_does_not_hold_is_refused() {
    let mut scene = Scene::default();
    let [one, two] = [0, 1].map(|_| equal(&mut scene));
    let open = scene.fresh();
    let both = scene.formulas.and(open, !one);
    assert_eq!(refused(scene, vec![one, both, two, open]), Some(1));
}
