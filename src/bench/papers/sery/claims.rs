//! What 2012-sery says of its evaluation.

use super::{
    APART, BODIES, CBMC, CPACHECKER, EAGER_CEG, EAGER_GREEDY, FORGETFUL, FUNFROG, LARGE, LAZY_CEG, LAZY_GREEDY,
    REFINEMENTS, SATABS, SMALL, STRATEGIES, TOOLS,
};
use crate::bench::papers::fill::{Measured, Row, Told};
use crate::bench::papers::judge::{Duel, Judgement, is_quicker, sums};
use crate::bench::papers::paper::Claim;

/// Its claims.
pub(super) const CLAIMS: &[Claim] = &[
    Claim {
        place: "section 5, Table 1",
        says: "On the larger programs FunFrog is quicker than CBMC.",
        rule: "It is on more than half of the seven drivers.",
        note: "",
        judge: |measured| large(measured, &[CBMC]),
    },
    Claim {
        place: "section 5, Table 1",
        says: "On the larger programs FunFrog is quicker than SatAbs and CPAchecker, too.",
        rule: "It is quicker than each of the two on more than half of the seven drivers.",
        note: "SatAbs and CPAchecker look for an abstraction first, which our programs are already.",
        judge: |measured| large(measured, &[SATABS, CPACHECKER]),
    },
    Claim {
        place: "section 5, Table 1",
        says: "On some it is quicker than CBMC by an order of magnitude.",
        rule: "On some driver CBMC takes ten times as long, or does not decide it and FunFrog takes less than a tenth of the limit.",
        note: "",
        judge: magnitude,
    },
    Claim {
        place: "section 5, Table 1",
        says: "Where assertions have nothing to do with each other, summaries are of no use, and CBMC is quicker.",
        rule: "On `diskperf2` CBMC is quicker than FunFrog.",
        note: "",
        judge: unrelated,
    },
    Claim {
        place: "section 5, Table 1",
        says: "On small programs CBMC is quicker.",
        rule: "It is on more than half of the six small programs.",
        note: "",
        judge: small,
    },
    Claim {
        place: "section 5, Table 1",
        says: "Interpolation itself takes little of the time.",
        rule: "",
        note: "",
        judge: |_| {
            Judgement::without("the table has counters; how long interpolation takes `check --format json` tells")
        },
    },
    Claim {
        place: "section 5, Table 2",
        says: "Refinement along the run (CEG) is as good as the greedy one or better on almost all drivers.",
        rule: "With both initial scenarios CEG is slower than greedy refinement on at most a fifth of the drivers.",
        note: "",
        judge: along_the_run,
    },
    Claim {
        place: "section 5, Table 2",
        says: "The exception is where assertions have nothing in common: there are many refinements then.",
        rule: "On `diskperf2` eager/CEG is slower than eager/greedy, and has more refinements for each assertion than on any other driver.",
        note: "",
        judge: exception,
    },
    Claim {
        place: "section 5, Table 2",
        says: "Otherwise few refinements are needed.",
        rule: "On at least three quarters of the other drivers eager/CEG has at most two refinements for each assertion. (In the paper it has at most two for each assertion of all of them.)",
        note: "",
        judge: few_refinements,
    },
    Claim {
        place: "section 5, Table 2",
        says: "Neither initial scenario is better everywhere.",
        rule: "With CEG, lazy is quicker on some driver and slower on another.",
        note: "",
        judge: neither,
    },
    Claim {
        place: "section 5, Table 2",
        says: "The eager scenario is the steadier choice: it loses at times, but never by much.",
        rule: "With CEG, what eager takes in the worst case, as a multiple of the quicker of the two, is less than what lazy takes.",
        note: "",
        judge: steady,
    },
    Claim {
        place: "sections 1 and 3",
        says: "What one assertion leaves behind speeds up the next ones.",
        rule: "Over the drivers that are decided both with and without the summaries of the assertions before, fewer bodies are added with them.",
        note: "",
        judge: reuse,
    },
];

/// The lines of some groups.
fn of<'a>(rows: &'a [Row], groups: &'a [&str]) -> impl Iterator<Item = &'a Row> {
    rows.iter().filter(move |row| groups.contains(&row.line.group))
}

/// FunFrog against some others on the drivers.
fn large(measured: &Measured, others: &[usize]) -> Judgement {
    let is_large = |row: &Row| [LARGE, APART].contains(&row.line.group);
    let duels: Vec<Duel> = others.iter().map(|&other| Duel::of(measured, TOOLS, [FUNFROG, other], is_large)).collect();
    if duels.iter().any(|duel| duel.count() == 0) {
        return Judgement::undecided();
    }
    let texts: Vec<String> = duels.iter().map(Duel::to_string).collect();
    Judgement::by(duels.iter().all(|duel| 2 * duel.quicker > duel.count()), texts.join("; "))
}

