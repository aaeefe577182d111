//! What it looks like is kept where Cargo lets tests leave files, in `explain/`, to be looked at.

use super::*;
use crate::browser::asked_for_nothing;
use crate::browser::devtools::bytes;

/// Controls without a name, things that stand out to the right, and texts that cannot be told from what is behind them.
const FAULTS: &str = "(() => { const seen = (part) => part.checkVisibility(); \
    const named = (part) => part.ariaLabel || part.labels?.length || part.textContent.trim() || part.getAttribute('aria-labelledby'); \
    const faults = [...document.querySelectorAll('button, select, input, a[href], [role=region], [tabindex]')].filter((part) => seen(part) && part.id !== 'show' && !named(part)).map((part) => 'no name: ' + part.outerHTML.slice(0, 80)); \
    if (document.documentElement.scrollWidth > window.innerWidth) faults.push('too wide: ' + document.documentElement.scrollWidth); \
    return faults; })()";

#[test]
fn pictures_of_all_panels() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    browser.call("Emulation.setScrollbarsHidden", json!({ "hidden": true }));
    let system = |path: &str| runs::walked(path, &example(path)).0;
    let mut pages = vec![
        ("textbook", "#step=17", system("pds-examples/esparza-2000.pds")),
        ("run", "#trace=1:5", system("bp-examples/teaching/lecture.pds")),
    ];
    let bug = example("bp-examples/first-steps/lock-bug.bp");
    for (name, hash, text, engine) in [
        ("saturation", "#step=30", &bug, "saturation"),
        ("summary", "#step=5", &bug, "summary"),
        ("trace", "#trace=1:9", &bug, "saturation"),
        ("proof", "#proof=1", &example("bp-examples/recursion/tree-safe.bp"), "saturation"),
        ("driver", "#step=144", &example("bp-examples/drivers/plug-and-play-bug.bp"), "saturation"),
        ("branches", "#trace=1:9", &example("bp-examples/drivers/plug-and-play-bug.bp"), "summary"),
    ] {
        let (loaded, explained) = program(&format!("{name}.bp"), text, engine);
        pages.push((name, hash, page_of(&loaded, &explained)));
    }
    for (name, hash, html) in pages {
        let address = written(&format!("looks-{name}.html"), &html);
        for (width, scheme) in [(1280, "light"), (1280, "dark"), (800, "light"), (800, "dark")] {
            browser.resize(width, 1000);
            let feature = json!({ "features": [{ "name": "prefers-color-scheme", "value": scheme }] });
            browser.call("Emulation.setEmulatedMedia", feature);
            open(browser, &format!("{address}{hash}"));
            assert_eq!(browser.ask(FAULTS), json!([]), "{name} {width}");
            // What is outside of the window may not be there yet.
            let height = browser.ask("document.documentElement.scrollHeight").as_u64().unwrap();
            browser.resize(width, height.max(1000) as u32);
            browser.ask("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
            let picture = browser.call("Page.captureScreenshot", json!({}));
            fs::write(folder().join(format!("{name}-{width}-{scheme}.png")), bytes(&picture["data"])).unwrap();
        }
        let pdf = browser.call("Page.printToPDF", json!({ "printBackground": true }));
        fs::write(folder().join(format!("{name}.pdf")), bytes(&pdf["data"])).unwrap();
    }
    asked_for_nothing(browser);
}
