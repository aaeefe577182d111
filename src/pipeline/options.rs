//! What is asked.

use super::phases::Stopwatch;
use super::temporal::Temporal;
use crate::budget::Budget;
use crate::engine::registry::Registry;
use crate::engine::{Extent, Given, Selection};
use crate::lang::program::companion::Companions;
use crate::lang::program::property::LabelRequest;
use crate::lang::syntax::Manner;
use crate::pds::passes::PassSet;
use crate::verdict::summaries::Summaries;
use std::sync::Arc;

/// What to check, and how.
///
/// ```
/// use bpcheck::{Options, budget::Budget};
///
/// let options = Options::default().with_all(true).with_budget(Budget::unlimited().with_nodes(1_000_000));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// How the text is read.
    pub manner: Manner,
    /// The procedure in which runs begin; `None`: `main`.
    pub entry: Option<String>,
    /// The maps that lie beside the program; they change what traces say of it, and nothing else.
    pub companions: Companions,
    /// Whether names such as `x_0` and `x_1` are those of the bits of a number, even if the program does not say so; that changes
    /// what is shown, and nothing else.
    pub words: bool,
    /// Labels to check instead of the default properties.
    pub labels: Vec<LabelRequest>,
    /// Formulas about runs that never end, to check instead of the default properties.
    pub temporal: Temporal,
    /// The numbers of the properties that are asked, from 1; all, if it is empty.
    pub only: Vec<usize>,
    /// Whether each property is to be decided, or only the first violation found.
    pub all: bool,
    /// Which engine decides, or that several try.
    pub engine: Selection,
    /// Whether other engines decide the same properties, too.
    pub cross_check: bool,
    /// What becomes of SAFE: whether it is certified.
    pub certificates: Certificates,
    /// Whether it is found out what the proofs of SAFE need of the program.
    pub explain_safe: bool,
    /// What is known of another version of the program, if what is known of this one is to be remembered; nothing of it need hold.
    pub recall: Option<Arc<Summaries>>,
    /// Whether a violation that is found is replaced by one with the fewest steps.
    pub shortest: bool,
    /// How many more violations of each property that is violated are looked for, which go other ways.
    pub another: usize,
    /// Which passes run before the engine, if it wants them.
    pub passes: PassSet,
    /// Options for each engine that has them: for those that help or are asked, too, beside the one that decides.
    pub given: Vec<Given>,
    /// The engines that there are: who takes part in `auto`, and who is asked for second opinions.
    pub registry: Registry,
    /// The limits.
    pub budget: Budget,
    /// What times the parts of the check.
    pub stopwatch: Stopwatch,
}

impl Options {
    pub(super) fn extent(&self) -> Extent {
        if self.all { Extent::All } else { Extent::First }
    }

    /// Sets [`Options::manner`].
    pub fn with_manner(self, manner: Manner) -> Options {
        Options { manner, ..self }
    }

    /// Sets [`Options::entry`].
    pub fn with_entry(self, entry: Option<String>) -> Options {
        Options { entry, ..self }
    }

    /// Sets [`Options::companions`].
    pub fn with_companions(self, companions: Companions) -> Options {
        Options { companions, ..self }
    }

    /// Sets [`Options::words`].
    pub fn with_words(self, words: bool) -> Options {
        Options { words, ..self }
    }

    /// Sets [`Options::labels`].
    pub fn with_labels(self, labels: Vec<LabelRequest>) -> Options {
        Options { labels, ..self }
    }

    /// Sets [`Options::temporal`].
    pub fn with_temporal(self, temporal: Temporal) -> Options {
        Options { temporal, ..self }
    }

    /// Sets [`Options::only`].
    pub fn with_only(self, only: Vec<usize>) -> Options {
        Options { only, ..self }
    }

    /// Sets [`Options::all`].
    pub fn with_all(self, all: bool) -> Options {
        Options { all, ..self }
    }

    /// Sets [`Options::engine`].
    pub fn with_engine(self, engine: Selection) -> Options {
        Options { engine, ..self }
    }

    /// Sets [`Options::cross_check`].
    pub fn with_cross_check(self, cross_check: bool) -> Options {
        Options { cross_check, ..self }
    }

    /// Sets [`Options::certificates`].
    pub fn with_certificates(self, certificates: Certificates) -> Options {
        Options { certificates, ..self }
    }

    /// Sets [`Options::explain_safe`].
    pub fn with_explain_safe(self, explain_safe: bool) -> Options {
        Options { explain_safe, ..self }
    }

    /// Sets [`Options::recall`].
    pub fn with_recall(self, recall: Option<Arc<Summaries>>) -> Options {
        Options { recall, ..self }
    }

    /// Sets [`Options::shortest`].
    pub fn with_shortest(self, shortest: bool) -> Options {
        Options { shortest, ..self }
    }

    /// Sets [`Options::another`].
    pub fn with_another(self, another: usize) -> Options {
        Options { another, ..self }
    }

    /// Sets [`Options::passes`].
    pub fn with_passes(self, passes: PassSet) -> Options {
        Options { passes, ..self }
    }

    /// Sets [`Options::given`].
    pub fn with_given(self, given: Vec<Given>) -> Options {
        Options { given, ..self }
    }

    /// Sets [`Options::registry`].
    pub fn with_registry(self, registry: Registry) -> Options {
        Options { registry, ..self }
    }

    /// Sets [`Options::budget`].
    pub fn with_budget(self, budget: Budget) -> Options {
        Options { budget, ..self }
    }

    /// Sets [`Options::stopwatch`].
    pub fn with_stopwatch(self, stopwatch: Stopwatch) -> Options {
        Options { stopwatch, ..self }
    }
}

/// Whether SAFE is certified.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Certificates {
    /// Where it can be done within the limits.
    #[default]
    Wanted,
    /// Never: it is said on the word of the engine.
    Unwanted,
    /// Or else it is not said.
    Required,
}
