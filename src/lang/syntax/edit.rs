//! What a tree is changed with: new lists and new leaves, at the end of the arenas.
//!
//! The orders of nodes and statements that the parser keeps are lost, unless whoever changes the tree keeps them (`dialect` does), and places
//! are those of the old text.

use super::super::source::Span;
use super::ast::*;

impl Ast {
    /// A new list of these elements, for a statement, a procedure or a line of declarations.
    pub(crate) fn new_list<T: Element>(&mut self, elements: Vec<T>) -> List<T> {
        let pool = T::pool_mut(self);
        let list = List::new(pool.len(), elements.len());
        pool.extend(elements);
        list
    }

    /// A new expression without operands.
    pub(crate) fn new_leaf(&mut self, leaf: Node) -> Expr {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(leaf);
        self.node_spans.push(Span::default());
        Expr { first: id, root: id }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::source::{Diagnostics, Source};
    use super::super::{Ladder, parse, printer};
    use super::*;

    #[test]
    fn a_changed_tree_can_be_printed() {
        let source = Source::new("a.bp", "void main() begin decl a, b; a, b := b, a; skip; end");
        let mut ast = parse(&source, Ladder::Standard, &mut Diagnostics::new(&source));
        let body: Vec<StmtId> = ast[ast.procedures[0].body].to_vec();
        let StmtKind::Assign(targets, values, _) = ast[body[1]].kind else { panic!("an assignment") };
        let (first, choice) = (ast[targets][0], ast.new_leaf(Node::Choice));
        let (targets, old) = (ast.new_list(vec![first]), values);
        let values = ast.new_list(vec![choice]);
        assert_eq!(old.len(), 2);
        ast.stmts[body[1].index()].kind = StmtKind::Assign(targets, values, None);
        ast.procedures[0].body = ast.new_list(body[..2].to_vec());
        assert_eq!(printer::print(&ast), "void main()\nbegin\n  decl a, b;\n  a := *;\nend\n");
    }
}
