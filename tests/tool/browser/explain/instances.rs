//! The tree of instances, what a refutation said, and what is stored.

use super::*;
use crate::browser::asked_for_nothing;
use bpcheck::engine::account::{StepKind, StepPredicate};
use bpcheck::engine::interpolation::account::{LemmaFate, Step};
use std::collections::{BTreeMap, BTreeSet};

/// What the page is to show: of each instance its sign and whether it is on the run, of which predicates there are lemmas, and how many the last
/// refutation gave.
#[derive(Default)]
struct Shown {
    target: usize,
    trees: BTreeMap<usize, Vec<(StepPredicate, bool)>>,
    run: BTreeSet<usize>,
    /// Those about hits are of one property.
    stored: BTreeSet<(StepPredicate, usize)>,
    read: usize,
}

fn key(predicate: StepPredicate, target: usize) -> (StepPredicate, usize) {
    (predicate, if predicate.kind == StepKind::Hits { target } else { 0 })
}

impl Shown {
    fn after(steps: &[Step]) -> Shown {
        let mut shown = Shown::default();
        for step in steps {
            let target = shown.target;
            let tree = shown.trees.entry(target).or_default();
            match step {
                Step::Property { target } => (shown.target, shown.run) = (*target, BTreeSet::new()),
                Step::Root { predicate } => *tree = vec![(*predicate, false)],
                Step::Again => {
                    tree.truncate(1);
                    tree[0].1 = false;
                    shown.run.clear();
                }
                Step::Run { leaves, .. } => shown.run = leaves.iter().copied().collect(),
                Step::NoRun { .. } => (shown.run, shown.read) = (BTreeSet::new(), 0),
                Step::Expanded { instance, first, children, .. } => {
                    tree[*instance].1 = true;
                    assert_eq!(tree.len(), *first, "children follow");
                    tree.extend(children.iter().map(|child| (*child, false)));
                }
                Step::Lemma { predicate, fate, .. } => {
                    shown.read += usize::from(!matches!(fate, LemmaFate::Seed | LemmaFate::Carried));
                    if *fate != LemmaFate::Dropped {
                        shown.stored.insert(key(*predicate, target));
                    }
                }
                Step::Reached { .. } => {}
            }
        }
        shown
    }

    /// For each sign how many instances have it, and how many are on the run.
    fn counts(&self) -> [usize; 4] {
        let mut counts = [0; 4];
        for (predicate, is_inline) in self.trees.get(&self.target).into_iter().flatten() {
            let sign = match (is_inline, self.stored.contains(&key(*predicate, self.target))) {
                (true, _) => 0,
                (false, true) => 1,
                (false, false) => 2,
            };
            counts[sign] += 1;
        }
        counts[3] = self.run.len();
        counts
    }
}

const PROGRAM: &str = "decl a, b;
void main() begin a := *; b := a; f(); assert(a = b); f(); assert(a = b); end
void f() begin if (*) then f(); a, b := !a, !b; f(); fi end
";

#[test]
fn each_step_shows_the_tree_and_what_is_known() {
    let Some(mut browser) = Browser::start_or_skip() else { return };
    let browser = &mut browser;
    let bug = example("bp-examples/first-steps/lock-bug.bp");
    let ways = ["interpolation:seeds=off", "interpolation", "interpolation:seeds=off:refine=greedy"];
    for (at, (text, engine)) in [PROGRAM, &bug].into_iter().flat_map(|text| ways.map(|way| (text, way))).enumerate() {
        let (loaded, explained) = program("x.bp", text, engine);
        open(browser, &written(&format!("interpolation-{at}.html"), &page_of(&loaded, &explained)));
        let seen = along(
            browser,
            "[['\u{25cf}', '\u{25d0}', '\u{2605}'].map((sign) => [...document.querySelectorAll('#instances .sign')].filter((one) => one.textContent === sign).length), \
              [...document.querySelectorAll('#instances .call')].filter((one) => one.textContent.includes('on the run')).length, \
              document.querySelectorAll('#interpolants li').length, document.querySelectorAll('#stored details').length]",
        );
        for (step, forwards) in seen.0.iter().enumerate() {
            assert_eq!(seen.1[explained.log.events.steps() - step], *forwards, "{engine}, step {step}");
            let shown = Shown::after(&steps(&explained.log)[..step]);
            let [inline, summary, havoc, run] = shown.counts();
            let expected = json!([[inline, summary, havoc], run, shown.read.min(30), shown.stored.len()]);
            assert_eq!(*forwards, expected, "{engine}, step {step}");
        }
    }
    asked_for_nothing(browser);
}
