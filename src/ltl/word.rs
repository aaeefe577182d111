//! Words that repeat themselves in the end, and what is true of them by the meaning of the logic alone.

use super::automaton::Automaton;
use super::formula::{AtomId, Binary, Ltl, LtlGraph, Node, Unary};

/// A set of atoms: those that hold at a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Letter {
    holds: Vec<bool>,
}

impl Letter {
    /// The letter in which these atoms hold, and no others.
    pub fn new(atoms: impl IntoIterator<Item = AtomId>) -> Letter {
        let mut holds = Vec::new();
        for atom in atoms {
            holds.resize(holds.len().max(atom.index() + 1), false);
            holds[atom.index()] = true;
        }
        Letter { holds }
    }

    /// Whether an atom holds.
    pub fn has(&self, atom: AtomId) -> bool {
        self.holds.get(atom.index()).copied().unwrap_or(false)
    }
}

/// The word that is a stem, and then a loop again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lasso {
    letters: Vec<Letter>,
    stem: usize,
}

impl Lasso {
    /// The word with this stem and this loop; nothing if the loop is empty.
    pub fn new(stem: Vec<Letter>, turn: Vec<Letter>) -> Option<Lasso> {
        let length = stem.len();
        (!turn.is_empty()).then(|| Lasso { letters: stem.into_iter().chain(turn).collect(), stem: length })
    }

    /// The position behind another one.
    fn next(&self, position: usize) -> usize {
        if position + 1 == self.letters.len() { self.stem } else { position + 1 }
    }

    /// Whether the formula holds on the word, that is, at its first position.
    ///
    /// The truth of each subformula at each position follows from that of smaller ones: `U` and `M` are least fixpoints, `R` and `W`
    /// greatest ones, and two rounds against the direction of the word reach them. Linear in the formula and in the word.
    pub fn satisfies(&self, graph: &LtlGraph, formula: Ltl) -> bool {
        let mut values: Vec<Vec<bool>> = vec![Vec::new(); formula.index() + 1];
        for part in graph.cone(formula) {
            values[part.index()] = self.values(graph.node(part), &values);
        }
        values[formula.index()][0]
    }

    /// The truth of a node at each position, from that of its operands.
    fn values(&self, node: Node, of: &[Vec<bool>]) -> Vec<bool> {
        let positions = || 0..self.letters.len();
        let of = |operand: Ltl, position: usize| of[operand.index()][position];
        match node {
            Node::Constant(value) => positions().map(|_| value).collect(),
            Node::Atom(atom) => self.letters.iter().map(|letter| letter.has(atom)).collect(),
            Node::Unary(Unary::Not, f) => positions().map(|at| !of(f, at)).collect(),
            Node::Unary(Unary::Next, f) => positions().map(|at| of(f, self.next(at))).collect(),
            Node::Unary(Unary::Finally, f) => self.fixpoint(false, |at, later| of(f, at) || later),
            Node::Unary(Unary::Globally, f) => self.fixpoint(true, |at, later| of(f, at) && later),
            Node::Binary(Binary::And, f, g) => positions().map(|at| of(f, at) && of(g, at)).collect(),
            Node::Binary(Binary::Or, f, g) => positions().map(|at| of(f, at) || of(g, at)).collect(),
            Node::Binary(Binary::Xor, f, g) => positions().map(|at| of(f, at) != of(g, at)).collect(),
            Node::Binary(Binary::Implies, f, g) => positions().map(|at| !of(f, at) || of(g, at)).collect(),
            Node::Binary(Binary::Iff, f, g) => positions().map(|at| of(f, at) == of(g, at)).collect(),
            Node::Binary(Binary::Until, f, g) => self.fixpoint(false, |at, later| of(g, at) || of(f, at) && later),
            Node::Binary(Binary::WeakUntil, f, g) => self.fixpoint(true, |at, later| of(g, at) || of(f, at) && later),
            Node::Binary(Binary::Release, f, g) => self.fixpoint(true, |at, later| of(g, at) && (of(f, at) || later)),
            Node::Binary(Binary::StrongRelease, f, g) => {
                self.fixpoint(false, |at, later| of(g, at) && (of(f, at) || later))
            }
        }
    }

    /// The values that follow from each other, of a position and what is behind it, the least ones or, from `true`, the greatest.
    fn fixpoint(&self, start: bool, value: impl Fn(usize, bool) -> bool) -> Vec<bool> {
        let mut values = vec![start; self.letters.len()];
        for _ in 0..2 {
            for position in (0..self.letters.len()).rev() {
                values[position] = value(position, values[self.next(position)]);
            }
        }
        values
    }

    /// Whether the automaton accepts the word: whether from its beginning a pair of position and accepting state can be come to that can be
    /// come to from itself.
    pub fn is_accepted_by(&self, automaton: &Automaton) -> bool {
        let reached = self.behind(automaton, [(0, 0)]);
        let accepting = (0..reached.len()).filter(|&pair| reached[pair]);
        accepting.map(|pair| self.pair(pair)).any(|(position, state)| {
            automaton.states[state].is_accepting
                && self.behind(automaton, self.steps(automaton, position, state))[self.number(position, state)]
        })
    }

