//! What 2015-fedyukovich says of its evaluation.

use super::{BETWEEN, CALLS, DEPTHS, FROM_NU, FROM_ONE, GAIN, HELPERS, ITERATIONS, NU, OVERHEAD, RDD, SRDD};
use crate::bench::papers::fill::{Measured, Row, Told};
use crate::bench::papers::judge::{Duel, Judgement, sums};
use crate::bench::papers::paper::Claim;

/// Its claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        place: "section 4.1, Table 1",
        says: "The recursion depth is detected for single, multiple and indirect recursion.",
        rule: "All our programs in the table are decided, with a ν of at least one.",
        note: "",
        judge: detected,
    },
    Claim {
        place: "section 4.1, Table 1",
        says: "Tools that unwind without detecting the depth do not end within an hour.",
        rule: "",
        note: "",
        judge: |_| Judgement::without("no engine here unwinds recursion without knowing when to stop"),
    },
    Claim {
        place: "section 4.1, Table 1",
        says: "Who begins with the depth that is needed has one iteration.",
        rule: "On each program that is decided with In = ν there is one iteration.",
        note: "",
        judge: one_iteration,
    },
    Claim {
        place: "section 4.1, Table 1",
        says: "Detection costs iterations where all calls need about the same depth: from In = 1 there are more than from halfway, and from there more than from ν.",
        rule: "So it is on each of the programs of these rows (Multiply, Alternate, Array, InterleaveBitsRec, BitShiftRec A) that is decided.",
        note: "",
        judge: more_iterations,
    },
    Claim {
        place: "section 4.1, Table 1",
        says: "It costs time there, too: In = 1 is slower than In = ν.",
        rule: "In = 1 is slower than In = ν on more than half of these programs.",
        note: "At this size most of the time is that of starting the process.",
        judge: slower_from_one,
    },
    Claim {
        place: "section 4.1, Table 1",
        says: "Where calls need different depths, unwinding from one level is quicker than from ν, for less is unwound.",
        rule: "On each of the programs of these rows (Ackermann, BitShiftRec B) In = 1 is decided, and with In = ν either nothing is, or more calls are unwound in more time.",
        note: "",
        judge: less_unwound,
    },
    Claim {
        place: "section 4.2, Table 2",
        says: "With helper assertions unwinding takes less time on all programs.",
        rule: "SRDD is quicker than RDD on each program.",
        note: "",
        judge: always_quicker,
    },
    Claim {
        place: "section 4.2, Table 2",
        says: "McCarthy's function is the strongest case: SRDD takes some ten seconds, RDD does not end.",
        rule: "On `McCarthy` SRDD decides and RDD does not, or SRDD unwinds at most half as many calls in less time.",
        note: "",
        judge: mccarthy,
    },
    Claim {
        place: "section 4.2",
        says: "Summaries can cost iterations.",
        rule: "On some program that both decide SRDD has more iterations than RDD.",
        note: "",
        judge: iterations_gained,
    },
    Claim {
        place: "section 4.2, Table 2",
        says: "Less has to be unwound where helper assertions leave summaries.",
        rule: "On some program that both decide, ν is smaller with SRDD, and on none it is greater.",
        note: "The paper says so of the assertions that are reused, and has ν of one column only.",
        judge: shallower,
    },
    Claim {
        place: "section 4.2, Table 2",
        says: "Interpolation takes up to half of the time.",
        rule: "",
        note: "",
        judge: |_| Judgement::without("interpolants are counted here, and not timed"),
    },
];

/// The lines that somebody was asked about.
fn asked<'a>(measured: &'a Measured, title: &str) -> impl Iterator<Item = &'a Row> {
    measured.rows(title).iter().filter(|row| row.line.program.is_some())
}

fn detected(measured: &Measured) -> Judgement {
    let all = asked(measured, DEPTHS).count();
    let depths: Vec<String> = asked(measured, DEPTHS)
        .filter_map(|row| Some(format!("{}: ν = {}", row.line.name, row.count(FROM_ONE, NU).filter(|&nu| nu > 0)?)))
        .collect();
    match depths.len() {
        0 => Judgement::undecided(),
        count => Judgement::by(count == all, format!("{count} of {all} programs; {}", depths.join(", "))),
    }
}

fn one_iteration(measured: &Measured) -> Judgement {
    let counts: Vec<u64> = asked(measured, DEPTHS).filter_map(|row| row.count(FROM_NU, ITERATIONS)).collect();
    match (counts.iter().min(), counts.iter().max()) {
        (Some(least), Some(most)) => {
            Judgement::by(*most == 1, format!("{least} to {most} iterations on {} programs", counts.len()))
        }
        _ => Judgement::undecided(),
    }
}

