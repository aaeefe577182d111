//! The programs over numbers: what they do bit by bit is what an interpreter of their language does, on all inputs.

mod interpreter;

use crate::support;
use bpcheck::generate::Variant;
use bpcheck::generate::words::catalogue::{ENDING, Entry, PROGRAMS, all};
use bpcheck::generate::words::{Size, language, write};
use bpcheck::lang::program::semantics::{Bits, Choices, Effect, State, choices_at, resume, step};
use bpcheck::lang::program::{Place, Point, Program};
use interpreter::{Interpreter, Outcome};

/// A run that calls deeper than this never ends: no program counts further than its numbers reach, twice over.
fn depth(bits: u32) -> usize {
    3 << bits
}

/// What the program over bits does if it chooses these numbers.
fn executed(program: &Program, bits: u32, chosen: &[u64]) -> Outcome {
    let main = program.find_procedure("main").expect("a main");
    let zeros = |width| Bits::repeat(false, width);
    let mut globals = zeros(program.globals.len());
    let mut stack = vec![(Place { procedure: main, point: Point::ENTRY }, zeros(program[main].locals.len()))];
    let mut chosen = chosen.iter();
    loop {
        let Some((place, locals)) = stack.pop() else { return Outcome::Done };
        let width = choices_at(program, place);
        let choices: Bits = if width == 0 {
            Bits::new()
        } else {
            assert!(width == bits as usize || width == 1, "one number, or which way, is chosen at a time");
            let number = chosen.next().expect("as many numbers as the interpreter has chosen");
            (0..width).map(|bit| number >> bit & 1 == 1).collect()
        };
        let state = State { globals: globals.clone(), locals: locals.clone() };
        match step(program, place, &state, Choices { bits: &choices, target: 0 }) {
            Effect::Blocked => return Outcome::Blocked,
            Effect::Violation => return Outcome::Violated,
            Effect::Step(point, after) => {
                globals = after.globals;
                stack.push((Place { point, ..place }, after.locals));
            }
            Effect::Call(callee, params) => {
                stack.push((place, locals));
                let mut locals = zeros(program[callee].locals.len());
                locals[..params.len()].copy_from_bitslice(&params);
                stack.push((Place { procedure: callee, point: Point::ENTRY }, locals));
                if stack.len() > depth(bits) {
                    return Outcome::Endless;
                }
            }
            Effect::Return(results) => {
                let Some((caller, locals)) = stack.pop() else { return Outcome::Done };
                match resume(program, caller, &locals, &globals, &results, &Bits::new()) {
                    Effect::Step(point, after) => {
                        globals = after.globals;
                        stack.push((Place { point, ..caller }, after.locals));
                    }
                    other => panic!("after a call: {other:?}"),
                }
            }
        }
    }
}

/// How runs of a program end, which do the same over numbers and over bits: of all runs, or so many.
fn outcomes(entry: &Entry, size: Size, most: usize) -> Vec<Outcome> {
    let source = language::parse(entry.text).unwrap_or_else(|| panic!("{} is not in the language", entry.name));
    let text = write(entry, &size);
    let program = support::program(&text);
    let runs = Interpreter::new(&source, &size, depth(size.bits)).all().take(most);
    let same = runs.map(|(chosen, outcome)| {
        assert_eq!(outcome, executed(&program, size.bits, &chosen), "{chosen:?}\n{text}");
        outcome
    });
    same.collect()
}

#[test]
fn all_inputs_lead_to_the_same() {
    let mut wrong = Vec::new();
    for entry in PROGRAMS {
        for bits in entry.least..=4 {
            for (variant, inputs) in [
                (Variant::Safe, None),
                (Variant::Unsafe, None),
                (Variant::Safe, Some(3)),
                (Variant::Unsafe, Some(3)),
                (Variant::Unsafe, Some((1 << bits) - 2)),
            ] {
                if inputs.is_some_and(|inputs| inputs < 3) {
                    continue;
                }
                let size = Size { bits, inputs, variant };
                let outcomes = outcomes(&entry, size, usize::MAX);
                let is_violated = outcomes.contains(&Outcome::Violated);
                let ends = outcomes.contains(&Outcome::Done);
                if is_violated != (variant == Variant::Unsafe) || !is_violated && !ends {
                    wrong.push(format!("{} {size:?}: violated: {is_violated}, ends: {ends}", entry.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The programs that are to end have more runs the wider numbers are than anybody could go through.
#[test]
fn runs_end_unless_there_is_a_mistake() {
    for entry in ENDING {
        for variant in [Variant::Safe, Variant::Unsafe] {
            for bits in 2..=4 {
                let outcomes = outcomes(&entry, Size { bits, inputs: None, variant }, 1_000);
                assert!(outcomes.contains(&Outcome::Done), "{} {bits} {variant}", entry.name);
                assert!(!outcomes.contains(&Outcome::Violated), "{} {bits} {variant}", entry.name);
                let is_endless = outcomes.contains(&Outcome::Endless);
                assert_eq!(is_endless, variant == Variant::Unsafe, "{} {bits} {variant}", entry.name);
            }
        }
    }
}

/// Whoever reads a program sees the language of it, and names that say which bit they are.
#[test]
fn a_program_is_readable() {
    let entry = bpcheck::generate::words::catalogue::find("sum").expect("a program");
    let text = write(entry, &Size { bits: 3, inputs: Some(5), variant: Variant::Unsafe });
    insta::assert_snapshot!(text);
}

/// Programs of wide numbers stay short: the longest is some hundred lines.
#[test]
fn wide_programs_are_short() {
    for entry in all() {
        for bits in [32, 64] {
            let text = write(entry, &Size { bits, inputs: Some(20), variant: Variant::Safe });
            let program = support::program(&text);
            assert!(text.lines().count() < 1_000 && text.len() < 1_000_000, "{} {bits}: {}", entry.name, text.len());
            assert!(program.globals.len() <= 3 * bits as usize);
        }
    }
}
