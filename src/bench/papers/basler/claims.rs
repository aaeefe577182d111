//! What 2007-basler says of its experiments.

use super::{BEBOP, BOOM, BOOM_STAR, BOUND, DRIVERS};
use crate::bench::papers::fill::{Measured, Row};
use crate::bench::papers::judge::{Duel, Judgement, sums};
use crate::bench::papers::paper::Claim;

/// Its claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        place: "section 6, Fig. 9 (a)",
        says: "With all universal summaries at once, SAT tends to be quicker than decision diagrams where the error can be reached.",
        rule: "BOOM is quicker than BEBOP on more than half of the UNSAFE programs.",
        note: "What BEBOP took in 2007 is not known of these programs: here its place is taken by our own decision diagrams.",
        judge: |measured| mostly_quicker(measured, true),
    },
    Claim {
        place: "section 6, Fig. 9 (a)",
        says: "It is slower than decision diagrams where all that is reachable has to be looked at.",
        rule: "BOOM is slower than BEBOP on more than half of the SAFE programs.",
        note: "",
        judge: |measured| mostly_quicker(measured, false),
    },
    Claim {
        place: "section 6, Fig. 9 (b)",
        says: "Summaries on demand help to some extent where the error can be reached, but not in general.",
        rule: "BOOM* is quicker than BOOM on at least a tenth of the UNSAFE programs, and slower on some.",
        note: "",
        judge: on_demand,
    },
    Claim {
        place: "section 6",
        says: "About a third of the nondeterministic summaries are never replaced by BOOM*.",
        rule: "Of all called procedures of the programs that BOOM* decides, between a quarter and five twelfths are left with Σ★.",
        note: "",
        judge: left,
    },
    Claim {
        place: "section 4",
        says: "To make all universal summaries first is wasteful: a part of them can suffice to exclude the error.",
        rule: "On more than half of the SAFE programs that BOOM* decides, some procedure is left with Σ★.",
        note: "",
        judge: wasteful,
    },
    Claim {
        place: "section 5, Theorem 1; section 8",
        says: "Recursion has a finite nesting bound, which SAT alone can compute; to implement and evaluate it is future work.",
        rule: "All programs of the table are decided with this bound and no other way to complete recursion, and the SAFE ones need at least the 2^N frames that there are.",
        note: "",
        judge: bounded,
    },
];

/// Those with a mistake, or those without.
fn some(rows: &[Row], is_unsafe: bool) -> impl Iterator<Item = &Row> {
    rows.iter().filter(move |row| row.line.is_unsafe() == is_unsafe)
}

fn mostly_quicker(measured: &Measured, is_unsafe: bool) -> Judgement {
    let duel = Duel::of(measured, DRIVERS, [BOOM, BEBOP], |row| row.line.is_unsafe() == is_unsafe);
    duel.judged(|duel| 2 * if is_unsafe { duel.quicker } else { duel.slower } > duel.count())
}

fn on_demand(measured: &Measured) -> Judgement {
    let duel = Duel::of(measured, DRIVERS, [BOOM_STAR, BOOM], |row| row.line.is_unsafe());
    let ([many, few], _) = sums(some(measured.rows(DRIVERS), true), [BOOM_STAR, BOOM], "refinements");
    match duel.count() {
        0 => Judgement::undecided(),
        count => Judgement::by(
            10 * duel.quicker >= count && duel.slower > 0,
            format!("{duel}; it refines {many} times, BOOM {few} times"),
        ),
    }
}

/// How many procedures are left with Σ★, of how many that are called.
fn left_of(row: &Row) -> Option<(u64, u64)> {
    Some((row.count(BOOM_STAR, "star_left")?, row.count(BOOM_STAR, "functions")?.saturating_sub(1)))
}

fn left(measured: &Measured) -> Judgement {
    let counts: Vec<(u64, u64)> = measured.rows(DRIVERS).iter().filter_map(left_of).collect();
    let (left, all) = counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    if all == 0 {
        return Judgement::undecided();
    }
    let text = format!("{left} of {all} called procedures of {} programs, {} %", counts.len(), 100 * left / all);
    Judgement::by(4 * left >= all && 12 * left <= 5 * all, text)
}

fn wasteful(measured: &Measured) -> Judgement {
    let counts: Vec<u64> = some(measured.rows(DRIVERS), false).filter_map(|row| Some(left_of(row)?.0)).collect();
    let some = counts.iter().filter(|&&left| left > 0).count();
    match counts.len() {
        0 => Judgement::undecided(),
        all => Judgement::by(2 * some > all, format!("on {some} of {all} programs")),
    }
}

fn bounded(measured: &Measured) -> Judgement {
    let rows = measured.rows(BOUND);
    let found: Vec<(u32, u64)> =
        some(rows, false).filter_map(|row| Some((row.line.size, row.count(0, "nesting")?))).collect();
    let decided = rows.iter().filter(|row| row.decided(0).is_some()).count();
    if decided < rows.len() {
        let text = format!("only {decided} of {} programs were decided within the limits", rows.len());
        return Judgement::NotMeasured(text);
    }
    let each: Vec<String> = found.iter().map(|(bits, nesting)| format!("r = {nesting} for N = {bits}")).collect();
    Judgement::by(found.iter().all(|&(bits, nesting)| nesting >= 1 << bits), format!("SAFE: {}", each.join(", ")))
}
