//! The engine, for one program.

use super::domain::predicates::Predicates;
use super::domain::values::Values;
use super::options::{Blocks, DomainKind, Options, ROW};
use super::precision::Precision;
use super::rounds::Rounds;
use super::stats::BamStats;
use crate::budget::Budget;
use crate::engine::{Engine, Findings, Observer, Question, Setup, Stats};
use crate::pds::passes::{Pass, PassSet};
use crate::relational::frames::Vertex;
use std::collections::BTreeMap;

/// Block abstraction, for one program.
#[derive(Clone, Debug)]
pub struct Bam {
    /// With these options.
    pub options: Options,
    /// Variables that stand first in the order.
    pub listed: Vec<Vertex>,
    /// The names of variables.
    pub names: BTreeMap<Vertex, String>,
}

impl Engine for Bam {
    fn name(&self) -> &'static str {
        self.options.name()
    }

    /// All but compaction: images take the updates of a rule one by one, and its rules are wider. Nobody has measured whether they are worth it here.
    fn passes(&self, wanted: PassSet) -> PassSet {
        let wanted = wanted.without(Pass::Compaction);
        match self.options.blocks {
            Blocks::Procedures => wanted,
            Blocks::Loops => wanted.with(Pass::Outline),
        }
    }

    fn run(&mut self, question: &Question<'_>, budget: &Budget, observer: &mut dyn Observer) -> Findings {
        let precision = Precision::new(question.system, self.options.precision);
        let rules = Predicates::new(question.system, &precision, &self.listed, self.options.order, budget);
        let mut rounds = Rounds::new(&self.options, question, precision, budget, observer);
        let ended = match self.options.domain {
            DomainKind::Predicates => rules.and_then(|rules| rounds.over(rules)),
            DomainKind::Values => rules.and_then(|rules| rounds.over(Values::new(rules))),
        };
        let (found, precision) = rounds.end(ended);
        let amount = precision.amount();
        let remark = format!("tracked: {} of {} variables", amount.variables, amount.all_variables);
        let stats = BamStats { counts: found.counts, amount, names: self.named(&precision), cost: found.cost };
        let stats = Stats::of(ROW.name, &stats).with_remark(remark);
        Findings { targets: found.targets, proof: found.proof, learnt: None, stats }
    }
}

impl Bam {
    /// The names of the variables that are tracked.
    fn named(&self, precision: &Precision<'_>) -> Vec<String> {
        let mut variables: Vec<Vertex> = precision.variables().into_iter().collect();
        variables.sort_unstable();
        variables.into_iter().filter_map(|vertex| self.names.get(&vertex).cloned()).collect()
    }
}
