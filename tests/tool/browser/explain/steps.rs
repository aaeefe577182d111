//! The time line: buttons, keys, links.

use super::*;
use crate::browser::asked_for_nothing;

#[test]
fn every_control_moves() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let log = system("pds-examples/esparza-2000.pds", Direction::Post);
    let sentences = log.events.sentences(log.scene());
    let words: Vec<String> = sentences.into_iter().map(|sentence| sentence.text).collect();
    let last = log.events.steps();
    let address = written("steps.html", &page(&log, None));
    open(browser, &address);
    assert_eq!((hash(browser), text(browser, "said")), ("#step=0".into(), "Nothing has happened yet.".into()));
    let moves = [("next", 1), ("next", 2), ("previous", 1), ("last", last), ("next", last), ("previous", last - 1)];
    for (id, step) in moves.into_iter().chain([("first", 0), ("previous", 0)]) {
        click(browser, id);
        assert_eq!(hash(browser), format!("#step={step}"), "{id}");
        assert_eq!(text(browser, "here"), format!("step {step} of {last}"));
        if step > 0 {
            assert_eq!(text(browser, "said"), words[step - 1]);
        }
    }
    for (key, code, step) in [("ArrowRight", 39, 1), ("End", 35, last), ("ArrowLeft", 37, last - 1), ("Home", 36, 0)] {
        browser.press(key, code);
        assert_eq!(hash(browser), format!("#step={step}"), "{key}");
    }
    browser.press(" ", 32);
    assert_eq!(text(browser, "play"), "Pause");
    browser.until("document.getElementById('here').textContent.startsWith('step 2 ')");
    browser.press(" ", 32);
    assert_eq!(text(browser, "play"), "Play");
    browser.until("location.hash === document.getElementById('here').getAttribute('href')");
    browser.press("?", 191);
    assert_eq!(browser.ask("document.getElementById('help').open"), json!(true));
    browser.press("Escape", 27);
    browser.until("!document.getElementById('help').open");
    browser.ask("(() => { const time = document.getElementById('time'); time.value = 5; time.dispatchEvent(new Event('input')); })()");
    assert_eq!(hash(browser), "#step=5");
    asked_for_nothing(browser);
}

#[test]
fn links_open_at_their_step() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let log = system("pds-examples/lock.pds", Direction::Post);
    let sentences = log.events.sentences(log.scene());
    let words: Vec<String> = sentences.into_iter().map(|sentence| sentence.text).collect();
    let last = log.events.steps();
    let address = written("links.html", &page(&log, None));
    for (hash, step) in [("#step=17", 17), ("#step=99999", last), ("#step=1", 1)] {
        open(browser, &format!("{address}{hash}"));
        assert_eq!(text(browser, "said"), words[step - 1], "{hash}");
        assert_eq!(self::hash(browser), format!("#step={step}"));
    }
    browser.ask("location.hash = '#step=3'");
    browser.until(&format!("document.getElementById('said').textContent === {}", json!(words[2])));
    // What is not there is not shown, and no harm is done.
    for hash in ["#trace=1:1", "#proof=1", "#step=-1", "#step=x", "#<b>"] {
        open(browser, &format!("{address}{hash}"));
        assert_eq!(self::hash(browser), "#step=0", "{hash}");
    }
    asked_for_nothing(browser);
}

#[test]
fn rules_and_lines_lead_to_each_other() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let current = "[...document.querySelectorAll('#rules [aria-current]')].map((rule) => Number(rule.dataset.rule))";
    let log = system("pds-examples/lock.pds", Direction::Post);
    open(browser, &written("rules.html", &page(&log, None)));
    for (index, rule) in log.system.rules.iter().enumerate() {
        browser.ask(&format!("document.querySelector('[data-rule=\"{index}\"]').click()"));
        assert_eq!(lines(browser, "linked"), [rule.line]);
        browser.ask("document.querySelector('#source li').click()");
        assert!(lines(browser, "linked").is_empty());
        browser.ask(&format!("document.querySelector('#source [data-line=\"{}\"] button').click()", rule.line));
        assert_eq!(browser.ask(current), json!([index]));
    }
    // Those of a program stand with their procedures, which are opened.
    let (loaded, explained) = program("lock.bp", &example("bp-examples/first-steps/lock-bug.bp"), "saturation");
    open(browser, &written("program.html", &page_of(&loaded, &explained)));
    for rule in &explained.log.system.rules {
        browser.ask(&format!("document.querySelector('#source [data-line=\"{}\"]').click()", rule.line));
        let own: Vec<usize> = (0..explained.log.system.rules.len())
            .filter(|&index| explained.log.system.rules[index].line == rule.line)
            .collect();
        let mut shown: Vec<usize> = serde_json::from_value(browser.ask(current)).unwrap();
        shown.sort_unstable();
        assert_eq!(shown, own);
        let open = "document.querySelector('#rules [aria-current]').closest('details').open";
        assert_eq!(browser.ask(open), json!(true));
    }
    asked_for_nothing(browser);
}

#[test]
fn arrow_keys_step_after_a_click_on_a_tab() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    browser.resize(1280, 1000);
    let (loaded, explained) = program("lock.bp", &example("bp-examples/first-steps/lock-bug.bp"), "saturation");
    open(browser, &written("tabs.html", &page_of(&loaded, &explained)));
    for (tab, expected) in [("tab-trace", "#trace=1:2"), ("tab-step", "#step=1")] {
        let middle = format!(
            "(() => {{ const box = document.getElementById('{tab}').getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }})()"
        );
        let [x, y]: [f64; 2] = serde_json::from_value(browser.ask(&middle)).unwrap();
        browser.click(x, y);
        browser.press("ArrowRight", 39);
        assert_eq!(hash(browser), expected);
    }
    // By keys one still goes from tab to tab.
    browser.ask("document.getElementById('tab-step').focus()");
    browser.press("ArrowRight", 39);
    assert_eq!(browser.ask("document.activeElement.id"), json!("tab-trace"));
    asked_for_nothing(browser);
}
