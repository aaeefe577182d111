//! The table of summaries.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::summary::account::{Step, Summaries};

#[test]
fn each_step_shows_what_is_known() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let mut spurious = 0;
    for path in ["first-steps/lock-bug", "first-steps/lock-safe", "recursion/parser-bug", "recursion/tree-safe"] {
        let (loaded, explained) = program("x.bp", &example(&format!("bp-examples/{path}.bp")), "summary");
        let log = &explained.log;
        open(browser, &written(&format!("summary-{}.html", path.replace('/', "-")), &page_of(&loaded, &explained)));
        let seen = along(
            browser,
            "[[...document.querySelectorAll('#tree .call')].map((call) => call.querySelector('b').textContent + ' ' + call.querySelector('.sign').textContent), \
              document.querySelectorAll('#questions li').length, \
              ...['path', 'taken'].map((mark) => [...document.querySelectorAll('#source .' + mark)].map((row) => Number(row.dataset.line)))]",
        );
        for (step, forwards) in seen.0.iter().enumerate() {
            assert_eq!(seen.1[log.events.steps() - step], *forwards, "{path}, step {step}: the same on the way back");
            let now = Summaries::after(&steps(log)[..step]);
            let calls: Vec<String> = serde_json::from_value(forwards[0].clone()).unwrap();
            for call in &calls {
                let (name, sign) = call.split_once(' ').expect("a sign");
                let procedure = log.system.procedures.iter().position(|other| other == name).expect("a procedure");
                let is_known = now.known.keys().any(|body| body.procedure == procedure);
                let is_open = now.refined.contains(&procedure) || procedure == loaded.entry.index();
                let expected = if is_known {
                    "●"
                } else if is_open {
                    "○"
                } else {
                    "★"
                };
                assert_eq!(sign, expected, "{path}, step {step}, {name}");
            }
            assert!(!calls.is_empty());
            let asked = steps::<Step>(log)[..step].iter().filter(|event| matches!(event, Step::Asked { .. })).count();
            assert_eq!(forwards[1], json!(asked.min(40)), "{path}, step {step}");
            let (mut on_path, mut taken_at) = (Vec::new(), Vec::new());
            if let Some(Step::Spurious { path, taken, .. }) = step.checked_sub(1).map(|at| &steps::<Step>(log)[at]) {
                spurious += 1;
                let lines = |symbols: &[usize]| -> Vec<u32> {
                    let lines = symbols.iter().filter_map(|&symbol| log.system.symbols[symbol].line);
                    lines.collect::<std::collections::BTreeSet<u32>>().into_iter().collect()
                };
                (on_path, taken_at) = (lines(path), lines(taken));
            }
            assert_eq!((&forwards[2], &forwards[3]), (&json!(on_path), &json!(taken_at)), "{path}, step {step}");
        }
    }
    assert!(spurious > 3, "{spurious}");
    asked_for_nothing(browser);
}

#[test]
fn calls_are_opened_and_closed() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let (loaded, explained) = program("x.bp", &example("bp-examples/first-steps/lock-bug.bp"), "summary");
    open(browser, &written("calls.html", &page_of(&loaded, &explained)));
    let count = "document.querySelectorAll('#tree .call').length";
    let all = browser.ask(count);
    browser.ask("document.querySelector('#tree .toggle').click()");
    assert_eq!(browser.ask(count), json!(1));
    assert_eq!(browser.ask("document.activeElement.ariaExpanded"), json!("false"), "the focus stays");
    browser.ask("document.querySelector('#tree .toggle').click()");
    assert_eq!(browser.ask(count), all);
    click(browser, "last");
    browser.ask("document.querySelector('#questions a').click()");
    let first =
        steps::<Step>(&explained.log).iter().position(|event| matches!(event, Step::Asked { .. })).expect("a question");
    browser.until(&format!("document.getElementById('here').textContent.startsWith('step {} ')", first + 1));
    asked_for_nothing(browser);
}
