//! Where runs that never end come by again and again.

mod loops;

use crate::lang::program::frame::Frame;
use crate::lang::program::product::Cut;
use crate::lang::program::semantics::Bits;
use crate::lang::program::{Kind, Place, Point, ProcId, Procedure, Program, Var};
use crate::pds::analysis::components;

/// Loop heads, and entries of procedures that are recursive, in order. A run that never ends comes to some of these again and again in an activation that
/// does not return: either it stays in one, whose flow graph, with calls as steps, has a cycle that it goes round, or its stack
/// grows for ever, so it enters procedures of one recursive component again and again.
///
/// Between two times that it comes to one of these it has done nothing but statements of one component: of the flow graph, if the procedure is not
/// recursive, and of the call graph, if it is; and what these call. What none of them writes is as it was.
pub(super) fn cuts(program: &Program) -> Vec<Cut> {
    let frame = Frame::of(program);
    let recursion = Recursion::of(program, &frame);
    let mut cuts = Vec::new();
    // Behind the components of recursive procedures come those of loops.
    let mut next = recursion.written.len();
    for procedure in program.procedure_ids() {
        let heads = heads(program, procedure);
        let points = (0..).map(Point).zip(heads).filter(|(_, is_head)| *is_head).map(|(point, _)| point);
        match recursion.component[procedure.index()] {
            Some(component) => {
                let globals = &recursion.written[component];
                for point in [Point::ENTRY].into_iter().chain(points) {
                    // Locals are chosen behind the entry.
                    let Procedure { params, ref locals, .. } = program[procedure];
                    let locals = if point == Point::ENTRY { params } else { locals.len() };
                    let compared = globals.iter_ones().map(Var::global).chain((0..locals).map(Var::local));
                    let place = Place { procedure, point };
                    cuts.push(Cut { place, is_recursive: true, component, compared: compared.collect() });
                }
            }
            None => {
                let points: Vec<Point> = points.collect();
                let loops = loops::loops(program, procedure, &points, &frame);
                next += loops.count;
                cuts.extend(points.into_iter().zip(loops.of).map(|(point, (index, compared))| Cut {
                    place: Place { procedure, point },
                    is_recursive: false,
                    component: next - 1 - index,
                    compared,
                }));
            }
        }
    }
    cuts
}

/// Which procedures are recursive, and what they write.
struct Recursion {
    /// For each procedure the component that it is in, if it is recursive.
    component: Vec<Option<usize>>,
    /// For each component the globals that it may write.
    written: Vec<Bits>,
}

impl Recursion {
    fn of(program: &Program, frame: &Frame) -> Recursion {
        let count = program.procedures.len();
        let mut callees = vec![Vec::new(); count];
        for place in program.procedure_ids().flat_map(|procedure| program.places(procedure)) {
            if let Kind::Call { callee, .. } = program[place].kind {
                callees[place.procedure.index()].push(callee.index() as u32);
            }
        }
        let mut recursion = Recursion { component: vec![None; count], written: Vec::new() };
        for component in components(&callees, 0..count as u32) {
            if component.len() > 1 || callees[component[0] as usize].contains(&component[0]) {
                let mut written = Bits::repeat(false, program.globals.len());
                for procedure in component {
                    recursion.component[procedure as usize] = Some(recursion.written.len());
                    written |= frame.written(ProcId::from_index(procedure as usize));
                }
                recursion.written.push(written);
            }
        }
        recursion
    }
}

/// For each point whether an edge of the flow graph leads back to it, in the order of a search in depth: each cycle has such a point.
fn heads(program: &Program, procedure: ProcId) -> Vec<bool> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        Not,
        OnPath,
        Done,
    }
    let points = program[procedure].points() as usize;
    let (mut seen, mut heads) = (vec![Seen::Not; points], vec![false; points]);
    seen[0] = Seen::OnPath;
    let mut path = vec![(Point::ENTRY, 0)];
    while let Some((point, taken)) = path.last_mut() {
        let place = Place { procedure, point: *point };
        *taken += 1;
        match successor(program, place, *taken - 1) {
            None => {
                seen[point.0 as usize] = Seen::Done;
                path.pop();
            }
            Some(next) => match seen[next.0 as usize] {
                Seen::OnPath => heads[next.0 as usize] = true,
                Seen::Done => {}
                Seen::Not => {
                    seen[next.0 as usize] = Seen::OnPath;
                    path.push((next, 0));
                }
            },
        }
    }
    heads
}

/// The points to which control goes from a place in the same activation, one after the other.
pub(super) fn successor(program: &Program, place: Place, index: usize) -> Option<Point> {
    let statement = &program[place];
    match statement.kind {
        Kind::Return(_) | Kind::End => None,
        Kind::Goto(targets) => program[targets].get(index).copied(),
        Kind::Branch { yes, .. } => [yes, statement.next].get(index).copied(),
        _ => (index == 0).then_some(statement.next),
    }
}
