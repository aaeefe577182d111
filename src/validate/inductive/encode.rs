//! What a statement does, as formulas: the same as [`crate::lang::program::semantics`] says of values, said once more and apart from all
//! engines.

use super::scene::{Row, Scene, State};
use crate::lang::program::{BinaryOp, Expr, Kind, Node, NodeId, Place, Point, ProcId, Program};
use crate::logic::formula::{Formula, Formulas};
use smallvec::{SmallVec, smallvec};

/// One way on from a place: under `guard`, which no two ways of a place have in common.
#[derive(Clone, Debug)]
pub(super) struct Way {
    /// The condition under which it is taken.
    pub(crate) guard: Formula,
    /// What it does, and where control is afterwards.
    pub(crate) effect: Effect,
}

/// What a way leads to.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    /// Control is at the point, in the state.
    Step(Point, State),
    /// The callee is entered with these parameters, and the globals of the state before; see [`resume`].
    Call(ProcId, Row),
    /// A return with these results; the globals are those of the state before.
    Return(Row),
    /// The run ends with a violation.
    Violation,
}

/// The ways on from a place; mostly there are no more than two.
pub(super) type Ways = SmallVec<[Way; 2]>;

/// All ways on from a place. What is not among them is blocked.
pub(super) fn ways(program: &Program, scene: &mut Scene, place: Place, state: State) -> Ways {
    let statement = &program[place];
    let choices = scene.fresh_many(statement.choices as usize);
    let way = |guard: Formula, effect: Effect| Way { guard, effect };
    match statement.kind {
        Kind::Enter => enforced(program, scene, place, Formula::TRUE, state),
        Kind::Skip => smallvec![way(Formula::TRUE, Effect::Step(statement.next, state))],
        Kind::Goto(targets) => {
            let mut rest = Formula::TRUE;
            let targets = &program[targets];
            let branch = |(index, &point): (usize, &Point)| {
                let chosen = if index + 1 == targets.len() { Formula::TRUE } else { scene.fresh() };
                let guard = scene.formulas.and(rest, chosen);
                rest = scene.formulas.and(rest, !chosen);
                way(guard, Effect::Step(point, state.clone()))
            };
            targets.iter().enumerate().map(branch).collect()
        }
        Kind::Branch { cond, yes } => {
            let holds = evaluate(program, &mut scene.formulas, cond, &state, &state, &choices);
            let other = way(!holds, Effect::Step(statement.next, state.clone()));
            smallvec![way(holds, Effect::Step(yes, state)), other]
        }
        Kind::Assume(cond) => {
            let holds = evaluate(program, &mut scene.formulas, cond, &state, &state, &choices);
            smallvec![way(holds, Effect::Step(statement.next, state))]
        }
        Kind::Assert(cond) => {
            let holds = evaluate(program, &mut scene.formulas, cond, &state, &state, &choices);
            smallvec![way(!holds, Effect::Violation), way(holds, Effect::Step(statement.next, state))]
        }
        Kind::AbortIf(cond) => {
            let holds = evaluate(program, &mut scene.formulas, cond, &state, &state, &choices);
            smallvec![way(holds, Effect::Violation), way(!holds, Effect::Step(statement.next, state))]
        }
        Kind::Assign { targets, values, constrain } => {
            let mut after = state.clone();
            for (&target, &value) in program[targets].iter().zip(&program[values]) {
                let value = evaluate(program, &mut scene.formulas, value, &state, &state, &choices);
                target.into_iter().for_each(|var| after.set(var, value));
            }
            let kept = constrain
                .map_or(Formula::TRUE, |cond| evaluate(program, &mut scene.formulas, cond, &state, &after, &choices));
            enforced(program, scene, place, kept, after)
        }
        Kind::Relate(cond) => {
            let scope = program.in_scope(place.procedure);
            let mut after = state.clone();
            for (&var, &value) in scope.iter().zip(&choices[choices.len() - scope.len()..]) {
                after.set(var, value);
            }
            let kept = evaluate(program, &mut scene.formulas, cond, &state, &after, &choices);
            enforced(program, scene, place, kept, after)
        }
        Kind::Dead(vars) => {
            let mut after = state;
            for (var, &value) in program[vars].iter().zip(&choices) {
                var.iter().for_each(|&var| after.set(var, value));
            }
            enforced(program, scene, place, Formula::TRUE, after)
        }
        Kind::Call { callee, args, .. } => {
            let value = |&arg: &Expr| evaluate(program, &mut scene.formulas, arg, &state, &state, &choices);
            smallvec![way(Formula::TRUE, Effect::Call(callee, program[args].iter().map(value).collect()))]
        }
        Kind::Return(values) => {
            let value = |&value: &Expr| evaluate(program, &mut scene.formulas, value, &state, &state, &choices);
            smallvec![way(Formula::TRUE, Effect::Return(program[values].iter().map(value).collect()))]
        }
        Kind::End => smallvec![way(Formula::TRUE, Effect::Return(choices))],
    }
}

