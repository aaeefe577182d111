//! The pages in a real browser: of a campaign, whose 10,000 inputs are sorted, filtered, pointed at and printed, and of `explain` ([`explain`]). Where there is no
//! Chromium, this is skipped.
//!
//! What it looks like is kept where Cargo lets tests leave files, in `browser/`, to be looked at.

mod devtools;
mod explain;

use crate::campaign_report::fabricate;
use bpcheck::campaign::record::Answer;
use bpcheck::campaign::results::Results;
use bpcheck::report::campaign::html::{Page, page, relative};
use bpcheck::report::campaign::svg;
use devtools::{Browser, bytes};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};

const INPUTS: usize = 10_000;
const HOSTILE: &str = "inputs/<img src=x onerror=hacked=1> \"'&\n\u{202e}\u{e9}.bp";
/// Milliseconds that sorting and filtering may take. The best of some tries counts, for others use the machine too.
const QUICK: f64 = 100.0;

/// The folder of what is made here, with a report of so many inputs.
fn report() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    fs::create_dir_all(&folder).unwrap();
    let mut records =
        fabricate::campaign(INPUTS - 1, &["saturation:post", "summary:lazy", "summary:eager", "explicit"]);
    records.push(fabricate::run(HOSTILE, "explicit", 1, Answer::Safe, 1.0));
    let results = Results::new(&records, &[]);
    let html = page(&results, &Page { title: "bpcheck compare: inputs", link: &|path| relative("results", path) });
    eprintln!("{INPUTS} inputs: the page has {} kB", html.len() / 1000);
    fs::write(folder.join("report.html"), html).unwrap();
    for plot in svg::files(&results) {
        fs::write(folder.join(plot.file), plot.svg).unwrap();
    }
    folder
}

/// The least milliseconds of five tries of a statement and the layout after it.
fn quickest(browser: &mut Browser, what: &str, statement: &str) {
    let script = format!(
        "(() => {{ const times = []; for (let i = 0; i < 5; i++) {{ const start = performance.now(); {statement}; \
         document.body.offsetHeight; times.push(performance.now() - start); }} return Math.min(...times); }})()"
    );
    let best = browser.ask(&script).as_f64().unwrap();
    eprintln!("{what}: {best:.1} ms");
    assert!(best < QUICK, "{what}: {best} ms");
}

/// Sets a filter as a user does.
fn set(name: &str, value: &str) -> String {
    format!(
        "document.getElementById('filter-{name}').value = {}; \
         document.getElementById('filter-{name}').dispatchEvent(new Event('input', {{ bubbles: true }}))",
        json!(value)
    )
}

fn count(browser: &mut Browser) -> usize {
    let text = browser.ask("document.getElementById('count').textContent");
    text.as_str().unwrap().split(' ').next().unwrap().parse().unwrap()
}

/// The texts of a column in the rows that are there.
fn column(browser: &mut Browser, index: usize) -> Vec<String> {
    let script = format!(
        "[...document.querySelectorAll('#table tbody tr:not(.gap)')].map((row) => row.cells[{index}].textContent)"
    );
    serde_json::from_value(browser.ask(&script)).unwrap()
}

#[test]
fn ten_thousand_inputs_in_a_browser() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let folder = report();
    browser.resize(1280, 900);
    browser.open(&format!("file://{}", folder.join("report.html").display()));
    browser.until("document.getElementById('count').textContent !== ''");
    sorts(&mut browser);
    filters(&mut browser);
    scrolls(&mut browser);
    points(&mut browser);
    pairs(&mut browser);
    prints(&mut browser, &folder);
    asked_for_nothing(&browser);
    assert_eq!(browser.ask("window.hacked === undefined"), json!(true));
    pictures(&mut browser, &folder);
    tip(&mut browser, &folder);
}

