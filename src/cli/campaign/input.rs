//! What engines are run on.

use crate::cli::input;
use bpcheck::Source;
use bpcheck::campaign::contestant::Question;
use bpcheck::campaign::expected::{self, Expected, List};
use std::path::PathBuf;

/// An input, and what is known of it before any run.
pub struct Input {
    pub path: PathBuf,
    pub name: String,
    pub sha256: Option<String>,
    pub expected: Expected,
    /// What is asked about it, as flags.
    pub about: Vec<String>,
}

impl Input {
    /// What is known of a file, and what is asked about it, its own properties or something else; right answers may stand in a list. One that cannot be read is for the engines to refuse.
    pub fn read(
        path: PathBuf,
        list: Option<&List>,
        asks_its_own: bool,
        about: impl Fn(&Expected) -> Vec<String>,
    ) -> Input {
        let name = input::name(&path);
        let text = if path.is_file() { std::fs::read(&path).ok() } else { None };
        let expected = expected::of(&path, text.as_deref().unwrap_or_default(), list, asks_its_own);
        let sha256 = text.map(|text| Source::new(name.as_str(), text).sha256().to_string());
        let about = about(&expected);
        Input { path, name, sha256, expected, about }
    }

    /// A run on it that is about to begin.
    pub fn question(&self, round: u32) -> Question<'_> {
        Question {
            path: &self.path,
            name: &self.name,
            sha256: self.sha256.as_deref(),
            expected: &self.expected,
            about: &self.about,
            round,
        }
    }
}
