//! Statements and procedures that were not there.

use super::super::model::*;
use crate::lang::pool::{List, Symbol};
use crate::lang::source::Span;

/// A name that nothing else has, like the one that is wanted.
pub(in crate::lang::program) fn unused(made: &mut Program, wanted: &str) -> Symbol {
    let mut name = wanted.to_string();
    while made.names.iter().any(|known| **known == *name) {
        name.push('_');
    }
    let symbol = Symbol(made.names.len() as u32);
    made.names.push(name.into());
    symbol
}

/// So many names that are like the wanted one, and that nothing has.
pub(in crate::lang::program) fn several(made: &mut Program, wanted: &str, count: usize) -> Vec<Symbol> {
    if count == 1 {
        return vec![unused(made, wanted)];
    }
    let mut stem = format!("{wanted}_");
    while made.names.iter().any(|known| known.starts_with(&*stem)) {
        stem.push('_');
    }
    let first = made.names.len() as u32;
    made.names.extend((0..count).map(|number| format!("{stem}{number}").into()));
    (first..first + count as u32).map(Symbol).collect()
}

/// A procedure without variables that does this, with so many choices in each.
pub(in crate::lang::program) fn procedure(made: &mut Program, name: Symbol, kinds: &[Kind], choices: u32) -> ProcId {
    let span = Span::new(0, 0);
    let base = made.statements.len() as u32;
    let end = kinds.len() as u32 + 1;
    made.statements.push(statement(Kind::Enter, 1));
    for (&kind, next) in kinds.iter().zip(2..) {
        made.statements.push(Statement { choices, ..statement(kind, next) });
    }
    made.statements.push(statement(Kind::End, end));
    made.spans.extend(vec![span; kinds.len() + 2]);
    made.procedures.push(Procedure {
        name,
        name_span: span,
        span,
        locals: Vec::new(),
        params: 0,
        results: 0,
        enforce: List::new(0, 0),
        enforce_choices: 0,
        base,
        points: end + 1,
    });
    ProcId::from_index(made.procedures.len() - 1)
}

/// A statement that was not there.
pub(in crate::lang::program) fn statement(kind: Kind, next: u32) -> Statement {
    Statement { kind, next: Point(next), labels: List::new(0, 0), choices: 0 }
}
