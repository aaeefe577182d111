//! What a name means where we are: tables indexed by symbol, so that a look-up is one array access.

use super::super::super::source::Span;
use super::super::super::syntax::ast::Symbol;
use super::super::model::{Point, ProcId, Var};

/// The name tables. Those of a procedure are forgotten by [`Scope::enter`] in constant time: an entry
/// counts only if it carries the number of the current procedure.
pub(super) struct Scope {
    globals: Vec<Option<(Var, Span)>>,
    procedures: Vec<Option<ProcId>>,
    locals: Vec<(u32, Var, Span)>,
    labels: Vec<(u32, Point, Span)>,
    /// When a variable was last the target of an assignment: to see the same target twice.
    assigned: Vec<u32>,
    procedure: u32,
    assignment: u32,
}

impl Scope {
    pub(super) fn new(symbols: usize) -> Scope {
        Scope {
            globals: vec![None; symbols],
            procedures: vec![None; symbols],
            locals: vec![(0, Var::global(0), Span::default()); symbols],
            labels: vec![(0, Point::ENTRY, Span::default()); symbols],
            assigned: vec![0; symbols],
            procedure: 0,
            assignment: 0,
        }
    }

    /// Begins a procedure: locals and labels of the last one are gone.
    pub(super) fn enter(&mut self) {
        self.procedure += 1;
    }

    pub(super) fn global(&self, name: Symbol) -> Option<(Var, Span)> {
        self.globals[name.index()]
    }

    pub(super) fn declare_global(&mut self, name: Symbol, var: Var, span: Span) {
        self.globals[name.index()] = Some((var, span));
    }

    pub(super) fn local(&self, name: Symbol) -> Option<(Var, Span)> {
        let (procedure, var, span) = self.locals[name.index()];
        (procedure == self.procedure).then_some((var, span))
    }

    pub(super) fn declare_local(&mut self, name: Symbol, var: Var, span: Span) {
        self.locals[name.index()] = (self.procedure, var, span);
    }

    /// Locals and parameters hide globals.
    pub(super) fn var(&self, name: Symbol) -> Option<Var> {
        self.local(name).or(self.global(name)).map(|(var, _)| var)
    }

    pub(super) fn procedure(&self, name: Symbol) -> Option<ProcId> {
        self.procedures[name.index()]
    }

    pub(super) fn declare_procedure(&mut self, name: Symbol, id: ProcId) {
        self.procedures[name.index()] = Some(id);
    }

    pub(super) fn label(&self, name: Symbol) -> Option<(Point, Span)> {
        let (procedure, point, span) = self.labels[name.index()];
        (procedure == self.procedure).then_some((point, span))
    }

    pub(super) fn declare_label(&mut self, name: Symbol, point: Point, span: Span) {
        self.labels[name.index()] = (self.procedure, point, span);
    }

    pub(super) fn begin_assignment(&mut self) {
        self.assignment += 1;
    }

    /// Whether the name is a target of the current assignment for the second time.
    pub(super) fn assign_again(&mut self, name: Symbol) -> bool {
        std::mem::replace(&mut self.assigned[name.index()], self.assignment) == self.assignment
    }
}
