//! Formulas, automata, tableaux and simulations held against the meaning of the logic.

use super::automaton::{self, TooLarge};
use super::formula::{Ltl, LtlGraph, Unary};
use super::parse::{Manner, parse};
use super::simulation::{self, Refused};
use super::{fixture, tableau};
use crate::lang::source::{Diagnostics, Source};
use fixture::Dice;

/// More than any automaton of these tests has.
const MANY: usize = 1_000_000;

/// The formula of a text that has no mistake.
pub(super) fn formula(text: &str, manner: Manner, graph: &mut LtlGraph) -> Ltl {
    let source = Source::new("f", text);
    let mut remarks = Diagnostics::new(&source);
    let parsed = parse(&source, manner, graph, &mut remarks);
    parsed.unwrap_or_else(|| panic!("{text}: {:?}", remarks.iter().collect::<Vec<_>>())).formula
}

/// 2,000 formulas with ten words each: automaton, tableau and meaning agree, of the formula and of its negation.
#[test]
fn automata_accept_the_words_on_which_the_formula_holds() {
    let mut dice = Dice::new(1);
    let mut held = 0;
    for round in 0..2_000 {
        let mut graph = LtlGraph::default();
        let formula = fixture::formula(&mut dice, &mut graph, 1 + round % 9);
        let automaton = automaton::build(&mut graph, formula, MANY).expect("it is small");
        let [plain, negated] =
            [false, true].map(|is_negated| tableau::build(&graph, formula, is_negated, MANY).expect("it is small"));
        for _ in 0..10 {
            let word = fixture::word(&mut dice);
            let holds = word.satisfies(&graph, formula);
            held += usize::from(holds);
            let text = || format!("{} on {word:?}", graph.show(formula));
            assert_eq!(word.is_accepted_by(&automaton), holds, "automaton of {}", text());
            assert_eq!(word.is_accepted_by(&plain), holds, "tableau of {}", text());
            assert_eq!(word.is_accepted_by(&negated), !holds, "tableau of the negation of {}", text());
        }
    }
    assert!((5_000..15_000).contains(&held), "{held} of 20,000 hold");
}

/// Of each formula the automaton answers the tableau. Tables that say less than what is needed are refused, and so are automata that
/// accept less.
#[test]
fn simulations_are_found_and_wrong_ones_refused() {
    let mut dice = Dice::new(2);
    let (mut lowered, mut emptied, mut most) = (0, 0, 0);
    for round in 0..2_000 {
        let mut graph = LtlGraph::default();
        let formula = fixture::formula(&mut dice, &mut graph, 1 + round % 9);
        let is_negated = dice.roll(2) == 1;
        let asked = if is_negated { graph.unary(Unary::Not, formula) } else { formula };
        let mut automaton = automaton::build(&mut graph, asked, MANY).expect("it is small");
        let plain = tableau::build(&graph, formula, is_negated, MANY).expect("it is small");
        let text = graph.show(asked).to_string();
        let simulation = simulation::find(&plain, &automaton).unwrap_or_else(|| panic!("no simulation for {text}"));
        assert_eq!(simulation::check(&simulation, &plain, &automaton), Ok(()), "{text}");
        most = most.max(simulation.pairs.values().copied().max().unwrap_or_default());

        let mut without = simulation.clone();
        without.pairs.remove(&(0, 0));
        assert_eq!(simulation::check(&without, &plain, &automaton), Err(Refused::NoBeginning), "{text}");
        for (&pair, &rank) in simulation.pairs.iter().filter(|(_, rank)| **rank > 0) {
            let mut low = simulation.clone();
            low.pairs.insert(pair, rank - 1);
            let told = simulation::check(&low, &plain, &automaton);
            assert!(matches!(told, Err(Refused::Unanswered { leader, .. }) if leader == pair.0), "{text}: {told:?}");
            lowered += 1;
        }
        let highest = simulation::Simulation { pairs: simulation.pairs.keys().map(|&pair| (pair, u32::MAX)).collect() };
        let mut never = automaton.clone();
        never.states.iter_mut().for_each(|state| state.is_accepting = false);
        let told = simulation::check(&highest, &plain, &never);
        let is_empty = plain.turning().iter().all(|turns| !turns);
        assert!(is_empty || told.is_err(), "a rank that does not go down: {text}");
        let mut strange = simulation.clone();
        strange.pairs.insert((0, automaton.states.len()), 0);
        let told = simulation::check(&strange, &plain, &automaton);
        assert_eq!(told, Err(Refused::NoState { leader: 0, follower: automaton.states.len() }), "{text}");

        automaton.states.iter_mut().for_each(|state| state.is_accepting = false);
        if !plain.states[0].edges.is_empty() {
            assert!(simulation::check(&simulation, &plain, &automaton).is_err(), "nothing is accepted: {text}");
            assert_eq!(simulation::find(&plain, &automaton), None, "{text}");
            emptied += 1;
        }
    }
    assert!(lowered > 100 && emptied > 1_000 && most < 4, "{lowered} ranks lowered, {emptied} emptied, rank {most}");
}

