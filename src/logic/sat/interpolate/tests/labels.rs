use super::*;

/// Node 2 is the root, 0 and 1 are its children.
fn fork() -> Tree {
    Tree::new(vec![Some(2), Some(2), None]).expect("a tree")
}

/// Refuted by all three parts together, which all have variable 1.
fn shared_by_all() -> Proof {
    refuted(2, &[(0, &[1, 2]), (1, &[1, -2]), (2, &[-1])])
}

fn refused(proof: &Proof, tree: &Tree, labels: &Labels) -> Unfit {
    interpolants(proof, tree, labels, &mut Formulas::default(), input).expect_err("labels that do not fit")
}

fn is_right(proof: &Proof, tree: &Tree, labels: &Labels) -> bool {
    let mut formulas = Formulas::default();
    let interfaces = interface::Interfaces::new(proof, tree).expect("all partitions are there");
    let all = interpolants::build(proof, tree, &interfaces, labels, &mut formulas, input);
    match check(proof, tree, &all, &mut formulas, input, &Limits::default()) {
        Ok(()) => true,
        Err(Broken::Step { .. }) => false,
        Err(other) => panic!("{other}"),
    }
}

#[test]
fn siblings_that_share_a_variable_need_a_label_that_goes_with_itself() {
    let proof = shared_by_all();
    for system in System::ALL {
        let labels = Labels::One(system);
        let given = interpolants(&proof, &fork(), &labels, &mut Formulas::default(), input);
        if !matches!(system, System::Dual | System::PsWeak) {
            assert!(given.is_ok(), "{system}: {given:?}");
            continue;
        }
        let label = Label::A;
        if system == System::Dual {
            let expected = Unfit::Siblings { variable: 0, siblings: [0, 1], labels: [label, label] };
            assert_eq!(given, Err(expected));
        }
    }
    let told = refused(&proof, &fork(), &Labels::One(System::Dual)).to_string();
    let expected = "variable 0 has label a at node 0 and a at its sibling 1: one has to be b, or both ab";
    assert_eq!(told, expected);
}

#[test]
fn a_label_may_not_be_above_the_one_at_the_parent() {
    // Variable 1 is shared at nodes 0 and 1 of the path.
    let proof = refuted(2, &[(0, &[1, 2]), (1, &[1, -2]), (2, &[-1])]);
    let path = Tree::path(3);
    let per_node = |systems: [System; 3]| Labels::PerNode(systems.to_vec());
    let weaker = per_node([System::Pudlak, System::Mcmillan, System::Ps]);
    let labels = [Label::Ab, Label::B];
    assert_eq!(refused(&proof, &path, &weaker), Unfit::NotMonotone { variable: 0, child: 0, parent: 1, labels });
    let stronger = per_node([System::Mcmillan, System::Dual, System::Ps]);
    assert!(interpolants(&proof, &path, &stronger, &mut Formulas::default(), input).is_ok());
    let too_few = Labels::PerNode(vec![System::Ps]);
    assert_eq!(refused(&proof, &path, &too_few), Unfit::Systems { systems: 1, nodes: 3 });
}

#[test]
fn partitions_have_to_be_in_the_tree() {
    let proof = shared_by_all();
    assert_eq!(refused(&proof, &Tree::path(2), &Labels::One(System::Ps)), Unfit::Partition(Partition(2)));
}

