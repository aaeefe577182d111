use super::*;
use crate::budget::{CancelToken, StopReason};

/// Pigeons, one more than holes.
fn pigeons(holes: i32) -> Solver {
    let at = |pigeon: i32, hole: i32| holes * pigeon + hole + 1;
    let (mut solver, all) = solver((holes * (holes + 1)) as usize, &[]);
    for pigeon in 0..=holes {
        add(&mut solver, &all, (0, &(0..holes).map(|hole| at(pigeon, hole)).collect::<Vec<_>>()));
    }
    for hole in 0..holes {
        for (one, other) in (0..=holes).flat_map(|one| (0..one).map(move |other| (one, other))) {
            add(&mut solver, &all, (1, &[-at(one, hole), -at(other, hole)]));
        }
    }
    solver
}

fn sources(proof: &Proof) -> Vec<(Source, u32)> {
    proof.leaves().map(|(_, _, leaf)| (leaf.source, leaf.partition.0)).collect()
}

#[test]
fn leaves_are_numbered_past_duplicates_and_tautologies() {
    let clauses: [Given<'_>; 7] =
        [(9, &[1, -1]), (0, &[1, 2, 1]), (1, &[2, 1]), (0, &[-1, 1, 2]), (1, &[1, -2]), (0, &[-1, 2]), (2, &[-1, -2])];
    let proof = refuted(2, &clauses);
    let clause = |number, part| (Source::Clause(number), part);
    assert_eq!(sources(&proof), [clause(1, 0), clause(4, 1), clause(5, 0), clause(6, 2)]);
}

#[test]
fn an_empty_clause_is_a_proof() {
    for part in [0, 1] {
        let proof = refuted(2, &[(0, &[1, 2]), (part, &[]), (1, &[-1])]);
        assert_eq!(sources(&proof), [(Source::Clause(1), part)]);
        assert_eq!(proof.resolutions(), 0);
        for system in System::ALL {
            let mut formulas = Formulas::default();
            let formula = interpolant(&proof, [Partition(0)], system, &mut formulas, input);
            assert_eq!(formula, if part == 0 { Formula::FALSE } else { Formula::TRUE });
        }
    }
}

#[test]
fn assumptions_are_leaves_if_they_are_needed() {
    let (solver, all) = solver(4, &[(0, &[-1, 2]), (1, &[-2, 3])]);
    let assumptions = [(all[3], Partition(0)), (all[0], Partition(5)), (!all[2], Partition(1))];
    let proof = prove(&solver, &assumptions).expect("the chain contradicts them");
    let expected =
        [(Source::Clause(0), 0), (Source::Clause(1), 1), (Source::Assumption(1), 5), (Source::Assumption(2), 1)];
    assert_eq!(sources(&proof), expected);
    assert!(matches!(prove(&solver, &assumptions[..2]), Err(NoProof::Model(_))));
}

#[test]
fn complementary_assumptions_are_a_proof() {
    let (solver, all) = solver(2, &[(0, &[1, 2])]);
    let proof = prove(&solver, &[(!all[1], Partition(0)), (all[1], Partition(1))]).expect("they contradict");
    assert_eq!((sources(&proof).len(), proof.resolutions()), (2, 1));
    for system in System::ALL {
        let mut formulas = Formulas::default();
        let formula = interpolant(&proof, [Partition(0)], system, &mut formulas, input);
        assert_eq!(formula, !input(&mut formulas, 1), "{system}");
    }
}

#[test]
fn models_are_handed_out_until_clauses_leave_none() {
    let (mut solver, all) = solver(2, &[(0, &[1, 2])]);
    for clause in [[1, -2], [-1, 2]] {
        let Err(NoProof::Model(model)) = prove(&solver, &[]) else { panic!("there is a model") };
        assert!(model.value(all[0]) || model.value(all[1]));
        // Other questions to the same solver are nothing to the proof.
        assert!(matches!(solver.solve(&[], &Limits::default()), Answer::Sat(_)));
        add(&mut solver, &all, (0, &clause));
    }
    let Err(NoProof::Model(model)) = prove(&solver, &[]) else { panic!("there is a model") };
    assert!(model.value(all[0]) && model.value(all[1]));
    add(&mut solver, &all, (1, &[-1, -2]));
    assert_eq!(sources(&prove(&solver, &[]).expect("there is none")).len(), 4);
}

#[test]
fn a_limit_ends_the_search() {
    let solver = pigeons(8);
    let stopped = |budget: &Budget, literals| match refutation(solver.cnf(), &[], budget, literals) {
        Err(NoProof::Stopped(reason)) => reason,
        other => panic!("{:?}", other.map(|proof| proof.resolutions())),
    };
    assert_eq!(stopped(&Budget::unlimited(), 5_000), StopReason::Memory);
    assert_eq!(stopped(&Budget::unlimited(), 10), StopReason::Memory);
    assert_eq!(stopped(&Budget::unlimited().with_effort(1_000), LITERALS), StopReason::Effort);
    let cancel = CancelToken::default();
    let flag = cancel.clone();
    // Somebody asks to stop in the middle.
    let budget = Budget::unlimited().with_cancel(cancel).with_mark(700, move || {
        flag.cancel();
        None
    });
    assert_eq!(stopped(&budget, LITERALS), StopReason::Interrupted);
    assert_eq!(stopped(&budget, LITERALS), StopReason::Interrupted);
}

#[test]
fn proofs_that_are_wrong_are_refused() {
    let (solver, _) = solver(2, &[(0, &[1, 2]), (0, &[1, -2]), (1, &[-1, 2]), (1, &[-1, -2])]);
    let (other, _) = self::solver(2, &[(0, &[1, 2]), (0, &[1, -2]), (1, &[-1, 2]), (0, &[-1, -2])]);
    let (fewer, _) = self::solver(2, &[(0, &[1, 2]), (0, &[1, -2]), (1, &[-1, 2])]);
    let (weaker, _) = self::solver(3, &[(0, &[1, 2]), (0, &[1, -2]), (1, &[-1, 2]), (1, &[-1, -2, 3])]);
    let proof = prove(&solver, &[]).expect("there is no model");
    let what = |proof: &Proof, cnf: &Solver| verify(proof, cnf.cnf(), &[]).expect_err("it is wrong").what;
    assert_eq!(what(&proof, &other), "the leaf is of another part");
    assert_eq!(what(&proof, &fewer), "the leaf is not there");
    assert_eq!(what(&proof, &weaker), "other literals follow");
    for (id, literals, origin) in proof.clauses() {
        let Origin::Chain { first, links } = origin else { continue };
        let mut broken = super::proof::Arena::default();
        for (old, literals, origin) in proof.clauses().take(id.index()) {
            match origin {
                Origin::Leaf(leaf) => broken.leaf(literals, leaf),
                Origin::Chain { first, links } => broken.chain(literals, first, links),
            };
            assert_eq!(broken.len(), old.index() + 1);
        }
        let wrong = |literals: &[Lit], links: &[Link]| {
            let mut arena = broken.clone();
            arena.chain(literals, first, links);
            verify(&Proof { arena }, solver.cnf(), &[]).expect_err("it is wrong").what
        };
        let link = links[0];
        let with = |link: Link| [&[link], &links[1..]].concat();
        assert_eq!(wrong(literals, &with(Link { pivot: !link.pivot, ..link })), "a premise is without the pivot");
        assert_eq!(wrong(literals, &with(Link { clause: id, ..link })), "a premise comes later");
        assert_eq!(wrong(&[&[!link.pivot], literals].concat(), links), "other literals follow");
        if !literals.is_empty() {
            assert_eq!(wrong(literals, links), "the empty clause is missing");
        }
    }
}

#[test]
fn chains_of_long_proofs_are_no_recursion() {
    let length = 20_000;
    let chain: Vec<[i32; 2]> = (1..length).map(|number| [-number, number + 1]).collect();
    let mut clauses: Vec<Given<'_>> = chain.iter().map(|clause| (0, &clause[..])).collect();
    let ends = [[1], [-length]];
    clauses.extend([(0, &ends[0][..]), (1, &ends[1][..])]);
    let proof = refuted(length as usize, &clauses);
    let mut formulas = Formulas::default();
    let formula = interpolant(&proof, [Partition(0)], System::Pudlak, &mut formulas, input);
    assert_eq!(formula, input(&mut formulas, length as usize - 1));
}

#[test]
fn pivots_are_recycled() {
    let mut choices = Seeded::new(5);
    let (mut before, mut after, mut proofs) = (0, 0, 0);
    while proofs < 100 {
        if let Some(proof) = random(&mut choices, 2) {
            proofs += 1;
            before += proof.resolutions();
            after += proof.recycle_pivots().resolutions();
        }
    }
    assert!(after < before, "{after} of {before}");
    println!("{after} of {before} resolutions");
}
