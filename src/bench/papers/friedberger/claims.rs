//! What 2015-friedberger says of its evaluation.

use super::{AUTOMIZER, CBMC, ENTERED, HITS, NO_CACHE, PREDICATE, ROUNDS, TASKS, VALUE};
use crate::bench::papers::fill::{Measured, Row};
use crate::bench::papers::judge::{Duel, Judgement, sums};
use crate::bench::papers::paper::{Claim, Sum};

/// Its claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        place: "section 6.5, Table 6.2",
        says: "The predicate analysis gives no wrong answer.",
        rule: "It gives none here.",
        note: "",
        judge: sound,
    },
    Claim {
        place: "section 6.5, Table 6.2",
        says: "The value analysis gives false alarms, for it keeps no relations between variables.",
        rule: "It says UNSAFE of some SAFE program.",
        note: "Ours refuses to give up relations: it enumerates valuations, and gives up instead.",
        judge: false_alarms,
    },
    Claim {
        place: "section 6.5",
        says: "The value analysis alone unwinds a recursion of 1,000 calls to the violation behind it.",
        rule: "Of all that are asked, only the value analysis decides `id_o1000_F`.",
        note: "",
        judge: deepest,
    },
    Claim {
        place: "appendix B",
        says: "Where many calls are needed, as of Fibonacci and Ackermann, the predicate analysis does not end.",
        rule: "Of the programs of which the paper says so, it does not decide more than half.",
        note: "Numbers of few bits bound how many calls there are.",
        judge: many_calls,
    },
    Claim {
        place: "sections 1 and 2.4",
        says: "Tables of blocks save work: what was analysed before is not analysed again.",
        rule: "Over the programs that are decided with and without the tables of earlier searches, fewer calls of blocks bring something new with them.",
        note: "Without the cache a table still answers within a search; what is switched off is that it lasts from one search to the next.",
        judge: saved,
    },
    Claim {
        place: "sections 1 and 2.4",
        says: "They save time.",
        rule: "With the cache it is quicker on more programs than it is slower.",
        note: "",
        judge: time_saved,
    },
    Claim {
        place: "section 4.5.4",
        says: "Where the error is in `main`, tables are hit often, for blocks are entered with few different abstractions.",
        rule: "On more than half of the programs with more than one search, at least half of the calls of blocks are answered by tables.",
        note: "",
        judge: hits,
    },
    Claim {
        place: "section 7.1",
        says: "Recursion is handled whatever the analysis is that is wrapped.",
        rule: "Both analyses decide more than half of the programs, and neither gives a wrong answer.",
        note: "",
        judge: both_analyses,
    },
    Claim {
        place: "section 7.1",
        says: "It is competitive: the predicate analysis comes second of six, behind UltimateAutomizer.",
        rule: "At most one of the others has a higher score than the predicate analysis.",
        note: "Compared are those whose places are taken.",
        judge: competitive,
    },
    Claim {
        place: "section 6.3.2, Table 6.1",
        says: "Of the ways to interpolate, nested interpolation with MathSAT does best.",
        rule: "",
        note: "",
        judge: |_| Judgement::without("there is one way to refine here, and no solver for arithmetic"),
    },
];

fn decided(measured: &Measured, column: usize) -> usize {
    measured.rows(TASKS).iter().filter(|row| row.decided(column).is_some()).count()
}

fn wrong(measured: &Measured, column: usize) -> usize {
    measured.rows(TASKS).iter().filter(|row| row.told[column].as_ref().is_some_and(|told| told.cell.wrong)).count()
}

/// By the wrong answers of a column.
fn by_wrong(measured: &Measured, column: usize, holds: fn(usize) -> bool) -> Judgement {
    let (wrong, right) = (wrong(measured, column), decided(measured, column));
    match wrong + right {
        0 => Judgement::undecided(),
        _ => Judgement::by(holds(wrong), format!("{wrong} wrong answers, {right} right ones")),
    }
}

fn sound(measured: &Measured) -> Judgement {
    by_wrong(measured, PREDICATE, |wrong| wrong == 0)
}