/// Where each variable is in a node, or in a node and its parent, every system goes, and each node may have another
/// one.
#[test]
fn scoped_trees_take_every_system() {
    let clauses: [Given<'_>; 6] =
        [(0, &[1, 5]), (0, &[1, -5]), (1, &[2, 6]), (1, &[2, -6]), (2, &[-1, -2, 3]), (3, &[-3])];
    let proof = refuted(6, &clauses);
    let tree = Tree::new(vec![Some(2), Some(2), Some(3), None]).expect("a tree");
    for system in System::ALL {
        let all = interpolants(&proof, &tree, &Labels::One(system), &mut Formulas::default(), input).expect("it fits");
        assert_eq!(all[3], Formula::FALSE, "{system}");
        let mixed = Labels::PerNode(vec![System::Dual, System::PsWeak, system, System::Mcmillan]);
        assert!(interpolants(&proof, &tree, &mixed, &mut Formulas::default(), input).is_ok());
    }
}

/// Random trees: the check finds labels that do not give what they should, and the conditions refuse all of these, and
/// none that they promise.
#[test]
fn labels_that_break_the_conditions_break_steps() {
    let mut choices = Seeded::new(7);
    let mut broken = [0; 7];
    let mut trees = 0;
    while trees < 150 {
        let nodes = 3 + choices.below(4) as usize;
        let Some(proof) = random(&mut choices, nodes as u32) else { continue };
        trees += 1;
        let parents = (0..nodes)
            .map(|node| (node + 1 < nodes).then(|| node + 1 + choices.below((nodes - node - 1) as u32) as usize));
        let tree = Tree::new(parents.collect()).expect("a tree");
        let stronger = [System::Mcmillan, System::PsStrong, System::Pudlak];
        let mixed = (0..nodes).map(|_| stronger[choices.below(3) as usize]).collect();
        let labels = System::ALL.map(Labels::One).into_iter().chain([Labels::PerNode(mixed)]);
        let interfaces = interface::Interfaces::new(&proof, &tree).expect("all partitions are there");
        for (labels, broken) in labels.zip(&mut broken) {
            let fits = labels.check(&interfaces, &tree, proof.variables()).is_ok();
            let is_right = is_right(&proof, &tree, &labels);
            assert!(is_right || !fits, "{labels:?} {tree:?} {proof:?}");
            *broken += usize::from(!is_right);
            let is_path = (1..nodes).all(|node| tree.children(node).len() == 1);
            let is_one = matches!(labels, Labels::One(_));
            let promised = match labels {
                Labels::One(System::Dual | System::PsWeak) => is_path,
                _ => is_one,
            };
            assert!(fits || !promised, "{labels:?} {tree:?} {proof:?}");
        }
    }
    println!("trees with a broken step: {broken:?}");
    let [mcmillan, ps_strong, pudlak, ps_weak, dual, ps, mixed] = broken;
    assert_eq!([mcmillan, ps_strong, pudlak, ps], [0; 4]);
    assert!(ps_weak > 0 && dual > 0 && mixed > 0, "{broken:?}");
}

/// Occurrences are counted once for each use of a leaf, on both sides.
#[test]
fn uses_are_counted() {
    let mut choices = Seeded::new(11);
    let mut most = 0;
    for proof in (0..50).filter_map(|_| random(&mut choices, 2)) {
        let interfaces = interface::Interfaces::new(&proof, &Tree::path(2)).expect("all partitions are there");
        let uses = |id| proof.clauses().flat_map(|(_, _, origin)| origin.premises()).filter(|&used| used == id).count();
        let on = |part: u32, variable: usize| -> usize {
            let with = |(id, literals, leaf): (ClauseId, &[Lit], Leaf)| {
                let counts = leaf.partition.0 == part && literals.iter().any(|lit| lit.variable() == variable);
                counts.then(|| uses(id))
            };
            proof.leaves().filter_map(with).sum()
        };
        most = most.max(proof.leaves().map(|(id, ..)| uses(id)).max().unwrap_or(0));
        for &shared in &interfaces.shared[0] {
            let counted = [shared.uses, interfaces.uses_outside(shared)];
            assert_eq!(counted, [0, 1].map(|part| on(part, shared.variable) as u64), "{proof:?}");
        }
    }
    assert!(most > 2);
}

#[test]
fn interpolants_that_are_wrong_are_found() {
    let proof = shared_by_all();
    let tree = Tree::path(3);
    let mut formulas = Formulas::default();
    let right = interpolants(&proof, &tree, &Labels::One(System::Ps), &mut formulas, input).expect("it fits");
    let foreign = formulas.input(Input(7));
    let told = |wrong: &[(usize, Formula)], formulas: &mut Formulas| {
        let mut all = right.clone();
        wrong.iter().for_each(|&(node, formula)| all[node] = formula);
        check(&proof, &tree, &all, formulas, input, &Limits::default()).expect_err("it is wrong")
    };
    assert_eq!(told(&[(0, Formula::FALSE)], &mut formulas), Broken::Step { node: 0 });
    assert_eq!(told(&[(1, Formula::TRUE)], &mut formulas), Broken::Step { node: 2 });
    assert_eq!(told(&[(1, foreign)], &mut formulas), Broken::Support { node: 1, input: Input(7) });
    assert_eq!(told(&[(2, Formula::TRUE)], &mut formulas), Broken::Root);
    // Variable 2 is of parts 0 and 1 alone.
    let inner = formulas.input(Input(1));
    assert_eq!(told(&[(1, inner)], &mut formulas), Broken::Support { node: 1, input: Input(1) });
    let fewer = check(&proof, &tree, &right[1..], &mut formulas, input, &Limits::default());
    assert_eq!(fewer, Err(Broken::Missing { interpolants: 2, nodes: 3 }));
}

/// Variables may stand for whatever the caller wants, one and the same among them.
#[test]
fn inputs_are_formulas_of_the_caller() {
    let proof = refuted(3, &[(0, &[1, 3]), (0, &[2, -3]), (1, &[-1]), (1, &[-2])]);
    let mut formulas = Formulas::default();
    let [a, b] = [0, 1].map(|number| formulas.input(Input(number)));
    let both = formulas.and(a, b);
    let formula = interpolant(&proof, [Partition(0)], System::Ps, &mut formulas, |_, _| both);
    assert_eq!(formula, both);
}
