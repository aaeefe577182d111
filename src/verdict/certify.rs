//! From what an engine knows of the prepared system to a certificate of the program as it is written.
//!
//! How much is known of an activation depends on the call it comes from (see `pds::passes`): all that the engine knows, only
//! what holds of any activation that matters to a target by control flow, or nothing. So a procedure has up to
//! three contracts, of which a certificate has those that some call goes by; the entry procedure may have one more, for the activation with
//! which runs begin.

use super::certificate::{Certificate, Contract, Subject};
use crate::lang::cfg::{LocId, Role};
use crate::lang::program::frame::Frame;
use crate::lang::program::property::Property;
use crate::lang::program::{Kind, Place, Point, ProcId, Program, Var};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::passes::{ModRef, Prepared};
use crate::pds::proof::{Interface, Moment, Proof};
use crate::pds::{RuleKind, Slot};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};

/// How much is known of an activation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Tier {
    /// What the engine has found of the activation with which runs begin.
    First,
    /// What the engine has found.
    Proved,
    /// What the passes before it have found: constants, and which globals are not written.
    Known,
    /// Nothing: no target can follow.
    Nothing,
}

/// The certificate that a proof stands for: no run of the program violates these properties.
pub fn certify(
    program: &Program,
    program_sha256: &str,
    system: &Prepared,
    properties: Vec<Property>,
    proof: &Proof,
) -> Certificate {
    let entry = system.pds.entry;
    let locations = system.pds.locations.iter().enumerate().filter(|(_, location)| location.role == Role::Returned);
    let returned = locations.map(|(index, location)| (location.place, LocId::from_index(index))).collect();
    let lifting = Lifting { program, system, proof, frame: Frame::of(program), returned };
    let root = (entry, if proof.first.is_some() { Tier::First } else { Tier::Proved });
    let mut wanted = BTreeSet::from([root]);
    let mut open = vec![root];
    let mut calls = BTreeMap::new();
    while let Some((procedure, tier)) = open.pop() {
        let called: Vec<(Point, (ProcId, Tier))> = lifting.calls(procedure, tier).collect();
        open.extend(called.iter().map(|&(_, callee)| callee).filter(|&callee| wanted.insert(callee)));
        calls.insert((procedure, tier), called);
    }
    let number: BTreeMap<(ProcId, Tier), usize> = wanted.into_iter().zip(0..).collect();
    let mut first = BTreeMap::new();
    for (&(procedure, _), &index) in &number {
        first.entry(procedure).or_insert(index);
    }
    let mut memo = Memo::default();
    let contracts = number.keys().map(|&(procedure, tier)| {
        let calls = calls[&(procedure, tier)].iter().map(|&(point, callee)| (point, callee.0, number[&callee]));
        let calls = calls.filter(|&(_, callee, index)| first[&callee] != index);
        let calls = calls.map(|(point, _, index)| (point, index)).collect();
        lifting.contract(procedure, tier, calls, &mut memo)
    });
    Certificate { program: program_sha256.to_string(), entry, properties, contracts: contracts.collect() }
}

struct Lifting<'a> {
    program: &'a Program,
    system: &'a Prepared,
    proof: &'a Proof,
    frame: Frame,
    /// Where each call has come back.
    returned: FxHashMap<Place, LocId>,
}

