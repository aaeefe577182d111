//! The same columns in another order.

use super::{Copies, Frames, Register};
use crate::logic::bdd::Column;
use std::collections::BTreeSet;

impl Frames {
    /// The columns that stay side by side in any order, from top to bottom: those of a variable, of a result register, or a
    /// choice.
    pub fn blocks(&self) -> Vec<Vec<Column>> {
        let variables = self.globals().chain(self.locals());
        let variables = variables.map(|copies| copies.entered.into_iter().chain([copies.next, copies.now]).collect());
        let registers = self.results.iter().flatten().flatten().map(|register| vec![register.left, register.now]);
        let choices = self.choices.iter().map(|&choice| vec![choice]);
        let blocks: BTreeSet<Vec<Column>> = variables.chain(registers).chain(choices).collect();
        blocks.into_iter().collect()
    }

    /// The same with the blocks in another order, given by their indices.
    pub fn reordered(&self, order: &[usize]) -> Frames {
        let blocks = self.blocks();
        let mut place = vec![Column(0); self.columns];
        let columns = order.iter().flat_map(|&block| &blocks[block]);
        columns.zip(0..).for_each(|(column, at)| place[column.index()] = Column(at));
        let moved = |column: Column| place[column.index()];
        let copies = |c: Copies| Copies { entered: c.entered.map(moved), next: moved(c.next), now: moved(c.now) };
        let register = |register: Register| Register { left: moved(register.left), now: moved(register.now) };
        let all_copies = |list: &Vec<Option<Copies>>| list.iter().map(|one| one.map(copies)).collect();
        let all_registers = |list: &Vec<Option<Register>>| list.iter().map(|one| one.map(register)).collect();
        Frames {
            globals: all_copies(&self.globals),
            locals: self.locals.iter().map(all_copies).collect(),
            results: self.results.iter().map(all_registers).collect(),
            choices: self.choices.iter().copied().map(moved).collect(),
            columns: self.columns,
        }
    }
}
