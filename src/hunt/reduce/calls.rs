//! Calls are replaced by what they call, if nobody else calls it.

use super::blocks::{Fate, Fates, procedure_at, statements};
use super::procedures;
use crate::lang::syntax::ast::{Ast, Node, StmtId, StmtKind, Symbol};
use rustc_hash::FxHashMap;

/// The calls without arguments and results of procedures that are called in one place only, outside themselves; with the numbers
/// of these procedures.
pub(crate) fn list(ast: &Ast) -> Vec<(StmtId, usize)> {
    let mut calls: FxHashMap<Symbol, Vec<StmtId>> = FxHashMap::default();
    for id in statements(ast) {
        if let StmtKind::Call(_, callee, _) = ast[id].kind {
            calls.entry(callee.symbol).or_default().push(id);
        }
    }
    let only_call = |(number, procedure): (usize, _)| {
        let Some(&[id]) = calls.get(&procedure).map(Vec::as_slice) else { return None };
        let outside = procedure_at(ast, ast.stmt_spans[id.index()]) != number;
        let is_plain =
            matches!(ast[id].kind, StmtKind::Call(targets, _, args) if targets.is_empty() && args.is_empty());
        (outside && is_plain).then_some((id, number))
    };
    ast.procedures.iter().map(|procedure| procedure.name.symbol).enumerate().filter_map(only_call).collect()
}

/// Replaces these calls by the bodies. Procedures that only call one another vanish.
pub(crate) fn inline(ast: &mut Ast, chosen: &[(StmtId, usize)]) {
    let mut fates = Fates::new(ast);
    for &(id, procedure) in chosen {
        let cond = ast.new_leaf(Node::Choice);
        ast.stmts[id.index()].kind = StmtKind::While(cond, ast.procedures[procedure].body);
        fates.set(id, Fate::Unwrap);
    }
    // Those that call one another go first: their bodies would have no end.
    let called: Vec<usize> = chosen.iter().map(|&(_, procedure)| procedure).collect();
    procedures::leave_out(ast, &called);
    fates.apply(ast);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::source::{Diagnostics, Source};
    use crate::lang::syntax::printer::print;
    use crate::lang::syntax::{Ladder, parse};

    #[test]
    fn chains_become_one_body_and_circles_vanish() {
        let text = "void f() begin while (*) do g(); od end void g() begin f(); end void h() begin h(); end
                    void i(x) begin skip; end void j() begin assert(*); k(); end void k() begin skip; end
                    void main() begin i(T); L: j(); end";
        let source = Source::new("circles.bp", text);
        let mut ast = parse(&source, Ladder::Standard, &mut Diagnostics::new(&source));
        let chosen = list(&ast);
        inline(&mut ast, &chosen);
        let rest = "void h()\nbegin\n  h();\nend\n\nvoid i(x)\nbegin\n  skip;\nend\n\n\
                    void main()\nbegin\n  i(T);\n  L: skip;\n  assert(*);\n  skip;\nend\n";
        assert_eq!(print(&ast), rest);
    }
}
