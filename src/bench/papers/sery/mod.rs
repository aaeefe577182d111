//! 2012-sery: FunFrog, whose summaries come from interpolants, beside other tools, and its strategies beside each other.

mod claims;

use crate::bench::papers::paper::{Column, Line, Paper, Plot, Sum, Table, Total, Who};

const TOOLS: &str = "Table 1";
const STRATEGIES: &str = "Table 2";

/// The columns of Table 1.
const FUNFROG: usize = 0;
const CBMC: usize = 1;
const SATABS: usize = 2;
const CPACHECKER: usize = 3;

/// The columns of Table 2.
const LAZY_GREEDY: usize = 0;
const EAGER_GREEDY: usize = 1;
const LAZY_CEG: usize = 2;
const EAGER_CEG: usize = 3;
const FORGETFUL: usize = 4;

/// The counters of refinements, and of bodies that were added to formulas.
const REFINEMENTS: &str = "rounds";
const BODIES: &str = "expanded";

/// The drivers, all but the one whose assertions have nothing in common, and that one.
const LARGE: &str = "drivers";
const APART: &str = "unrelated";
const SMALL: &str = "small programs";

/// The paper.
pub(super) static PAPER: Paper = Paper {
    name: "2012-sery",
    title: "O. Sery, G. Fedyukovich, N. Sharygina: Interpolation-based function summaries in bounded model checking (2012)",
    differs: "The paper's drivers and small programs are C; in the place of each stands a program of `bpcheck generate assertions` with as many assertions, whose relation to each other (`related`, `ops` or `unrelated`) \
              is chosen after what the paper says of the row. FunFrog and CBMC work up to a bound, ours without one. CBMC's place is taken by the same engine with the bodies of all calls at once and without \
              summaries, that of SatAbs by decision diagrams (it asks such a checker about each abstraction), that of CPAchecker by block abstraction. Our greedy refinement has all bodies from the start, so both initial \
              scenarios are the same with it. Tables 1 and 2 call kbfiltr1 and kbfiltr2, and floppy1 and floppy2, by each other's names, as their numbers of assertions show; here each table keeps its own.",
    tables: &[
        Table {
            title: TOOLS,
            about: "Four tools. In front of the seconds: bodies that were added to formulas; of FunFrog its refinements before them. The paper's figures are seconds, of FunFrog in all and for interpolation.",
            columns: &[
                Column { name: "FunFrog", who: Who::StandIn("FunFrog"), counts: &[REFINEMENTS, BODIES] },
                Column { name: "CBMC", who: Who::StandIn("CBMC"), counts: &[BODIES] },
                Column { name: "SATABS", who: Who::StandIn("SATABS"), counts: &[] },
                Column { name: "CPAchecker", who: Who::StandIn("CPAchecker"), counts: &[] },
            ],
            lines: tools,
            is_listed: true,
            totals: &[
                Total {
                    name: "decided",
                    group: "",
                    sum: Sum::Decided,
                    theirs: &["13 of 13", "13 of 13", "11 of 13", "9 of 13"],
                },
                Total { name: "seconds", group: "", sum: Sum::Seconds, theirs: &[] },
            ],
            plot: Some(Plot::Duel(FUNFROG, CBMC)),
        },
        Table {
            title: STRATEGIES,
            about: "Initial scenarios (lazy: calls without a summary are arbitrary at first; eager: they have their bodies) and refinements (greedy: all bodies; CEG: those on the run). In front of the seconds: refinements and bodies that were added, over all \
                    assertions; the paper's figures are sums of its rows: refinements and seconds. The last column begins each assertion without the summaries of those before it.",
            columns: &[
                Column { name: "lazy/greedy", who: Who::StandIn("lazy/greedy"), counts: &[REFINEMENTS, BODIES] },
                Column { name: "eager/greedy", who: Who::StandIn("eager/greedy"), counts: &[REFINEMENTS, BODIES] },
                Column { name: "lazy/CEG", who: Who::StandIn("lazy/CEG"), counts: &[REFINEMENTS, BODIES] },
                Column { name: "eager/CEG", who: Who::StandIn("eager/CEG"), counts: &[REFINEMENTS, BODIES] },
                Column {
                    name: "nothing reused",
                    who: Who::StandIn("eager/CEG, nothing reused"),
                    counts: &[REFINEMENTS, BODIES],
                },
            ],
            lines: strategies,
            is_listed: true,
            totals: &[
                Total { name: "decided", group: "", sum: Sum::Decided, theirs: &[] },
                Total { name: "seconds", group: "", sum: Sum::Seconds, theirs: &[] },
            ],
            plot: Some(Plot::Duel(EAGER_GREEDY, EAGER_CEG)),
        },
    ],
    claims: claims::CLAIMS,
};

