//! Counterexamples, step by step, held against the graph of runs written out.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::generate::{Variant, doubling};
use bpcheck::lang::program::semantics::State;
use bpcheck::lang::program::{Place, Point};
use bpcheck::outcome::Verdict;
use bpcheck::verdict::trace::{End, RunId, Trace};

/// What is seen at a step.
#[derive(Debug, PartialEq)]
struct Seen {
    line: u32,
    depth: usize,
    values: Vec<String>,
    /// Whether it is a call that returns.
    calls: bool,
    /// Whether the activation returns.
    returns: bool,
}

/// All steps of a trace, in order.
struct Walk<'a> {
    loaded: &'a Loaded,
    trace: &'a Trace,
    seen: Vec<Seen>,
}

impl Walk<'_> {
    fn all(loaded: &Loaded, trace: &Trace) -> Vec<Seen> {
        let mut walk = Walk { loaded, trace, seen: Vec::new() };
        for (depth, run) in trace.final_stack().enumerate() {
            walk.run(run, depth + 1, false);
        }
        walk.seen
    }

    fn run(&mut self, id: RunId, depth: usize, returns: bool) {
        let run = self.trace.run(id);
        let mut state = run.entry.clone();
        for step in &run.steps {
            self.see(
                Place { procedure: run.procedure, point: step.point },
                depth,
                &state,
                step.call.is_some(),
                returns,
            );
            if let Some(call) = step.call {
                self.run(call, depth + 1, true);
            }
            step.changes.iter().for_each(|&(var, value)| state.set(var, value));
        }
        let point: Point = match &run.end {
            End::Returned { point, .. } | End::Calling { point, .. } => *point,
            End::Violation { .. } => self.trace.property.place.point,
        };
        self.see(Place { procedure: run.procedure, point }, depth, &state, false, returns);
    }

    fn see(&mut self, place: Place, depth: usize, state: &State, calls: bool, returns: bool) {
        let Loaded { program, source, .. } = self.loaded;
        let line = source.position(program.span(place).start).line;
        let globals = program.globals.iter().zip(&state.globals);
        let locals = program[place.procedure].locals.iter().zip(&state.locals);
        let values = globals.chain(locals).map(|(v, bit)| format!("{}={}", program.name(v.name), u8::from(*bit)));
        let values = values.collect();
        self.seen.push(Seen { line, depth, values, calls, returns });
    }
}

/// Where `over` and `out` lead from a step.
fn over(seen: &[Seen], at: usize) -> usize {
    match seen[at].calls {
        true => at + 1 + seen[at + 1..].iter().position(|next| next.depth == seen[at].depth).expect("a return"),
        false => (at + 1).min(seen.len() - 1),
    }
}

fn out(seen: &[Seen], at: usize) -> usize {
    match seen[at].returns {
        true => at + 1 + seen[at + 1..].iter().position(|next| next.depth < seen[at].depth).expect("a return"),
        false => seen.len() - 1,
    }
}

const LOOK: &str = "[Number(document.querySelector('#source .now').dataset.line), document.querySelectorAll('#stack li').length, \
    [...document.querySelectorAll('#variables tr')].map((row) => row.querySelector('code').textContent + '=' + row.querySelector('td b').textContent)]";

fn look(browser: &mut Browser) -> Value {
    browser.ask(LOOK)
}

fn at(browser: &mut Browser) -> usize {
    hash(browser).rsplit_once(':').expect("a step").1.parse::<usize>().expect("a number") - 1
}

#[test]
fn every_step_forwards_and_back_over_and_out() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    for path in
        ["first-steps/lock-bug", "recursion/palindrome-bug", "recursion/counter-bug", "drivers/plug-and-play-bug"]
    {
        let (loaded, explained) = program("x.bp", &example(&format!("bp-examples/{path}.bp")), "saturation");
        let decisions = &explained.decided.outcome.decisions;
        let found = decisions.iter().enumerate().find_map(|(index, decision)| match &decision.verdict {
            Verdict::Unsafe(replayed) => Some((index, replayed.trace())),
            _ => None,
        });
        let (index, trace) = found.expect("a violation");
        let seen = Walk::all(&loaded, trace);
        let expected = |seen: &Seen| json!([seen.line, seen.depth, seen.values]);
        let address = written(&format!("trace-{}.html", path.replace('/', "-")), &page_of(&loaded, &explained));
        open(browser, &format!("{address}#trace={}:1", index + 1));
        for (step, seen) in seen.iter().enumerate() {
            assert_eq!(look(browser), expected(seen), "{path}, step {step}");
            browser.press("ArrowRight", 39);
        }
        assert!(text(browser, "trace-said").starts_with("Violated here"), "{path}");
        for (step, seen) in seen.iter().enumerate().rev() {
            assert_eq!(at(browser), step);
            assert_eq!(look(browser), expected(seen), "{path}, step {step}, on the way back");
            click(browser, "trace-previous");
        }
        for step in 0..seen.len() {
            let moves = [("trace-over", over(&seen, step)), ("trace-out", out(&seen, step))];
            for (id, to) in moves {
                // The address follows a little later; one that is there already leads nowhere.
                let here = at(browser) + 1;
                browser.until(&format!("location.hash === '#trace={}:{here}'", index + 1));
                browser.ask(&format!("location.hash = '#trace={}:{}'", index + 1, step + 1));
                let place = json!(format!("step {} of {}", step + 1, seen.len()));
                browser.until(&format!("document.getElementById('trace-here').textContent === {place}"));
                click(browser, id);
                assert_eq!(at(browser), to, "{path}, {id} from {step}");
                // Back over what was gone over.
                if id == "trace-over" && seen[step].calls {
                    browser.press("O", 79);
                    assert_eq!(at(browser), step, "{path}, back over");
                } else if id == "trace-over" && seen[to].depth > seen[step].depth {
                    browser.press("U", 85);
                    assert_eq!(at(browser), step, "{path}, back to the call");
                }
            }
        }
    }
    asked_for_nothing(browser);
}

