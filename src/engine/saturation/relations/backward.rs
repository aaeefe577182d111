//! pre* over relations: the weight of a transition says, of an activation, from which state now it can come to which return,
//! or, if it leads to the end state of a target, from which states now the target can be reached before the return.
//!
//! - now: globals and locals, and results of a callee that has just returned, in columns *now*;
//! - the return: globals in columns *entered*, results in columns *left*.
//!
//! The preimage of a step needs no relation either: what is written is renamed to *next*, the parts of the rule are met one
//! after the other, the checks of what was written first, and next columns and choices are quantified on the way. An update
//! `x' <-> e` is then a substitution.

use super::Relations;
use crate::budget::StopReason;
use crate::engine::saturation::weights::{Backward, Computed};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::bdd::{BddId, Columns, Image, Renaming};
use crate::pds::{RuleId, RuleKind, Slot};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// What pre* needs of rules and procedures, made when first asked for.
#[derive(Clone, Debug, Default)]
pub struct Backwards {
    rules: FxHashMap<u32, Rc<Preimage>>,
    callees: FxHashMap<ProcId, Callee>,
}

impl Backwards {
    /// The diagrams in it.
    pub(super) fn ids(&self) -> impl Iterator<Item = BddId> + '_ {
        let rules = self.rules.values().flat_map(|rule| rule.image.ids());
        rules.chain(self.callees.values().map(|callee| callee.init))
    }
}

/// A rule, ready to be applied backwards.
#[derive(Clone, Debug)]
struct Preimage {
    /// From now to next, of what the rule writes.
    to_next: Renaming,
    /// The parts, last first, with next columns and choices quantified.
    image: Image,
}

/// What a call needs to know of its callee.
#[derive(Clone, Copy, Debug)]
struct Callee {
    /// The initialised locals have their values.
    init: BddId,
    /// The columns of locals that are no parameters, now.
    locals: Columns,
    /// To the caller: parameters from now to next, globals at the return to next, results to now.
    to_caller: Renaming,
    /// Globals next, and results now: where the callee's return meets the rest of the caller.
    between: Columns,
}

