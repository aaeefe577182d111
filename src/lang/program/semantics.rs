//! What a program means: one step at a time, on concrete states, with every choice handed in.
//!
//! This is the one place of meaning. Engines have their own, faster encodings; replay, and the tests
//! of every encoding, hold them against these functions. So nothing here is clever, cached or shared
//! with an engine.
//!
//! A step is a function of the state and of its choices: one bit for each occurrence of `*`, `?` and
//! `schoose`, for each new arbitrary value, and one target index for a `goto`. What is not determined
//! by them is not determined by the program.

pub use super::bits::{Bits, BitsRef};

use super::bits::hash_row;
use super::expression::{Expr, Node, NodeId};
use super::model::*;
use std::hash::{Hash, Hasher};

/// The values of an expression with so many nodes need no room of their own.
const FEW: usize = 64;

/// What one activation sees: the globals, and its own parameters and locals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct State {
    /// A value for each of [`Program::globals`].
    pub globals: Bits,
    /// A value for each of [`Procedure::locals`].
    pub locals: Bits,
}

impl Hash for State {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hash_row(&self.globals, hasher);
        hash_row(&self.locals, hasher);
    }
}

impl State {
    /// The value of a variable.
    #[inline]
    pub fn get(&self, var: Var) -> bool {
        match var.scope() {
            VarScope::Global(index) => self.globals[index],
            VarScope::Local(index) => self.locals[index],
        }
    }

    /// Gives a variable a value.
    pub fn set(&mut self, var: Var, value: bool) {
        match var.scope() {
            VarScope::Global(index) => self.globals.set(index, value),
            VarScope::Local(index) => self.locals.set(index, value),
        }
    }
}

/// What is resolved by choice in one step.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    /// One bit for each choice that [`choices_at`] counts.
    pub bits: &'a BitsRef,
    /// The index of the target of a `goto`; 0 for every other statement.
    pub target: usize,
}

/// What a step leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Control is at the point, in the state.
    Step(Point, State),
    /// A call: the callee is entered with these values of its parameters; see [`activate`] and [`resume`].
    Call(ProcId, Bits),
    /// A return with these results; the globals are those of the state before.
    Return(Bits),
    /// There is no such step: a condition does not hold.
    Blocked,
    /// The run ends here: an `assert` or `abortif` is violated.
    Violation,
}

impl Effect {
    /// What it is, for messages.
    pub(crate) fn in_words(&self) -> &'static str {
        match self {
            Effect::Step(..) => "a step",
            Effect::Call(..) => "a call",
            Effect::Return(_) => "a return",
            Effect::Blocked => "nothing, as a condition does not hold",
            Effect::Violation => "a violation",
        }
    }
}

/// How many choice bits a step at `place` reads: those of the statement, then those of `enforce` where
/// it is looked at (after a call: when the callee has returned).
pub fn choices_at(program: &Program, place: Place) -> usize {
    let statement = &program[place];
    let enforced = if statement.kind.is_enforced() { program[place.procedure].enforce_choices } else { 0 };
    statement.choices as usize + enforced as usize
}

/// Whether the state can be that of a fresh activation: variables with an initial value have it.
/// `globals` of the very first activation are checked with [`is_initial`].
pub fn activate(program: &Program, procedure: ProcId, params: &BitsRef, locals: &BitsRef) -> bool {
    let declared = &program[procedure].locals;
    let arity = program[procedure].params;
    locals.len() == declared.len()
        && locals[..arity] == *params
        && declared.iter().zip(locals).all(|(variable, value)| variable.init.is_none_or(|init| init == *value))
}

/// Whether a program can begin with these values of its globals.
pub fn is_initial(program: &Program, globals: &BitsRef) -> bool {
    let declared = &program.globals;
    globals.len() == declared.len()
        && declared.iter().zip(globals).all(|(variable, value)| variable.init.is_none_or(|init| init == *value))
}

