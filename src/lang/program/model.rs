//! The types of a resolved program.
//!
//! A body is *threaded*: its statements stand in one array in the order of the text, and each names
//! the points where control may go next. So an interpreter or a lowering needs no stack of blocks, and
//! a `goto` into a loop is like any other.

use super::super::pool::{List, Symbol};
use super::super::source::Span;
use super::expression::{Expr, Node};
use std::fmt;
use std::ops::Index;

/// A variable of the scope that a procedure sees: a global, or a parameter or local of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Var(u32);

/// The scope of a variable, with its index there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VarScope {
    /// The index of a global in [`Program::globals`].
    Global(usize),
    /// The index of a parameter or local in [`Procedure::locals`].
    Local(usize),
}

impl Var {
    const LOCAL: u32 = 1 << 31;

    /// A number that no other variable has that the same activation sees.
    pub(super) fn number(self) -> u32 {
        self.0
    }

    /// The variable with this [`Var::number`].
    pub(super) fn numbered(number: u32) -> Var {
        Var(number)
    }

    /// The global with this index.
    pub fn global(index: usize) -> Var {
        debug_assert!(index < Var::LOCAL as usize);
        Var(index as u32)
    }

    /// The parameter or local with this index.
    pub fn local(index: usize) -> Var {
        debug_assert!(index < Var::LOCAL as usize);
        Var(index as u32 | Var::LOCAL)
    }

    /// Its scope, with its index there.
    pub fn scope(self) -> VarScope {
        match self.0 & Var::LOCAL {
            0 => VarScope::Global(self.0 as usize),
            _ => VarScope::Local((self.0 & !Var::LOCAL) as usize),
        }
    }
}

impl fmt::Debug for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scope().fmt(f)
    }
}

/// A declared variable.
#[derive(Clone, Copy, Debug)]
pub struct Variable {
    /// Its name.
    pub name: Symbol,
    /// The name in its declaration.
    pub span: Span,
    /// Its value when it comes to life; `None`: arbitrary.
    pub init: Option<bool>,
}

/// A procedure's index, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ProcId(pub(in crate::lang) u32);

impl ProcId {
    /// The procedure with this index.
    pub fn from_index(index: usize) -> ProcId {
        ProcId(index as u32)
    }

    /// The index in [`Program::procedures`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A point of a procedure, where control can be: 0 is the entry, where locals have come to life and
/// `enforce` is looked at; n is the n-th statement in pre-order (an `elsif` counts as a statement);
/// one behind the last is the implicit return at `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Point(pub u32);

impl Point {
    /// The entry.
    pub const ENTRY: Point = Point(0);
}

/// A point of the program: shown as `procedure#n`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The procedure.
    pub procedure: ProcId,
    /// The point in it.
    pub point: Point,
}

/// What is done at a point.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// Point 0: `enforce` is looked at.
    Enter,
    /// Nothing happens: `skip`, `print`, an implicit `skip` behind a trailing label.
    Skip,
    /// Control goes to any of the points; `next` is meaningless.
    Goto(List<Point>),
    /// `if`, `elsif` or `while`: to `yes` if the condition holds, else to `next`.
    Branch {
        /// The condition.
        cond: Expr,
        /// Where to go if it holds.
        yes: Point,
    },
    /// Only runs on which it holds go on.
    Assume(Expr),
    /// A run on which it does not hold ends with a violation.
    Assert(Expr),
    /// A run on which it holds ends with a violation.
    AbortIf(Expr),
    /// Parallel assignment; `None` discards the value. The values are as many as the targets.
    Assign {
        /// The variables that are written; `None` is `_`.
        targets: List<Option<Var>>,
        /// The values, one for each of them.
        values: List<Expr>,
        /// The condition on the states before and after, if there is one.
        constrain: Option<Expr>,
    },
    /// `constrain e` as a statement: every variable in scope gets an arbitrary value, such that `e` holds.
    /// Its variables are [`Program::in_scope`]; the choices of the new values follow those of `e`.
    Relate(Expr),
    /// The variables get arbitrary values: one choice each, in this order.
    Dead(List<Option<Var>>),
    /// A call; on return the results go to the targets, one each, or are all dropped if there are no targets.
    Call {
        /// The procedure that is called.
        callee: ProcId,
        /// The actual parameters.
        args: List<Expr>,
        /// Where the results go; `None` discards one.
        targets: List<Option<Var>>,
    },
    /// Return with these results.
    Return(List<Expr>),
    /// The implicit return at `end`: results are arbitrary, one choice each.
    End,
}

/// A statement.
#[derive(Clone, Copy, Debug)]
pub struct Statement {
    /// The kind of statement, with its parts.
    pub kind: Kind,
    /// Where control goes afterwards (see [`Kind`] for exceptions).
    pub next: Point,
    /// Its labels.
    pub labels: List<Symbol>,
    /// How many choices it makes: those of its expressions in the order of the text, then those of
    /// [`Kind::Relate`], [`Kind::Dead`] and [`Kind::End`]. Behind them come the choices of `enforce`
    /// where [`Kind::is_enforced`].
    pub(crate) choices: u32,
}

impl Statement {
    /// How many choices it makes, without those of `enforce`.
    pub(crate) fn own_choices(&self) -> usize {
        self.choices as usize
    }
}

impl Kind {
    /// Whether the procedure's `enforce` is looked at afterwards: at entry and after whatever changes the state.
    pub(crate) fn is_enforced(&self) -> bool {
        matches!(self, Kind::Enter | Kind::Assign { .. } | Kind::Relate(_) | Kind::Dead(_) | Kind::Call { .. })
    }
}