fn sorts(browser: &mut Browser) {
    let notes = column(browser, 0);
    assert_eq!(notes[0], "disagreement", "what is wrong stands first");
    level(browser);
    for key in ["input", "size", "0", "note"] {
        quickest(
            browser,
            &format!("sort by {key}"),
            &format!("document.querySelector('[data-key=\"{key}\"]').click()"),
        );
    }
    browser.ask("document.querySelector('[data-key=size]').click()");
    let sizes = |texts: Vec<String>| -> Vec<u64> { texts.iter().filter_map(|text| text.parse().ok()).collect() };
    let up = sizes(column(browser, 3));
    assert!(up.len() > 20 && up.is_sorted(), "{up:?}");
    browser.ask("document.querySelector('[data-key=size]').focus()");
    // A button is pressed by the space bar.
    browser.press(" ", 32);
    assert_eq!(browser.ask("document.querySelector('[aria-sort] button').dataset.key"), json!("size"));
    assert_eq!(browser.ask("document.querySelector('[aria-sort]').ariaSort"), json!("descending"));
    let down = sizes(column(browser, 3));
    assert!(down.len() > 20 && down.iter().rev().is_sorted() && down[0] > up[0], "{down:?}");
}

fn filters(browser: &mut Browser) {
    assert_eq!(count(browser), INPUTS);
    quickest(browser, "filter by text", &set("text", "FAMILY-3"));
    assert_eq!(count(browser), (0..INPUTS - 1).filter(|number| number % 7 == 3).count());
    browser.ask(&set("text", ""));
    quickest(browser, "filter by answer", &set("answer", "open"));
    let open = count(browser);
    quickest(browser, "filter by engine", &set("engine", "1"));
    assert!(0 < count(browser) && count(browser) < open && open < INPUTS);
    assert!(column(browser, 5).iter().all(|text| !text.contains("SAFE") || text.contains("wrong")));
    browser.ask("document.getElementById('filters').reset()");
    browser.until(&format!("document.getElementById('count').textContent.startsWith('{INPUTS}')"));
    quickest(browser, "only disagreements", &set("rows", "4"));
    let notes = column(browser, 0);
    assert!(!notes.is_empty() && notes.iter().all(|note| note == "disagreement"), "{notes:?}");
    browser.ask("document.getElementById('filters').reset()");
    browser.ask(&set("text", "<img src=x onerror"));
    assert_eq!(column(browser, 1), [HOSTILE.trim_start_matches("inputs/")], "the folder of all is said once");
    browser.ask(&set("text", ""));
}

/// All rows are equally high, or the gaps would be too small.
fn level(browser: &mut Browser) {
    let rows = "[...document.querySelectorAll('#table tbody tr:not(.gap)')]";
    assert_eq!(browser.ask(&format!("new Set({rows}.map((row) => row.offsetHeight)).size")), json!(1));
}

/// Only what is in sight is there, and what comes into sight comes.
fn scrolls(browser: &mut Browser) {
    browser.ask("document.querySelector('[data-key=input]').click()");
    let rows = "document.querySelectorAll('#table tbody tr').length";
    assert!(browser.ask(rows).as_u64().unwrap() < 100);
    browser.ask("document.getElementById('box').scrollTop = 1e9");
    browser.until("document.querySelector('#table tbody tr:nth-last-child(2)').ariaRowIndex === '10001'");
    let last = "(() => { const row = document.querySelector('#table tbody tr:nth-last-child(2)').getBoundingClientRect(); \
                const box = document.getElementById('box').getBoundingClientRect(); return row.bottom <= box.bottom + 1; })()";
    assert_eq!(browser.ask(last), json!(true));
    assert!(browser.ask(rows).as_u64().unwrap() < 100);
    quickest(browser, "scroll", "box.scrollTop = 20000 * (i + 1); box.dispatchEvent(new Event('scroll'))");
}

