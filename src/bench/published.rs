//! The tables that the manual shows.

use super::table::Table;

/// All of them, in order.
pub const TABLES: [Table; 9] = [BEBOP, DOUBLING, RECURSION, COUNTER, SLAM, FREEBITS, LOCKS, CNF, WIDE];

/// One engine of each kind.
const EACH: &[&str] = &["summary:lazy", "saturation:post", "saturation:pre", "explicit"];

const BEBOP: Table = Table {
    name: "bebop",
    about: "N procedures that each call the one below twice",
    families: &["bebop --procedures N", "bebop --procedures N --unsafe"],
    sizes: &[100, 200, 400, 800, 1_600],
    engines: &["summary:lazy", "summary:eager", "saturation:post", "saturation:pre", "explicit"],
    growth_from: Some(400),
};

const DOUBLING: Table = Table {
    name: "doubling",
    about: "a run of 2^N steps to the only verdict",
    families: &["doubling --procedures N", "doubling --procedures N --unsafe"],
    sizes: &[50, 200, 1_000],
    engines: EACH,
    growth_from: None,
};

const RECURSION: Table = Table {
    name: "recursion",
    about: "a stack of 2^N frames, and three ways to find out by SAT that it is no deeper",
    families: &["recursion --bits N", "recursion --bits N --unsafe"],
    sizes: &[4, 6, 7, 9, 10],
    engines: &[
        "summary:lazy",
        "summary:bound=chain",
        "summary:bound=fixpoint",
        "saturation:post",
        "saturation:pre",
        "explicit",
    ],
    growth_from: None,
};

const COUNTER: Table = Table {
    name: "counter",
    about: "2^N rounds of a loop",
    families: &["counter --bits N", "counter --bits N --unsafe"],
    sizes: &[3, 6, 9, 12, 17],
    engines: EACH,
    growth_from: None,
};

const SLAM: Table = Table {
    name: "slam",
    about: "drivers with N local variables in a procedure",
    families: &["slam --procedures 4 --locals N", "slam --procedures 4 --locals N --unsafe"],
    sizes: &[4, 16, 64, 256],
    engines: &["summary:lazy", "saturation:post", "saturation:pre"],
    growth_from: None,
};

const FREEBITS: Table = Table {
    name: "freebits",
    about: "N variables that are chosen anew all the time and matter little",
    families: &["freebits --shape loop --variables N", "freebits --shape recursion --variables N"],
    sizes: &[2, 4, 16, 64, 256],
    engines: &["summary:lazy", "summary:bound=chain", "saturation:post", "saturation:pre", "explicit"],
    growth_from: None,
};

const LOCKS: Table = Table {
    name: "locks",
    about: "N locks that are taken and released under the same condition, independent of each other",
    families: &["locks --locks N", "locks --locks N --unsafe"],
    sizes: &[8, 16, 50, 100, 400],
    engines: EACH,
    growth_from: None,
};

const CNF: Table = Table {
    name: "cnf",
    about: "a random formula of N variables, one assumption a clause",
    families: &["cnf --variables N", "cnf --variables N --unsafe"],
    sizes: &[10, 15, 25, 30, 35, 40, 50, 100, 200, 400],
    engines: EACH,
    growth_from: None,
};

const WIDE: Table = Table {
    name: "wide",
    about: "a counter of three bits that decides, beside N bits of data that do not",
    families: &[
        "wide --bits 3 --data N --shape loop",
        "wide --bits 3 --data N --shape loop --unsafe",
        "wide --bits 3 --data N --shape recursion",
        "wide --bits 3 --data N --shape recursion --unsafe",
    ],
    sizes: &[8, 12, 16, 20, 40, 100],
    engines: EACH,
    growth_from: None,
};
