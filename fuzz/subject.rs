//! The program about which traces and certificates speak, with the answers to all its properties.

use bpcheck::lang::program::property::Property;
use bpcheck::pipeline::{Decided, Loaded, decide, load};
use bpcheck::outcome::Verdict;
use bpcheck::{Options, Source};
use std::sync::OnceLock;

/// The program with what is known of it.
pub struct Subject {
    /// The program.
    pub loaded: Loaded,
    /// The SHA-256 of its text.
    pub sha256: String,
    violated: Vec<(Property, bool)>,
}

impl Subject {
    /// The only one; it is checked when it is first asked for.
    pub fn get() -> &'static Subject {
        static SUBJECT: OnceLock<Subject> = OnceLock::new();
        SUBJECT.get_or_init(|| {
            let source = Source::new("subject.bp", include_str!("subject.bp"));
            let options = Options::default().with_all(true).with_engine("explicit".parse().expect("an engine"));
            let loaded = load(&source, &options).expect("a program");
            let Decided { outcome, .. } = decide(&loaded, &options, &mut bpcheck::engine::Silent).expect("answers");
            let violated = outcome.decisions.into_iter().map(|decision| match decision.verdict {
                Verdict::Unsafe(_) => (decision.property, true),
                Verdict::Safe(_) => (decision.property, false),
                Verdict::Unknown(reason) => panic!("{reason}"),
            });
            Subject { sha256: source.sha256().to_string(), violated: violated.collect(), loaded }
        })
    }

    /// Whether a run violates the property.
    pub fn is_violated(&self, property: &Property) -> bool {
        self.violated.iter().any(|(own, violated)| own == property && *violated)
    }
}
