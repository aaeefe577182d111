//! Which globals a procedure may write, by itself or through those that it calls, as the text says.

use super::model::*;
use super::semantics::{Bits, BitsRef};

/// For each procedure the globals that may have another value at its return than at its entry.
#[derive(Clone, Debug)]
pub struct Frame {
    writes: Vec<Bits>,
}

impl Frame {
    /// Linear in the program, and in the globals for each pair of procedures of which one calls the other.
    pub fn of(program: &Program) -> Frame {
        let globals = program.globals.len();
        let mut writes = vec![Bits::repeat(false, globals); program.procedures.len()];
        let mut callers = vec![Vec::new(); program.procedures.len()];
        for procedure in program.procedure_ids() {
            let own = &mut writes[procedure.index()];
            let mut write = |var: Var| {
                if let VarScope::Global(index) = var.scope() {
                    own.set(index, true);
                }
            };
            for place in program.places(procedure) {
                match program[place].kind {
                    Kind::Assign { targets, .. } => program[targets].iter().flatten().for_each(|&var| write(var)),
                    Kind::Relate(_) => program.in_scope(procedure).into_iter().for_each(&mut write),
                    Kind::Dead(vars) => program[vars].iter().flatten().for_each(|&var| write(var)),
                    Kind::Call { callee, targets, .. } => {
                        program[targets].iter().flatten().for_each(|&var| write(var));
                        callers[callee.index()].push(procedure.index());
                    }
                    _ => {}
                }
            }
        }
        for list in &mut callers {
            list.dedup();
        }
        let mut open: Vec<usize> = (0..writes.len()).collect();
        let mut is_open = vec![true; writes.len()];
        while let Some(callee) = open.pop() {
            is_open[callee] = false;
            let written = writes[callee].clone();
            for &caller in &callers[callee] {
                let before = writes[caller].count_ones();
                writes[caller] |= &written;
                if writes[caller].count_ones() > before && !std::mem::replace(&mut is_open[caller], true) {
                    open.push(caller);
                }
            }
        }
        Frame { writes }
    }

    /// Whether the procedure may write each of the globals.
    pub(crate) fn written(&self, procedure: ProcId) -> &BitsRef {
        &self.writes[procedure.index()]
    }

    /// Whether the procedure may write the global.
    pub fn writes(&self, procedure: ProcId, global: usize) -> bool {
        self.writes[procedure.index()][global]
    }
}
