//! Which procedures are functions: which way a call goes is settled by what the callee is entered with.
//!
//! A function has no choices, no two ways on from a state, and no local that matters without a first value, and so it is with those that it calls. Who knows
//! that a call of it returns knows how: it need only be executed. Recursive procedures can be functions, so the sets are greatest ones.

use super::liveness::Liveness;
use super::reach::Reach;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::pds::{Rule, RuleKind, Slot, SymbolicPds};

/// The procedures that are functions.
#[derive(Clone, Debug)]
pub(crate) struct Functions {
    is_function: Vec<bool>,
}

impl Functions {
    /// Those that are functions if no local matters that has no first value. The steps of the system are steps of the program still. Linear.
    pub(crate) fn analyse(pds: &SymbolicPds, reach: &Reach) -> Functions {
        let mut is_function = vec![true; pds.procedures.len()];
        for (location, &owner) in pds.owners.iter().enumerate() {
            let rules = &pds.rules[pds.first_rule[location] as usize..pds.first_rule[location + 1] as usize];
            is_function[owner.index()] &= has_one_way(rules) || !reach.reached(LocId::from_index(location));
        }
        Functions { is_function }.closed(pds)
    }

    /// Those in which no local matters that has no first value, of the first so many procedures: what passes have added is a part of those that call it. A call that
    /// passes have left away matters to nobody, whichever way it goes.
    #[must_use]
    pub(crate) fn settled(mut self, pds: &SymbolicPds, given: usize, live: &Liveness) -> Functions {
        for (procedure, is_function) in pds.procedures.iter().zip(&mut self.is_function) {
            let is_open = |slot| match slot {
                Slot::Local(index) => index >= procedure.params && procedure.init[index].is_none(),
                _ => false,
            };
            *is_function &= !live.slots(procedure.entry).any(is_open);
        }
        let mut settled = self.closed(pds);
        settled.is_function.truncate(given);
        settled
    }

    /// Whether a procedure is one.
    pub(crate) fn contains(&self, procedure: ProcId) -> bool {
        self.is_function.get(procedure.index()).is_some_and(|&is_function| is_function)
    }

    /// Without those that call others than functions.
    fn closed(mut self, pds: &SymbolicPds) -> Functions {
        let mut callers = vec![Vec::new(); pds.procedures.len()];
        for rule in pds.rules() {
            if let RuleKind::Expansion { callee, .. } = rule.kind {
                callers[callee.index()].push(pds.procedure_of(rule.from).index());
            }
        }
        let mut open: Vec<usize> = (0..callers.len()).filter(|&procedure| !self.is_function[procedure]).collect();
        while let Some(procedure) = open.pop() {
            for caller in std::mem::take(&mut callers[procedure]) {
                if std::mem::replace(&mut self.is_function[caller], false) {
                    open.push(caller);
                }
            }
        }
        self
    }
}

/// Whether at most one of the rules from a location can be applied in each state, in one way.
fn has_one_way(rules: &[Rule]) -> bool {
    let is_settled = match rules {
        [] | [_] => true,
        [yes, no] => yes.transfer.guard == !no.transfer.guard,
        _ => false,
    };
    is_settled && rules.iter().all(|rule| rule.transfer.choices == 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Budget;
    use crate::pds::analysis::fixture::Fixture;
    use crate::pds::passes::{Pass, PassSet, run};

    #[test]
    fn functions_are_what_their_entry_settles() {
        let text = "
            decl g;
            void plain(p) begin decl l; l := !p; if (l) then g := !g; else plain(l); fi while (!g) do g := T; od end
            bool giving(p) begin return p; end
            void open(p) begin decl l; if (l) then g := p; fi end
            void idle(p) begin decl l; l := l; g := p; end
            void choosing(p) begin g := *; end
            void jumping(p) begin goto A, B; A: g := F; return; B: g := T; end
            void calling(p) begin plain(p); choosing(p); g := p; end
            void blocking(p) begin assume(p); g := p; end
            void main() begin plain(T); g := giving(g); open(T); idle(T); choosing(T); jumping(T); calling(T); blocking(T); assert(!g); end";
        let fixture = Fixture::new(text);
        let names = |functions: &Functions| {
            let all = ["plain", "giving", "open", "idle", "choosing", "jumping", "calling", "blocking", "main"];
            let all = all.into_iter().filter(|name| functions.contains(fixture.procedure(name)));
            all.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(
            names(&Functions::analyse(&fixture.pds, &Reach::analyse(&fixture.pds, &fixture.targets))),
            "plain giving open idle blocking"
        );
        for (passes, expected) in [
            (PassSet::default(), "plain giving idle blocking"),
            (PassSet::ALL, "plain giving idle blocking"),
            (PassSet::default().without(Pass::Liveness), "giving blocking"),
        ] {
            let prepared = run(fixture.pds.clone(), &fixture.targets, passes, &Budget::unlimited()).expect("no limit");
            assert_eq!(names(&prepared.functions), expected);
            let added = fixture.pds.procedures.len()..prepared.pds.procedures.len();
            assert!(added.map(ProcId::from_index).all(|added| !prepared.functions.contains(added)));
        }
    }
}
