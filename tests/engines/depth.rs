//! How deep stacks become: the traps by name, and random programs against the enumeration of all stacks.

mod stacks;

use crate::support;
use bpcheck::engine::registry::{Registry, Row};
use bpcheck::generate::random::{self, Knobs};
use bpcheck::hunt::brute::{Bounds, explore};
use bpcheck::pipeline::depth::{Depth, Depths, Evidence, Measure, depth};
use bpcheck::pipeline::{Loaded, load};
use bpcheck::{Options, Source};
use std::sync::Mutex;

/// The engines that measure.
fn able() -> Vec<&'static Row> {
    Registry::standard().rows().filter(|row| row.heads.is_some()).collect()
}

fn loaded(text: &str) -> Loaded {
    load(&Source::new("x.bp", text), &Options::default()).unwrap_or_else(|failure| panic!("{failure}\n{text}"))
}

fn measured(loaded: &Loaded, engine: &'static Row, wants_evidence: bool) -> Depths {
    let measure = Measure { engine, wants_evidence, weights: None, gives_up: false };
    depth(loaded, &Options::default(), &measure).unwrap_or_else(|failure| panic!("{failure}\n{:?}", loaded.source))
}

/// A number, `-` for none.
fn word(depth: &Depth) -> String {
    match depth {
        Depth::Bounded { depth, .. } => depth.to_string(),
        Depth::Unbounded(_) => "unbounded".into(),
        Depth::AtLeast { least, reason, .. } => format!("at least {least}: {reason}"),
    }
}

/// All numbers: the height, those of procedures, those of components with their sites.
fn words(depths: &Depths) -> String {
    let mut words = format!("{}:", word(&depths.height));
    depths.procedures.iter().for_each(|depth| words += &format!(" {}", word(depth)));
    for component in &depths.components {
        words += &format!("; {}", word(&component.depth));
        component.from.iter().for_each(|(_, depth)| words += &format!(" {}", word(depth)));
    }
    words
}

/// Whether a number has what vouches for it.
fn is_confirmed(depth: &Depth) -> bool {
    match depth {
        Depth::Bounded { evidence: Evidence::None(_), .. } | Depth::Unbounded(None) | Depth::AtLeast { .. } => false,
        Depth::Bounded { depth: 1.., reached: None, evidence: Evidence::Certificate(_) } => false,
        Depth::Bounded { .. } | Depth::Unbounded(Some(_)) => true,
    }
}

/// All engines measure this, and it is confirmed.
fn is(text: &str, expected: &str) {
    let loaded = loaded(text);
    for row in able() {
        let depths = measured(&loaded, row, true);
        assert_eq!(words(&depths), expected, "{}\n{text}", row.name);
        assert!(depths.all().all(is_confirmed), "{}: {depths:?}\n{text}", row.name);
    }
}

#[test]
fn three_engines_measure() {
    assert!(able().len() >= 3);
    assert!(able().iter().any(|row| row.heads.is_some_and(|finder| finder.effort.is_some())));
}

#[test]
fn t6_the_depth_is_of_the_program_and_not_of_a_proof() {
    is(
        "void main() begin decl r; r := f(T); assert(!r); end
         bool f(p) begin decl r; if (p) then r := f(F); fi return F; end",
        "3: 1 2; 2 2",
    );
}

#[test]
fn t5_a_call_that_no_run_makes_is_none() {
    is(
        "void main() begin decl r; r := no(); if (r) then f(); fi end
         bool no() begin return F; end   void f() begin assert(F); end",
        "2: 1 1 0",
    );
}

#[test]
fn t7_what_other_entries_would_do_does_not_count() {
    is("void main() begin f(T); end   void f(p) begin if (!p) then f(p); fi end", "2: 1 1; 1 1");
}

#[test]
fn t8_a_loop_is_no_recursion() {
    is("void main() begin while (*) do f(); od end   void f() begin skip; end", "2: 1 1");
}

#[test]
fn t9_a_label_does_not_end_a_run() {
    is("void main() begin ERROR: skip; f(); end   void f() begin skip; end", "2: 1 1");
}