impl Relations<'_> {
    /// The weight of a target: every state.
    pub fn target(&self) -> BddId {
        BddId::TRUE
    }

    /// What is before a step that leads into `after`, in which next columns stand for what the rule writes.
    fn preimage(&mut self, rule: u32, after: BddId) -> Result<BddId, StopReason> {
        Ok(self.backward_rule(rule)?.image.apply(&mut self.bdds, after)?)
    }

    fn backward_rule(&mut self, rule: u32) -> Result<Rc<Preimage>, StopReason> {
        if let Some(known) = self.own.backwards.rules.get(&rule) {
            return Ok(Rc::clone(known));
        }
        let alike = self.alike(rule);
        let preimage = match self.own.backwards.rules.get(&alike) {
            Some(known) => Rc::clone(known),
            None => Rc::new(self.compile_backward(alike)?),
        };
        for rule in [alike, rule] {
            self.own.backwards.rules.insert(rule, Rc::clone(&preimage));
        }
        Ok(preimage)
    }

    fn compile_backward(&mut self, rule: u32) -> Result<Preimage, StopReason> {
        let compiled = self.compile(rule)?;
        let parts: Vec<BddId> = compiled.parts.iter().rev().copied().collect();
        let returns = matches!(self.pds.rules()[rule as usize].kind, RuleKind::Contraction);
        let written: FxHashSet<_> = compiled.written.values().copied().collect();
        // Of a return, what is written stays: it is the other end of the relation.
        let over = compiled.choices.iter().copied().filter(|choice| !written.contains(choice));
        let over: Vec<_> = over.chain(written.iter().copied().filter(|_| !returns)).collect();
        let over = self.bdds.column_set(over);
        let to_next = self.bdds.renaming(compiled.written.iter().map(|(&after, &during)| (after, during)));
        let image = Image::new(&mut self.bdds, &parts, over, Renaming::NONE);
        Ok(Preimage { to_next, image })
    }

    /// A weight after a rule, with what the rule writes in next columns.
    pub(super) fn written_next(&mut self, rule: u32, weight: BddId) -> Result<BddId, StopReason> {
        let to_next = self.backward_rule(rule)?.to_next;
        Ok(self.bdds.rename(weight, to_next)?)
    }

    fn callee(&mut self, procedure: ProcId) -> Callee {
        if let Some(&known) = self.own.backwards.callees.get(&procedure) {
            return known;
        }
        let shape = &self.pds.procedures[procedure.index()];
        let slots = shape.init.iter().enumerate().skip(shape.params);
        let slots: Vec<_> = slots.map(|(index, &init)| (Slot::Local(index), init)).collect();
        let init = self.constants(procedure, &slots);
        let locals = slots.iter().filter_map(|&(slot, _)| self.frames.copies(procedure, slot));
        let locals: Vec<_> = locals.map(|copies| copies.now).collect();
        let params = (0..shape.params).filter_map(|index| self.frames.copies(procedure, Slot::Local(index)));
        let params = params.map(|copies| (copies.now, copies.next));
        let globals = self.frames.globals().filter_map(|copies| Some((copies.entered?, copies.next)));
        let registers: Vec<_> = (0..shape.results).filter_map(|index| self.frames.register(procedure, index)).collect();
        let results = registers.iter().map(|register| (register.left, register.now));
        let to_caller: Vec<_> = params.chain(globals).chain(results).collect();
        let between = self.frames.globals().map(|copies| copies.next).chain(registers.iter().map(|r| r.now));
        let between: Vec<_> = between.collect();
        let callee = Callee {
            init,
            locals: self.bdds.column_set(locals),
            to_caller: self.bdds.renaming(to_caller),
            between: self.bdds.column_set(between),
        };
        self.own.backwards.callees.insert(procedure, callee);
        callee
    }

    /// The states in which the initialised locals of a procedure have their values.
    pub(super) fn initialised(&mut self, procedure: ProcId) -> BddId {
        self.callee(procedure).init
    }

    /// The weight of a callee's entry as its caller sees it: globals now, parameters next, and behind the return globals next
    /// and results now.
    pub(super) fn seen_by_caller(&mut self, procedure: ProcId, weight: BddId) -> Result<BddId, StopReason> {
        let entries = self.entries(procedure, weight)?;
        let to_caller = self.callee(procedure).to_caller;
        Ok(self.bdds.rename(entries, to_caller)?)
    }

    /// The weight of a procedure's entry without locals that are no parameters: with those that are initialised as they are.
    pub(super) fn entries(&mut self, procedure: ProcId, weight: BddId) -> Result<BddId, StopReason> {
        let Callee { init, locals, .. } = self.callee(procedure);
        Ok(self.bdds.and_exists(weight, init, locals)?)
    }

    /// The weight of a caller behind the return, with its globals next.
    pub(super) fn behind_call(&mut self, weight: BddId) -> Result<BddId, StopReason> {
        Ok(self.bdds.rename(weight, self.globals_to_next)?)
    }

    /// What the return of a procedure keeps: each global.
    fn kept_globals(&mut self, procedure: ProcId) -> Result<BddId, StopReason> {
        let live = self.live.exit(procedure);
        let globals = live.iter().filter(|slot| matches!(slot, Slot::Global(_)));
        let globals = globals.filter_map(|slot| self.frames.copies(procedure, slot));
        let pairs = globals.filter_map(|copies| Some((copies.entered?, copies.now))).collect();
        Ok(self.equal(pairs)?)
    }
}

impl Backward for Relations<'_> {
    fn before(&mut self, rule: u32, weight: &BddId) -> Computed<BddId> {
        let after = self.written_next(rule, *weight)?;
        let before = self.preimage(rule, after)?;
        Ok((!before.is_false()).then_some(before))
    }

    fn returning(&mut self, rule: u32) -> Computed<BddId> {
        let from = self.pds.rules()[rule as usize].from;
        let procedure = self.pds.procedure_of(from);
        if !self.live.is_called(procedure) {
            return Ok(None);
        }
        let kept = self.kept_globals(procedure)?;
        let weight = self.preimage(rule, kept)?;
        let results = 0..self.pds.procedures[procedure.index()].results;
        let registers = results.filter_map(|index| self.frames.register(procedure, index));
        let to_left = registers.map(|register| (register.now, register.left));
        let to_left: Vec<_> = to_left.collect();
        let to_left = self.bdds.renaming(to_left);
        let weight = self.bdds.rename(weight, to_left)?;
        Ok((!weight.is_false()).then_some(weight))
    }

    fn calling(&mut self, rule: u32, callee: &BddId, rest: &BddId) -> Computed<BddId> {
        let RuleKind::Expansion { callee: procedure, .. } = self.pds.rule(RuleId::from_index(rule as usize)).kind
        else {
            return Ok(None);
        };
        let between = self.callee(procedure).between;
        let callee = self.seen_by_caller(procedure, *callee)?;
        let rest = self.behind_call(*rest)?;
        let entered = self.bdds.and_exists(callee, rest, between)?;
        let before = self.preimage(rule, entered)?;
        Ok((!before.is_false()).then_some(before))
    }
}

/// The location of a symbol.
pub(super) fn location(symbol: u32) -> LocId {
    LocId::from_index(symbol as usize)
}
