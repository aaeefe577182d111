//! All configurations of a tiny program, straight from the meaning of its statements, and which properties can be
//! violated from each.

use bpcheck::lang::cfg::Cfg;
use bpcheck::lang::program::property::{Property, PropertyKind};
use bpcheck::lang::program::semantics::{Bits, Choices, Effect, State, activate, choices_at, is_initial, resume, step};
use bpcheck::lang::program::{Kind, Place, Point, ProcId, Program};
use bpcheck::pds::analysis::Liveness;
use bpcheck::pds::{RuleKind, Slot, SymbolicPds};
use std::collections::HashMap;

/// The activations, each with its place and locals; all but the last wait for a call.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Configuration {
    globals: Bits,
    stack: Vec<(Place, Bits)>,
}

/// Programs with more configurations, or deeper stacks, are left alone.
const MOST: usize = 6_000;
const DEEPEST: usize = 4;

struct Space<'p> {
    program: &'p Program,
    properties: &'p [Property],
    index: HashMap<Configuration, usize>,
    all: Vec<Configuration>,
    next: Vec<Vec<usize>>,
    /// The properties that can be violated from there, as bits.
    violated: Vec<u64>,
}

/// Changes each dead value of each reachable configuration and compares what can be violated: how many values were
/// changed, or a place where one matters. `None`: too many configurations.
pub fn flips(
    program: &Program,
    graphs: &Cfg,
    system: &SymbolicPds,
    entry: ProcId,
    properties: &[Property],
    live: &Liveness,
) -> Option<Result<usize, String>> {
    let mut space =
        Space { program, properties, index: HashMap::new(), all: Vec::new(), next: Vec::new(), violated: Vec::new() };
    for globals in values(program.globals.len()).filter(|globals| is_initial(program, globals)) {
        for params in values(program[entry].params) {
            space.enter(&globals, &[], entry, &params)?;
        }
    }
    space.close()?;
    let mut pairs = Vec::new();
    for index in 0..space.all.len() {
        for flipped in dead_flips(&space.all[index], graphs, system, live) {
            pairs.push((index, space.add(flipped)?));
        }
    }
    space.close()?;
    space.propagate();
    let wrong = pairs.iter().find(|&&(one, other)| space.violated[one] != space.violated[other]);
    Some(match wrong {
        Some(&(one, _)) => Err(space.all[one].stack.last().map(|top| program.show(top.0)).unwrap_or_default()),
        None => Ok(pairs.len()),
    })
}

/// The configurations that differ in one dead value.
fn dead_flips(from: &Configuration, graphs: &Cfg, system: &SymbolicPds, live: &Liveness) -> Vec<Configuration> {
    let mut flipped = Vec::new();
    for (depth, (place, locals)) in from.stack.iter().enumerate() {
        let top = depth + 1 == from.stack.len();
        let here = graphs.at(*place);
        let waits = system.rules_from(here).find_map(|id| match system.rule(id).kind {
            RuleKind::Expansion { to, .. } => Some(to),
            _ => None,
        });
        let location = if top { here } else { waits.expect("a call") };
        for local in (0..locals.len()).filter(|&local| !live.contains(location, Slot::Local(local))) {
            let mut other = from.clone();
            let value = !locals[local];
            other.stack[depth].1.set(local, value);
            flipped.push(other);
        }
        for global in (0..from.globals.len()).filter(|&global| top && !live.contains(location, Slot::Global(global))) {
            let mut other = from.clone();
            let value = !from.globals[global];
            other.globals.set(global, value);
            flipped.push(other);
        }
    }
    flipped
}

