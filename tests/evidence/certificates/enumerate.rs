//! A certificate checked once more, state by state: without formulas in a solver, and by the interpreter alone.

use bpcheck::lang::program::frame::Frame;
use bpcheck::lang::program::property::{Property, PropertyKind};
use bpcheck::lang::program::semantics::{Bits, Choices, Effect, State, activate, choices_at, is_initial, resume, step};
use bpcheck::lang::program::{Kind, Place, Point, Program, Var, VarScope};
use bpcheck::logic::formula::{Formula, Node};
use bpcheck::verdict::Certificate;
use bpcheck::verdict::certificate::{Contract, Subject};
use std::collections::HashSet;

/// More bits than these are not enumerated.
const BITS: usize = 11;

/// Whether each step of the proof holds; `None` if there are too many states to try.
pub fn holds(program: &Program, certificate: &Certificate) -> Option<bool> {
    let first = certificate.first_contracts(program.procedures.len());
    let checker = Checker { program, certificate, first, frame: Frame::of(program) };
    let begins = checker.begins()?;
    let contracts = certificate.contracts.iter().map(|contract| checker.contract(contract));
    contracts.into_iter().try_fold(begins, |all, holds| Some(holds? && all))
}

struct Checker<'a> {
    program: &'a Program,
    certificate: &'a Certificate,
    first: Vec<Option<usize>>,
    frame: Frame,
}

fn rows(width: usize) -> Option<impl Iterator<Item = Bits> + Clone> {
    let row = move |number: u32| (0..width).map(|bit| number >> bit & 1 == 1).collect();
    (width <= BITS).then(|| (0..1u32 << width).map(row))
}

fn value(contract: &Contract, formula: Formula, of: impl Fn(Subject) -> bool) -> bool {
    let mut values = vec![false; contract.formulas.len()];
    for node in contract.formulas.cone([formula]) {
        let edge = |f: Formula| values[f.node()] != f.is_negated();
        values[node] = match contract.formulas.node(node) {
            Node::False => false,
            Node::Input(input) => of(Subject::of(input)),
            Node::And(a, b) => edge(a) && edge(b),
        };
    }
    values[formula.node()] != formula.is_negated()
}

/// With what an activation was entered: globals, then parameters.
struct Entered {
    globals: Bits,
    params: Bits,
}

impl Entered {
    fn get(&self, var: Var) -> bool {
        match var.scope() {
            VarScope::Global(index) => self.globals[index],
            VarScope::Local(index) => self.params[index],
        }
    }
}

