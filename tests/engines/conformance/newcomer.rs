//! Adding an engine takes a folder and a row. Here is one that knows nothing, or says so much as SAFE without a proof: everything that reads the
//! registry takes it as it is.

use super::*;
use bpcheck::budget::StopReason;
use bpcheck::engine::account::{
    AccountStep, Accounted, Drawing, Ground, Mark, Page, Plan, Scene, Sentence, Telling, call_graph, call_plan,
};
use bpcheck::engine::registry::{Auto, Capabilities, Column, Hunt, Means, OptionRow, Registry, Role, Row, Tables};
use bpcheck::engine::{
    Engine, Event, Finding, Findings, Given, Observer, Question, Refused, Setup, SpecError, Stats, Told,
};
use bpcheck::explain;
use bpcheck::lang::program::Program;
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pipeline::Certificates;
use bpcheck::report::check::json;
use bpcheck::report::check::{Ending, FileReport, Resources};
use bpcheck::report::explain::picture::Picture;
use bpcheck::report::explain::text;
use schemars::JsonSchema;
use serde::Serialize;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

static ROW: Row = Row {
    name: "shrug",
    variants: &["shrug"],
    also: &[],
    about: "knows nothing",
    options: &[
        OptionRow { name: "times", is_flag: true, values: &["1", "2"], about: "`:times=N` says so N times" },
        OptionRow { name: "mood", is_flag: true, values: &["hopeful"], about: "`:mood=hopeful` says that all is well" },
    ],
    setup: || Box::new(Shrug { times: 1, is_hopeful: false }),
    means: Means::States,
    can: Capabilities { proves: false, finds_traces: false, decides_all: false, takes_rules: false, remembers: false },
    auto: Some(Auto { role: Role::Joins { after: 1 }, spec: "shrug", pace: 100, share: 1, effort: None, with: &[] }),
    is_cross_checked: true,
    hunt: Hunt { is_referee: false, always: &[], rarely: &[] },
    compared: Some((9, "shrug")),
    nearest: None,
    heads: None,
    repeats: None,
    columns: &[Column { spec: "shrug", tables: Tables::Only(&["bebop"]) }],
    stands_for: &[],
    telling: Telling { account, schema: Shrugged::json_schema, page: Page { pane: "", scripts: &[] } },
    decides_real: &[],
};

/// The engine, which is its options.
#[derive(Clone, Debug)]
struct Shrug {
    times: usize,
    is_hopeful: bool,
}

impl Setup for Shrug {
    fn name(&self) -> &'static str {
        ROW.name
    }

    fn set(&mut self, option: &str) -> Result<(), Refused> {
        if option == "mood=hopeful" {
            self.is_hopeful = true;
            return Ok(());
        }
        let times = option.strip_prefix("times=").and_then(|times| times.parse().ok());
        self.times = times.ok_or(Refused::Unknown)?;
        Ok(())
    }

    fn engine(&self, _: &Program) -> Result<Box<dyn Engine + Send>, String> {
        Ok(Box::new(self.clone()))
    }

    fn boxed(&self) -> Box<dyn Setup> {
        Box::new(self.clone())
    }
}

impl fmt::Display for Shrug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(ROW.name)?;
        if self.times != 1 {
            write!(f, ":times={}", self.times)?;
        }
        f.write_str(if self.is_hopeful { ":mood=hopeful" } else { "" })
    }
}

impl Engine for Shrug {
    fn name(&self) -> &'static str {
        ROW.name
    }

    fn run(&mut self, question: &Question<'_>, _: &Budget, observer: &mut dyn Observer) -> Findings {
        (0..self.times).for_each(|time| observer.event(&Event::Step(&Shrugged::Shrugged { time })));
        let finding = match self.is_hopeful {
            true => Finding::Unreachable,
            false => Finding::Unknown(StopReason::Unsupported("everything".into())),
        };
        let stats = Stats::of(ROW.name, &serde_json::json!({ "shrugs": self.times }));
        Findings { targets: vec![finding; question.targets.len()], proof: None, learnt: None, stats }
    }
}

/// Its steps.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "event", rename_all = "snake_case")]
enum Shrugged {
    Shrugged { time: usize },
}

fn account(told: &[Told], _: &Ground<'_>) -> Accounted {
    let steps = told.iter().filter_map(|told| match told {
        Told::Step(step) => (&**step as &dyn Any).downcast_ref::<Shrugged>().cloned(),
        Told::Reached { .. } => None,
    });
    Accounted { states: Vec::new(), account: Box::new(steps.collect::<Vec<_>>()) }
}

impl AccountStep for Shrugged {
    fn sentences(steps: &[Shrugged], _: Scene<'_>) -> Vec<Sentence> {
        steps
            .iter()
            .map(|Shrugged::Shrugged { time }| format!("nothing is known for the {time}th time").into())
            .collect()
    }

