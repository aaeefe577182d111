//! Numbers: which bits of a program belong together.
//!
//! A Boolean program has no numbers, but programs were made of some that do. A *word* is a number whose bits are variables of one scope. Three things
//! say that there is one, and the first that does counts:
//!
//! 1. the comment `// words: NAME_BIT` before the first procedure: `x_0`, `x_1` and so on are the bits of `x`, the lowest first;
//! 2. predicates of the C program: `x & 4`, `(x >> 2) & 1`, `x[2]` and `x.2` are all bit 2 of `x`;
//! 3. where that is asked for, names: `x_2`, `{x_2}`, `{x.2}` and `{x[2]}`.
//!
//! What a procedure returns is a number where its results are those of the bits of one (`results.rs`).
//!
//! Words are there for people. No verdict and no evidence knows of them; `auto` looks how wide they are to decide who is due how much of the time, and who checks a certificate has the bits of a
//! formula in an order by them, which is a matter of time, too.

mod bit;
mod results;

use super::model::{ProcId, Program, Var, Variable};
use crate::lang::source::Source;
use bit::Bit;
use rustc_hash::{FxHashMap, FxHashSet};

/// More bits are shown one by one.
const MOST_BITS: usize = 128;

/// Of which number a variable is a bit, as one thing tells.
type Reading<'r> = &'r dyn Fn(&Variable) -> Option<Bit>;

/// A number whose bits are variables, or results by their indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word<B = Var> {
    /// What it is called; no variable of its scope is called so.
    pub name: String,
    /// Its bits, the lowest first: at least two, at most 128.
    pub bits: Vec<B>,
}

impl<B: Copy> Word<B> {
    /// The number and its bits, the highest first: `5 (0101)`.
    pub fn show(&self, value: impl Fn(B) -> bool) -> String {
        show(&self.bits, value)
    }
}

/// The number that bits make, of which the lowest is the first, and the bits, the highest first: `5 (0101)`.
pub(crate) fn show<B: Copy>(bits: &[B], value: impl Fn(B) -> bool) -> String {
    let bits = || bits.iter().rev().map(|&bit| value(bit));
    let number = bits().fold(0u128, |number, bit| number << 1 | u128::from(bit));
    let bits: String = bits().map(|bit| if bit { '1' } else { '0' }).collect();
    format!("{number} ({bits})")
}

/// The words of a program.
#[derive(Clone, Debug, Default)]
pub struct Words {
    globals: Vec<Word>,
    /// For each procedure those of its parameters and locals.
    locals: Vec<Vec<Word>>,
    /// For each procedure those of its results.
    results: Vec<Vec<Word<usize>>>,
}

impl Words {
    /// How many bits the widest variable has that is a number; none if there is none.
    pub fn widest(&self) -> Option<usize> {
        self.globals.iter().chain(self.locals.iter().flatten()).map(|word| word.bits.len()).max()
    }

    /// Those of globals.
    pub fn globals(&self) -> &[Word] {
        &self.globals
    }

    /// Those of the parameters and locals of a procedure.
    pub fn locals(&self, procedure: ProcId) -> &[Word] {
        self.locals.get(procedure.index()).map_or(&[], Vec::as_slice)
    }

    /// Those of what a procedure returns, by the indices of its results.
    pub fn results(&self, procedure: ProcId) -> &[Word<usize>] {
        self.results.get(procedure.index()).map_or(&[], Vec::as_slice)
    }
}

impl Program {
    /// Which bits belong together.
    pub fn words(&self) -> &Words {
        &self.words
    }

    /// Finds out which bits belong together; by their names, too, if that is wanted.
    pub(crate) fn find_words(&mut self, source: &Source, by_names: bool) {
        let names = |variables: &[Variable]| -> FxHashSet<&str> {
            variables.iter().map(|variable| self.name(variable.name)).collect()
        };
        let outer = names(&self.globals);
        let globals = self.words_of(source, by_names, &self.globals, Var::global, |name| outer.contains(name));
        let locals = self.procedures.iter().map(|procedure| {
            let own = names(&procedure.locals);
            let is_taken = |name: &str| outer.contains(name) || own.contains(name);
            self.words_of(source, by_names, &procedure.locals, Var::local, is_taken)
        });
        let words = Words { locals: locals.collect(), globals, results: Vec::new() };
        self.words = Words { results: self.words_of_results(&words), ..words };
    }

