//! Programs in which some of what is written says nothing any more: what an assignment assigns, which way a condition leads, what is assumed
//! may be anything. Such a program has all runs of the first one, and more.
//!
//! A call stays what it is: what it does is said by the statements of its callee. So do `goto`, `dead` and the return at `end`, which say nothing
//! but where control goes.

use super::super::pool::{List, Symbol};
use super::super::source::Span;
use super::expression::{BinaryOp, Expr, Node, NodeId};
use super::model::*;

/// Something that is written in a program and restricts its runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Part {
    /// The value that the global with this index has at the start.
    Global(usize),
    /// The value that the local with this index has when an activation begins.
    Local(ProcId, usize),
    /// The condition with this index in [`Procedure::enforce`].
    Enforce(ProcId, usize),
    /// A statement: the values that it assigns, which `constrain` restricts, or returns; the condition of a branch, an `assume`, an `assert`, an
    /// `abortif`.
    Statement(Place),
}

/// What becomes of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It is as it is written.
    Fixed,
    /// It may be anything: values are arbitrary, a branch goes either way, and all runs pass what was a condition.
    Loose,
    /// It is fixed where the variable holds, else loose. Of initial values: they are fixed.
    Switched(Var),
}

impl Program {
    /// What [`Program::loosen`] can let go, in the order of the text, one procedure after the other.
    pub fn parts(&self) -> Vec<Part> {
        let mut parts: Vec<Part> = initialised(&self.globals).map(Part::Global).collect();
        for procedure in self.procedure_ids() {
            parts.extend(initialised(&self[procedure].locals).map(|index| Part::Local(procedure, index)));
            parts.extend((0..self[procedure].enforce.len()).map(|index| Part::Enforce(procedure, index)));
            let says_something = |place: &Place| match self[*place].kind {
                Kind::Assign { targets, constrain, .. } => {
                    constrain.is_some() || self[targets].iter().any(Option::is_some)
                }
                Kind::Return(values) => !values.is_empty(),
                Kind::Branch { .. } | Kind::Assume(_) | Kind::Assert(_) | Kind::AbortIf(_) | Kind::Relate(_) => true,
                Kind::Enter | Kind::Skip | Kind::Goto(_) | Kind::Dead(_) | Kind::Call { .. } | Kind::End => false,
            };
            parts.extend(self.places(procedure).filter(says_something).map(Part::Statement));
        }
        parts
    }

    /// The same program with its parts held as `hold` says. Behind its globals come `switches` others that nobody writes, for [`Hold::Switched`].
    /// Places, variables and procedures are the same.
    pub fn loosen(&self, switches: usize, hold: impl Fn(Part) -> Hold) -> Program {
        let mut program = self.clone();
        let name = Symbol(program.names.len() as u32);
        program.names.push("switch".into());
        program.globals.extend((0..switches).map(|_| Variable { name, span: Span::new(0, 0), init: None }));
        for index in initialised(&self.globals) {
            release(&mut program.globals[index], hold(Part::Global(index)));
        }
        for procedure in self.procedure_ids() {
            for index in initialised(&self[procedure].locals) {
                let local = &mut program.procedures[procedure.index()].locals[index];
                release(local, hold(Part::Local(procedure, index)));
            }
            let enforce = self[self[procedure].enforce].iter().enumerate();
            let enforce: Vec<Expr> = enforce
                .map(|(index, &cond)| program.condition(cond, true, hold(Part::Enforce(procedure, index))))
                .collect();
            program.procedures[procedure.index()].enforce = program.list(enforce);
            for place in self.places(procedure) {
                let statement = program.statement(self, place, hold(Part::Statement(place)));
                let index = self.statement_index(place);
                program.statements[index] = statement;
            }
        }
        program
    }

