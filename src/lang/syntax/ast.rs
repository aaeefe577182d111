//! The syntax tree of a Boolean program, in arenas.
//!
//! Nodes live in vectors and name each other by index, so a tree of any depth is dropped, copied and
//! walked without recursion. Two facts, kept by the parser, make passes linear scans:
//! - *children first*: the operands of an expression node have smaller ids than the node, and the
//!   nodes of one expression are neighbours: [`Expr`] is a range, its last node the root;
//! - *postorder*: the order of the nodes is the order of a left-to-right postorder walk, so leaves
//!   (and with them the occurrences of `*`) come in the order of the text, and two texts with the same
//!   tree have the same vectors.

pub use super::super::pool::List;
pub(crate) use super::super::pool::Symbol;
use super::super::source::Span;
use super::dialect::Dialect;
use std::ops::Index;

/// A name where it is written.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// The name, interned.
    pub symbol: Symbol,
    /// Its place in the text.
    pub(crate) span: Span,
}

/// Names are equal wherever they stand.
impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.symbol == other.symbol
    }
}

/// A node of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(in crate::lang) u32);

impl NodeId {
    /// The index of the node in [`Ast::nodes`].
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An expression: the range of its nodes, in postorder, the root last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Expr {
    /// The first node of the range: the leftmost leaf.
    pub(crate) first: NodeId,
    /// The last node of the range: the root.
    pub root: NodeId,
}

impl Expr {
    /// The indices of its nodes, children before parents.
    pub(crate) fn nodes(self) -> std::ops::Range<usize> {
        self.first.index()..self.root.index() + 1
    }
}

/// Binary operators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum BinaryOp {
    /// `=`
    Eq,
    /// `!=`
    Ne,
    /// `&`, `&&`
    And,
    /// `^`
    Xor,
    /// `|`, `||`
    Or,
    /// `=>`
    Implies,
    /// `<=>`
    Iff,
}

impl BinaryOp {
    /// The spelling that the printer uses.
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOp::Eq => "=",
            BinaryOp::Ne => "!=",
            BinaryOp::And => "&",
            BinaryOp::Xor => "^",
            BinaryOp::Or => "|",
            BinaryOp::Implies => "=>",
            BinaryOp::Iff => "<=>",
        }
    }
}

/// An expression node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// `0`, `1`, `T`, `F`.
    Const(bool),
    /// `*`, nullary `?`.
    Choice,
    /// A variable.
    Var(Symbol),
    /// `'x`.
    Primed(Symbol),
    /// `!e`, `~e`.
    Not(NodeId),
    /// `e op e`.
    Binary(BinaryOp, NodeId, NodeId),
    /// `schoose[p, n]`.
    Schoose(NodeId, NodeId),
    /// `c ? t : e`.
    Ternary(NodeId, NodeId, NodeId),
}

/// A declared variable with its initial value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decl {
    /// The name.
    pub name: Name,
    /// `:= 0`, `:= 1`; `None` for no initialiser or `:= *`: arbitrary.
    pub init: Option<bool>,
}

/// The left-hand side of an assignment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Target {
    /// A variable.
    Var(Name),
    /// `_`.
    Discard,
}

/// A statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StmtId(pub(in crate::lang) u32);

impl StmtId {
    /// The index of the statement in [`Ast::stmts`].
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A list of statements.
pub type Block = List<StmtId>;

/// A branch of an `if`: condition and block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arm {
    /// The condition.
    pub cond: Expr,
    /// What is done if it holds.
    pub body: Block,
    /// `if` or `elsif` up to the condition's end.
    pub(crate) head: ArmSpan,
}

/// A span that does not count in comparisons.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArmSpan(pub(crate) Span);

impl PartialEq for ArmSpan {
    fn eq(&self, _: &ArmSpan) -> bool {
        true
    }
}

/// A statement with its labels, without its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stmt {
    /// The labels before it, in order, repetitions included.
    pub labels: List<Name>,
    /// The statement proper.
    pub kind: StmtKind,
}

