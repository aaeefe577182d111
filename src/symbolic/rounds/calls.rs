//! Calls: what the callee leaves, by its form (2007-basler, sections 3.2 and 4).

use super::{Call, Cut, CutOff, Effect, Executor, Form, Nested};
use crate::lang::cfg::LocId;
use crate::lang::program::ProcId;
use crate::logic::formula::Formula;
use crate::symbolic::graph::{Name, What};
use crate::symbolic::machine::RuleStep;

impl Executor<'_, '_, '_> {
    /// A call, and its way back to the caller. The callee's hits are the caller's.
    pub(super) fn call(&mut self, step: &RuleStep<'_>, callee: ProcId, to: LocId) {
        let ins = self.machine.entered_by(step, callee);
        let interface = self.setting.view.interface_of(callee);
        let (execution, at) = (self.machine.execution, (step.before.location, step.before.round));
        let name = |what| Name::At(execution, at.0, at.1, what);
        let graph = &mut *self.machine.graph;
        let effect = match (self.setting.form)(at.0, callee) {
            Form::Never => return,
            Form::Summary(template) => template.apply(graph, &ins, |input| name(What::Callee(input))),
            Form::Star => {
                self.exec.cuts.push(Cut { taken: step.taken, what: CutOff::Call(at.0, callee) });
                let outs = interface.outs.iter().map(|&slot| graph.input(name(What::Value(slot)))).collect();
                let open = graph.open();
                let hit = if interface.may_hit { graph.input(name(What::Hit)) } else { Formula::FALSE };
                let formulas = &mut graph.formulas;
                Effect { returns: formulas.and(open, !hit), hits: formulas.and(open, hit), outs, nested: Vec::new() }
            }
        };
        let returned = graph.formulas.and(step.taken, effect.returns);
        let hits = graph.formulas.and(step.taken, effect.hits);
        self.exec.hits = graph.formulas.or(self.exec.hits, hits);
        let state = self.machine.state_behind(step, (callee, to), &effect.outs);
        if (self.setting.is_nested)(callee) {
            let (taken, outs) = (step.taken, effect.outs.clone());
            self.exec.nested.push(Nested { at, number: 0, procedure: callee, taken, ins: ins.clone(), outs, hits });
            for (number, inner) in (1..).zip(effect.nested) {
                let [taken, hits] =
                    [inner.taken, inner.hits].map(|formula| self.machine.graph.formulas.and(step.taken, formula));
                self.exec.nested.push(Nested { at, number, taken, hits, ..inner });
            }
        }
        let number = self.exec.steps.len() - 1;
        self.exec.calls.push(Call { taken: step.taken, callee, at, ins, outs: effect.outs, hits, step: number });
        self.edge(step.before, to, returned, state);
    }
}
