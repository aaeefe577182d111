//! What is known of a procedure.
//!
//! Either the formulas of its execution, or, for what is called more than once, what is left of them when the inputs are projected
//! away: a relation between what it is entered with, what it leaves, and whether it hits.

use super::project::Projected;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::symbolic::graph::Graph;
use crate::symbolic::rounds::{Exec, Template};
use crate::symbolic::view::View;
use std::rc::Rc;

/// A summary.
#[derive(Clone, Debug)]
pub struct Summary {
    /// For calls.
    pub template: Rc<Template>,
    /// Without copied inputs, if that is known.
    pub relation: Option<Relation>,
}

/// A relation over the values at the entry, `open` and the values at the exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Relation {
    /// It can return like that.
    pub returns: Formula,
    /// It can hit; says nothing about the exit.
    pub hits: Formula,
}

impl Summary {
    /// The formulas of an execution.
    pub fn copied(graph: &mut Graph, view: &View<'_>, procedure: ProcId, exec: &Exec) -> Summary {
        Summary { template: Rc::new(Template::of(graph, view, procedure, exec)), relation: None }
    }

    /// What is left when inputs are projected away.
    pub fn projected(graph: &mut Graph, view: &View<'_>, procedure: ProcId, projected: Projected) -> Summary {
        let Projected { effect, relation } = projected;
        Summary { template: Rc::new(Template::new(graph, view, procedure, effect)), relation: Some(relation) }
    }
}
