//! What an engine did, as it tells it itself, to be stored and shown.
//!
//! While an engine runs it tells steps of its own kind ([`Step`](super::Step)); a [`Recorder`] keeps them. Afterwards the engine turns
//! them into its [`Account`]: steps with numbers and names in the place of what its run was made of, which say themselves as JSON, as
//! sentences, and as a drawing of what was known after each. Whoever stores and shows that names no engine.

mod drawing;
mod lemma;
mod predicates;
mod reached;
mod recorder;
mod scene;

pub use drawing::{
    Arrow, Drawing, Extent, LONGEST_LABEL, LONGEST_NAME, MOST_LABELS, Mark, Node, Plan, call_graph, call_plan, calls,
    elided,
};
pub(crate) use lemma::lemma_text;
pub use predicates::{StepKind, StepPredicate, predicate_drawing, predicate_plan};
pub use reached::Reached;
pub use recorder::Recorder;
pub use scene::{Rule, Scene, State, StateKind, Symbol, System, Target};

use super::event::Told;
use crate::lang::program::Program;
use crate::pds::SymbolicPds;
use serde::Serialize;
use std::any::Any;
use std::fmt;

/// A step in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sentence {
    /// What happens, in a sentence.
    pub text: String,
    /// Whether it follows from an earlier step, and stands below it.
    pub follows: bool,
    /// What is to be said besides, a line each.
    pub below: Vec<String>,
}

impl From<String> for Sentence {
    fn from(text: String) -> Sentence {
        Sentence { text, ..Sentence::default() }
    }
}

/// A step as an account has it. As JSON it is an object with its name as `event`.
pub trait AccountStep: Serialize + Clone + fmt::Debug + Send + Sync + 'static {
    /// Steps in words, from the first one on.
    fn sentences(steps: &[Self], scene: Scene<'_>) -> Vec<Sentence>;

    /// What is drawn of all steps together: the nodes, and how they hang together.
    fn plan(steps: &[Self], scene: Scene<'_>) -> Plan;

    /// What was known after some steps, with marks for what the last of them is about.
    fn drawing(steps: &[Self], scene: Scene<'_>) -> Drawing;

    /// Changes its long texts.
    fn shorten(&mut self, shorter: &mut dyn FnMut(&str) -> String) {
        let _ = shorter;
    }
}

/// What an engine did: its steps, in order. As JSON it is a list.
pub trait Account: erased_serde::Serialize + fmt::Debug + Any + Send + Sync {
    /// How many steps there are.
    fn steps(&self) -> usize;

    /// Each step in words.
    fn sentences(&self, scene: Scene<'_>) -> Vec<Sentence>;

    /// What is drawn of all steps together.
    fn plan(&self, scene: Scene<'_>) -> Plan;

    /// What was known after the first `steps` steps, with marks for what the last of them is about.
    fn drawing(&self, scene: Scene<'_>, steps: usize) -> Drawing;

    /// The first `steps` steps, with other texts in the place of long ones.
    fn shortened(&self, steps: usize, shorter: &mut dyn FnMut(&str) -> String) -> Box<dyn Account>;
}

erased_serde::serialize_trait_object!(Account);

impl<S: AccountStep> Account for Vec<S> {
    fn steps(&self) -> usize {
        self.len()
    }

    fn sentences(&self, scene: Scene<'_>) -> Vec<Sentence> {
        S::sentences(self, scene)
    }

    fn plan(&self, scene: Scene<'_>) -> Plan {
        S::plan(self, scene)
    }

    fn drawing(&self, scene: Scene<'_>, steps: usize) -> Drawing {
        S::drawing(&self[..steps.min(self.len())], scene)
    }

    fn shortened(&self, steps: usize, shorter: &mut dyn FnMut(&str) -> String) -> Box<dyn Account> {
        let mut kept = self[..steps.min(self.len())].to_vec();
        kept.iter_mut().for_each(|step| step.shorten(shorter));
        Box::new(kept)
    }
}

/// What an engine needs to name what its steps are about.
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    /// The name under which the engine answered.
    pub engine: &'a str,
    /// The program.
    pub program: &'a Program,
    /// The system that the engine worked on.
    pub pds: &'a SymbolicPds,
    /// How many targets there were.
    pub targets: usize,
}

/// What an engine makes of its steps.
#[derive(Debug)]
pub struct Accounted {
    /// The states of its automaton, if it makes one.
    pub states: Vec<State>,
    /// The steps.
    pub account: Box<dyn Account>,
}

/// What an engine did on the rules of an explicit system as they are.
#[derive(Debug)]
pub struct OnRules {
    /// The name under which logs have it.
    pub engine: &'static str,
    /// What it makes of its steps.
    pub accounted: Accounted,
    /// How many steps followed that were not kept.
    pub left_out: u64,
    /// The names of the stack symbols, those in the middle of rules behind the system's own.
    pub symbols: Vec<String>,
}

/// How an engine's runs are told.
#[derive(Clone, Copy, Debug)]
pub struct Telling {
    /// Turns what it told into its account.
    pub account: fn(&[Told], &Ground<'_>) -> Accounted,
    /// The JSON schema of a step: one of its kinds.
    pub schema: fn(&mut schemars::SchemaGenerator) -> schemars::Schema,
    /// Its part of the page that shows a run.
    pub page: Page,
}

/// An engine's part of a page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// A pane, as HTML.
    pub pane: &'static str,
    /// What it does, as scripts.
    pub scripts: &'static [&'static str],
}

impl Telling {
    /// Of an engine that tells no steps: which targets it reaches is all.
    pub const OF_TARGETS: Telling =
        Telling { account: reached::account, schema: reached::schema, page: Page { pane: "", scripts: &[] } };
}