#[test]
fn t10_the_same_call_twice_is_no_cycle() {
    is("void main() begin f(T); end   void f(p) begin if (p) then f(F); fi end", "3: 1 2; 2 2");
}

#[test]
fn t11_a_call_that_never_returns_is_open() {
    is(
        "void main() begin f(); end   void f() begin f(); g(); end   void g() begin skip; end",
        "unbounded: 1 unbounded 0; unbounded unbounded",
    );
}

#[test]
fn t13_a_failing_assert_ends_a_run() {
    is(
        "decl a; void main() begin a := *; assert(a); f(); end   void f() begin if (!a) then f(); fi end",
        "2: 1 1; 1 1",
    );
}

/// Two calls from outside, one into a recursion that ends, one into one that does not; and `main`, which is called again.
#[test]
fn each_call_from_outside_has_a_depth_of_its_own() {
    is(
        "void main() begin f(T); if (*) then f(F); fi end   void f(p) begin if (!p) then f(p); else skip; fi end",
        "unbounded: 1 unbounded; unbounded 1 unbounded",
    );
    is("decl g; void main() begin if (!g) then g := T; f(); fi end   void f() begin main(); end", "3: 2 1; 3");
}

/// What does not matter for calls need not come again where one is looked at, but in what is shown it does: `d` goes round four times.
#[test]
fn what_is_entered_twice_is_the_same_in_all_variables() {
    let text = "decl a, b; void main() begin a, b := F, F; f(); end
                void f() begin if (*) then a, b := !a, a != b; f(); else skip; fi end";
    is(text, "unbounded: 1 unbounded; unbounded unbounded");
    for row in able() {
        let depths = measured(&loaded(text), row, true);
        let Depth::Unbounded(Some(pump)) = &depths.height else { panic!("{depths:?}") };
        let trace = pump.run.trace();
        let stack: Vec<_> = trace.final_stack().map(|id| trace.run(id)).collect();
        let [first, again] = pump.twice.map(|index| stack[index]);
        assert_eq!((first.procedure, &first.entry.globals), (again.procedure, &again.entry.globals));
        assert!(pump.twice[1] - pump.twice[0] >= 4, "{:?}", pump.twice);
    }
}

/// A procedure that writes all that it sees by `constrain`, has locals and an `enforce`: none of it bears on what is counted.
#[test]
fn programs_that_count_do_what_they_did() {
    is(
        "decl g; void main() begin g := T; f(T, F); end
         void f(a, b) begin decl c, d; enforce (c | d | !c); c := a; constrain ('c & ('d | !'d) & !'g); if (g != c) then f(b, g); fi end",
        "unbounded: 1 unbounded; unbounded unbounded",
    );
}

/// Who is called is on the stack, even if its `enforce` lets it do nothing.
#[test]
fn an_activation_that_is_blocked_at_once_is_one() {
    is("void main() begin f(T); end   void f(p) begin enforce !p; f(p); end", "2: 1 1; 1 1");
    is("void main() begin enforce F; f(); end   void f() begin f(); end", "1: 1 0; 0 0");
}

/// Without time nothing is said but that runs begin.
#[test]
fn a_limit_leaves_lower_bounds() {
    let loaded = loaded("void main() begin f(); end   void f() begin f(); end");
    let measure = Measure { engine: able()[0], wants_evidence: true, weights: None, gives_up: false };
    let options = Options::default().with_budget(support::ticks(0));
    let depths = depth(&loaded, &options, &measure).expect("no engine is wrong");
    assert_eq!(
        words(&depths),
        "at least 1: time: at least 1: time at least 0: time; at least 0: time at least 0: time"
    );
}