    /// A statement of a program of which this is a copy with more variables.
    fn statement(&mut self, written: &Program, place: Place, hold: Hold) -> Statement {
        let mut statement = written[place];
        let choices = &mut statement.choices;
        statement.kind = match statement.kind {
            Kind::Branch { cond, yes } => Kind::Branch { cond: self.value(cond, hold, choices), yes },
            Kind::Assume(cond) => Kind::Assume(self.condition(cond, true, hold)),
            Kind::Assert(cond) => Kind::Assert(self.condition(cond, true, hold)),
            Kind::AbortIf(cond) => Kind::AbortIf(self.condition(cond, false, hold)),
            Kind::Assign { targets, values, constrain } => {
                let values = written[values].iter().map(|&value| self.value(value, hold, choices)).collect();
                let constrain = constrain.map(|cond| self.condition(cond, true, hold));
                Kind::Assign { targets, values: self.list(values), constrain }
            }
            Kind::Return(values) => {
                let values = written[values].iter().map(|&value| self.value(value, hold, choices)).collect();
                Kind::Return(self.list(values))
            }
            // All variables but those that are new.
            Kind::Relate(cond) => {
                let scope = written.in_scope(place.procedure);
                let first = *choices - scope.len() as u32;
                let span = written.expr_span(cond);
                let value = |index| self.leaf(Node::Choice(index), span);
                let values = (first..*choices).map(value).collect();
                let start = self.vars.len();
                self.vars.extend(scope.iter().copied().map(Some));
                let targets = List::new(start, scope.len());
                let constrain = Some(self.condition(cond, true, hold));
                Kind::Assign { targets, values: self.list(values), constrain }
            }
            kind => kind,
        };
        statement
    }

    /// A value, or any.
    fn value(&mut self, expr: Expr, hold: Hold, choices: &mut u32) -> Expr {
        if hold == Hold::Fixed {
            return expr;
        }
        let span = self.expr_span(expr);
        let any = Node::Choice(*choices);
        *choices += 1;
        let Hold::Switched(switch) = hold else { return self.leaf(any, span) };
        let Expr { first, root } = self.copy(expr);
        let cond = self.push(Node::Var(switch), span);
        let other = self.push(any, span);
        Expr { first, root: self.push(Node::Ternary(cond, root, other), span) }
    }

    /// A condition, or what is `passed` by all runs.
    fn condition(&mut self, cond: Expr, passed: bool, hold: Hold) -> Expr {
        let span = self.expr_span(cond);
        match hold {
            Hold::Fixed => cond,
            Hold::Loose => self.leaf(Node::Const(passed), span),
            Hold::Switched(switch) => {
                let Expr { first, root } = self.copy(cond);
                let switch = self.push(Node::Var(switch), span);
                let op = if passed { BinaryOp::Implies } else { BinaryOp::And };
                Expr { first, root: self.push(Node::Binary(op, switch, root), span) }
            }
        }
    }

    /// The same expression behind all others, so that more can be put behind it.
    fn copy(&mut self, expr: Expr) -> Expr {
        let by = self.nodes.len() as u32 - expr.first.0;
        let moved = |id: NodeId| NodeId(id.0 + by);
        for index in expr.nodes() {
            let node = match self.nodes[index] {
                Node::Not(a) => Node::Not(moved(a)),
                Node::Binary(op, a, b) => Node::Binary(op, moved(a), moved(b)),
                Node::Schoose(p, n, choice) => Node::Schoose(moved(p), moved(n), choice),
                Node::Ternary(cond, then, other) => Node::Ternary(moved(cond), moved(then), moved(other)),
                leaf @ (Node::Const(_) | Node::Choice(_) | Node::Var(_) | Node::Primed(_)) => leaf,
            };
            self.push(node, self.node_spans[index]);
        }
        Expr { first: moved(expr.first), root: moved(expr.root) }
    }

    fn leaf(&mut self, node: Node, span: Span) -> Expr {
        let id = self.push(node, span);
        Expr { first: id, root: id }
    }

    fn push(&mut self, node: Node, span: Span) -> NodeId {
        self.nodes.push(node);
        self.node_spans.push(span);
        NodeId(self.nodes.len() as u32 - 1)
    }

    fn list(&mut self, exprs: Vec<Expr>) -> List<Expr> {
        let start = self.exprs.len();
        self.exprs.extend(exprs);
        List::new(start, self.exprs.len() - start)
    }
}

/// The indices of the variables that have an initial value.
fn initialised(variables: &[Variable]) -> impl Iterator<Item = usize> {
    variables.iter().enumerate().filter(|(_, variable)| variable.init.is_some()).map(|(index, _)| index)
}

fn release(variable: &mut Variable, hold: Hold) {
    if hold == Hold::Loose {
        variable.init = None;
    }
}

