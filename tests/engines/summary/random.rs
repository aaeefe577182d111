//! Random programs with loops and recursion: each way to run the engine against the referee.

use super::*;
use bpcheck::generate::random::{Knobs, Options as Random, write};
use std::ops::Range;
use std::sync::Mutex;

/// What is asked of whom.
pub(super) struct Hunt {
    /// The seeds of the programs.
    pub seeds: Range<usize>,
    /// How many of the engines are asked about each.
    pub ways: usize,
    pub engines: Vec<Selection>,
}

/// How often one way to run the engine was asked.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    asked: usize,
    /// Not within the ticks.
    undecided: usize,
}

/// What came out.
#[derive(Debug, Default)]
struct Figures {
    /// Programs with a loop or recursion that the referee decides.
    programs: usize,
    /// Programs with a loop or recursion that are too much for the referee.
    too_large: usize,
    with_loop: usize,
    with_recursion: usize,
    /// Programs of which a property is violated.
    violated: usize,
    /// Programs in which some way to run the engine unrolled a loop.
    unrolled: usize,
    /// Programs in which one nested calls.
    nested: usize,
    /// In the order of the engines.
    counts: Vec<Count>,
    wrong: Vec<String>,
}

/// A random program, and where it begins. In two of three it begins in a procedure that calls `main` again and again, in a
/// recursion or in each fourth round of a loop, so that what `main` leaves matters.
pub(super) fn program(seed: usize) -> (String, Option<String>) {
    let default = Knobs { globals: 2, locals: 1, parameters: 1, results: 1, ..Knobs::default() };
    let knobs = match seed / 3 % 4 {
        0 => default,
        1 => Knobs { procedures: 2, depth: 1, gotos: false, ..default },
        2 => Knobs { procedures: 2, choices: false, ..default },
        _ => Knobs { procedures: 2, statements: 5, depth: 1, ..default },
    };
    let text = write(&Random { seed: seed as u64, knobs });
    let heading = text.lines().find(|line| !line.starts_with([' ', '/']) && line.contains(" main("));
    let (_, parameters) = heading.and_then(|line| line.split_once('(')).expect("a main");
    let count = if parameters == ")" { 0 } else { 1 + parameters.matches(", ").count() };
    let call = format!("main({})", vec!["*"; count].join(", "));
    let body = match seed % 3 {
        0 => return (text, None),
        1 => format!("if (*) then driver(); fi {call}; if (*) then driver(); fi"),
        _ => format!(
            "decl x, y; x, y := F, F;
             while (*) do if (x & y) then {call}; fi x, y := !x, x ^ y; od"
        ),
    };
    (format!("{text}\nvoid driver() begin {body} end\n"), Some("driver".into()))
}

/// Asks some of the ways to run the engine about one program.
fn ask(seed: usize, hunt: &Hunt, figures: &Mutex<Figures>) {
    let Hunt { ways, engines, .. } = hunt;
    let (text, entry) = program(seed);
    let cycles = cycles::of(&support::program(&text), entry.as_deref().unwrap_or("main"));
    if !cycles.has_loop && !cycles.has_recursion {
        return;
    }
    let passes = if seed.is_multiple_of(5) { PassSet::default() } else { PassSet::NONE };
    let options = |engine: &Selection| {
        asked(engine.clone()).with_entry(entry.clone()).with_passes(passes).with_budget(support::ticks(300))
    };
    let answers = |engine: &Selection| run(&text, &options(engine), &mut Silent);
    let referee = answers(&Selection::One(support::referee())).unwrap_or_else(|failure| panic!("{failure}\n{text}"));
    let expected = words(&referee);
    if expected.iter().any(|word| word == "UNKNOWN (time)") {
        figures.lock().expect("no panic").too_large += 1;
        return;
    }
    let (mut is_unrolled, mut is_nested) = (false, false);
    for turn in 0..*ways {
        let index = (seed + 7 * turn) % engines.len();
        let found = answers(&engines[index]);
        let mut figures = figures.lock().expect("no panic");
        figures.counts[index].asked += 1;
        match found {
            Ok(decided) => {
                let found = words(&decided);
                if decided.stats.is_some() {
                    let stats = counters(&decided);
                    is_unrolled |= stats.unrollings > 0;
                    is_nested |= stats.nesting > 1;
                }
                if contradict(&found, &expected) {
                    figures.wrong.push(format!("{}: {found:?}, not {expected:?}\n{text}", engines[index]));
                } else if found != expected {
                    figures.counts[index].undecided += 1;
                }
            }
            Err(failure) => figures.wrong.push(format!("{}: {failure}\n{text}", engines[index])),
        }
    }
    let mut figures = figures.lock().expect("no panic");
    figures.programs += 1;
    figures.with_loop += usize::from(cycles.has_loop);
    figures.with_recursion += usize::from(cycles.has_recursion);
    figures.violated += usize::from(expected.iter().any(|word| word == "UNSAFE"));
    figures.unrolled += usize::from(is_unrolled);
    figures.nested += usize::from(is_nested);
}

/// Programs by some of the ways to run the engine: no wrong answer, and few undecided, except where a recursion has to be
/// completed by summaries and none is projected. CaDiCaL looks at the clock within questions as well, and
/// is given more leave.
pub(super) fn hunt(hunt: &Hunt) {
    let Hunt { seeds, ways, engines, .. } = hunt;
    let figures = Mutex::new(Figures { counts: vec![Count::default(); engines.len()], ..Figures::default() });
    support::each(seeds.len(), |turn| ask(seeds.start + turn, hunt, &figures));
    let Figures { programs, with_loop, with_recursion, violated, unrolled, nested, counts, wrong, too_large } =
        figures.into_inner().expect("no panic");
    eprintln!("{programs} programs, {with_loop} with a loop, {with_recursion} with recursion, {violated} UNSAFE");
    eprintln!("{unrolled} are unrolled, {nested} nested; {too_large} more are too large for the referee");
    for (engine, Count { asked, undecided }) in engines.iter().zip(&counts) {
        eprintln!("{engine}: {undecided} of {asked} undecided");
    }
    assert!(wrong.is_empty(), "{} wrong answers\n{}", wrong.len(), wrong[0]);
    assert!(4 * programs > 3 * seeds.len() && 50 * too_large < programs, "{programs} programs, {too_large} too large");
    assert!(2 * with_loop > programs && 3 * with_recursion > programs, "{with_loop}, {with_recursion}");
    assert!(5 * violated > programs && 5 * violated < 4 * programs, "{violated} of {programs} UNSAFE");
    assert!(8 * unrolled > programs && 8 * nested > programs, "{unrolled} and {nested} of {programs}");
    for (engine, Count { asked, undecided }) in engines.iter().zip(counts) {
        assert!(4 * engines.len() * asked > 3 * *ways * programs, "{engine}: {asked}");
        let name = engine.to_string();
        let percent = match name.as_str() {
            "summary:lazy" | "summary:eager" => 2,
            _ if name.ends_with("bound=fixpoint:project=none") || name.contains("solver=cadical") => 20,
            _ => 6,
        };
        assert!(100 * undecided <= percent * asked, "{engine}: {undecided} of {asked} undecided");
    }
}

#[test]
fn random_programs() {
    hunt(&Hunt { seeds: 0..4_000, ways: 4, engines: engines() });
}

#[test]
#[ignore = "takes half an hour: make hunt"]
fn many_random_programs() {
    for part in 0..27 {
        hunt(&Hunt { seeds: 10_000 * part..10_000 * (part + 1), ways: 4, engines: engines() });
    }
}
