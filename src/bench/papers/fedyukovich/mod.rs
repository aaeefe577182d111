//! 2015-fedyukovich: FunFrog with recursion depth detection (RDD), and with helper assertions (SRDD).

mod claims;

use crate::bench::papers::fill::Told;
use crate::bench::papers::paper::{Column, Line, Paper, Plot, Sum, Table, Total, Who};

const DEPTHS: &str = "Table 1";
const HELPERS: &str = "Table 2";

/// The columns of Table 1.
const FROM_ONE: usize = 0;
const BETWEEN: usize = 1;
const FROM_NU: usize = 2;

/// The columns of Table 2.
const RDD: usize = 0;
const SRDD: usize = 1;

/// The counters: iterations of the loop, the longest chain of calls, the calls that were unwound, and helper assertions.
const ITERATIONS: &str = "iterations";
const NU: &str = "nu";
const CALLS: &str = "instances";
const ASSERTIONS: &str = "helpers";

/// What the paper says of a program: that its first levels are overhead, or that they are a gain.
const OVERHEAD: &str = "overhead";
const GAIN: &str = "gain";

/// The paper.
pub(super) static PAPER: Paper = Paper {
    name: "2015-fedyukovich",
    title: "G. Fedyukovich, N. Sharygina: Towards completeness in bounded model checking through automatic recursion depth detection (2015)",
    differs: "The paper's programs are C, some of them from industry (P2P_Joints); ours are programs of `bpcheck generate words` with the same recursion over numbers of few bits, which set how deep it goes. Of three arrays there is one here. Our ν is the longest \
              chain of calls of one recursive component, and our calls are all that were unwound, that of `main` among them, whose level `in` counts, too. A tool that unwinds without an end, as the paper's FunFrog and CBMC without detection, is not among ours.",
    tables: &[
        Table {
            title: DEPTHS,
            about: "Unwinding that begins with one level, with half of what is needed, and with what is needed. In front of the seconds: iterations, ν and calls; the paper's figures are iterations, of the first column ν and calls, of the second the levels \
                    that it begins with, and seconds.",
            columns: &[
                Column { name: "In = 1", who: Who::StandIn("RDD, In = 1"), counts: &[ITERATIONS, NU, CALLS] },
                Column { name: "1 < In < ν", who: Who::Following("RDD", half), counts: &[ITERATIONS, NU, CALLS] },
                Column { name: "In = ν", who: Who::Following("RDD", whole), counts: &[ITERATIONS, NU, CALLS] },
                Column { name: "FunFrog", who: Who::Nobody, counts: &[] },
                Column { name: "CBMC", who: Who::Nobody, counts: &[] },
            ],
            lines: depths,
            is_listed: true,
            totals: &[Total {
                name: "decided",
                group: "",
                sum: Sum::Decided,
                theirs: &["13 of 13", "13 of 13", "9 of 13", "0 of 13", "0 of 13"],
            }],
            plot: Some(Plot::Duel(FROM_ONE, FROM_NU)),
        },
        Table {
            title: HELPERS,
            about: "Plain unwinding, and with helper assertions, which are proved first. In front of the seconds: iterations, ν, calls and helper assertions; the paper's figures are iterations, ν of the first column, helper assertions of the second, and seconds.",
            columns: &[
                Column { name: "RDD", who: Who::StandIn("RDD, In = 1"), counts: &[ITERATIONS, NU, CALLS] },
                Column { name: "SRDD", who: Who::StandIn("SRDD"), counts: &[ITERATIONS, NU, CALLS, ASSERTIONS] },
                Column { name: "with induction", who: Who::StandIn("induction"), counts: &[ITERATIONS, NU, CALLS] },
            ],
            lines: helpers,
            is_listed: true,
            totals: &[Total { name: "decided", group: "", sum: Sum::Decided, theirs: &["5 of 6", "6 of 6"] }],
            plot: Some(Plot::Duel(RDD, SRDD)),
        },
    ],
    claims: claims::CLAIMS,
};

