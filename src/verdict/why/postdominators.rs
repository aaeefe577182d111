//! Where all ways from a point to the end pass.

use crate::lang::program::Point;

/// The immediate postdominators, by the algorithm of Cooper, Harvey and Kennedy ("A simple, fast dominance algorithm", 2001) on the reversed graph
/// `back`, in which all returns come from one point more.
pub(super) fn postdominators(next: &[Vec<Point>], back: &[Vec<usize>]) -> Vec<Option<usize>> {
    let exit = next.len();
    let order = postorder(back, exit);
    let mut number = vec![usize::MAX; exit + 1];
    order.iter().enumerate().for_each(|(index, &point)| number[point] = index);
    let mut found: Vec<Option<usize>> = vec![None; exit + 1];
    found[exit] = Some(exit);
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for &point in order.iter().rev().skip(1) {
            let is_return = next[point].is_empty();
            let targets = next[point].iter().map(|to| to.0 as usize).chain(is_return.then_some(exit));
            let common =
                targets.filter(|&to| found[to].is_some()).reduce(|one, other| meet(&found, &number, one, other));
            if found[point] != common {
                found[point] = common;
                changed = true;
            }
        }
    }
    found.truncate(exit);
    found
}

/// The nearest point that both have above them.
fn meet(found: &[Option<usize>], number: &[usize], mut one: usize, mut other: usize) -> usize {
    while one != other {
        let lower = if number[one] < number[other] { &mut one } else { &mut other };
        match found[*lower] {
            Some(above) => *lower = above,
            None => return *lower,
        }
    }
    one
}

/// The points that are reached backwards from `start`, each after those reached from it.
pub(super) fn postorder(back: &[Vec<usize>], start: usize) -> Vec<usize> {
    let mut order = Vec::new();
    let mut seen = vec![false; back.len()];
    let mut stack = vec![(start, 0)];
    seen[start] = true;
    while let Some((point, at)) = stack.last_mut() {
        match back[*point].get(*at) {
            Some(&from) => {
                *at += 1;
                if !std::mem::replace(&mut seen[from], true) {
                    stack.push((from, 0));
                }
            }
            None => {
                order.push(*point);
                stack.pop();
            }
        }
    }
    order
}
