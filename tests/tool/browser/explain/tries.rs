//! Systems that are edited in the page, and exercises: what the page computes by itself is held against the tool.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::saturation::explicit::{Answer, ask};

/// Types a system, and runs it; what is said of its targets, or why it was not run.
fn tried(browser: &mut Browser, text: &str) -> (String, Vec<String>) {
    let script = format!(
        "(() => {{ document.getElementById('try-text').value = {}; document.querySelector('#try button').click(); \
         return [document.getElementById('try-said').textContent, [...document.querySelectorAll('#try-targets b')].map((part) => part.textContent)]; }})()",
        json!(text)
    );
    serde_json::from_value(browser.ask(&script)).unwrap()
}

/// What the tool says of the targets.
fn answers(text: &str) -> Vec<bool> {
    let source = Source::new("x.pds", text);
    let parsed = parse(&source, &mut Diagnostics::new(&source)).expect("a system");
    let (_, answers) = ask(&parsed.system, parsed.system.targets(), &Budget::unlimited()).expect("answers");
    answers.iter().map(|answer| matches!(answer, Answer::Reached(_))).collect()
}

/// Systems of three states and three symbols, from a number, with all configurations of at most three symbols as targets, and some that are open.
fn systems() -> Vec<String> {
    let mut seed: u64 = 17;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let (states, symbols) = (["p", "q", "r"], ["a", "b", "c"]);
    let mut systems = Vec::new();
    for rules in 2..14 {
        let mut text = format!("init <p, {} {}>\n", symbols[below(3)], symbols[below(3)]);
        for _ in 0..rules {
            let pushed: Vec<&str> = (0..below(4)).map(|_| symbols[below(3)]).collect();
            text += &format!(
                "<{}, {}> -> <{}, {}>\n",
                states[below(3)],
                symbols[below(3)],
                states[below(3)],
                pushed.join(" ")
            );
        }
        for state in states {
            text += &format!("target <{state}, >\n");
            for first in symbols {
                text += &format!("target <{state}, {first}>\ntarget <{state}, {first} .*>\n");
                for second in symbols {
                    text +=
                        &format!("target <{state}, {first} {second}>\ntarget <{state}, {second} {first} {first}>\n");
                }
            }
        }
        systems.push(text);
    }
    systems
}

#[test]
fn an_edited_system_has_the_answers_of_the_tool() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let log = system("pds-examples/esparza-2000.pds", Direction::Post);
    open(browser, &format!("{}#try=1", written("try.html", &page(&log, None))));
    // At first it is the system of the file.
    assert_eq!(
        string(browser.ask("document.getElementById('try-text').value")).trim(),
        example("pds-examples/esparza-2000.pds").trim()
    );
    let mut reached = 0;
    for text in systems() {
        let (_, said) = tried(browser, &text);
        let said: Vec<bool> = said
            .iter()
            .map(|said| {
                assert!(!said.contains("error"), "{text}");
                said == "it can be reached"
            })
            .collect();
        assert_eq!(said, answers(&text), "{text}");
        reached += said.iter().filter(|reached| **reached).count();
    }
    assert!(reached >= 40, "{reached}");
    asked_for_nothing(browser);
}

#[test]
fn what_the_page_does_not_know_is_refused() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let log = system("pds-examples/balanced.pds", Direction::Post);
    open(browser, &format!("{}#try=1", written("refused.html", &page(&log, None))));
    assert!(text(browser, "try-said").starts_with("Not run: line 12: this page knows no patterns"));
    for wrong in
        ["init <p, a>\n<p, a b> -> <p, a>", "init <p, a>\n<p, a> -> ", "init <p, (a|b)>", "hello", "<p, a> -> <q, .*>"]
    {
        let (said, targets) = tried(browser, wrong);
        assert!(said.starts_with("Not run: line ") && targets.is_empty(), "{wrong}: {said}");
        assert_eq!(browser.ask("document.getElementById('exercise-yes').disabled"), json!(true));
    }
    // Of a system without a beginning nothing is said.
    assert_eq!(tried(browser, "<p, a> -> <q, b>\ntarget <q, b>").1, [""; 0]);
    asked_for_nothing(browser);
}

#[test]
fn exercises_have_a_score() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let log = system("pds-examples/esparza-2000.pds", Direction::Post);
    open(browser, &format!("{}#try=1", written("exercise.html", &page(&log, None))));
    let file = example("pds-examples/esparza-2000.pds");
    let rules: String =
        file.lines().filter(|line| !line.starts_with("target")).map(|line| format!("{line}\n")).collect();
    let mut right = 0;
    for count in 1..=12 {
        let asked = text(browser, "exercise-question");
        let truth = answers(&format!("{rules}target {asked}\n"))[0];
        // Now and then the wrong answer is given.
        let guess = truth != (count % 4 == 0);
        click(browser, if guess { "exercise-yes" } else { "exercise-no" });
        right += usize::from(guess == truth);
        let word = if truth { "can" } else { "cannot" };
        let said = text(browser, "exercise-said");
        let verdict = if guess == truth { "Right" } else { "Wrong" };
        assert_eq!(said, format!("{verdict}: {asked} {word} be reached. {right} of {count} right."));
    }
    asked_for_nothing(browser);
}
