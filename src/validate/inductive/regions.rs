//! The code between places with invariants: it has to be free of circles.

use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use smallvec::{SmallVec, smallvec};

/// For each point of a procedure its position in an order in which each comes before those that control goes on to from there,
/// unless these have an invariant. Points with an invariant have none.
pub(super) struct Regions {
    rank: Vec<u32>,
}

impl Regions {
    /// Linear in the procedure.
    ///
    /// # Errors
    /// A point on a circle without invariant.
    pub(crate) fn of(program: &Program, procedure: ProcId, is_cut: impl Fn(Point) -> bool) -> Result<Regions, Point> {
        let points = program[procedure].points() as usize;
        let mut rank = vec![0; points];
        let mut is_seen = vec![false; points];
        let mut is_open = vec![false; points];
        let mut last = points as u32;
        // Each with the successors that are still to be looked at.
        let mut stack: Vec<(Point, SmallVec<[Point; 4]>)> = Vec::new();
        let roots = (0..points as u32).map(Point).filter(|&point| point == Point::ENTRY || is_cut(point));
        for root in roots {
            stack.push((root, successors(program, Place { procedure, point: root })));
            while let Some((point, left)) = stack.last_mut() {
                match left.pop() {
                    Some(next) if is_cut(next) => {}
                    Some(next) if is_open[next.0 as usize] => return Err(next),
                    Some(next) if is_seen[next.0 as usize] => {}
                    Some(next) => {
                        is_seen[next.0 as usize] = true;
                        is_open[next.0 as usize] = true;
                        stack.push((next, successors(program, Place { procedure, point: next })));
                    }
                    None => {
                        is_open[point.0 as usize] = false;
                        last -= u32::from(!is_cut(*point));
                        rank[point.0 as usize] = last;
                        stack.pop();
                    }
                }
            }
        }
        Ok(Regions { rank })
    }

    /// The position.
    pub(crate) fn rank(&self, point: Point) -> u32 {
        self.rank[point.0 as usize]
    }
}

/// Where control may go from a place while the activation stays.
fn successors(program: &Program, place: Place) -> SmallVec<[Point; 4]> {
    let statement = &program[place];
    match statement.kind {
        Kind::Goto(targets) => SmallVec::from_slice(&program[targets]),
        Kind::Branch { yes, .. } => smallvec![yes, statement.next],
        Kind::Return(_) | Kind::End => SmallVec::new(),
        _ => smallvec![statement.next],
    }
}