fn false_alarms(measured: &Measured) -> Judgement {
    by_wrong(measured, VALUE, |wrong| wrong > 0)
}

fn deepest(measured: &Measured) -> Judgement {
    let Some(row) = measured.rows(TASKS).iter().find(|row| row.line.name == "id_o1000_F") else {
        return Judgement::without("there is no such row");
    };
    let who: Vec<String> =
        row.told.iter().flatten().filter(|told| told.is_decided()).map(|told| format!("`{}`", told.engine)).collect();
    match who.as_slice() {
        [] => Judgement::without("nobody decided it within the limits"),
        [_] => Judgement::by(row.decided(VALUE).is_some(), format!("decided by {} alone", who[0])),
        _ => Judgement::by(false, format!("decided by {}", who.join(", "))),
    }
}

fn many_calls(measured: &Measured) -> Judgement {
    let rows = measured.rows(TASKS).iter().filter(|row| row.line.theirs[PREDICATE] == "TO");
    let rows: Vec<&Row> = rows.collect();
    let open = rows.iter().filter(|row| row.decided(PREDICATE).is_none()).count();
    if decided(measured, PREDICATE) == 0 {
        return Judgement::undecided();
    }
    Judgement::by(2 * open > rows.len(), format!("{open} of {} are not decided", rows.len()))
}

fn saved(measured: &Measured) -> Judgement {
    let ([with, without], count) = sums(measured.rows(TASKS), [PREDICATE, NO_CACHE], ENTERED);
    match count {
        0 => Judgement::undecided(),
        _ => Judgement::by(with < without, format!("{with} calls with it, {without} without, on {count} programs")),
    }
}

fn time_saved(measured: &Measured) -> Judgement {
    Duel::of(measured, TASKS, [PREDICATE, NO_CACHE], |_| true).judged(|duel| duel.quicker > duel.slower)
}

fn hits(measured: &Measured) -> Judgement {
    let rates = measured.rows(TASKS).iter().filter_map(|row| {
        let count = |name| row.count(PREDICATE, name);
        let (rounds, entered, hits) = (count(ROUNDS)?, count(ENTERED)?, count(HITS)?);
        (rounds > 1).then_some((entered, hits))
    });
    let rates: Vec<(u64, u64)> = rates.collect();
    let often = rates.iter().filter(|&&(entered, hits)| hits >= entered).count();
    let (entered, hits) = rates.iter().fold((0, 0), |sum, rate| (sum.0 + rate.0, sum.1 + rate.1));
    match rates.len() {
        0 => Judgement::undecided(),
        all => {
            let text = format!("on {often} of {all} programs; {hits} of {} calls in all", entered + hits);
            Judgement::by(2 * often > all, text)
        }
    }
}

fn both_analyses(measured: &Measured) -> Judgement {
    let all = measured.rows(TASKS).len();
    let [predicate, value] = [PREDICATE, VALUE].map(|column| decided(measured, column));
    let wrong = wrong(measured, PREDICATE) + wrong(measured, VALUE);
    if predicate + value == 0 {
        return Judgement::undecided();
    }
    let text = format!("of {all} programs {predicate} and {value} are decided, {wrong} wrongly");
    Judgement::by(wrong == 0 && 2 * predicate.min(value) > all, text)
}

fn competitive(measured: &Measured) -> Judgement {
    let score = |column: usize| Sum::points(measured.rows(TASKS), column);
    let own = score(PREDICATE);
    let others = [("CBMC", CBMC), ("Value", VALUE), ("UltimateAutomizer", AUTOMIZER)]
        .map(|(name, column)| (name, score(column)));
    let better = others.iter().filter(|(_, score)| *score > own).count();
    let told: Vec<String> = others.iter().map(|(name, score)| format!("{name} {score}")).collect();
    let text = format!("{own} points; {}", told.join(", "));
    if decided(measured, PREDICATE) == 0 {
        return Judgement::undecided();
    }
    Judgement::by(better <= 1, text)
}