/// The rows of Table 1: what the paper says of it, its name, its figures, and our program.
const DEPTH_ROWS: [(&str, &str, [&str; 3], &str); 13] = [
    (OVERHEAD, "Array A", ["15, 15, 75: 664.02", "10 levels, 6: 513.986", "1: 121.381"], "array --bits 6"),
    (GAIN, "Array B", ["24, 24, 71: 777.432", "2 levels, 23: 1781.92", "3600+"], ""),
    (OVERHEAD, "Array C", ["27, 16, 106: 1113.68", "14 levels, 3: 991.724", "1: 557.281"], ""),
    (GAIN, "Ackermann A", ["34, 20, 2169: 55.758", "7 levels, 10: 3493.64", "3600+"], "ackermann --bits 4"),
    (GAIN, "Ackermann B", ["30, 17, 1942: 56.772", "7 levels, 10: 3547.29", "3600+"], "ackermann --bits 4 --unsafe"),
    (OVERHEAD, "Alternate A", ["50, 50, 100: 35.068", "30 levels, 20: 22.206", "1: 0.902"], "alternate --bits 6"),
    (
        OVERHEAD,
        "Alternate B",
        ["77, 77, 154: 92.314", "50 levels, 28: 53.315", "1: 1.681"],
        "alternate --bits 6 --unsafe",
    ),
    (OVERHEAD, "Multiply", ["110, 10, 110: 710.517", "7 levels, 4: 569.559", "1: 226.659"], "multiply --bits 4"),
    (
        OVERHEAD,
        "InterleaveBitsRec",
        ["33, 33, 33: 150.053", "15 levels, 19: 125.241", "1: 8.188"],
        "interleave --bits 16",
    ),
    (OVERHEAD, "BitShiftRec A", ["64, 64, 64: 128.074", "20 levels, 45: 13.416", "1: 2.413"], "bitshift --bits 16"),
    (GAIN, "BitShiftRec B", ["12, 12, 4285: 65.537", "3 levels, 10: 65.399", "3600+"], "bitshift2 --bits 6"),
    ("", "P2P_Joints A", ["4, 4, 4: 1234.71", "2 levels, 3: 1195.31", "1: 1092.26"], ""),
    ("", "P2P_Joints B", ["4, 4, 4: 1266.38", "2 levels, 3: 1222.11", "1: 1120.03"], ""),
];

/// Those of Table 2.
const HELPER_ROWS: [(&str, [&str; 2], &str); 6] = [
    ("Arithm", ["100, 100: 128.47", "119, 20: 9.676"], "arith --bits 6"),
    ("McCarthy", ["3600+", "24, 5: 10.495"], "mccarthy --bits 6"),
    ("GCD", ["64: 145.381", "37, 4: 54.185"], "gcd --bits 4"),
    ("EvenOdd", ["50, 25: 38.621", "82, 8: 27.99"], "evenodd --bits 6"),
    ("P2P_Joints C", ["4, 4: 1531.38", "4, 4: 1151.72"], ""),
    ("P2P_Joints D", ["4, 4: 1192.28", "4, 4: 1089.04"], ""),
];

/// What the tools without detection come to, in each row.
const NO_END: [&str; 2] = ["3600+", "3600+"];

fn depths() -> Vec<Line> {
    let line = |&(group, name, theirs, program): &(&'static str, &'static str, [&'static str; 3], &str)| Line {
        group,
        theirs: theirs.into_iter().chain(NO_END).collect(),
        ..line(name, program)
    };
    DEPTH_ROWS.iter().map(line).collect()
}

fn helpers() -> Vec<Line> {
    let rows = HELPER_ROWS.iter();
    rows.map(|&(name, theirs, program)| Line { theirs: theirs.to_vec(), ..line(name, program) }).collect()
}

fn line(name: &'static str, program: &str) -> Line {
    let program = (!program.is_empty()).then(|| format!("words {program}"));
    Line { name, program, ..Line::default() }
}

/// Begins with half of what was needed; a level of ours more is that of `main`.
fn half(first: &Told) -> Option<String> {
    let nu = first.count(NU)?;
    Some(format!("in={}", (nu / 2).max(1) + 1))
}

/// Begins with what was needed, and the level of `main`.
fn whole(first: &Told) -> Option<String> {
    Some(format!("in={}", first.count(NU)? + 1))
}
