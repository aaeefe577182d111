//! What a summary ranges over: with what a procedure is entered, what it leaves, and whether it can come to the target.

use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::fold::Cone;
use crate::pds::analysis::{Liveness, ModRef, Reach};
use crate::pds::{Rule, RuleId, RuleKind, Slot, SymbolicPds, Target};
use std::cell::OnceCell;

/// The interface of a procedure.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// Parameters and globals at the entry that can influence what happens, sorted.
    pub ins: Vec<Slot>,
    /// Globals that it may modify, and results, as far as somebody looks at them afterwards; sorted.
    pub outs: Vec<Slot>,
    /// Whether the target is in it, or in a callee, at any depth.
    pub may_hit: bool,
}

/// A program as one target sees it.
pub struct View<'p> {
    pub pds: &'p SymbolicPds,
    reach: Reach,
    live: Liveness,
    modref: &'p ModRef,
    target: Vec<bool>,
    interfaces: Vec<Interface>,
    layouts: Vec<OnceCell<Box<[Slot]>>>,
    cones: Vec<OnceCell<Cone>>,
}

impl<'p> View<'p> {
    /// Linear in the program, up to the sizes of interfaces.
    pub fn new(pds: &'p SymbolicPds, modref: &'p ModRef, target: &Target) -> View<'p> {
        let reach = Reach::analyse(pds, std::slice::from_ref(target));
        let live = Liveness::analyse(pds, &reach);
        let mut is_target = vec![false; pds.locations.len()];
        target.locations.iter().for_each(|location| is_target[location.index()] = true);
        let mut view = View {
            pds,
            reach,
            live,
            modref,
            target: is_target,
            interfaces: Vec::new(),
            layouts: vec![OnceCell::new(); pds.locations.len()],
            cones: std::iter::repeat_with(OnceCell::new).take(pds.rules().len()).collect(),
        };
        let may_hit = view.may_hit(&target.locations);
        view.interfaces = (0..pds.procedures.len()).map(|f| view.interface(f, may_hit[f])).collect();
        view
    }

    /// Whether a location is the target.
    pub fn is_target(&self, location: LocId) -> bool {
        self.target[location.index()]
    }

    /// The rules that leave a location and are on some way to the target.
    pub fn rules_from(&self, location: LocId) -> impl Iterator<Item = RuleId> + '_ {
        self.pds.rules_from(location).filter(|&rule| self.reach.keeps(self.pds.rule(rule)))
    }

    /// The variables of a state at a location, sorted: what is live there and not merely passed through.
    pub fn layout(&self, location: LocId) -> &[Slot] {
        self.layouts[location.index()].get_or_init(|| {
            let procedure = self.pds.procedure_of(location);
            self.live.slots(location).filter(|&slot| self.concerns(procedure, slot)).collect()
        })
    }

    /// The formulas of a rule: its guard, then its new values.
    pub fn cone(&self, rule: RuleId) -> &Cone {
        self.cones[rule.index()].get_or_init(|| {
            let transfer = &self.pds.rule(rule).transfer;
            let values = transfer.updates.iter().map(|&(_, value)| value);
            Cone::of(&self.pds.formulas, [transfer.guard].into_iter().chain(values))
        })
    }

    /// The interface of a procedure.
    pub fn interface_of(&self, procedure: ProcId) -> &Interface {
        &self.interfaces[procedure.index()]
    }

    /// Whether a run may come to a location, as control flow goes.
    pub fn is_reached(&self, location: LocId) -> bool {
        self.reach.reached(location)
    }

    /// Whether a run may come to the target before a procedure returns, as control flow goes.
    pub fn hits_inside(&self, procedure: ProcId) -> bool {
        self.reach.hits_inside(procedure)
    }

    /// Whether a procedure may return, as control flow goes.
    pub fn returns(&self, procedure: ProcId) -> bool {
        self.reach.returns(procedure)
    }

    /// Whether a run may come to the target after a procedure has returned, as control flow goes. If not, its returns are not looked at.
    pub fn matters_behind(&self, procedure: ProcId) -> bool {
        self.reach.matters_behind(procedure)
    }

    /// Whether a procedure has to do with a variable: a global that neither it nor a callee reads or writes passes by.
    fn concerns(&self, procedure: ProcId, slot: Slot) -> bool {
        let sets = self.modref.sets();
        let has = |set| sets.contains(set, slot);
        !matches!(slot, Slot::Global(_)) || has(self.modref.reads(procedure)) || has(self.modref.modifies(procedure))
    }

    fn interface(&self, f: usize, may_hit: bool) -> Interface {
        let procedure = ProcId::from_index(f);
        let shape = &self.pds.procedures[f];
        let is_given = |slot: &Slot| !matches!(slot, Slot::Local(index) if *index >= shape.params);
        let ins = self.layout(shape.entry).iter().copied().filter(is_given).collect();
        let sets = self.live.sets();
        let outs = sets.iter(self.live.exit(procedure)).filter(|&slot| match slot {
            Slot::Global(_) => self.modref.sets().contains(self.modref.modifies(procedure), slot),
            Slot::Result(_) => true,
            _ => false,
        });
        Interface { ins, outs: outs.collect(), may_hit }
    }

    /// For each procedure whether one of these locations is in it or in a callee: backwards along calls. Linear in the program.
    pub fn may_hit(&self, locations: &[LocId]) -> Vec<bool> {
        let mut callers = vec![Vec::new(); self.pds.procedures.len()];
        for rule in self.pds.rules().iter().filter(|rule| self.reach.keeps(rule)) {
            if let RuleKind::Expansion { callee, .. } = rule.kind {
                callers[callee.index()].push(self.pds.procedure_of(rule.from).index());
            }
        }
        let mut may_hit = vec![false; self.pds.procedures.len()];
        let mut open: Vec<usize> = locations.iter().map(|&location| self.pds.procedure_of(location).index()).collect();
        while let Some(procedure) = open.pop() {
            if !std::mem::replace(&mut may_hit[procedure], true) {
                open.extend(&callers[procedure]);
            }
        }
        may_hit
    }

    /// What a rule may write, of the activation to which it belongs: its updates, and what a callee leaves.
    pub fn writes(&self, rule: &Rule) -> Vec<Slot> {
        match rule.kind {
            RuleKind::Expansion { callee, .. } => self.interface_of(callee).outs.clone(),
            _ => rule.transfer.updates.iter().map(|&(slot, _)| slot).collect(),
        }
    }
}
