//! Refutations in the DRAT format, checked by unit propagation alone: no solver is asked.
//!
//! Each clause of a refutation has to follow from those before it by reverse unit propagation (E. Goldberg, Y. Novikov, "Verification of
//! Proofs of Unsatisfiability for CNF Formulas", DATE 2003): where all its literals are false, propagation comes to a conflict. The last
//! one has to be the empty clause. That is less than the format allows: a clause that is a resolution asymmetric tautology only is
//! refused, since [`refute`](super::refute) writes none. What is deleted is kept: whatever follows from some of the clauses follows from
//! all of them.

use super::cnf::Cnf;
use super::literal::Lit;
use crate::budget::{Budget, StopReason};

/// Why a refutation is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotVerified {
    /// It is none.
    #[error("line {line}: {what}")]
    Refused {
        /// Which line of the proof, from 1; behind the last one if something is missing.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A limit was hit before that was known.
    #[error("{0}")]
    Stopped(StopReason),
}

/// Checks that a proof, a text in the DRAT format, refutes the clauses.
///
/// # Errors
/// See [`NotVerified`].
pub fn verify(cnf: &Cnf, proof: &[u8], budget: &Budget) -> Result<(), NotVerified> {
    let mut known = Known::new(cnf.variables());
    cnf.clauses().for_each(|(clause, _)| known.add(clause));
    let mut lines = 0;
    for (text, line) in proof.split(|&byte| byte == b'\n').zip(1..) {
        let refused = |what| NotVerified::Refused { line, what };
        budget.poll().map_err(NotVerified::Stopped)?;
        lines = line;
        if let None | Some(b'd' | b'c') = text.first() {
            continue;
        }
        let clause = clause(text, cnf.variables()).ok_or(refused("this is no clause over the variables"))?;
        if !known.implies(&clause) {
            return Err(refused("propagation does not bear out the clause"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        known.add(&clause);
    }
    Err(NotVerified::Refused { line: lines, what: "the empty clause is missing" })
}

/// Reads a clause, literals as numbers with a 0 behind them.
fn clause(text: &[u8], variables: usize) -> Option<Vec<Lit>> {
    let numbers = std::str::from_utf8(text).ok()?.split_ascii_whitespace().map(str::parse::<i32>);
    let mut numbers = numbers.collect::<Result<Vec<_>, _>>().ok()?;
    if numbers.pop() != Some(0) {
        return None;
    }
    let literal = |number: i32| {
        let variable = (number.unsigned_abs() as usize).checked_sub(1).filter(|&variable| variable < variables)?;
        let literal = Lit::of_variable(variable);
        Some(if number < 0 { !literal } else { literal })
    };
    numbers.into_iter().map(literal).collect()
}

/// Clauses, and what follows from them by propagation. A clause with fewer than two literals that are open is not kept: it is
/// satisfied, it sets its last literal for good, or it refutes all.
struct Known {
    clauses: Vec<Vec<Lit>>,
    /// For each literal the clauses in which it is one of the first two.
    watches: Vec<Vec<usize>>,
    /// The value of each variable, if it has one.
    values: Vec<Option<bool>>,
    /// The literals that hold, in the order in which that was found.
    trail: Vec<Lit>,
    /// How many of them were propagated: all, but within a propagation.
    propagated: usize,
    /// Whether the clauses are refuted.
    refuted: bool,
}

impl Known {
    fn new(variables: usize) -> Known {
        Known {
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * variables],
            values: vec![None; variables],
            trail: Vec::new(),
            propagated: 0,
            refuted: false,
        }
    }

    /// Adds a clause.
    fn add(&mut self, clause: &[Lit]) {
        let mut open = clause.to_vec();
        open.sort_unstable();
        open.dedup();
        if open.iter().any(|&literal| value(&self.values, literal) == Some(true)) {
            return;
        }
        open.retain(|&literal| value(&self.values, literal).is_none());
        match *open {
            [] => self.refuted = true,
            [only] => {
                self.set(only);
                self.refuted |= self.conflicts();
            }
            [first, second, ..] => {
                [first, second].into_iter().for_each(|watched| self.watches[watched.code()].push(self.clauses.len()));
                self.clauses.push(open);
            }
        }
    }

    /// Whether propagation shows that the clause follows.
    fn implies(&mut self, clause: &[Lit]) -> bool {
        let before = self.trail.len();
        let holds = |known: &mut Known, literal: Lit| match value(&known.values, literal) {
            None => {
                known.set(!literal);
                false
            }
            Some(value) => value,
        };
        let implied = self.refuted || clause.iter().any(|&literal| holds(self, literal)) || self.conflicts();
        for literal in self.trail.drain(before..) {
            self.values[literal.variable()] = None;
        }
        self.propagated = before;
        implied
    }

    /// Propagates, and whether that ends in a conflict.
    fn conflicts(&mut self) -> bool {
        let mut conflict = false;
        while !conflict && self.propagated < self.trail.len() {
            let lost = !self.trail[self.propagated];
            self.propagated += 1;
            let mut watching = std::mem::take(&mut self.watches[lost.code()]);
            watching.retain(|&index| {
                let clause = &mut self.clauses[index];
                if clause[0] == lost {
                    clause.swap(0, 1);
                }
                let other = clause[0];
                if value(&self.values, other) == Some(true) {
                    return true;
                }
                let open = clause[2..].iter().position(|&literal| value(&self.values, literal) != Some(false));
                if let Some(open) = open {
                    clause.swap(1, open + 2);
                    self.watches[clause[1].code()].push(index);
                    return false;
                }
                match value(&self.values, other) {
                    None => self.set(other),
                    Some(_) => conflict = true,
                }
                true
            });
            self.watches[lost.code()] = watching;
        }
        conflict
    }

    fn set(&mut self, literal: Lit) {
        self.values[literal.variable()] = Some(!literal.is_negated());
        self.trail.push(literal);
    }
}

fn value(values: &[Option<bool>], literal: Lit) -> Option<bool> {
    values[literal.variable()].map(|value| value != literal.is_negated())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::choices::{Choices, Seeded};
    use crate::logic::sat::{NotRefuted, Partition, refute};

    const VARIABLES: u32 = 5;

    fn cnf(clauses: &[Vec<Lit>]) -> Cnf {
        let mut cnf = Cnf::default();
        (0..VARIABLES).for_each(|_| _ = cnf.new_var());
        clauses.iter().for_each(|clause| cnf.add_clause(clause, Partition::default()));
        cnf
    }

    fn random(source: &mut Seeded, longest: u32) -> Vec<Lit> {
        let length = 1 + source.below(longest);
        let mut literal = || {
            let variable = Lit::of_variable(source.below(VARIABLES) as usize);
            if source.below(2) == 0 { variable } else { !variable }
        };
        (0..length).map(|_| literal()).collect()
    }

    /// Whether a clause holds wherever all the others do.
    fn follows(clauses: &[Vec<Lit>], clause: &[Lit]) -> bool {
        let holds = |valuation: u32, clause: &[Lit]| {
            clause.iter().any(|lit| (valuation >> lit.variable() & 1 == 1) != lit.is_negated())
        };
        let all_hold = |valuation: &u32| clauses.iter().all(|clause| holds(*valuation, clause));
        (0..1 << VARIABLES).filter(all_hold).all(|valuation| holds(valuation, clause))
    }

    fn text(clauses: &[Vec<Lit>]) -> String {
        clauses.iter().map(|clause| clause.iter().map(|lit| format!("{lit:?} ")).collect::<String>() + "0\n").collect()
    }

    fn is_verified(clauses: &[Vec<Lit>], proof: &str) -> bool {
        verify(&cnf(clauses), proof.as_bytes(), &Budget::unlimited()).is_ok()
    }

    /// Whatever is offered as a proof: a clause is taken only if it follows.
    #[test]
    fn what_is_accepted_follows() {
        let (mut accepted, mut refused) = (0, 0);
        for seed in 0..4_000 {
            let source = &mut Seeded::new(seed);
            let clauses: Vec<_> = (0..4 + source.below(10)).map(|_| random(source, 3)).collect();
            let mut known = Known::new(VARIABLES as usize);
            clauses.iter().for_each(|clause| known.add(clause));
            let mut all = clauses.clone();
            for _ in 0..6 {
                let lemma = random(source, 2);
                if known.implies(&lemma) {
                    assert!(follows(&clauses, &lemma), "{clauses:?} {lemma:?}");
                    known.add(&lemma);
                    all.push(lemma);
                    accepted += 1;
                } else {
                    refused += 1;
                }
            }
            assert!(!known.implies(&[]) || follows(&clauses, &[]), "{clauses:?}");
            assert_eq!(is_verified(&clauses, &(text(&all[clauses.len()..]) + "0\n")), known.implies(&[]));
        }
        assert!(accepted > 1_000 && refused > 1_000, "{accepted} {refused}");
    }

    /// What the solver writes is accepted; the same of clauses that have a model, without its end, or with other literals is not.
    #[test]
    fn refutations_are_accepted_and_their_mutants_are_not() {
        let (mut verified, mut refused) = (0, 0);
        for seed in 0..2_000 {
            let source = &mut Seeded::new(seed);
            let clauses: Vec<_> = (0..20 + source.below(15)).map(|_| random(source, 3)).collect();
            let proof = match refute(&cnf(&clauses), &Budget::unlimited()) {
                Ok(proof) => String::from_utf8(proof).expect("text"),
                Err(NotRefuted::HasModel) => continue,
                Err(stopped) => panic!("{stopped}"),
            };
            assert!(is_verified(&clauses, &proof), "{clauses:?}\n{proof}");
            verified += 1;
            let cut = proof.strip_suffix("0\n").expect("the empty clause");
            assert!(!is_verified(&clauses, cut), "{clauses:?}\n{cut}");
            assert!(!is_verified(&clauses, &format!("6 0\n{proof}")) && !is_verified(&clauses, &format!("1\n{proof}")));
            for index in 0..clauses.len() {
                let mut fewer = clauses.clone();
                fewer.remove(index);
                if !follows(&fewer, &[]) {
                    assert!(!is_verified(&fewer, &proof), "{fewer:?}\n{proof}");
                    refused += 1;
                }
            }
        }
        assert!(verified > 100 && refused > 100, "{verified} {refused}");
    }

    #[test]
    fn what_is_wrong_is_told() {
        let all = [[1, 2], [1, -2], [-1, 2], [-1, -2]];
        let lit = |number: i32| {
            let variable = Lit::of_variable(number.unsigned_abs() as usize - 1);
            if number < 0 { !variable } else { variable }
        };
        let clauses: Vec<Vec<Lit>> = all.iter().map(|clause| clause.iter().map(|&n| lit(n)).collect()).collect();
        let told =
            |proof: &str| verify(&cnf(&clauses), proof.as_bytes(), &Budget::unlimited()).map_err(|why| why.to_string());
        assert_eq!(told("c a comment\n1 0\nd 1 2 0\n0\n"), Ok(()));
        assert_eq!(told("1 0\n"), Err("line 2: the empty clause is missing".into()));
        assert_eq!(told("1 0\n0"), Ok(()));
        for (proof, why) in [
            ("0\n", "line 1: propagation does not bear out the clause"),
            ("3 0\n0\n", "line 1: propagation does not bear out the clause"),
            ("1 0\n6 0\n", "line 2: this is no clause over the variables"),
            ("-2147483648 0\n", "line 1: this is no clause over the variables"),
            ("1 0 0\n", "line 1: this is no clause over the variables"),
            ("1 x 0\n", "line 1: this is no clause over the variables"),
        ] {
            assert_eq!(told(proof), Err(why.into()), "{proof}");
        }
    }
}