impl Lifting<'_> {
    fn location(&self, procedure: ProcId, point: Point) -> LocId {
        let entry = self.system.pds.procedures[procedure.index()].entry;
        LocId::from_index(entry.index() + point.0 as usize)
    }

    /// The calls of a procedure that runs can come to, and how much is known of their callees.
    fn calls(&self, procedure: ProcId, tier: Tier) -> impl Iterator<Item = (Point, (ProcId, Tier))> + '_ {
        let Prepared { given, known, constants, pds, .. } = self.system;
        self.program.places(procedure).filter_map(move |Place { point, .. }| {
            let Kind::Call { callee, .. } = self.program[Place { procedure, point }].kind else { return None };
            let location = self.location(procedure, point);
            if !given.reached(location) {
                return None;
            }
            let behind = self.returned.get(&Place { procedure, point });
            let goes_on = || behind.is_some_and(|&behind| given.useful(behind));
            let matters = given.useful(location) && (given.hits_inside(callee) || given.returns(callee) && goes_on());
            if tier == Tier::Nothing || !matters {
                return Some((point, (callee, Tier::Nothing)));
            }
            if !(constants.reached(location) && known.reached(location)) {
                return None;
            }
            let is_kept = pds.rules_from(location).any(|id| matches!(pds.rule(id).kind, RuleKind::Expansion { .. }));
            Some((point, (callee, if is_kept { tier.max(Tier::Proved) } else { Tier::Known })))
        })
    }

    fn contract(
        &self,
        procedure: ProcId,
        tier: Tier,
        calls: BTreeMap<Point, usize>,
        memo: &mut Memo<Formula>,
    ) -> Contract {
        memo.forget();
        let kept = self.kept(procedure);
        let mut made = Making { lifting: self, procedure, tier, kept, memo, formulas: Formulas::default() };
        let entry = made.entry();
        let said: FxHashSet<Formula> = made.formulas.conjuncts(entry).into_iter().collect();
        let summary = made.summary();
        let summary = made.beside(&said, summary);
        let cuts = self.program.places(procedure).map(|place| place.point);
        let cuts = cuts.filter(|&point| self.proof.cuts[self.location(procedure, point).index()]);
        let invariant = |point| {
            let invariant = made.invariant(self.location(procedure, point));
            (point, made.beside(&said, invariant))
        };
        let invariants = cuts.map(invariant).collect();
        let formulas = made.formulas;
        Contract { procedure, formulas, entry, summary, invariants, calls }
    }

    /// The globals that the text says a procedure writes, and the sets that it does not.
    fn kept(&self, procedure: ProcId) -> Kept {
        let Prepared { given_modref, known_modref, .. } = self.system;
        let written = || (0..self.program.globals.len()).filter(|&index| self.frame.writes(procedure, index));
        let unmodified = |modref: &ModRef| {
            let modified = modref.modifies(procedure);
            written().filter(|&index| !modref.sets().contains(modified, Slot::Global(index))).collect()
        };
        Kept { given: unmodified(given_modref), known: unmodified(known_modref) }
    }
}

/// Globals that have their values of the entry all along.
struct Kept {
    /// By [`Prepared::given_modref`].
    given: Vec<usize>,
    /// By [`Prepared::known_modref`], where a target can still follow.
    known: Vec<usize>,
}

/// A contract in the making.
struct Making<'a, 'm> {
    lifting: &'a Lifting<'a>,
    procedure: ProcId,
    tier: Tier,
    kept: Kept,
    memo: &'m mut Memo<Formula>,
    formulas: Formulas,
}

impl Making<'_, '_> {
    /// What the procedure is entered with.
    fn entry(&mut self) -> Formula {
        let Prepared { given, known, reach, constants, pds, .. } = self.lifting.system;
        let at = self.lifting.location(self.procedure, Point::ENTRY);
        if self.tier == Tier::Nothing || !given.useful(at) {
            return Formula::TRUE;
        }
        if !(constants.reached(at) && known.reached(at)) {
            return Formula::FALSE;
        }
        let params = pds.procedures[self.procedure.index()].params;
        let is_given = |slot: Slot| !matches!(slot, Slot::Local(index) if index >= params);
        let slots = constants.slots(at).filter(|&(slot, _)| is_given(slot));
        let fixed = self.constants(slots, Moment::Entered);
        if self.tier == Tier::Known || !reach.useful(at) {
            return fixed;
        }
        let entry = match &self.lifting.proof.first {
            Some(first) if self.tier == Tier::First => Some(first.entry),
            _ => self.interface().map(|interface| interface.entry),
        };
        let proved = entry.map_or(Formula::FALSE, |entry| self.moved(entry));
        self.formulas.and(fixed, proved)
    }

