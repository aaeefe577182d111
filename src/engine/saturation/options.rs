//! The engine with its options, as users write them: `saturation:pre:order=data`.

use super::account;
use super::engine::Saturation;
use super::heads::heads;
use super::repeat::repeating;
use super::shortest::Shortest;
use super::variant::Variant;
use crate::budget::{Budget, StopReason};
use crate::engine::account::OnRules;
use crate::engine::heads::HeadFinder;
use crate::engine::registry::{
    Auto, Capabilities, Column, Feature, Hunt, Means, OptionRow, Role, Row, StandIn, Tables, Way, With,
};
use crate::engine::repeat::RepeatFinder;
use crate::engine::spec::parsed;
use crate::engine::{Engine, Refused, Setup};
use crate::lang::program::Program;
use crate::lang::source::Source;
use crate::pds::explicit::PushdownSystem;
use crate::relational::order::{Order, listing};
use std::fmt;

const POST: &str = Variant::Post.name();
pub(super) const PRE: &str = Variant::Pre.name();
const HEADS: &str = Variant::Heads.name();

/// The name of the option that says which order of columns is tried first.
const ORDER: &str = "order";

/// All orders, as the hunt gives them.
const ORDERS: &[&str] = &["order=hier", "order=data", "order=declared", "order=places"];

/// The engine's row.
pub static ROW: Row = Row {
    name: "saturation",
    variants: &[POST, PRE, HEADS],
    also: &[],
    about: "decision diagrams, forwards or backwards",
    options: &[OptionRow {
        name: ORDER,
        is_flag: true,
        values: &["hier", "data", "declared", "places"],
        about: "`:order=hier`, `data`, `declared` or `places` is the order of variables that is tried first",
    }],
    setup: || Box::new(Options::default()),
    means: Means::Diagrams,
    can: Capabilities { proves: true, finds_traces: true, decides_all: true, takes_rules: true, remembers: false },
    auto: Some(Auto {
        role: Role::Leads,
        spec: POST,
        pace: 1_500,
        share: 16,
        effort: None,
        with: &[
            With { feature: Feature::Straight, role: Role::Joins { after: 1 }, share: 16 },
            With { feature: Feature::Numbers, role: Role::Leads, share: 24 },
            With { feature: Feature::WideNumbers, role: Role::Leads, share: 32 },
            With { feature: Feature::VeryWideNumbers, role: Role::Leads, share: 32 },
            With { feature: Feature::Crowd, role: Role::Leads, share: 12 },
        ],
    }),
    is_cross_checked: true,
    hunt: Hunt {
        is_referee: false,
        always: &[Way { spec: POST, drawn: &[ORDERS] }, Way { spec: PRE, drawn: &[ORDERS] }],
        rarely: &[],
    },
    compared: Some((2, POST)),
    nearest: Some(|forbidden| Box::new(Shortest { forbidden })),
    heads: Some(HeadFinder { find: heads, effort: None }),
    repeats: Some(RepeatFinder { find: repeating, variant: HEADS }),
    columns: &[Column { spec: POST, tables: Tables::AllBut(&[]) }, Column { spec: PRE, tables: Tables::AllBut(&[]) }],
    stands_for: &[
        StandIn { spec: POST, paper: "2007-basler", whom: "BEBOP" },
        StandIn { spec: POST, paper: "2012-sery", whom: "SATABS" },
    ],
    telling: account::TELLING,
    decides_real: &[POST],
};

/// What the engine can be asked.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which variant.
    pub variant: Variant,
    /// The order of columns that is tried first, if one is asked for.
    pub order: Option<Order>,
    /// The text of an order that is tried before that; see [`listing`].
    pub listing: Option<Source>,
}

impl Setup for Options {
    fn name(&self) -> &'static str {
        self.variant.name()
    }

    fn set(&mut self, option: &str) -> Result<(), Refused> {
        match option.split_once('=') {
            None => self.variant = parsed(option, &Variant::ALL, Variant::option)?,
            Some((ORDER, order)) => (self.order, self.listing) = (Some(parsed(order, &Order::ALL, Order::name)?), None),
            Some(_) => return Err(Refused::Unknown),
        }
        Ok(())
    }

    fn set_text(&mut self, option: &str, text: &Source) -> Result<(), Refused> {
        match option {
            ORDER => (self.order, self.listing) = (None, Some(text.clone())),
            _ => return Err(Refused::Unknown),
        }
        Ok(())
    }

    fn engine(&self, program: &Program) -> Result<Box<dyn Engine + Send>, String> {
        let listed = self.listing.as_ref().map_or(Ok(Vec::new()), |text| listing::listed(text, program))?;
        Ok(Box::new(Saturation { variant: self.variant, order: self.order, listed }))
    }

    fn on_rules(&self, system: &PushdownSystem, most: usize, budget: &Budget) -> Result<OnRules, StopReason> {
        account::rules(system, self.variant.direction(), most, budget)
    }

    fn boxed(&self) -> Box<dyn Setup> {
        Box::new(self.clone())
    }
}

impl fmt::Display for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match (&self.listing, self.order) {
            (Some(text), _) => write!(f, ":{ORDER}={}", text.name()),
            (None, Some(order)) => write!(f, ":{ORDER}={}", order.name()),
            (None, None) => Ok(()),
        }
    }
}
