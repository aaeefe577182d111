//! Tabs, several properties, and proofs beside the source.

use super::*;
use crate::browser::asked_for_nothing;

const TWO: &str = "decl a, b;\nvoid main()\nbegin\n  a := T;\n  b := F;\n  assert(!a);\n  assert(b);\nend\n";

#[test]
fn tabs_and_several_traces() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let text = TWO.replace("assert(!a);", "if (*) then assert(!a); fi");
    let (loaded, explained) = program("two.bp", &text, "saturation");
    let address = written("two.html", &page_of(&loaded, &explained));
    open(browser, &address);
    let shown =
        "[...document.querySelectorAll('[role=tabpanel]')].filter((panel) => !panel.hidden).map((panel) => panel.id)";
    assert_eq!(browser.ask(shown), json!(["panel-step"]));
    assert_eq!(browser.ask("document.getElementById('tab-proof').hidden"), json!(true), "there is none");
    browser.ask("document.getElementById('tab-step').focus()");
    browser.press("ArrowRight", 39);
    assert_eq!(browser.ask(shown), json!(["panel-trace"]));
    assert_eq!(browser.ask("document.activeElement.id"), json!("tab-trace"));
    assert_eq!(hash(browser), "#trace=1:1");
    browser.ask("(() => { const choice = document.getElementById('trace-choice'); choice.value = '1'; choice.dispatchEvent(new Event('change')); })()");
    assert_eq!(hash(browser), "#trace=2:1");
    click(browser, "trace-last");
    assert!(super::text(browser, "trace-said").contains("assert(b)"));
    open(browser, &format!("{address}#trace=2:4"));
    assert_eq!(browser.ask("document.getElementById('trace-choice').value"), json!("1"));
    click(browser, "tab-step");
    assert_eq!(browser.ask(shown), json!(["panel-step"]));
    asked_for_nothing(browser);
}

#[test]
fn proofs_stand_beside_the_source() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    for engine in ["saturation", "summary"] {
        let (loaded, explained) = program("lock.bp", &example("bp-examples/first-steps/lock-safe.bp"), engine);
        open(browser, &format!("{}#proof=1", written(&format!("proof-{engine}.html"), &page_of(&loaded, &explained))));
        let said = text(browser, "proof");
        assert!(said.contains("procedure acquireentered with (line 8)!old(locked)"), "{said}");
        assert_eq!(
            browser.ask("document.getElementById('proof-choice').selectedOptions[0].textContent"),
            json!("property 1, property 2")
        );
        browser.ask("document.querySelector('#proof .claims button').click()");
        assert_eq!(lines(browser, "now"), [8]);
        browser.ask("document.querySelector('#source [data-line=\"12\"]').click()");
        assert_eq!(lines(browser, "now"), [12]);
    }
    asked_for_nothing(browser);
}

#[test]
fn text_of_the_input_is_only_text() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let comment = "// </script><script>window.hacked = 1</script><img src=x onerror=hacked=1>\n";
    let (loaded, explained) = program("<img src=x onerror=hacked=1>.bp", &(comment.to_string() + TWO), "saturation");
    open(browser, &written("hostile.html", &page_of(&loaded, &explained)));
    assert_eq!(browser.ask("window.hacked === undefined"), json!(true));
    assert_eq!(string(browser.ask("document.querySelector('#source code').textContent")) + "\n", comment);
    asked_for_nothing(browser);
}

#[test]
fn answers_without_evidence_are_a_page_too() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let program = example("bp-examples/first-steps/lock-safe.bp");
    let options = Options::default().with_certificates(bpcheck::pipeline::Certificates::Unwanted);
    let loaded = load(&Source::new("safe.bp", program), &options).expect("a program");
    let decided = bpcheck::pipeline::decide(&loaded, &options, &mut bpcheck::engine::Silent).expect("answers");
    let html = bpcheck::report::explain::html::of_answers(&loaded, &decided);
    open(browser, &written("no-evidence.html", &html));
    assert!(text(browser, "properties").contains("SAFE (without a proof"));
    asked_for_nothing(browser);
}

#[test]
fn what_was_tracked_stands_below_the_properties() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    for (engine, said) in [("bam", "tracked: 2 of 3 variables"), ("saturation", "")] {
        let (loaded, explained) = program("blocks.bp", &example("bp-examples/teaching/blocks-safe.bp"), engine);
        open(browser, &written(&format!("remark-{engine}.html"), &page_of(&loaded, &explained)));
        assert_eq!(text(browser, "remark"), said);
        assert_eq!(browser.ask("document.getElementById('remark').hidden"), json!(said.is_empty()));
    }
    asked_for_nothing(browser);
}

#[test]
fn why_stands_beside_the_source() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let text = TWO.replace("  b := F;\n", "  b := *;\n").replace("assert(!a);", "if (*) then assert(!a); fi");
    let (loaded, explained) = program("two.bp", &text, "saturation");
    let address = written("why.html", &page_of(&loaded, &explained));
    open(browser, &format!("{address}#why=2"));
    assert_eq!(browser.ask("document.getElementById('panel-why').hidden"), json!(false));
    let cells =
        "[...document.querySelectorAll('#reasons tr')].map((row) => [...row.children].map((cell) => cell.textContent))";
    assert_eq!(browser.ask(cells), json!([["5", "b := *", "b=0 (*)"], ["7", "assert(b)", "VIOLATION"]]));
    assert_eq!(lines(browser, "path"), [5, 7]);
    browser.ask("document.querySelector('#reasons button').click()");
    assert_eq!(lines(browser, "now"), [5]);
    browser.ask("(() => { const choice = document.getElementById('why-choice'); choice.value = '0'; choice.dispatchEvent(new Event('change')); })()");
    browser.until("location.hash === '#why=1'");
    assert_eq!(lines(browser, "path"), [4, 6]);
    open(browser, &address);
    browser.ask("document.querySelector('#properties a[href=\"#why=2\"]').click()");
    browser.until("document.getElementById('tab-why').getAttribute('aria-selected') === 'true'");
    asked_for_nothing(browser);
}