fn more_iterations(measured: &Measured) -> Judgement {
    let rows = asked(measured, DEPTHS).filter(|row| row.line.group == OVERHEAD);
    let all = rows.filter_map(|row| {
        let [one, between, nu] = [FROM_ONE, BETWEEN, FROM_NU].map(|column| row.count(column, ITERATIONS));
        Some((row.line.name, one?, between?, nu?))
    });
    let all: Vec<(&str, u64, u64, u64)> = all.collect();
    let texts: Vec<String> =
        all.iter().map(|(name, one, between, nu)| format!("{name} {one}, {between}, {nu}")).collect();
    match all.len() {
        0 => Judgement::undecided(),
        _ => Judgement::by(
            all.iter().all(|&(_, one, between, nu)| one > between && between > nu),
            format!("iterations: {}", texts.join("; ")),
        ),
    }
}

fn slower_from_one(measured: &Measured) -> Judgement {
    let duel = Duel::of(measured, DEPTHS, [FROM_ONE, FROM_NU], |row| row.line.group == OVERHEAD);
    duel.judged(|duel| 2 * duel.slower > duel.count())
}

fn always_quicker(measured: &Measured) -> Judgement {
    let duel = Duel::of(measured, HELPERS, [SRDD, RDD], |_| true);
    let rows = || asked(measured, HELPERS);
    let ([tree], _) = sums(rows(), [SRDD], "work_tree");
    let ([lemmas], _) = sums(rows(), [SRDD], "work_lemmas");
    match duel.count() {
        0 => Judgement::undecided(),
        count => Judgement::by(
            duel.quicker == count,
            format!(
                "{duel}; {} % of its work is about helper assertions and lemmas",
                100 * lemmas / (tree + lemmas).max(1)
            ),
        ),
    }
}

fn less_unwound(measured: &Measured) -> Judgement {
    let rows: Vec<&Row> = asked(measured, DEPTHS).filter(|row| row.line.group == GAIN).collect();
    let mut texts = Vec::new();
    let mut holds = true;
    for row in rows {
        let calls = |column: usize| row.count(column, CALLS);
        let Some(few) = calls(FROM_ONE) else {
            return Judgement::NotMeasured(format!("{} was not decided within the limits", row.line.name));
        };
        let is_quicker = row.decided(FROM_ONE).map(Told::seconds) < row.decided(FROM_NU).map(Told::seconds);
        holds &= calls(FROM_NU).is_none_or(|many| few < many && is_quicker);
        let many = calls(FROM_NU).map_or("is not decided".to_string(), |many| format!("unwinds {many}"));
        texts.push(format!("{}: {few} calls, In = ν {many}", row.line.name));
    }
    Judgement::by(holds, texts.join("; "))
}

fn mccarthy(measured: &Measured) -> Judgement {
    let Some(row) = measured.rows(HELPERS).iter().find(|row| row.line.name == "McCarthy") else {
        return Judgement::without("there is no such row");
    };
    match [RDD, SRDD].map(|column| row.decided(column).and_then(|told| Some((told.count(CALLS)?, told.seconds())))) {
        [_, None] => Judgement::without("it was not decided with helper assertions within the limits"),
        [None, Some((calls, _))] => Judgement::by(true, format!("SRDD unwinds {calls} calls, RDD does not decide it")),
        [Some((many, slow)), Some((few, quick))] => Judgement::by(
            2 * few <= many && quick < slow,
            format!("SRDD unwinds {few} calls in {quick:.3} s, RDD {many} in {slow:.3} s"),
        ),
    }
}

/// A counter of those that both decide: name, RDD, SRDD.
fn both<'a>(measured: &'a Measured, name: &str) -> Vec<(&'a str, u64, u64)> {
    let rows = asked(measured, HELPERS);
    rows.filter_map(|row| Some((row.line.name, row.count(RDD, name)?, row.count(SRDD, name)?))).collect()
}

fn told(counts: &[(&str, u64, u64)]) -> String {
    let texts: Vec<String> = counts.iter().map(|(name, rdd, srdd)| format!("{name} {rdd}, {srdd}")).collect();
    format!("RDD and SRDD: {}", texts.join("; "))
}

fn iterations_gained(measured: &Measured) -> Judgement {
    let counts = both(measured, ITERATIONS);
    match counts.len() {
        0 => Judgement::without("none of these programs was decided by both within the limits"),
        _ => Judgement::by(counts.iter().any(|&(_, rdd, srdd)| srdd > rdd), told(&counts)),
    }
}

fn shallower(measured: &Measured) -> Judgement {
    let counts = both(measured, NU);
    match counts.len() {
        0 => Judgement::without("none of these programs was decided by both within the limits"),
        _ => Judgement::by(
            counts.iter().any(|&(_, rdd, srdd)| srdd < rdd) && counts.iter().all(|&(_, rdd, srdd)| srdd <= rdd),
            told(&counts),
        ),
    }
}
