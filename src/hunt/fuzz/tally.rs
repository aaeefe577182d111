//! Counts over many cases.

use super::evidence::Checked;
use super::examine::Examined;
use super::opinion::Word;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Counts of an engine's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The number of inputs about which it was asked.
    pub runs: u64,
    /// Properties that are SAFE.
    pub safe: u64,
    /// Properties that are UNSAFE.
    #[serde(rename = "unsafe")]
    pub violated: u64,
    /// Properties that were not decided.
    pub unknown: u64,
}

/// What came of many cases.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Counts of answers, by the name of the engine.
    pub engines: BTreeMap<String, Count>,
    /// Traces that were written, read back and replayed.
    pub traces: u64,
    /// Properties that are SAFE with a certificate that was written, read back and checked.
    pub certified: u64,
    /// Properties that are SAFE without one.
    pub uncertified: u64,
}

impl Tally {
    /// How many answers there are.
    pub(crate) fn runs(&self) -> u64 {
        self.engines.values().map(|count| count.runs).sum()
    }

    /// Adds what came of one case.
    pub(crate) fn count(&mut self, examined: &Examined) {
        for opinion in &examined.opinions {
            let count = self.row(opinion.who);
            count.runs += 1;
            for word in &opinion.words {
                match word {
                    Word::Safe => count.safe += 1,
                    Word::Unsafe => count.violated += 1,
                    Word::Unknown => count.unknown += 1,
                }
            }
        }
        let Checked { traces, certified, uncertified } = examined.evidence;
        self.traces += traces;
        self.certified += certified;
        self.uncertified += uncertified;
    }

    /// Adds what came of other cases.
    pub(crate) fn add(&mut self, other: &Tally) {
        for (name, more) in &other.engines {
            let count = self.row(name);
            count.runs += more.runs;
            count.safe += more.safe;
            count.violated += more.violated;
            count.unknown += more.unknown;
        }
        self.traces += other.traces;
        self.certified += other.certified;
        self.uncertified += other.uncertified;
    }

    fn row(&mut self, name: &str) -> &mut Count {
        self.engines.entry(name.to_string()).or_default()
    }
}
