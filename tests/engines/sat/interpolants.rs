//! Interpolants of random problems, held against the clauses that were given: each follows from those of its side,
//! contradicts the others, and speaks of variables that both have; and those of a tree fit together.

use bpcheck::budget::Budget;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::logic::formula::{Formula, Formulas, Input};
use bpcheck::logic::sat::interpolate::{
    LITERALS, Labels, NoProof, Proof, System, Tree, Unfit, check, interpolant, interpolants, refutation, verify,
};
use bpcheck::logic::sat::{Answer, Backend, Encoder, Limits, Lit, Partition, Solver};
use std::collections::BTreeSet;

#[test]
fn interpolants_of_random_problems() {
    problems(200);
}

/// 2,200 problems, six systems, with and without recycled pivots.
#[test]
#[ignore = "half a minute: make hunt"]
fn interpolants_of_many_random_problems() {
    problems(2_200);
}

#[test]
fn interpolants_of_random_trees() {
    trees(200);
}

#[test]
#[ignore = "half a minute: make hunt"]
fn interpolants_of_many_random_trees() {
    trees(1_100);
}

/// Clauses with up to 70 variables, of so many parts. Neighbouring parts share most variables.
fn problem(choices: &mut Seeded, parts: u32, variables: u32) -> Solver {
    let mut solver = Solver::new(Backend::default());
    let all: Vec<Lit> = (0..variables).map(|_| solver.new_var()).collect();
    let mut last: Vec<Lit> = Vec::new();
    for _ in 0..variables * (42 + choices.below(8)) / 10 {
        let part = choices.below(parts);
        // The window of a part.
        let width = (variables * 2 / (parts + 1)).max(variables / 2);
        let first = (variables - width) * part / (parts - 1).max(1);
        let mut literal = || {
            let lit = all[(first + choices.below(width)) as usize];
            if choices.below(2) == 1 { !lit } else { lit }
        };
        let mut clause: Vec<Lit> = (0..3).map(|_| literal()).collect();
        match choices.below(40) {
            0 if !last.is_empty() => clause.clone_from(&last),
            1 => clause.push(!clause[0]),
            2 => clause.push(clause[1]),
            3 => clause.truncate(2),
            _ => {}
        }
        solver.add_clause(&clause, Partition(part));
        last = clause;
    }
    solver
}

/// A proof, with some of the literals assumed that clauses have, if there is no model then.
fn refuted(choices: &mut Seeded, solver: &Solver, parts: u32) -> Option<(Proof, Vec<(Lit, Partition)>)> {
    let clauses: Vec<&[Lit]> = solver.cnf().clauses().map(|(clause, _)| clause).collect();
    let count = choices.below(7) * choices.below(2);
    let mut assume = || (clauses[choices.below(clauses.len() as u32) as usize][0], Partition(choices.below(parts)));
    let assumptions: Vec<(Lit, Partition)> = (0..count).map(|_| assume()).collect();
    match refutation(solver.cnf(), &assumptions, &Budget::unlimited(), LITERALS) {
        Ok(proof) => {
            assert_eq!(verify(&proof, solver.cnf(), &assumptions), Ok(()));
            Some((proof, assumptions))
        }
        Err(NoProof::Model(model)) => {
            assert!(clauses.iter().all(|clause| clause.iter().any(|&lit| model.value(lit))));
            assert!(assumptions.iter().all(|&(lit, _)| model.value(lit)));
            None
        }
        Err(other) => panic!("{other}"),
    }
}

/// All clauses, assumptions among them.
fn given(solver: &Solver, assumptions: &[(Lit, Partition)]) -> Vec<(Vec<Lit>, Partition)> {
    let units = assumptions.iter().map(|&(lit, partition)| (vec![lit], partition));
    solver.cnf().clauses().map(|(clause, partition)| (clause.to_vec(), partition)).chain(units).collect()
}

fn input(formulas: &mut Formulas, variable: usize) -> Formula {
    formulas.input(Input(variable as u32))
}

