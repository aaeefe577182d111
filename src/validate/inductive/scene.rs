//! States as formulas, and what the inputs in them stand for.

use crate::lang::program::{ProcId, Program, Var, VarScope};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::verdict::certificate::Subject;

/// The values that an activation sees, as formulas of a [`Scene`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Of each global.
    pub globals: Vec<Formula>,
    /// Of each parameter and local.
    pub locals: Vec<Formula>,
}

impl State {
    /// The value of a variable.
    pub(crate) fn get(&self, var: Var) -> Formula {
        match var.scope() {
            VarScope::Global(index) => self.globals[index],
            VarScope::Local(index) => self.locals[index],
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
    inputs: u32,
    memo: Memo<Formula>,
}

impl Scene {
    /// A value that is not determined by anything.
    pub(crate) fn fresh(&mut self) -> Formula {
        self.inputs += 1;
        self.formulas.input(Input(self.inputs - 1))
    }

    /// So many of them.
    pub(crate) fn fresh_many(&mut self, count: usize) -> Vec<Formula> {
        (0..count).map(|_| self.fresh()).collect()
    }

    /// Parameters and locals as an activation begins: `params`, then what is initialised, and arbitrary values.
    pub(crate) fn activate(&mut self, program: &Program, procedure: ProcId, params: &[Formula]) -> Vec<Formula> {
        let mut locals = params.to_vec();
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
