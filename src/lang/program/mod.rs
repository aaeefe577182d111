//! A Boolean program whose names are resolved and whose static rules are checked ([`resolve`]), what
//! its statements mean ([`semantics`]), which of its places are to be proved unreachable
//! ([`property`]), which globals a procedure can write ([`frame`]), what is left of it where some of it may be anything ([`loosen`]), and what it
//! tells about the C program behind it ([`origin`]), with maps that lie beside it ([`companion`]), which of its bits are those of numbers ([`words`]), and rows of values ([`bits`]).

pub(crate) mod bits;
pub mod companion;
pub mod counting;
mod expression;
pub mod frame;
pub mod loosen;
mod model;
pub(crate) mod origin;
pub mod product;
pub mod property;
mod resolve;
pub mod semantics;
pub mod words;
mod write;

pub use super::pool::{List, Symbol};
pub(crate) use expression::{BinaryOp, Expr, Node, NodeId};
pub(crate) use model::Variable;
pub use model::{Kind, Place, Point, ProcId, Procedure, Program, Statement, Var, VarScope};
pub use resolve::resolve;