/// With the mouse and with the keys.
fn points(browser: &mut Browser) {
    for plot in ["cactus", "size", "pairs"] {
        browser.ask(&format!("document.querySelector('#{plot} .plot-box').focus()"));
        browser.press("End", 35);
        let tip = browser.ask("document.getElementById('tip').hidden ? '' : document.getElementById('tip').innerText");
        assert!(tip.as_str().unwrap().contains(".bp"), "{plot}: {tip}");
        let ring = "(() => { const ring = document.querySelector('.cursor').getBoundingClientRect(); \
                    return [ring.x + ring.width / 2, ring.y + ring.height / 2].map(Math.round); })()";
        // Of a click the browser tells whole pixels, of a move parts of them, too: many marks are closer than that.
        let place: Vec<f64> = serde_json::from_value(browser.ask(ring)).unwrap();
        browser.press("Escape", 27);
        browser.point(1.0, 1.0);
        browser.point(place[0] + 2.0, place[1]);
        browser.until("!document.getElementById('tip').hidden");
        let lines = browser.ask("document.getElementById('tip').innerText.split('\\n')");
        let path = lines[0].as_str().unwrap().to_string();
        assert!(lines.to_string().contains(" s by the clock"), "{plot}: {lines}");
        let over = format!("document.querySelector('#{plot} .plot-box')");
        let there =
            format!("{{ clientX: {} + 20 * i, clientY: {}, screenX: i, bubbles: true }}", place[0] - 80.0, place[1]);
        quickest(
            browser,
            &format!("point at {plot}"),
            &format!("{over}.dispatchEvent(new PointerEvent('pointermove', {there}))"),
        );
        browser.click(place[0] + 2.0, place[1]);
        assert_eq!(column(browser, 1), [path]);
        browser.ask("document.getElementById('filters').reset()");
        browser.until(&format!("document.getElementById('count').textContent.startsWith('{INPUTS}')"));
    }
}

fn pairs(browser: &mut Browser) {
    let choose = "document.getElementById('pair-b').value = '3'; \
                  document.getElementById('pair-b').dispatchEvent(new Event('change'))";
    browser.ask(choose);
    let label = browser.ask("document.querySelector('#pairs svg').getAttribute('aria-label')");
    assert_eq!(label, json!("explicit against saturation:post"));
    browser.ask(&choose.replace("'3'", "'0'"));
    assert_ne!(
        browser.ask("document.getElementById('pair-a').value"),
        browser.ask("document.getElementById('pair-b').value")
    );
}

fn prints(browser: &mut Browser, folder: &Path) {
    let pdf = browser.call("Page.printToPDF", json!({ "printBackground": true }));
    fs::write(folder.join("print.pdf"), bytes(&pdf["data"])).unwrap();
    browser.ask("document.querySelector('[data-key=note]').click()");
    assert!(browser.ask("document.querySelectorAll('#table tbody tr').length").as_u64().unwrap() < 100);
}

/// Nothing but files was asked for, and nothing was complained about.
fn asked_for_nothing(browser: &Browser) {
    for event in &browser.events {
        let method = event["method"].as_str().unwrap_or_default();
        assert!(!["Runtime.exceptionThrown", "Log.entryAdded"].contains(&method), "{event}");
        if method == "Network.requestWillBeSent" {
            let address = event["params"]["request"]["url"].as_str().unwrap();
            assert!(address.starts_with("file:") || address.starts_with("data:"), "{address}");
        }
    }
}

/// A picture of what is in sight, with a tip.
fn tip(browser: &mut Browser, folder: &Path) {
    browser.resize(1280, 900);
    browser
        .ask("document.getElementById('pairs').scrollIntoView(); document.querySelector('#pairs .plot-box').focus()");
    (0..40).for_each(|_| browser.press("ArrowUp", 38));
    let picture = browser.call("Page.captureScreenshot", json!({}));
    fs::write(folder.join("tip.png"), bytes(&picture["data"])).unwrap();
}

/// Pictures of the whole page, light and dark, wide and narrow; nothing stands out to the right.
fn pictures(browser: &mut Browser, folder: &Path) {
    browser.ask("document.getElementById('filters').reset(); document.activeElement.blur()");
    // Without scroll bars, for the picture as a whole has none.
    browser.call("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
    for (width, scheme) in [(1280, "light"), (1280, "dark"), (800, "light"), (800, "dark")] {
        browser.resize(width, 900);
        let feature = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
        browser.call("Emulation.setEmulatedMedia", feature);
        assert_eq!(browser.ask("document.documentElement.scrollWidth <= window.innerWidth"), json!(true));
        let cut = "[...document.querySelectorAll('.scroll')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.id + box.ariaLabel)";
        assert_eq!(browser.ask(cut), json!([]), "tables that are cut at {width}");
        let size = browser.call("Page.getLayoutMetrics", json!({}))["cssContentSize"].clone();
        let clip = json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
        let picture = browser.call("Page.captureScreenshot", json!({ "captureBeyondViewport": true, "clip": clip }));
        fs::write(folder.join(format!("{width}-{scheme}.png")), bytes(&picture["data"])).unwrap();
    }
}
