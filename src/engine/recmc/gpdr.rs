//! The search without facts: generalised property-directed reachability (K. Hoder, N. Bjørner, "Generalized property directed reachability", SAT
//! 2012), as 2014-komuravelli compares itself with it.
//!
//! A run of a body gives a point for each atom that it takes. They are asked about one after the other; if all are real the run is, and whoever asked uses that
//! answer once. Nothing of it is kept, so the same point is asked about again and again: on `doubling` 2^N times.

use super::child;
use super::clauses::Level;
use super::cube::Cube;
use super::knowledge::plain;
use super::options::Must;
use super::oracle::{Assumed, Found, Reply};
use super::search::{Answer, Search};
use crate::budget::StopReason;
use crate::summaries::predicate::PredicateId;

/// A question that is being answered.
struct Frame {
    predicate: PredicateId,
    cube: Cube,
    level: Level,
    /// A run, with the atoms that are still to be asked about, the next one last.
    run: Option<(Found, Vec<usize>)>,
}

/// Whether a predicate has a real point in a cube, within the bound of the search.
pub(super) fn answer(
    search: &mut Search<'_, '_>,
    (root, cube): (PredicateId, &Cube),
    limit: Option<u64>,
    obligations: &mut u64,
) -> Result<Answer, StopReason> {
    let mut open = vec![Frame { predicate: root, cube: cube.clone(), level: search.bound, run: None }];
    let mut last = None;
    while let Some(top) = open.last_mut() {
        if limit.is_some_and(|limit| *obligations >= limit) {
            return Ok(Answer::GivenUp);
        }
        match (last.take(), &mut top.run) {
            // The atom is real: so is the run, if the others are.
            (Some(Answer::Real(fact)), Some((found, left))) => {
                left.pop().into_iter().for_each(|index| found.covered[index] = Some(fact));
            }
            (_, run) => *run = None,
        }
        if top.run.is_none() {
            search.known.stats.may += 1;
            let asked = plain(&top.cube, top.level, Assumed::Bounded);
            match search.known.ask(top.predicate, &asked, search.budget)? {
                Reply::No(core) => {
                    let (predicate, level) = (top.predicate, top.level);
                    search.learn(predicate, core, level)?;
                    last = Some(Answer::Blocked);
                    open.pop();
                    continue;
                }
                Reply::Yes(mut found) => {
                    found.covered = vec![None; found.taken.len()];
                    let taken = (0..found.taken.len()).rev().filter(|&index| found.taken[index]).collect();
                    top.run = Some((found, taken));
                }
            }
        }
        let Some((found, left)) = &top.run else { continue };
        let (predicate, level) = (top.predicate, top.level);
        match left.last() {
            Some(&index) => {
                let body = search.known.body(predicate);
                let atom = &body.atoms[index];
                let cube = child::point(&search.known.relations.graph, body, found, index);
                let (predicate, level) = (atom.predicate, level - u32::from(atom.is_recursive));
                *obligations += 1;
                search.asked(&cube, predicate, level);
                open.push(Frame { predicate, cube, level, run: None });
            }
            None => {
                let fact = search.known.make_fact(predicate, found, Must::Off);
                search.tell_fact(predicate, fact);
                last = Some(Answer::Real(fact));
                open.pop();
            }
        }
    }
    Ok(last.unwrap_or(Answer::Blocked))
}
