//! The blocks of a body, found again in its points: which of them stand in an `if` or a `while`.
//!
//! A block is a run of points with another point that follows it. Whatever shape is chosen, a statement that goes on somewhere else than to what follows it
//! in its block needs a `goto`; so a shape that was not meant costs a `goto`, and no verdict.

use crate::lang::program::{Kind, Place, Point, ProcId, Program};

/// Points `begin` up to `end`, without it, and where control goes behind them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The first point that is still to be written.
    pub(crate) begin: u32,
    /// One behind the last.
    pub(crate) end: u32,
    /// The point at which control goes on behind the last.
    pub(crate) follow: u32,
}

impl Block {
    /// What follows the first point.
    pub(crate) fn after_first(self) -> u32 {
        if self.begin + 1 < self.end { self.begin + 1 } else { self.follow }
    }
}

/// How a branch is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Both ways are one.
    Straight,
    /// A jump if the condition holds, and on to `no` if not.
    Jump {
        /// The point to which the jump leads.
        yes: u32,
        /// The other way.
        no: u32,
    },
    /// `if`, for the negation of the condition perhaps.
    If {
        /// Whether the condition is negated.
        negated: bool,
        /// What is done if it holds.
        then: Block,
        /// What is done otherwise.
        or_else: Option<Block>,
    },
    /// `while`.
    While(Block),
}

impl Shape {
    /// The end of what it takes of a block.
    pub(crate) fn end(self, block: Block) -> u32 {
        match self {
            Shape::Straight | Shape::Jump { .. } => block.begin + 1,
            Shape::If { or_else: Some(last), .. } | Shape::If { then: last, .. } | Shape::While(last) => last.end,
        }
    }
}

/// The shape of the branch that a block begins with; `may_loop` if its condition can be looked at again as it stands.
pub(crate) fn shape(
    program: &Program,
    procedure: ProcId,
    block: Block,
    (yes, no): (Point, Point),
    may_loop: bool,
) -> Shape {
    let (at, yes, no) = (block.begin, yes.0, no.0);
    let negated = no == at + 1;
    let (inside, outside) = if negated { (no, yes) } else { (yes, no) };
    if yes == no {
        return Shape::Straight;
    }
    let end = match outside {
        _ if inside != at + 1 || inside >= block.end => None,
        end if inside < end && end < block.end => Some(end),
        end if end == block.follow => Some(block.end),
        _ => None,
    };
    let Some(end) = end else { return Shape::Jump { yes, no } };
    let last = goes_on(program, Place { procedure, point: Point(end - 1) });
    if last == Some(at) && may_loop && !negated {
        return Shape::While(Block { begin: inside, end, follow: at });
    }
    let join = last.filter(|&join| end < block.end && (end < join && join < block.end || join == block.follow));
    let (then, or_else) = match join {
        Some(follow) => {
            let other = if end < follow && follow < block.end { follow } else { block.end };
            (Block { begin: inside, end, follow }, Some(Block { begin: end, end: other, follow }))
        }
        None => (Block { begin: inside, end, follow: outside }, None),
    };
    Shape::If { negated, then, or_else }
}

/// What follows a statement, if it goes on by itself.
fn goes_on(program: &Program, place: Place) -> Option<u32> {
    let statement = &program[place];
    (!matches!(statement.kind, Kind::Goto(_) | Kind::Return(_) | Kind::End)).then_some(statement.next.0)
}
