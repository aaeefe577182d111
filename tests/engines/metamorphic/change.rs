//! The changes that keep the verdict.

use super::tree::{Expr, Kind, Program, Stmt, not, var};
use super::visit::{
    change_reads, change_statements, each_statement, rename_labels, rename_variables, replace_statements,
};
use bpcheck::generate::choices::Choices;
use std::cell::RefCell;
use std::collections::HashMap;

/// Labels whose names make them properties.
const PROPERTIES: [&str; 2] = ["ERROR", "SLIC_ERROR"];

/// Other names for all variables, procedures and labels: the same ones for all three, which have name spaces of their own.
pub fn rename(program: &Program) -> Program {
    let mut program = program.clone();
    let fresh = |kept: &'static [&'static str]| {
        let known = RefCell::new(HashMap::new());
        move |name: &str| {
            let number = known.borrow().len();
            match kept.contains(&name) {
                true => name.to_string(),
                false => known.borrow_mut().entry(name.to_string()).or_insert_with(|| format!("x{number}")).clone(),
            }
        }
    };
    let (variables, procedures, labels) = (fresh(&[]), fresh(&["main"]), fresh(&PROPERTIES));
    program.globals.iter_mut().for_each(|(name, _)| *name = variables(name));
    for procedure in &mut program.procedures {
        procedure.name = procedures(&procedure.name);
        rename_variables(procedure, &variables);
        rename_labels(&mut procedure.body, &labels);
        change_statements(&mut procedure.body, &mut |stmt| {
            if let Kind::Call(_, callee, _) = &mut stmt.kind {
                *callee = procedures(callee);
            }
        });
    }
    program
}

/// All declarations the other way round: globals, procedures, and what stands at the head of a body.
pub fn reorder(program: &Program) -> Program {
    let mut program = program.clone();
    program.globals.reverse();
    program.globals_last = true;
    program.procedures.reverse();
    for procedure in &mut program.procedures {
        for stmt in &mut procedure.body {
            if let Kind::Decl(decls) = &mut stmt.kind {
                decls.reverse();
            }
        }
        let head = procedure.body.iter().take_while(|stmt| is_head(stmt)).count();
        procedure.body[..head].reverse();
    }
    program
}

fn is_head(stmt: &Stmt) -> bool {
    matches!(stmt.kind, Kind::Decl(_) | Kind::Condition("enforce", _))
}

/// One variable means the opposite everywhere; `None` if the program has no variable, or if a call returns into it under an
/// `enforce`, which would see the result before it is negated.
pub fn negate(program: &Program, choices: &mut dyn Choices) -> Option<Program> {
    let mut program = program.clone();
    let globals = program.globals.iter().map(|(name, _)| (None, name.clone()));
    let locals = program.procedures.iter().enumerate();
    let locals = locals.flat_map(|(owner, procedure)| procedure.own().into_iter().map(move |name| (Some(owner), name)));
    let variables: Vec<(Option<usize>, String)> = globals.chain(locals).collect();
    let (owner, chosen) = variables.get(choices.below(variables.len() as u32) as usize)?.clone();
    match owner {
        None => {
            program.globals.iter_mut().filter(|(name, _)| *name == chosen).for_each(|(_, init)| negate_init(init));
            for number in 0..program.procedures.len() {
                if !program.procedures[number].own().contains(&chosen) {
                    negate_in(&mut program.procedures[number].body, &chosen)?;
                }
            }
        }
        Some(owner) => {
            let procedure = &mut program.procedures[owner];
            negate_in(&mut procedure.body, &chosen)?;
            let callee = procedure.name.clone();
            if let Some(position) = procedure.params.iter().position(|param| *param == chosen) {
                negate_argument(&mut program, &callee, position);
            }
        }
    }
    Some(program)
}

fn negate_init(init: &mut Option<bool>) {
    *init = init.map(|value| !value);
}

/// A local that no program has.
const RESULT: &str = "negated";

fn negate_in(body: &mut Vec<Stmt>, variable: &str) -> Option<()> {
    let mut returned = false;
    replace_statements(body, &mut |mut stmt| {
        change_reads(&mut stmt.kind, &|expr| {
            if matches!(expr, Expr::Var { name, .. } if name == variable) {
                *expr = not(expr.clone());
            }
        });
        let mut behind = None;
        match &mut stmt.kind {
            Kind::Decl(decls) => {
                decls.iter_mut().filter(|(name, _)| name == variable).for_each(|(_, init)| negate_init(init));
            }
            Kind::Assign(targets, values, _) => {
                let pairs = targets.iter().zip(values).filter(|(target, _)| target.as_deref() == Some(variable));
                pairs.for_each(|(_, value)| *value = not(value.clone()));
            }
            Kind::Call(targets, ..) => {
                for target in targets.iter_mut().filter(|target| target.as_deref() == Some(variable)) {
                    *target = Some(RESULT.to_string());
                    behind = Some(Kind::Assign(vec![Some(variable.to_string())], vec![not(var(RESULT))], None).plain());
                    returned = true;
                }
            }
            _ => {}
        }
        std::iter::once(stmt).chain(behind).collect()
    });
    if returned {
        let enforced = body.iter().any(|stmt| matches!(stmt.kind, Kind::Condition("enforce", _)));
        body.insert(0, Kind::Decl(vec![(RESULT.to_string(), None)]).plain());
        return (!enforced).then_some(());
    }
    Some(())
}

fn negate_argument(program: &mut Program, callee: &str, position: usize) {
    for procedure in &mut program.procedures {
        change_statements(&mut procedure.body, &mut |stmt| match &mut stmt.kind {
            Kind::Call(_, name, args) if name == callee => args[position] = not(args[position].clone()),
            _ => {}
        });
    }
}

