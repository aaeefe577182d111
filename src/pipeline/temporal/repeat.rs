//! Whether an automaton accepts a run, asked of an engine that finds heads that repeat.
//!
//! Of what it finds nobody is believed: a head that repeats is where the program with the automaton has to come by, which is a short way to a run that is replayed; that there is none is
//! what a certificate has to say.

use super::watched;
use crate::budget::{Budget, StopReason};
use crate::engine::Selection;
use crate::engine::repeat::{RepeatFinder, Station, Stations};
use crate::lang::program::product::{Head, Product, Spot};
use crate::lang::program::{Var, VarScope};
use crate::pds::Slot;
use crate::pds::passes::{Pass, PassSet};
use crate::pipeline::{Loaded, Options, prepare};
use crate::temporal::product::{Reading, product_at, stations};

/// What is known of the runs that an automaton accepts.
#[derive(Debug)]
pub(super) enum Accepts {
    /// There is none.
    None,
    /// There is one if the alarm is come to in this program, and it is likely that there is.
    Where(Box<Product>),
    /// Nothing.
    Unknown,
}

/// Asks whether an automaton accepts a run.
pub(super) fn accepts(loaded: &Loaded, options: &Options, reading: Reading<'_>, finder: RepeatFinder) -> Accepts {
    let budget = match &options.engine {
        Selection::Auto => options.budget.clone().with_effort(finder.effort),
        Selection::One(_) => options.budget.clone(),
    };
    match repeating(loaded, reading, finder, &budget) {
        Ok(None) => Accepts::None,
        Ok(Some(head)) => Accepts::Where(Box::new(product_at(reading, &head))),
        Err(_) => Accepts::Unknown,
    }
}

/// Who is asked: the engine that is selected, or the first one that can be, if there is one.
pub(super) fn finder(options: &Options) -> Option<RepeatFinder> {
    match &options.engine {
        Selection::Auto => options.registry.rows().find_map(|row| row.repeats),
        Selection::One(engine) => engine.row().repeats.filter(|finder| finder.variant == engine.name()),
    }
}

/// With what the automaton comes by again and again, and accepts, if with anything.
fn repeating(
    loaded: &Loaded,
    reading: Reading<'_>,
    finder: RepeatFinder,
    budget: &Budget,
) -> Result<Option<Head>, StopReason> {
    let found = stations(reading);
    let looked = watched::with(loaded, &found.product);
    // The others are about what comes to the alarm, not about what comes by.
    let passes: PassSet = [Pass::Unreachable, Pass::Liveness].into_iter().collect();
    let ready = prepare(&looked, &looked.properties, passes, budget)?;
    let state = |number: usize| {
        let bits = found.state.iter().enumerate();
        bits.map(|(index, &bit)| (slot(bit), number >> index & 1 == 1)).collect()
    };
    let turning = reading.automaton.turning();
    let asked = Stations {
        all: found
            .all
            .iter()
            .map(|station| Station {
                at: ready.cfg.at(station.place),
                component: station.component,
                beside: station.before.map(slot),
            })
            .collect(),
        within: (0..turning.len()).filter(|&number| turning[number]).map(state).collect(),
        done: found.accepted.map(slot),
    };
    let repeating = (finder.find)(&ready.system, &asked, budget)?;
    Ok(repeating.map(|repeating| {
        let station = found.all[repeating.station];
        let is = |bit: Var| repeating.values.contains(&(slot(bit), true));
        let state = found.state.iter().enumerate().map(|(index, &bit)| usize::from(is(bit)) << index).sum();
        // Of a run that is over no variable changes any more.
        let (globals, locals) = match station.spot {
            Spot::Cut(_) => (loaded.program.globals.len(), loaded.program[station.place.procedure].locals.len()),
            Spot::Violated | Spot::Over => (0, 0),
        };
        let values = repeating.values.iter().filter_map(|&(slot, value)| match slot {
            Slot::Global(index) if index < globals => Some((Var::global(index), value)),
            Slot::Local(index) if index < locals => Some((Var::local(index), value)),
            _ => None,
        });
        Head { spot: station.spot, state, values: values.collect() }
    }))
}

fn slot(var: Var) -> Slot {
    match var.scope() {
        VarScope::Global(index) => Slot::Global(index),
        VarScope::Local(index) => Slot::Local(index),
    }
}
