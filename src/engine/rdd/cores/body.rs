//! What the body of one instance refutes, and why.

use super::Cores;
use crate::budget::{Budget, StopReason};
use crate::engine::NoProof;
use crate::engine::rdd::premise::Cube;
use crate::logic::formula::Formula;
use crate::logic::query::Reply;
use crate::summaries::instances::known::Known;
use crate::summaries::instances::store::Store;
use crate::summaries::instances::tree::NodeId;

impl Cores<'_> {
    /// With blocked leaves, a lemma that was found of another instance and excludes a point of this one, too.
    pub(super) fn known(
        &mut self,
        known: &mut Known<'_>,
        node: NodeId,
        point: &[(usize, bool)],
        budget: &Budget,
    ) -> Result<Option<Cube>, StopReason> {
        if self.blocked.is_empty() {
            return Ok(None);
        }
        let predicate = self.interfaces[node].predicate;
        let cubes = self.cubes.get(&predicate).into_iter().flatten();
        let fits = |cube: &&Cube| cube.iter().all(|&(argument, value)| point[argument].1 == value);
        for cube in cubes.filter(fits).cloned().collect::<Vec<_>>() {
            if self.refuted(known, node, &cube, budget)?.is_some() {
                return Ok(Some(cube));
            }
        }
        Ok(None)
    }

    /// Those of the values of a point that its body refutes, few of them.
    pub(super) fn core(
        &mut self,
        known: &mut Known<'_>,
        node: NodeId,
        point: Cube,
        budget: &Budget,
    ) -> Result<Cube, NoProof> {
        // What is left behind is said of last, so that values at the entry, which tell depths apart, are left out first.
        let point: Cube = point.into_iter().rev().collect();
        let Some(mut core) = self.refuted(known, node, &point, budget)? else {
            return Err(NoProof::NotInductive);
        };
        // From behind, as many at once as could be left out the last time, twice as many then; half as many if that is too much.
        let (mut kept, mut step) = (0, core.len().div_ceil(2));
        while kept < core.len() {
            let from = core.len() - kept;
            let begin = from.saturating_sub(step);
            let fewer: Cube = core[..begin].iter().chain(&core[from..]).copied().collect();
            match self.refuted(known, node, &fewer, budget)? {
                Some(smaller) => {
                    kept = smaller.iter().filter(|literal| core[from..].contains(literal)).count();
                    core = smaller;
                    step *= 2;
                }
                None if step == 1 => kept += 1,
                None => step = step.min(from).div_ceil(2),
            }
        }
        Ok(core)
    }

    /// Those of some values that the body of a node refutes if it refutes them.
    fn refuted(
        &mut self,
        known: &mut Known<'_>,
        node: NodeId,
        cube: &[(usize, bool)],
        budget: &Budget,
    ) -> Result<Option<Cube>, StopReason> {
        let body = known.relations.body(self.interfaces[node].predicate);
        let mut asked = vec![body.run];
        if let (false, Some(expanded)) = (self.blocked.is_empty(), &self.tree.nodes[node].expanded) {
            for (atom, child) in body.atoms.iter().zip(expanded.children.clone()) {
                asked.extend(self.blocked.contains(&child).then_some(!atom.guard));
                asked.extend(self.obeyed.get(&child));
            }
        }
        let value = |&(argument, value): &(usize, bool)| {
            let formula = body.arguments[argument];
            if value { formula } else { !formula }
        };
        asked.extend(cube.iter().map(value));
        let (query, _) = self.queries.of(body.own);
        match query.ask_within(&known.relations.graph.formulas, &asked, budget, None)? {
            Reply::Yes(_) | Reply::NotKnown => Ok(None),
            Reply::No(core) => {
                Ok(Some(cube.iter().copied().filter(|literal| core.contains(&value(literal))).collect()))
            }
        }
    }

    /// Gives the body of a node the lemmas of its atoms that it has not.
    pub(super) fn read(&mut self, known: &mut Known<'_>, store: &Store, node: NodeId) {
        let predicate = self.interfaces[node].predicate;
        let Cores { blocked, cubes, queries, .. } = self;
        let atoms = known.relations.body(predicate).atoms.len();
        let (query, read) = queries.of(predicate);
        read.resize(atoms, (0, 0));
        for (index, (stored, found)) in read.iter_mut().enumerate() {
            let atom = known.relations.body(predicate).atoms[index].clone();
            let arguments = known.arguments(atom.predicate);
            let graph = &mut known.relations.graph;
            let summaries = store.of(atom.predicate);
            for summary in &summaries[*stored..] {
                let pairs = arguments.iter().copied().zip(atom.arguments.iter().copied());
                let lemma = graph.replaced(summary.lemma, pairs);
                let obeyed = graph.formulas.implies(atom.guard, lemma);
                query.assert(&graph.formulas, obeyed);
            }
            *stored = summaries.len();
            let cubes = cubes.get(&atom.predicate).filter(|_| blocked.is_empty()).map_or(&[][..], Vec::as_slice);
            for cube in &cubes[*found..] {
                let lemma = excluded(known, &atom.arguments, cube);
                let formulas = &mut known.relations.graph.formulas;
                let obeyed = formulas.implies(atom.guard, lemma);
                query.assert(formulas, obeyed);
            }
            *found = cubes.len();
        }
    }
}

/// That arguments are not in a cube.
pub(super) fn excluded(known: &mut Known<'_>, arguments: &[Formula], cube: &[(usize, bool)]) -> Formula {
    let formulas = &mut known.relations.graph.formulas;
    cube.iter().fold(Formula::FALSE, |any, &(argument, value)| {
        let argument = arguments[argument];
        formulas.or(any, if value { !argument } else { argument })
    })
}
