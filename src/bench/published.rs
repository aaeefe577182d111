//! The tables that the manual shows. Which engines are measured in which, their rows say.

use super::table::Table;
use crate::engine::registry::Registry;

/// All of them, in order.
pub fn tables() -> Vec<Table> {
    let registry = Registry::standard();
    PUBLISHED.iter().map(|published| published.table(&registry)).collect()
}

const PUBLISHED: [Published; 10] = [BEBOP, DOUBLING, RECURSION, COUNTER, SLAM, FREEBITS, LOCKS, CNF, WIDE, SUMMARIES];

/// A table but for its engines; the fields are those of [`Table`].
struct Published {
    name: &'static str,
    about: &'static str,
    families: &'static [&'static str],
    sizes: &'static [u32],
    growth_from: Option<u32>,
}

impl Published {
    fn table(&self, registry: &Registry) -> Table {
        let &Published { name, about, families, sizes, growth_from } = self;
        Table { name, about, families, sizes, engines: registry.columns(name), growth_from }
    }
}

const BEBOP: Published = Published {
    name: "bebop",
    about: "N procedures that each call the one below twice",
    families: &["bebop --procedures N", "bebop --procedures N --unsafe"],
    sizes: &[100, 200, 400, 800, 1_600],
    growth_from: Some(400),
};

const DOUBLING: Published = Published {
    name: "doubling",
    about: "a run of 2^N steps to the only verdict",
    families: &["doubling --procedures N", "doubling --procedures N --unsafe"],
    sizes: &[50, 200, 1_000],
    growth_from: None,
};

const RECURSION: Published = Published {
    name: "recursion",
    about: "a stack of 2^N frames, and three ways to find out by SAT that it is no deeper",
    families: &["recursion --bits N", "recursion --bits N --unsafe"],
    sizes: &[4, 6, 7, 9, 10],
    growth_from: None,
};

const COUNTER: Published = Published {
    name: "counter",
    about: "2^N rounds of a loop",
    families: &["counter --bits N", "counter --bits N --unsafe"],
    sizes: &[3, 6, 9, 12, 17],
    growth_from: None,
};

const SLAM: Published = Published {
    name: "slam",
    about: "drivers with N local variables in a procedure",
    families: &["slam --procedures 4 --locals N", "slam --procedures 4 --locals N --unsafe"],
    sizes: &[4, 16, 64, 256],
    growth_from: None,
};

const FREEBITS: Published = Published {
    name: "freebits",
    about: "N variables that are chosen anew all the time and matter little",
    families: &["freebits --shape loop --variables N", "freebits --shape recursion --variables N"],
    sizes: &[2, 4, 16, 64, 256],
    growth_from: None,
};

const LOCKS: Published = Published {
    name: "locks",
    about: "N locks that are taken and released under the same condition, independent of each other",
    families: &["locks --locks N", "locks --locks N --unsafe"],
    sizes: &[8, 16, 50, 100, 400],
    growth_from: None,
};

const CNF: Published = Published {
    name: "cnf",
    about: "a random formula of N variables, one assumption a clause",
    families: &["cnf --variables N", "cnf --variables N --unsafe"],
    sizes: &[10, 15, 25, 30, 35, 40, 50, 100, 200, 400],
    growth_from: None,
};

const WIDE: Published = Published {
    name: "wide",
    about: "a counter of three bits that decides, beside N bits of data that do not",
    families: &[
        "wide --bits 3 --data N --shape loop",
        "wide --bits 3 --data N --shape loop --unsafe",
        "wide --bits 3 --data N --shape recursion",
        "wide --bits 3 --data N --shape recursion --unsafe",
    ],
    sizes: &[8, 12, 16, 20, 40, 100],
    growth_from: None,
};

const SUMMARIES: Published = Published {
    name: "summaries",
    about: "ten assertions about a tree of calls of depth N, with and without what was learnt of those before",
    families: &[
        "assertions --kind related --depth N",
        "assertions --kind ops --depth N",
        "assertions --kind unrelated --assertions 6 --depth N",
    ],
    sizes: &[2, 4, 6],
    growth_from: None,
};
