//! Heads: with what procedures are entered, and who calls whom from there.
//!
//! A head (f, x) is a procedure with the values of globals and parameters with which it is entered. What goes on above an activation on the stack
//! depends on its head alone, so with (f, x) -> (g, y), where some run of f that was entered with x calls g with y, all stacks are the paths of a
//! finite graph. An engine that knows all heads that are reached hands it out: listed one by one, or as sets; or it hands out the paths. Of x it may leave
//! out what can influence no call: heads that differ in nothing else have the same paths above them.

use crate::budget::{Budget, StopReason};
use crate::lang::program::semantics::Bits;
use crate::lang::program::{Place, ProcId};
use crate::logic::bdd::BddId;
use crate::pds::Slot;
use crate::pds::passes::Prepared;

/// What finds the heads of a system: all that are reached, and all calls among them.
pub type FindHeads = for<'p> fn(&'p Prepared, &Budget) -> Result<Heads<'p>, StopReason>;

/// How an engine finds heads.
#[derive(Clone, Copy, Debug)]
pub struct HeadFinder {
    /// What finds them.
    pub find: FindHeads,
    /// The work after which it gives up where others measure, too; nothing, if it always comes to its end.
    pub effort: Option<u64>,
}

/// The graph of all heads that are reached.
pub enum Heads<'p> {
    /// One by one.
    Listed(Listed),
    /// As sets.
    Sets(Box<dyn HeadSets + 'p>),
    /// Its paths.
    Stacks(Stacks),
}

/// The values of globals and parameters at an entry, as far as they matter.
pub type Values = Vec<(Slot, bool)>;

/// Heads one by one.
#[derive(Clone, Debug, Default)]
pub struct Listed {
    /// Each procedure with globals, then parameters.
    pub heads: Vec<(ProcId, Bits)>,
    /// Those that runs begin with.
    pub initial: Vec<u32>,
    /// How many of the values are those of globals.
    pub globals: usize,
    /// For each procedure the globals and parameters whose values matter at its entry.
    pub slots: Vec<Vec<Slot>>,
    /// All calls: from which head, where, and of which.
    pub calls: Vec<(u32, Place, u32)>,
}

/// The paths of the graph from where runs begin that come to no head twice, as a tree, with cycles that are reached. There may be many more than
/// heads. As long as something without a bound is not on one of these cycles there are more of them.
#[derive(Clone, Debug, Default)]
pub struct Stacks {
    /// The activations, each standing for the stack that ends with it; callers come first.
    pub activations: Vec<Activation>,
    /// Cycles that are reached: each procedure that can be on one, and each call from which one can be reached within a recursion, is on one of these.
    pub cycles: Vec<Cycle>,
}

/// An activation on a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Activation {
    /// Of which procedure.
    pub procedure: ProcId,
    /// By which activation it was called, and where; that with which runs begin by none.
    pub called: Option<(u32, Place)>,
}

/// A stack whose last activation was entered like one below it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The last activation.
    pub top: u32,
    /// The heads above that one, up to the last.
    pub heads: Vec<(ProcId, Values)>,
}

/// A call as the text has it: all calls of heads at one place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// Who calls; the activation with which runs begin is none of the procedure's that are called.
    pub caller: Frame,
    /// Where.
    pub site: Place,
    /// Who is called.
    pub callee: ProcId,
}

/// Whose heads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Frame {
    /// Those of the activation with which runs begin. They are taken for one.
    First,
    /// Those with which a procedure is called.
    Called(ProcId),
}

/// A set of heads of one frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct HeadSet(pub(super) BddId);

impl HeadSet {
    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0.is_false()
    }

    /// No head.
    pub const NONE: HeadSet = HeadSet(BddId::FALSE);
}

/// Heads as sets.
pub trait HeadSets {
    /// All calls; methods name them by their indices.
    fn calls(&self) -> &[Call];

    /// The heads of a frame that are reached.
    fn reached(&self, frame: Frame) -> HeadSet;

    /// The heads that a call, by its index, enters from these of its caller.
    ///
    /// # Errors
    /// If a limit strikes.
    fn image(&mut self, call: usize, callers: HeadSet) -> Result<HeadSet, StopReason>;

    /// The heads of its caller from which it enters one of these.
    ///
    /// # Errors
    /// If a limit strikes.
    fn preimage(&mut self, call: usize, callees: HeadSet) -> Result<HeadSet, StopReason>;

    /// Those in one of the sets.
    ///
    /// # Errors
    /// If a limit strikes.
    fn union(&mut self, a: HeadSet, b: HeadSet) -> Result<HeadSet, StopReason>;

    /// Those in both.
    ///
    /// # Errors
    /// If a limit strikes.
    fn both(&mut self, a: HeadSet, b: HeadSet) -> Result<HeadSet, StopReason>;

    /// Those in the first one only.
    ///
    /// # Errors
    /// If a limit strikes.
    fn without(&mut self, a: HeadSet, b: HeadSet) -> Result<HeadSet, StopReason>;

    /// One of these heads of a frame, and the set of it alone; none of the empty set.
    fn pick(&mut self, frame: Frame, heads: HeadSet) -> Option<(Values, HeadSet)>;
}
