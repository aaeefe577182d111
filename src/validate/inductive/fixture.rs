//! Formulas of which it is known what holds of them, for tests of those that refute some.

use crate::logic::formula::{Formula, Formulas, Input};

/// Some hundred thousand formulas of six inputs and their negations, each with its graph, whether it has a model, and the seed that it comes from.
pub(super) fn each(mut check: impl FnMut(&Formulas, Formula, bool, u64)) {
    each_graph(|f, formulas, seed| {
        formulas.iter().for_each(|&(formula, has_model)| check(f, formula, has_model, seed))
    });
}

/// The same, all of a graph at a time.
pub(super) fn each_graph(mut check: impl FnMut(&Formulas, &[(Formula, bool)], u64)) {
    for seed in 0..1_000 {
        let mut f = Formulas::default();
        let both = |(formula, table): (Formula, u64)| [(formula, table != 0), (!formula, table != u64::MAX)];
        let formulas: Vec<(Formula, bool)> = formulas(&mut f, random(seed)).into_iter().flat_map(both).collect();
        check(&f, &formulas, seed);
    }
}

/// Numbers below the one that is given each time.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut random = seed;
    move |below| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % below
    }
}

/// Formulas of six inputs with their tables: values and clauses of them, and what random operators make of them.
fn formulas(f: &mut Formulas, mut next: impl FnMut(usize) -> usize) -> Vec<(Formula, u64)> {
    let table = |bit: usize| (0..64).filter(|row| row >> bit & 1 == 1).map(|row| 1 << row).sum();
    let mut all: Vec<(Formula, u64)> = (0..6).map(|bit| (f.input(Input(bit as u32)), table(bit))).collect();
    let pick = |next: &mut dyn FnMut(usize) -> usize, from: &[(Formula, u64)]| {
        let (formula, table) = from[next(from.len())];
        if next(2) == 0 { (formula, table) } else { (!formula, !table) }
    };
    let mut clauses = (Formula::TRUE, u64::MAX);
    for _ in 0..32 {
        let clause = (0..3).fold((Formula::FALSE, 0), |(clause, held), _| {
            let (literal, table) = pick(&mut next, &all[..6]);
            (f.or(clause, literal), held | table)
        });
        clauses = (f.and(clauses.0, clause.0), clauses.1 & clause.1);
        all.push(clauses);
    }
    for _ in 0..40 {
        let [(a, ta), (b, tb), (c, tc)] = [0; 3].map(|_| pick(&mut next, &all));
        all.push(match next(3) {
            0 => (f.and(a, b), ta & tb),
            1 => (f.iff(a, b), !(ta ^ tb)),
            _ => (f.ite(a, b, c), ta & tb | !ta & tc),
        });
    }
    all
}

/// Two ways to compute the parity of so many inputs.
pub(super) fn parities(f: &mut Formulas, most: u32) -> [Formula; 2] {
    let inputs: Vec<Formula> = (0..most).map(|index| f.input(Input(index))).collect();
    let mut parity = |inputs: &mut dyn Iterator<Item = &Formula>| {
        inputs.fold(Formula::FALSE, |parity, &input| !f.iff(parity, input))
    };
    [parity(&mut inputs.iter()), parity(&mut inputs.iter().rev())]
}
