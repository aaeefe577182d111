use super::*;
use crate::logic::text::{INFIX, text};

/// The interpolant of partition 0 as text.
fn of_zero(proof: &Proof, system: System) -> String {
    let mut formulas = Formulas::default();
    let formula = interpolant(proof, [Partition(0)], system, &mut formulas, input);
    text(&INFIX, &formulas, &[formula], |Input(number)| format!("x{}", number + 1)).roots.concat()
}

/// Where no clause of one side has anything of the other, it is a constant.
#[test]
fn one_side_alone_may_be_enough() {
    for system in System::ALL {
        assert_eq!(of_zero(&refuted(2, &[(0, &[1]), (0, &[-1]), (1, &[1, 2])]), system), "0");
        assert_eq!(of_zero(&refuted(2, &[(1, &[1]), (1, &[-1]), (0, &[1, 2])]), system), "1");
    }
}

/// The order of systems by strength, and ps between the strongest and the weakest: on random proofs, strictly now and
/// then.
#[test]
fn systems_are_ordered_by_strength() {
    let mut choices = Seeded::new(1);
    let (mut proofs, mut strict) = (0, [0; 4]);
    while proofs < 150 {
        let Some(proof) = random(&mut choices, 2) else { continue };
        proofs += 1;
        let mut formulas = Formulas::default();
        let all = System::ALL.map(|system| interpolant(&proof, [Partition(0)], system, &mut formulas, input));
        let [mcmillan, .., dual, ps] = all;
        assert!(implies(&formulas, mcmillan, ps) && implies(&formulas, ps, dual), "{proof:?}");
        for (pair, strict) in all[..5].windows(2).zip(&mut strict) {
            assert!(implies(&formulas, pair[0], pair[1]), "{proof:?}");
            *strict += usize::from(!implies(&formulas, pair[1], pair[0]));
        }
    }
    assert!(strict.iter().all(|&strict| strict > 0), "{strict:?}");
}

/// McMillan's interpolant is the complement of the dual one with the sides exchanged, Pudlák's that of his own.
#[test]
fn sides_may_be_exchanged() {
    let mut choices = Seeded::new(2);
    for proof in (0..100).filter_map(|_| random(&mut choices, 2)) {
        let mut formulas = Formulas::default();
        let mut of = |part, system| interpolant(&proof, [Partition(part)], system, &mut formulas, input);
        assert_eq!(of(0, System::Mcmillan), !of(1, System::Dual));
        let pair = [of(0, System::Pudlak), !of(1, System::Pudlak)];
        assert!(implies(&formulas, pair[0], pair[1]) && implies(&formulas, pair[1], pair[0]));
    }
}

/// The example of the course (docs/course/09-interpolants.md), over p, q and r.
#[test]
fn the_example_of_the_course() {
    let proof = refuted(3, &[(0, &[1, 2]), (0, &[-3]), (1, &[-1, 3]), (1, &[-2])]);
    let told = System::ALL.map(|system| {
        let mut formulas = Formulas::default();
        let formula = interpolant(&proof, [Partition(0)], system, &mut formulas, input);
        let text = text(&INFIX, &formulas, &[formula], |Input(number)| ["p", "q", "r"][number as usize].into());
        format!("{system}: {}", text.roots.concat())
    });
    assert_eq!(proof.resolutions(), 3);
    let expected = [
        "mcmillan: ((p | q) & !r)",
        "ps-strong: ((p | q) & !r)",
        "pudlak: ((!r | !p) & (q | p))",
        "ps-weak: ((!r | !p) & (q | p))",
        "dual: ((p & !r) | q)",
        "ps: ((p | q) & !r)",
    ];
    assert_eq!(told, expected);
}
