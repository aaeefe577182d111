//! post* and pre* of one explicit pushdown system, held against the enumeration of its configurations.

use super::evidence::Checked;
use super::examine::{Examined, caught};
use super::opinion::{Kind, Word, Wrong};
use crate::budget::{Budget, CancelToken, StopReason};
use crate::engine::Silent;
use crate::engine::saturation::explicit::{
    Answer, NoAnswer, Saturated, ask, post_star, shortest_post_star, shortest_pre_star,
};
use crate::engine::saturation::weights::Reachable;
use crate::hunt::pds::{configurations, reachable, reaching};
use crate::lang::source::{Diagnostics, Source};
use crate::pds::explicit::{Configuration, Lowered, Pattern, PushdownSystem, parse, replay};
use num_bigint::BigUint;

/// How many configurations are enumerated at most.
const MOST: usize = 400;

/// Asks about a text.
///
/// # Errors
/// The first thing that is wrong.
pub(super) fn examine(text: &str, cancel: &CancelToken, examined: &mut Examined) -> Result<(), Wrong> {
    let system = caught(|| read(text)).map_err(|(kind, what)| Wrong { kind, what, by: Vec::new() })?;
    let budget = Budget::unlimited().with_cancel(cancel.clone());
    let height = height(&system);
    examined.ask("saturation:post", |evidence| {
        unless_stopped(forward(&system, height, &budget, evidence), system.targets().len())
    })?;
    examined.ask("saturation:pre", |_| unless_stopped(backward(&system, height, &budget), system.targets().len()))?;
    examined.ask("enumeration", |_| {
        let reached = reachable(&system, height);
        let word = |target: &Pattern| {
            let is_reached = reached.keys().any(|own| target.matches(own.state, own.stack.iter().copied()));
            // Higher stacks may be needed.
            if is_reached { Word::Unsafe } else { Word::Unknown }
        };
        Ok(system.targets().iter().map(word).collect())
    })
}

/// Why there are no answers: a limit, or what is wrong.
enum Not {
    Stopped,
    Wrong(Kind, String),
}

impl From<StopReason> for Not {
    fn from(_: StopReason) -> Not {
        Not::Stopped
    }
}

fn unless_stopped(answers: Result<Vec<Word>, Not>, targets: usize) -> Result<Vec<Word>, (Kind, String)> {
    match answers {
        Ok(words) => Ok(words),
        Err(Not::Stopped) => Ok(vec![Word::Unknown; targets]),
        Err(Not::Wrong(kind, what)) => Err((kind, what)),
    }
}

/// The system of a text; printed and read again it has to be the same.
fn read(text: &str) -> Result<PushdownSystem, (Kind, String)> {
    let parsed = |text: &str| {
        let source = Source::new("fuzz.pds", text);
        let parsed = parse(&source, &mut Diagnostics::new(&source));
        parsed.map(|parsed| parsed.system).ok_or_else(|| (Kind::Rejected, "the input is rejected".to_string()))
    };
    let system = parsed(text)?;
    let printed = system.to_string();
    if parsed(&printed)?.to_string() != printed {
        return Err((Kind::Rejected, "the system is printed otherwise when it was read again".to_string()));
    }
    Ok(system)
}

/// How high stacks may be so that there are not too many.
fn height(system: &PushdownSystem) -> usize {
    let (states, symbols) = (system.state_count(), system.symbol_count());
    let mut stacks = 1;
    let mut width = 1;
    for height in 0..6 {
        width *= symbols;
        stacks += width;
        if states * stacks > MOST {
            return height;
        }
    }
    6
}

