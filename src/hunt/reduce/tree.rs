//! A program as a tree: the ways to change it, and the road from a text over a changed tree back to a text.

use super::search::Search;
use super::{calls, expressions, parts, procedures, results, statements, variables};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::printer::print;
use crate::lang::syntax::{Ast, Ladder, parse};

/// Makes a program smaller in all ways. False if the text is no program, or is of no interest as the printer writes it.
pub(crate) fn reduce(search: &mut Search) -> bool {
    let Some(ast) = parsed(&search.best) else { return false };
    let normal = print(&ast).into_bytes();
    if normal != search.best && !search.offer(normal) {
        return false;
    }
    search.repeat(&mut |search| {
        pass(search, procedures::list, procedures::leave_out);
        pass(search, statements::counted, statements::leave_out_whole);
        pass(search, statements::compound, statements::unwrap);
        pass(search, statements::compound, statements::leave_out);
        pass(search, calls::list, calls::inline);
        pass(search, statements::labelled, statements::blank);
        pass(search, statements::arms, statements::leave_out_arms);
        for value in variables::VALUES {
            pass(search, variables::list, |ast, chosen| variables::replace(ast, chosen, value));
        }
        pass(search, variables::pairs, variables::unify);
        pass(search, results::list, results::leave_out);
        for simpler in expressions::SIMPLER {
            pass(
                search,
                |ast| expressions::list(ast, simpler),
                |ast, chosen| expressions::replace(ast, chosen, simpler),
            );
        }
        pass(search, parts::list, parts::leave_out);
    });
    true
}

/// Tries changes of one kind: `list` tells those of a tree, `apply` makes some of them.
fn pass<C: Copy>(search: &mut Search, list: impl Fn(&Ast) -> Vec<C>, apply: impl Fn(&mut Ast, &[C])) {
    let Some(base) = parsed(&search.best) else { return };
    let changes = list(&base);
    search.shrink(changes.len(), &mut |chosen| {
        let mut ast = base.clone();
        let chosen: Vec<C> = chosen.iter().map(|&number| changes[number]).collect();
        apply(&mut ast, &chosen);
        print(&ast).into_bytes()
    });
}

fn parsed(text: &[u8]) -> Option<Ast> {
    let source = Source::new("reduce", text);
    let mut diagnostics = Diagnostics::new(&source);
    let ast = parse(&source, Ladder::Standard, &mut diagnostics);
    (!diagnostics.has_errors()).then_some(ast)
}