#[test]
fn changes_are_marked() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let text = "decl g, h;\nvoid main()\nbegin\n  g := F;\n  g := T;\n  h := T;\n  assert(!g);\nend\n";
    let (loaded, explained) = program("x.bp", text, "saturation");
    open(browser, &format!("{}#trace=1:3", written("changes.html", &page_of(&loaded, &explained))));
    let changed = "[...document.querySelectorAll('#variables .changed')].map((row) => row.innerText.replace(/\\s+/g, ' ').trim())";
    assert_eq!(browser.ask(changed), json!([]));
    browser.press("ArrowRight", 39);
    assert_eq!(browser.ask(changed), json!(["g 1 was 0"]));
    browser.press("ArrowLeft", 37);
    assert_eq!(browser.ask(changed), json!(["g 0 was 1"]));
    asked_for_nothing(browser);
}

#[test]
fn numbers_have_a_row_and_are_returned() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let text = "// words: NAME_BIT\nbool<3> f()\nbegin\n  decl n_0, n_1;\n  n_0, n_1 := F, T;\n  return T, n_0, n_1;\nend\n\n\
                void main()\nbegin\n  decl g, m_0, m_1;\n  g, m_0, m_1 := f();\n  assert(!g);\nend\n";
    let (loaded, explained) = program("x.bp", text, "saturation");
    open(browser, &format!("{}#trace=1:1", written("numbers.html", &page_of(&loaded, &explained))));
    click(browser, "trace-last");
    click(browser, "trace-previous");
    assert_eq!(super::text(browser, "trace-said"), "returns from f, with 1, 2 (10), line 6: return T, n_0, n_1");
    assert_eq!(look(browser), json!([6, 2, ["n=2 (10)"]]));
    click(browser, "trace-last");
    assert_eq!(look(browser), json!([13, 1, ["g=1", "m=2 (10)"]]));
    asked_for_nothing(browser);
}

#[test]
fn what_cannot_be_written_out_is_walked() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let text = doubling::write(&doubling::Options { procedures: 64, variant: Variant::Unsafe });
    let (loaded, explained) = program("doubling.bp", &text, "saturation");
    let address = written("doubling.html", &page_of(&loaded, &explained));
    open(browser, &format!("{address}#trace=1:1"));
    assert_eq!(super::text(browser, "trace-here"), "step 1 of about 2^66");
    browser.press("End", 35);
    assert!(super::text(browser, "trace-said").starts_with("Violated here, in main"));
    let last: u128 = hash(browser).rsplit_once(':').unwrap().1.parse().unwrap();
    assert!(last > 1 << 66 && last < 1 << 67, "{last}");
    // Back into the last call, down to its end.
    browser.press("ArrowLeft", 37);
    assert!(super::text(browser, "trace-said").starts_with("returns from double_1"));
    browser.press("U", 85);
    let said = super::text(browser, "trace-said");
    assert!(said.starts_with("in main") && said.contains("double_1()"), "{said}");
    browser.press("o", 79);
    assert_eq!(hash(browser), format!("#trace=1:{last}"));
    let middle = last / 3;
    open(browser, &format!("{address}#trace=1:{middle}"));
    let depth = browser.ask("document.querySelectorAll('#stack li').length").as_u64().unwrap();
    assert!(depth > 20, "{depth}");
    for step in [middle + 1, middle + 2] {
        browser.press("ArrowRight", 39);
        assert_eq!(hash(browser), format!("#trace=1:{step}"));
    }
    asked_for_nothing(browser);
}

#[test]
fn a_slider_goes_through_the_trace() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let name = "bp-examples/first-steps/lock-bug.bp";
    let (loaded, explained) = program(name, &example(name), "saturation");
    open(browser, &format!("{}#trace=1:1", written("slider.html", &page_of(&loaded, &explained))));
    let slide = |mark: &str| {
        format!(
            "(() => {{ const time = document.getElementById('trace-time'); time.value = {mark}; time.dispatchEvent(new Event('input')); return Number(time.value); }})()"
        )
    };
    let last = browser.ask("Number(document.getElementById('trace-time').max)").as_u64().unwrap();
    for mark in [last, last / 2, 0] {
        assert_eq!(browser.ask(&slide(&mark.to_string())), json!(mark));
        assert_eq!(hash(browser), format!("#trace=1:{}", mark + 1));
    }
    click(browser, "trace-last");
    assert_eq!(browser.ask("document.getElementById('trace-time').value"), json!(last.to_string()));
    asked_for_nothing(browser);
}