#[cfg(test)]
mod tests {
    use super::super::semantics::{Bits, Choices, Effect, State, choices_at, step};
    use super::*;
    use crate::generate::random::{self, Knobs};
    use crate::lang::source::Source;
    use std::collections::BTreeSet;

    fn rows(width: usize) -> impl Iterator<Item = Bits> {
        (0..1u32 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
    }

    /// All that a step can do. Of the globals only the first ones are told.
    fn effects(program: &Program, place: Place, state: &State, globals: usize) -> BTreeSet<String> {
        let mut effects = BTreeSet::new();
        for choices in rows(choices_at(program, place)) {
            for target in 0..2 {
                let text = |bits: &Bits| bits.iter().map(|bit| if *bit { '1' } else { '0' }).collect::<String>();
                effects.insert(match step(program, place, state, Choices { bits: &choices, target }) {
                    Effect::Step(point, state) => {
                        format!("to {} with {} {}", point.0, &text(&state.globals)[..globals], text(&state.locals))
                    }
                    Effect::Call(callee, params) => format!("calls {} with {}", callee.index(), text(&params)),
                    Effect::Return(results) => format!("returns {}", text(&results)),
                    Effect::Blocked => "blocked".to_string(),
                    Effect::Violation => "violated".to_string(),
                });
            }
        }
        effects
    }

    /// A statement that was let go can do what it could before, and what it says no longer counts: values are arbitrary, and nothing is blocked. A
    /// switch decides between both.
    #[test]
    fn what_is_loose_may_be_anything() {
        let (mut same, mut more) = (0, 0);
        for seed in 0..150 {
            let knobs = Knobs { globals: 2, locals: 1, parameters: 1, results: 1, statements: 10, ..Knobs::default() };
            let text = random::write(&random::Options { seed, knobs });
            let program =
                crate::pipeline::load(&Source::new("x.bp", text), &Default::default()).expect("a program").program;
            let globals = program.globals.len();
            let fixed = program.loosen(1, |_| Hold::Fixed);
            let loose = program.loosen(1, |_| Hold::Loose);
            let switched = program.loosen(1, |_| Hold::Switched(Var::global(globals)));
            for place in program.procedure_ids().flat_map(|procedure| program.places(procedure)) {
                let locals = program[place.procedure].locals.len();
                if globals + locals + choices_at(&switched, place) > 12 {
                    continue;
                }
                for bits in rows(globals + locals) {
                    let state = |switch: bool| {
                        let mut all = bits[..globals].to_bitvec();
                        all.push(switch);
                        State { globals: all, locals: bits[globals..].to_bitvec() }
                    };
                    let plain = State { globals: bits[..globals].to_bitvec(), locals: bits[globals..].to_bitvec() };
                    let written = effects(&program, place, &plain, globals);
                    let freed = effects(&loose, place, &state(true), globals);
                    assert_eq!(written, effects(&fixed, place, &state(true), globals), "{}", program.show(place));
                    assert_eq!(written, effects(&switched, place, &state(true), globals), "{}", program.show(place));
                    assert_eq!(freed, effects(&switched, place, &state(false), globals), "{}", program.show(place));
                    assert!(
                        written.iter().all(|e| freed.contains(e) || e == "blocked" || e == "violated"),
                        "{written:?} {freed:?}"
                    );
                    let distinct =
                        |vars: List<Option<Var>>| program[vars].iter().flatten().collect::<BTreeSet<_>>().len();
                    let all = match program[place].kind {
                        Kind::Assign { targets, .. } => 1 << distinct(targets),
                        Kind::Relate(_) => 1 << program.in_scope(place.procedure).len(),
                        Kind::Return(values) => 1 << values.len(),
                        Kind::Branch { yes, .. } => 1 + usize::from(yes != program[place].next),
                        _ => freed.len(),
                    };
                    assert_eq!(freed.len(), all, "{}: {freed:?}", program.show(place));
                    assert!(!freed.contains("violated"));
                    assert!(
                        !freed.contains("blocked") || matches!(program[place].kind, Kind::Goto(_)),
                        "{}",
                        program.show(place)
                    );
                    if written == freed { same += 1 } else { more += 1 }
                }
            }
        }
        assert!(same > 1_000 && more > 1_000, "{same} {more}");
    }
}
