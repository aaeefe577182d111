//! Whether a program has anything that can be repeated, straight from its control flow.

use bpcheck::lang::cfg::{self, Action, Cfg, LocId};
use bpcheck::lang::program::{Place, Point, ProcId, Program};
use bpcheck::pds::analysis::components;

/// What can be repeated, as far as control flow leads there from the entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cycles {
    /// Some location leads back to itself within its procedure.
    pub has_loop: bool,
    /// Some procedure calls itself, directly or not.
    pub has_recursion: bool,
}

/// The cycles of a program that begins in this procedure.
pub(super) fn of(program: &Program, begin: &str) -> Cycles {
    let graphs = cfg::build(program);
    let begin = program.find_procedure(begin).expect("an entry");
    let root = entry(&graphs, begin).index() as u32;
    let reached: Vec<u32> = components(&successors(&graphs, true), [root]).concat();
    let flow = successors(&graphs, false);
    let loops = components(&flow, reached.iter().copied());
    let has_loop = loops.iter().any(|component| is_cyclic(&flow, component));
    let mut callees = vec![Vec::new(); program.procedure_ids().count()];
    for &location in &reached {
        let caller = graphs.locations[location as usize].place.procedure.index();
        let edges = graphs.edges(LocId::from_index(location as usize));
        callees[caller].extend(edges.iter().filter_map(|edge| called(edge.action)).map(|callee| callee.index() as u32));
    }
    let together = components(&callees, [begin.index() as u32]);
    let has_recursion = together.iter().any(|component| is_cyclic(&callees, component));
    Cycles { has_loop, has_recursion }
}

fn entry(graphs: &Cfg, procedure: ProcId) -> LocId {
    graphs.at(Place { procedure, point: Point::ENTRY })
}

fn called(action: Action) -> Option<ProcId> {
    match action {
        Action::Call(callee) => Some(callee),
        _ => None,
    }
}

/// Where each location leads to, past calls, and, if this is asked for, into them.
fn successors(graphs: &Cfg, into_calls: bool) -> Vec<Vec<u32>> {
    let ids = (0..graphs.locations.len()).map(LocId::from_index);
    let of = |id| {
        let edges = graphs.edges(id).iter().filter(|edge| !matches!(edge.action, Action::Return));
        let mut to: Vec<u32> = edges.clone().map(|edge| edge.to.index() as u32).collect();
        if into_calls {
            to.extend(edges.filter_map(|edge| called(edge.action)).map(|callee| entry(graphs, callee).index() as u32));
        }
        to
    };
    ids.map(of).collect()
}

fn is_cyclic(successors: &[Vec<u32>], component: &[u32]) -> bool {
    component.len() > 1 || component.iter().any(|&vertex| successors[vertex as usize].contains(&vertex))
}

#[test]
fn loops_and_recursion_are_seen() {
    let cycles = |text: &str| of(&crate::support::program(text), "main");
    let both = |has_loop, has_recursion| Cycles { has_loop, has_recursion };
    assert_eq!(cycles("void main() begin f(); f(); end void f() begin skip; end"), both(false, false));
    assert_eq!(cycles("void main() begin while (*) do skip; od end"), both(true, false));
    assert_eq!(cycles("void main() begin L: goto L; end"), both(true, false));
    assert_eq!(cycles("void main() begin f(); end void f() begin g(); end void g() begin f(); end"), both(false, true));
    assert_eq!(cycles("void main() begin skip; end void f() begin L: f(); goto L; end"), both(false, false));
}