#[test]
fn the_heaviest_stack_need_not_be_the_highest() {
    let text = "void main() begin if (*) then a(F); else b(); fi end
                void a(p) begin if (!p) then a(T); fi end   void b() begin skip; end";
    let loaded = loaded(text);
    let told = |weights: [u64; 3]| {
        let found = able().into_iter().map(|engine| {
            let measure = Measure { engine, wants_evidence: false, weights: Some(&weights), gives_up: false };
            let heaviest = depth(&loaded, &Options::default(), &measure).expect("no engine is wrong").heaviest;
            let heaviest = heaviest.expect("there is a bound");
            let calls: Vec<String> = heaviest.calls.iter().map(|&place| loaded.program.show(place)).collect();
            format!("{} {}", heaviest.weight, calls.join(" "))
        });
        let mut found: Vec<String> = found.collect();
        found.dedup();
        found.join(", ")
    };
    assert_eq!(told([1, 1, 1]), "3 main#2 a#2");
    assert_eq!(told([8, 3, 9]), "17 main#3");
}

/// One voice of several.
fn said(loaded: &Loaded, engine: &'static Row) -> Depths {
    let measure = Measure { engine, wants_evidence: false, weights: None, gives_up: true };
    depth(loaded, &Options::default(), &measure).unwrap_or_else(|failure| panic!("{failure}\n{:?}", loaded.source))
}

/// Random recursive programs: the enumeration of stacks says the same if it sees all of them; if not, there is a stack that is higher than it looks. The
/// tree of all stacks is too large for some programs; of the others it has the same numbers.
#[test]
fn numbers_are_those_of_all_stacks() {
    const BOUNDS: Bounds = Bounds { stack: 7, configurations: 4_000 };
    let figures = Mutex::new([0; 6]);
    support::each(2_000, |seed| {
        let knobs = Knobs {
            globals: 2,
            procedures: 3,
            parameters: 2,
            results: 1,
            locals: 1,
            statements: 7,
            depth: 2,
            recursion: true,
            ..Knobs::default()
        };
        let text = random::write(&random::Options { seed: seed as u64, knobs });
        let loaded = loaded(&text);
        let brute = explore(&loaded.program, loaded.entry, BOUNDS);
        let (may_give_up, ends): (Vec<_>, Vec<_>) =
            able().into_iter().partition(|row| row.heads.is_some_and(|finder| finder.effort.is_some()));
        let all: Vec<Depths> = ends.into_iter().map(|row| measured(&loaded, row, seed % 10 == 0)).collect();
        let words_of: Vec<String> = all.iter().map(words).collect();
        assert!(words_of.iter().all(|other| *other == words_of[0]), "{words_of:?}\n{text}");
        for depths in all.iter().filter(|_| seed % 10 == 0) {
            assert!(depths.all().all(is_confirmed), "{depths:?}\n{text}");
        }
        for row in may_give_up {
            let depths = said(&loaded, row);
            let mut figures = figures.lock().expect("no panic");
            if depths.stopped().is_some() {
                figures[5] += 1;
                assert!(!depths.contradict(&all[0]), "{}\n{text}", words(&depths));
                continue;
            }
            figures[4] += 1;
            drop(figures);
            assert_eq!(words(&depths), words_of[0], "{}\n{text}", row.name);
            if seed % 50 == 0 {
                let depths = measured(&loaded, row, true);
                assert!(depths.all().all(is_confirmed), "{depths:?}\n{text}");
            }
        }
        let depths = &all[0];
        let height = depths.height.bound().unwrap_or(u64::MAX);
        let mut figures = figures.lock().expect("no panic");
        figures[0] += 1;
        if brute.complete {
            figures[1] += 1;
            let own: Vec<Option<u64>> = depths.procedures.iter().map(Depth::bound).collect();
            let expected: Vec<Option<u64>> = brute.depths.iter().map(|&depth| Some(depth as u64)).collect();
            assert_eq!((Some(brute.height as u64), expected), (depths.height.bound(), own), "{text}");
            figures[3] += usize::from(brute.height > loaded.program.procedures.len());
        } else if brute.is_higher {
            figures[2] += 1;
            assert!(height > BOUNDS.stack as u64, "{height}\n{text}");
        } else {
            assert!(height >= brute.height as u64, "{height}\n{text}");
        }
    });
    let [programs, complete, higher, deep, ended, gave_up] = *figures.lock().expect("no panic");
    assert!(programs == 2_000 && complete > 500 && higher > 100 && deep > 5, "{complete} {higher} {deep}");
    assert!(ended > 20 * gave_up, "{ended} {gave_up}");
}
