//! Calls: what the callee leaves, by its form (2007-basler, sections 3.2 and 4).

use super::{Before, Call, Cut, CutOff, Executor, Form, Nested, State};
use crate::engine::summary::graph::{Name, What};
use crate::engine::summary::summaries::Applied as Left;
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::pds::Slot;

impl Executor<'_, '_, '_> {
    /// A call, and its way back to the caller. The callee's hits are the caller's.
    pub(super) fn call(
        &mut self,
        before: &Before<'_>,
        callee: ProcId,
        to: LocId,
        argument: &dyn Fn(Slot) -> Option<Formula>,
    ) {
        let view = self.setting.view;
        let interface = view.interface_of(callee);
        let ins = interface.ins.iter().map(|&slot| match slot {
            Slot::Local(_) => argument(slot).unwrap_or(Formula::FALSE),
            slot => before.value(slot),
        });
        let ins: Vec<Formula> = ins.collect();
        let (unit, location, round) = (self.setting.unit, before.location, before.round);
        let name = |what| Name::At(unit, location, round, what);
        let left = match (self.setting.form)(location, callee) {
            Form::Never => return,
            Form::Is(summary) => summary.apply(self.graph, &ins, |input| name(What::Callee(input))),
            Form::Star => {
                self.exec.cuts.push(Cut { taken: before.taken, what: CutOff::Call(location, callee) });
                let outs = interface.outs.iter().map(|&slot| self.graph.input(name(What::Value(slot)))).collect();
                let open = self.graph.open();
                let hit = if interface.may_hit { self.graph.input(name(What::Hit)) } else { Formula::FALSE };
                let formulas = &mut self.graph.formulas;
                Left { returns: formulas.and(open, !hit), hits: formulas.and(open, hit), outs, nested: Vec::new() }
            }
        };
        let returned = self.graph.formulas.and(before.taken, left.returns);
        let hits = self.graph.formulas.and(before.taken, left.hits);
        self.exec.hits = self.graph.formulas.or(self.exec.hits, hits);
        let layout = view.layout(to).iter().copied();
        let state: State = layout
            .map(|slot| match interface.outs.binary_search(&slot) {
                Ok(at) => left.outs[at],
                Err(_) => before.value(slot),
            })
            .collect();
        if (self.setting.is_nested)(callee) {
            let at = (location, round);
            let (taken, outs) = (before.taken, left.outs.clone());
            self.exec.nested.push(Nested { at, number: 0, procedure: callee, taken, ins: ins.clone(), outs, hits });
            for (number, inner) in (1..).zip(left.nested) {
                let [taken, hits] =
                    [inner.taken, inner.hits].map(|formula| self.graph.formulas.and(before.taken, formula));
                self.exec.nested.push(Nested { at, number, taken, hits, ..inner });
            }
        }
        let step = self.exec.steps.len() - 1;
        self.exec.calls.push(Call {
            taken: before.taken,
            callee,
            at: (location, round),
            ins,
            outs: left.outs,
            hits,
            step,
        });
        self.edge(before, to, returned, state);
    }
}
