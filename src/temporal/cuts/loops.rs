//! What a loop may write.

use crate::lang::program::frame::Frame;
use crate::lang::program::{Kind, Place, Point, ProcId, Program, Var};
use crate::pds::analysis::components;
use std::collections::BTreeSet;

/// The loops of a procedure.
pub(super) struct Loops {
    /// How many components of the flow graph there are with a head.
    pub count: usize,
    /// For each head its component, and the variables that may have changed when control is there again: those that some statement of the component writes, or some
    /// procedure that is called there.
    pub of: Vec<(usize, Vec<Var>)>,
}

/// The loops that these are the heads of.
pub(super) fn loops(program: &Program, procedure: ProcId, heads: &[Point], frame: &Frame) -> Loops {
    let mut loops = Loops { count: 0, of: vec![(0, Vec::new()); heads.len()] };
    if heads.is_empty() {
        return loops;
    }
    let points = program[procedure].points();
    let successors = |point| {
        let place = Place { procedure, point };
        let all = (0..).map_while(move |index| super::successor(program, place, index));
        all.map(|point| point.0).collect::<Vec<u32>>()
    };
    let flow: Vec<Vec<u32>> = (0..points).map(Point).map(successors).collect();
    let mut head = vec![None; points as usize];
    (0..heads.len()).zip(heads).for_each(|(index, point)| head[point.0 as usize] = Some(index));
    for component in components(&flow, [Point::ENTRY.0]) {
        let inside: Vec<usize> = component.iter().filter_map(|&point| head[point as usize]).collect();
        if inside.is_empty() {
            continue;
        }
        let mut all = BTreeSet::new();
        for &point in &component {
            writes(program, Place { procedure, point: Point(point) }, frame, &mut all);
        }
        for head in inside {
            loops.of[head] = (loops.count, all.iter().copied().collect());
        }
        loops.count += 1;
    }
    loops
}

/// What the statement at a place may write, with what it calls.
fn writes(program: &Program, place: Place, frame: &Frame, all: &mut BTreeSet<Var>) {
    match program[place].kind {
        Kind::Enter => all.extend((0..program[place.procedure].locals.len()).map(Var::local)),
        Kind::Relate(_) => all.extend(program.in_scope(place.procedure)),
        Kind::Assign { targets, .. } | Kind::Dead(targets) => all.extend(program[targets].iter().flatten()),
        Kind::Call { callee, targets, .. } => {
            all.extend(program[targets].iter().flatten());
            all.extend(frame.written(callee).iter_ones().map(Var::global));
        }
        Kind::Skip
        | Kind::Goto(_)
        | Kind::Branch { .. }
        | Kind::Assume(_)
        | Kind::Assert(_)
        | Kind::AbortIf(_)
        | Kind::Return(_)
        | Kind::End => {}
    }
}
