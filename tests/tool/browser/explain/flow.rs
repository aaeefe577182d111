//! Control-flow graphs: what is drawn, where, that it follows the step, and that clicks lead to rules, lines and callees, and back.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::saturation::account as saturation;
use bpcheck::engine::summary::account as summary;
use bpcheck::lang::program::Kind;
use bpcheck::outcome::Verdict;
use std::collections::BTreeSet;

/// The procedure, the locations and the rules of what the drawing is about.
const NOW: &str = "[Number(document.getElementById('flow-procedure').value), \
    [...document.querySelectorAll('#flow .place.now')].map((place) => Number(place.dataset.location)), \
    [...document.querySelectorAll('#flow .arrow.now')].map((arrow) => arrow.dataset.rules)]";

/// What is wrong with how a graph is drawn: boxes over each other, texts that leave their box or the picture, arrows that begin or end beside their nodes, or run through others.
const FAULTS: &str = "(() => { const svg = document.querySelector('#flow svg'); const faults = []; \
    const view = svg.viewBox.baseVal; \
    const box = (part) => { const own = part.querySelector('.box').getBBox(); const move = part.transform.baseVal.consolidate().matrix; \
      return { left: own.x + move.e, right: own.x + own.width + move.e, top: own.y + move.f, bottom: own.y + own.height + move.f, part }; }; \
    const name = (part) => part.getAttribute('aria-label'); \
    const boxes = [...svg.querySelectorAll('.place')].map(box); \
    const isApart = (a, b, by) => a.right + by <= b.left || b.right + by <= a.left || a.bottom + by <= b.top || b.bottom + by <= a.top; \
    const inPicture = (a) => a.left >= view.x && a.right <= view.x + view.width && a.top >= view.y && a.bottom <= view.y + view.height; \
    boxes.forEach((a, index) => { if (!inPicture(a)) faults.push('out of the picture: ' + name(a.part)); \
      for (const text of a.part.querySelectorAll('text')) if (text.getBBox().width > a.right - a.left - 8) faults.push('out of its box: ' + text.textContent); \
      for (const b of boxes.slice(0, index)) if (!isApart(a, b, 15)) faults.push('too near: ' + name(a.part) + ' and ' + name(b.part)); }); \
    const touches = (point, side) => boxes.filter((box) => Math.abs(point.y - box[side]) < 1 && point.x > box.left + 2 && point.x < box.right - 2); \
    for (const arrow of svg.querySelectorAll('.arrow')) { const line = arrow.querySelector('.line'); const length = line.getTotalLength(); \
      if (touches(line.getPointAtLength(0), 'bottom').length !== 1) faults.push('begins nowhere: ' + name(arrow)); \
      if (touches(line.getPointAtLength(length), 'top').length !== 1) faults.push('ends nowhere: ' + name(arrow)); \
      for (let at = 2; at < length - 2; at += 3) { const { x, y } = line.getPointAtLength(at); \
        const hit = boxes.find((box) => x > box.left + 1 && x < box.right - 1 && y > box.top + 1 && y < box.bottom - 1); \
        if (hit) { faults.push(name(arrow) + ' runs through ' + name(hit.part)); break; } } \
      const text = arrow.querySelector('text'); if (!text) continue; const own = text.getBBox(); \
      const label = { left: own.x, right: own.x + own.width, top: own.y + 2, bottom: own.y + own.height - 2 }; \
      if (!inPicture(label)) faults.push('label out of the picture: ' + text.textContent); \
      boxes.filter((box) => !isApart(box, label, 0)).forEach((box) => faults.push('label ' + text.textContent + ' over ' + name(box.part))); } \
    return faults; })()";

/// Shows the graph of a procedure.
fn choose(browser: &mut Browser, procedure: usize) {
    browser.ask(&format!(
        "(() => {{ const choice = document.getElementById('flow-procedure'); choice.value = '{procedure}'; choice.dispatchEvent(new Event('change')); }})()"
    ));
}

/// Numbers that parts of the drawing have, in order.
fn numbers(browser: &mut Browser, parts: &str, name: &str) -> Vec<usize> {
    let script = format!(
        "[...document.querySelectorAll('#flow {parts}')].flatMap((part) => part.dataset.{name}.split(' ').map(Number)).sort((a, b) => a - b)"
    );
    serde_json::from_value(browser.ask(&script)).unwrap()
}