    /// What the procedure leaves.
    fn summary(&mut self) -> Formula {
        let Prepared { given, known, reach, constants, .. } = self.lifting.system;
        let procedure = self.procedure;
        if !given.returns(procedure) {
            return Formula::FALSE;
        }
        // Nobody waits for the first activation to return.
        if matches!(self.tier, Tier::First | Tier::Nothing) || !given.matters_behind(procedure) {
            return Formula::TRUE;
        }
        if !(constants.returns(procedure) && known.returns(procedure)) {
            return Formula::FALSE;
        }
        let mut all = self.constants(constants.left(procedure), Moment::Now);
        all = self.with_kept(all, known.matters_behind(procedure));
        if self.tier == Tier::Proved && reach.matters_behind(procedure) {
            let proved = self.interface().map_or(Formula::FALSE, |interface| self.moved(interface.exit));
            all = self.formulas.and(all, proved);
        }
        all
    }

    /// What holds at a location.
    fn invariant(&mut self, at: LocId) -> Formula {
        let Prepared { given, known, reach, constants, .. } = self.lifting.system;
        if !given.reached(at) {
            return Formula::FALSE;
        }
        if self.tier == Tier::Nothing || !given.useful(at) {
            return Formula::TRUE;
        }
        if !(constants.reached(at) && known.reached(at)) {
            return Formula::FALSE;
        }
        let mut all = self.constants(constants.slots(at), Moment::Now);
        all = self.with_kept(all, known.useful(at));
        if self.tier <= Tier::Proved && reach.useful(at) {
            let Proof { first, at: all_at, .. } = self.lifting.proof;
            let holds = match first {
                Some(first) if self.tier == Tier::First => first.at.get(&at),
                _ => all_at.get(&at),
            };
            let proved = holds.map_or(Formula::FALSE, |&formula| self.moved(formula));
            all = self.formulas.and(all, proved);
        }
        all
    }

    /// What a formula says beside what is said of the entry: both hold together.
    fn beside(&mut self, said: &FxHashSet<Formula>, formula: Formula) -> Formula {
        let all = self.formulas.conjuncts(formula).into_iter().filter(|conjunct| !said.contains(conjunct));
        all.fold(Formula::TRUE, |all, conjunct| self.formulas.and(all, conjunct))
    }

    fn interface(&self) -> Option<Interface> {
        self.lifting.proof.procedures.get(self.procedure.index()).copied().flatten()
    }

    fn constants(&mut self, slots: impl Iterator<Item = (Slot, bool)>, when: impl Fn(Slot) -> Moment) -> Formula {
        let mut all = Formula::TRUE;
        for (slot, value) in slots {
            let Some(subject) = subject(when(slot)) else { continue };
            let holds = self.formulas.input(subject.input());
            all = self.formulas.and(all, if value { holds } else { !holds });
        }
        all
    }

    /// With it that globals have their values of the entry: which, depends on whether a target can still follow.
    fn with_kept(&mut self, mut all: Formula, matters: bool) -> Formula {
        let known: &[usize] = if matters { &self.kept.known } else { &[] };
        for &index in self.kept.given.iter().chain(known) {
            let var = Var::global(index);
            let [entered, now] = [Subject::Entry(var), Subject::Now(var)].map(|s| self.formulas.input(s.input()));
            let same = self.formulas.iff(entered, now);
            all = self.formulas.and(all, same);
        }
        all
    }

    /// A formula of the proof, in terms of the program.
    fn moved(&mut self, formula: Formula) -> Formula {
        let by = |formulas: &mut Formulas, input: Input| match subject(Moment::of(input)) {
            Some(subject) => formulas.input(subject.input()),
            None => Formula::FALSE,
        };
        let mut transplant = Transplant { from: &self.lifting.proof.formulas, into: &mut self.formulas, by };
        self.memo.value(&mut transplant, formula)
    }
}

/// The variable or result; a choice is none.
fn subject(moment: Moment) -> Option<Subject> {
    let var = |slot: Slot| match slot {
        Slot::Global(index) => Some(Var::global(index)),
        Slot::Local(index) => Some(Var::local(index)),
        Slot::Result(_) | Slot::Choice(_) => None,
    };
    match moment {
        Moment::Entered(slot) => var(slot).map(Subject::Entry),
        Moment::Now(Slot::Result(index)) => Some(Subject::Result(index)),
        Moment::Now(slot) => var(slot).map(Subject::Now),
    }
}
