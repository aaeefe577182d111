//! The mode in which one predicts the next transition.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::saturation::account::Step;

fn predict(browser: &mut Browser, from: usize, symbol: Option<usize>, to: usize) -> String {
    let symbol = symbol.map_or(String::new(), |symbol| symbol.to_string());
    browser.ask(&format!(
        "(() => {{ const set = (part, value) => {{ document.getElementById('predict-' + part).value = value; }}; \
         set('from', {from}); set('symbol', '{symbol}'); set('to', {to}); document.getElementById('predict').requestSubmit(); }})()"
    ));
    text(browser, "predict-answer")
}

#[test]
fn predictions_are_judged_and_counted() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let log = system("pds-examples/esparza-2000.pds", Direction::Post);
    open(browser, &written("predict.html", &page(&log, None)));
    click(browser, "predict-on");
    let (mut right, mut asked) = (0, 0);
    for (step, event) in steps::<Step>(&log).iter().enumerate() {
        click(browser, "next");
        let Step::Grew { from, symbol, to, .. } = event else {
            assert_eq!(hash(browser), format!("#step={}", step + 1), "nothing to predict");
            continue;
        };
        assert_eq!(hash(browser), format!("#step={step}"), "it is not shown before");
        assert_eq!(browser.ask("document.getElementById('predict').hidden"), json!(false));
        asked += 1;
        let is_right = asked % 3 != 0;
        right += usize::from(is_right);
        let answer = predict(browser, *from, *symbol, if is_right { *to } else { (to + 1) % log.system.states.len() });
        let others = &steps::<Step>(&log)[step..];
        let may_follow = others.iter().take_while(|event| !matches!(event, Step::Processed { .. })).any(|event| {
            matches!(event, Step::Grew { from: f, symbol: s, to: t, .. }
                if f == from && s == symbol && *t == (to + 1) % log.system.states.len())
        });
        assert!(!may_follow, "a wrong one is wrong");
        assert!(answer.starts_with(if is_right { "Right: " } else { "Wrong. It is " }), "{answer}");
        assert!(answer.ends_with(&format!(" {right} of {asked} right.")), "{answer}");
        assert_eq!(hash(browser), format!("#step={}", step + 1));
        assert_eq!(browser.ask("document.getElementById('predict').hidden"), json!(true));
    }
    assert!(asked > 9 && right < asked);
    // What comes of the same transition, but later, is right, too; and one may give up.
    let both = (0..steps::<Step>(&log).len() - 1).find(|&at| {
        matches!(
            (&steps::<Step>(&log)[at], &steps::<Step>(&log)[at + 1]),
            (Step::Grew { .. }, Step::Grew { rule: Some(_), .. })
        ) && matches!(&steps::<Step>(&log)[at], Step::Grew { rule: Some(_), .. })
    });
    let both = both.expect("an expansion");
    let Step::Grew { from, symbol, to, .. } = &steps::<Step>(&log)[both + 1] else { panic!("it grew") };
    browser.ask(&format!("location.hash = '#step={both}'"));
    browser.until(&format!("document.getElementById('here').textContent.startsWith('step {both} ')"));
    click(browser, "next");
    assert!(predict(browser, *from, *symbol, *to).starts_with("Right, though another comes first: "));
    click(browser, "next");
    click(browser, "predict-show");
    assert_eq!(hash(browser), format!("#step={}", both + 2));
    asked_for_nothing(browser);
}
