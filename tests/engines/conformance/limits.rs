//! A limit ends every engine, takes nothing back, and makes no answer but UNKNOWN.

use super::*;
use bpcheck::budget::{CancelToken, StopReason};
use bpcheck::engine::registry::{Means, Registry};
use bpcheck::generate::{Variant, recursion, slam};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// Counts looks.
fn looks() -> impl Fn() -> u64 + Send + Sync {
    let looks = AtomicU64::new(0);
    move || looks.fetch_add(1, Ordering::Relaxed)
}

/// Budgets that end a run after more and more of its work, by each kind of limit.
fn budgets() -> Vec<(Budget, StopReason)> {
    let mut budgets = Vec::new();
    for limit in (0..14).map(|power| 1u64 << power) {
        budgets.push((support::ticks(limit), StopReason::Time));
        budgets.push((Budget::unlimited().with_effort(limit), StopReason::Effort));
        budgets.push((Budget::unlimited().with_memory(Arc::new(looks()), limit), StopReason::Memory));
        let (token, looks) = (CancelToken::default(), looks());
        let cancel = token.clone();
        let clock = move || {
            if looks() >= limit {
                cancel.cancel();
            }
            Duration::ZERO
        };
        let budget = Budget::unlimited().with_time(Arc::new(clock), Duration::MAX).with_cancel(token);
        budgets.push((budget, StopReason::Interrupted));
    }
    budgets
}

#[test]
fn limits_are_heard_and_change_no_answer() {
    let recursive = recursion::write(&recursion::Options { bits: 2, variant: Variant::Unsafe });
    let drivers = slam::write(&slam::Options { procedures: 3, statements: 10, ..slam::Options::default() });
    for text in PROGRAMS.map(|(text, _)| text.to_string()).into_iter().chain([recursive, drivers]) {
        let loaded = loaded(&text);
        for engine in support::variants() {
            let expected = words(&decided(&loaded, &by(engine)));
            let (mut stopped, mut decided_all) = (0, 0);
            for (budget, reason) in budgets() {
                let found = decided(&loaded, &within(budget, engine));
                let unknown = format!("UNKNOWN ({reason})");
                for (found, expected) in words(&found).iter().zip(&expected) {
                    assert!(
                        *found == unknown || found == expected,
                        "{engine}, {reason}: {found}, not {expected}\n{text}"
                    );
                }
                stopped += usize::from(words(&found).contains(&unknown));
                decided_all += usize::from(words(&found) == expected);
            }
            assert!(stopped > 4 && decided_all > 0, "{engine}: {stopped} stopped, {decided_all} decided\n{text}");
        }
    }
}

/// Diagrams alone have nodes; others do not mind.
#[test]
fn nodes_are_a_limit_for_diagrams() {
    for row in Registry::standard().rows() {
        for engine in row.variants {
            let (text, expected) = PROGRAMS[1];
            let found = words(&decided(&loaded(text), &within(Budget::unlimited().with_nodes(2), engine)));
            match row.means {
                Means::Diagrams => assert_eq!(found, ["UNKNOWN (nodes)", "UNKNOWN (nodes)"], "{engine}"),
                _ => assert_eq!(found, expected, "{engine}"),
            }
        }
    }
}

/// So many pigeons in one hole less: too much for whatever keeps sets of states.
fn pigeons(count: usize) -> String {
    let name = |pigeon: usize, hole: usize| format!("p{pigeon}_{hole}");
    let holes = count - 1;
    let all: Vec<String> = (0..count).flat_map(|pigeon| (0..holes).map(move |hole| name(pigeon, hole))).collect();
    let each = |pigeon| (0..holes).map(|hole| name(pigeon, hole)).collect::<Vec<_>>().join(" | ");
    let mut body: String = (0..count).map(|pigeon| format!("assume({});\n", each(pigeon))).collect();
    for (hole, a) in (0..holes).flat_map(|hole| (0..count).map(move |a| (hole, a))) {
        (0..a).for_each(|b| body += &format!("assume(!{} | !{});\n", name(a, hole), name(b, hole)));
    }
    format!("void main() begin decl {};\n{body}assert(F);\nend\n", all.join(", "))
}

#[test]
fn a_run_is_called_off_from_another_thread() {
    let loaded = loaded(&pigeons(40));
    for engine in support::variants() {
        let token = CancelToken::default();
        let options = within(Budget::unlimited().with_cancel(token.clone()), engine);
        thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(Duration::from_millis(300));
                token.cancel();
            });
            assert_eq!(words(&decided(&loaded, &options)), ["UNKNOWN (interrupted)"], "{engine}");
        });
    }
}

/// Of engines that look no deeper than they are told.
#[test]
fn a_bound_hides_errors_and_makes_none() {
    let text = recursion::write(&recursion::Options { bits: 3, variant: Variant::Unsafe });
    let loaded = loaded(&text);
    for row in Registry::standard().rows().filter(|row| row.takes("depth")) {
        for variant in row.variants {
            let answer = |depth: u32| words(&decided(&loaded, &by(&format!("{variant}:depth={depth}"))));
            assert_eq!((answer(0), answer(20)), (vec!["UNKNOWN (bound 0)".into()], vec!["UNSAFE".into()]), "{variant}");
        }
    }
}
