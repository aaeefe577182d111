//! What the tests of engines that take turns ask.

use crate::budget::Budget;
use crate::engine::explicit::Explicit;
use crate::engine::{Engine, Extent, Finding, Question, Silent};
use crate::generate::random;
use crate::lang::cfg;
use crate::pds::{self, passes};
use crate::{Options, Source, pipeline::load};

/// Asks about all properties of so many random programs, and holds the findings against those of the referee. How many targets are reached.
pub fn random_programs(count: u64, mut found: impl FnMut(&Question<'_>) -> Vec<Finding>) -> usize {
    let mut reached = 0;
    for seed in 0..count {
        let text = random::write(&random::Options { seed, ..random::Options::default() });
        let loaded = load(&Source::new("test.bp", text.clone()), &Options::default()).expect("a program");
        let graphs = cfg::build(&loaded.program);
        let targets: Vec<_> = loaded.properties.iter().map(|p| pds::build::target(&graphs, p)).collect();
        let system = pds::build(&loaded.program, &graphs, loaded.entry);
        let budget = Budget::unlimited();
        let system = passes::run(system, &targets, passes::PassSet::NONE, &budget).expect("no limits");
        let question =
            Question { system: &system, targets: &targets, extent: Extent::All, wants_proof: true, lemmas: None };
        let expected = words(&Explicit.run(&question, &budget, &mut Silent).targets);
        assert_eq!(words(&found(&question)), expected, "{text}");
        reached += expected.iter().filter(|&&word| word == "reached").count();
    }
    reached
}

/// What is said of each target.
fn words(findings: &[Finding]) -> Vec<&'static str> {
    let word = |finding: &Finding| match finding {
        Finding::Reached(_) => "reached",
        Finding::Unreachable => "unreachable",
        Finding::Unknown(_) => "unknown",
        Finding::Lost(_) => "lost",
    };
    findings.iter().map(word).collect()
}
