//! A case with something wrong, made small.

use super::case::{Case, Subject};
use super::examine::examine;
use super::opinion::Wrong;
use super::plan::Plan;
use super::program::Ask;
use crate::budget::{Budget, CancelToken};
use crate::hunt::reduce::{Form, reduce};
use std::fmt::Write;

/// A case with what is wrong about it.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The case.
    pub case: Case,
    /// What is wrong.
    pub wrong: Wrong,
}

impl Finding {
    /// The finding with a smaller text with which the same kind of thing is wrong, asking only those whose answers it is about.
    pub fn reduced(&self, ask: Ask<'_>, cancel: &CancelToken) -> Finding {
        let subject = self.subject();
        let wrong = |text: &[u8]| {
            let wrong = examine(&subject, std::str::from_utf8(text).ok()?, ask, cancel).wrong;
            wrong.filter(|wrong| wrong.kind == self.wrong.kind)
        };
        let form = match subject {
            Subject::Program { .. } => Form::Program,
            Subject::System => Form::Text,
        };
        let budget = Budget::unlimited().with_cancel(cancel.clone());
        let text = reduce(self.case.text.as_bytes(), form, &mut |text| wrong(text).is_some(), &budget);
        let (Some(wrong), Ok(text)) = (wrong(&text), String::from_utf8(text)) else { return self.clone() };
        Finding { case: Case { number: self.case.number, text, subject }, wrong }
    }

    /// Those whose answers it is about.
    fn subject(&self) -> Subject {
        match &self.case.subject {
            Subject::Program { entry, questions, bounds } if !self.wrong.by.is_empty() => Subject::Program {
                entry: entry.clone(),
                questions: self.wrong.by.iter().filter_map(|&index| questions.get(index).cloned()).collect(),
                bounds: bounds.filter(|_| self.wrong.by.contains(&questions.len())),
            },
            whole => whole.clone(),
        }
    }

    /// What it is called as a file.
    pub fn name(&self, plan: &Plan) -> String {
        format!("{}-{}-{}.{}", plan.shape, plan.seed, self.case.number, plan.shape.ending())
    }

    /// The text, headed by what is wrong and by the commands that show it.
    pub fn text(&self, plan: &Plan) -> String {
        let comment = match self.case.subject {
            Subject::Program { .. } => "//",
            Subject::System => "#",
        };
        let mut text = format!("{comment} bpcheck fuzz {plan} --first {} --programs 1\n", self.case.number);
        // Writing into a `String` cannot fail.
        let _ = writeln!(text, "{comment} {}", self.wrong.what.replace(char::is_control, " "));
        let name = self.name(plan);
        match self.subject() {
            Subject::Program { entry, questions, .. } => {
                let entry = entry.map_or(String::new(), |entry| format!(" --entry {entry}"));
                for question in questions {
                    let _ = writeln!(text, "{comment} bpcheck check --all{entry} {question} {name}");
                }
            }
            Subject::System => _ = writeln!(text, "{comment} bpcheck pds check {name}"),
        }
        text + &self.case.text
    }
}
