//! Two neighbouring columns change places.

use super::{Forest, Node};

impl Forest {
    /// Puts the variable at a level below the one behind it. Linear in the nodes of both.
    ///
    /// A node of the upper variable x that does not lead to the lower one y is as good below. Any other becomes a node of y in
    /// place, so that nobody above need know: x ? (y ? a : b) : (y ? c : d) is y ? (x ? a : c) : (x ? b : d).
    pub(super) fn swap(&mut self, level: usize) {
        let [x, y] = [self.order[level], self.order[level + 1]];
        self.order.swap(level, level + 1);
        let upper = &self.tables[x as usize];
        self.work += 1 + upper.len();
        let leads = |child: u32| self.nodes[child as usize].variable == y;
        let crossing = upper.iter().filter(|(children, _)| children.iter().any(|&child| leads(child)));
        let crossing: Vec<([u32; 2], u32)> = crossing.map(|(&children, &at)| (children, at)).collect();
        for (children, _) in &crossing {
            self.tables[x as usize].remove(children);
        }
        for (children, at) in crossing {
            let [low, high] = children.map(|child| self.halves(child, y));
            let made = [0, 1].map(|value| {
                let half = self.node(x, [low[value], high[value]]);
                self.nodes[half as usize].parents += 1;
                half
            });
            let node = &mut self.nodes[at as usize];
            *node = Node { variable: y, children: made, ..*node };
            self.tables[y as usize].insert(made, at);
            children.into_iter().for_each(|child| self.leave(child));
        }
    }

    /// A function where a variable, which it tests first if at all, is false, and where it is true.
    fn halves(&self, at: u32, variable: u32) -> [u32; 2] {
        let node = self.nodes[at as usize];
        if node.variable == variable { node.children } else { [at, at] }
    }
}
