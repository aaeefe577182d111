//! Orders that users write: names of variables, one a line.
//!
//! A global is called by its name, a parameter or local `procedure.name`, a result register `procedure.result#0` (the next
//! one `#1`). Lines that are empty or begin with `#` say nothing.

use crate::lang::program::{Program, Variable};
use crate::lang::source::Source;
use crate::lang::spelling::meant;
use crate::relational::frames::Vertex;
use rustc_hash::FxHashMap;

/// The variables that a text lists, from top to bottom.
///
/// # Errors
/// The first line that names no variable, or one that stands there already.
pub fn listed(text: &Source, program: &Program) -> Result<Vec<Vertex>, String> {
    let names = names(program);
    let by_name: FxHashMap<&str, Vertex> = names.iter().map(|(name, vertex)| (name.as_str(), *vertex)).collect();
    let mut lines: FxHashMap<Vertex, usize> = FxHashMap::default();
    let mut listed = Vec::new();
    for (line, name) in (1..).zip(String::from_utf8_lossy(text.bytes()).lines().map(str::trim)) {
        if name.is_empty() || name.starts_with('#') {
            continue;
        }
        let wrong = |what: String| format!("{}:{line}: {what}", text.name());
        let Some(&vertex) = by_name.get(name) else {
            let meant = meant(name, names.iter().map(|(name, _)| name.as_str()));
            return Err(wrong(format!("there is no variable `{name}`{meant}")));
        };
        if let Some(first) = lines.insert(vertex, line) {
            return Err(wrong(format!("variable `{name}` stands in line {first} already")));
        }
        listed.push(vertex);
    }
    Ok(listed)
}

/// All variables with their names.
pub(crate) fn names(program: &Program) -> Vec<(String, Vertex)> {
    let name = |variable: &Variable| program.name(variable.name).to_string();
    let globals = program.globals.iter().enumerate();
    let mut names: Vec<(String, Vertex)> =
        globals.map(|(index, global)| (name(global), Vertex::Global(index))).collect();
    for id in program.procedure_ids() {
        let procedure = program.name(program[id].name);
        let locals = program[id].locals.iter().enumerate();
        names.extend(locals.map(|(index, local)| (format!("{procedure}.{}", name(local)), Vertex::Local(id, index))));
        let results = 0..program[id].results;
        names.extend(results.map(|index| (format!("{procedure}.result#{index}"), Vertex::Result(id, index))));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Options, pipeline::load};

    #[test]
    fn names_are_looked_up_and_mistakes_told() {
        let text =
            "decl g, {x == y}; bool f(p) begin decl l; l := p; return l; end void main() begin g := f({x == y}); end";
        let program = load(&Source::new("x.bp", text), &Options::default()).expect(text).program;
        let list = |text: &str| listed(&Source::new("order", text), &program);
        let f = program.find_procedure("f").expect("f");
        let all = "# the callee\nf.l\r\n  f.p\n\n{x == y}\nf.result#0\ng";
        let expected =
            [Vertex::Local(f, 1), Vertex::Local(f, 0), Vertex::Global(1), Vertex::Result(f, 0), Vertex::Global(0)];
        assert_eq!(list(all), Ok(expected.to_vec()));
        assert_eq!(list(""), Ok(Vec::new()));
        assert_eq!(list("g\nf.l\ng"), Err("order:3: variable `g` stands in line 1 already".to_string()));
        assert_eq!(list("l"), Err("order:1: there is no variable `l`".to_string()));
        assert_eq!(list("f.L"), Err("order:1: there is no variable `f.L`: is `f.l` meant?".to_string()));
    }
}