/// All programs of some folders.
pub(super) fn examples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut names = Vec::new();
    for folder in ["first-steps", "teaching", "recursion", "drivers"] {
        let files = root.join("bp-examples").join(folder).read_dir().unwrap().map(|entry| entry.unwrap().path());
        let programs = files.filter(|path| path.extension().is_some_and(|ending| ending == "bp"));
        names.extend(programs.map(|path| path.strip_prefix(root).unwrap().to_str().unwrap().to_string()));
    }
    names.sort();
    names
}

#[test]
fn graphs_are_drawn_whole() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let (mut graphs, mut traces) = (0, 0);
    for name in examples() {
        let (loaded, explained) = program(&name, &example(&name), "saturation");
        let system = &explained.log.system;
        let address = written("flow.html", &page_of(&loaded, &explained));
        open(browser, &address);
        for procedure in 0..system.procedures.len() {
            let rules: Vec<usize> = (0..system.rules.len())
                .filter(|&rule| system.symbols[system.rules[rule].symbol].procedure == Some(procedure))
                .collect();
            if rules.is_empty() {
                continue;
            }
            graphs += 1;
            choose(browser, procedure);
            assert_eq!(browser.ask(FAULTS), json!([]), "{name}, {}", system.procedures[procedure]);
            let shown: BTreeSet<usize> = numbers(browser, ".arrow", "rules").into_iter().collect();
            assert_eq!(shown.into_iter().collect::<Vec<_>>(), rules, "{name}");
            let here = |symbol: &usize| system.symbols[*symbol].procedure == Some(procedure);
            let ends =
                rules.iter().flat_map(|&rule| [Some(&system.rules[rule].symbol), system.rules[rule].push.last()]);
            let locations: BTreeSet<usize> = ends.flatten().copied().filter(here).collect();
            assert_eq!(
                numbers(browser, "[data-location]", "location"),
                locations.into_iter().collect::<Vec<_>>(),
                "{name}"
            );
            let calls = rules.iter().filter(|&&rule| system.rules[rule].push.len() == 2);
            let mut callees: Vec<usize> =
                calls.map(|&rule| system.symbols[system.rules[rule].push[0]].procedure.unwrap()).collect();
            callees.sort_unstable();
            assert_eq!(numbers(browser, ".call", "callee"), callees, "{name}");
            assert_eq!(browser.ask("document.querySelectorAll('#flow .entry').length"), json!(1), "{name}");
            let returns = rules.iter().any(|&rule| system.rules[rule].push.is_empty());
            assert_eq!(browser.ask("document.querySelectorAll('#flow .return').length"), json!(usize::from(returns)));
        }
        if browser.ask("document.getElementById('tab-trace').hidden") == json!(true) {
            continue;
        }
        click(browser, "tab-trace");
        for procedure in loaded.program.procedure_ids() {
            traces += 1;
            choose(browser, procedure.index());
            assert_eq!(browser.ask(FAULTS), json!([]), "{name}, trace");
            let points: Vec<usize> = loaded.program.places(procedure).map(|place| place.point.0 as usize).collect();
            assert_eq!(numbers(browser, "[data-location]:not(.violation)", "location"), points, "{name}");
            let branches = loaded.program.places(procedure).filter(|&place| match loaded.program[place].kind {
                Kind::Branch { yes, .. } => yes != loaded.program[place].next,
                _ => false,
            });
            let said = browser.ask(
                "[...document.querySelectorAll('#flow .arrow text')].filter((text) => text.textContent === 'T').length",
            );
            assert_eq!(said, json!(branches.count()), "{name}");
        }
    }
    assert!(graphs > 50 && traces > 20, "{graphs} {traces}");
    asked_for_nothing(browser);
}

