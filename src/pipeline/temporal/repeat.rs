//! Whether an automaton accepts a run, asked of an engine that finds heads that repeat.
//!
//! Of what it finds nobody is believed: a head that repeats is where the program with the automaton has to come by, which is a short way to a run that is replayed; that there is none is
//! what a certificate has to say.

use super::watched;
use crate::budget::{Budget, StopReason};
use crate::engine::Selection;
use crate::engine::repeat::{Effort, Found, Level, RepeatFinder, Repeating, Station, Stations};
use crate::lang::program::product::{self, Head, Levels, Operand, Position, Product};
use crate::lang::program::{Program, Var, VarScope};
use crate::logic::fold::{Memo, Transplant};
use crate::logic::formula::{Formula, Formulas, Input};
use crate::pds::Slot;
use crate::pds::passes::{Pass, PassSet};
use crate::pipeline::{Loaded, Options, prepare};
use crate::temporal::product::{Reading, product_at, stations};

/// What is known of the runs that an automaton accepts.
#[derive(Debug)]
pub(super) enum Accepts {
    /// There is none; why, if that was asked and can be said.
    None(Option<Levels>),
    /// There is one if the alarm is come to in this program, and it is likely that there is.
    Where(Box<Product>),
}

/// Who is asked: the engine that is selected, or the first one that can be, if there is one.
pub(super) fn finder(options: &Options) -> Option<RepeatFinder> {
    match &options.engine {
        Selection::Auto => options.registry.rows().find_map(|row| row.repeats),
        Selection::One(engine) => engine.row().repeats.filter(|finder| finder.variant == engine.name()),
    }
}

/// Asks whether an automaton accepts a run, and with `levels`, why not; and what it took to find that out.
///
/// # Errors
/// The limit that was hit.
pub(super) fn accepts(
    loaded: &Loaded,
    reading: Reading<'_>,
    finder: RepeatFinder,
    levels: bool,
    budget: &Budget,
) -> Result<(Accepts, Effort), StopReason> {
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
        levels,
    };
    let (answer, effort) = (finder.find)(&ready.system, &asked, budget)?;
    let accepts = match answer {
        Found::Repeating(repeating) => {
            Accepts::Where(Box::new(product_at(reading, &head(&loaded.program, &found, &repeating))))
        }
        Found::None { levels } => Accepts::None(levels.and_then(|all| levels_of(&loaded.program, &found, all))),
    };
    Ok((accepts, effort))
}

/// A head that repeats, as one of the program.
fn head(program: &Program, found: &product::Stations, repeating: &Repeating) -> Head {
    let station = found.all[repeating.station];
    let is = |bit: Var| repeating.values.contains(&(slot(bit), true));
    let state = found.state.iter().enumerate().map(|(index, &bit)| usize::from(is(bit)) << index).sum();
    let kept = repeating.values.iter().filter_map(|&(slot, value)| Some((own(program, station, slot)?, value)));
    Head { at: station.at, state, values: kept.collect() }
}

/// Levels of stations, as those of the program; nothing if they depend on anything else.
fn levels_of(program: &Program, found: &product::Stations, all: Vec<Level>) -> Option<Levels> {
    let growing = found.all.iter().zip(all).filter(|(_, level)| !level.bits.is_empty());
    let levels = growing.map(|(&station, Level { formulas, bits })| {
        let mut said = Formulas::default();
        let mut is_said = true;
        let by = |said: &mut Formulas, input: Input| {
            let slot = Slot::of(input);
            let state = found.state.iter().position(|&bit| self::slot(bit) == slot).map(Operand::State);
            let seen = state.or_else(|| own(program, station, slot).map(Operand::Variable));
            is_said &= seen.is_some();
            seen.map_or(Formula::FALSE, |seen| said.input(seen.input()))
        };
        let (mut memo, mut there) = (Memo::default(), Transplant { from: &formulas, into: &mut said, by });
        let bits = bits.iter().map(|&bit| memo.value(&mut there, bit)).collect();
        is_said.then_some((station.at, product::Level { formulas: said, bits }))
    });
    levels.collect()
}

/// A variable of the program whose value matters at a station. Of a run that is over none changes any more.
fn own(program: &Program, station: product::Station, slot: Slot) -> Option<Var> {
    let Position::At(_) = station.at else { return None };
    match slot {
        Slot::Global(index) if index < program.globals.len() => Some(Var::global(index)),
        Slot::Local(index) if index < program[station.place.procedure].locals.len() => Some(Var::local(index)),
        _ => None,
    }
}

fn slot(var: Var) -> Slot {
    match var.scope() {
        VarScope::Global(index) => Slot::Global(index),
        VarScope::Local(index) => Slot::Local(index),
    }
}
