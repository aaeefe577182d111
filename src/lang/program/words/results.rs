//! Numbers that procedures return. Results have no names: where a procedure returns all bits of a number, or a caller stores its results in them,
//! these results are the bits of one, too.

use super::super::expression::{Expr, Node};
use super::super::model::{Kind, ProcId, Program, Var};
use super::super::semantics::BitsRef;
use super::{Word, Words};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;

/// Results, by their indices, that are the bits of one number, the lowest first.
type Group = Vec<usize>;

impl Words {
    /// What a procedure returns: `5 (101)`, where results are a number, else `0` or `1` for each.
    pub fn show_results(&self, procedure: ProcId, results: &BitsRef) -> Vec<String> {
        let mut shown: Vec<Option<String>> = results.iter().map(|bit| Some(u8::from(*bit).to_string())).collect();
        for word in self.results(procedure) {
            word.bits.iter().for_each(|&index| shown[index] = None);
            shown[word.bits[0]] = Some(word.show(|index| results[index]));
        }
        shown.into_iter().flatten().collect()
    }
}

impl Program {
    /// For each procedure the numbers among its results, of these words.
    pub(super) fn words_of_results(&self, words: &Words) -> Vec<Vec<Word<usize>>> {
        let mut groups: Vec<BTreeSet<Group>> = vec![BTreeSet::new(); self.procedures.len()];
        let globals = by_bits(words.globals());
        for procedure in self.procedure_ids() {
            let locals = by_bits(words.locals(procedure));
            let word_of = |var: Var| locals.get(&var).or_else(|| globals.get(&var)).copied();
            for place in self.places(procedure) {
                match self[place].kind {
                    Kind::Return(values) => {
                        let var = |value: &_| self.var_alone(*value);
                        let values: Vec<Option<Var>> = self[values].iter().map(var).collect();
                        groups[procedure.index()].extend(whole(&values, word_of));
                    }
                    Kind::Call { callee, targets, .. } => {
                        groups[callee.index()].extend(whole(&self[targets], word_of));
                    }
                    _ => {}
                }
            }
        }
        let is_free = self.is_free("result", words);
        self.procedures
            .iter()
            .zip(groups)
            .map(|(procedure, groups)| agreed(procedure.results, groups, is_free))
            .collect()
    }

    /// Whether no variable and no number is called so.
    fn is_free(&self, name: &str, words: &Words) -> bool {
        let locals = self.procedures.iter().flat_map(|procedure| &procedure.locals);
        let variables = self.globals.iter().chain(locals).map(|variable| self.name(variable.name));
        let numbers = words.globals.iter().chain(words.locals.iter().flatten()).map(|word| word.name.as_str());
        variables.chain(numbers).all(|other| other != name)
    }

    /// The variable that an expression is, if it is nothing else.
    fn var_alone(&self, value: Expr) -> Option<Var> {
        match self.expr_nodes(value) {
            [Node::Var(var)] => Some(*var),
            _ => None,
        }
    }
}

/// The groups of so many results about which all agree, with names: `result`, where it is all that is returned and the name is free, or `result#0..3`.
fn agreed(results: usize, groups: BTreeSet<Group>, is_free: bool) -> Vec<Word<usize>> {
    let mut claims = vec![0; results];
    groups.iter().flatten().for_each(|&index| claims[index] += 1);
    let agreed = groups.into_iter().filter(|group| group.iter().all(|&index| claims[index] == 1));
    let name = |group: &Group| match (group.len() == results && is_free, &group[..]) {
        (false, [lowest, .., highest]) => format!("result#{lowest}..{highest}"),
        _ => "result".to_string(),
    };
    agreed.map(|bits| Word { name: name(&bits), bits }).collect()
}

/// Of which number a variable is a bit.
fn by_bits(words: &[Word]) -> FxHashMap<Var, &Word> {
    words.iter().flat_map(|word| word.bits.iter().map(move |&bit| (bit, word))).collect()
}