#[test]
fn the_drawing_follows_the_step() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let (mut rules, mut bodies) = (0, 0);
    for (path, engine) in [
        ("first-steps/lock-bug", "saturation:post"),
        ("recursion/palindrome-bug", "saturation:pre"),
        ("first-steps/lock-bug", "summary"),
        ("recursion/parser-bug", "summary"),
    ] {
        let (loaded, explained) = program("x.bp", &example(&format!("bp-examples/{path}.bp")), engine);
        let (log, system) = (&explained.log, &explained.log.system);
        open(browser, &written("flow-steps.html", &page_of(&loaded, &explained)));
        let (forwards, backwards) = along(browser, NOW);
        for (step, event) in (1..).zip(log.steps::<saturation::Step>().unwrap_or_default()) {
            if let saturation::Step::Grew { rule: Some(rule), .. } = event {
                let seen = &forwards[step];
                rules += 1;
                let symbol = system.rules[*rule].symbol;
                assert_eq!(seen[0], json!(system.symbols[symbol].procedure), "{path}, step {step}");
                assert_eq!(seen[1], json!([symbol]), "{path}, step {step}");
                let arrows = seen[2].as_array().unwrap();
                let is_one = |arrow: &Value| arrow.as_str().unwrap().split(' ').any(|own| own == rule.to_string());
                assert!(!arrows.is_empty() && arrows.iter().all(is_one), "{path}, step {step}: {arrows:?}");
                let back = &backwards[log.events.steps() - step];
                assert_eq!(back, seen, "{path}, step {step}: the same on the way back");
            }
        }
        for (step, event) in (1..).zip(log.steps::<summary::Step>().unwrap_or_default()) {
            let seen = &forwards[step];
            match event {
                summary::Step::Asked { body, .. } => {
                    bodies += 1;
                    assert_eq!(seen[0], json!(body.procedure), "{path}, step {step}");
                }
                summary::Step::Spurious { path: on_path, .. } => {
                    let procedure = system.symbols[on_path[0]].procedure;
                    assert_eq!(seen[0], json!(procedure), "{path}, step {step}");
                    let shown: BTreeSet<usize> = serde_json::from_value(seen[1].clone()).unwrap();
                    assert!(
                        !shown.is_empty() && shown.iter().all(|symbol| on_path.contains(symbol)),
                        "{path}, step {step}"
                    );
                }
                _ => {}
            }
        }
    }
    assert!(rules > 50 && bodies > 10, "{rules} {bodies}");
    asked_for_nothing(browser);
}

#[test]
fn the_drawing_follows_the_trace() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let (loaded, explained) = program("x.bp", &example("bp-examples/first-steps/lock-bug.bp"), "summary");
    let found = explained.decided.outcome.decisions.iter().find_map(|decision| match &decision.verdict {
        Verdict::Unsafe(replayed) => Some(replayed.trace()),
        _ => None,
    });
    let last = found.expect("a violation").property.place;
    open(browser, &format!("{}#trace=1:1", written("flow-trace.html", &page_of(&loaded, &explained))));
    assert_eq!(
        browser.ask("document.getElementById('flow-kinds').checkVisibility()"),
        json!(false),
        "there are no rules"
    );
    let mut procedures = BTreeSet::new();
    loop {
        let line = lines(browser, "now");
        let title = string(browser.ask("document.querySelector('#flow .now').getAttribute('aria-label')"));
        assert!(title.contains(&format!(", line {}, ", line[0])), "{title} at {line:?}");
        let on_stack = string(browser.ask("document.querySelector('#stack [aria-current] b').textContent"));
        assert!(title.starts_with(&format!("{on_stack}#")), "{title} in {on_stack}");
        procedures.insert(on_stack);
        if browser.ask("document.getElementById('trace-next').ariaDisabled") == json!("true") {
            break;
        }
        click(browser, "trace-next");
    }
    assert_eq!(procedures.len(), 3, "{procedures:?}");
    assert_eq!(browser.ask(NOW), json!([last.procedure.index(), [last.point.0], []]));
    // The points of another procedure have the same numbers.
    choose(browser, loaded.entry.index());
    assert_eq!(browser.ask(NOW), json!([loaded.entry.index(), [], []]));
    // A frame of the stack has its own graph.
    browser.ask("document.querySelector('#stack li:last-child button').click()");
    assert_eq!(browser.ask(NOW)[0], json!(loaded.entry.index()));
    let title = string(browser.ask("document.querySelector('#flow .now').getAttribute('aria-label')"));
    assert_eq!((title.as_str(), lines(browser, "now")), ("main#4, line 35, refill()", vec![35]));
    // A line leads to its node, and a node to its line.
    browser.ask("document.querySelector('#source [data-line=\"24\"]').click()");
    assert_eq!(
        browser.ask("document.querySelector('#flow .linked').getAttribute('aria-label')"),
        json!("refill#1, line 24, acquire()")
    );
    browser.ask("document.querySelector('#flow [data-location=\"2\"]').dispatchEvent(new MouseEvent('click', { bubbles: true }))");
    assert_eq!(lines(browser, "linked"), [25]);
    asked_for_nothing(browser);
}