/// What follows the return of the call at a place: the caller has its locals back, `globals` and `results` are what the callee left.
pub(super) fn resume(
    program: &Program,
    scene: &mut Scene,
    place: Place,
    locals: Row,
    globals: Row,
    results: &[Formula],
) -> Ways {
    let mut after = State { globals, locals };
    if let Kind::Call { targets, .. } = program[place].kind {
        for (target, &value) in program[targets].iter().zip(results) {
            target.iter().for_each(|&var| after.set(var, value));
        }
    }
    enforced(program, scene, place, Formula::TRUE, after)
}

/// Goes on from a place if the procedure's `enforce`s hold.
fn enforced(program: &Program, scene: &mut Scene, place: Place, mut guard: Formula, after: State) -> Ways {
    let procedure = &program[place.procedure];
    let choices = scene.fresh_many(procedure.enforce_choices as usize);
    for &cond in &program[procedure.enforce] {
        let holds = evaluate(program, &mut scene.formulas, cond, &after, &after, &choices);
        guard = scene.formulas.and(guard, holds);
    }
    smallvec![Way { guard, effect: Effect::Step(program[place].next, after) }]
}

/// The value of an expression: plain variables in `before`, primed ones in `after`.
fn evaluate(
    program: &Program,
    formulas: &mut Formulas,
    expr: Expr,
    before: &State,
    after: &State,
    choices: &[Formula],
) -> Formula {
    let nodes = program.expr_nodes(expr);
    let first = expr.first.index();
    let mut values: SmallVec<[Formula; 32]> = SmallVec::with_capacity(nodes.len());
    for node in nodes {
        let of = |id: NodeId| values[id.index() - first];
        let value = match *node {
            Node::Const(value) => Formula::constant(value),
            Node::Choice(index) => choices[index as usize],
            Node::Var(var) => before.get(var),
            Node::Primed(var) => after.get(var),
            Node::Not(a) => !of(a),
            Node::Binary(op, a, b) => {
                let (a, b) = (of(a), of(b));
                match op {
                    BinaryOp::And => formulas.and(a, b),
                    BinaryOp::Or => formulas.or(a, b),
                    BinaryOp::Implies => formulas.implies(a, b),
                    BinaryOp::Eq | BinaryOp::Iff => formulas.iff(a, b),
                    BinaryOp::Ne | BinaryOp::Xor => !formulas.iff(a, b),
                }
            }
            Node::Schoose(p, n, index) => {
                let free = formulas.and(choices[index as usize], !of(n));
                formulas.or(of(p), free)
            }
            Node::Ternary(cond, then, other) => formulas.ite(of(cond), of(then), of(other)),
        };
        values.push(value);
    }
    values.last().copied().unwrap_or(Formula::FALSE)
}