/// One call is replaced by the body of the procedure; `None` if no call allows it.
pub fn inline(program: &Program, choices: &mut dyn Choices) -> Option<Program> {
    let mut calls = Vec::new();
    for (caller, procedure) in program.procedures.iter().enumerate() {
        let mut count = 0;
        each_statement(&procedure.body, &mut |stmt| {
            if let Kind::Call(_, callee, _) = &stmt.kind {
                let callee = program.procedures.iter().position(|procedure| procedure.name == *callee);
                calls.extend(callee.map(|callee| (caller, count, callee)));
                count += 1;
            }
        });
    }
    calls.retain(|&(caller, _, callee)| is_free(program, caller, callee));
    let &(caller, wanted, callee) = calls.get(choices.below(calls.len() as u32) as usize)?;
    let mut program = program.clone();
    let copy = Copy::of(&program, callee);
    let caller = &mut program.procedures[caller];
    let own = caller.own();
    // So that no local of the caller hides a global of the callee.
    let apart = |name: &str| {
        if own.iter().any(|local| local == name) { format!("own_{}", plain(name)) } else { name.to_string() }
    };
    rename_variables(caller, &apart);
    let mut count = 0;
    let body = &mut caller.body;
    replace_statements(body, &mut |stmt| {
        let Kind::Call(targets, _, args) = &stmt.kind else {
            return vec![stmt];
        };
        count += 1;
        if count - 1 != wanted { vec![stmt] } else { copy.instead_of(&stmt.labels, targets, args) }
    });
    if !copy.locals.is_empty() {
        body.insert(0, Kind::Decl(copy.locals.iter().map(|name| (name.clone(), None)).collect()).plain());
    }
    Some(program)
}

/// May the callee be inlined? Conditions that speak of all states of a procedure, or of all its variables, speak of others
/// then; and a label that is a property can stand in one place only.
fn is_free(program: &Program, caller: usize, callee: usize) -> bool {
    let holds = |procedure: usize, words: &[&str], labels: &[&str]| {
        let mut found = false;
        each_statement(&program.procedures[procedure].body, &mut |stmt| {
            found |= matches!(&stmt.kind, Kind::Condition(word, _) if words.contains(word));
            found |= stmt.labels.iter().any(|label| labels.contains(&label.as_str()));
        });
        found
    };
    !holds(caller, &["enforce"], &[]) && !holds(callee, &["enforce", "constrain"], &PROPERTIES)
}

/// The name without what only braced names may contain.
fn plain(name: &str) -> String {
    name.chars().map(|c| if c.is_alphanumeric() { c.to_string() } else { format!("_{}", c as u32) }).collect()
}

/// The body of a procedure, fit to stand in another one.
struct Copy {
    params: Vec<String>,
    body: Vec<Stmt>,
    results: Vec<String>,
    /// What the caller has to declare: parameters, locals and results.
    locals: Vec<String>,
}

/// Where the copy ends.
const END: &str = "copy_end";

impl Copy {
    fn of(program: &Program, callee: usize) -> Self {
        let mut procedure = program.procedures[callee].clone();
        let own = procedure.own();
        let apart = |name: &str| {
            if own.iter().any(|local| local == name) { format!("copy_{}", plain(name)) } else { name.to_string() }
        };
        rename_variables(&mut procedure, &apart);
        rename_labels(&mut procedure.body, &|label| format!("copy_{}", plain(label)));
        let results: Vec<String> = (0..procedure.results).map(|number| format!("result_{number}")).collect();
        let mut locals = procedure.own();
        locals.extend(results.iter().cloned());
        let mut body = procedure.body;
        replace_statements(&mut body, &mut |stmt| match stmt.kind {
            Kind::Return(values) => {
                let store = Kind::Assign(results.iter().cloned().map(Some).collect(), values, None);
                let store = if results.is_empty() { Kind::Skip } else { store };
                vec![Stmt { labels: stmt.labels, kind: store }, Kind::Goto(vec![END.to_string()]).plain()]
            }
            Kind::Decl(decls) => {
                let mut begin = vec![Kind::Dead(decls.iter().map(|(name, _)| name.clone()).collect()).plain()];
                begin.extend(decls.into_iter().filter_map(|(name, init)| {
                    let value = Expr::Leaf(if init? { "T" } else { "F" });
                    Some(Kind::Assign(vec![Some(name)], vec![value], None).plain())
                }));
                begin
            }
            // Behind the last statement of the copy others follow.
            Kind::Implicit => vec![Stmt { labels: stmt.labels, kind: Kind::Skip }],
            kind => vec![Stmt { labels: stmt.labels, kind }],
        });
        Self { params: procedure.params, body, results, locals }
    }

    fn instead_of(&self, labels: &[String], targets: &[Option<String>], args: &[Expr]) -> Vec<Stmt> {
        let pass = match self.params.is_empty() {
            true => Kind::Skip,
            false => Kind::Assign(self.params.iter().cloned().map(Some).collect(), args.to_vec(), None),
        };
        let mut block = vec![Stmt { labels: labels.to_vec(), kind: pass }];
        block.extend(self.body.iter().cloned());
        if !self.results.is_empty() {
            // Whoever falls off the end returns anything.
            block.push(Kind::Dead(self.results.clone()).plain());
        }
        let store = match targets.is_empty() {
            true => Kind::Skip,
            false => Kind::Assign(targets.to_vec(), self.results.iter().map(|name| var(name)).collect(), None),
        };
        block.push(Stmt { labels: vec![END.to_string()], kind: store });
        block
    }
}
