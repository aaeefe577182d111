//! A program with an automaton that reads along, so that a question about runs is one about a place.
//!
//! The automaton reads each position of a run before the statement there is executed. Where runs can come by again and again, at *cuts*, the program may once
//! *save* what it has: the place, all variables that the activation sees and that may change, and the state of the automaton. If it comes to the same place with the same
//! values, has not returned from the activation that saved, and the automaton has accepted since, what was done can be done for ever, and a
//! procedure is called that nothing else calls: the *alarm*. So the automaton accepts a run if and only if the alarm is entered by one, as long as each run that goes on for
//! ever comes to some cut again and again in its lowest activations (Esparza, Hansel, Rossmanith and Schwoon, CAV 2000; the copy of what was saved is that of
//! Biere, Artho and Schuppan, FMICS 2002).
//!
//! Instead of what was there, a number may be kept that can only grow ([`levels`]): then no run is accepted if none comes to the alarm.
//!
//! In a procedure that is not recursive no activation but the one that saved can be at the same cut before that returns, which it does not. So there the activation itself
//! must have saved, and its procedure need not be told from others: procedures that look alike stay alike, and whoever keeps relations shares what it knows of them.
//!
//! A run that ends goes on in a loop of its own, in which it is [`Position::Over`] or [`Position::Violated`].
//!
//! A *supervisor* is simpler: it has one state at a time, never guesses, and calls the alarm as soon as something is done that must not be. It may ask whether
//! activations of a procedure are on the stack below; so each activation gets *registers* that say so, parameters which its caller hands over.

mod automaton;
mod ghosts;
mod insert;
mod levels;
mod marks;
mod registers;
mod stations;
mod supervised;
mod turn;
mod watched;

pub use levels::{Level, Levels, Operand};

use super::expression::Expr;
use super::model::*;
use super::semantics::Bits;

/// Where a run can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Position {
    /// Control is at the place, before the statement there.
    At(Place),
    /// The run is over: the procedure in which it began has returned.
    Over,
    /// The run is over: an `assert` or `abortif` has been violated.
    Violated,
}

/// What the automaton can do at a position.
#[derive(Clone, Debug)]
pub struct Step<'a> {
    /// The state that it is in.
    pub from: usize,
    /// The state that it is in at the next position.
    pub to: usize,
    /// What has to hold, and what must not: expressions of programs whose variables are the first ones here.
    pub when: Vec<(&'a Program, Expr, bool)>,
}

/// An automaton that reads along; it begins in state 0.
pub struct Watcher<'a> {
    /// For each state whether it is accepting.
    pub accepting: &'a [bool],
    /// For each state whether the automaton can come to it again and again, and accept meanwhile.
    pub turning: &'a [bool],
    /// What it can do at a position.
    pub steps: &'a dyn Fn(Position) -> Vec<Step<'a>>,
    /// Whether a place, if it is no cut, need not be read, since the next position reads the same.
    pub is_silent: &'a dyn Fn(Place) -> bool,
    /// Where runs can come by again and again, in order: loop heads, and entries of procedures that are recursive. Of an entry, no more than globals and
    /// parameters are compared.
    pub cuts: &'a [Cut],
    /// Whether a run that ends goes on in its last position; otherwise it is no run.
    pub ends_count: bool,
}

/// Where runs can come by again and again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cut {
    /// The place.
    pub place: Place,
    /// Whether its procedure is recursive: then an activation above the one that saved may be there again.
    pub is_recursive: bool,
    /// Cuts between which a run can go to and fro have the same.
    pub component: usize,
    /// The variables that may have changed when a run is there again, sorted: of others it need not be asked.
    pub compared: Vec<Var>,
}

/// With what a run comes by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Head {
    /// Where: at a cut, or over.
    pub at: Position,
    /// The state of the automaton.
    pub state: usize,
    /// The values of what is compared there.
    pub values: Vec<(Var, bool)>,
}

/// A program with an automaton that reads along, of which nothing is saved. At each spot the alarm can be called, whatever the values are of what is compared there: so nobody who
/// asks whether it is called may leave a run away that comes by, or forget one of these values.
#[derive(Clone, Debug)]
pub struct Stations {
    /// The program.
    pub product: Product,
    /// All spots.
    pub all: Vec<Station>,
    /// The state of the automaton, the lowest bit first.
    pub state: Vec<Var>,
    /// Whether the automaton has accepted since the activation came by a spot; not there if it cannot come back to one without accepting.
    pub accepted: Option<Var>,
}

/// A spot of a program: a cut, or where a run is over.
#[derive(Clone, Copy, Debug)]
pub struct Station {
    /// Which one.
    pub at: Position,
    /// What is done first there.
    pub place: Place,
    /// Stations between which a run can go to and fro have the same.
    pub component: usize,
    /// The local that says whether the automaton had accepted before the activation came by the last spot.
    pub before: Option<Var>,
}

