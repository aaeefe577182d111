//! Which values two or three arguments of a predicate were seen to have together, and what is said by that: clauses of as many literals.

use crate::logic::formula::{Formula, Formulas};

/// Of predicates with more arguments nothing is said.
const MOST_ARGUMENTS: usize = 64;
/// Three of them are looked at together if there are no more.
const MOST_OF_THREE: usize = 20;
/// After so many runs three arguments are not looked at any more, and after twice as many nothing is said.
const MOST_RUNS: usize = 400;

/// An argument, by its index, and a value of it.
type Literal = (usize, bool);

/// What was seen.
#[derive(Clone, Debug)]
pub(super) struct Seen {
    arguments: usize,
    /// For arguments i and j, at i times their number plus j, which of the four pairs of values; of an argument and itself there are two.
    pairs: Vec<u8>,
    /// The same of three, which of the eight; empty if they are not looked at.
    triples: Vec<u8>,
    runs: usize,
    is_given_up: bool,
}

/// The bit of values.
fn bit(values: &[bool]) -> u8 {
    1 << values.iter().fold(0, |number, &value| 2 * number + u8::from(value))
}

const EQUAL: u8 = 0b1001;
const OPPOSITE: u8 = 0b0110;

impl Seen {
    /// Nothing yet.
    pub fn none(arguments: usize) -> Seen {
        let is_given_up = arguments > MOST_ARGUMENTS;
        let of = |count: usize, most: usize| {
            if arguments > most { Vec::new() } else { vec![0; arguments.pow(count as u32)] }
        };
        Seen { arguments, pairs: of(2, MOST_ARGUMENTS), triples: of(3, MOST_OF_THREE), runs: 0, is_given_up }
    }

    /// Whether nothing is said, whatever is seen.
    pub fn is_given_up(&self) -> bool {
        self.is_given_up
    }

    /// A run leads to these values.
    pub fn add(&mut self, values: &[bool]) {
        self.runs += 1;
        self.is_given_up |= self.runs > 2 * MOST_RUNS;
        if self.runs > MOST_RUNS {
            self.triples = Vec::new();
        }
        for (i, &a) in values.iter().enumerate() {
            for (j, &b) in values.iter().enumerate() {
                let place = i * self.arguments + j;
                self.pairs[place] |= bit(&[a, b]);
                if self.triples.is_empty() {
                    continue;
                }
                let triples = &mut self.triples[place * self.arguments..][..self.arguments];
                triples.iter_mut().zip(values).for_each(|(triple, &c)| *triple |= bit(&[a, b, c]));
            }
        }
    }

    /// What is said of these terms in the place of the arguments; of that nothing follows from one other thing that is said.
    pub fn clauses(&self, formulas: &mut Formulas, terms: &[Formula]) -> Vec<Formula> {
        if self.is_given_up {
            return Vec::new();
        }
        if self.runs == 0 {
            return vec![Formula::FALSE];
        }
        let mut clauses = Vec::new();
        let mut literals = Vec::new();
        for (i, &term) in terms.iter().enumerate() {
            if let Some(value) = self.constant(i) {
                clauses.push(if value { term } else { !term });
            } else if let Some((leader, is_equal)) = self.leader(i) {
                let same = formulas.iff(term, terms[leader]);
                clauses.push(if is_equal { same } else { !same });
            } else {
                literals.extend([(i, false), (i, true)]);
            }
        }
        let mut say = |those: &[Literal]| {
            let all = those
                .iter()
                .fold(Formula::TRUE, |all, &(i, value)| formulas.and(all, if value { terms[i] } else { !terms[i] }));
            clauses.push(!all);
        };
        for (at, &first) in literals.iter().enumerate() {
            for (at, &second) in literals.iter().enumerate().skip(at + 1) {
                if self.excludes(&[first, second]) {
                    if !self.follows(&[first, second], &literals) {
                        say(&[first, second]);
                    }
                    continue;
                }
                for &third in literals.iter().skip(at + 1).filter(|_| !self.triples.is_empty()) {
                    let all = [first, second, third];
                    let is_new = !self.excludes(&[first, third]) && !self.excludes(&[second, third]);
                    if is_new && self.excludes(&all) && !self.follows(&all, &literals) {
                        say(&all);
                    }
                }
            }
        }
        clauses
    }

    /// The value of an argument that has one only.
    fn constant(&self, i: usize) -> Option<bool> {
        let seen = self.pairs[i * self.arguments + i];
        [false, true].into_iter().find(|&value| seen == bit(&[value, value]))
    }

    /// The first argument before one that it is always equal to, or the opposite of, and whether it is equal.
    fn leader(&self, i: usize) -> Option<(usize, bool)> {
        (0..i).filter(|&j| self.constant(j).is_none()).find_map(|j| match self.pairs[i * self.arguments + j] {
            EQUAL => Some((j, true)),
            OPPOSITE => Some((j, false)),
            _ => None,
        })
    }

    /// Whether two or three different arguments never have these values.
    fn excludes(&self, literals: &[Literal]) -> bool {
        match *literals {
            [(i, a), (j, b)] if i != j => self.pairs[i * self.arguments + j] & bit(&[a, b]) == 0,
            [(i, a), (j, b), (k, c)] if i != j && j != k && i != k => {
                self.triples[(i * self.arguments + j) * self.arguments + k] & bit(&[a, b, c]) == 0
            }
            _ => false,
        }
    }

    /// Whether literals that exclude each other would if one of them were a weaker one: none of two that are left are equivalent, so the weakest are said.
    fn follows(&self, excluded: &[Literal], literals: &[Literal]) -> bool {
        (0..excluded.len()).any(|at| {
            let (i, value) = excluded[at];
            literals.iter().any(|&weaker| {
                let mut others = excluded.to_vec();
                others[at] = weaker;
                self.excludes(&[(i, value), (weaker.0, !weaker.1)]) && self.excludes(&others)
            })
        })
    }
}
