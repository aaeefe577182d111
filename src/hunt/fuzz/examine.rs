//! Everybody is asked about one text.

use super::case::Subject;
use super::evidence::Checked;
use super::opinion::{Kind, Opinion, Wrong, contradiction};
use super::program::{self, Ask};
use super::system;
use crate::budget::CancelToken;
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What came of a text.
#[derive(Clone, Debug, Default)]
pub struct Examined {
    /// What was said, in the order in which it was asked; up to what is wrong.
    pub(crate) opinions: Vec<Opinion>,
    /// The evidence that was accepted.
    pub(crate) evidence: Checked,
    /// The first thing that is wrong.
    pub wrong: Option<Wrong>,
}

/// Asks everybody about a text, and holds the answers against each other. A panic is caught, and is wrong. When `cancel` is raised,
/// answers are UNKNOWN soon.
pub fn examine(subject: &Subject, text: &str, ask: Ask<'_>, cancel: &CancelToken) -> Examined {
    let mut examined = Examined::default();
    let done = match subject {
        Subject::Program { entry, questions, bounds } => {
            let asked = program::Asked { entry: entry.as_deref(), questions, bounds: *bounds };
            program::examine(&asked, text, ask, cancel, &mut examined)
        }
        Subject::System => system::examine(text, cancel, &mut examined),
    };
    examined.wrong = done.err();
    examined
}

impl Examined {
    /// Asks one more, the one with the next index.
    ///
    /// # Errors
    /// A panic, or what is wrong with the answer or its evidence, or with it beside those before it.
    pub(super) fn ask(
        &mut self,
        who: &'static str,
        answer: impl FnOnce(&mut Checked) -> Result<Vec<super::opinion::Word>, (Kind, String)>,
    ) -> Result<(), Wrong> {
        let evidence = &mut self.evidence;
        let by = vec![self.opinions.len()];
        let words =
            caught(|| answer(evidence)).map_err(|(kind, what)| Wrong { kind, what: format!("{who}: {what}"), by })?;
        self.opinions.push(Opinion { who, words });
        contradiction(&self.opinions).map_or(Ok(()), Err)
    }
}

/// Does something that may panic.
///
/// # Errors
/// What it meets, or the panic.
pub(super) fn caught<T>(work: impl FnOnce() -> Result<T, (Kind, String)>) -> Result<T, (Kind, String)> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|payload| Err((Kind::Panic, format!("panics: {}", message(&*payload)))))
}

fn message(payload: &(dyn Any + Send)) -> &str {
    let text = payload.downcast_ref::<&str>().copied();
    text.or_else(|| payload.downcast_ref::<String>().map(String::as_str)).unwrap_or("no message")
}