/// The kinds of statement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StmtKind {
    /// `skip`.
    Skip,
    /// Nothing at all, behind a label that stands before `end`, `fi`, `od`, `else` or `elsif`.
    Implicit,
    /// `goto L1, …`.
    Goto(List<Name>),
    /// `return e1, …`.
    Return(List<Expr>),
    /// `if … then … elsif … else … fi`: the arms in order, and the `else` block (empty if absent).
    If(List<Arm>, Block),
    /// `while e do … od`.
    While(Expr, Block),
    /// `assume e`.
    Assume(Expr),
    /// `assert e`.
    Assert(Expr),
    /// `abortif e`.
    AbortIf(Expr),
    /// `constrain e` as a statement.
    Constrain(Expr),
    /// `dead x, …`.
    Dead(List<Name>),
    /// `print(e, …)`.
    Print(List<Expr>),
    /// `f(e, …)` and `x, … := f(e, …)`.
    Call(List<Target>, Name, List<Expr>),
    /// `x, … := e, … [constrain e]`.
    Assign(List<Target>, List<Expr>, Option<Expr>),
    /// `decl …`: legal at the head of a body only.
    Decl(List<Decl>),
    /// `enforce e`: legal at the head of a body only.
    Enforce(Expr),
    /// A statement of the concurrent dialects: parsed, then refused.
    Thread(ThreadOp),
}

/// Statements of the concurrent dialects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ThreadOp {
    /// `start_thread goto L`.
    StartGoto(Name),
    /// `start_thread f(e, …)`.
    StartCall(Name, List<Expr>),
    /// `end_thread`.
    End,
    /// `atomic_begin`.
    AtomicBegin,
    /// `atomic_end`.
    AtomicEnd,
    /// `sync x`.
    Sync(Name),
    /// `wait`.
    Wait,
    /// `broadcast`.
    Broadcast,
}

impl ThreadOp {
    /// The keyword.
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            ThreadOp::StartGoto(_) | ThreadOp::StartCall(..) => "start_thread",
            ThreadOp::End => "end_thread",
            ThreadOp::AtomicBegin => "atomic_begin",
            ThreadOp::AtomicEnd => "atomic_end",
            ThreadOp::Sync(_) => "sync",
            ThreadOp::Wait => "wait",
            ThreadOp::Broadcast => "broadcast",
        }
    }
}

/// A line of global declarations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Globals {
    /// `decl thread_local …`, of the concurrent dialects.
    pub(crate) thread_local: bool,
    /// The variables that are declared.
    pub decls: List<Decl>,
    /// How many procedures stand before it: declarations and procedures may alternate.
    pub(crate) behind: u32,
}

/// A procedure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Procedure {
    /// Its name.
    pub name: Name,
    /// The number of its results: 0 for `void`.
    pub results: u32,
    /// Whether it is marked `dfs`, which means nothing.
    pub(crate) dfs: bool,
    /// Its parameters.
    pub params: List<Name>,
    /// The body, declarations and `enforce`s at its head included.
    pub body: Block,
}

/// Something that comments say about the program behind this one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoteKind {
    /// `// file main.c line 9 function main`: where the statements that follow come from.
    Origin,
    /// The comment behind a declaration, on its line: the predicate that the variable stands for.
    Predicate,
    /// `// words: NAME_BIT`: names such as `x_0` and `x_1` are those of the bits of a number.
    Words,
}

/// A comment that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    /// The kind of note.
    pub(crate) kind: NoteKind,
    /// The comment without its slashes and outer spaces.
    pub(crate) text: Span,
}

/// What is missing in a tree because of syntax errors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Loss {
    /// Nothing.
    #[default]
    Nothing,
    /// Statements without labels and declarations: the names in the rest mean what they should.
    Statement,
    /// Anything.
    Structure,
}

