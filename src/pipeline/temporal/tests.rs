//! No levels say that a claim holds which does not.

use super::watched::{Manner, Watched};
use super::*;
use crate::engine::Silent;
use crate::generate::random::{self, Knobs};
use crate::lang::program::product::{Level, Operand, Position};
use crate::lang::program::{Program, Var};
use crate::lang::source::Source;
use crate::logic::formula::{Formula, Formulas};
use crate::outcome::Overall;
use crate::pipeline::{Asked, load};
use crate::temporal::product::stations;

/// Numbers that look like random ones.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}

/// A level of up to three bits, each a formula of what is seen there.
fn level(dice: &mut Dice, program: &Program, at: Position) -> Level {
    let mut formulas = Formulas::default();
    let mut seen = vec![Operand::State(0), Operand::State(1)];
    if let Position::At(place) = at {
        seen.extend((0..program.globals.len()).map(|index| Operand::Variable(Var::global(index))));
        seen.extend((0..program[place.procedure].locals.len()).map(|index| Operand::Variable(Var::local(index))));
    }
    let bits = (0..dice.roll(4)).map(|_| {
        let mut formula = Formula::TRUE;
        for _ in 0..1 + dice.roll(3) {
            let one = formulas.input(seen[dice.roll(seen.len())].input());
            let one = if dice.roll(2) == 0 { one } else { !one };
            formula = if dice.roll(2) == 0 { formulas.and(formula, one) } else { !formulas.and(formula, one) };
        }
        formula
    });
    Level { bits: bits.collect(), formulas }
}

#[test]
fn no_levels_hide_a_violation() {
    let knobs =
        Knobs { globals: 2, procedures: 2, parameters: 1, results: 0, locals: 1, statements: 5, ..Knobs::default() };
    let mut violated = 0;
    for seed in 0..400 {
        let source = Source::new("random.bp", random::write(&random::Options { seed, knobs: knobs.clone() }));
        let plain = load(&source, &Options::default()).expect("a program");
        let Some(global) = plain.program.globals.first() else { continue };
        let global = plain.program.name(global.name);
        let formula = ["F end".to_string(), format!("G F {{{global}}}"), format!("F G {{{global}}}")];
        let asked = Asked::Formula(Source::new("formula", formula[seed as usize % 3].as_str()));
        let manner = Manner { only_infinite: seed % 5 == 0, counts_steps: seed % 2 == 0 };
        let Manner { only_infinite, counts_steps } = manner;
        let temporal = Temporal { asked: vec![asked], only_infinite, counts_steps, ..Temporal::default() };
        let options =
            Options::default().with_temporal(temporal).with_engine("saturation:post".parse().expect("an engine"));
        let loaded = load(&source, &options).expect("a program with a formula");
        let decided = decide(&loaded, &options, &mut Silent).expect("an answer");
        if decided.outcome.overall() != Overall::Unsafe {
            continue;
        }
        violated += 1;
        let claim = &loaded.claims[0];
        let Ok(Onlooker::Automaton(automaton)) = onlooker::of_violations(claim) else { panic!("a small automaton") };
        let positions: Vec<Position> =
            stations(manner.reading(&loaded, claim, &automaton)).all.iter().map(|station| station.at).collect();
        let mut dice = Dice(seed);
        for _ in 0..4 {
            let mut levels = Levels::new();
            for &at in &positions {
                if dice.roll(8) > 0 {
                    levels.insert(at, level(&mut dice, &loaded.program, at));
                }
            }
            let onlooker = Onlooker::Automaton(automaton.clone());
            let watched = Watched::new(&loaded, claim, loaded.properties[0].clone(), (onlooker, Some(levels)), manner);
            let checked = decide(&watched.loaded, &options, &mut Silent).expect("an answer");
            let text = String::from_utf8_lossy(source.bytes());
            assert_eq!(checked.outcome.overall(), Overall::Unsafe, "seed {seed}: {:?}\n{text}", watched.levels);
        }
    }
    assert!(violated > 50, "{violated} are violated");
}
