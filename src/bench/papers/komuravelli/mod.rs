//! 2014-komuravelli: Spacer, the implementation of RecMC, beside GPDR.

mod claims;

use crate::bench::papers::paper::{Column, Line, Paper, Plot, Sum, Table, Total, Who};
use crate::generate::words::catalogue::PROGRAMS;

const SETS: &str = "Figure 8 and Figure 9 (b)";
const BEBOP: &str = "Figure 9 (a)";
const DOUBLING: &str = "Theorem 4.3";

/// The columns of all tables.
const SPACER: usize = 0;
const GPDR: usize = 1;

/// The counter of questions about predicates.
const QUESTIONS: &str = "obligations";

/// How many bits the numbers of the programs over numbers have.
const BITS: u32 = 4;

const SLAM_SAFE: &str = "Slam SAFE";
const SLAM_UNSAFE: &str = "Slam UNSAFE";
const WORDS_SAFE: &str = "Svcomp-1 SAFE";
const WORDS_UNSAFE: &str = "Svcomp-1 UNSAFE";

const COLUMNS: [Column; 3] = [
    Column { name: "Spacer", who: Who::StandIn("Spacer"), counts: &[QUESTIONS, "calls"] },
    Column { name: "Z3 (GPDR)", who: Who::StandIn("Z3 (GPDR)"), counts: &[QUESTIONS, "calls"] },
    Column {
        name: "small procedures copied",
        who: Who::StandIn("small procedures copied"),
        counts: &[QUESTIONS, "calls"],
    },
];

/// The paper.
pub(super) static PAPER: Paper = Paper {
    name: "2014-komuravelli",
    title: "A. Komuravelli, A. Gurfinkel, S. Chaki: SMT-based model checking for recursive programs (2014)",
    differs: "The paper has 2,908 Boolean programs of SLAM and 799 C programs with linear arithmetic, and half an hour for each. Ours are drivers of `bpcheck generate slam` and the programs of `bpcheck generate words` \
              with numbers of 4 bits, written out as Boolean programs; so nothing here is about arithmetic, and quantifiers are eliminated over Booleans. Both places are taken by one engine, with and without \
              reachability facts. `leaves=off` keeps it from copying small procedures into their callers, which the paper does not do.",
    tables: &[
        Table {
            title: SETS,
            about: "How many programs are decided.",
            columns: &[
                Column { name: "Spacer", who: Who::StandIn("Spacer"), counts: &[] },
                Column { name: "Z3 (GPDR)", who: Who::StandIn("Z3 (GPDR)"), counts: &[] },
                Column { name: "VBS", who: Who::Best, counts: &[] },
            ],
            lines: sets,
            is_listed: false,
            totals: &[
                Total { name: SLAM_SAFE, group: SLAM_SAFE, sum: Sum::Decided, theirs: &["1,721", "1,722", "1,727"] },
                Total { name: SLAM_UNSAFE, group: SLAM_UNSAFE, sum: Sum::Decided, theirs: &["985", "997", "998"] },
                Total { name: WORDS_SAFE, group: WORDS_SAFE, sum: Sum::Decided, theirs: &["249", "245", "252"] },
                Total { name: WORDS_UNSAFE, group: WORDS_UNSAFE, sum: Sum::Decided, theirs: &["509", "509", "509"] },
                Total { name: "Svcomp-2 SAFE", group: "Svcomp-2", sum: Sum::Decided, theirs: &["213", "208", "225"] },
                Total { name: "Svcomp-2 UNSAFE", group: "Svcomp-2", sum: Sum::Decided, theirs: &["497", "493", "500"] },
                Total { name: "Svcomp-3 SAFE", group: "Svcomp-3", sum: Sum::Decided, theirs: &["234", "234", "240"] },
                Total { name: "Svcomp-3 UNSAFE", group: "Svcomp-3", sum: Sum::Decided, theirs: &["482", "477", "482"] },
                Total { name: "seconds, Slam SAFE", group: SLAM_SAFE, sum: Sum::Seconds, theirs: &[] },
                Total { name: "seconds, Slam UNSAFE", group: SLAM_UNSAFE, sum: Sum::Seconds, theirs: &[] },
                Total { name: "seconds, Svcomp-1 SAFE", group: WORDS_SAFE, sum: Sum::Seconds, theirs: &[] },
                Total { name: "seconds, Svcomp-1 UNSAFE", group: WORDS_UNSAFE, sum: Sum::Seconds, theirs: &[] },
            ],
            plot: Some(Plot::Duel(GPDR, SPACER)),
        },
        Table {
            title: BEBOP,
            about: "The example of Bebop: N procedures that each call the one below twice. In front of the seconds: questions about predicates, and questions to the SAT solver. The paper has curves without numbers.",
            columns: &COLUMNS,
            lines: || family("bebop", &[5, 10, 20, 40, 80, 160]),
            is_listed: true,
            totals: &[],
            plot: Some(Plot::Growth(QUESTIONS)),
        },
        Table {
            title: DOUBLING,
            about: "N procedures that each call the next one twice, and need what both calls leave: where a call is not answered by what is known of it, questions double with each procedure. The paper has no figures for it.",
            columns: &COLUMNS,
            lines: || family("doubling", &[4, 6, 8, 10, 12, 14]),
            is_listed: true,
            totals: &[],
            plot: Some(Plot::Growth(QUESTIONS)),
        },
    ],
    claims: claims::CLAIMS,
};

fn sets() -> Vec<Line> {
    let drivers = [(4, 10), (8, 5)].into_iter().flat_map(|(procedures, seeds)| {
        (0..seeds).flat_map(move |seed| {
            let flags = format!("slam --seed {seed} --procedures {procedures}");
            [(SLAM_SAFE, ""), (SLAM_UNSAFE, " --unsafe")]
                .map(|(group, flag)| Line { group, ..Line::of(format!("{flags}{flag}")) })
        })
    });
    let words = PROGRAMS.iter().filter(|entry| entry.least <= BITS).flat_map(|entry| {
        let flags = format!("words {} --bits {BITS}", entry.name);
        [(WORDS_SAFE, ""), (WORDS_UNSAFE, " --unsafe")]
            .map(|(group, flag)| Line { group, ..Line::of(format!("{flags}{flag}")) })
    });
    drivers.chain(words).collect()
}

fn family(name: &str, sizes: &[u32]) -> Vec<Line> {
    sizes.iter().map(|&size| Line { size, ..Line::of(format!("{name} --procedures {size}")) }).collect()
}
