//! The engine's row.

use super::Explicit;
use super::heads::heads;
use crate::engine::account::Telling;
use crate::engine::heads::HeadFinder;
use crate::engine::registry::{Auto, Capabilities, Column, Feature, Hunt, Means, Role, Row, Tables, Way, With};
use crate::engine::{Engine, Refused, Setup};
use crate::lang::program::Program;
use std::fmt;

const NAME: &str = "explicit";

/// The work that it does in `auto`: some seconds.
const MOST: u64 = 2_000_000;

/// The engine's row.
pub static ROW: Row = Row {
    name: NAME,
    variants: &[NAME],
    also: &[],
    about: "state by state, slow",
    options: &[],
    setup: || Box::new(Explicit),
    means: Means::States,
    can: Capabilities { proves: true, finds_traces: true, decides_all: true, takes_rules: false, remembers: false },
    auto: Some(Auto {
        role: Role::Scouts,
        spec: NAME,
        pace: 7_000,
        share: 32,
        effort: Some(MOST),
        with: &[
            With { feature: Feature::Numbers, role: Role::Scouts, share: 32 },
            With { feature: Feature::WideNumbers, role: Role::Scouts, share: 16 },
            With { feature: Feature::VeryWideNumbers, role: Role::Scouts, share: 6 },
            With { feature: Feature::Crowd, role: Role::Scouts, share: 2 },
        ],
    }),
    is_cross_checked: true,
    hunt: Hunt { is_referee: true, always: &[], rarely: &[Way { spec: NAME, drawn: &[] }] },
    compared: Some((3, NAME)),
    nearest: None,
    heads: Some(HeadFinder { find: heads, effort: None }),
    repeats: None,
    columns: &[Column { spec: NAME, tables: Tables::AllBut(&["slam"]) }],
    stands_for: &[],
    telling: Telling::OF_TARGETS,
    decides_real: &[],
};

impl Setup for Explicit {
    fn name(&self) -> &'static str {
        NAME
    }

    fn set(&mut self, _: &str) -> Result<(), Refused> {
        Err(Refused::Unknown)
    }

    fn engine(&self, _: &Program) -> Result<Box<dyn Engine + Send>, String> {
        Ok(Box::new(*self))
    }

    fn boxed(&self) -> Box<dyn Setup> {
        Box::new(*self)
    }
}

impl fmt::Display for Explicit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(NAME)
    }
}