/// What post* says about the targets, and whether it is what enumeration says.
fn forward(system: &PushdownSystem, height: usize, budget: &Budget, evidence: &mut Checked) -> Result<Vec<Word>, Not> {
    let (reached, answers) = ask(system, system.targets(), budget).map_err(|no| match no {
        NoAnswer::Stopped(_) => Not::Stopped,
        wrong => Not::Wrong(Kind::SelfCheck, wrong.to_string()),
    })?;
    if !reached.is_inductive(system) {
        return Err(Not::Wrong(Kind::Evidence, "the automaton is not closed under the rules".into()));
    }
    let plain = post_star(system, Lowered::new(system), &mut Reachable, &(), budget, &mut Silent)?;
    reached_by_runs(system, &reached, &plain, height)?;
    let mut words = Vec::with_capacity(answers.len());
    for answer in answers {
        words.push(match answer {
            Answer::Reached(_) => {
                evidence.traces += 1;
                Word::Unsafe
            }
            Answer::Unreachable => {
                evidence.certified += 1;
                Word::Safe
            }
        });
    }
    Ok(words)
}

/// Whether post*, with lengths and without, accepts what enumeration finds, and nothing that no run shows.
fn reached_by_runs(
    system: &PushdownSystem,
    reached: &Saturated<BigUint>,
    plain: &Saturated<()>,
    height: usize,
) -> Result<(), Not> {
    let enumerated = reachable(system, height);
    for own in configurations(system, height) {
        let length = reached.length(&own);
        if reached.accepts(&own) != length.is_some() || plain.accepts(&own) != length.is_some() {
            return Err(differs(system, "is accepted by one automaton of post* only", &own));
        }
        let wrong = compared(length, enumerated.get(&own).copied(), || Ok(distance(system, reached, &own)))?;
        if let Some(wrong) = wrong {
            let what = match wrong {
                Off::Missed => "is reached, and not accepted by post*",
                Off::Long => "is nearer than post* says",
                Off::Invented => "is accepted by post*, and no run shows it",
            };
            return Err(differs(system, what, &own));
        }
    }
    Ok(())
}

/// What is wrong with a length.
enum Off {
    /// There is none, and enumeration finds a run.
    Missed,
    /// Enumeration finds a shorter run.
    Long,
    /// No run shows it.
    Invented,
}

/// Whether a length is what enumeration says, which may not see short runs over high stacks: then a run has to show it.
fn compared(
    length: Option<BigUint>,
    enumerated: Option<u64>,
    shown: impl FnOnce() -> Result<Option<BigUint>, StopReason>,
) -> Result<Option<Off>, StopReason> {
    let steps = enumerated.map(BigUint::from);
    Ok(match (length, steps) {
        (None, steps) => steps.map(|_| Off::Missed),
        (Some(length), Some(steps)) if length > steps => Some(Off::Long),
        (Some(length), Some(steps)) if length == steps => None,
        (length, _) => (shown()? != length).then_some(Off::Invented),
    })
}

/// The length of the run to a configuration, replayed.
fn distance(system: &PushdownSystem, reached: &Saturated<BigUint>, own: &Configuration) -> Option<BigUint> {
    let path = reached.shortest(&Pattern::one(own.state, &own.stack)?)?;
    let replayed = replay(system, &reached.lowered, &reached.run(&path)).ok()?;
    (replayed.end == *own).then_some(replayed.length)
}

/// What pre* of each target says about the initial configurations, and whether it is what enumeration says of all targets.
fn backward(system: &PushdownSystem, height: usize, budget: &Budget) -> Result<Vec<Word>, Not> {
    leads_to_targets(system, &shortest_pre_star(system, budget)?, height, budget)?;
    let mut words = Vec::with_capacity(system.targets().len());
    for target in system.targets() {
        let alone = changed(system, None, Some(target));
        let reaching = shortest_pre_star(&alone, budget)?;
        let is_reached = alone.initial().iter().any(|initial| reaching.accepts(initial));
        words.push(if is_reached { Word::Unsafe } else { Word::Safe });
    }
    Ok(words)
}

/// Whether pre* accepts what enumeration finds, and nothing that no run shows.
fn leads_to_targets(
    system: &PushdownSystem,
    all: &Saturated<BigUint>,
    height: usize,
    budget: &Budget,
) -> Result<(), Not> {
    let enumerated = reaching(system, height);
    for own in configurations(system, height) {
        let steps = enumerated.get(&own).copied();
        let wrong = compared(all.length(&own), steps, || nearest(system, &own, budget))?;
        if let Some(wrong) = wrong {
            let what = match wrong {
                Off::Missed => "comes to a target, and is not accepted by pre*",
                Off::Long => "is nearer to a target than pre* says",
                Off::Invented => "is accepted by pre*, and no run shows it",
            };
            return Err(differs(system, what, &own));
        }
    }
    Ok(())
}

