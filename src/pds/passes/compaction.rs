//! Compaction: straight-line code becomes one rule.
//!
//! A location that one neutration leads to and one leaves, and that is neither a target, nor a cut, nor the entry of a procedure,
//! is passed by: the two rules become one, whose guard is both guards and whose updates are those of the second after
//! those of the first (the choices of the second follow those of the first). Values that are dead behind it are never computed. A rule
//! is no longer than [`MOST_LINKS`], has no more choices than [`MOST_CHOICES`] (an engine that tries them out one by one
//! would try all combinations) and no more nodes than [`MOST_NODES`]. Linear in the system.
//!
//! Locations keep their numbers; no rule leads to one that is passed by, and a proof says nothing of it. The way back: [`Chains`].

use super::back::Back;
use super::lifting::Lifting;
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::LocId;
use crate::logic::fold::{Memo, Substitution};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::analysis::Liveness;
use crate::pds::analysis::flow::Incoming;
use crate::pds::derivation::{Derivation, Step};
use crate::pds::{Rule, RuleId, RuleKind, Slot, SymbolicPds, Target, Transfer};
use smallvec::{SmallVec, smallvec};

/// How many rules become one at most.
const MOST_LINKS: usize = 40;

/// How many choices such a rule has at most.
const MOST_CHOICES: u32 = 4;

/// How many nodes are below its formulas at most.
const MOST_NODES: usize = 320;

/// Which rules became one: the way back.
#[derive(Clone, Debug)]
pub(super) struct Chains {
    /// The rules before, each with the number of its choices.
    parts: Vec<(RuleId, u32)>,
    /// Where the parts of each rule begin, and the end of the last.
    first: Vec<u32>,
}

impl Chains {
    /// The rules before that a rule stands for, in order, each with the number of its choices.
    fn parts(&self, id: RuleId) -> &[(RuleId, u32)] {
        &self.parts[self.first[id.index()] as usize..self.first[id.index() + 1] as usize]
    }
}

impl Back for Chains {
    fn derivation(&self, derivation: Derivation, budget: &Budget) -> Result<Derivation, StopReason> {
        derivation.replace(budget, |step| {
            let mut first = 0;
            self.parts(step.rule).iter().map(move |&(rule, choices)| {
                let end = first + choices as usize;
                let own = step.choices[first..end].to_bitvec();
                first = end;
                Step { rule, choices: own, callee: step.callee }
            })
        })
    }

    /// Cuts are not passed by.
    fn proof(&self, _: &mut Lifting<'_>) -> Result<(), StopReason> {
        Ok(())
    }
}

/// Fuses what can be fused.
///
/// # Errors
/// The limit that was hit.
pub(super) fn compact(
    mut pds: SymbolicPds,
    targets: &[Target],
    live: &Liveness,
    cuts: &[bool],
    budget: &Budget,
) -> Result<(SymbolicPds, Chains), StopReason> {
    let passed_by = passed_by(&pds, targets, cuts);
    let mut fuse = Fuse { live, memo: Memo::default() };
    let mut plan: Vec<Plan> = vec![Plan::Keep; pds.rules.len()];
    let mut heads: Vec<RuleId> = (0..pds.rules.len())
        .rev()
        .map(RuleId::from_index)
        .filter(|&id| !passed_by[pds.rule(id).from.index()])
        .collect();
    while let Some(head) = heads.pop() {
        budget.poll()?;
        let mut chain: SmallVec<[RuleId; 4]> = smallvec![head];
        let mut whole: Option<Whole> = None;
        while let RuleKind::Neutration { to } = whole.as_ref().map_or(pds.rule(head), |whole| &whole.rule).kind
            && passed_by[to.index()]
            && let Some(next) = pds.rules_from(to).next()
        {
            let SymbolicPds { formulas, rules, .. } = &mut pds;
            let (first, nodes) = match &whole {
                Some(whole) => (&whole.rule, whole.nodes),
                None => (&rules[head.index()], nodes(formulas, &rules[head.index()].transfer).unwrap_or(usize::MAX)),
            };
            match fuse.both(formulas, first, nodes, &rules[next.index()]).filter(|_| chain.len() < MOST_LINKS) {
                Some(both) => whole = Some(both),
                None => {
                    heads.push(next);
                    break;
                }
            }
            chain.push(next);
        }
        if let Some(whole) = whole {
            chain[1..].iter().for_each(|id| plan[id.index()] = Plan::Drop);
            plan[head.index()] = Plan::Fuse(Box::new((whole.rule, chain)));
        }
    }
    let chains = rebuild(&mut pds, plan);
    Ok((pds, chains))
}

/// Several rules as one.
struct Whole {
    rule: Rule,
    /// There are no more nodes below its formulas.
    nodes: usize,
}

