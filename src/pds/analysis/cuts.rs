//! Where a proof has to say what holds: every circle goes through such a location, and between them is little code.
//!
//! These are loop heads, where calls have come back and their results are stored, and where paths from different ones of these meet: so that whoever executes the code between them, from each to the next ones, goes through
//! no location twice.

use crate::lang::cfg::{LocId, Role};
use crate::lang::program::ProcId;
use crate::pds::{RuleKind, SymbolicPds};
use smallvec::SmallVec;

/// For each location whether it is a cut. Entries of procedures are none, nor is what control cannot come to.
#[derive(Clone, Debug)]
pub(crate) struct Cuts {
    /// All of them.
    pub(crate) all: Vec<bool>,
    /// The loop heads among them: each circle goes through one.
    pub(crate) heads: Vec<bool>,
}

/// The cuts of a system; linear in it.
pub(crate) fn cuts(pds: &SymbolicPds) -> Cuts {
    let visited = Visited::all(pds);
    let heads = visited.loop_heads(pds);
    let mut is_cut = heads.clone();
    for rule in pds.rules() {
        if let RuleKind::Neutration { to } = rule.kind {
            is_cut[to.index()] |= visited.is_visited(to) && pds.locations[rule.from.index()].role == Role::Returned;
        }
    }
    let mut owner: Vec<Option<LocId>> = vec![None; is_cut.len()];
    for &location in visited.postorder.iter().rev() {
        let own = if is_cut[location.index()] { location } else { owner[location.index()].unwrap_or(location) };
        for to in successors(pds, location) {
            match owner[to.index()] {
                _ if is_cut[to.index()] => {}
                None => owner[to.index()] = Some(own),
                Some(other) => is_cut[to.index()] |= other != own,
            }
        }
    }
    Cuts { all: is_cut, heads }
}

struct Visited {
    /// The position of each location in the order in which they are left.
    rank: Vec<u32>,
    postorder: Vec<LocId>,
}

impl Visited {
    /// All procedures, each from its entry.
    fn all(pds: &SymbolicPds) -> Visited {
        let mut visited = Visited { rank: vec![u32::MAX; pds.locations.len()], postorder: Vec::new() };
        for procedure in 0..pds.procedures.len() {
            visited.procedure(pds, ProcId::from_index(procedure));
        }
        visited
    }

    fn is_visited(&self, location: LocId) -> bool {
        self.rank[location.index()] != u32::MAX
    }

    /// Where edges lead that do not lead to what is left earlier: each circle has one.
    fn loop_heads(&self, pds: &SymbolicPds) -> Vec<bool> {
        let mut is_head = vec![false; self.rank.len()];
        for &from in &self.postorder {
            for to in successors(pds, from) {
                is_head[to.index()] |= self.rank[to.index()] >= self.rank[from.index()];
            }
        }
        is_head
    }

    fn procedure(&mut self, pds: &SymbolicPds, procedure: ProcId) {
        const OPEN: u32 = u32::MAX - 1;
        let entry = pds.procedures[procedure.index()].entry;
        let left = |location| successors(pds, location).collect::<SmallVec<[LocId; 4]>>();
        let mut stack = vec![(entry, left(entry))];
        self.rank[entry.index()] = OPEN;
        while let Some((location, open)) = stack.last_mut() {
            match open.pop() {
                Some(next) if self.rank[next.index()] != u32::MAX => {}
                Some(next) => {
                    self.rank[next.index()] = OPEN;
                    stack.push((next, left(next)));
                }
                None => {
                    self.rank[location.index()] = self.postorder.len() as u32;
                    self.postorder.push(*location);
                    stack.pop();
                }
            }
        }
    }
}

/// Where control may go from a location while the activation stays.
fn successors(pds: &SymbolicPds, location: LocId) -> impl Iterator<Item = LocId> {
    pds.rules_from(location).filter_map(|id| match pds.rule(id).kind {
        RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } => Some(to),
        RuleKind::Contraction => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::cfg;
    use crate::lang::source::Source;
    use crate::pds::build;

    fn cuts_of(text: &str) -> Vec<String> {
        let program =
            crate::pipeline::load(&Source::new("x.bp", text), &Default::default()).expect("a program").program;
        let graphs = cfg::build(&program);
        let pds = build(&program, &graphs, program.find_procedure("main").expect("main"));
        let all = cuts(&pds).all;
        let locations = (0..all.len()).filter(|&index| all[index]).map(LocId::from_index);
        locations.map(|location| graphs.show(&program, location)).collect()
    }

    #[test]
    fn loops_and_returns_are_cuts() {
        let text = "decl g; void main() begin g := F; while (*) do g := !g; od f(); if (*) then f(); else g := T; fi g := F; assert(g); end
                    void f() begin if (*) then skip; else skip; fi skip; end";
        assert_eq!(cuts_of(text), ["main#2", "main#5", "main#8"]);
    }

    #[test]
    fn a_goto_into_a_loop_leaves_no_circle_without_cut() {
        let text = "void main() begin if (*) then goto l; fi while (*) do skip; l: skip; od end";
        assert_eq!(cuts_of(text).len(), 2);
    }
}
