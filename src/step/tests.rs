use super::*;
use crate::generate::choices::{Choices as _, Seeded};
use crate::generate::random;
use crate::lang::program::property::properties;
use crate::lang::program::resolve;
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::{Ladder, parse};
use crate::validate::replay;

fn read(text: &str) -> (Source, Program) {
    let source = Source::new("test.bp", text);
    let mut diagnostics = Diagnostics::new(&source);
    let ast = parse(&source, Ladder::Standard, &mut diagnostics);
    let program = resolve(ast, &mut diagnostics);
    (source, program.unwrap_or_else(|| panic!("{text}\n{:?}", diagnostics.iter().collect::<Vec<_>>())))
}

fn main_of(program: &Program) -> ProcId {
    program.find_procedure("main").expect("a main")
}

/// What was chosen, to be chosen again.
enum Chosen {
    First(Vec<(Var, bool)>),
    Answer(usize),
    Step,
}

fn again(stepper: &mut Stepper<'_>, chosen: &Chosen) {
    match chosen {
        Chosen::First(values) => stepper.set(values),
        Chosen::Answer(answer) => stepper.answer(*answer),
        Chosen::Step => stepper.advance(),
    }
}

/// Goes any way, until the run is over or so long.
fn wander(stepper: &mut Stepper<'_>, random: &mut Seeded, steps: usize) -> Vec<Chosen> {
    let mut way = Vec::new();
    while stepper.now().status == Status::Running && stepper.now().steps < steps {
        let free = stepper.free();
        if !free.is_empty() {
            way.push(Chosen::First(free.into_iter().map(|var| (var, random.below(2) == 1)).collect()));
            again(stepper, &way[way.len() - 1]);
        }
        while let Some(question) = stepper.question() {
            way.push(Chosen::Answer(random.below(question.answers() as u32) as usize));
            again(stepper, &way[way.len() - 1]);
        }
        way.push(Chosen::Step);
        stepper.advance();
    }
    way
}

/// All that can be seen of a moment.
fn seen(stepper: &Stepper<'_>) -> String {
    let Moment { at, status, steps, .. } = stepper.now();
    let waiting = at.waiting().map(|waiting| format!("{:?} {} {}", waiting.place, waiting.locals, waiting.activation));
    let waiting = waiting.collect::<Vec<_>>().join(", ");
    format!("{:?} {} {} {status:?} {steps} {} {waiting}", at.place, at.state.globals, at.state.locals, at.activation)
}

#[test]
fn violating_runs_are_traces() {
    let mut violated = 0;
    for seed in 0..400 {
        let text = random::write(&random::Options { seed, ..random::Options::default() });
        let (source, program) = read(&text);
        let properties = properties(&program, &[]).expect("no labels are asked for");
        for walk in 0..5 {
            let mut stepper = Stepper::new(&program, main_of(&program), &properties);
            wander(&mut stepper, &mut Seeded::new(seed * 5 + walk), 200);
            let trace = stepper.trace(source.sha256()).unwrap_or_else(|flaw| panic!("{flaw}\n{text}"));
            assert!(trace.is_some() || stepper.violated().is_none(), "{text}");
            if let Some(trace) = trace {
                let replayed = replay(&program, source.sha256(), main_of(&program), trace);
                assert!(replayed.is_ok(), "{:?}\n{text}", replayed.err());
                violated += 1;
            }
        }
    }
    assert!(violated > 200, "only {violated} runs violate anything");
}

#[test]
fn what_is_taken_back_can_be_done_again() {
    for seed in 0..200 {
        let text = random::write(&random::Options { seed, ..random::Options::default() });
        let (_, program) = read(&text);
        let mut stepper = Stepper::new(&program, main_of(&program), &[]);
        let start = seen(&stepper);
        let way = wander(&mut stepper, &mut Seeded::new(seed), 60);
        let end = seen(&stepper);
        let mut back = Vec::new();
        while stepper.undo() {
            back.push(seen(&stepper));
        }
        assert_eq!(seen(&stepper), start, "{text}");
        for chosen in &way {
            let before = seen(&stepper);
            again(&mut stepper, chosen);
            if !matches!(chosen, Chosen::Answer(_)) {
                assert_eq!(Some(before), back.pop(), "{text}");
            }
        }
        assert_eq!(seen(&stepper), end, "{text}");
    }
}