/// The numbers of which a list has all bits, each bit once.
fn whole<'w>(list: &[Option<Var>], word_of: impl Fn(Var) -> Option<&'w Word>) -> Vec<Group> {
    let mut at: FxHashMap<Var, Option<usize>> = FxHashMap::default();
    let mut found: Vec<&Word> = Vec::new();
    for (index, var) in list.iter().enumerate().filter_map(|(index, var)| Some((index, (*var)?))) {
        at.entry(var).and_modify(|known| *known = None).or_insert(Some(index));
        found.extend(word_of(var).filter(|word| word.bits[0] == var));
    }
    found.iter().filter_map(|word| word.bits.iter().map(|bit| *at.get(bit)?).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::program::resolve;
    use crate::lang::source::{Diagnostics, Source};
    use crate::lang::syntax::{Manner, parse};

    /// The numbers that `f` returns, its locals being `locals`, its body this one, and what calls it.
    fn found(results: usize, locals: &str, body: &str, call: &str) -> Vec<String> {
        let text = format!(
            "decl g_0, g_1;\nvoid main() begin decl m_0, m_1, a; {call} end\n\
             bool<{results}> f() begin decl {locals}; {body} end\n"
        );
        let source = Source::new("x.bp", text);
        let mut remarks = Diagnostics::new(&source);
        let mut program = resolve(parse(&source, Manner::default(), &mut remarks), &mut remarks).expect("a program");
        program.find_words(&source, true);
        let words = program.words().results(ProcId::from_index(1));
        words.iter().map(|word| format!("{}: {:?}", word.name, word.bits)).collect()
    }

    #[test]
    fn results_are_what_is_returned_or_stored() {
        let locals = "n_0, n_1, n_2, a, b";
        assert_eq!(found(3, locals, "return n_0, n_1, n_2;", "skip;"), ["result: [0, 1, 2]"]);
        assert_eq!(found(3, locals, "return n_2, n_1, n_0;", "skip;"), ["result: [2, 1, 0]"]);
        assert_eq!(found(2, locals, "return a, b;", "m_0, m_1 := f();"), ["result: [0, 1]"]);
        assert_eq!(found(2, locals, "return g_0, g_1;", "skip;"), ["result: [0, 1]"]);
        assert_eq!(found(2, locals, "return F, T; return g_0, g_1;", "skip;"), ["result: [0, 1]"]);
        let both = found(5, locals, "return g_0, g_1, n_0, n_1, n_2;", "skip;");
        assert_eq!(both, ["result#0..1: [0, 1]", "result#2..4: [2, 3, 4]"]);
        assert_eq!(found(3, locals, "return a, F, T;", "a, g_0, g_1 := f();"), ["result#1..2: [1, 2]"]);
    }

    #[test]
    fn results_are_numbers_only_where_all_agree() {
        let locals = "n_0, n_1, n_2, a, b";
        assert_eq!(found(2, locals, "return n_0, n_1;", "skip;"), [""; 0], "a bit is missing");
        assert_eq!(found(2, locals, "return g_0, !g_1;", "skip;"), [""; 0], "not the bit");
        assert_eq!(found(3, locals, "return g_0, g_1, g_0;", "skip;"), [""; 0], "a bit twice");
        assert_eq!(found(2, locals, "return g_0, g_1;", "m_1, m_0 := f();"), [""; 0], "in another order");
        assert_eq!(found(3, locals, "return a, g_0, g_1;", "m_0, m_1, a := f();"), [""; 0], "at another place");
        assert_eq!(found(2, locals, "return a, b;", "a, _ := f();"), [""; 0], "no number");
    }

    #[test]
    fn results_have_no_name_of_a_variable() {
        assert_eq!(found(2, "result", "return g_0, g_1;", "skip;"), ["result#0..1: [0, 1]"]);
        assert_eq!(found(2, "result_0, result_1", "return g_0, g_1;", "skip;"), ["result#0..1: [0, 1]"]);
    }
}