/// The rows of Table 1: name, seconds of FunFrog, CBMC, SatAbs and CPAchecker, and our program.
const TOOLS_ROWS: [(&str, &str, [&str; 4], &str); 13] = [
    (SMALL, "verisec1", ["0.020, 0.002", "0.003", "1.004", "2.851"], "related --assertions 2 --depth 1"),
    (SMALL, "verisec2", ["0.515, 0.005", "0.016", "0.003", "0.896"], "ops --assertions 2 --depth 1"),
    (SMALL, "verisec3", ["0.093, 0.004", "0.011", "TO", "1.91"], "related --assertions 2 --depth 2"),
    (SMALL, "art1", ["1.731, 0.034", "0.280", "534.8", "65.37"], "ops --assertions 2 --depth 2"),
    (SMALL, "art2", ["3.327, 0.030", "0.408", "881.2", "WA"], "ops --assertions 2 --depth 3"),
    (SMALL, "art3", ["1.811, 0.076", "2.112", "TO", "WA"], "ops --assertions 4 --depth 3"),
    (LARGE, "kbfiltr1", ["6.718, 0.003", "5.742", "106.457", "WA"], "ops --assertions 8 --depth 4"),
    (LARGE, "kbfiltr2", ["2.665, 0.008", "3.702", "13.002", "WA"], "ops --assertions 5 --depth 4"),
    (LARGE, "diskperf1", ["5.284, 0.037", "20.309", "433.74", "15.045"], "related --assertions 9 --depth 5"),
    (APART, "diskperf2", ["43.486, 2.005", "11.620", "1064.2", "24.849"], "unrelated --assertions 4 --depth 5"),
    (LARGE, "floppy1", ["2.196, 0.001", "18.028", "2735.4", "15.246"], "related --assertions 2 --depth 6"),
    (LARGE, "floppy2", ["2.283, 0.003", "53.801", "1402.1", "47.891"], "related --assertions 4 --depth 6"),
    (LARGE, "floppy3", ["45.073, 0.006", "99.512", "2208.5", "97.436"], "related --assertions 11 --depth 6"),
];

/// Those of Table 2, whose refinements and seconds are sums over the assertions of a driver: name, assertions, the four strategies, and our program.
const STRATEGY_ROWS: [(&str, &str, u32, [&str; 4], &str); 7] = [
    (LARGE, "kbfiltr1", 5, ["2: 1.646", "1: 2.885", "2: 1.194", "1: 2.665"], "ops --assertions 5 --depth 4"),
    (LARGE, "kbfiltr2", 8, ["6: 4.421", "2: 4.831", "11: 3.881", "8: 6.718"], "ops --assertions 8 --depth 4"),
    (LARGE, "diskperf1", 9, ["2: 3.592", "0: 6.269", "3: 3.610", "0: 5.284"], "related --assertions 9 --depth 5"),
    (
        APART,
        "diskperf2",
        4,
        ["4: 26.884", "3: 21.468", "35: 39.006", "21: 43.486"],
        "unrelated --assertions 4 --depth 5",
    ),
    (LARGE, "floppy1", 4, ["2: 181.476", "0: 2.807", "2: 182.752", "0: 2.823"], "related --assertions 4 --depth 6"),
    (LARGE, "floppy2", 2, ["2: 317.136", "0: 2.199", "2: 194.049", "0: 2.196"], "related --assertions 2 --depth 6"),
    (
        LARGE,
        "floppy3",
        11,
        ["5: 792.987", "1: 174.201", "9: 259.583", "1: 45.073"],
        "related --assertions 11 --depth 6",
    ),
];

fn tools() -> Vec<Line> {
    let line = |&(group, name, theirs, kind): &(&'static str, &'static str, [&'static str; 4], &str)| Line {
        group,
        name,
        theirs: theirs.to_vec(),
        ..Line::of(format!("assertions --kind {kind}"))
    };
    TOOLS_ROWS.iter().map(line).collect()
}

fn strategies() -> Vec<Line> {
    let line = |&(group, name, size, theirs, kind): &(&'static str, &'static str, u32, [&'static str; 4], &str)| Line {
        group,
        name,
        size,
        theirs: theirs.to_vec(),
        ..Line::of(format!("assertions --kind {kind}"))
    };
    STRATEGY_ROWS.iter().map(line).collect()
}