impl Checker<'_> {
    fn begins(&self) -> Option<bool> {
        let Some(index) = self.first[self.certificate.entry.index()] else { return Some(false) };
        let contract = &self.certificate.contracts[index];
        let params = self.program[contract.procedure].params;
        let globals = self.program.globals.len();
        Some(rows(globals + params)?.filter(|row| is_initial(self.program, &row[..globals])).all(|row| {
            let entered = Entered { globals: row[..globals].to_bitvec(), params: row[globals..].to_bitvec() };
            self.is_entered(contract, &entered)
        }))
    }

    fn is_entered(&self, contract: &Contract, entered: &Entered) -> bool {
        value(contract, contract.entry, |subject| matches!(subject, Subject::Entry(var) if entered.get(var)))
    }

    fn invariant(&self, contract: &Contract, formula: Formula, entered: &Entered, state: &State) -> bool {
        value(contract, formula, |subject| match subject {
            Subject::Entry(var) => entered.get(var),
            Subject::Now(var) => state.get(var),
            Subject::Result(_) => false,
        })
    }

    fn leaves(&self, contract: &Contract, entered: &Entered, globals: &Bits, results: &Bits) -> bool {
        value(contract, contract.summary, |subject| match subject {
            Subject::Entry(var) => entered.get(var),
            Subject::Now(var) => matches!(var.scope(), VarScope::Global(index) if globals[index]),
            Subject::Result(index) => results[index],
        })
    }

    fn keeps(&self, contract: &Contract, before: &Bits, after: &Bits) -> bool {
        (0..before.len()).all(|global| self.frame.writes(contract.procedure, global) || before[global] == after[global])
    }

    fn contract(&self, contract: &Contract) -> Option<bool> {
        let (globals, declared) = (self.program.globals.len(), &self.program[contract.procedure]);
        let locals = declared.locals.len();
        for row in rows(globals + declared.params)? {
            let entered = Entered { globals: row[..globals].to_bitvec(), params: row[globals..].to_bitvec() };
            if !self.is_entered(contract, &entered) {
                continue;
            }
            for locals in rows(locals)? {
                if activate(self.program, contract.procedure, &entered.params, &locals) {
                    let state = State { globals: entered.globals.clone(), locals };
                    if !self.from(contract, &entered, Point::ENTRY, state, true)? {
                        return Some(false);
                    }
                }
            }
            for (&point, &invariant) in &contract.invariants {
                for row in rows(globals + locals)? {
                    let state = State { globals: row[..globals].to_bitvec(), locals: row[globals..].to_bitvec() };
                    if self.keeps(contract, &entered.globals, &state.globals)
                        && self.invariant(contract, invariant, &entered, &state)
                        && !self.from(contract, &entered, point, state, false)?
                    {
                        return Some(false);
                    }
                }
            }
        }
        Some(true)
    }

    /// Whether all ways from a state to the next invariants, calls and returns are as the certificate says.
    fn from(&self, contract: &Contract, entered: &Entered, point: Point, state: State, comes: bool) -> Option<bool> {
        let mut walk = Walk { checker: self, contract, entered, open: Vec::new(), seen: HashSet::new() };
        if comes {
            if !walk.arrive(point, state) {
                return Some(false);
            }
        } else {
            walk.open.push((point, state));
        }
        while let Some((point, state)) = walk.open.pop() {
            if !walk.leave(point, state)? {
                return Some(false);
            }
        }
        Some(true)
    }

    fn forbids(&self, place: Place, is_label: bool) -> bool {
        let here = |property: &&Property| property.place == place;
        let mut kinds = self.certificate.properties.iter().filter(here).map(|property| &property.kind);
        kinds.any(|kind| matches!(kind, PropertyKind::Label(_)) == is_label)
    }
}

struct Walk<'c, 'a> {
    checker: &'c Checker<'a>,
    contract: &'c Contract,
    entered: &'c Entered,
    open: Vec<(Point, State)>,
    seen: HashSet<(Point, State)>,
}

impl Walk<'_, '_> {
    fn arrive(&mut self, point: Point, state: State) -> bool {
        let Walk { checker, contract, entered, .. } = *self;
        if checker.forbids(Place { procedure: contract.procedure, point }, true) {
            return false;
        }
        if let Some(&invariant) = contract.invariants.get(&point) {
            return checker.invariant(contract, invariant, entered, &state);
        }
        if self.seen.insert((point, state.clone())) {
            self.open.push((point, state));
        }
        true
    }

    fn leave(&mut self, point: Point, state: State) -> Option<bool> {
        let Walk { checker, contract, entered, .. } = *self;
        let program = checker.program;
        let place = Place { procedure: contract.procedure, point };
        let targets = match program[place].kind {
            Kind::Goto(targets) => program[targets].len(),
            _ => 1,
        };
        for bits in rows(choices_at(program, place))? {
            for target in 0..targets {
                let fine = match step(program, place, &state, Choices { bits: &bits, target }) {
                    Effect::Step(next, after) => self.arrive(next, after),
                    Effect::Blocked => true,
                    Effect::Violation => !checker.forbids(place, false),
                    Effect::Return(results) => checker.leaves(contract, entered, &state.globals, &results),
                    Effect::Call(callee, params) => {
                        let index = contract.calls.get(&point).copied().or(checker.first[callee.index()]);
                        let Some(named) = index.and_then(|index| checker.certificate.contracts.get(index)) else {
                            return Some(false);
                        };
                        let given = Entered { globals: state.globals.clone(), params };
                        if named.procedure != callee || !checker.is_entered(named, &given) {
                            return Some(false);
                        }
                        let globals = program.globals.len();
                        for row in rows(globals + program[callee].results)? {
                            let (after, results) = (row[..globals].to_bitvec(), row[globals..].to_bitvec());
                            if checker.keeps(named, &given.globals, &after)
                                && checker.leaves(named, &given, &after, &results)
                                && let Effect::Step(next, after) =
                                    resume(program, place, &state.locals, &after, &results, &bits)
                                && !self.arrive(next, after)
                            {
                                return Some(false);
                            }
                        }
                        true
                    }
                };
                if !fine {
                    return Some(false);
                }
            }
        }
        Some(true)
    }
}
