//! The rank of each node: the columns of nodes are numbered from the left.

use crate::engine::account::Extent;

/// Which ends of arrows stand farther to the left: ranks of arrows, but for loops, grow from the one to the other.
pub(super) struct Ranks {
    /// The rank of each node.
    pub(super) of: Vec<usize>,
    /// For each arrow whether it goes back, to the left.
    pub(super) back: Vec<bool>,
}

/// A node stands behind the longest way to it, from the first ones on; arrows that close a circle do not count.
pub(super) fn ranks(count: usize, arrows: &[(usize, usize, Extent)], first: &[usize]) -> Ranks {
    let mut leaving = vec![Vec::new(); count];
    for (arrow, &(from, to, _)) in arrows.iter().enumerate() {
        if from != to {
            leaving[from].push((arrow, to));
        }
    }
    let mut back = vec![false; arrows.len()];
    let mut state = vec![Visit::New; count];
    let mut finished = Vec::with_capacity(count);
    for root in first.iter().copied().chain(0..count) {
        if state[root] != Visit::New {
            continue;
        }
        state[root] = Visit::Open;
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            let Some(&(arrow, to)) = leaving[node].get(*next) else {
                state[node] = Visit::Done;
                finished.push(node);
                stack.pop();
                continue;
            };
            *next += 1;
            match state[to] {
                Visit::New => {
                    state[to] = Visit::Open;
                    stack.push((to, 0));
                }
                Visit::Open => back[arrow] = true,
                Visit::Done => {}
            }
        }
    }
    let mut of = vec![0; count];
    let mut returning = vec![Vec::new(); count];
    for (arrow, &(from, to, _)) in arrows.iter().enumerate() {
        if back[arrow] {
            returning[to].push(from);
        }
    }
    // What is finished last stands before all that it leads to. What an arrow goes back from stands behind where it leads, too.
    for &node in finished.iter().rev() {
        let ahead = leaving[node].iter().filter(|(arrow, _)| !back[*arrow]).map(|&(_, to)| to);
        for to in ahead.chain(returning[node].iter().copied()) {
            of[to] = of[to].max(of[node] + 1);
        }
    }
    Ranks { of, back }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    New,
    Open,
    Done,
}
