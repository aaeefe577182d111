//! What things are called in the text.

use crate::convert::moped::names::Taken;
use crate::lang::program::{ProcId, Program, Var, VarScope};

/// The names of what is global.
pub(crate) struct Names {
    taken: Taken<'static>,
    /// A name for each global variable.
    pub(crate) globals: Vec<String>,
    procedures: Vec<String>,
}

impl Names {
    /// Those of a program; `main` is what runs begin in, another procedure of this name has to give way.
    pub(crate) fn of(program: &Program, is_main_taken: bool) -> Names {
        let (mut taken, mut procedures) = (Taken::default(), Taken::default());
        if is_main_taken {
            procedures.take("main");
        }
        let globals: Vec<&str> = program.globals.iter().map(|global| program.name(global.name)).collect();
        let called: Vec<&str> = program.procedures.iter().map(|procedure| program.name(procedure.name)).collect();
        let (globals, procedures) = (taken.take_all(&globals), procedures.take_all(&called));
        Names { taken, globals, procedures }
    }

    /// The name of a procedure.
    pub(crate) fn procedure(&self, id: ProcId) -> &str {
        &self.procedures[id.index()]
    }
}

/// The names of the variables that a procedure sees; no local has the name of a global.
pub(crate) struct Scope<'n> {
    /// Those names.
    pub(crate) taken: Taken<'n>,
    /// A name for each parameter and local.
    pub(crate) locals: Vec<String>,
    globals: &'n [String],
}

impl<'n> Scope<'n> {
    /// Those of a procedure.
    pub(crate) fn of(program: &Program, names: &'n Names, procedure: ProcId) -> Scope<'n> {
        let mut taken = Taken::within(&names.taken);
        let locals: Vec<&str> = program[procedure].locals.iter().map(|local| program.name(local.name)).collect();
        let locals = taken.take_all(&locals);
        Scope { taken, locals, globals: &names.globals }
    }

    /// The name of a variable.
    pub(crate) fn name(&self, var: Var) -> &str {
        match var.scope() {
            VarScope::Global(index) => &self.globals[index],
            VarScope::Local(index) => &self.locals[index],
        }
    }
}
