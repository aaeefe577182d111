//! What 2014-komuravelli says of its experiments, and of its complexity.

use super::{BEBOP, DOUBLING, GPDR, QUESTIONS, SETS, SLAM_SAFE, SLAM_UNSAFE, SPACER, WORDS_SAFE, WORDS_UNSAFE};
use crate::bench::papers::fill::{Measured, Row};
use crate::bench::papers::judge::{Judgement, counted, power, sums};
use crate::bench::papers::paper::Claim;

/// Its claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        place: "section 6, Boolean programs",
        says: "On most programs of SLAM both take about as long: they differ by no more than two minutes, of a limit of thirty.",
        rule: "On more than half of the drivers that both decide, the times differ by no more than a fifteenth of the limit.",
        note: "",
        judge: similar,
    },
    Claim {
        place: "section 6, Fig. 9 (a)",
        says: "As Bebop's example grows, Spacer copes significantly better than GPDR.",
        rule: "On `bebop` GPDR decides no larger N, and either fewer N, or its questions grow with a power of N that is at least one half greater.",
        note: "",
        judge: bebop,
    },
    Claim {
        place: "section 4, Theorem 4.3",
        says: "For Boolean programs RecMC is polynomial, and at most quadratic in the number of procedures.",
        rule: "The questions grow with a power of N of at most 2.1, on `bebop` and on `doubling`.",
        note: "The theorem is about the worst case; two families can refute it, and no more.",
        judge: polynomial,
    },
    Claim {
        place: "sections 1 and 4",
        says: "Reachability facts answer a call without looking into the callee again; other algorithms can become exponential.",
        rule: "On `doubling` GPDR asks at least 2^N questions for each N that it decides, and Spacer at most 2N + 2.",
        note: "",
        judge: facts,
    },
    Claim {
        place: "abstract, section 6, Fig. 8",
        says: "On the C programs Spacer is significantly better than GPDR.",
        rule: "On the programs over numbers Spacer decides more, or as many in at most four fifths of the time.",
        note: "Facts here are cases over the entry of a procedure, not projections of linear arithmetic.",
        judge: better,
    },
    Claim {
        place: "section 6, Fig. 8",
        says: "There are programs that only one of the two decides: the virtual best decides more than either.",
        rule: "Each decides a program that the other does not decide.",
        note: "",
        judge: apart,
    },
    Claim {
        place: "section 1; section 4; appendix",
        says: "GPDR can fail to find a counterexample where there is one; RecMC always finds it.",
        rule: "",
        note: "",
        judge: |_| Judgement::without("the example needs linear arithmetic; of a Boolean program both come to an end"),
    },
    Claim {
        place: "section 5",
        says: "Model-based projection avoids most of the cost of eliminating quantifiers over linear arithmetic.",
        rule: "",
        note: "",
        judge: |_| Judgement::without("there is no arithmetic here to eliminate quantifiers from"),
    },
];

/// The lines of some groups.
fn of<'a>(measured: &'a Measured, groups: &'a [&str]) -> impl Iterator<Item = &'a Row> {
    measured.rows(SETS).iter().filter(move |row| groups.contains(&row.line.group))
}

/// The part of the limit that counts as alike: two minutes of thirty.
const FIFTEENTH: f64 = 1.0 / 15.0;

fn similar(measured: &Measured) -> Judgement {
    let both =
        of(measured, &[SLAM_SAFE, SLAM_UNSAFE]).filter_map(|row| Some((row.decided(SPACER)?, row.decided(GPDR)?)));
    let differences: Vec<(f64, f64)> = both.map(|(a, b)| ((a.seconds() - b.seconds()).abs(), a.cell.limit)).collect();
    let near = differences.iter().filter(|(difference, limit)| *difference <= FIFTEENTH * limit).count();
    match differences.len() {
        0 => Judgement::without("no driver was decided by both within the limits"),
        all => Judgement::by(2 * near > all, format!("{near} of {all} drivers")),
    }
}

