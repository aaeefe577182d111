//! A program without recursion as a circuit, as model checkers of hardware read it (AIGER 1.9: A. Biere, K. Heljanko and S. Wieringa, 2011).
//!
//! Without recursion a procedure is active at most once at a time. So one latch is enough for each variable that is
//! read somewhere, and there is no stack: the number of the location where control is, and, for each procedure that is called from several
//! places, the number of the place that waits for it. The start is a step, and each rule is one,
//!
//! ```text
//! the start                                   if pc = 0:                                       pc' = main#0, x' = choice[0]
//! <p, main#1> -> <p', f#0 main#1 returned>    if pc = main#1, rule = 0, and the guard holds:   pc' = f#0, f.caller' = 0, f.t' = choice[0]
//! <p, f#1> -> <p', >                          if pc = f#1, and the guard holds:                pc' = what f.caller stands for
//! ```
//!
//! where the inputs `rule` say which rule that leaves a location is taken, and `choice` what is chosen. If no rule can be applied, all stays as it is.
//! What is in a variable that is dead means nothing; nor does a local of a procedure that is not active. A state is bad if control is at a target. The
//! circuit is linear in the system, but for the digits of the numbers.
//!
//! All latches begin with 0. The format has latches that begin with anything, which would spare the step at the start; but ABC takes them for 0, and
//! then proves what does not hold.

mod calls;
mod number;
mod state;
mod steps;
mod write;

pub use calls::Recursion;
pub use write::{ascii, binary};

use crate::lang::cfg::LocId;
use crate::logic::formula::{Formula, Formulas};
use crate::pipeline::{Loaded, Ready};
use state::State;
use steps::Steps;

/// A circuit with memory.
#[derive(Clone, Debug)]
pub struct Circuit {
    /// The graph of all formulas in it. Its first inputs are the latches, those behind them the inputs of the circuit.
    pub(crate) formulas: Formulas,
    /// The names of the inputs.
    pub(crate) inputs: Vec<String>,
    /// The latches.
    pub(crate) latches: Vec<Latch>,
    /// What may not come true, in the order of the properties.
    pub(crate) bad: Vec<Bad>,
    /// What it was made of, and what the numbers in it stand for.
    pub(crate) remarks: Vec<String>,
}

/// A Boolean that is remembered; at the beginning it does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Latch {
    /// Its name.
    pub(crate) name: String,
    /// Its value after the next step.
    pub(crate) next: Formula,
}

/// A set of states that no run may reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bad {
    /// The name of the property.
    pub(crate) name: String,
    /// Over the latches.
    pub(crate) holds: Formula,
}

/// The circuit that comes to a bad state if and only if a run violates a property of `loaded`, for which `ready` was made.
///
/// # Errors
/// If a procedure may call itself.
pub fn circuit(loaded: &Loaded, ready: &Ready) -> Result<Circuit, Recursion> {
    let Loaded { source, program, properties, .. } = loaded;
    let system = &ready.system;
    let active = calls::active(program, &system.pds)?;
    let state = State::of(&system.pds, &active);
    let mut steps = Steps::of(system, &state, &active);
    let latches = state
        .cells
        .iter()
        .enumerate()
        .map(|(index, &cell)| Latch { name: cell.name(program), next: steps.next(index) });
    let latches = latches.collect();
    let bad = properties.iter().zip(&ready.targets).map(|(property, target)| {
        let place = source.locate(program.span(property.place));
        let procedure = program.name(program[property.place.procedure].name);
        Bad { name: format!("{} {place} {procedure}", property.kind.word()), holds: steps.at(&target.locations) }
    });
    let bad = bad.collect();
    let taken = (0..steps.taken.width).map(|digit| format!("rule[{digit}]"));
    let inputs = taken.chain((0..steps.choices).map(|choice| format!("choice[{choice}]"))).collect();
    Ok(Circuit { formulas: steps.formulas, inputs, latches, bad, remarks: remarks(loaded, ready, &state) })
}

fn remarks(loaded: &Loaded, ready: &Ready, state: &State) -> Vec<String> {
    let program = &loaded.program;
    let mut remarks =
        vec![format!("{} as bpcheck writes it: a bad state can be reached means UNSAFE", loaded.source.name())];
    let mut explain = |what: &str, first: usize, locations: &[LocId]| {
        let lines = (first..).zip(locations);
        remarks.extend(lines.map(|(number, &at)| format!("{what} = {number}: {}", ready.cfg.show(program, at))));
    };
    explain("pc", 1, &state.locations);
    for (id, sites) in program.procedure_ids().zip(&state.sites) {
        if sites.len() > 1 {
            explain(&format!("{}.caller", program.name(program[id].name)), 0, sites);
        }
    }
    remarks
}
