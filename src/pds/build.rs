//! From control-flow graphs to a symbolic pushdown system.

use super::{PdsProcedure, Places, Rule, RuleKind, Slot, SymbolicPds, Target, Transfer};
use crate::budget::{Budget, StopReason};
use crate::lang::cfg::{Action, Cfg, Edge, LocId};
use crate::lang::program::property::{Property, PropertyKind};
use crate::lang::program::{BinaryOp, Expr, Kind, Node, NodeId, Place, Point, ProcId, Program, Var, semantics};
use crate::logic::formula::{Formula, Formulas};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The pushdown system of a program whose runs begin in `entry`: rule n is what edge n does ([`Cfg::edge`]), and locations are those of the graphs. Linear in the program and, for each procedure, in its
/// statements times its `enforce`s.
pub fn build(program: &Program, cfg: &Cfg, entry: ProcId) -> SymbolicPds {
    within(program, cfg, entry, &Budget::unlimited()).expect("no limit can be hit")
}

/// The same within a budget.
///
/// # Errors
/// The limit that was hit.
pub(crate) fn within(program: &Program, cfg: &Cfg, entry: ProcId, budget: &Budget) -> Result<SymbolicPds, StopReason> {
    let procedures = program.procedure_ids().map(|id| PdsProcedure {
        entry: cfg.at(Place { procedure: id, point: Point::ENTRY }),
        params: program[id].params,
        init: program[id].locals.iter().map(|local| local.init).collect(),
        results: program[id].results,
    });
    let mut pds = SymbolicPds {
        formulas: Formulas::default(),
        globals: program.globals.iter().map(|global| global.init).collect(),
        procedures: procedures.collect(),
        entry,
        locations: Arc::clone(&cfg.locations),
        owners: Arc::new(cfg.locations.iter().map(|location| location.place.procedure).collect()),
        rules: Vec::with_capacity(cfg.edge_count()),
        first_rule: Vec::with_capacity(cfg.locations.len() + 1),
        places: Places::new(program),
    };
    let mut builder = Builder { program, formulas: &mut pds.formulas, scratch: Vec::new() };
    for (index, location) in cfg.locations.iter().enumerate() {
        pds.first_rule.push(pds.rules.len() as u32);
        let from = LocId::from_index(index);
        for edge in cfg.edges(from) {
            budget.poll()?;
            let transfer = builder.transfer(location.place, edge);
            let kind = match edge.action {
                Action::Call(callee) => RuleKind::Expansion { callee, to: edge.to },
                Action::Return => RuleKind::Contraction,
                _ => RuleKind::Neutration { to: edge.to },
            };
            pds.rules.push(Rule { from, kind, transfer, origin: (location.place, edge.target) });
        }
    }
    pds.first_rule.push(pds.rules.len() as u32);
    Ok(pds)
}

/// What a property forbids, as locations.
pub fn target(cfg: &Cfg, property: &Property) -> Target {
    let location = match property.kind {
        PropertyKind::Label(_) | PropertyKind::Place | PropertyKind::Runs(_) => Some(cfg.at(property.place)),
        PropertyKind::Assert | PropertyKind::AbortIf => cfg.violated(property.place),
    };
    Target { locations: location.into_iter().collect() }
}

/// New values by variable.
type Updates = BTreeMap<Slot, Formula>;

struct Builder<'a> {
    program: &'a Program,
    formulas: &'a mut Formulas,
    /// The formulas of the nodes of the expression that is being translated.
    scratch: Vec<Formula>,
}