/// Whether it is an interpolant of these clauses, of which some are on the one side.
fn assert_interpolates(
    variables: usize,
    given: &[(Vec<Lit>, Partition)],
    is_a: impl Fn(Partition) -> bool,
    formulas: &Formulas,
    formula: Formula,
) {
    let is_a = &is_a;
    let on = |side: bool| given.iter().filter(move |(_, partition)| is_a(*partition) == side).map(|(clause, _)| clause);
    let variables_on = |side| on(side).flatten().map(|lit| lit.variable()).collect::<BTreeSet<usize>>();
    let [of_a, of_b] = [true, false].map(variables_on);
    for Input(number) in formulas.support([formula]) {
        let variable = number as usize;
        assert!(of_a.contains(&variable) && of_b.contains(&variable), "{variable} is not shared");
    }
    for side in [true, false] {
        let mut solver = Solver::new(Backend::default());
        let own: Vec<Lit> = (0..variables).map(|_| solver.new_var()).collect();
        for clause in on(side) {
            let literal = |lit: &Lit| if lit.is_negated() { !own[lit.variable()] } else { own[lit.variable()] };
            solver.add_clause(&clause.iter().map(literal).collect::<Vec<_>>(), Partition::default());
        }
        let literal =
            Encoder::default().encode(&mut solver, formulas, formula, |_, Input(number)| own[number as usize]);
        let answer = solver.solve(&[if side { !literal } else { literal }], &Limits::default());
        assert!(matches!(answer, Answer::Unsat(_)), "side {side}: {answer:?}");
    }
}

fn problems(count: usize) {
    let mut choices = Seeded::new(0);
    let mut done = 0;
    let mut nodes = [[0; 2]; 6];
    let mut resolutions = [0; 2];
    while done < count {
        let variables = 12 + choices.below(59);
        let solver = problem(&mut choices, 2, variables);
        let Some((proof, assumptions)) = refuted(&mut choices, &solver, 2) else { continue };
        done += 1;
        let given = given(&solver, &assumptions);
        let shorter = proof.recycle_pivots();
        assert_eq!(verify(&shorter, solver.cnf(), &assumptions), Ok(()));
        for (number, proof) in [&proof, &shorter].into_iter().enumerate() {
            resolutions[number] += proof.resolutions();
            for (system, nodes) in System::ALL.into_iter().zip(&mut nodes) {
                let mut formulas = Formulas::default();
                let formula = interpolant(proof, [Partition(0)], system, &mut formulas, input);
                nodes[number] += formulas.cone([formula]).len();
                let is_a = |partition| partition == Partition(0);
                assert_interpolates(solver.cnf().variables(), &given, is_a, &formulas, formula);
            }
        }
    }
    println!("{} interpolants; {resolutions:?} resolutions with and without redundant pivots", 12 * count);
    for (system, nodes) in System::ALL.into_iter().zip(nodes) {
        println!("{system}: {:?} nodes in the mean", nodes.map(|nodes| nodes / count));
    }
}

fn trees(count: usize) {
    let mut choices = Seeded::new(1);
    let mut done = 0;
    let (mut paths, mut nodes, mut refused) = (0, 0, [0; 7]);
    while done < count {
        let parts = 2 + choices.below(7);
        let variables = 12 + choices.below(20);
        let solver = problem(&mut choices, parts, variables);
        let Some((proof, assumptions)) = refuted(&mut choices, &solver, parts) else { continue };
        let tree = tree(&mut choices, parts as usize);
        done += 1;
        nodes += tree.nodes();
        let is_path = tree.order().iter().all(|&node| tree.children(node).len() < 2);
        paths += usize::from(is_path);
        let systems = (0..parts).map(|_| System::ALL[choices.below(3) as usize]).collect();
        let labels = System::ALL.map(Labels::One).into_iter().chain([Labels::PerNode(systems)]);
        let given = given(&solver, &assumptions);
        for (labels, refused) in labels.zip(&mut refused) {
            let mut formulas = Formulas::default();
            match interpolants(&proof, &tree, &labels, &mut formulas, input) {
                Err(Unfit::Siblings { .. } | Unfit::NotMonotone { .. }) => {
                    let may_be = match labels {
                        Labels::One(system) => matches!(system, System::Dual | System::PsWeak) && !is_path,
                        Labels::PerNode(_) => true,
                    };
                    assert!(may_be, "{labels:?}: {tree:?}");
                    *refused += 1;
                }
                Err(other) => panic!("{other}"),
                Ok(all) => {
                    assert_eq!(check(&proof, &tree, &all, &mut formulas, input, &Limits::default()), Ok(()));
                    let node = choices.below(parts) as usize;
                    let is_a = |Partition(part)| tree.is_within(part as usize, node);
                    assert_interpolates(solver.cnf().variables(), &given, is_a, &formulas, all[node]);
                }
            }
        }
    }
    println!(
        "{count} trees, {paths} of them paths, {nodes} nodes; refused, of each system, and of one a node: {refused:?}"
    );
}

/// A path now and then.
fn tree(choices: &mut Seeded, nodes: usize) -> Tree {
    if choices.below(4) == 0 {
        return Tree::path(nodes);
    }
    let parent = |node: usize| node + 1 + choices.below((nodes - node - 1) as u32) as usize;
    let parents: Vec<Option<usize>> = (0..nodes - 1).map(parent).map(Some).chain([None]).collect();
    Tree::new(parents).expect("parents come later")
}
