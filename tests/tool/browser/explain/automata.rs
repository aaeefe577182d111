//! The automaton of each step, and why its transitions are there.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::saturation::account::{ShownAutomaton, Step};

/// The logs that are gone through.
fn pages() -> Vec<(String, Log, String)> {
    let mut pages = Vec::new();
    for direction in Direction::ALL {
        for name in ["esparza-2000", "lock", "balanced", "doubling"] {
            let log = system(&format!("pds-examples/{name}.pds"), direction);
            let html = page(&log, None);
            pages.push((format!("{name}-{}", direction.name()), log, html));
        }
        let engine = format!("saturation:{}", direction.name());
        let (loaded, explained) = program("lock.bp", &example("bp-examples/first-steps/lock-bug.bp"), &engine);
        let html = page_of(&loaded, &explained);
        pages.push((format!("program-{}", direction.name()), explained.log, html));
    }
    pages
}

#[test]
fn each_step_shows_its_automaton() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    for (name, log, html) in pages() {
        open(browser, &written(&format!("automaton-{name}.html"), &html));
        let seen = along(
            browser,
            "[document.querySelector('#worklist p').textContent, \
              Number(document.querySelector('.labels .fresh')?.dataset.transition ?? -1), \
              [...document.querySelectorAll('.labels .premise')].map((label) => Number(label.dataset.transition)).sort(), \
              [...document.querySelectorAll('.node rect')].map((box) => box.getAttribute('x') + ' ' + box.getAttribute('y')).join(), \
              document.querySelectorAll('.paths path:not([style*=none])').length]",
        );
        for (step, forwards) in seen.0.iter().enumerate() {
            assert_eq!(seen.1[log.events.steps() - step], *forwards, "{name}, step {step}: the same on the way back");
            let automaton = ShownAutomaton::after(&steps(&log)[..step]);
            let (all, waiting) = (automaton.transitions.len(), automaton.waiting.len());
            let plural = if all == 1 { "" } else { "s" };
            let wait = if waiting == 1 { "waits" } else { "wait" };
            let sentence = format!("{all} transition{plural}, of which {waiting} {wait} on the worklist.");
            let (mut fresh, mut premises) = (-1, Vec::new());
            if let Some(Step::Grew { transition, premises: own, .. }) =
                step.checked_sub(1).map(|at| &steps::<Step>(&log)[at])
            {
                fresh = *transition as i64;
                premises = own.iter().map(|premise| premise.transition).filter(|other| other != transition).collect();
                premises.sort_by_key(usize::to_string);
                premises.dedup();
            }
            let mut arrows: Vec<_> = automaton.transitions.iter().map(|edge| (edge.from, edge.to)).collect();
            arrows.sort_unstable();
            arrows.dedup();
            // Nothing moves.
            let places = &seen.0[0][3];
            assert_eq!(*forwards, json!([sentence, fresh, premises, places, arrows.len()]), "{name}, step {step}");
        }
        assert_eq!(seen.0.len(), log.events.steps() + 1);
    }
    asked_for_nothing(browser);
}

/// What the panel says of the transition that was chosen: its rule, and its premises.
fn said(browser: &mut Browser) -> (Option<usize>, Vec<usize>) {
    let script = "(() => { const cause = document.querySelector('#why > .cause'); \
                  const rule = cause.querySelector(':scope > p > button'); \
                  return [rule && Number(rule.textContent.match(/rule (\\d+)/)[1]) - 1, \
                  [...cause.querySelectorAll(':scope > ul > li > button')].map((button) => Number(button.dataset.transition))]; })()";
    serde_json::from_value(browser.ask(script)).unwrap()
}

#[test]
fn transitions_say_why_they_are_there() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    for (name, log, html) in pages() {
        open(browser, &format!("{}#step={}", written(&format!("why-{name}.html"), &html), log.events.steps()));
        let automaton = ShownAutomaton::after(steps(&log));
        for transition in 0..automaton.transitions.len() {
            let button = format!("document.querySelector('#worklist [data-transition=\"{transition}\"]')");
            browser.ask(&format!("{button}.click()"));
            let why = automaton.why(steps(&log), transition).expect("a reason");
            assert_eq!(said(browser), (why.rule, why.transitions), "{name}, {transition}");
            assert_eq!(
                browser.ask(&format!("{button}.parentElement.getAttribute('aria-current')")),
                json!("true"),
                "{name}"
            );
        }
    }
    asked_for_nothing(browser);
}