/// One step of the activation that is at `place` in `state`.
///
/// # Panics
/// If `state` or `choices` do not have the lengths that the program asks for.
pub fn step(program: &Program, place: Place, state: &State, choices: Choices<'_>) -> Effect {
    let statement = &program[place];
    let bits = choices.bits;
    assert_eq!(bits.len(), choices_at(program, place), "as many choices as the step makes");
    let eval = |expr: Expr| evaluate(program, expr, state, state, bits);
    let go = |point: Point| Effect::Step(point, state.clone());
    match statement.kind {
        Kind::Enter => enforced(program, place, state.clone(), bits, statement.next),
        Kind::Skip => go(statement.next),
        Kind::Goto(targets) => match program[targets].get(choices.target) {
            Some(&point) => go(point),
            None => Effect::Blocked,
        },
        Kind::Branch { cond, yes } => go(if eval(cond) { yes } else { statement.next }),
        Kind::Assume(cond) if eval(cond) => go(statement.next),
        Kind::Assume(_) => Effect::Blocked,
        Kind::Assert(cond) if eval(cond) => go(statement.next),
        Kind::Assert(_) => Effect::Violation,
        Kind::AbortIf(cond) if eval(cond) => Effect::Violation,
        Kind::AbortIf(_) => go(statement.next),
        Kind::Assign { targets, values, constrain } => {
            let mut after = state.clone();
            for (&target, &value) in program[targets].iter().zip(&program[values]) {
                let value = eval(value);
                target.into_iter().for_each(|var| after.set(var, value));
            }
            match constrain {
                Some(cond) if !evaluate(program, cond, state, &after, bits) => Effect::Blocked,
                _ => enforced(program, place, after, bits, statement.next),
            }
        }
        Kind::Relate(cond) => {
            let scope = program.in_scope(place.procedure);
            let own = statement.choices as usize;
            let mut after = state.clone();
            for (&var, value) in scope.iter().zip(&bits[own - scope.len()..own]) {
                after.set(var, *value);
            }
            if evaluate(program, cond, state, &after, bits) {
                enforced(program, place, after, bits, statement.next)
            } else {
                Effect::Blocked
            }
        }
        Kind::Dead(vars) => {
            let mut after = state.clone();
            for (var, value) in program[vars].iter().zip(bits) {
                var.iter().for_each(|&var| after.set(var, *value));
            }
            enforced(program, place, after, bits, statement.next)
        }
        Kind::Call { callee, args, .. } => Effect::Call(callee, program[args].iter().map(|&arg| eval(arg)).collect()),
        Kind::Return(values) => Effect::Return(program[values].iter().map(|&value| eval(value)).collect()),
        Kind::End => Effect::Return(bits.to_bitvec()),
    }
}

/// What follows the return of a call at `place`: the caller has its `locals` back, `globals` are those
/// that the callee left, and `results` its results. `bits` are the same as at the call.
///
/// # Panics
/// If there is no call at `place`, or lengths do not fit.
pub fn resume(
    program: &Program,
    place: Place,
    locals: &Bits,
    globals: &Bits,
    results: &BitsRef,
    bits: &BitsRef,
) -> Effect {
    let statement = &program[place];
    let Kind::Call { targets, .. } = statement.kind else { panic!("only a call is resumed") };
    let mut after = State { globals: globals.clone(), locals: locals.clone() };
    for (target, value) in program[targets].iter().zip(results) {
        target.iter().for_each(|&var| after.set(var, *value));
    }
    enforced(program, place, after, bits, statement.next)
}

/// Goes on to `next` if the procedure's `enforce`s hold; their choices stand behind those of the statement.
fn enforced(program: &Program, place: Place, state: State, bits: &BitsRef, next: Point) -> Effect {
    let bits = &bits[program[place].choices as usize..];
    let conditions = &program[program[place.procedure].enforce];
    if conditions.iter().all(|&cond| evaluate(program, cond, &state, &state, bits)) {
        Effect::Step(next, state)
    } else {
        Effect::Blocked
    }
}

/// The value of an expression: plain variables in `before`, primed ones in `after`.
pub(crate) fn evaluate(program: &Program, expr: Expr, before: &State, after: &State, choices: &BitsRef) -> bool {
    let count = program.expr_nodes(expr).len();
    let mut few = [false; FEW];
    let mut many = Vec::new();
    let values = match few.get_mut(..count) {
        Some(few) => few,
        None => {
            many.resize(count, false);
            &mut many[..]
        }
    };
    fill(values, program, expr, before, after, choices);
    values.last() == Some(&true)
}

/// The values of all its nodes, children before parents.
pub(crate) fn values(program: &Program, expr: Expr, before: &State, after: &State, choices: &BitsRef) -> Vec<bool> {
    let mut values = vec![false; program.expr_nodes(expr).len()];
    fill(&mut values, program, expr, before, after, choices);
    values
}

fn fill(values: &mut [bool], program: &Program, expr: Expr, before: &State, after: &State, choices: &BitsRef) {
    let first = expr.first.index();
    for (index, node) in program.expr_nodes(expr).iter().enumerate() {
        let of = |id: NodeId| values[id.index() - first];
        values[index] = match *node {
            Node::Const(value) => value,
            Node::Choice(index) => choices[index as usize],
            Node::Var(var) => before.get(var),
            Node::Primed(var) => after.get(var),
            Node::Not(a) => !of(a),
            Node::Binary(op, a, b) => op.apply(of(a), of(b)),
            Node::Schoose(p, n, index) => of(p) | (choices[index as usize] & !of(n)),
            Node::Ternary(c, t, e) => {
                if of(c) {
                    of(t)
                } else {
                    of(e)
                }
            }
        };
    }
}