#[test]
fn clicks_lead_to_rules_lines_and_callees_and_back() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let current = "[...document.querySelectorAll('#rules [aria-current]')].map((rule) => Number(rule.dataset.rule))";
    let hit = |part: &str| {
        format!("document.querySelector('#flow {part}').dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))")
    };
    let (loaded, explained) = program("lock.bp", &example("bp-examples/first-steps/lock-bug.bp"), "saturation");
    let system = &explained.log.system;
    open(browser, &written("flow-clicks.html", &page_of(&loaded, &explained)));
    for (index, rule) in system.rules.iter().enumerate() {
        let procedure = system.symbols[rule.symbol].procedure.unwrap();
        choose(browser, procedure);
        browser.ask(&hit(&format!(".arrow[data-rules~=\"{index}\"]")));
        assert_eq!((browser.ask(current), lines(browser, "linked")), (json!([index]), vec![rule.line]));
        assert!(numbers(browser, ".arrow.linked", "rules").contains(&index));
        browser.ask(&hit(&format!("[data-location=\"{}\"]", rule.symbol)));
        let mut leaving: Vec<usize> = serde_json::from_value(browser.ask(current)).unwrap();
        leaving.sort_unstable();
        let own: Vec<usize> =
            (0..system.rules.len()).filter(|&other| system.rules[other].symbol == rule.symbol).collect();
        assert_eq!(leaving, own);
        assert_eq!(lines(browser, "linked"), [system.symbols[rule.symbol].line.unwrap()]);
        // From the list and from the source, while another procedure is shown.
        choose(browser, (procedure + 1) % system.procedures.len());
        browser.ask(&format!("document.querySelector('#rules [data-rule=\"{index}\"]').click()"));
        assert_eq!(numbers(browser, ".place.linked", "location"), [rule.symbol]);
        assert!(numbers(browser, ".arrow.linked", "rules").contains(&index));
        browser.ask(&format!("document.querySelector('#source [data-line=\"{}\"] button').click()", rule.line));
        assert!(numbers(browser, ".place.linked", "location").contains(&rule.symbol));
        if let [callee, _] = rule.push[..] {
            let callee = system.symbols[callee].procedure.unwrap();
            browser.ask(&hit(&format!(".call[data-callee=\"{callee}\"]")));
            assert_eq!(browser.ask(NOW)[0], json!(callee));
            assert!(
                browser
                    .ask("document.querySelector('#flow .entry text').textContent")
                    .as_str()
                    .unwrap()
                    .ends_with(&system.procedures[callee])
            );
        }
    }
    asked_for_nothing(browser);
}

