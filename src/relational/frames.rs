//! Which column of the diagrams stands for what.
//!
//! A variable has up to three columns, neighbours from top to bottom: its value at the *end* of the relation that is not now,
//! its *next* value, and its value *now*. In post* that end is the entry of the activation, in pre* its return. In this
//! order every renaming that the algorithms need (next to now after a step, now to next when a caller begins to wait,
//! entered to next when a callee returns, and the other way round in pre*) moves no column past another one in use.
//!
//! All procedures share one set of columns for their locals: what is on the stack below is never looked at together with the
//! top, except by a caller that waits, which keeps its locals *now* and knows the callee's parameters as *next*. The order of
//! variables is given. Globals, and the results of procedures that have several, stand *alone*; between two of these there are as many columns as the procedure with the most locals there needs, and below them those of single results.

mod reorder;

use crate::lang::program::ProcId;
use crate::logic::bdd::{Bdds, Column, TooManyColumns};
use crate::pds::{Slot, SymbolicPds};

/// What the order of columns is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Vertex {
    /// A global.
    Global(usize),
    /// A parameter or local of a procedure.
    Local(ProcId, usize),
    /// A result register of a procedure.
    Result(ProcId, usize),
}

/// The columns of a variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Copies {
    /// When the activation was entered, or, in pre*, when it will return: globals and parameters only.
    pub entered: Option<Column>,
    /// After the step at work.
    pub next: Column,
    /// Now.
    pub now: Column,
}

/// The columns of a result register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Register {
    /// What the activation will return: in pre* only.
    pub left: Column,
    /// What the callee has returned.
    pub now: Column,
}

/// The columns of all procedures. What has no column is never looked at.
#[derive(Clone, Debug)]
pub struct Frames {
    globals: Vec<Option<Copies>>,
    locals: Vec<Vec<Option<Copies>>>,
    results: Vec<Vec<Option<Register>>>,
    choices: Vec<Column>,
    columns: usize,
}

/// So many results stand alone at most.
const MOST_ALONE: usize = 1 << 10;

/// Columns between two vertices that stand alone, shared by all procedures.
#[derive(Default)]
struct Gap {
    /// One for each column of locals: whether it is a parameter for some procedure.
    locals: Vec<bool>,
    /// The number of columns of results.
    results: usize,
}

impl Frames {
    /// Lays out the vertices of `order`, top to bottom; what is not among them gets no column.
    ///
    /// # Errors
    /// If there are too many columns.
    pub fn new(pds: &SymbolicPds, order: &[Vertex]) -> Result<Frames, TooManyColumns> {
        let several = order.iter().filter(|vertex| is_of_several(pds, vertex)).count();
        if (1..=MOST_ALONE).contains(&several) {
            // What stands alone keeps locals of different procedures apart, so that these need more columns.
            let frames = Frames::laid_out(pds, order, true);
            if frames.is_ok() {
                return frames;
            }
        }
        Frames::laid_out(pds, order, false)
    }

    /// The same; `apart` says whether the results of procedures that have several stand alone.
    fn laid_out(pds: &SymbolicPds, order: &[Vertex], apart: bool) -> Result<Frames, TooManyColumns> {
        let mut frames = Frames {
            globals: vec![None; pds.globals.len()],
            locals: pds.procedures.iter().map(|p| vec![None; p.init.len()]).collect(),
            results: pds.procedures.iter().map(|p| vec![None; p.results]).collect(),
            choices: Vec::new(),
            columns: 0,
        };
        let spots = spots(pds, order, apart);
        let gaps = gaps(pds, order, &spots);
        let mut alone = order.iter().zip(&spots).filter(|(_, spot)| matches!(spot, Spot::Alone));
        let mut columns: Vec<(Vec<Copies>, Vec<Register>)> = Vec::with_capacity(gaps.len());
        for gap in gaps {
            let locals = gap.locals.iter().map(|&is_param| frames.allocate(is_param)).collect();
            columns.push((locals, (0..gap.results).map(|_| frames.allocate_register()).collect()));
            match alone.next() {
                Some((&Vertex::Global(index), _)) => frames.globals[index] = Some(frames.allocate(true)),
                Some((&Vertex::Result(procedure, index), _)) => {
                    frames.results[procedure.index()][index] = Some(frames.allocate_register());
                }
                _ => {}
            }
        }
        for (vertex, spot) in order.iter().zip(&spots) {
            match (*vertex, *spot) {
                (Vertex::Local(procedure, index), Spot::Shared { gap, at }) => {
                    frames.locals[procedure.index()][index] = Some(columns[gap].0[at]);
                }
                (Vertex::Result(procedure, index), Spot::Shared { gap, at }) => {
                    frames.results[procedure.index()][index] = Some(columns[gap].1[at]);
                }
                _ => {}
            }
        }
        let most = pds.rules().iter().map(|rule| rule.transfer.choices).max().unwrap_or(0);
        frames.choices = (0..most).map(|_| frames.fresh()).map(column).collect();
        if frames.columns > Bdds::MOST_COLUMNS {
            return Err(TooManyColumns { asked: frames.columns });
        }
        Ok(frames)
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The columns of a global, parameter or local of a procedure.
    pub fn copies(&self, procedure: ProcId, slot: Slot) -> Option<Copies> {
        match slot {
            Slot::Global(index) => self.globals[index],
            Slot::Local(index) => self.locals[procedure.index()][index],
            Slot::Result(_) | Slot::Choice(_) => None,
        }
    }

    /// The column of a result register, now.
    pub fn result(&self, callee: ProcId, index: usize) -> Option<Column> {
        self.register(callee, index).map(|register| register.now)
    }

    /// The columns of a result register.
    pub fn register(&self, callee: ProcId, index: usize) -> Option<Register> {
        self.results[callee.index()][index]
    }

    /// The columns of all parameters, locals and results of a procedure.
    pub(super) fn layout(&self, procedure: ProcId) -> (&[Option<Copies>], &[Option<Register>]) {
        (&self.locals[procedure.index()], &self.results[procedure.index()])
    }

    /// The column of a global or result when a procedure has returned.
    pub fn exit(&self, procedure: ProcId, slot: Slot) -> Option<Column> {
        match slot {
            Slot::Result(index) => self.result(procedure, index),
            slot => self.copies(procedure, slot).map(|copies| copies.now),
        }
    }

    /// The column of a choice.
    pub fn choice(&self, index: usize) -> Column {
        self.choices[index]
    }

    /// All columns of globals.
    pub fn globals(&self) -> impl Iterator<Item = Copies> + '_ {
        self.globals.iter().flatten().copied()
    }