    /// The pairs that can be come to from these, these included.
    fn behind(&self, automaton: &Automaton, from: impl IntoIterator<Item = (usize, usize)>) -> Vec<bool> {
        let mut reached = vec![false; self.letters.len() * automaton.states.len()];
        let mut open: Vec<(usize, usize)> = from.into_iter().collect();
        while let Some((position, state)) = open.pop() {
            if !std::mem::replace(&mut reached[self.number(position, state)], true) {
                open.extend(self.steps(automaton, position, state));
            }
        }
        reached
    }

    fn steps<'a>(
        &'a self,
        automaton: &'a Automaton,
        position: usize,
        state: usize,
    ) -> impl Iterator<Item = (usize, usize)> + 'a {
        let letter = &self.letters[position];
        let edges = automaton.states[state].edges.iter().filter(|edge| edge.guard.holds(|atom| letter.has(atom)));
        edges.map(move |edge| (self.next(position), edge.to))
    }

    fn number(&self, position: usize, state: usize) -> usize {
        state * self.letters.len() + position
    }

    fn pair(&self, number: usize) -> (usize, usize) {
        (number % self.letters.len(), number / self.letters.len())
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::Manner;
    use super::super::tests::formula;
    use super::*;
    use crate::ltl::automaton::{Edge, Guard, State};

    /// Letters as texts: each character is an atom that holds, `-` stands for none.
    fn lasso(graph: &mut LtlGraph, stem: &str, turn: &str) -> Lasso {
        let mut letters = |text: &str| {
            let words = text.split_whitespace();
            let letters: Vec<Vec<String>> =
                words.map(|word| word.chars().filter(|&c| c != '-').map(String::from).collect()).collect();
            letters.iter().map(|names| Letter::new(names.iter().map(|name| atom(graph, name)))).collect()
        };
        let (stem, turn) = (letters(stem), letters(turn));
        Lasso::new(stem, turn).expect("a loop")
    }

    fn atom(graph: &mut LtlGraph, name: &str) -> AtomId {
        let formula = graph.atom(name);
        match graph.node(formula) {
            Node::Atom(atom) => atom,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn each_operator_means_what_it_says() {
        let cases = [
            ("a", "a", "-", true),
            ("a", "-", "a", false),
            ("true & !false", "", "-", true),
            ("!a", "-", "a", true),
            ("X a", "-", "a", true),
            ("X a", "a", "-", false),
            ("X X a", "", "- b a", true),
            ("X a", "", "a", true),
            ("F a", "- -", "- a", true),
            ("F a", "b b", "b", false),
            ("G a", "a a", "a", true),
            ("G a", "a a", "a -", false),
            ("G F a", "", "- - a", true),
            ("G F a", "a a", "-", false),
            ("F G a", "- -", "a", true),
            ("F G a", "", "a -", false),
            ("a & b", "ab", "-", true),
            ("a & b", "a", "-", false),
            ("a | b", "b", "-", true),
            ("a | b", "-", "ab", false),
            ("a xor b", "a", "-", true),
            ("a xor b", "ab", "-", false),
            ("a -> b", "-", "-", true),
            ("a -> b", "a", "-", false),
            ("a <-> b", "ab", "-", true),
            ("a <-> b", "b", "-", false),
            ("a U b", "a a b", "-", true),
            ("a U b", "b", "-", true),
            ("a U b", "a - b", "-", false),
            ("a U b", "a", "a", false),
            ("a U b", "", "a a b", true),
            ("a W b", "a", "a", true),
            ("a W b", "a a b", "-", true),
            ("a W b", "a -", "b", false),
            ("a R b", "b b ab", "-", true),
            ("a R b", "b b", "b", true),
            ("a R b", "b b a", "-", false),
            ("a R b", "", "b ab -", true),
            ("a M b", "b b ab", "-", true),
            ("a M b", "b b", "b", false),
            ("a M b", "b a", "b", false),
            ("a V b", "b", "b", true),
        ];
        for (text, stem, turn, holds) in cases {
            let mut graph = LtlGraph::default();
            let formula = formula(text, Manner::Standard, &mut graph);
            let word = lasso(&mut graph, stem, turn);
            assert_eq!(word.satisfies(&graph, formula), holds, "{text} on {stem} ({turn})");
            let negation = graph.normal(formula, true);
            assert_eq!(word.satisfies(&graph, negation), !holds, "the negation of {text} on {stem} ({turn})");
        }
    }

    #[test]
    fn a_word_is_accepted_if_an_accepting_state_comes_again_and_again() {
        let mut graph = LtlGraph::default();
        let holds = |holds| Guard::always().with(AtomId::new(0), holds).expect("one literal");
        let edge = |to, guard| Edge { to, guard };
        let states = vec![
            State { is_accepting: false, edges: vec![edge(1, holds(true)), edge(0, holds(false))] },
            State { is_accepting: true, edges: vec![edge(0, holds(false))] },
        ];
        let automaton = Automaton { atoms: vec!["a".into()], states };
        for (stem, turn, accepted) in [("", "a -", true), ("a -", "-", false), ("", "a", false), ("-", "- a", true)] {
            assert_eq!(lasso(&mut graph, stem, turn).is_accepted_by(&automaton), accepted, "{stem} ({turn})");
        }
        assert!(!lasso(&mut graph, "", "a").is_accepted_by(&Automaton { states: vec![State::default()], ..automaton }));
    }
}
