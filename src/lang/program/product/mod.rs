//! A program with an automaton that reads along, so that a question about runs that never end is one about a place.
//!
//! The automaton reads each position of a run before the statement there is executed. Where runs can come by again and again, at *cuts*, the program may once
//! *save* what it has: the place, all variables that the activation sees, and the state of the automaton. If it comes to the same place with the same
//! values, has not returned from the activation that saved, and the automaton has accepted since, what was done can be done for ever, and a
//! procedure is called that nothing else calls: the *alarm*. So the automaton accepts a run if and only if the alarm is entered by one, as long as each run that goes on for
//! ever comes to some cut again and again in its lowest activations (Esparza, Hansel, Rossmanith and Schwoon, CAV 2000; the copy of what was saved is that of
//! Biere, Artho and Schuppan, FMICS 2002).
//!
//! A run that ends goes on in a loop of its own, in which it is [`Position::Over`] or [`Position::Violated`].

mod automaton;
mod ghosts;
mod insert;
mod turn;

use super::expression::Expr;
use super::model::*;

/// Where a run can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
    /// Where runs can come by again and again, in order: loop heads, and entries of procedures that are recursive. Of an entry, only globals and
    /// parameters are compared.
    pub cuts: &'a [Place],
    /// Whether a run that ends goes on in its last position; otherwise it is no run.
    pub ends_count: bool,
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
    /// For each procedure how many parameters and locals it had.
    locals: Vec<usize>,
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

    /// How many parameters and locals a procedure had; nothing of one that was not there.
    pub fn locals(&self, procedure: ProcId) -> Option<usize> {
        self.locals.get(procedure.index()).copied()
    }
}

impl Program {
    /// The same program, whose runs begin with `entry`, with an automaton that reads along.
    pub fn watched(&self, entry: ProcId, watcher: &Watcher<'_>) -> Product {
        insert::inserted(self, entry, watcher)
    }
}