    /// The columns of what activations are entered with, sorted.
    pub fn entered(&self) -> Vec<Column> {
        let mut all: Vec<Column> = self.globals().chain(self.locals()).filter_map(|copies| copies.entered).collect();
        all.sort_unstable();
        all
    }

    /// All columns of parameters and locals of all procedures, each once.
    pub fn locals(&self) -> Vec<Copies> {
        let mut all: Vec<Copies> = self.locals.iter().flatten().flatten().copied().collect();
        all.sort_unstable_by_key(|copies| copies.now);
        all.dedup();
        all
    }
}

/// Where a vertex stands.
#[derive(Clone, Copy)]
enum Spot {
    /// In columns of its own: a global, or one of several results. Below all locals, as shared ones are, the results would be far from those that they are made of and stored in; where they are bits of
    /// numbers, diagrams would double with each.
    Alone,
    /// In a gap, before so many that stand alone, as so-manieth of its kind of its procedure there.
    Shared { gap: usize, at: usize },
}

/// Whether it is one of several results.
fn is_of_several(pds: &SymbolicPds, vertex: &Vertex) -> bool {
    matches!(vertex, Vertex::Result(procedure, _) if pds.procedures[procedure.index()].results > 1)
}

/// For each vertex where it stands.
fn spots(pds: &SymbolicPds, order: &[Vertex], apart: bool) -> Vec<Spot> {
    let mut gap = 0;
    let mut counts = vec![[(0, 0); 2]; pds.procedures.len()];
    let mut shared = |gap: usize, procedure: ProcId, kind: usize| {
        let count = &mut counts[procedure.index()][kind];
        *count = if count.0 == gap { (gap, count.1 + 1) } else { (gap, 1) };
        Spot::Shared { gap, at: count.1 - 1 }
    };
    let spot = |vertex: &Vertex| match *vertex {
        Vertex::Local(procedure, _) => shared(gap, procedure, 0),
        Vertex::Result(procedure, _) if !(apart && is_of_several(pds, vertex)) => shared(gap, procedure, 1),
        Vertex::Result(..) | Vertex::Global(_) => {
            gap += 1;
            Spot::Alone
        }
    };
    order.iter().map(spot).collect()
}

/// The columns that each gap needs.
fn gaps(pds: &SymbolicPds, order: &[Vertex], spots: &[Spot]) -> Vec<Gap> {
    let alone = spots.iter().filter(|spot| matches!(spot, Spot::Alone)).count();
    let mut gaps: Vec<Gap> = (0..=alone).map(|_| Gap::default()).collect();
    for (vertex, spot) in order.iter().zip(spots) {
        let &Spot::Shared { gap, at } = spot else { continue };
        let gap = &mut gaps[gap];
        match *vertex {
            Vertex::Global(_) => {}
            Vertex::Local(procedure, index) => {
                gap.locals.resize(gap.locals.len().max(at + 1), false);
                gap.locals[at] |= index < pds.procedures[procedure.index()].params;
            }
            Vertex::Result(..) => gap.results = gap.results.max(at + 1),
        }
    }
    gaps
}

impl Frames {
    fn fresh(&mut self) -> usize {
        self.columns += 1;
        self.columns - 1
    }

    fn allocate(&mut self, is_entered: bool) -> Copies {
        let entered = is_entered.then(|| column(self.fresh()));
        Copies { entered, next: column(self.fresh()), now: column(self.fresh()) }
    }

    fn allocate_register(&mut self) -> Register {
        Register { left: column(self.fresh()), now: column(self.fresh()) }
    }
}

/// Numbers that are too large are refused before anybody uses them.
fn column(number: usize) -> Column {
    Column(number as u16)
}

#[cfg(test)]
mod tests;
