//! All systems with two control states, two symbols and at most three rules.

use super::*;
use bpcheck::pds::explicit::{Pattern, Piece, Rule, StateId, SymbolId};

/// The 56 rules: four heads, and to each of two states nothing, one or two symbols.
fn rules() -> Vec<Rule> {
    let states = [StateId(0), StateId(1)];
    let symbols = [SymbolId(0), SymbolId(1)];
    let mut pushes = vec![Vec::new()];
    pushes.extend(symbols.map(|symbol| vec![symbol]));
    pushes.extend(symbols.iter().flat_map(|&top| symbols.map(|below| vec![top, below])));
    let mut rules = Vec::new();
    for state in states {
        for symbol in symbols {
            for to in states {
                rules.extend(pushes.iter().map(|push| Rule { state, symbol, to, push: push.clone() }));
            }
        }
    }
    rules
}

/// All sets of at most three.
fn sets(count: usize) -> Vec<Vec<usize>> {
    let mut sets = vec![Vec::new()];
    for a in 0..count {
        sets.push(vec![a]);
        for b in a + 1..count {
            sets.push(vec![a, b]);
            sets.extend((b + 1..count).map(|c| vec![a, b, c]));
        }
    }
    sets
}

fn system_of(rules: &[Rule], set: &[usize]) -> PushdownSystem {
    let mut system = PushdownSystem::default();
    let (p, q) = (system.state("p"), system.state("q"));
    let (a, b) = (system.symbol("a"), system.symbol("b"));
    system.add_initial(Configuration { state: p, stack: vec![a, b] });
    set.iter().for_each(|&rule| system.add_rule(rules[rule].clone()));
    let target = |stack: Vec<Piece>| Pattern::new(Some(q), stack).expect("well formed");
    system.add_target(target(vec![Piece::Symbol(b), Piece::Any, Piece::Star]));
    system.add_target(target(Vec::new()));
    system
}

#[test]
fn all_29317_small_systems_agree_with_enumeration() {
    let rules = rules();
    assert_eq!(rules.len(), 56);
    let sets = sets(rules.len());
    assert_eq!(sets.len(), 29_317);
    let texts: String = sets.iter().map(|set| system_of(&rules, set).to_string()).collect();
    let all = Source::new("all.pds", texts);
    let digest = all.sha256();
    eprintln!("{} systems, SHA-256 of all texts {digest}", sets.len());
    assert_eq!(digest, "90a89c348570dfd661c82ed5fc75cdd34fd6548e0620d5873fc7ba3029b11dd6");
    let mut runs = 0;
    for set in &sets {
        let system = system_of(&rules, set);
        compare(&system, 3, 6, &mut |which, own| {
            panic!("{which}: higher stacks are needed for {}\n{system}", system.show(own));
        });
        let forward = post(&system);
        for configuration in configurations(&system, 2).iter().filter(|own| forward.accepts(own)) {
            replayed(&system, &forward, configuration);
            runs += 1;
        }
    }
    assert_eq!(runs, 40_898);
}
