//! Runs of explicit systems, step by step, held against the rules applied one by one.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::saturation::explicit::{Answer, Saturated, ask};
use bpcheck::pds::explicit::{Journey, Leg, Parsed, SymbolId};

/// Pushes of three and of four symbols, some of which are popped, on a stack that was not empty.
const LONG: &str = "init <p, a x y>\n<p, a> -> <p, b b c d>\n<p, b> -> <p, e>\n<p, e> -> <q, >\n<q, b> -> <q, >\n\
                    <q, c> -> <p, b d b>\n<q, d> -> <q, >\n<q, x> -> <q, >\ntarget <q, d b d .*>\ntarget <q, y>\ntarget <q, >\n\
                    <q, y> -> <q, >\n";

/// The page of a system, and for each target the configurations on the way to it.
pub(super) fn walked(name: &str, text: &str) -> (String, Vec<Vec<String>>) {
    let source = Source::new(name, text);
    let parsed = parse(&source, &mut Diagnostics::new(&source)).expect("a system");
    let budget = Budget::unlimited();
    let done = rules(&parsed.system, Direction::Post, usize::MAX, &budget).expect("no limit");
    let log = explain::system(&parsed, &source, done);
    let (reached, answers) = ask(&parsed.system, parsed.system.targets(), &budget).expect("answers");
    let lowered = &reached.lowered;
    let html = page(&log, Some(&Found::System { parsed: &parsed, source: &source, lowered, answers: &answers }));
    let ways = answers.iter().map(|answer| configurations(&parsed, &reached, answer)).collect();
    (html, ways)
}

fn configurations<W>(parsed: &Parsed, reached: &Saturated<W>, answer: &Answer) -> Vec<String> {
    let Answer::Reached(found) = answer else { return Vec::new() };
    let (system, (run, replayed)) = (&parsed.system, &**found);
    let mut state = run.start.state;
    let mut stack: Vec<SymbolId> = run.start.stack.iter().rev().copied().collect();
    let show = |state, stack: &[SymbolId]| {
        system.show_parts(state, &stack.iter().rev().copied().collect::<Vec<_>>()).to_string()
    };
    let mut seen = vec![show(state, &stack)];
    for leg in Journey::new(&reached.lowered, run, false) {
        let Leg::Rule(rule) = leg else { panic!("all is written out") };
        let rule = &system.rules()[rule];
        assert_eq!((state, stack.pop()), (rule.state, Some(rule.symbol)));
        stack.extend(rule.push.iter().rev());
        state = rule.to;
        seen.push(show(state, &stack));
    }
    assert_eq!(seen.last(), Some(&system.show(&replayed.end).to_string()));
    seen
}

const ALL: &str = "(() => { const all = []; for (;;) { all.push(document.querySelector('#variables code').textContent); \
    const next = document.getElementById('trace-next'); if (next.getAttribute('aria-disabled') === 'true') return all; next.click(); } })()";

#[test]
fn all_configurations_are_come_to() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let mut runs = 0;
    let files = ["bp-examples/teaching/lecture", "bp-examples/teaching/stack-of-three", "pds-examples/lock"];
    let files = files.map(|path| (format!("{path}.pds"), example(&format!("{path}.pds"))));
    let doubling = ("pds-examples/doubling.pds".to_string(), example("pds-examples/doubling.pds"));
    for (name, text) in files.into_iter().chain([doubling, ("long.pds".into(), LONG.into())]) {
        let (html, ways) = walked(&name, &text);
        let address = written(&format!("run-{}.html", name.replace('/', "-")), &html);
        for (target, way) in ways.iter().enumerate().filter(|(_, way)| !way.is_empty()) {
            open(browser, &format!("{address}#trace={}:1", target + 1));
            let mut seen: Vec<String> = serde_json::from_value(browser.ask(ALL)).expect("texts");
            // A rule that pushes more than two symbols takes several steps here.
            seen.dedup();
            let mut expected = way.clone();
            expected.dedup();
            assert_eq!(seen, expected, "{name}, target {}", target + 1);
            assert!(
                super::text(browser, "trace-said").starts_with(&format!("{} is in the target", way[way.len() - 1])),
                "{name}"
            );
            runs += 1;
        }
    }
    assert!(runs >= 7, "{runs}");
    asked_for_nothing(browser);
}

#[test]
fn the_stack_and_its_rules_are_shown() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let (html, _) = walked("lecture.pds", &example("bp-examples/teaching/lecture.pds"));
    let address = written("run.html", &html);
    open(browser, &format!("{address}#trace=1:5"));
    assert_eq!(text(browser, "stack-title"), "Stack");
    assert_eq!(text(browser, "trace-here"), "step 5 of 6");
    assert!(text(browser, "trace-said").starts_with("<p2, b a a>, then rule <p2, b> -> <p3, c>, line 7"));
    let stack = "[...document.querySelectorAll('#stack li')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())";
    let expected = json!([
        "b next <p2, b> -> <p3, c> line 7",
        "a since <p1, a> -> <p2, b a> line 6",
        "a since <p1, a> -> <p2, b a> line 6"
    ]);
    assert_eq!(browser.ask(stack), expected);
    let line = "Number(document.querySelector('#source .now').dataset.line)";
    assert_eq!(browser.ask(line), json!(7));
    let rule = "[...document.querySelectorAll('#rules [aria-current=true] code')].map((rule) => rule.textContent)";
    assert_eq!(browser.ask(rule), json!(["<p2, b> -> <p3, c>"]));
    browser.ask("document.querySelectorAll('#stack button')[1].click()");
    assert_eq!(browser.ask(line), json!(6));
    let changed = "[...document.querySelectorAll('#variables .changed')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())";
    browser.press("ArrowRight", 39);
    assert_eq!(browser.ask(changed), json!(["control state p3 was p2"]));
    // The target is where it ends.
    assert_eq!((browser.ask(line), hash(browser)), (json!(10), "#trace=1:6".into()));
    for key in [("Home", 36), ("ArrowLeft", 37)] {
        browser.press(key.0, key.1);
        assert_eq!(hash(browser), "#trace=1:1");
    }
    open(browser, &format!("{address}#proof=1"));
    assert_eq!(text(browser, "astray"), "There is no proof on this page.");
    assert_eq!(text(browser, "properties"), "property 1 target <p3, c a a> (line 10): UNSAFE trace");
    asked_for_nothing(browser);
}
