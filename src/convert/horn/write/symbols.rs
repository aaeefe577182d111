//! Names of programs as symbols of SMT-LIB.

use crate::convert::horn::symbol::RESERVED;
use crate::lang::program::{ProcId, Program, Variable};
use crate::pds::Slot;
use crate::verdict::names::HIDDEN;
use rustc_hash::{FxHashMap, FxHashSet};

/// What all variables are called. Whatever is put around one of these names gives no other of them.
pub(crate) struct Symbols {
    globals: Vec<String>,
    locals: Vec<Vec<String>>,
    /// The globals that a local of a procedure hides.
    hidden: FxHashSet<(ProcId, usize)>,
}

impl Symbols {
    pub(crate) fn of(program: &Program) -> Symbols {
        let mut known: FxHashMap<&str, String> = FxHashMap::default();
        let mut used: FxHashSet<String> = FxHashSet::default();
        let mut symbol = |variable: &Variable| {
            let name = program.name(variable.name);
            known.entry(name).or_insert_with(|| unused(name, &mut used)).clone()
        };
        let globals: Vec<String> = program.globals.iter().map(&mut symbol).collect();
        let index: FxHashMap<&str, usize> =
            program.globals.iter().enumerate().map(|(index, global)| (program.name(global.name), index)).collect();
        let mut hidden = FxHashSet::default();
        let mut locals = Vec::with_capacity(program.procedures.len());
        for id in program.procedure_ids() {
            let variables = &program[id].locals;
            hidden.extend(variables.iter().filter_map(|local| Some((id, *index.get(program.name(local.name))?))));
            locals.push(variables.iter().map(&mut symbol).collect());
        }
        Symbols { globals, locals, hidden }
    }

    /// What a slot is called in a procedure.
    pub(crate) fn get(&self, procedure: ProcId, slot: Slot) -> String {
        match slot {
            Slot::Global(index) if self.hidden.contains(&(procedure, index)) => {
                format!("{HIDDEN}{}", self.globals[index])
            }
            Slot::Global(index) => self.globals[index].clone(),
            Slot::Local(index) => self.locals[procedure.index()][index].clone(),
            Slot::Result(index) => format!("result#{index}"),
            Slot::Choice(index) => format!("choice#{index}"),
        }
    }
}

/// A name without what no symbol may have.
pub(crate) fn symbol(name: &str) -> String {
    name.replace(['|', '\\'], "~")
}

/// A symbol for a name that is no other's.
fn unused(name: &str, used: &mut FxHashSet<String>) -> String {
    let mut symbol = symbol(name);
    let is_part = symbol.strip_prefix('t').is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    if is_part || RESERVED.contains(&symbol.as_str()) {
        symbol.push('~');
    }
    while !used.insert(symbol.clone()) {
        symbol.push('~');
    }
    symbol
}
