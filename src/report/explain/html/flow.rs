//! The control-flow graphs of the program as it is written, through which traces go. Those of the rules, which the passes made smaller, the page makes of the log.

use crate::lang::cfg::{Action, Cfg, Edge, LocId, Role};
use crate::lang::program::{Kind, ProcId, Program};
use serde::Serialize;

/// From a point to a point, or to none: what it is, and who is called. A call leads to where control comes back to.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Arrow(u32, Option<u32>, Does, Option<usize>);

/// What an arrow is.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Does {
    Step,
    /// The condition of a branch holds.
    True,
    /// It does not.
    False,
    Call,
    Return,
    Violation,
}

/// The arrows of a procedure, in the order of its points.
pub(super) fn arrows(program: &Program, cfg: &Cfg, procedure: ProcId) -> Vec<Arrow> {
    let at = cfg.procedure(procedure).filter(|from| cfg.locations[from.index()].role == Role::At);
    at.flat_map(|from| cfg.edges(from).iter().map(move |edge| arrow(program, cfg, from, edge))).collect()
}

fn arrow(program: &Program, cfg: &Cfg, from: LocId, edge: &Edge) -> Arrow {
    let place = cfg.locations[from.index()].place;
    let to = cfg.locations[edge.to.index()];
    let point = place.point.0;
    match edge.action {
        Action::Return => Arrow(point, None, Does::Return, None),
        Action::Call(callee) => Arrow(point, Some(program[place].next.0), Does::Call, Some(callee.index())),
        Action::Guard(..) if to.role == Role::Violated => Arrow(point, None, Does::Violation, None),
        Action::Guard(_, holds) if matches!(program[place].kind, Kind::Branch { .. }) => {
            Arrow(point, Some(to.place.point.0), if holds { Does::True } else { Does::False }, None)
        }
        Action::Pass | Action::Guard(..) | Action::Update | Action::Store => {
            Arrow(point, Some(to.place.point.0), Does::Step, None)
        }
    }
}