/// A procedure.
#[derive(Clone, Debug)]
pub struct Procedure {
    /// Its name.
    pub name: Symbol,
    /// The name in its declaration.
    pub(crate) name_span: Span,
    /// From its type to its `end`.
    pub span: Span,
    /// Parameters, then locals.
    pub locals: Vec<Variable>,
    /// How many of them are parameters.
    pub params: usize,
    /// The number of results.
    pub results: usize,
    /// The conditions of its `enforce`s that say something; all must hold.
    pub(crate) enforce: List<Expr>,
    /// The number of choices in them.
    pub(crate) enforce_choices: u32,
    /// The index of its point 0 in [`Program::statements`].
    pub(super) base: u32,
    /// The number of its points, entry and implicit return included.
    pub(super) points: u32,
}

impl Procedure {
    /// The number of its points: statements, entry and implicit return.
    pub fn points(&self) -> u32 {
        self.points
    }

    /// The implicit return at `end`.
    pub(crate) fn end(&self) -> Point {
        Point(self.points - 1)
    }
}

/// A resolved program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The text of each name.
    pub(crate) names: Vec<Box<str>>,
    /// Global variables, in the order of declaration.
    pub globals: Vec<Variable>,
    /// Procedures, in the order of the text.
    pub procedures: Vec<Procedure>,
    /// The points of all procedures, one procedure after the other.
    pub(super) statements: Vec<Statement>,
    /// Where each stands, parallel to `statements`.
    pub(super) spans: Vec<Span>,
    /// Expression nodes, children first, those of an expression side by side.
    pub(super) nodes: Vec<Node>,
    pub(super) node_spans: Vec<Span>,
    pub(super) exprs: Vec<Expr>,
    pub(super) vars: Vec<Option<Var>>,
    pub(super) points: Vec<Point>,
    pub(super) labels: Vec<Symbol>,
    pub(super) origins: super::origin::Origins,
    pub(super) words: super::words::Words,
}

impl Program {
    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// All procedures with their ids.
    pub fn procedure_ids(&self) -> impl Iterator<Item = ProcId> + use<> {
        (0..self.procedures.len() as u32).map(ProcId)
    }

    /// The procedure called `name`.
    pub fn find_procedure(&self, name: &str) -> Option<ProcId> {
        self.procedure_ids().find(|&p| self.name(self[p].name) == name)
    }

    /// How many places all procedures have together.
    pub fn size(&self) -> usize {
        self.statements.len()
    }

    /// All places of a procedure, in order.
    pub fn places(&self, procedure: ProcId) -> impl Iterator<Item = Place> + use<> {
        (0..self[procedure].points).map(move |n| Place { procedure, point: Point(n) })
    }

    /// Where the statement at a place stands in the text: for the entry the procedure's name, for the
    /// implicit return the word `end`.
    pub fn span(&self, place: Place) -> Span {
        self.spans[self.statement_index(place)]
    }

    /// Where an expression stands in the text.
    pub(crate) fn expr_span(&self, expr: Expr) -> Span {
        self.node_spans[expr.root.index()]
    }

    /// The nodes of an expression, children before parents; child ids count from node 0 of the program,
    /// the first one here is `expr.first`.
    pub(crate) fn expr_nodes(&self, expr: Expr) -> &[Node] {
        &self.nodes[expr.nodes()]
    }

    /// Where its nodes stand in the text, parallel to [`Program::expr_nodes`].
    pub fn node_spans(&self, expr: Expr) -> &[Span] {
        &self.node_spans[expr.nodes()]
    }

    /// `procedure#n`.
    pub fn show(&self, place: Place) -> String {
        format!("{}#{}", self.name(self[place.procedure].name), place.point.0)
    }

    /// The name of a variable as a procedure sees it.
    pub fn var_name(&self, procedure: ProcId, var: Var) -> &str {
        let variable = match var.scope() {
            VarScope::Global(index) => &self.globals[index],
            VarScope::Local(index) => &self[procedure].locals[index],
        };
        self.name(variable.name)
    }

    /// The variables that a procedure sees, in a fixed order: the globals that no local hides, then parameters and
    /// locals.
    pub(crate) fn in_scope(&self, procedure: ProcId) -> Vec<Var> {
        let locals = &self[procedure].locals;
        let hidden: rustc_hash::FxHashSet<Symbol> = locals.iter().map(|local| local.name).collect();
        let globals = (0..self.globals.len()).filter(|&g| !hidden.contains(&self.globals[g].name)).map(Var::global);
        globals.chain((0..locals.len()).map(Var::local)).collect()
    }

    pub(super) fn statement_index(&self, place: Place) -> usize {
        let procedure = &self[place.procedure];
        debug_assert!(place.point.0 < procedure.points);
        procedure.base as usize + place.point.0 as usize
    }
}

impl Index<ProcId> for Program {
    type Output = Procedure;
    fn index(&self, id: ProcId) -> &Procedure {
        &self.procedures[id.index()]
    }
}

impl Index<Place> for Program {
    type Output = Statement;
    fn index(&self, place: Place) -> &Statement {
        &self.statements[self.statement_index(place)]
    }
}

macro_rules! pools {
    ($($element:ty => $pool:ident),* $(,)?) => {$(
        impl Index<List<$element>> for Program {
            type Output = [$element];
            fn index(&self, list: List<$element>) -> &[$element] {
                &self.$pool[list.range()]
            }
        }
    )*};
}

pools! {
    Expr => exprs,
    Option<Var> => vars,
    Point => points,
    Symbol => labels,
}
