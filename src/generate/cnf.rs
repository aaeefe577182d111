//! A random propositional formula written as a program: one `assume` a clause, then an error.
//!
//! The variables are globals, which start arbitrary. The run gets through all assumptions exactly when the formula is
//! satisfiable, so the program is a SAT problem in disguise, and the smallest test of how an engine gets its formulas to a
//! solver.
//!
//! **Verdict.** The clauses have three different variables each, 3.5 clauses a variable. An assignment is planted: clauses
//! that it violates are not taken, and neither are those that its opposite violates. Keeping two opposite assignments leaves
//! each literal true as often as false, so counting does not give the plant away (D. Achlioptas, H. Jia, C. Moore, "Hiding
//! satisfying assignments: two are better than one", JAIR 24, 2005). Hence the unsafe variant. The safe one has, scattered among
//! these, the clauses of a parity contradiction on at most nine of the variables: laid out in a square, each row and each
//! column has an exclusive-or, and the rows add up to the opposite of the columns. No three of these clauses contradict one
//! another; one has to look at all of them.

use super::choices::{Choices, Seeded, shuffle};
use super::listing::{Listing, joined, numbered};
use super::{Variant, size};

/// A member of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// How many variables the formula has; at least 3.
    pub variables: u32,
    /// Fixes the formula.
    pub seed: u64,
    /// Is the formula satisfiable?
    pub variant: Variant,
}

impl Default for Options {
    fn default() -> Self {
        Self { variables: 20, seed: 0, variant: Variant::Safe }
    }
}

/// A variable, from 1, and the value that satisfies the literal.
type Literal = (u32, bool);

type Clause = [Literal; 3];

/// Writes the program.
pub fn write(options: &Options) -> String {
    let variables = size(options.variables, 3);
    let (seed, variant) = (options.seed, options.variant);
    let mut source = Seeded::new(seed);
    let mut clauses = planted(variables, &mut source);
    if !variant.is_unsafe() {
        clauses.extend(contradiction(variables, &mut source));
        shuffle(&mut clauses, &mut source);
    }
    let mut out = Listing::new(Some(variant), &format!("cnf --variables {variables} --seed {seed}{}", variant.flag()));
    out.line(format_args!("decl {};", numbered("v_", 1..=variables)));
    out.procedure("void main()");
    for clause in clauses {
        let literals = clause.map(|(variable, value)| {
            let sign = if value { "" } else { "!" };
            format!("{sign}v_{variable}")
        });
        out.line(format_args!("assume({});", joined(" | ", literals)));
    }
    out.line("assert(F);");
    out.close("end");
    out.finish()
}

/// Clauses that a hidden assignment and its opposite satisfy.
fn planted(variables: u32, source: &mut dyn Choices) -> Vec<Clause> {
    let plant: Vec<bool> = (0..variables).map(|_| source.below(2) == 1).collect();
    let clauses = u64::from(variables) * 7 / 2;
    (0..clauses)
        .map(|_| {
            let mut clause = three_variables(variables, source).map(|variable| {
                let value = source.below(2) == 1;
                (variable, value)
            });
            let agrees = |(variable, value): Literal| plant[variable as usize - 1] == value;
            if clause.map(agrees) == [true; 3] || clause.map(agrees) == [false; 3] {
                // Turning one literal makes it a clause that both assignments satisfy, and all such are equally likely.
                let turned = &mut clause[source.below(3) as usize];
                turned.1 = !turned.1;
            }
            clause
        })
        .collect()
}

/// Three different variables of `1..=variables`.
fn three_variables(variables: u32, source: &mut dyn Choices) -> [u32; 3] {
    let first = source.below(variables);
    let second = first + 1 + source.below(variables - 1);
    let between = second - first - 1;
    // The third distance from `first` skips the second's.
    let third = source.below(variables - 2);
    let third = first + 1 + third + u32::from(third >= between);
    [first, second, third].map(|variable| variable % variables + 1)
}

/// The clauses of a square of variables whose rows and columns have incompatible parities. The square has three rows and
/// one, two or three columns, as many as there are variables for.
fn contradiction(variables: u32, source: &mut dyn Choices) -> Vec<Clause> {
    let columns = (variables / 3).min(3) as usize;
    let mut order: Vec<u32> = (1..=variables).collect();
    shuffle(&mut order, source);
    let cells = &order[..3 * columns];
    // Every cell lies in one triple of each kind: along the order, and across it.
    let along = cells.chunks_exact(3).map(|t| [t[0], t[1], t[2]]);
    let across = (0..columns).map(|c| [cells[c], cells[columns + c], cells[2 * columns + c]]);
    let triples: Vec<[u32; 3]> = along.chain(across).collect();
    let mut parities: Vec<bool> = triples.iter().map(|_| source.below(2) == 1).collect();
    // Each variable occurs twice, so the parities of a solution would add up to even; these add up to odd.
    if parities.iter().filter(|&&odd| odd).count() % 2 == 0 {
        parities[0] = !parities[0];
    }
    triples.into_iter().zip(parities).flat_map(|(triple, odd)| parity(triple, odd)).collect()
}

/// The four clauses that say: the exclusive-or of the three variables is `odd`.
fn parity([a, b, c]: [u32; 3], odd: bool) -> [Clause; 4] {
    [(false, false), (false, true), (true, false), (true, true)].map(|(x, y)| [(a, x), (b, y), (c, x ^ y ^ odd)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn satisfiable(variables: u32, clauses: &[Clause]) -> bool {
        (0u32..1 << variables).any(|values| {
            clauses
                .iter()
                .all(|clause| clause.iter().any(|&(variable, value)| (values >> (variable - 1) & 1 == 1) == value))
        })
    }

    #[test]
    fn the_smallest_member() {
        let text = write(&Options { variables: 0, seed: 1, variant: Variant::Unsafe });
        assert!(text.starts_with(
            "// expect: UNSAFE
// generated by: bpcheck generate cnf --variables 3 --seed 1 --unsafe
decl v_1, v_2, v_3;

void main()
begin
  assume("
        ));
        assert!(text.ends_with("  assert(F);\nend\n"));
        assert_eq!(text.matches("assume(").count(), 10);
    }

    #[test]
    fn plants_satisfy_and_squares_contradict() {
        for seed in 0..40 {
            let mut source = Seeded::new(seed);
            let variables = 3 + seed as u32 % 10;
            let clauses = planted(variables, &mut source);
            assert!(satisfiable(variables, &clauses), "seed {seed}");
            let square = contradiction(variables, &mut source);
            assert!(!satisfiable(variables, &square), "seed {seed}");
            // Without any one of its clauses the square is satisfiable: nothing in it is idle.
            for i in 0..square.len() {
                let mut rest = square.clone();
                rest.remove(i);
                assert!(satisfiable(variables, &rest), "seed {seed}, clause {i}");
            }
        }
    }

    #[test]
    fn clauses_have_three_variables() {
        let mut source = Seeded::new(3);
        for _ in 0..500 {
            let [a, b, c] = three_variables(4, &mut source);
            assert!(a != b && b != c && a != c);
            assert!([a, b, c].iter().all(|v| (1..=4).contains(v)));
        }
    }
}
