//! Each step of saturation in a sentence.

use super::automaton::ShownAutomaton;
use super::step::{Increments, Step, StepCause};
use crate::engine::account::{Scene, Sentence, System};

/// Says what happens in each step.
struct Words<'a> {
    scene: Scene<'a>,
    system: &'a System,
    automaton: ShownAutomaton,
}

/// All steps.
pub(super) fn sentences(steps: &[Step], scene: Scene<'_>) -> Vec<Sentence> {
    let mut words = Words { scene, system: scene.system, automaton: ShownAutomaton::default() };
    steps.iter().enumerate().map(|(number, step)| words.next(number, step)).collect()
}

impl Words<'_> {
    /// What happens in the next step, which has this index.
    fn next(&mut self, number: usize, step: &Step) -> Sentence {
        self.automaton.hear(number, step);
        match step {
            Step::Saturating { order: None } => "saturation begins".to_string().into(),
            Step::Saturating { order: Some(order) } => {
                format!("saturation begins, with the variables of its diagrams in the order `{order}`").into()
            }
            Step::Processed { transition } => format!("take {}", self.transition(*transition)).into(),
            Step::Grew { transition, cause, rule, premises, weight, .. } => {
                let is_new = self.automaton.transitions.get(*transition).is_some_and(|known| known.grown.len() == 1);
                let new = if is_new { "" } else { "more of " };
                let text = format!("{new}{}: {}", self.transition(*transition), self.why(*cause, *rule, premises));
                let below = weight.iter().flat_map(|weight| weight.split("; ")).map(str::to_string).collect();
                Sentence { text, follows: true, below }
            }
            Step::Reached { target } => self.scene.reached(*target).into(),
        }
    }

    /// A transition as an arrow.
    fn transition(&self, number: usize) -> String {
        let Some(transition) = self.automaton.transitions.get(number) else { return "a transition".into() };
        let state = |state: usize| self.system.states.get(state).map_or("?", |state| state.name.as_str());
        let (from, to) = (state(transition.from), state(transition.to));
        match transition.symbol {
            Some(symbol) => format!("{from} --{}--> {to}", self.system.symbols[symbol].name),
            None => format!("{from} --ε--> {to}"),
        }
    }

    fn why(&self, cause: StepCause, rule: Option<usize>, premises: &[Increments]) -> String {
        let rule = || match rule.and_then(|rule| Some((rule, self.system.rules.get(rule)?))) {
            Some((number, rule)) => format!("rule {}, {} (line {})", number + 1, rule.text, rule.line),
            None => "a rule".into(),
        };
        let premise = |index: usize| match premises.get(index) {
            Some(premise) => self.transition(premise.transition),
            None => "a transition".into(),
        };
        match cause {
            StepCause::Given => "given".into(),
            StepCause::Step | StepCause::Before => format!("{}, and {}", rule(), premise(0)),
            StepCause::Enter => format!("{}, and {}: the callee begins", rule(), premise(0)),
            StepCause::Wait => format!("{}, and {}: the caller waits", rule(), premise(0)),
            StepCause::Resume => format!("what waits, {}, goes on after {}", premise(0), premise(1)),
            StepCause::Returning => format!("{}, which pushes nothing", rule()),
            StepCause::Calling => format!("{}, and {}, then {}", rule(), premise(0), premise(1)),
        }
    }
}