#[test]
fn a_schoose_that_is_decided_is_not_asked() {
    let (_, program) = read("decl a, b; void main() begin a := schoose[b, !b]; b := schoose[F, *]; end");
    let mut stepper = Stepper::new(&program, main_of(&program), &[]);
    stepper.advance();
    assert_eq!(stepper.question(), None);
    stepper.advance();
    let Some(Question::Choice(star)) = stepper.question() else { panic!("the `*` is asked") };
    stepper.answer(0);
    assert!(matches!(stepper.question(), Some(Question::Choice(schoose)) if schoose.start < star.start));
    assert!(stepper.undo() && stepper.question() == Some(Question::Choice(star)), "the answer is taken back");
    stepper.answer(1);
    assert_eq!(stepper.question(), None);
    assert_eq!(stepper.now().steps, 2);
}

#[test]
fn first_values_can_be_given_before_the_first_step() {
    let (_, program) = read("decl g, h := 1; void f(x) begin decl l; end void main(p) begin decl m := 0; f(p); end");
    let mut stepper = Stepper::new(&program, main_of(&program), &[]);
    assert_eq!(stepper.free(), [Var::global(0), Var::local(0)]);
    stepper.set(&[(Var::global(0), true), (Var::global(1), false)]);
    assert!(stepper.now().at.state.get(Var::global(0)) && stepper.now().at.state.get(Var::global(1)));
    stepper.advance();
    assert_eq!(stepper.free(), []);
    stepper.advance();
    assert_eq!(stepper.free(), [Var::local(1)], "the local of f, not its parameter");
}

#[test]
fn long_runs_are_taken_back_step_by_step() {
    let (source, program) = read("decl a; void main() begin a := !a; if (a | !a) then main(); fi end");
    let mut stepper = Stepper::new(&program, main_of(&program), &[]);
    (0..300_000).for_each(|_| stepper.advance());
    assert_eq!((stepper.now().steps, stepper.now().at.height()), (300_000, 75_001));
    let copy = stepper.clone();
    while stepper.undo() {}
    assert_eq!((stepper.now().steps, stepper.now().at.height()), (0, 1));
    assert_eq!(copy.trace(source.sha256()), Ok(None));
}

#[test]
fn a_blocked_run_knows_its_conditions() {
    let (source, program) = read("decl a := 0; void f() begin a := T; end void main() begin enforce !a; f(); end");
    let mut stepper = Stepper::new(&program, main_of(&program), &[]);
    (0..10).for_each(|_| stepper.advance());
    assert_eq!(stepper.now().status, Status::Blocked);
    let texts = stepper.conditions().0.into_iter().map(|cond| source.text(program.expr_span(cond)).into_owned());
    assert_eq!(texts.collect::<Vec<_>>(), ["!a"]);
}

#[test]
fn chance_goes_back_where_it_is_blocked() {
    let asks =
        (0..40).map(|n| format!("goto y{n}, n{n}; y{n}: assume(a); goto e{n}; n{n}: assume(!a); e{n}: a := *; "));
    let asks: String = asks.collect();
    for (ending, status) in [("", Status::Returned), ("assume(F);", Status::Blocked)] {
        let (_, program) = read(&format!("decl a; void main() begin {asks} {ending} end"));
        let mut random = Seeded::new(3);
        let mut stepper = Stepper::new(&program, main_of(&program), &[]);
        stepper.walk(usize::MAX, &mut |answers| random.below(answers as u32) as usize);
        assert_eq!(stepper.now().status, status, "{ending}");
    }
}

#[test]
fn chance_makes_as_many_steps_as_it_is_told() {
    let (_, program) = read("decl a; void main() begin while (T) do a := *; ERROR: skip; od end");
    let properties = properties(&program, &[]).expect("no labels are asked for");
    let mut stepper = Stepper::new(&program, main_of(&program), &properties);
    stepper.walk(2, &mut |_| 1);
    assert_eq!((stepper.now().steps, stepper.now().at.state.get(Var::global(0))), (2, true));
    stepper.walk(100, &mut |_| 0);
    assert_eq!((stepper.now().steps, stepper.violated()), (3, Some(0)), "it stops at the label");
    stepper.walk(100, &mut |_| 0);
    assert_eq!((stepper.now().steps, stepper.violated()), (6, Some(0)), "and goes on from it");
}
