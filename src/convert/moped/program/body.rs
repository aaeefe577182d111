//! The statements of a procedure.

use super::Asked;
use super::blocks::{Block, Shape, shape};
use super::expression::{ANY, Expression, Role, is_plain, primed};
use super::lines::Lines;
use super::names::{Names, Scope};
use crate::convert::moped::names::Taken;
use crate::lang::program::{Expr, Kind, Node, Place, Point, ProcId, Program, Var};
use rustc_hash::FxHashMap;

/// A procedure while it is written.
pub struct Body<'a> {
    program: &'a Program,
    names: &'a Names,
    scope: &'a Scope<'a>,
    asked: &'a Asked,
    procedure: ProcId,
    /// The lines.
    pub lines: Lines,
    taken: Taken<'a>,
    /// Variables that keep a value within a statement, and how many of them the current one has.
    pub kept: Vec<String>,
    keeping: usize,
    /// The label at which asserts are violated, once there is one.
    pub violated: Option<String>,
}

/// What is to be done when a block ends.
enum Ending {
    Body,
    Fi,
    Od,
    Else(Block),
}

impl<'a> Body<'a> {
    /// Nothing of it yet.
    pub fn new(
        program: &'a Program,
        names: &'a Names,
        scope: &'a Scope<'a>,
        asked: &'a Asked,
        procedure: ProcId,
    ) -> Body<'a> {
        let (lines, taken) = (Lines::of(program, procedure), Taken::within(&scope.taken));
        Body { program, names, scope, asked, procedure, lines, taken, kept: Vec::new(), keeping: 0, violated: None }
    }

    /// Writes all statements.
    pub fn write(&mut self) {
        let end = self.program[self.procedure].end();
        self.enter();
        let mut open = vec![(Block { begin: 1, end: end.0, follow: end.0 }, Ending::Body)];
        while let Some((block, ending)) = open.last_mut() {
            if block.begin < block.end {
                let here = *block;
                let (taken, inner) = self.first_of(here);
                block.begin = taken;
                open.extend(inner);
                continue;
            }
            let ending = std::mem::replace(ending, Ending::Body);
            open.pop();
            self.lines.depth = open.len().max(1);
            match ending {
                Ending::Body => {}
                Ending::Fi => self.lines.push("fi"),
                Ending::Od => self.lines.push("od"),
                Ending::Else(block) => {
                    self.lines.push("else");
                    open.push((block, Ending::Fi));
                    self.lines.depth = open.len();
                }
            }
        }
        self.end(end);
    }

    /// Writes the first statement of a block, or how it begins: its end, and the block in it.
    fn first_of(&mut self, block: Block) -> (u32, Option<(Block, Ending)>) {
        let point = Point(block.begin);
        let place = Place { procedure: self.procedure, point };
        self.lines.arrive(point);
        self.keeping = 0;
        let statement = self.program[place];
        let Kind::Branch { cond, yes } = statement.kind else {
            let goes_on = self.simple(place, statement.kind);
            if goes_on && statement.next.0 != block.after_first() {
                let jump = self.lines.jump(statement.next);
                self.lines.push(jump);
            }
            return (block.begin + 1, None);
        };
        let shape = shape(self.program, self.procedure, block, (yes, statement.next), is_plain(self.program, cond));
        let inner = match shape {
            Shape::Straight => {
                self.lines.push("skip;");
                self.go_on(statement.next, block);
                None
            }
            Shape::Jump { yes, no } => {
                let condition = self.condition(cond, false);
                let jump = self.lines.jump(Point(yes));
                self.lines.push(format_args!("if ({condition}) then"));
                self.lines.push_inside(jump);
                self.lines.push("fi");
                self.go_on(Point(no), block);
                None
            }
            Shape::If { negated, then, or_else } => {
                let condition = self.condition(cond, negated);
                self.lines.push(format_args!("if ({condition}) then"));
                self.lines.depth += 1;
                Some((then, or_else.map_or(Ending::Fi, Ending::Else)))
            }
            Shape::While(body) => {
                let condition = self.condition(cond, false);
                self.lines.push(format_args!("while ({condition}) do"));
                self.lines.depth += 1;
                Some((body, Ending::Od))
            }
        };
        (shape.end(block), inner)
    }

    fn go_on(&mut self, to: Point, block: Block) {
        if to.0 != block.after_first() {
            let jump = self.lines.jump(to);
            self.lines.push(jump);
        }
    }

    /// Initial values, and the first look at what is enforced.
    fn enter(&mut self) {
        let set = |value: bool| if value { "T" } else { "F" };
        let locals = &self.program[self.procedure].locals;
        for (local, name) in locals.iter().zip(&self.scope.locals) {
            if let Some(value) = local.init {
                self.lines.push(format_args!("{name} := {};", set(value)));
            }
        }
        self.enforce();
    }

    /// The return at `end`, where control comes to it, and behind it the place where asserts are violated.
    fn end(&mut self, end: Point) {
        let results = self.program[self.procedure].results;
        let is_last = self.violated.is_none() && results == 0 && !self.lines.is_empty();
        if self.lines.is_jumped(end) || self.lines.falls() && !is_last {
            self.lines.arrive(end);
            self.returns(vec![ANY.to_string(); results]);
        }
        if let Some(label) = &self.violated {
            self.lines.push(format_args!("{label}: assume(F);"));
        }
    }

    /// Writes a statement; whether it goes on by itself.
    fn simple(&mut self, place: Place, kind: Kind) -> bool {
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
                    self.lines.push("if (*) then");
                    self.lines.push_inside(jump);
                    self.lines.push("fi");
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
            Kind::Call { callee, args, targets } => {
                let args: Vec<String> = program[args].iter().map(|&arg| self.value(arg)).collect();
                let call = format!("{}({});", self.names.procedure(callee), args.join(", "));
                let targets = &program[targets];
                if targets.iter().all(Option::is_none) {
                    self.lines.push(call);
                } else {
                    let name = |this: &mut Self, target: Option<Var>| match target {
                        Some(var) => this.name(var),
                        None => this.keep(),
                    };
                    let targets: Vec<String> = targets.iter().map(|&target| name(self, target)).collect();
                    self.lines.push(format_args!("{} := {call}", targets.join(", ")));
                }
            }
            Kind::Return(values) => {
                let values = program[values].iter().map(|&value| self.value(value)).collect();
                self.returns(values);
                return false;
            }
            Kind::End => return false,
        }
        if kind.is_enforced() {
            self.enforce();
        }
        true
    }

    fn returns(&mut self, values: Vec<String>) {
        let blank = if values.is_empty() { "" } else { " " };
        self.lines.push(format_args!("return{blank}{};", values.join(", ")));
    }

    fn enforce(&mut self) {
        for &cond in &self.program[self.program[self.procedure].enforce] {
            self.assume(cond, false);
        }
    }

    fn assume(&mut self, cond: Expr, negated: bool) {
        let condition = self.condition(cond, negated);
        self.lines.push(format_args!("assume({condition});"));
    }

    /// A run is at its end if the condition does not hold, or, for `abortif`, if it does. What is not asked about ends it, too, in silence.
    fn violate(&mut self, place: Place, cond: Expr, is_assert: bool) {
        if !self.asked.is_violated_at(place) {
            return self.assume(cond, !is_assert);
        }
        let condition = self.condition(cond, is_assert);
        if self.violated.is_none() {
            self.violated = Some(self.lines.fresh("SLIC_ERROR"));
        }
        self.lines.push(format_args!("if ({condition}) then"));
        self.lines.push_inside(format_args!("goto {};", self.violated.as_deref().unwrap_or_default()));
        self.lines.push("fi");
    }

    /// All at once.
    fn assign(&mut self, both: Vec<(String, String)>) {
        if both.is_empty() {
            return self.lines.push("skip;");
        }
        let (targets, values): (Vec<String>, Vec<String>) = both.into_iter().unzip();
        self.lines.push(format_args!("{} := {};", targets.join(", "), values.join(", ")));
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

    fn condition(&mut self, expr: Expr, negated: bool) -> String {
        self.text(expr, Role::Condition, &FxHashMap::default(), negated)
    }

    fn value(&mut self, expr: Expr) -> String {
        self.text(expr, Role::Value, &FxHashMap::default(), false)
    }

    /// The text of an expression. What has to be put into variables first is, in lines of its own.
    fn text(&mut self, expr: Expr, role: Role, primed: &FxHashMap<Var, String>, negated: bool) -> String {
        let (program, scope) = (self.program, self.scope);
        let name = |node: Node| match node {
            Node::Primed(var) => primed.get(&var).map_or_else(|| scope.name(var), String::as_str),
            Node::Var(var) => scope.name(var),
            _ => "",
        };
        let expression = Expression::new(program, expr, role, &name, &mut |value| {
            let kept = self.keep();
            self.lines.push(format_args!("{kept} := {value};"));
            kept
        });
        if negated { expression.negation(&name) } else { expression.text(&name) }
    }

    fn name(&self, var: Var) -> String {
        self.scope.name(var).to_string()
    }

    /// A variable that keeps a value until the statement is done.
    fn keep(&mut self) -> String {
        self.keeping += 1;
        if self.kept.len() < self.keeping {
            self.kept.push(self.taken.take(&format!("kept{}", self.keeping)));
        }
        self.kept[self.keeping - 1].clone()
    }
}
