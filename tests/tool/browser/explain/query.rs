//! The query box.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::saturation::account::ShownAutomaton;
use bpcheck::explain::StateKind;

/// The answers to some questions, and how many transitions are marked as the way.
fn answers(browser: &mut Browser, questions: &[String]) -> Vec<(String, usize)> {
    let script = format!(
        "{}.map((question) => {{ document.getElementById('query-text').value = question; document.getElementById('query').requestSubmit(); \
         return [document.getElementById('query-answer').textContent, document.querySelectorAll('#worklist .route').length]; }})",
        json!(questions)
    );
    serde_json::from_value(browser.ask(&script)).unwrap()
}

#[test]
fn configurations_are_accepted_as_the_automaton_has_it() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let (mut yes, mut no, mut later) = (0, 0, 0);
    for direction in Direction::ALL {
        for name in ["esparza-2000", "lock", "balanced"] {
            let log = system(&format!("pds-examples/{name}.pds"), direction);
            let address = written(&format!("query-{name}-{}.html", direction.name()), &page(&log, None));
            let controls = log.system.states.iter().enumerate().filter(|(_, state)| state.kind == StateKind::Control);
            let symbols = 0..log.system.symbols.len();
            let mut stacks: Vec<Vec<usize>> = vec![vec![]];
            stacks.extend(symbols.clone().map(|symbol| vec![symbol]));
            stacks.extend(symbols.clone().flat_map(|top| symbols.clone().map(move |below| vec![top, below])));
            let asked: Vec<(usize, &Vec<usize>)> =
                controls.flat_map(|(state, _)| stacks.iter().map(move |stack| (state, stack))).collect();
            let questions: Vec<String> = asked
                .iter()
                .map(|(state, stack)| {
                    let names: Vec<_> = stack.iter().map(|&symbol| log.system.symbols[symbol].name.as_str()).collect();
                    format!("<{}, {}>", log.system.states[*state].name, names.join(" "))
                })
                .collect();
            for step in [log.events.steps() / 2, log.events.steps()] {
                open(browser, &format!("{address}#step={step}"));
                let automaton = ShownAutomaton::after(&steps(&log)[..step]);
                for ((answer, marked), (state, stack)) in answers(browser, &questions).into_iter().zip(&asked) {
                    let said = match (automaton.accepts(&log.system, *state, stack), step == log.events.steps()) {
                        (true, _) => "Yes: ",
                        (false, true) => "No: ",
                        (false, false) => "Not yet: ",
                    };
                    assert!(answer.starts_with(said), "{name}, step {step}, {state} {stack:?}: {answer}");
                    assert_eq!(answer.ends_with("This is the final automaton."), step == log.events.steps());
                    assert!(marked > 0 || said != "Yes: " || stack.is_empty(), "the way is marked");
                    assert!(marked == 0 || said == "Yes: ");
                    yes += usize::from(said == "Yes: ");
                    no += usize::from(said == "No: ");
                    later += usize::from(said == "Not yet: ");
                }
            }
        }
    }
    assert!(yes > 20 && no > 20 && later > 20, "{yes} {no} {later}");
    asked_for_nothing(browser);
}

#[test]
fn what_is_no_configuration_is_said() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let log = system("pds-examples/lock.pds", Direction::Post);
    open(browser, &written("query.html", &page(&log, None)));
    let ask = |browser: &mut Browser, question: &str| answers(browser, &[question.to_string()]).remove(0).0;
    assert_eq!(ask(browser, "x m0"), "`x` is no control state; there are f, h, e");
    assert_eq!(ask(browser, "f m0 <b>"), "`<b` is no stack symbol");
    assert_eq!(ask(browser, " "), "");
    assert!(ask(browser, "f m0").starts_with("Not yet"));
    // It is asked again in each step.
    click(browser, "last");
    assert!(text(browser, "query-answer").starts_with("Yes: it can be reached. "));
    // Of programs only control is in the automaton.
    let (loaded, explained) = program("lock.bp", &example("bp-examples/first-steps/lock-bug.bp"), "saturation");
    open(browser, &format!("{}#step=99999", written("query-program.html", &page_of(&loaded, &explained))));
    assert!(ask(browser, "main#2 returned").contains("as far as control goes"));
    assert!(ask(browser, "p acquire#1 main#2 returned").contains("as far as control goes"));
    let rules = &explained.log.system.rules;
    let is_known = |symbol| rules.iter().any(|rule| rule.symbol == symbol || rule.push.contains(&symbol));
    let unknown =
        (0..explained.log.system.symbols.len()).find(|&symbol| !is_known(symbol)).expect("a pass was at work");
    let name = &explained.log.system.symbols[unknown].name;
    assert!(ask(browser, name).contains("is in no rule"), "{name}");
    asked_for_nothing(browser);
}
