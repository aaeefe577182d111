//! Where the ways from a condition meet again, and what happens on them.

use super::graph::{Graph, Meeting};
use crate::lang::program::frame::Frame;
use crate::lang::program::property::Property;
use crate::lang::program::semantics::{Bits, BitsRef};
use crate::lang::program::{Kind, Place, Point, ProcId, Program, Var, VarScope};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The variables of a procedure as one row of bits: the globals, then parameters and locals.
pub(super) fn bit(program: &Program, var: Var) -> usize {
    match var.scope() {
        VarScope::Global(index) => index,
        VarScope::Local(index) => program.globals.len() + index,
    }
}

/// What lies between a condition and the place where its ways meet again.
#[derive(Debug)]
pub(super) struct Region {
    /// The variables that may be written there.
    writes: Bits,
    /// Whether a run may be stuck there: in an `assume`, or for ever.
    may_stick: bool,
}

impl Region {
    /// Whether it makes a difference to these variables, or to whether anything follows, that it is gone through.
    pub(super) fn touches(&self, wanted: &BitsRef) -> bool {
        self.may_stick || self.writes.iter_ones().any(|bit| wanted[bit])
    }
}

/// The regions of a program, found where they are asked for.
pub(super) struct Regions<'a> {
    program: &'a Program,
    /// The violation, if it is enough to come there.
    label: Option<Place>,
    frame: Frame,
    /// The procedures that may not return.
    sticky: Vec<bool>,
    graphs: FxHashMap<ProcId, Rc<Graph>>,
    known: FxHashMap<Place, Rc<Region>>,
}

impl<'a> Regions<'a> {
    pub(super) fn of(program: &'a Program, property: &Property) -> Regions<'a> {
        let label = property.kind.is_place().then_some(property.place);
        let mut regions = Regions {
            program,
            label,
            frame: Frame::of(program),
            sticky: Vec::new(),
            graphs: FxHashMap::default(),
            known: FxHashMap::default(),
        };
        regions.sticky = regions.stuck();
        regions
    }

    /// The globals that a procedure may write.
    pub(super) fn writes(&self, procedure: ProcId) -> &BitsRef {
        self.frame.written(procedure)
    }

    /// The flow of control in a procedure.
    pub(super) fn graph(&mut self, procedure: ProcId) -> Rc<Graph> {
        let program = self.program;
        let label = self.label.filter(|label| label.procedure == procedure).map(|label| label.point);
        Rc::clone(self.graphs.entry(procedure).or_insert_with(|| Rc::new(Graph::of(program, procedure, label))))
    }

    /// What lies behind a place that has several ways, up to where they meet.
    pub(super) fn behind(&mut self, place: Place) -> Rc<Region> {
        if let Some(region) = self.known.get(&place) {
            return Rc::clone(region);
        }
        let graph = self.graph(place.procedure);
        let region = Rc::new(self.gather(place, &graph));
        self.known.insert(place, Rc::clone(&region));
        region
    }

    fn gather(&self, place: Place, graph: &Graph) -> Region {
        let program = self.program;
        let globals = program.globals.len();
        let mut region = Region {
            writes: Bits::repeat(false, globals + program[place.procedure].locals.len()),
            may_stick: graph.meeting(place.point) == Meeting::Nowhere,
        };
        let end = match graph.meeting(place.point) {
            Meeting::At(point) => Some(point),
            _ => None,
        };
        let mut seen: FxHashSet<Point> = FxHashSet::from_iter([place.point]);
        let mut open = vec![place.point];
        while let Some(point) = open.pop() {
            let at = Place { point, ..place };
            if graph.is_doomed(point) {
                continue;
            }
            region.may_stick |= graph.is_lost(point);
            match program[at].kind {
                Kind::Assign { targets, .. } => region.write(program, program[targets].iter().flatten()),
                Kind::Dead(vars) => region.write(program, program[vars].iter().flatten()),
                Kind::Relate(_) => region.write(program, &program.in_scope(place.procedure)),
                Kind::Call { callee, targets, .. } => {
                    region.write(program, program[targets].iter().flatten());
                    region.writes[..globals] |= self.writes(callee);
                    region.may_stick |= self.sticky[callee.index()];
                }
                Kind::Assume(_) => region.may_stick |= graph.blocks(point),
                _ => {}
            }
            for next in graph.next(point) {
                if Some(*next) != end && seen.insert(*next) {
                    open.push(*next);
                }
            }
        }
        region
    }

    /// Which procedures may not return once they are entered: those with an `assume` that is no branch, or with ways that come to no end, and those that
    /// call such.
    fn stuck(&mut self) -> Vec<bool> {
        let program = self.program;
        let mut stuck = vec![false; program.procedures.len()];
        let mut callers: Vec<Vec<ProcId>> = vec![Vec::new(); stuck.len()];
        let mut open = Vec::new();
        for procedure in program.procedure_ids() {
            let graph = self.graph(procedure);
            for place in program.places(procedure).filter(|place| !graph.is_doomed(place.point)) {
                match program[place].kind {
                    Kind::Call { callee, .. } => callers[callee.index()].push(procedure),
                    Kind::Assume(_) if graph.blocks(place.point) => stuck[procedure.index()] = true,
                    _ if graph.is_lost(place.point) => stuck[procedure.index()] = true,
                    _ => {}
                }
            }
            if stuck[procedure.index()] {
                open.push(procedure);
            }
        }
        while let Some(callee) = open.pop() {
            for &caller in &callers[callee.index()] {
                if !std::mem::replace(&mut stuck[caller.index()], true) {
                    open.push(caller);
                }
            }
        }
        stuck
    }
}

impl Region {
    fn write<'v>(&mut self, program: &Program, vars: impl IntoIterator<Item = &'v Var>) {
        vars.into_iter().for_each(|&var| self.writes.set(bit(program, var), true));
    }
}