#[test]
fn a_click_on_the_picture_and_on_premises() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    browser.resize(1280, 1000);
    let log = system("pds-examples/esparza-2000.pds", Direction::Post);
    open(browser, &format!("{}#step={}", written("click.html", &page(&log, None)), log.events.steps()));
    let automaton = ShownAutomaton::after(steps(&log));
    let label = "(() => { const box = document.querySelector('.labels [data-transition=\"6\"]').getBoundingClientRect(); \
                 return [box.x + box.width / 2, box.y + box.height / 2]; })()";
    let [x, y]: [f64; 2] = serde_json::from_value(browser.ask(label)).unwrap();
    browser.click(x, y);
    let why = automaton.why(steps(&log), 6).expect("a reason");
    assert_eq!(said(browser), (why.rule, why.transitions.clone()));
    // Down to the rules: what a premise follows from is told below it.
    browser.ask("document.querySelector('#why details').open = true");
    browser.until("document.querySelector('#why details .cause') !== null");
    let below = automaton.why(steps(&log), why.transitions[0]).expect("a reason");
    let rule = browser.ask("document.querySelector('#why details .cause button').textContent");
    assert!(string(rule).contains(&log.system.rules[below.rule.expect("a rule")].text));
    browser.ask("document.querySelector('#why .cause p button').click()");
    assert_eq!(lines(browser, "linked"), [log.system.rules[why.rule.expect("a rule")].line]);
    browser.ask("document.querySelector('#why .cause li button').click()");
    assert_eq!(said(browser), (below.rule, below.transitions));
    asked_for_nothing(browser);
}

/// What is outside of the picture, and which labels lie on a node, on another label or on an arrow, their own or another one.
const UNCLEAR: &str = "(() => { const { x, y, width, height } = document.querySelector('#picture svg').viewBox.baseVal; \
    const box = (part) => { const { x, y, width, height } = part.getBBox(); return { part, left: x, top: y, right: x + width, bottom: y + height }; }; \
    const labels = [...document.querySelectorAll('#picture .labels text')].map(box); \
    const nodes = [...document.querySelectorAll('#picture .node rect')].map(box); \
    const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 3 || b.bottom <= a.top + 3; \
    const faults = [...labels, ...nodes].filter((part) => part.left < x || part.top < y || part.right > x + width || part.bottom > y + height).map(({ part }) => 'cut: ' + part.textContent); \
    labels.forEach((label, index) => [...nodes, ...labels.slice(0, index)].filter((other) => !apart(label, other)).forEach(({ part }) => faults.push('on each other: ' + label.part.textContent + ', ' + part.textContent))); \
    for (const path of document.querySelectorAll('#picture .paths path:not([style*=none])')) { const length = path.getTotalLength(); \
        for (let at = 0; at < length; at += 2) { const point = path.getPointAtLength(at); \
            labels.filter((label) => label.left < point.x && point.x < label.right && label.top < point.y && point.y < label.bottom).forEach(({ part }) => faults.push('through: ' + part.textContent)); } } \
    return [labels.length + nodes.length, [...new Set(faults)]]; })()";

#[test]
fn labels_are_clear_of_nodes_arrows_and_edges() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    for name in super::flow::examples() {
        for engine in ["saturation:post", "saturation:pre"] {
            let (loaded, explained) = program(&name, &example(&name), engine);
            let address = written("edge.html", &page_of(&loaded, &explained));
            for step in [explained.log.events.steps() / 2, explained.log.events.steps()] {
                open(browser, &format!("{address}#step={step}"));
                let [count, faults]: [Value; 2] = serde_json::from_value(browser.ask(UNCLEAR)).unwrap();
                assert!(count.as_u64() > Some(2) && faults == json!([]), "{name}, {engine}: {faults} of {count}");
            }
        }
    }
    asked_for_nothing(browser);
}

#[test]
fn what_stands_below_the_automaton_stays_there() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    browser.resize(1280, 1000);
    let name = "bp-examples/first-steps/lock-bug.bp";
    let (loaded, explained) = program(name, &example(name), "saturation");
    open(browser, &written("still.html", &page_of(&loaded, &explained)));
    let tops = "['picture', 'why-title', 'worklist-title', 'query-title', 'predict-title'].map((id) => \
        Math.round(document.getElementById(id).getBoundingClientRect().top + window.scrollY))";
    let seen = along(browser, tops);
    assert!(seen.0.iter().chain(&seen.1).all(|places| *places == seen.0[0]), "{seen:?}");
    asked_for_nothing(browser);
}

#[test]
fn long_names_keep_both_ends() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let text = "decl a;\nvoid an_uncommonly_long_name_of_a_procedure_one() begin a := *; end\n\
                void main() begin an_uncommonly_long_name_of_a_procedure_one(); assert(a); end";
    let (loaded, explained) = program("long.bp", text, "saturation");
    open(browser, &format!("{}#step=100000", written("long.html", &page_of(&loaded, &explained))));
    let names = "[...document.querySelectorAll('#picture .node text')].map((text) => text.textContent)";
    let names: Vec<String> = serde_json::from_value(browser.ask(names)).unwrap();
    assert!(names.contains(&"[an_uncommonl\u{2026}ocedure_one]".to_string()), "{names:?}");
    asked_for_nothing(browser);
}