/// The syntax tree of one file.
#[derive(Clone, Debug, Default)]
pub struct Ast {
    /// What the text was written in. The tree means in the standard dialect what the text means in this one; what is
    /// left to whoever resolves names are labels that stand twice, and what is not worth a warning.
    pub(crate) dialect: Dialect,
    /// The text of each [`Symbol`].
    pub(crate) names: Vec<Box<str>>,
    /// All expression nodes.
    pub(crate) nodes: Vec<Node>,
    /// Where each node stands, parallel to `nodes`: the whole subexpression, outer parentheses not counted.
    pub(crate) node_spans: Vec<Span>,
    /// All statements, children before parents.
    pub stmts: Vec<Stmt>,
    /// Where each statement stands, its labels not counted; parallel to `stmts`.
    pub(crate) stmt_spans: Vec<Span>,
    /// The declarations of global variables, in order.
    pub globals: Vec<Globals>,
    /// The procedures, in order.
    pub procedures: Vec<Procedure>,
    /// From the first to the last token of each procedure, parallel to `procedures`.
    pub(crate) procedure_spans: Vec<Span>,
    /// What is missing.
    pub(crate) loss: Loss,
    /// Comments about the C program, in order. Not part of the tree: not compared.
    pub(crate) notes: Vec<Note>,
    pub(super) exprs: Vec<Expr>,
    pub(super) name_lists: Vec<Name>,
    pub(super) targets: Vec<Target>,
    pub(super) decls: Vec<Decl>,
    pub(super) arms: Vec<Arm>,
    pub(super) blocks: Vec<StmtId>,
}

impl Ast {
    /// The text of a name.
    pub fn name(&self, symbol: Symbol) -> &str {
        &self.names[symbol.index()]
    }

    /// Where an expression stands.
    pub(crate) fn span(&self, expr: Expr) -> Span {
        self.node_spans[expr.root.index()]
    }

    /// How many statements of a body are its head: `decl` and `enforce` without labels.
    pub(in crate::lang) fn head(&self, body: Block) -> usize {
        let is_head = |&&stmt: &&StmtId| {
            self[stmt].labels.is_empty() && matches!(self[stmt].kind, StmtKind::Decl(_) | StmtKind::Enforce(_))
        };
        self[body].iter().take_while(is_head).count()
    }

    /// Whether both are the same tree: places and comments do not count.
    pub fn same_tree(&self, other: &Ast) -> bool {
        self.names == other.names
            && self.nodes == other.nodes
            && self.stmts == other.stmts
            && self.globals == other.globals
            && self.procedures == other.procedures
            && self.exprs == other.exprs
            && self.name_lists == other.name_lists
            && self.targets == other.targets
            && self.decls == other.decls
            && self.arms == other.arms
            && self.blocks == other.blocks
    }
}

/// What stands in lists of a tree.
pub(crate) trait Element: Sized {
    /// Where the tree keeps such elements.
    fn pool(ast: &Ast) -> &Vec<Self>;

    /// The same, to be changed.
    fn pool_mut(ast: &mut Ast) -> &mut Vec<Self>;
}

macro_rules! pools {
    ($($element:ty => $pool:ident),* $(,)?) => {$(
        impl Element for $element {
            fn pool(ast: &Ast) -> &Vec<$element> {
                &ast.$pool
            }

            fn pool_mut(ast: &mut Ast) -> &mut Vec<$element> {
                &mut ast.$pool
            }
        }
    )*};
}

pools! {
    Expr => exprs,
    Name => name_lists,
    Target => targets,
    Decl => decls,
    Arm => arms,
    StmtId => blocks,
}

impl<T: Element> Index<List<T>> for Ast {
    type Output = [T];
    fn index(&self, list: List<T>) -> &[T] {
        &T::pool(self)[list.range()]
    }
}

impl Index<StmtId> for Ast {
    type Output = Stmt;
    fn index(&self, id: StmtId) -> &Stmt {
        &self.stmts[id.index()]
    }
}

impl Index<NodeId> for Ast {
    type Output = Node;
    fn index(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }
}