/// How many nodes are below the formulas of a transfer, if these are no more than [`MOST_NODES`].
fn nodes(formulas: &Formulas, transfer: &Transfer) -> Option<usize> {
    formulas.size_within(transfer.updates.iter().map(|update| update.1).chain([transfer.guard]), MOST_NODES)
}

/// What becomes of a rule.
#[derive(Clone)]
enum Plan {
    Keep,
    Drop,
    /// It becomes this rule, and so do these.
    Fuse(Box<(Rule, SmallVec<[RuleId; 4]>)>),
}

/// The locations that control passes by on its way from one rule to one other.
fn passed_by(pds: &SymbolicPds, targets: &[Target], cuts: &[bool]) -> Vec<bool> {
    let incoming = Incoming::new(pds);
    let is_neutration = |id: RuleId| matches!(pds.rule(id).kind, RuleKind::Neutration { .. });
    let passed = (0..pds.locations.len()).map(LocId::from_index).map(|location| {
        let mut leaving = pds.rules_from(location);
        !cuts[location.index()]
            && matches!(incoming.to(location), &[id] if is_neutration(id))
            && leaving.next().is_some_and(is_neutration)
            && leaving.next().is_none()
    });
    let mut passed: Vec<bool> = passed.collect();
    let entries = pds.procedures.iter().map(|procedure| procedure.entry);
    for location in targets.iter().flat_map(|target| target.locations.iter().copied()).chain(entries) {
        passed[location.index()] = false;
    }
    passed
}

struct Fuse<'a> {
    live: &'a Liveness,
    memo: Memo<Formula>,
}

impl Fuse<'_> {
    /// The first rule, which has no more than so many nodes, and then the second, if that is not too large.
    fn both(&mut self, formulas: &mut Formulas, first: &Rule, of_first: usize, second: &Rule) -> Option<Whole> {
        let RuleKind::Neutration { to } = second.kind else { return None };
        let (one, two) = (&first.transfer, &second.transfer);
        let choices = one.choices + two.choices;
        if choices > MOST_CHOICES {
            return None;
        }
        let of_second = nodes(formulas, two)?;
        self.memo.forget();
        let by = |formulas: &mut Formulas, input: Input| match Slot::of(input) {
            Slot::Choice(index) => formulas.input(Slot::Choice(one.choices as usize + index).input()),
            slot => match one.updates.binary_search_by_key(&slot, |update| update.0) {
                Ok(index) => one.updates[index].1,
                Err(_) => formulas.input(input),
            },
        };
        let mut after = Substitution { formulas, by };
        let guard = self.memo.value(&mut after, two.guard);
        let mut updates: SmallVec<[(Slot, Formula); 16]> = SmallVec::new();
        updates.extend(two.updates.iter().map(|&(slot, value)| (slot, self.memo.value(&mut after, value))));
        let kept = one.updates.iter().filter(|(slot, _)| two.updates.binary_search_by_key(slot, |u| u.0).is_err());
        updates.extend(kept.copied());
        updates.retain(|&mut (slot, _)| self.live.contains(to, slot));
        updates.sort_unstable_by_key(|update| update.0);
        let transfer = Transfer { guard: formulas.and(one.guard, guard), updates: updates.as_slice().into(), choices };
        // Each node of the second becomes one at most, and the guards are put together. They are counted only if that may be too many.
        let bound = of_first.saturating_add(of_second + 1);
        let nodes = if bound <= MOST_NODES { bound } else { nodes(formulas, &transfer)? };
        Some(Whole { rule: Rule { from: first.from, kind: second.kind, transfer, origin: first.origin }, nodes })
    }
}

/// Puts the rules in place.
fn rebuild(pds: &mut SymbolicPds, plan: Vec<Plan>) -> Chains {
    let mut chains = Chains { parts: Vec::with_capacity(pds.rules.len()), first: vec![0] };
    let mut rules = Vec::with_capacity(pds.rules.len());
    let mut first_rule = vec![0u32; pds.first_rule.len()];
    let before = std::mem::take(&mut pds.rules);
    let choices: Vec<u32> = before.iter().map(|rule| rule.transfer.choices).collect();
    for (index, (rule, plan)) in before.into_iter().zip(plan).enumerate() {
        first_rule[rule.from.index() + 1] += u32::from(!matches!(plan, Plan::Drop));
        match plan {
            Plan::Drop => continue,
            Plan::Keep => {
                chains.parts.push((RuleId::from_index(index), choices[index]));
                rules.push(rule);
            }
            Plan::Fuse(fused) => {
                let (whole, parts) = *fused;
                chains.parts.extend(parts.into_iter().map(|id| (id, choices[id.index()])));
                rules.push(whole);
            }
        }
        chains.first.push(chains.parts.len() as u32);
    }
    let mut sum = 0;
    for count in &mut first_rule {
        sum += *count;
        *count = sum;
    }
    (pds.rules, pds.first_rule) = (rules, first_rule);
    chains
}

#[cfg(test)]
mod tests;