/// How many times as long CBMC takes; at least so many times, if it does not decide it.
fn factor(row: &Row) -> Option<(f64, String)> {
    let (ours, theirs) = (row.decided(FUNFROG)?, row.told[CBMC].as_ref()?);
    let seconds = if theirs.is_decided() { theirs.seconds() } else { theirs.cell.limit };
    let more = if theirs.is_decided() { "" } else { "more than " };
    let factor = seconds / ours.seconds();
    Some((factor, format!("CBMC takes {more}{factor:.1} times as long on {}", row.line.name)))
}

fn magnitude(measured: &Measured) -> Judgement {
    let factors = of(measured.rows(TOOLS), &[LARGE, APART]).filter_map(factor);
    match factors.max_by(|left, right| left.0.total_cmp(&right.0)) {
        Some((factor, text)) => Judgement::by(factor >= 10.0, format!("at most: {text}")),
        None => Judgement::without("FunFrog decided none of the drivers within the limits"),
    }
}

fn unrelated(measured: &Measured) -> Judgement {
    let duel = Duel::of(measured, TOOLS, [CBMC, FUNFROG], |row| row.line.group == APART);
    let ([whole, refined], _) = sums(of(measured.rows(TOOLS), &[APART]), [CBMC, FUNFROG], BODIES);
    match duel.count() {
        0 => Judgement::undecided(),
        _ => Judgement::by(duel.quicker == 1, format!("{duel}; it adds {whole} bodies, FunFrog {refined}")),
    }
}

fn small(measured: &Measured) -> Judgement {
    let duel = Duel::of(measured, TOOLS, [CBMC, FUNFROG], |row| row.line.group == SMALL);
    duel.judged(|duel| 2 * duel.quicker > duel.count())
}

fn neither(measured: &Measured) -> Judgement {
    let duel = Duel::of(measured, STRATEGIES, [LAZY_CEG, EAGER_CEG], |_| true);
    duel.judged(|duel| duel.quicker > 0 && duel.slower > 0)
}

fn along_the_run(measured: &Measured) -> Judgement {
    let duels = [[LAZY_CEG, LAZY_GREEDY], [EAGER_CEG, EAGER_GREEDY]]
        .map(|columns| Duel::of(measured, STRATEGIES, columns, |_| true));
    if duels.iter().any(|duel| duel.count() == 0) {
        return Judgement::undecided();
    }
    let texts = duels.each_ref().map(Duel::to_string);
    Judgement::by(duels.iter().all(|duel| 5 * duel.slower <= duel.count()), texts.join("; "))
}

/// Refinements of eager/CEG for each assertion.
fn each(row: &Row) -> Option<f64> {
    Some(row.count(EAGER_CEG, REFINEMENTS)? as f64 / f64::from(row.line.size.max(1)))
}

fn exception(measured: &Measured) -> Judgement {
    let rows = measured.rows(STRATEGIES);
    let apart = of(rows, &[APART]).next().and_then(|row| {
        let [ceg, greedy]: [&Told; 2] = [row.told[EAGER_CEG].as_ref()?, row.told[EAGER_GREEDY].as_ref()?];
        Some((each(row)?, is_quicker(greedy, ceg)?))
    });
    let most = of(rows, &[LARGE]).filter_map(each).fold(0.0, f64::max);
    match apart {
        Some((many, is_slower)) => Judgement::by(
            is_slower && many > most,
            format!(
                "eager/CEG is {} than eager/greedy, with {many:.1} refinements for each assertion; elsewhere at most {most:.1}",
                if is_slower { "slower" } else { "quicker" }
            ),
        ),
        None => Judgement::without("the program was not decided within the limits, or both take as long"),
    }
}

fn few_refinements(measured: &Measured) -> Judgement {
    let each: Vec<f64> = of(measured.rows(STRATEGIES), &[LARGE]).filter_map(each).collect();
    let few = each.iter().filter(|&&refinements| refinements <= 2.0).count();
    match each.len() {
        0 => Judgement::undecided(),
        all => Judgement::by(4 * few >= 3 * all, format!("on {few} of {all} drivers")),
    }
}

fn steady(measured: &Measured) -> Judgement {
    let both = measured.rows(STRATEGIES).iter().filter_map(|row| {
        let (lazy, eager) = (row.decided(LAZY_CEG)?.seconds(), row.decided(EAGER_CEG)?.seconds());
        Some((lazy / lazy.min(eager), eager / lazy.min(eager)))
    });
    let factors: Vec<(f64, f64)> = both.collect();
    let (lazy, eager) = factors.iter().fold((1.0, 1.0), |most: (f64, f64), one| (most.0.max(one.0), most.1.max(one.1)));
    match factors.len() {
        0 => Judgement::without("none of these programs was decided by both within the limits"),
        count => Judgement::by(
            eager < lazy,
            format!(
                "of {count} drivers, eager takes at most {eager:.1} times as long as lazy, lazy at most {lazy:.1} times as long as eager"
            ),
        ),
    }
}

fn reuse(measured: &Measured) -> Judgement {
    let ([with, without], count) = sums(measured.rows(STRATEGIES), [EAGER_CEG, FORGETFUL], BODIES);
    match count {
        0 => Judgement::undecided(),
        _ => {
            Judgement::by(with < without, format!("{with} bodies with them and {without} without, on {count} drivers"))
        }
    }
}
