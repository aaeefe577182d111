//! Names that Moped's grammar takes: letters, digits and `_`, or anything but blanks in braces; and no name has two meanings.

use crate::lang::program::{ProcId, Program, Var, VarScope};
use rustc_hash::FxHashSet;

/// Words of this dialect and of its neighbours, which are no names here.
const WORDS: [&str; 36] = [
    "F", "T", "_", "abortif", "assert", "assume", "atomic_begin", "atomic_end", "begin", "bool", "broadcast", "constrain",
    "dead", "decl", "dfs", "do", "else", "elsif", "end", "end_thread", "enforce", "fi", "goto", "if", "od", "print",
    "return", "schoose", "skip", "start_thread", "sync", "then", "thread_local", "void", "wait", "while",
];

/// Names that are taken.
#[derive(Debug, Default)]
pub struct Taken<'o> {
    own: FxHashSet<String>,
    outer: Option<&'o Taken<'o>>,
}

impl<'o> Taken<'o> {
    /// Nothing yet, besides what is taken around it.
    pub fn within(outer: &'o Taken<'o>) -> Taken<'o> {
        Taken { own: FxHashSet::default(), outer: Some(outer) }
    }

    fn has(&self, name: &str) -> bool {
        self.own.contains(name) || self.outer.is_some_and(|outer| outer.has(name))
    }

    /// A name that is new, as much like this one as can be.
    pub fn take(&mut self, wanted: &str) -> String {
        let name = legal(wanted);
        let numbered = (1_u64..).map(|number| with_number(&name, number));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !WORDS.contains(&name.as_str()) && !self.has(name));
        let free = free.unwrap_or(name);
        self.own.insert(free.clone());
        free
    }

    /// New names for all of these. Those that can stay as they are do.
    pub fn take_all<'n>(&mut self, wanted: impl Iterator<Item = &'n str> + Clone) -> Vec<String> {
        let kept = wanted.clone().map(|name| (legal(name) == name).then(|| self.take(name)));
        let kept: Vec<Option<String>> = kept.collect();
        kept.into_iter().zip(wanted).map(|(kept, name)| kept.unwrap_or_else(|| self.take(name))).collect()
    }
}

/// The names of what is global.
pub struct Names {
    taken: Taken<'static>,
    /// A name for each global variable.
    pub globals: Vec<String>,
    procedures: Vec<String>,
}

impl Names {
    /// Those of a program; `main` is what runs begin in, another procedure of this name has to give way.
    pub fn of(program: &Program, is_main_taken: bool) -> Names {
        let (mut taken, mut procedures) = (Taken::default(), Taken::default());
        if is_main_taken {
            procedures.take("main");
        }
        let globals = taken.take_all(program.globals.iter().map(|global| program.name(global.name)));
        let procedures = procedures.take_all(program.procedures.iter().map(|procedure| program.name(procedure.name)));
        Names { taken, globals, procedures }
    }

    /// The name of a procedure.
    pub fn procedure(&self, id: ProcId) -> &str {
        &self.procedures[id.index()]
    }
}

/// The names of the variables that a procedure sees; no local has the name of a global.
pub struct Scope<'n> {
    /// Those names.
    pub taken: Taken<'n>,
    /// A name for each parameter and local.
    pub locals: Vec<String>,
    globals: &'n [String],
}

impl<'n> Scope<'n> {
    /// Those of a procedure.
    pub fn of(program: &Program, names: &'n Names, procedure: ProcId) -> Scope<'n> {
        let mut taken = Taken::within(&names.taken);
        let locals = taken.take_all(program[procedure].locals.iter().map(|local| program.name(local.name)));
        Scope { taken, locals, globals: &names.globals }
    }

    /// The name of a variable.
    pub fn name(&self, var: Var) -> &str {
        match var.scope() {
            VarScope::Global(index) => &self.globals[index],
            VarScope::Local(index) => &self.locals[index],
        }
    }
}

fn legal(name: &str) -> String {
    if name.starts_with('{') {
        let tight: String = name.split_whitespace().collect();
        return if tight == "{}" { "{_}".into() } else { tight };
    }
    let fits = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let text: String = name.chars().map(fits).collect();
    if text.starts_with(|c: char| c.is_ascii_digit()) { format!("_{text}") } else { text }
}

fn with_number(name: &str, number: u64) -> String {
    match name.strip_suffix('}') {
        Some(inner) => format!("{inner}_{number}}}"),
        None => format!("{name}_{number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_or_become_legal() {
        let mut taken = Taken::default();
        let names = ["c$$main", "{x == 0}", "x", "7", "assert", "c__main", "{x==0}"];
        let found = taken.take_all(names.into_iter());
        assert_eq!(found, ["c__main_1", "{x==0_1}", "x", "_7", "assert_1", "c__main", "{x==0}"]);
        let mut inner = Taken::within(&taken);
        assert_eq!((inner.take("x"), inner.take("x"), inner.take("y")), ("x_1".into(), "x_2".into(), "y".into()));
    }
}