impl Space<'_> {
    fn add(&mut self, configuration: Configuration) -> Option<usize> {
        if let Some(&index) = self.index.get(&configuration) {
            return Some(index);
        }
        if self.all.len() >= MOST || configuration.stack.len() > DEEPEST {
            return None;
        }
        let index = self.all.len();
        self.index.insert(configuration.clone(), index);
        self.all.push(configuration);
        Some(index)
    }

    /// The configurations in which a procedure is entered.
    fn enter(
        &mut self,
        globals: &Bits,
        below: &[(Place, Bits)],
        procedure: ProcId,
        params: &Bits,
    ) -> Option<Vec<usize>> {
        let program = self.program;
        let rows = values(program[procedure].locals.len());
        let rows = rows.filter(|locals| activate(program, procedure, params, locals));
        let begin = rows.map(|locals| {
            let top = (Place { procedure, point: Point::ENTRY }, locals);
            Configuration { globals: globals.clone(), stack: below.iter().cloned().chain([top]).collect() }
        });
        begin.collect::<Vec<_>>().into_iter().map(|configuration| self.add(configuration)).collect()
    }

    /// Visits what was not visited.
    fn close(&mut self) -> Option<()> {
        while self.next.len() < self.all.len() {
            let (next, violated) = self.visit(self.all[self.next.len()].clone())?;
            self.next.push(next);
            self.violated.push(violated);
        }
        Some(())
    }

    fn visit(&mut self, from: Configuration) -> Option<(Vec<usize>, u64)> {
        let program = self.program;
        let Some(((place, locals), below)) = from.stack.split_last() else { return Some((Vec::new(), 0)) };
        let state = State { globals: from.globals.clone(), locals: locals.clone() };
        let is_label = |property: &Property| matches!(property.kind, PropertyKind::Label(_));
        let mut violated = self.at(*place, is_label);
        let mut next = Vec::new();
        let targets = if let Kind::Goto(points) = program[*place].kind { points.len() } else { 1 };
        for target in 0..targets {
            for bits in values(choices_at(program, *place)) {
                match step(program, *place, &state, Choices { bits: &bits, target }) {
                    Effect::Blocked => {}
                    Effect::Violation => violated |= self.at(*place, |property| !is_label(property)),
                    Effect::Step(point, after) => next.push(self.go(below, Place { point, ..*place }, after)?),
                    Effect::Call(callee, params) => {
                        next.extend(self.enter(&from.globals, &from.stack, callee, &params)?);
                    }
                    Effect::Return(results) => next.extend(self.come_back(below, &from.globals, &results)?),
                }
            }
        }
        Some((next, violated))
    }

    fn come_back(&mut self, stack: &[(Place, Bits)], globals: &Bits, results: &Bits) -> Option<Vec<usize>> {
        let Some(((place, locals), below)) = stack.split_last() else { return Some(Vec::new()) };
        let choices: Vec<Bits> = values(choices_at(self.program, *place)).collect();
        let effects = choices.iter().map(|bits| resume(self.program, *place, locals, globals, results, bits));
        let after = effects.collect::<Vec<_>>().into_iter().filter_map(|effect| match effect {
            Effect::Step(point, after) => Some((point, after)),
            _ => None,
        });
        after.map(|(point, after)| self.go(below, Place { point, ..*place }, after)).collect()
    }

    fn go(&mut self, below: &[(Place, Bits)], place: Place, after: State) -> Option<usize> {
        let stack = below.iter().cloned().chain([(place, after.locals)]).collect();
        self.add(Configuration { globals: after.globals, stack })
    }

    /// The properties of a kind at the place.
    fn at(&self, place: Place, kind: impl Fn(&Property) -> bool) -> u64 {
        let here = self.properties.iter().enumerate().filter(|(_, property)| property.place == place && kind(property));
        here.fold(0, |bits, (index, _)| bits | 1 << (index % 64))
    }

    fn propagate(&mut self) {
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for index in (0..self.all.len()).rev() {
                let all = self.next[index].iter().fold(self.violated[index], |all, &next| all | self.violated[next]);
                changed |= std::mem::replace(&mut self.violated[index], all) != all;
            }
        }
    }
}

/// All rows of `width` bits.
fn values(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u64 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}
