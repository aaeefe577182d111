//! 2015-friedberger: block-abstraction memoization with two analyses, on small recursive programs, beside other tools.

mod claims;

use crate::bench::papers::paper::{Column, Line, Paper, Plot, Sum, Table, Total, Who};

const TASKS: &str = "Tables B.2 and 6.2";

/// The columns.
const CBMC: usize = 0;
const PREDICATE: usize = 1;
const VALUE: usize = 2;
const AUTOMIZER: usize = 5;
const NO_CACHE: usize = 6;

/// The counters: searches, calls of blocks that brought something new, and those that the table answered.
const ROUNDS: &str = "rounds";
const ENTERED: &str = "entered";
const HITS: &str = "table_hits";

/// The paper.
pub(super) static PAPER: Paper = Paper {
    name: "2015-friedberger",
    title: "K. Friedberger: Block-abstraction memoization as an approach to verify recursive procedures (2015)",
    differs: "The paper has the recursive C programs of the software verification competition of 2015, and 15 minutes for each; ours are programs of `bpcheck generate words` with the same recursion, over numbers of as many bits as the numbers in the name of the paper's program need. \
              The predicates of our block abstraction are the variables that are tracked. Our value analysis keeps all valuations of these, so that it has no false alarms. CBMC's place is taken by unwinding on demand, which knows when to stop, that of \
              UltimateAutomizer by the engine with interpolants of trees of calls. Nobody takes the places of CPArec and SMACK+Corral.",
    tables: &[Table {
        title: TASKS,
        about: "Tasks whose figures stand in Table B.2, and what Table 6.2 makes of all. In front of the seconds: searches, calls of blocks that brought something new, and calls that the tables of blocks answered. The paper's figures are seconds; TO: not in 15 minutes; X: a wrong answer.",
        columns: &[
            Column { name: "CBMC", who: Who::StandIn("CBMC"), counts: &[] },
            Column { name: "Predicate", who: Who::StandIn("Predicate"), counts: &[ROUNDS, ENTERED, HITS] },
            Column { name: "Value", who: Who::StandIn("Value"), counts: &[ROUNDS, ENTERED, HITS] },
            Column { name: "CPArec", who: Who::Nobody, counts: &[] },
            Column { name: "SMACK+Corral", who: Who::Nobody, counts: &[] },
            Column { name: "UltimateAutomizer", who: Who::StandIn("UltimateAutomizer"), counts: &[] },
            Column {
                name: "Predicate, no cache",
                who: Who::StandIn("Predicate, no cache"),
                counts: &[ROUNDS, ENTERED, HITS],
            },
        ],
        lines: tasks,
        is_listed: true,
        totals: &[
            Total { name: "score", group: "", sum: Sum::Score, theirs: &["2", "75", "-24", "64", "18", "89"] },
            Total {
                name: "seconds",
                group: "",
                sum: Sum::Seconds,
                theirs: &["10,000", "1,400", "660", "960", "3,600", "1,700"],
            },
            Total {
                name: "correct results",
                group: "",
                sum: Sum::Decided,
                theirs: &["59", "51", "56", "45", "65", "59"],
            },
            Total {
                name: "false positives",
                group: "",
                sum: Sum::FalseAlarms,
                theirs: &["0", "0", "17", "0", "2", "0"],
            },
            Total { name: "false negatives", group: "", sum: Sum::Missed, theirs: &["8", "0", "0", "0", "6", "0"] },
        ],
        plot: Some(Plot::Solved),
    }],
    claims: claims::CLAIMS,
};

/// The rows of Table B.2 that have a program here: name, seconds of the predicate and of the value analysis, and our program.
const ROWS: [(&str, [&str; 2], &str); 38] = [
    ("afterrec_2calls_F", ["1.9", "1.8"], "afterrec2 --bits 3 --unsafe"),
    ("afterrec_2calls_T", ["1.9", "1.8"], "afterrec2 --bits 3"),
    ("afterrec_F", ["1.9", "1.8"], "afterrec --bits 3 --unsafe"),
    ("afterrec_T", ["1.8", "1.8"], "afterrec --bits 3"),
    ("fibo_5_F", ["3.6", "1.9"], "fibo --bits 3 --unsafe"),
    ("fibo_5_T", ["TO", "2.3"], "fibo --bits 3"),
    ("fibo_10_F", ["TO", "2.4"], "fibo --bits 4 --unsafe"),
    ("fibo_10_T", ["TO", "4.2"], "fibo --bits 4"),
    ("fibo_2calls_10_F", ["430", "2.5"], "fibo2 --bits 4 --unsafe"),
    ("fibo_2calls_10_T", ["450", "5.0"], "fibo2 --bits 4"),
    ("id2_b3_o2_F", ["2.1", "1.9"], "id2_b --bits 3 --unsafe"),
    ("id2_b3_o5_T", ["1.9", "1.9"], "id2_b --bits 3"),
    ("id2_i5_o5_F", ["2.1", "1.9"], "id2 --bits 3 --unsafe"),
    ("id2_i5_o5_T", ["4.3", "1.8"], "id2 --bits 3"),
    ("id_b3_o2_F", ["2.0", "1.8"], "id_b --bits 3 --unsafe"),
    ("id_b3_o5_T", ["1.9", "1.9"], "id_b --bits 3"),
    ("id_i10_o10_F", ["4.2", "1.9"], "id_i --bits 4 --unsafe"),
    ("id_o3_F", ["2.1", "1.8"], "id --bits 2 --unsafe"),
    ("id_o10_F", ["4.2", "1.9"], "id --bits 4 --unsafe"),
    ("id_o20_F", ["13", "2.1"], "id --bits 5 --unsafe"),
    ("id_o100_F", ["TO", "3.7"], "id --bits 7 --unsafe"),
    ("id_o200_F", ["TO", "5.7"], "id --bits 8 --unsafe"),
    ("id_o1000_F", ["TO", "500"], "id --bits 10 --unsafe"),
    ("sum_10x0_F", ["6.2", "1.8"], "sum --bits 4 --unsafe"),
    ("sum_10x0_T", ["6.9", "2.3"], "sum --bits 4"),
    ("sum_2x3_F", ["2.0", "1.8"], "sum_eq --bits 3 --unsafe"),
    ("sum_2x3_T", ["2.9", "1.9"], "sum_eq --bits 3"),
    ("BallRajamani_F", ["2.0", "1.8"], "ball_rajamani --bits 2 --unsafe"),
    ("EvenOdd03_F", ["1.9", "1.9"], "evenodd --bits 4 --unsafe"),
    ("McCarthy91_F", ["2.0", "1.8"], "mccarthy --bits 7 --unsafe"),
    ("Ackermann01_T", ["TO", "X"], "ackermann --bits 4"),
    ("Addition01_T", ["TO", "X"], "addition --bits 4"),
    ("EvenOdd01_T", ["3.7", "X"], "evenodd --bits 4"),
    ("MultCommutative_T", ["TO", "X"], "multiply --bits 4"),
    ("Primes_T", ["TO", "X"], "primes --bits 4"),
    ("gcd01_T", ["TO", "X"], "gcd --bits 4"),
    ("recHanoi01_T", ["2.0", "X"], "hanoi --bits 4"),
    ("recHanoi02_T", ["2.0", "X"], "hanoi2 --bits 4"),
];

fn tasks() -> Vec<Line> {
    let line = |&(name, [predicate, value], program): &(&'static str, [&'static str; 2], &str)| Line {
        name,
        theirs: vec!["", predicate, value],
        ..Line::of(format!("words {program}"))
    };
    ROWS.iter().map(line).collect()
}