/// An automaton of another formula answers the tableau only if it accepts all that the tableau accepts.
#[test]
fn a_simulation_is_found_only_where_words_are_included() {
    let cases = [
        ("a U b", "F b", true),
        ("F b", "a U b", false),
        ("G a", "G F a", true),
        ("G F a", "F G a", false),
        ("G F a & G F b", "G F b & G F a", true),
        ("F G (a | b)", "G F (a | b)", true),
        ("G F a", "G F (a & b)", false),
    ];
    for (one, other, is_found) in cases {
        let mut graph = LtlGraph::default();
        let [leader, follower] = [one, other].map(|text| formula(text, Manner::Standard, &mut graph));
        let plain = tableau::build(&graph, leader, false, MANY).expect("it is small");
        let automaton = automaton::build(&mut graph, follower, MANY).expect("it is small");
        let simulation = simulation::find(&plain, &automaton);
        assert_eq!(simulation.is_some(), is_found, "{one} and {other}");
        assert!(simulation.is_none_or(|simulation| simulation::check(&simulation, &plain, &automaton).is_ok()));
    }
}

/// Automata are as small as these formulas allow, and equal ones of equal formulas.
#[test]
fn automata_are_small() {
    let cases = [
        ("true", 1),
        ("false", 1),
        ("a", 2),
        ("F a", 2),
        ("G a", 1),
        ("a U b", 2),
        ("a W b", 2),
        ("G F a", 2),
        ("F G a", 2),
        ("G (a -> F b)", 2),
        ("!G (a -> F b)", 2),
        ("G F a & G F b", 3),
        ("F a & F b", 4),
        ("G F a -> G F b", 5),
    ];
    for (text, states) in cases {
        let mut graph = LtlGraph::default();
        let formula = formula(text, Manner::Standard, &mut graph);
        let automaton = automaton::build(&mut graph, formula, MANY).expect("it is small");
        assert_eq!(automaton.states.len(), states, "{text}: {automaton:?}");
        assert_eq!(automaton::build(&mut graph, formula, MANY), Ok(automaton), "{text}");
    }
}

/// Nothing recurses: each of these formulas is nested 10,000 deep.
#[test]
fn formulas_may_be_deep() {
    const DEPTH: usize = 10_000;
    let nested = |open: &str, close: &str| format!("{}a{}", open.repeat(DEPTH), close.repeat(DEPTH));
    let texts = [
        nested("!", ""),
        nested("(", ")"),
        nested("F G ", ""),
        nested("!(b U ", ")"),
        nested("(b R ", ")"),
        nested("(", " W b)"),
        nested("(", " M b)"),
        nested("(b & (c | ", "))"),
        nested("(b -> ", ")"),
        nested("(b xor ", ")"),
        nested("(", " <-> b)"),
        nested("a U ", ""),
        nested("a -> ", ""),
    ];
    for text in texts {
        let mut graph = LtlGraph::default();
        let made = formula(&text, Manner::Standard, &mut graph);
        let shown = graph.show(made).to_string();
        assert_eq!(formula(&shown, Manner::Undisputed, &mut graph), made);
        let word = fixture::word(&mut Dice::new(4));
        let negation = graph.normal(made, true);
        assert_ne!(word.satisfies(&graph, made), word.satisfies(&graph, negation));
        // Some of them are too large, which is all that may be wrong with them.
        let _ = automaton::build(&mut graph, made, 50_000);
        let _ = tableau::build(&graph, made, true, 50_000);
    }
    let mut graph = LtlGraph::default();
    let next = formula(&nested("X ", ""), Manner::Standard, &mut graph);
    let automaton = automaton::build(&mut graph, next, MANY).expect("it is a chain");
    assert_eq!(automaton.states.len(), DEPTH + 2);
    let plain = tableau::build(&graph, next, false, MANY).expect("it is a chain");
    assert!(simulation::find(&plain, &automaton).is_some());
    assert_eq!(automaton::build(&mut graph, next, DEPTH), Err(TooLarge { most: DEPTH }));
}
