//! Syntax trees.

pub use crate::generate::Variant;

/// A program over numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Program {
    /// Constants, each in terms of those before it and of `max`, `bits` and `inputs`.
    pub consts: Vec<(String, Expr)>,
    /// Globals; they are 0 at first.
    pub globals: Vec<String>,
    /// Procedures; runs begin in `main`.
    pub procedures: Vec<Procedure>,
}

/// A procedure. If it returns something, it does on all ways.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    /// Its name.
    pub name: String,
    /// Its parameters.
    pub params: Vec<String>,
    /// What it does.
    pub body: Vec<Stmt>,
}

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// A local, and its value.
    Let(String, Expr),
    /// An assignment.
    Set(String, Expr),
    /// A call whose result, if there is one, is not wanted.
    Call(String, Vec<Expr>),
    /// One or the other.
    If(Cond, Vec<Stmt>, Vec<Stmt>),
    /// As long as a condition holds that is computed without a call or a sum of two variables.
    While(Cond, Vec<Stmt>),
    /// A property.
    Assert(Cond),
    /// A run goes on only if it holds.
    Assume(Cond),
    /// The end of the procedure, with its result.
    Return(Expr),
    /// What only one variant of the program does.
    Only(Variant, Vec<Stmt>),
}

/// A number below 2^k; all that is computed is modulo 2^k.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// A constant.
    Number(u64),
    /// A variable, or a constant with a name.
    Name(String),
    /// Any number.
    Any,
    /// Any number that drives a recursion: where inputs are bounded, not more than the bound.
    Input,
    /// The result of a call.
    Call(String, Vec<Expr>),
    /// Two numbers, joined.
    Op(Op, Box<Expr>, Box<Expr>),
}

/// What joins two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Their sum.
    Add,
    /// Their difference.
    Sub,
    /// Bit by bit: both.
    And,
    /// Bit by bit: at least one.
    Or,
    /// Bit by bit: exactly one.
    Xor,
    /// The first one times 2 to the power of the second one, a constant.
    ShiftUp,
    /// The first one divided by 2 to the power of the second one, a constant.
    ShiftDown,
}

/// What holds or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// Two numbers compared.
    Compare(Relation, Expr, Expr),
    /// It may hold or not, whatever the numbers are.
    Free,
    /// A number is odd.
    Odd(Expr),
    /// It does not hold.
    Not(Box<Cond>),
    /// Both hold; both are computed.
    Both(Box<Cond>, Box<Cond>),
    /// At least one holds; both are computed.
    Either(Box<Cond>, Box<Cond>),
}

/// How two numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `==`
    Equal,
    /// `!=`
    Differs,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}
