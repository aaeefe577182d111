//! The `assume`s that may block a run, and those that are branches of a `goto`.

use crate::lang::program::semantics::{Bits, BitsRef};
use crate::lang::program::{Kind, Node, Place, Point, ProcId, Program};

/// What is known of the `assume`s of a procedure.
#[derive(Debug)]
pub(super) struct Assumes {
    /// Those that may block a run: not those that always hold, nor those that are branches.
    pub(super) blocking: Bits,
    /// The branches beside which all others come to the violation: were they not to hold, there would be one, too.
    pub(super) certain: Bits,
}

impl Assumes {
    /// A branch is one to which a `goto` with several targets comes, over points where nothing is done.
    pub(super) fn of(program: &Program, procedure: ProcId, next: &[Vec<Point>], doomed: &BitsRef) -> Assumes {
        let at = |point: Point| program[Place { procedure, point }].kind;
        let is_restrictive = |point: Point| match at(point) {
            Kind::Assume(cond) => program.expr_nodes(cond).iter().any(|node| !matches!(node, Node::Const(_))),
            _ => false,
        };
        let mut blocking: Bits = (0..next.len() as u32).map(Point).map(is_restrictive).collect();
        let mut certain = Bits::repeat(false, next.len());
        let mut open = certain.clone();
        for targets in next.iter().filter(|targets| targets.len() > 1) {
            let is_alone = targets.iter().filter(|target| !doomed[target.0 as usize]).count() == 1;
            for &target in targets {
                let mut point = target;
                // Chains are short, and one may be a circle.
                for _ in 0..16 {
                    match (at(point), next[point.0 as usize].as_slice()) {
                        (Kind::Skip | Kind::Goto(_), [only]) => point = *only,
                        _ => break,
                    }
                }
                let point = point.0 as usize;
                blocking.set(point, false);
                let kind = if is_alone && !doomed[target.0 as usize] { &mut certain } else { &mut open };
                kind.set(point, true);
            }
        }
        Assumes { blocking, certain: certain & !open }
    }
}
