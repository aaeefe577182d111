//! Enumeration of all runs of a tiny program, straight from the meaning of its statements.
//!
//! A configuration is the globals and the whole stack. No summaries, no formulas, no control-flow
//! graph: it shares nothing with an engine but `semantics`. Recursion makes the configurations infinitely many,
//! so stacks and the number of configurations are bounded, and the result says whether a bound was hit.

use crate::lang::program::semantics::{Bits, Choices, Effect, State, activate, choices_at, is_initial, resume, step};
use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;

/// Limits of the enumeration.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// The most activations on a stack.
    pub stack: usize,
    /// The most configurations.
    pub configurations: usize,
}

/// What an enumeration has found.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// All places with the states in which the activation on top of the stack is there.
    pub heads: BTreeSet<(Place, State)>,
    /// The places of `assert`s and `abortif`s that are violated by some run.
    pub violated: BTreeSet<Place>,
    /// Whether everything was seen: no bound was hit.
    pub complete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Configuration {
    globals: Bits,
    /// The activations, each with its place and locals; all but the last wait for a call.
    stack: Vec<(Place, Bits)>,
}

/// All runs of `program` that begin in `entry`.
pub fn explore(program: &Program, entry: ProcId, bounds: Bounds) -> Explored {
    let mut search =
        Search { program, bounds, seen: FxHashSet::default(), open: Vec::new(), found: Explored::default() };
    search.found.complete = true;
    for globals in values(program.globals.len()).filter(|globals| is_initial(program, globals)) {
        for params in values(program[entry].params) {
            search.enter(&globals, &[], entry, &params);
        }
    }
    while let Some(configuration) = search.open.pop() {
        search.visit(configuration);
    }
    search.found
}

struct Search<'p> {
    program: &'p Program,
    bounds: Bounds,
    seen: FxHashSet<Configuration>,
    open: Vec<Configuration>,
    found: Explored,
}

impl Search<'_> {
    fn add(&mut self, globals: Bits, stack: Vec<(Place, Bits)>) {
        if stack.len() > self.bounds.stack || self.seen.len() >= self.bounds.configurations {
            self.found.complete = false;
            return;
        }
        let configuration = Configuration { globals, stack };
        if self.seen.insert(configuration.clone()) {
            self.open.push(configuration);
        }
    }

    fn enter(&mut self, globals: &Bits, below: &[(Place, Bits)], procedure: ProcId, params: &Bits) {
        for locals in values(self.program[procedure].locals.len()) {
            if activate(self.program, procedure, params, &locals) {
                let mut stack = below.to_vec();
                stack.push((Place { procedure, point: Point::ENTRY }, locals));
                self.add(globals.clone(), stack);
            }
        }
    }

    fn visit(&mut self, configuration: Configuration) {
        let program = self.program;
        let Configuration { globals, stack } = configuration;
        let Some(((place, locals), below)) = stack.split_last() else { return };
        let state = State { globals: globals.clone(), locals: locals.clone() };
        self.found.heads.insert((*place, state.clone()));
        let targets = match program[*place].kind {
            Kind::Goto(points) => points.len(),
            _ => 1,
        };
        for target in 0..targets {
            for bits in values(choices_at(program, *place)) {
                match step(program, *place, &state, Choices { bits: &bits, target }) {
                    Effect::Blocked => {}
                    Effect::Violation => drop(self.found.violated.insert(*place)),
                    Effect::Step(point, after) => self.go(below, Place { point, ..*place }, after),
                    Effect::Call(callee, params) => self.enter(&globals, &stack, callee, &params),
                    Effect::Return(results) => self.come_back(below, &globals, &results),
                }
            }
        }
    }

    fn go(&mut self, below: &[(Place, Bits)], place: Place, after: State) {
        let mut stack = below.to_vec();
        stack.push((place, after.locals));
        self.add(after.globals, stack);
    }

    fn come_back(&mut self, stack: &[(Place, Bits)], globals: &Bits, results: &Bits) {
        let Some(((place, locals), below)) = stack.split_last() else { return };
        for bits in values(choices_at(self.program, *place)) {
            if let Effect::Step(point, after) = resume(self.program, *place, locals, globals, results, &bits) {
                self.go(below, Place { point, ..*place }, after);
            }
        }
    }
}

/// All rows of `width` bits.
fn values(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u64 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}