#[test]
fn the_drawing_is_used_by_keys_and_the_list_is_beside_it() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let (loaded, explained) = program("lock.bp", &example("bp-examples/first-steps/lock-bug.bp"), "saturation");
    open(browser, &written("flow-keys.html", &page_of(&loaded, &explained)));
    choose(browser, loaded.entry.index());
    assert_eq!(
        browser.ask("document.querySelectorAll('#flow [tabindex=\"0\"]').length"),
        json!(1),
        "one stop for the tab key"
    );
    browser.ask("document.querySelector('#flow [tabindex=\"0\"]').focus()");
    let step = hash(browser);
    for _ in 0..40 {
        if browser.ask("document.activeElement.classList.contains('call')") == json!(true) {
            break;
        }
        assert_ne!(browser.ask("document.activeElement.getAttribute('aria-label')"), json!(null));
        browser.press("ArrowDown", 40);
    }
    assert_eq!(browser.ask("document.activeElement.dataset.callee !== undefined"), json!(true));
    browser.press("ArrowUp", 38);
    assert_eq!(browser.ask("document.activeElement.classList.contains('arrow')"), json!(true));
    browser.press(" ", 32);
    assert_eq!(browser.ask("document.activeElement.classList.contains('linked')"), json!(true));
    browser.press("ArrowDown", 40);
    browser.press("Enter", 13);
    assert_ne!(browser.ask(NOW)[0], json!(loaded.entry.index()));
    assert_eq!(browser.ask("document.activeElement.classList.contains('entry')"), json!(true));
    assert_eq!((hash(browser), text(browser, "play")), (step, "Play".into()), "the step stays");
    let shown = "['flow-pane', 'rules'].map((id) => document.getElementById(id).checkVisibility())";
    assert_eq!(browser.ask(shown), json!([true, false]));
    click(browser, "flow-list");
    assert_eq!(browser.ask(shown), json!([false, true]));
    click(browser, "tab-trace");
    assert_eq!(browser.ask(shown), json!([true, false]));
    click(browser, "tab-step");
    assert_eq!(browser.ask(shown), json!([false, true]), "as it was");
    click(browser, "flow-drawing");
    assert_eq!(browser.ask(shown), json!([true, false]));
    // The rules of a textbook have no procedures.
    open(browser, &written("flow-none.html", &page(&system("pds-examples/lock.pds", Direction::Post), None)));
    assert_eq!(browser.ask(shown), json!([false, true]));
    assert_eq!(browser.ask("document.getElementById('flow-controls').checkVisibility()"), json!(false));
    asked_for_nothing(browser);
}

#[test]
fn of_a_large_procedure_a_part_is_drawn() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let count = 400;
    let tests = "  if (g) then g := F; else goto last; fi\n".repeat(count);
    let text = format!("decl g;\nvoid main()\nbegin\n  g := T;\n{tests}  last: assert(g);\nend\n");
    let (loaded, explained) = program("large.bp", &text, "saturation");
    open(browser, &format!("{}#trace=1:1", written("flow-large.html", &page_of(&loaded, &explained))));
    let points = loaded.program.places(loaded.entry).count();
    let drawn = |browser: &mut Browser| numbers(browser, "[data-location]:not(.elsewhere)", "location");
    let note = text_of_note(browser);
    assert!(note.starts_with("Of ") && note.contains("around main#0"), "{note}");
    assert!(drawn(browser).len() < points / 4);
    for id in ["trace-last", "trace-previous", "trace-first", "trace-next"] {
        click(browser, id);
        let now: Vec<usize> = serde_json::from_value(browser.ask(NOW)[1].clone()).unwrap();
        assert!(drawn(browser).contains(&now[0]), "{id}: {now:?}");
        assert_eq!(browser.ask(FAULTS), json!([]), "{id}");
    }
    // What the part leads to is named, and a click goes there.
    let away = numbers(browser, ".elsewhere", "location");
    browser.ask("[...document.querySelectorAll('#flow .elsewhere')].pop().dispatchEvent(new MouseEvent('click', { bubbles: true }))");
    assert!(drawn(browser).contains(away.last().expect("more of it")));
    assert_ne!(text_of_note(browser), note);
    asked_for_nothing(browser);
}

fn text_of_note(browser: &mut Browser) -> String {
    assert_eq!(browser.ask("document.getElementById('flow-note').checkVisibility()"), json!(true));
    text(browser, "flow-note")
}

#[test]
fn what_holds_vacuously_is_said() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    for (name, is_vacuous) in [("teaching/vacuous-safe", true), ("teaching/assume-safe", false)] {
        let (loaded, explained) = program("x.bp", &example(&format!("bp-examples/{name}.bp")), "saturation");
        open(browser, &written("vacuous.html", &page_of(&loaded, &explained)));
        let said = text(browser, "properties");
        assert_eq!(said.contains("SAFE vacuously: no run comes to it"), is_vacuous, "{name}: {said}");
        assert!(said.contains("SAFE"), "{said}");
    }
    asked_for_nothing(browser);
}
