//! Formulas, automata, tableaux and simulations held against the meaning of the logic.

use super::automaton::{self, Automaton};
use super::formula::{Ltl, LtlGraph};
use super::parse::{Manner, parse};
use super::simulation::{self, Refused, Simulation};
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
        let [plain, negated] = [false, true].map(|is_negated| {
            tableau::build(&graph, formula, is_negated, MANY).expect("it is small")
        });
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
