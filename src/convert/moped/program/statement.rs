//! The statements of a procedure, one by one.

use super::body::Body;
use super::expression::{ANY, Role, primed};
use crate::lang::program::{Expr, Kind, Place, ProcId, Var};
use rustc_hash::FxHashMap;

impl Body<'_> {
    /// Writes a statement that is no branch; whether it goes on by itself.
    pub(super) fn statement(&mut self, place: Place, kind: Kind) -> bool {
        let program = self.program;
        match kind {
            Kind::Enter | Kind::Skip | Kind::Branch { .. } => self.lines.push("skip;"),
            Kind::Goto(targets) => {
                let Some((&last, others)) = program[targets].split_last() else {
                    self.lines.push("assume(F);");
                    return false;
                };
                for &other in others {
                    let jump = self.lines.jump(other);
                    self.jump_if("*", &jump);
                }
                let jump = self.lines.jump(last);
                self.lines.push(jump);
                return false;
            }
            Kind::Assume(cond) => self.assume(cond, false),
            Kind::Assert(cond) => self.violate(place, cond, true),
            Kind::AbortIf(cond) => self.violate(place, cond, false),
            Kind::Assign { targets, values, constrain } => {
                let both = program[targets].iter().zip(&program[values]);
                let both = both.filter_map(|(&target, &value)| Some((target?, value)));
                let both: Vec<(Var, String)> = both.map(|(target, value)| (target, self.value(value))).collect();
                match constrain {
                    Some(cond) => self.constrained(both, cond),
                    None => self.assign(both.into_iter().map(|(target, value)| (self.name(target), value)).collect()),
                }
            }
            Kind::Relate(cond) => {
                let new = program.in_scope(self.procedure).into_iter().map(|var| (var, ANY.to_string()));
                self.constrained(new.collect(), cond);
            }
            Kind::Dead(vars) => {
                let mut vars: Vec<Var> = program[vars].iter().flatten().copied().collect();
                vars.sort();
                vars.dedup();
                self.assign(vars.into_iter().map(|var| (self.name(var), ANY.to_string())).collect());
            }
            Kind::Call { callee, args, targets } => self.call(callee, &program[args], &program[targets]),
            Kind::Return(values) => {
                let values: Vec<String> = program[values].iter().map(|&value| self.value(value)).collect();
                self.returns(&values);
                return false;
            }
            Kind::End => return false,
        }
        if kind.is_enforced() {
            self.enforce();
        }
        true
    }

    /// Looks at what is enforced.
    pub(super) fn enforce(&mut self) {
        for &cond in &self.program[self.program[self.procedure].enforce] {
            self.assume(cond, false);
        }
    }

    fn call(&mut self, callee: ProcId, args: &[Expr], targets: &[Option<Var>]) {
        let args: Vec<String> = args.iter().map(|&arg| self.value(arg)).collect();
        let call = format!("{}({});", self.names.procedure(callee), args.join(", "));
        if targets.iter().all(Option::is_none) {
            return self.lines.push(call);
        }
        let targets = targets.iter().map(|&target| match target {
            Some(var) => self.name(var),
            None => self.keep(),
        });
        let targets: Vec<String> = targets.collect();
        self.lines.push(format_args!("{} := {call}", targets.join(", ")));
    }

    /// A run is at its end if the condition does not hold, or, for `abortif`, if it does. What is not asked about ends it, too, in silence.
    fn violate(&mut self, place: Place, cond: Expr, is_assert: bool) {
        if !self.asked.is_violated_at(place) {
            return self.assume(cond, !is_assert);
        }
        let condition = self.condition(cond, is_assert);
        let label = self.violated.get_or_insert_with(|| self.lines.fresh("SLIC_ERROR"));
        let jump = format!("goto {label};");
        self.jump_if(&condition, &jump);
    }

    /// New values that are kept beside the old ones until the condition was looked at.
    fn constrained(&mut self, both: Vec<(Var, String)>, cond: Expr) {
        let spoken_of = primed(self.program, cond);
        let (new, others): (Vec<_>, Vec<_>) =
            both.into_iter().partition(|(var, _)| spoken_of.binary_search(var).is_ok());
        let new: Vec<(Var, String, String)> = new.into_iter().map(|(var, value)| (var, self.keep(), value)).collect();
        for (_, kept, value) in &new {
            self.lines.push(format_args!("{kept} := {value};"));
        }
        let primed: FxHashMap<Var, String> = new.iter().map(|(var, kept, _)| (*var, kept.clone())).collect();
        let condition = self.text(cond, Role::Condition, &primed, false);
        self.lines.push(format_args!("assume({condition});"));
        let both = new.into_iter().map(|(var, kept, _)| (var, kept)).chain(others);
        let both: Vec<(String, String)> = both.map(|(var, value)| (self.name(var), value)).collect();
        if !both.is_empty() {
            self.assign(both);
        }
    }
}
