//! Values that a certificate speaks of, as formulas: those that it fixes by itself need no unknown.
//!
//! Much of what certificates say is that a variable has one value, or that of another. Whoever supposes this may put the one for
//! the other: no run is lost, what is supposed holds of no other values. Most claims are then clear from their form.

use super::scene::{Row, Scene, State};
use crate::lang::program::{Var, VarScope};
use crate::logic::formula::{Formula, Formulas, Node};
use crate::verdict::certificate::Subject;
use smallvec::{SmallVec, smallvec};

/// What each subject is, as far as that is known.
pub(super) struct Values {
    entered: Part,
    now: Part,
    results: Known,
}

/// Values as far as they are known.
type Known = SmallVec<[Option<Formula>; 16]>;

/// Of globals and locals.
struct Part {
    globals: Known,
    locals: Known,
}

impl Values {
    /// Nothing is known. So many globals, parameters, locals with these, and results.
    pub(crate) fn new(globals: usize, params: usize, locals: usize, results: usize) -> Values {
        let part = |locals: usize| Part { globals: smallvec![None; globals], locals: smallvec![None; locals] };
        Values { entered: part(params), now: part(locals), results: smallvec![None; results] }
    }

    /// The activation was entered with these.
    pub(crate) fn enter(&mut self, globals: &[Formula], params: &[Formula]) {
        self.entered.globals = globals.iter().copied().map(Some).collect();
        self.entered.locals = params.iter().copied().map(Some).collect();
    }

    /// A global is this now.
    pub(crate) fn keep(&mut self, global: usize, value: Formula) {
        self.now.globals[global] = Some(value);
    }

    /// From now on only values count of which the formula holds: what it fixes is known.
    pub(crate) fn suppose(&mut self, scene: &mut Scene, from: &Formulas, formula: Formula) {
        for conjunct in from.conjuncts(formula) {
            match (from.node(conjunct.node()), conjunct.is_negated()) {
                (Node::Input(input), negated) => self.learn((Subject::of(input), negated), Formula::TRUE),
                (Node::And(a, b), true) => {
                    if let Some((a, b)) = from.difference(a, b) {
                        self.equate(scene, from, a, b);
                    }
                }
                _ => {}
            }
        }
    }

    /// What was entered, for good: what is not known becomes an unknown.
    pub(crate) fn entered(&mut self, scene: &mut Scene) -> State {
        self.entered.all(scene)
    }

    /// The state now, for good.
    pub(crate) fn now(&mut self, scene: &mut Scene) -> State {
        self.now.all(scene)
    }

    /// The results, for good.
    pub(crate) fn results(&mut self, scene: &mut Scene) -> Row {
        all(&mut self.results, scene)
    }

    /// The formula of a certificate, about these values.
    pub(crate) fn say(&self, scene: &mut Scene, from: &Formulas, formula: Formula) -> Formula {
        scene.instantiate(from, formula, |subject| self.known(subject).unwrap_or_default())
    }

    /// Two formulas are equal. Nothing comes of it unless both are values of subjects.
    fn equate(&mut self, scene: &mut Scene, from: &Formulas, a: Formula, b: Formula) {
        let (Node::Input(one), Node::Input(other)) = (from.node(a.node()), from.node(b.node())) else { return };
        let differ = a.is_negated() != b.is_negated();
        let [one, other] = [one, other].map(Subject::of);
        match (self.known(one), self.known(other)) {
            (Some(value), None) => self.learn((other, differ), value),
            (None, Some(value)) => self.learn((one, differ), value),
            (None, None) => {
                let value = scene.fresh();
                self.learn((one, false), value);
                self.learn((other, differ), value);
            }
            (Some(_), Some(_)) => {}
        }
    }

    /// A subject, or its negation, is this, unless it is known to be something.
    fn learn(&mut self, (subject, negated): (Subject, bool), value: Formula) {
        let place = match subject {
            Subject::Entry(var) => self.entered.place(var),
            Subject::Now(var) => self.now.place(var),
            Subject::Result(index) => self.results.get_mut(index),
        };
        place.map(|place| place.get_or_insert(if negated { !value } else { value }));
    }

    fn known(&self, subject: Subject) -> Option<Formula> {
        match subject {
            Subject::Entry(var) => self.entered.get(var),
            Subject::Now(var) => self.now.get(var),
            Subject::Result(index) => self.results.get(index).copied().flatten(),
        }
    }
}

impl Part {
    fn get(&self, var: Var) -> Option<Formula> {
        match var.scope() {
            VarScope::Global(index) => self.globals.get(index).copied().flatten(),
            VarScope::Local(index) => self.locals.get(index).copied().flatten(),
        }
    }

    fn place(&mut self, var: Var) -> Option<&mut Option<Formula>> {
        match var.scope() {
            VarScope::Global(index) => self.globals.get_mut(index),
            VarScope::Local(index) => self.locals.get_mut(index),
        }
    }

    fn all(&mut self, scene: &mut Scene) -> State {
        State { globals: all(&mut self.globals, scene), locals: all(&mut self.locals, scene) }
    }
}

fn all(values: &mut [Option<Formula>], scene: &mut Scene) -> Row {
    values.iter_mut().map(|value| *value.get_or_insert_with(|| scene.fresh())).collect()
}