/// The greatest size that a column decides.
fn largest(rows: &[Row], column: usize) -> Option<u32> {
    counted(rows, column, QUESTIONS).into_iter().map(|(size, _)| size).max()
}

fn bebop(measured: &Measured) -> Judgement {
    let rows = measured.rows(BEBOP);
    let ([Some(a), Some(b)], [Some(power_a), Some(power_b)]) = (
        [SPACER, GPDR].map(|column| largest(rows, column)),
        [SPACER, GPDR].map(|column| power(rows, column, QUESTIONS)),
    ) else {
        return Judgement::without("too few of these programs were decided within the limits");
    };
    let text = format!(
        "Spacer decides N up to {a}, with questions that grow as N^{power_a:.1}; GPDR up to {b}, as N^{power_b:.1}"
    );
    Judgement::by(a >= b && (a > b || power_b >= power_a + 0.5), text)
}

fn polynomial(measured: &Measured) -> Judgement {
    let powers = [BEBOP, DOUBLING].map(|title| power(measured.rows(title), SPACER, QUESTIONS));
    let [Some(bebop), Some(doubling)] = powers else {
        return Judgement::without("too few of these programs were decided within the limits");
    };
    Judgement::by(bebop.max(doubling) <= 2.1, format!("N^{bebop:.1} on `bebop`, N^{doubling:.1} on `doubling`"))
}

fn facts(measured: &Measured) -> Judgement {
    let rows = measured.rows(DOUBLING);
    let [spacer, gpdr] = [SPACER, GPDR].map(|column| counted(rows, column, QUESTIONS));
    let (Some(&(_, few)), Some(&(last, many))) = (spacer.last(), gpdr.last()) else {
        return Judgement::undecided();
    };
    let most = spacer.last().map_or(0, |&(size, _)| size);
    let holds = gpdr.iter().all(|&(size, count)| count >= 1 << size)
        && spacer.iter().all(|&(size, count)| count <= 2 * u64::from(size) + 2);
    Judgement::by(holds, format!("GPDR asks {many} questions for N = {last}, Spacer {few} for N = {most}"))
}

fn better(measured: &Measured) -> Judgement {
    let sum = |column: usize| {
        let decided: Vec<f64> =
            of(measured, &[WORDS_SAFE, WORDS_UNSAFE]).filter_map(|row| Some(row.decided(column)?.seconds())).collect();
        (decided.len(), decided.iter().sum::<f64>())
    };
    let ((a, seconds_a), (b, seconds_b)) = (sum(SPACER), sum(GPDR));
    if a + b == 0 {
        return Judgement::undecided();
    }
    let both = |name| sums(of(measured, &[WORDS_SAFE, WORDS_UNSAFE]), [SPACER, GPDR], name).0;
    let ([few, many], [asked_a, asked_b]) = (both(QUESTIONS), both("calls"));
    let text = format!(
        "Spacer decides {a} in {seconds_a:.1} s together, GPDR {b} in {seconds_b:.1} s; where both do, they ask {few} and {many} questions about predicates, and the solver {asked_a} and {asked_b}"
    );
    Judgement::by(a > b || (a == b && seconds_a <= 0.8 * seconds_b), text)
}

fn apart(measured: &Measured) -> Judgement {
    let alone = |one: usize, other: usize| {
        let rows = measured.rows(SETS).iter();
        rows.filter(|row| row.decided(one).is_some() && row.decided(other).is_none()).count()
    };
    if measured.rows(SETS).iter().all(|row| row.told.iter().flatten().all(|told| !told.is_decided())) {
        return Judgement::undecided();
    }
    let (a, b) = (alone(SPACER, GPDR), alone(GPDR, SPACER));
    let text = format!("{a} programs are decided by Spacer alone, {b} by GPDR alone");
    Judgement::by(a > 0 && b > 0, text)
}