/// The length of a shortest run from a configuration to a target, replayed.
fn nearest(system: &PushdownSystem, own: &Configuration, budget: &Budget) -> Result<Option<BigUint>, StopReason> {
    let system = changed(system, Some(own), None);
    let reached = shortest_post_star(&system, budget)?;
    let paths = system.targets().iter().filter_map(|target| Some((target, reached.shortest(target)?)));
    let Some((target, path)) = paths.min_by(|(_, a), (_, b)| a.length.cmp(&b.length)) else { return Ok(None) };
    let Ok(replayed) = replay(&system, &reached.lowered, &reached.run(&path)) else { return Ok(None) };
    let is_there = target.matches(replayed.end.state, replayed.end.stack.iter().copied());
    Ok(is_there.then_some(replayed.length))
}

/// The same rules with one initial configuration, or with one target, instead of those that are there.
fn changed(system: &PushdownSystem, initial: Option<&Configuration>, target: Option<&Pattern>) -> PushdownSystem {
    let mut other = PushdownSystem::default();
    system.states().for_each(|state| _ = other.state(system.state_name(state)));
    system.symbols().for_each(|symbol| _ = other.symbol(system.symbol_name(symbol)));
    system.rules().iter().for_each(|rule| other.add_rule(rule.clone()));
    let initial = initial.map_or(system.initial(), std::slice::from_ref);
    initial.iter().for_each(|initial| other.add_initial(initial.clone()));
    let targets = target.map_or(system.targets(), std::slice::from_ref);
    targets.iter().for_each(|target| other.add_target(target.clone()));
    other
}

fn differs(system: &PushdownSystem, what: &str, own: &Configuration) -> Not {
    Not::Wrong(Kind::Disagreement, format!("{} {what}", system.show(own)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEWER: &str = "init <p, a>\n<p, a> -> <p, b>\n<p, b> -> <p, a c>\ntarget <q, .*>\n";
    const MORE: &str = "<p, a> -> <q, c>\n";

    fn system(text: &str) -> PushdownSystem {
        read(text).unwrap_or_else(|(_, what)| panic!("{what}"))
    }

    fn post(system: &PushdownSystem) -> (Saturated<BigUint>, Saturated<()>) {
        let budget = Budget::unlimited();
        let plain = post_star(system, Lowered::new(system), &mut Reachable, &(), &budget, &mut Silent);
        (shortest_post_star(system, &budget).expect("no limits"), plain.expect("no limits"))
    }

    fn told(result: Result<(), Not>) -> String {
        match result {
            Ok(()) => String::new(),
            Err(Not::Stopped) => "stopped".into(),
            Err(Not::Wrong(_, what)) => what,
        }
    }

    #[test]
    fn automata_of_other_systems_are_told_apart() {
        // The same names have the same numbers.
        let names = "init <q, c>\n";
        let [fewer, more] = [FEWER.to_string(), format!("{FEWER}{MORE}")].map(|text| system(&format!("{text}{names}")));
        let budget = Budget::unlimited();
        let said = |own: &PushdownSystem, of: &PushdownSystem| {
            let (mut reached, plain) = post(of);
            // Runs are runs of the own rules.
            reached.lowered = Lowered::new(own);
            let reaching = shortest_pre_star(of, &budget).expect("no limits");
            [reached_by_runs(own, &reached, &plain, 3), leads_to_targets(own, &reaching, 3, &budget)].map(told)
        };
        for own in [&fewer, &more] {
            assert_eq!(said(own, own), ["", ""]);
        }
        assert_eq!(
            said(&more, &fewer),
            ["<q, c c> is reached, and not accepted by post*", "<p, a> comes to a target, and is not accepted by pre*"]
        );
        assert_eq!(
            said(&fewer, &more),
            ["<q, c c> is accepted by post*, and no run shows it", "<p, a> is accepted by pre*, and no run shows it"]
        );
    }
}
