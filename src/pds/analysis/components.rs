//! Strongly connected components, of whatever graph: control flow, calls.

/// The strongly connected components that can be reached from the roots, successors first (R. Tarjan 1972), without
/// recursion; the vertices of a component in reverse postorder.
pub fn components(successors: &[impl AsRef<[u32]>], roots: impl IntoIterator<Item = u32>) -> Vec<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let mut number = vec![NEW; successors.len()];
    let mut low = vec![NEW; successors.len()];
    let mut done = vec![false; successors.len()];
    let (mut count, mut open, mut postorder, mut components) = (0, Vec::new(), Vec::new(), Vec::new());
    let mut finished = vec![0; successors.len()];
    let mut stack: Vec<(u32, usize)> = Vec::new();
    for root in roots {
        if number[root as usize] == NEW {
            stack.push((root, 0));
        }
        while let Some((vertex, next)) = stack.pop() {
            let v = vertex as usize;
            if next == 0 {
                (number[v], low[v]) = (count, count);
                count += 1;
                open.push(vertex);
            } else {
                let child = successors[v].as_ref()[next - 1] as usize;
                if !done[child] {
                    low[v] = low[v].min(low[child]);
                }
            }
            let children = successors[v].as_ref();
            let unseen = (next..children.len()).find(|&at| {
                let child = children[at] as usize;
                if number[child] == NEW {
                    return true;
                }
                if !done[child] {
                    low[v] = low[v].min(number[child]);
                }
                false
            });
            if let Some(at) = unseen {
                stack.push((vertex, at + 1));
                stack.push((children[at], 0));
                continue;
            }
            finished[v] = postorder.len() as u32;
            postorder.push(vertex);
            if low[v] == number[v] {
                let begin = open.iter().rposition(|&other| other == vertex).unwrap_or(0);
                let mut component = open.split_off(begin);
                component.iter().for_each(|&member| done[member as usize] = true);
                component.sort_by_key(|&member| std::cmp::Reverse(finished[member as usize]));
                components.push(component);
            }
        }
    }
    components
}
