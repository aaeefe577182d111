//! How control goes through a procedure: blocks, and jumps where they do not do.

use super::blocks::{Block, Shape, shape};
use super::body::Body;
use super::expression::{ANY, constant, is_plain};
use crate::lang::program::{Kind, Place, Point};

/// What is to be done when a block ends.
enum Ending {
    Body,
    Fi,
    Od,
    Else(Block),
}

impl Body<'_> {
    /// Writes all of it.
    pub(crate) fn write(&mut self) {
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
            if self.statement(place, statement.kind) {
                self.go_on(statement.next, block);
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
                self.jump_if(&condition, &jump);
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
        for (local, name) in self.program[self.procedure].locals.iter().zip(&self.scope.locals) {
            if let Some(value) = local.init {
                self.lines.push(format_args!("{name} := {};", constant(value)));
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
            self.returns(&vec![ANY.to_string(); results]);
        }
        if let Some(label) = &self.violated {
            self.lines.push(format_args!("{label}: assume(F);"));
        }
    }
}
