//! What the program of a pushdown system has to do with the system.

use std::collections::BTreeMap;

/// What the numbers and the lines of a program stand for that was made of a pushdown system. A configuration of the system is a place of the program; between two of
/// them the program is at places that are none.
#[derive(Clone, Debug, Default)]
pub struct Coded {
    /// The control states: the globals of the program hold the number of one, the first of them its lowest bit.
    pub states: Vec<String>,
    /// For each of them the expression that says that it is the one; nothing if there is no other.
    pub tests: Vec<Option<String>>,
    /// The stack symbols.
    pub symbols: Vec<String>,
    /// For the line of each place that is a configuration, by its index, the symbol on top; in order.
    pub tops: Vec<(usize, usize)>,
    /// Words for sets of symbols.
    pub words: BTreeMap<String, Vec<usize>>,
}

impl Coded {
    /// The symbol on top at a place on the line with this index; `None` if it is no configuration.
    pub fn top(&self, line: usize) -> Option<usize> {
        let found = self.tops.binary_search_by_key(&line, |&(line, _)| line).ok()?;
        Some(self.tops[found].1)
    }
}