/// An automaton that looks on, and what it must not see; it begins in state 0.
pub struct Supervisor<'a> {
    /// The names of its states.
    pub states: &'a [&'a str],
    /// What it can do at a position: of those of its state the first one is followed whose condition holds, and if there is none, it stays.
    pub rules: &'a dyn Fn(Position) -> Vec<Rule<'a>>,
    /// The procedures of which it asks whether they are on the stack below.
    pub stack: &'a [ProcId],
}

/// What a supervisor does at a position.
#[derive(Clone, Debug)]
pub struct Rule<'a> {
    /// The state that it is in.
    pub from: usize,
    /// What has to hold: operands before their operators. Of none nothing is asked.
    pub when: Vec<Part<'a>>,
    /// What has to be on the stack, by the number in [`Supervisor::stack`], and what must not be there.
    pub below: &'a [(usize, bool)],
    /// The state that it comes to; `None`: the alarm is called.
    pub to: Option<usize>,
}

/// A part of a condition.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    /// An expression of a program whose variables are the first ones here.
    Expr(&'a Program, Expr),
    /// The negation of what stands before it.
    Not,
    /// Both of what stand before it; either of them; one of them; if the first, then the second; both or none.
    And,
    /// See [`Part::And`].
    Or,
    /// See [`Part::And`].
    Xor,
    /// See [`Part::And`].
    Implies,
    /// See [`Part::And`].
    Iff,
}

/// What a point of the program was before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The same statement, at this point.
    Was(Point),
    /// What is seen at this point, a cut, is saved by the statement.
    Saves(Point),
    /// The alarm is called: what was saved at this point, a cut, is there again.
    Closes(Point),
    /// The alarm is called: at this point something is done that must not be.
    Errs(Point),
    /// Something of the automaton's.
    Between,
}

/// A program with an automaton that reads along, and the way back.
#[derive(Clone, Debug)]
pub struct Product {
    /// The program.
    pub program: Program,
    /// Where its runs begin: in a procedure that calls the one in which they did begin, and loops when that has returned.
    pub entry: ProcId,
    /// The procedure that runs enter which violate an `assert` or `abortif`.
    pub violated: ProcId,
    /// The procedure that is entered when the automaton has accepted.
    alarm: ProcId,
    /// For each procedure and point what it was.
    roles: Vec<Vec<Role>>,
    /// For each procedure which of its parameters and locals it had.
    kept: Vec<Kept>,
}

/// Which parameters and locals of a procedure there were.
#[derive(Clone, Debug)]
struct Kept {
    /// How many.
    count: usize,
    /// The new ones among them.
    registers: std::ops::Range<usize>,
}

impl Kept {
    /// The first ones.
    fn all(count: usize) -> Kept {
        Kept { count, registers: 0..0 }
    }
}

impl Product {
    /// Where the alarm is entered.
    pub fn alarm(&self) -> Place {
        Place { procedure: self.alarm, point: Point(1) }
    }

    /// What a place was before.
    pub fn role(&self, place: Place) -> Role {
        let points = self.roles.get(place.procedure.index());
        points.and_then(|points| points.get(place.point.0 as usize)).copied().unwrap_or(Role::Between)
    }

    /// The values of the parameters and locals that a procedure had, of those that it has; nothing of one that was not there.
    pub fn locals(&self, procedure: ProcId, values: &Bits) -> Option<Bits> {
        let Kept { count, registers } = self.kept.get(procedure.index())?;
        let mut had = values[..registers.start].to_bitvec();
        had.extend_from_bitslice(&values[registers.end..count + registers.len()]);
        Some(had)
    }
}

impl Program {
    /// The same program, whose runs begin with `entry`, with an automaton that reads along.
    pub fn watched(&self, entry: ProcId, watcher: &Watcher<'_>) -> Product {
        watched::watched(self, entry, watcher)
    }

    /// The same, for runs only that come by with this again and again: nothing is kept but that it was there.
    pub fn watched_at(&self, entry: ProcId, watcher: &Watcher<'_>, head: &Head) -> Product {
        watched::watched_at(self, entry, watcher, head)
    }

    /// The same, of which the alarm is called if a level does not grow as it has to.
    pub fn watched_with(&self, entry: ProcId, watcher: &Watcher<'_>, levels: &Levels) -> Product {
        watched::watched_with(self, entry, watcher, levels)
    }

    /// The same program, whose runs begin with `entry`, with an automaton that reads along, to be asked with what runs come by.
    pub fn with_stations(&self, entry: ProcId, watcher: &Watcher<'_>) -> Stations {
        watched::with_stations(self, entry, watcher)
    }

    /// The same program, whose runs begin with `entry`, with a supervisor that looks on.
    pub fn supervised(&self, entry: ProcId, supervisor: &Supervisor<'_>) -> Product {
        supervised::supervised(self, entry, supervisor)
    }
}
