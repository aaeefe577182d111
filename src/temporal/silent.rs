//! Places that a formula that does not count steps need not look at: at the next position it sees the same.

use super::cuts::successor;
use super::{Claim, Said};
use crate::lang::program::product::Position;
use crate::lang::program::{Kind, Node, Place, Program, Var};
use rustc_hash::FxHashSet;

/// What a claim sees at the positions of a program.
pub(super) struct Sight<'a> {
    program: &'a Program,
    claim: &'a Claim,
    /// The variables that its conditions name.
    named: FxHashSet<Var>,
}

impl<'a> Sight<'a> {
    /// What the claim sees.
    pub fn new(program: &'a Program, claim: &'a Claim) -> Sight<'a> {
        let mut named = FxHashSet::default();
        for place in program.procedure_ids().filter_map(|id| program.places(id).next()) {
            for said in claim.said(Position::At(place)) {
                let Said::If { program, expr, .. } = said else { continue };
                named.extend(program.expr_nodes(expr).iter().filter_map(|node| match node {
                    Node::Var(var) => Some(*var),
                    _ => None,
                }));
            }
        }
        Sight { program, claim, named }
    }

    /// Whether the claim sees at the next position what it sees at this place, whatever the step does.
    pub fn is_silent(&self, place: Place) -> bool {
        let kind = self.program[place].kind;
        let writes = |var: &Option<Var>| var.is_some_and(|var| self.named.contains(&var));
        let is_visible = match kind {
            Kind::Return(_) | Kind::End | Kind::Call { .. } => true,
            Kind::Relate(_) => !self.named.is_empty(),
            Kind::Assign { targets, .. } | Kind::Dead(targets) => self.program[targets].iter().any(writes),
            Kind::Assert(_) | Kind::AbortIf(_) => !self.same(Position::At(place), Position::Violated),
            Kind::Enter | Kind::Skip | Kind::Goto(_) | Kind::Branch { .. } | Kind::Assume(_) => false,
        };
        let mut next = (0..).map_while(|index| successor(self.program, place, index));
        !is_visible && next.all(|point| self.same(Position::At(place), Position::At(Place { point, ..place })))
    }

    /// Whether each atom is the same condition at both.
    fn same(&self, one: Position, other: Position) -> bool {
        self.claim.said(one).zip(self.claim.said(other)).all(|pair| match pair {
            (Said::Known(one), Said::Known(other)) => one == other,
            (Said::If { .. }, Said::If { .. }) => true,
            (Said::Known(_), Said::If { .. }) | (Said::If { .. }, Said::Known(_)) => false,
        })
    }
}
