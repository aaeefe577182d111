//! States as formulas, and what the inputs in them stand for.

use crate::lang::program::words::Word;
use crate::lang::program::{ProcId, Program, Var, VarScope};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input, Node};
use crate::verdict::certificate::Subject;
use smallvec::SmallVec;

/// The values of some variables. Most procedures have few, so states take no memory of their own.
pub(super) type Row = SmallVec<[Formula; 16]>;

/// The values that an activation sees, as formulas of a [`Scene`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Of each global.
    pub globals: Row,
    /// Of each parameter and local.
    pub locals: Row,
}

impl State {
    /// The value of a variable.
    pub(crate) fn get(&self, var: Var) -> Formula {
        match var.scope() {
            VarScope::Global(index) => self.globals[index],
            VarScope::Local(index) => self.locals[index],
        }
    }

    /// The value of a variable, if the state says what it is: that with which a procedure is entered has no locals but parameters.
    fn find(&self, var: Var) -> Option<Formula> {
        match var.scope() {
            VarScope::Global(index) => self.globals.get(index).copied(),
            VarScope::Local(index) => self.locals.get(index).copied(),
        }
    }

    /// Gives a variable a value.
    pub(crate) fn set(&mut self, var: Var, value: Formula) {
        match var.scope() {
            VarScope::Global(index) => self.globals[index] = value,
            VarScope::Local(index) => self.locals[index] = value,
        }
    }
}

/// A graph of formulas over fresh inputs.
#[derive(Default)]
pub(super) struct Scene {
    /// The graph.
    pub(crate) formulas: Formulas,
    /// For each input the place in a number of the variable whose value it is, if that is a bit of one.
    bits: Vec<Option<usize>>,
    memo: Memo<Formula>,
}

impl Scene {
    /// A value that is not determined by anything.
    pub(crate) fn fresh(&mut self) -> Formula {
        self.bits.push(None);
        self.formulas.input(Input(self.bits.len() as u32 - 1))
    }

    /// So many of them.
    pub(crate) fn fresh_many(&mut self, count: usize) -> Row {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// Control has come to a state of the procedure: what its numbers are made of is seen.
    pub(crate) fn see(&mut self, program: &Program, procedure: ProcId, state: &State) {
        let words = program.words();
        self.see_bits(words.globals(), |var| state.find(var));
        self.see_bits(words.locals(procedure), |var| state.find(var));
    }

    /// The procedure has returned this.
    pub(crate) fn see_results(&mut self, program: &Program, procedure: ProcId, results: &[Formula]) {
        self.see_bits(program.words().results(procedure), |index| results.get(index).copied());
    }

    /// Inputs that are bits of numbers, and were not before.
    fn see_bits<B: Copy>(&mut self, words: &[Word<B>], value: impl Fn(B) -> Option<Formula>) {
        for (place, &bit) in words.iter().flat_map(|word| word.bits.iter().enumerate()) {
            let Some(Node::Input(input)) = value(bit).map(|value| self.formulas.node(value.node())) else { continue };
            self.bits[input.0 as usize].get_or_insert(place);
        }
    }

    /// For each node of the formula's cone the place in a number, if it is a bit of one.
    pub(crate) fn bits(&self, formula: Formula) -> Vec<Option<usize>> {
        let bit = |&node: &usize| match self.formulas.node(node) {
            Node::Input(input) => self.bits[input.0 as usize],
            _ => None,
        };
        self.formulas.cone([formula]).iter().map(bit).collect()
    }

    /// Parameters and locals as an activation begins: `params`, then what is initialised, and arbitrary values.
    pub(crate) fn activate(&mut self, program: &Program, procedure: ProcId, params: &[Formula]) -> Row {
        let mut locals = Row::from_slice(params);
        for local in &program[procedure].locals[params.len()..] {
            let value = local.init.map(Formula::constant);
            locals.push(value.unwrap_or_else(|| self.fresh()));
        }
        locals
    }

    /// A formula of a certificate, with values for what it speaks of.
    pub(crate) fn instantiate(
        &mut self,
        from: &Formulas,
        formula: Formula,
        value: impl Fn(Subject) -> Formula,
    ) -> Formula {
        let by = |_: &mut Formulas, input: Input| value(Subject::of(input));
        self.memo.forget();
        self.memo.value(&mut Transplant { from, into: &mut self.formulas, by }, formula)
    }
}
