//! Enumeration of all runs of a tiny program, straight from the meaning of its statements.
//!
//! A configuration is the globals and the whole stack. No summaries, no formulas, no control-flow
//! graph: it shares nothing with an engine but `semantics`. Recursion makes the configurations infinitely many,
//! so stacks and the number of configurations are bounded, and the result says whether a bound was hit.

use crate::lang::program::semantics::{Bits, Choices, Effect, State, activate, choices_at, is_initial, resume, step};
use crate::lang::program::{Kind, Place, Point, ProcId, Program};
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

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
    /// For each place where a run comes the number of steps after which one is there first; the least of all, if everything was seen.
    pub first: BTreeMap<Place, usize>,
    /// The same for the places of `assert`s and `abortif`s that are violated by some run: the number of steps before the violation.
    pub violated: BTreeMap<Place, usize>,
    /// The most activations on a stack.
    pub height: usize,
    /// For each procedure the most activations of it on a stack; as many as there are procedures, and none is 0 that is entered.
    pub depths: Vec<usize>,
    /// Whether a stack would have had more activations than the bound allows.
    pub is_higher: bool,
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
        Search { program, bounds, seen: FxHashSet::default(), open: VecDeque::new(), found: Explored::default() };
    search.found.complete = true;
    search.found.depths = vec![0; program.procedures.len()];
    for globals in values(program.globals.len()).filter(|globals| is_initial(program, globals)) {
        for params in values(program[entry].params) {
            search.enter(0, &globals, &[], entry, &params);
        }
    }
    while let Some((configuration, steps)) = search.open.pop_front() {
        search.visit(configuration, steps);
    }
    search.found
}

struct Search<'p> {
    program: &'p Program,
    bounds: Bounds,
    seen: FxHashSet<Configuration>,
    /// The nearest ones first, each with the number of steps that lead there.
    open: VecDeque<(Configuration, usize)>,
    found: Explored,
}

impl Search<'_> {
    fn add(&mut self, steps: usize, globals: Bits, stack: Vec<(Place, Bits)>) {
        if stack.len() > self.bounds.stack || self.seen.len() >= self.bounds.configurations {
            self.found.is_higher |= stack.len() > self.bounds.stack;
            self.found.complete = false;
            return;
        }
        self.found.height = self.found.height.max(stack.len());
        if let Some((top, _)) = stack.last() {
            let depth = stack.iter().filter(|(place, _)| place.procedure == top.procedure).count();
            let known = &mut self.found.depths[top.procedure.index()];
            *known = depth.max(*known);
        }
        let configuration = Configuration { globals, stack };
        if self.seen.insert(configuration.clone()) {
            self.open.push_back((configuration, steps));
        }
    }

    fn enter(&mut self, steps: usize, globals: &Bits, below: &[(Place, Bits)], procedure: ProcId, params: &Bits) {
        for locals in values(self.program[procedure].locals.len()) {
            if activate(self.program, procedure, params, &locals) {
                let mut stack = below.to_vec();
                stack.push((Place { procedure, point: Point::ENTRY }, locals));
                self.add(steps, globals.clone(), stack);
            }
        }
    }

    fn visit(&mut self, configuration: Configuration, steps: usize) {
        let program = self.program;
        let Configuration { globals, stack } = configuration;
        let Some(((place, locals), below)) = stack.split_last() else { return };
        let state = State { globals: globals.clone(), locals: locals.clone() };
        self.found.heads.insert((*place, state.clone()));
        self.found.first.entry(*place).or_insert(steps);
        let targets = match program[*place].kind {
            Kind::Goto(points) => points.len(),
            _ => 1,
        };
        for target in 0..targets {
            for bits in values(choices_at(program, *place)) {
                match step(program, *place, &state, Choices { bits: &bits, target }) {
                    Effect::Blocked => {}
                    Effect::Violation => _ = self.found.violated.entry(*place).or_insert(steps),
                    Effect::Step(point, after) => self.go(steps + 1, below, Place { point, ..*place }, after),
                    Effect::Call(callee, params) => self.enter(steps + 1, &globals, &stack, callee, &params),
                    Effect::Return(results) => self.come_back(steps + 1, below, &globals, &results),
                }
            }
        }
    }

    fn go(&mut self, steps: usize, below: &[(Place, Bits)], place: Place, after: State) {
        let mut stack = below.to_vec();
        stack.push((place, after.locals));
        self.add(steps, after.globals, stack);
    }

    fn come_back(&mut self, steps: usize, stack: &[(Place, Bits)], globals: &Bits, results: &Bits) {
        let Some(((place, locals), below)) = stack.split_last() else { return };
        for bits in values(choices_at(self.program, *place)) {
            if let Effect::Step(point, after) = resume(self.program, *place, locals, globals, results, &bits) {
                self.go(steps, below, Place { point, ..*place }, after);
            }
        }
    }
}

/// All rows of `width` bits.
fn values(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u64 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}
