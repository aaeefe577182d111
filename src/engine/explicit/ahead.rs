//! Looking ahead: where a run is stuck a few rules later, there is no use in a state.
//!
//! `x := *; assume(x < 20)` over words of 32 bits has 20 values that lead anywhere. So before a value of many choices is tried the rules behind it are
//! evaluated, as far as there is one way to go only, with digits of which it is not known yet what they are.
//! A target is not passed by, nor is a cut, where a proof has to say which states are reached.

use super::tape::Tapes;
use super::ternary::{Ternary, Value};
use crate::lang::cfg::LocId;
use crate::logic::formula::Formula;
use crate::pds::passes::Prepared;
use crate::pds::{RuleId, RuleKind, SymbolicPds, Target};
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// How many rules are looked at, at most.
const FAR: usize = 16;

/// How many nodes their formulas have together, at most.
const MOST_NODES: usize = 1 << 12;

/// How many choices are thought about: fewer are sooner tried, and with more each thought takes too long.
const CHOICES: RangeInclusive<usize> = 5..=256;

/// What is known of the ways on from locations.
pub(super) struct Ahead {
    /// The locations that are passed by; none if nobody looks ahead.
    passed_by: Vec<bool>,
    /// The rules that follow, one after the other, the last one with a guard.
    chains: FxHashMap<LocId, Box<[RuleId]>>,
    values: Vec<Ternary>,
}

impl Ahead {
    /// Looks ahead.
    pub(super) fn new(system: &Prepared, targets: &[Target]) -> Ahead {
        let mut passed_by: Vec<bool> = system.cuts.all.iter().map(|is_cut| !is_cut).collect();
        for &location in targets.iter().flat_map(|target| &target.locations) {
            passed_by[location.index()] = false;
        }
        Ahead { passed_by, ..Ahead::blind() }
    }

    /// Sees nothing.
    pub(super) fn blind() -> Ahead {
        Ahead { passed_by: Vec::new(), chains: FxHashMap::default(), values: Vec::new() }
    }

    /// Whether anything is to be seen from a location of which of so many choices are worth a try.
    pub(super) fn sees(&mut self, pds: &SymbolicPds, tapes: &mut Tapes<'_>, from: LocId, choices: usize) -> bool {
        let passed_by = &self.passed_by;
        let mut chain = || chain(pds, tapes, passed_by, from);
        CHOICES.contains(&choices) && !self.chains.entry(from).or_insert_with(&mut chain).is_empty()
    }

    /// Whether a run gets on from a location, as far as can be seen, with a row like this. The row is changed.
    pub(super) fn gets_on(&mut self, tapes: &mut Tapes<'_>, from: LocId, row: &mut Vec<Ternary>) -> Ternary {
        let mut gets_on = Ternary::TRUE;
        for &rule in self.chains.get(&from).into_iter().flatten() {
            gets_on = gets_on.and(apply(tapes, rule, row, |_| Ternary::UNKNOWN, &mut self.values));
            if gets_on == Ternary::FALSE {
                break;
            }
        }
        gets_on
    }

    /// The guard of a rule; and the row behind it, if it is a neutration.
    pub(super) fn rule(
        &mut self,
        tapes: &mut Tapes<'_>,
        rule: RuleId,
        row: &mut Vec<Ternary>,
        choice: impl Fn(usize) -> Ternary,
    ) -> Ternary {
        apply(tapes, rule, row, choice, &mut self.values)
    }
}

fn apply(
    tapes: &mut Tapes<'_>,
    rule: RuleId,
    row: &mut Vec<Ternary>,
    choice: impl Fn(usize) -> Ternary,
    values: &mut Vec<Ternary>,
) -> Ternary {
    let (layout, tape) = tapes.of(rule);
    let guard = tape.guard(|index| row[index], choice, values);
    row.truncate(layout.globals + layout.locals);
    for (slot, value) in tape.updates(values) {
        if let Some(place) = row.get_mut(layout.index(slot)) {
            *place = value;
        }
    }
    guard
}

/// The rules that follow each other from a location on, without another way to go, to the last that has a guard.
fn chain(pds: &SymbolicPds, tapes: &mut Tapes<'_>, passed_by: &[bool], from: LocId) -> Box<[RuleId]> {
    let (mut chain, mut at, mut nodes) = (Vec::new(), from, 0);
    while chain.len() < FAR && passed_by.get(at.index()).is_some_and(|&is_passed_by| is_passed_by) {
        let mut leaving = pds.rules_from(at);
        let (Some(rule), None) = (leaving.next(), leaving.next()) else { break };
        nodes += tapes.of(rule).1.nodes();
        if nodes > MOST_NODES {
            break;
        }
        chain.push(rule);
        let RuleKind::Neutration { to } = pds.rule(rule).kind else { break };
        at = to;
    }
    let guarded = chain.iter().rposition(|&rule| pds.rule(rule).transfer.guard != Formula::TRUE);
    chain.truncate(guarded.map_or(0, |last| last + 1));
    chain.into()
}
