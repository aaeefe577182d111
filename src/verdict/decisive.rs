//! Which choices decide the value of an expression.

use crate::lang::program::semantics::{Bits, BitsRef, State, values};
use crate::lang::program::{Expr, Node, NodeId, Program};

/// The choices each of which, if it alone were another, would give the expression another value. `None` if a choice occurs twice. Linear: an expression is a
/// tree, so whether a part matters is known from what stands above and beside it.
pub(super) fn decisive(program: &Program, expr: Expr, state: &State, choices: &BitsRef) -> Option<Bits> {
    let nodes = program.expr_nodes(expr);
    let first = expr.nodes().start;
    let values = values(program, expr, state, state, choices);
    let mut matters = Bits::repeat(false, nodes.len());
    let mut decisive = Bits::repeat(false, choices.len());
    let mut seen = Bits::repeat(false, choices.len());
    matters.set(expr.root.index() - first, true);
    for (index, node) in nodes.iter().enumerate().rev() {
        let here = matters[index];
        let of = |id: NodeId| values[id.index() - first];
        let mut part = |id: NodeId, counts: bool| matters.set(id.index() - first, here && counts);
        let choice = match *node {
            Node::Const(_) | Node::Var(_) | Node::Primed(_) => None,
            Node::Choice(choice) => Some((choice, here)),
            Node::Not(a) => {
                part(a, true);
                None
            }
            Node::Binary(op, a, b) => {
                let value = op.apply(of(a), of(b));
                part(a, op.apply(!of(a), of(b)) != value);
                part(b, op.apply(of(a), !of(b)) != value);
                None
            }
            Node::Schoose(p, n, choice) => {
                let is_chosen = choices[choice as usize];
                part(p, !is_chosen || of(n));
                part(n, is_chosen && !of(p));
                Some((choice, here && !of(p) && !of(n)))
            }
            Node::Ternary(c, t, e) => {
                part(c, of(t) != of(e));
                part(t, of(c));
                part(e, !of(c));
                None
            }
        };
        if let Some((choice, decides)) = choice {
            if seen.replace(choice as usize, true) {
                return None;
            }
            decisive.set(choice as usize, decides);
        }
    }
    Some(decisive)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::program::Kind;
    use crate::lang::program::semantics::evaluate;
    use crate::{Options, Source};

    /// Every operator, in all states and with all choices.
    #[test]
    fn they_are_those_whose_flip_is_seen() {
        let conditions = [
            "* & (x | *) & !*",
            "(* => x) ^ (* <=> *)",
            "schoose[* & x, *] | !(schoose[x, *] = *)",
            "(* ? * | x : * != y) & schoose[F, y]",
        ];
        for condition in conditions {
            let text = format!("decl x, y; void main() begin assert({condition}); end");
            let loaded = crate::pipeline::load(&Source::new("x.bp", text), &Options::default()).expect("a program");
            let program = &loaded.program;
            let place = loaded.properties[0].place;
            let Kind::Assert(expr) = program[place].kind else { panic!("an assertion") };
            let count = program[place].choices as usize;
            for row in 0..1_usize << (count + 2) {
                let bit = |index: usize| row >> index & 1 == 1;
                let state = State { globals: (0..2).map(|index| bit(count + index)).collect(), locals: Bits::new() };
                let mut choices: Bits = (0..count).map(bit).collect();
                let decisive = decisive(program, expr, &state, &choices).expect("no choice occurs twice");
                let value = evaluate(program, expr, &state, &state, &choices);
                for choice in 0..count {
                    let chosen = choices[choice];
                    choices.set(choice, !chosen);
                    let is_seen = evaluate(program, expr, &state, &state, &choices) != value;
                    choices.set(choice, chosen);
                    assert_eq!(decisive[choice], is_seen, "{condition} {row:b} {choice}");
                }
            }
        }
    }
}
