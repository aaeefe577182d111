//! Strongly connected components.

use super::Automaton;

/// For each state the number of its component; a component's number is greater than those of the components that it leads to. (Tarjan, SIAM
/// J. Comput. 1972, with the stack of calls on the heap.)
pub(super) fn components(automaton: &Automaton) -> Vec<usize> {
    const UNSEEN: usize = usize::MAX;
    let count = automaton.states.len();
    let (mut components, mut lowest, mut order) = (vec![UNSEEN; count], vec![UNSEEN; count], vec![UNSEEN; count]);
    let (mut seen, mut done) = (0, 0);
    let mut on_path = Vec::new();
    for root in 0..count {
        // Each call is a state, and the edge that it is at.
        let mut calls = if order[root] == UNSEEN { vec![(root, 0)] } else { Vec::new() };
        while let Some(&mut (state, ref mut edge)) = calls.last_mut() {
            if *edge == 0 {
                (order[state], lowest[state]) = (seen, seen);
                seen += 1;
                on_path.push(state);
            } else {
                let before = automaton.states[state].edges[*edge - 1].to;
                if components[before] == UNSEEN {
                    lowest[state] = lowest[state].min(lowest[before]);
                }
            }
            // Edges to states that are done, or on the path already, need no call.
            let next = automaton.states[state].edges.get(*edge).map(|edge| edge.to);
            *edge += 1;
            match next {
                Some(next) if order[next] == UNSEEN => calls.push((next, 0)),
                Some(_) => {}
                None => {
                    calls.pop();
                    if lowest[state] == order[state] {
                        while let Some(member) = on_path.pop() {
                            components[member] = done;
                            if member == state {
                                break;
                            }
                        }
                        done += 1;
                    }
                }
            }
        }
    }
    components
}
