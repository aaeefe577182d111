//! Limits that strike inside a question: the engine stops soon, and says why.

use super::*;
use bpcheck::budget::{Budget, CancelToken};
use std::time::{Duration, Instant};

/// So many pigeons in one hole less, each hole with one at most: a question that no solver of clauses answers soon, in a
/// procedure that is called as often.
fn pigeons(count: usize, calls: usize) -> String {
    let name = |pigeon: usize, hole: usize| format!("p{pigeon}_{hole}");
    let holes = count - 1;
    let all: Vec<String> = (0..count).flat_map(|pigeon| (0..holes).map(move |hole| name(pigeon, hole))).collect();
    let mut body = String::new();
    for pigeon in 0..count {
        let some: Vec<String> = (0..holes).map(|hole| name(pigeon, hole)).collect();
        body += &format!("assume({});\n", some.join(" | "));
    }
    for hole in 0..holes {
        for a in 0..count {
            (0..a).for_each(|b| body += &format!("assume(!{} | !{});\n", name(a, hole), name(b, hole)));
        }
    }
    let call = "dead g; f();\n".repeat(calls);
    let all = all.join(", ");
    format!("decl g;\nvoid main() begin\n{call}assert(g);\nend\nvoid f() begin decl {all};\n{body}g := F;\nend\n")
}

/// What comes out, and after how long, if it is called off after a while.
fn called_off(text: &str, options: &str, after: Duration) -> (String, Duration) {
    let token = CancelToken::default();
    let budget = Budget::unlimited().with_cancel(token.clone());
    let options = asked(engine(options)).with_passes(PassSet::NONE).with_budget(budget);
    std::thread::scope(|scope| {
        let called_off = scope.spawn(move || {
            std::thread::sleep(after);
            token.cancel();
            Instant::now()
        });
        let decided = run(text, &options, &mut Silent).expect("an outcome");
        let end = Instant::now();
        let since = end.saturating_duration_since(called_off.join().expect("no panic"));
        (decided.outcome.overall().to_string(), since)
    })
}

/// Whether the question is asked about one body, or while a summary is projected, in whatever way, and by each solver.
#[test]
fn a_question_is_called_off_from_another_thread() {
    for (calls, options) in [
        (1, "lazy"),
        (1, "eager"),
        (2, "lazy:project=bdd"),
        (2, "lazy:project=cubes"),
        (2, "lazy:project=cases"),
        (2, "lazy:project=none"),
    ] {
        for solver in Backend::ALL {
            let options = format!("{options}:solver={}", solver.name());
            let (answer, since) = called_off(&pigeons(14, calls), &options, Duration::from_millis(300));
            assert_eq!(answer, "UNKNOWN (interrupted)", "{options}");
            assert!(since < Duration::from_secs(2), "{options}: {since:?}");
        }
    }
}

#[test]
fn a_clock_is_looked_at_inside_a_question() {
    for solver in Backend::ALL {
        let start = Instant::now();
        let engine = engine(&format!("lazy:solver={}", solver.name()));
        let options = asked(engine).with_budget(support::limited(1));
        let decided = run(&pigeons(14, 1), &options, &mut Silent).expect("an outcome");
        assert_eq!(decided.outcome.overall().to_string(), "UNKNOWN (time)", "{solver:?}");
        assert!(start.elapsed() < Duration::from_secs(4), "{solver:?}: {:?}", start.elapsed());
    }
}

/// A recursion that never ends, whose nesting is never bounded if no summary is projected: executing it again and again is work.
#[test]
fn executions_are_work() {
    let text = "void main(p) begin assert(p); main(p); assert(!(p & p)); end\n\
                void driver() begin main(*); if (*) then driver(); fi end\n";
    let budget = Budget::unlimited().with_effort(2_000);
    let engine = engine("eager:refine=call:bound=fixpoint:project=none");
    let entry = Some("driver".to_string());
    let options = asked(engine).with_passes(PassSet::NONE).with_budget(budget).with_entry(entry);
    let decided = run(text, &options, &mut Silent).expect("an outcome");
    assert!(decided.outcome.decisions.iter().any(|decision| decision.verdict.to_string().contains("effort")));
    let stats = counters(&decided);
    assert!(stats.executions < 10_000, "{}", stats.executions);
}