    /// Those of one scope, in the order of their lowest bits; none has a name that is taken.
    fn words_of(
        &self,
        source: &Source,
        by_names: bool,
        variables: &[Variable],
        var: fn(usize) -> Var,
        is_taken: impl Fn(&str) -> bool,
    ) -> Vec<Word> {
        let noted = |variable: &Variable| bit::underscored(self.name(variable.name));
        let predicate = |variable: &Variable| bit::of_predicate(&self.predicate(source, variable)?);
        let named = |variable: &Variable| bit::of_name(self.name(variable.name));
        let readings: [(bool, Reading<'_>); 3] =
            [(self.has_noted_words(), &noted), (true, &predicate), (by_names, &named)];
        let mut words: Vec<Word> = Vec::new();
        let mut used: FxHashSet<Var> = FxHashSet::default();
        let mut names: FxHashSet<String> = FxHashSet::default();
        for (_, reading) in readings.into_iter().filter(|(is_on, _)| *is_on) {
            let all = variables.iter().enumerate().map(|(index, variable)| (var(index), variable));
            let bits = all.filter(|(var, _)| !used.contains(var));
            let bits = bits.filter_map(|(var, variable)| Some((var, reading(variable)?)));
            for word in whole(bits) {
                if !is_taken(&word.name) && names.insert(word.name.clone()) {
                    used.extend(&word.bits);
                    words.push(word);
                }
            }
        }
        words.sort_by_key(|word| word.bits[0]);
        words
    }
}

/// The words of which all bits are there, each once.
fn whole(bits: impl Iterator<Item = (Var, Bit)>) -> Vec<Word> {
    let mut groups: Vec<(String, Vec<(usize, Var)>)> = Vec::new();
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for (var, Bit { word, index }) in bits {
        let group = *known.entry(word).or_insert_with_key(|word| {
            groups.push((word.clone(), Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push((index, var));
    }
    let word = |(name, mut bits): (String, Vec<(usize, Var)>)| {
        bits.sort_unstable();
        let is_whole = bits.iter().enumerate().all(|(place, (index, _))| place == *index);
        let is_word = is_whole && (2..=MOST_BITS).contains(&bits.len());
        is_word.then(|| Word { name, bits: bits.into_iter().map(|(_, var)| var).collect() })
    };
    groups.into_iter().filter_map(word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::program::companion::Companions;
    use crate::lang::program::resolve;
    use crate::lang::source::Diagnostics;
    use crate::lang::syntax::{Manner, parse};

    /// The words of a program as `name: bits`, those of globals first.
    fn found(text: &str, predicates: &str, by_names: bool) -> Vec<String> {
        let source = Source::new("x.bp", text);
        let mut remarks = Diagnostics::new(&source);
        let mut program = resolve(parse(&source, Manner::default(), &mut remarks), &mut remarks).expect("a program");
        let companions = Companions { functions: None, predicates: Some(Source::new("x.v", predicates)) };
        program.accompany(&companions);
        program.find_words(&source, by_names);
        let show = |procedure: ProcId, word: &Word| {
            let bits: Vec<&str> = word.bits.iter().map(|&bit| program.var_name(procedure, bit)).collect();
            format!("{}: {}", word.name, bits.join(" "))
        };
        let first = ProcId::from_index(0);
        let globals = program.words().globals().iter().map(|word| show(first, word));
        let locals = program.procedure_ids().flat_map(|id| {
            let show = &show;
            program.words().locals(id).iter().map(move |word| show(id, word))
        });
        globals.chain(locals).collect()
    }

    fn declared(names: &str, by_names: bool) -> Vec<String> {
        found(&format!("decl {names};\nvoid main() begin skip; end"), "", by_names)
    }

    #[test]
    fn names_are_bits_where_that_is_asked() {
        assert_eq!(declared("n_1, n_0, a, n_2", true), ["n: n_0 n_1 n_2"]);
        assert_eq!(declared("{x.0}, {x.1}, {y[1]}, {y[0]}, {z_0}, {z_1}", true).len(), 3);
        assert_eq!(declared("n_0, n_1", false), [""; 0]);
        assert_eq!(declared("a_b_0, a_b_1", true), ["a_b: a_b_0 a_b_1"]);
    }

    #[test]
    fn words_are_whole() {
        assert_eq!(declared("n_0, n_2", true), [""; 0], "a gap");
        assert_eq!(declared("n_1, n_2", true), [""; 0], "no lowest bit");
        assert_eq!(declared("n_0", true), [""; 0], "one bit");
        assert_eq!(declared("n_0, n_1, {n_1}", true), [""; 0], "a bit twice");
        assert_eq!(declared("n_0, n_01", true), [""; 0], "a leading zero");
        assert_eq!(declared("n_0, n_1, n", true), [""; 0], "a variable of that name");
        assert_eq!(declared("_0, _1", true), [""; 0], "no name");
    }

    #[test]
    fn words_have_bits_of_one_scope() {
        let text = "decl n_0, m_0, m_1;\nvoid main() begin decl n_1; f(T, F); end\n\
                    void f(p_0, p_1) begin decl p_2, m_0, m_1; skip; end";
        assert_eq!(found(text, "", true), ["m: m_0 m_1", "p: p_0 p_1 p_2", "m: m_0 m_1"]);
    }

    #[test]
    fn words_have_at_most_128_bits() {
        let bits = |count: usize| (0..count).map(|bit| format!("n_{bit}")).collect::<Vec<_>>().join(", ");
        assert_eq!(declared(&bits(128), true).len(), 1);
        assert_eq!(declared(&bits(129), true), [""; 0]);
    }

    #[test]
    fn a_comment_says_so_before_the_first_procedure() {
        let program = "decl n_0, n_1;\nvoid main() begin skip; end\n";
        assert_eq!(found(&format!("// words: NAME_BIT\n{program}"), "", false), ["n: n_0 n_1"]);
        assert_eq!(found(&format!("decl a;\n  //words: NAME_BIT  \n{program}"), "", false), ["n: n_0 n_1"]);
        for other in ["// words: NAME.BIT\n", "// words:NAME_BIT\n", "// see words: NAME_BIT\n"] {
            assert_eq!(found(&format!("{other}{program}"), "", false), [""; 0], "{other}");
        }
        assert_eq!(found(&format!("{program}// words: NAME_BIT\n"), "", false), [""; 0]);
    }

    #[test]
    fn predicates_are_bits() {
        let text = "decl b0, b1, b2, c0, c1;\nvoid main() begin skip; end\n";
        let map = "b0 p->x & 0x1\nb1 (p->x >> 1) & 1\nb2 p->x[2]\nc0 y.0\nc1 y == 1\n";
        assert_eq!(found(text, map, false), ["p->x: b0 b1 b2"]);
        assert_eq!(found("decl b0, // y & 1\n b1; // y & 2\nvoid main() begin skip; end\n", "", false), ["y: b0 b1"]);
    }

    /// The number that is shown is the one that its bits make, whatever they are.
    #[test]
    fn numbers_are_those_of_their_bits() {
        for width in 2..=6 {
            let word = Word { name: "n".into(), bits: (0..width).map(Var::global).collect() };
            for number in 0..1usize << width {
                let shown = word.show(|var| (0..width).any(|bit| Var::global(bit) == var && number >> bit & 1 == 1));
                assert_eq!(shown, format!("{number} ({number:0width$b})"));
            }
        }
        let wide = Word { name: "n".into(), bits: (0..128).map(Var::global).collect() };
        assert_eq!(wide.show(|_| true), format!("{} ({})", u128::MAX, "1".repeat(128)));
    }
}