    fn plan(_: &[Shrugged], scene: Scene<'_>) -> Plan {
        call_plan(scene.system)
    }

    fn drawing(steps: &[Shrugged], scene: Scene<'_>) -> Drawing {
        call_graph(scene.system, |_| (format!("{} shrugs", steps.len()), Mark::Plain))
    }
}

fn options(engine: &str) -> Options {
    let registry = Registry::standard().with(&ROW);
    let engine = registry.selection(engine).unwrap_or_else(|error| panic!("{error}"));
    Options::default().with_all(true).with_engine(engine).with_registry(registry)
}

const UNKNOWN: &str = "UNKNOWN (unsupported: everything)";

#[test]
fn it_is_named_and_has_options() {
    let registry = Registry::standard().with(&ROW);
    assert_eq!(options("shrug:times=2").engine.to_string(), "shrug:times=2");
    assert_eq!(options("shrug:times=1").engine.to_string(), "shrug");
    assert!(matches!(registry.engine("shrug:fast"), Err(SpecError::UnknownOption(..))));
    assert!(registry.engine("sigh").expect_err("there is none").to_string().ends_with(" or `shrug`"));
    assert!("shrug".parse::<EngineSpec>().is_err(), "this tool has none");
    assert_eq!(registry.compared().last_chunk(), Some(&["shrug", "auto"]));
    assert_eq!(registry.columns("bebop").last(), Some(&"shrug"));
    assert!(!registry.columns("cnf").contains(&"shrug"));
}

#[test]
fn it_is_asked_and_answers() {
    let (text, expected) = PROGRAMS[0];
    let loaded = loaded(text);
    let alone = decided(&loaded, &options("shrug"));
    assert_eq!((alone.outcome.engine, words(&alone)), ("shrug", vec![UNKNOWN.to_string(); 2]));
    // Others are asked beside it, and it beside others; what it does not know changes nothing.
    let checked = decided(&loaded, &options("shrug").with_cross_check(true));
    assert_eq!(checked.others.len(), Registry::standard().referees().count());
    let first = support::referee().to_string();
    let checked = decided(&loaded, &options(&first).with_cross_check(true));
    assert_eq!(checked.others.last().map(|other| other.engine), Some("shrug"));
    assert_eq!(words(&decided(&loaded, &options("auto"))), expected);
    // What all are given that have it, it gets.
    let given = vec![Given::Word("times=7".into())];
    let given = decided(&loaded, &options("shrug").with_given(given));
    assert_eq!(serde_json::to_value(&given.stats).expect("JSON"), serde_json::json!({ "shrug": { "shrugs": 7 } }));
}

#[test]
fn what_it_says_without_a_proof_has_no_evidence() {
    let loaded = loaded("decl a;\nvoid main()\nbegin\n  a := T;\n  assert(a);\nend\n");
    let verdict = |options: &Options| decided(&loaded, options).outcome.decisions[0].verdict.clone();
    let hopeful = options("shrug:mood=hopeful");
    let why = "shrug:mood=hopeful makes no proofs";
    assert!(matches!(verdict(&hopeful), Verdict::Safe(Evidence::None(reason)) if reason == why));
    let required = hopeful.with_certificates(Certificates::Required);
    assert!(matches!(verdict(&required), Verdict::Unknown(StopReason::NoCertificate(reason)) if reason == why));
}

#[test]
fn its_answers_are_reported() {
    let loaded = Arc::new(loaded(PROGRAMS[0].0));
    let ending = Ending::Decided(Arc::clone(&loaded), Box::new(decided(&loaded, &options("shrug:times=2"))));
    let report = FileReport { path: "x.bp".into(), source: None, ending, resources: Resources::default() };
    let document = serde_json::to_value(json::file(&report)).expect("JSON");
    assert_eq!(document["results"][0]["engine"], "shrug");
    assert_eq!((&document["verdict"], &document["stats"]["shrug"]["shrugs"]), (&"UNKNOWN".into(), &2.into()));
}

#[test]
fn its_steps_are_stored_and_shown() {
    let loaded = loaded(PROGRAMS[0].0);
    let options = options("shrug:times=2");
    let engine = options.registry.engine("shrug:times=2").expect("it is there");
    let log = explain::program(&loaded, &engine, &options, usize::MAX).expect("an outcome").log;
    let document = serde_json::to_value(&log).expect("JSON");
    assert_eq!(document["events"][1], serde_json::json!({ "event": "shrugged", "time": 1 }));
    let mut out = Vec::new();
    text::write(&mut out, &log, None).expect("memory takes everything");
    assert!(String::from_utf8_lossy(&out).ends_with("2  nothing is known for the 1th time\n"));
    let picture = Picture::of(&log, Some(2));
    assert_eq!(
        picture.nodes.iter().map(|node| node.lines.join(", ")).collect::<Vec<_>>(),
        ["main, 2 shrugs", "f, 2 shrugs"]
    );
}