impl Builder<'_> {
    fn transfer(&mut self, place: Place, edge: &Edge) -> Transfer {
        let statement = &self.program[place];
        let unchanged = Updates::new();
        let (guard, updates) = match edge.action {
            Action::Pass if matches!(statement.kind, Kind::Enter) => (self.enforced(place, &unchanged), unchanged),
            Action::Pass => (Formula::TRUE, unchanged),
            Action::Guard(cond, value) => {
                let holds = self.formula(cond, &unchanged, 0);
                (if value { holds } else { !holds }, unchanged)
            }
            Action::Update => self.update(place),
            Action::Call(callee) => (Formula::TRUE, self.arguments(place, callee)),
            Action::Store => {
                let updates = self.store(place);
                (self.enforced(place, &updates), updates)
            }
            Action::Return => (Formula::TRUE, self.results(place)),
        };
        let choices = semantics::choices_at(self.program, place) as u32;
        Transfer { guard, updates: updates.into_iter().collect(), choices }
    }

    /// Assignment, `constrain`, `dead`: guard and new values.
    fn update(&mut self, place: Place) -> (Formula, Updates) {
        let program = self.program;
        let statement = &program[place];
        let mut updates = Updates::new();
        let mut guard = Formula::TRUE;
        match statement.kind {
            Kind::Assign { targets, values, constrain } => {
                for (&target, &value) in program[targets].iter().zip(&program[values]) {
                    if let Some(var) = target {
                        let value = self.formula(value, &Updates::new(), 0);
                        updates.insert(var.into(), value);
                    }
                }
                if let Some(cond) = constrain {
                    guard = self.formula(cond, &updates, 0);
                }
            }
            Kind::Relate(cond) => {
                let scope = program.in_scope(place.procedure);
                let first = statement.choices as usize - scope.len();
                for (index, &var) in scope.iter().enumerate() {
                    updates.insert(var.into(), self.formulas.input(Slot::Choice(first + index).input()));
                }
                guard = self.formula(cond, &updates, 0);
            }
            Kind::Dead(vars) => {
                for (index, &var) in program[vars].iter().enumerate() {
                    let value = self.formulas.input(Slot::Choice(index).input());
                    updates.extend(var.map(|var| (Slot::from(var), value)));
                }
            }
            _ => {}
        }
        let enforced = self.enforced(place, &updates);
        (self.formulas.and(guard, enforced), updates)
    }

    /// Parameters and initialised locals of the callee.
    fn arguments(&mut self, place: Place, callee: ProcId) -> Updates {
        let program = self.program;
        let Kind::Call { args, .. } = program[place].kind else { return Updates::new() };
        let mut updates = Updates::new();
        for (index, &arg) in program[args].iter().enumerate() {
            let value = self.formula(arg, &Updates::new(), 0);
            updates.insert(Slot::Local(index), value);
        }
        for (index, local) in program[callee].locals.iter().enumerate() {
            if let Some(init) = local.init {
                updates.insert(Slot::Local(index), Formula::constant(init));
            }
        }
        updates
    }

    fn store(&mut self, place: Place) -> Updates {
        let Kind::Call { targets, .. } = self.program[place].kind else { return Updates::new() };
        let stored = self.program[targets].iter().enumerate();
        let stored = stored.filter_map(|(index, target)| target.map(|var| (Slot::from(var), Slot::Result(index))));
        stored.map(|(slot, result)| (slot, self.formulas.input(result.input()))).collect()
    }

    fn results(&mut self, place: Place) -> Updates {
        let program = self.program;
        match program[place].kind {
            Kind::Return(values) => {
                let values = program[values].iter().enumerate();
                values.map(|(index, &value)| (Slot::Result(index), self.formula(value, &Updates::new(), 0))).collect()
            }
            _ => (0..program[place.procedure].results)
                .map(|index| (Slot::Result(index), self.formulas.input(Slot::Choice(index).input())))
                .collect(),
        }
    }

    /// The procedure's `enforce`s about the state after the updates; their choices follow those of the statement.
    fn enforced(&mut self, place: Place, updates: &Updates) -> Formula {
        let program = self.program;
        let offset = program[place].choices as usize;
        let mut all = Formula::TRUE;
        for &cond in &program[program[place.procedure].enforce] {
            let holds = self.translate(cond, offset, |slot| updates.get(&slot).copied(), |_| None);
            all = self.formulas.and(all, holds);
        }
        all
    }

    /// An expression: plain variables mean the state before, primed ones that after `updates`.
    fn formula(&mut self, expr: Expr, updates: &Updates, offset: usize) -> Formula {
        self.translate(expr, offset, |_| None, |slot| updates.get(&slot).copied())
    }

    /// One scan over the nodes; a variable that `plain` (or `primed`) gives no value for is itself.
    fn translate(
        &mut self,
        expr: Expr,
        offset: usize,
        plain: impl Fn(Slot) -> Option<Formula>,
        primed: impl Fn(Slot) -> Option<Formula>,
    ) -> Formula {
        let first = expr.first.index();
        let mut values = std::mem::take(&mut self.scratch);
        values.clear();
        let formulas = &mut *self.formulas;
        let variable = |formulas: &mut Formulas, var: Var, given: Option<Formula>| {
            given.unwrap_or_else(|| formulas.input(Slot::from(var).input()))
        };
        for node in self.program.expr_nodes(expr) {
            let of = |id: NodeId| values[id.index() - first];
            let mut choice = |index: u32| formulas.input(Slot::Choice(offset + index as usize).input());
            let value = match *node {
                Node::Const(value) => Formula::constant(value),
                Node::Choice(index) => choice(index),
                Node::Var(var) => variable(formulas, var, plain(var.into())),
                Node::Primed(var) => variable(formulas, var, primed(var.into())),
                Node::Not(a) => !of(a),
                Node::Binary(op, a, b) => binary(formulas, op, of(a), of(b)),
                Node::Schoose(p, n, index) => {
                    let (p, n, free) = (of(p), of(n), choice(index));
                    let open = formulas.and(free, !n);
                    formulas.or(p, open)
                }
                Node::Ternary(c, t, e) => formulas.ite(of(c), of(t), of(e)),
            };
            values.push(value);
        }
        let root = values.last().copied().unwrap_or(Formula::FALSE);
        self.scratch = values;
        root
    }
}

fn binary(formulas: &mut Formulas, op: BinaryOp, a: Formula, b: Formula) -> Formula {
    match op {
        BinaryOp::Eq | BinaryOp::Iff => formulas.iff(a, b),
        BinaryOp::Ne | BinaryOp::Xor => !formulas.iff(a, b),
        BinaryOp::And => formulas.and(a, b),
        BinaryOp::Or => formulas.or(a, b),
        BinaryOp::Implies => formulas.implies(a, b),
    }
}
