//! All configurations of small programs, with their stacks, one by one.

use bpcheck::lang::program::product::Position;
use bpcheck::lang::program::semantics::{Bits, Choices, Effect, State, choices_at, resume, step};
use bpcheck::lang::program::{Kind, Place, Point, ProcId, Program};
use bpcheck::ltl::word::Letter;
use bpcheck::temporal::Claim;
use std::collections::{BTreeSet, HashMap};

/// Where a run is: the calls that are open, from the bottom up, and the globals.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Configuration {
    At(Vec<(Place, Bits)>, Bits),
    Over(Bits),
    Violated(Bits),
}

fn rows(width: usize) -> impl Iterator<Item = Bits> {
    (0..1u32 << width).map(move |number| (0..width).map(|bit| number >> bit & 1 == 1).collect())
}

/// What variables with these initial values can begin with.
fn initial(program: &Program, procedure: Option<ProcId>) -> Vec<Bits> {
    let all = match procedure {
        None => program.globals.len(),
        Some(procedure) => program[procedure].locals.len(),
    };
    rows(all)
        .filter(|row| match procedure {
            None => bpcheck::lang::program::semantics::is_initial(program, row),
            Some(procedure) => {
                let params = row[..program[procedure].params].to_bitvec();
                bpcheck::lang::program::semantics::activate(program, procedure, &params, row)
            }
        })
        .collect()
}

/// The configurations behind one.
fn behind(program: &Program, configuration: &Configuration) -> Vec<Configuration> {
    let Configuration::At(stack, globals) = configuration else { return vec![configuration.clone()] };
    let Some(((place, locals), below)) = stack.split_last() else { return Vec::new() };
    let state = State { globals: globals.clone(), locals: locals.clone() };
    let targets = match program[*place].kind {
        Kind::Goto(targets) => program[targets].len(),
        _ => 1,
    };
    let mut found = Vec::new();
    for bits in rows(choices_at(program, *place)) {
        for target in 0..targets {
            let top = |point: Point, state: State| {
                let mut stack = below.to_vec();
                stack.push((Place { point, ..*place }, state.locals));
                Configuration::At(stack, state.globals)
            };
            match step(program, *place, &state, Choices { bits: &bits, target }) {
                Effect::Blocked => {}
                Effect::Violation => found.push(Configuration::Violated(globals.clone())),
                Effect::Step(point, state) => found.push(top(point, state)),
                Effect::Call(callee, params) => {
                    for locals in initial(program, Some(callee)).into_iter().filter(|row| row[..params.len()] == params)
                    {
                        let mut stack = stack.clone();
                        stack.push((Place { procedure: callee, point: Point::ENTRY }, locals));
                        found.push(Configuration::At(stack, globals.clone()));
                    }
                }
                Effect::Return(results) => {
                    let Some(((at, locals), below)) = below.split_last() else {
                        found.push(Configuration::Over(globals.clone()));
                        continue;
                    };
                    for bits in rows(choices_at(program, *at)) {
                        if let Effect::Step(point, state) = resume(program, *at, locals, globals, &results, &bits) {
                            let mut stack = below.to_vec();
                            stack.push((Place { point, ..*at }, state.locals));
                            found.push(Configuration::At(stack, state.globals));
                        }
                    }
                }
            }
        }
    }
    found
}

/// All configurations, what comes behind each, and how many runs begin in.
pub struct Graph {
    pub all: Vec<Configuration>,
    pub next: Vec<Vec<usize>>,
    pub first: usize,
}

impl Graph {
    /// What a claim sees at each.
    pub fn letters(&self, claim: &Claim) -> Vec<Letter> {
        let letter = |configuration: &Configuration| {
            let state = |globals: &Bits, locals: &Bits| State { globals: globals.clone(), locals: locals.clone() };
            match configuration {
                Configuration::At(stack, globals) => {
                    let (place, locals) = stack.last().expect("a call is open");
                    claim.letter(Position::At(*place), &state(globals, locals))
                }
                Configuration::Over(globals) => claim.letter(Position::Over, &state(globals, &Bits::new())),
                Configuration::Violated(globals) => claim.letter(Position::Violated, &state(globals, &Bits::new())),
            }
        };
        self.all.iter().map(letter).collect()
    }
}

/// The graph of all configurations; nothing if there are too many, or choices too many to try.
pub fn graph(program: &Program, entry: ProcId) -> Option<Graph> {
    let mut known: HashMap<Configuration, usize> = HashMap::new();
    let mut all = Vec::new();
    for globals in initial(program, None) {
        for locals in initial(program, Some(entry)) {
            let stack = vec![(Place { procedure: entry, point: Point::ENTRY }, locals)];
            let first = Configuration::At(stack, globals.clone());
            known.insert(first.clone(), all.len());
            all.push(first);
        }
    }
    let (first, mut next, mut done) = (all.len(), Vec::new(), 0);
    while done < all.len() {
        let configuration: &Configuration = &all[done];
        if let Configuration::At(stack, _) = configuration
            && (all.len() > 4_000 || stack.len() > 6 || choices_at(program, stack.last()?.0) > 8)
        {
            return None;
        }
        let mut to = BTreeSet::new();
        for after in behind(program, &configuration.clone()) {
            let number = *known.entry(after.clone()).or_insert(all.len());
            if number == all.len() {
                all.push(after);
            }
            to.insert(number);
        }
        next.push(to.into_iter().collect());
        done += 1;
    }
    Some(Graph { all, next, first })
}

/// A number that follows from others, for choices.
pub fn mixed(seed: u64, salt: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(salt.wrapping_mul(0xD1B5_4A32_D192_ED03));
    x ^= x >> 31;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x ^ (x >> 29)
}
