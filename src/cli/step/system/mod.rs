//! What the commands do to a run of a pushdown system.

mod command;

pub use command::HELP;

use super::command::{Command, MOST, Until};
use super::converse::Walk;
use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::pushdown::System;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::pds::explicit::{Lowered, Replayed, Run, replay};
use bpcheck::report::pds::run::document;
use bpcheck::report::step::system::View;
use bpcheck::step::system::Stepper;
use command::Own;
use std::path::Path;

/// A run under way.
pub struct Session<'a> {
    view: View<'a>,
    lowered: Lowered,
    stepper: Stepper<'a>,
    random: Seeded,
    /// How high the stack may be when a command is done that goes on for several steps.
    goal: Option<usize>,
}

impl<'a> Session<'a> {
    /// A run of the system; `seed` fixes what is done by chance.
    pub fn new(System { source, parsed, .. }: &'a System, seed: u64) -> Session<'a> {
        let (lowered, stepper) = (Lowered::new(&parsed.system), Stepper::new(&parsed.system));
        Session { view: View { parsed, source }, lowered, stepper, random: Seeded::new(seed), goal: None }
    }

    /// Goes on as long as just one rule applies, until the stack is no higher than the goal; one step without a goal.
    fn advance(&mut self) -> String {
        let mut steps = 0;
        while let &[only] = self.stepper.choices() {
            if steps == MOST {
                self.goal = None;
                return self.here() + &format!("after {MOST} steps there is no end in sight\n");
            }
            self.stepper.apply(only);
            steps += 1;
            if self.is_done() {
                break;
            }
        }
        match steps {
            0 => self.why_not(),
            _ => self.here(),
        }
    }

    /// Why no step is made without a choice.
    fn why_not(&self) -> String {
        let question = self.view.question(&self.stepper);
        let is_asked = self.stepper.now().is_none() || !self.stepper.choices().is_empty();
        if is_asked { "something is to be chosen first:\n".to_string() + &question } else { question }
    }

    /// Whether a command that goes on is done; then it has no goal any more.
    fn is_done(&mut self) -> bool {
        let is_done = self.goal.is_none_or(|goal| self.height() <= goal) || self.stepper.arrives();
        if is_done {
            self.goal = None;
        }
        is_done
    }

    /// Applies rules by their numbers; behind the last one the command goes on that asked which.
    fn choose(&mut self, numbers: &[String]) -> String {
        for (index, number) in numbers.iter().enumerate() {
            let rule = number.parse().ok().and_then(|number: usize| number.checked_sub(1));
            let has_begun = self.stepper.now().is_some();
            let is_chosen = rule.is_some_and(|rule| match has_begun {
                true => self.stepper.apply(rule),
                false => self.stepper.begin(rule),
            });
            if !is_chosen {
                let refusal = self.view.refusal(&self.stepper, number);
                return if index == 0 { refusal } else { refusal + &self.here() };
            }
        }
        if self.is_done() || self.stepper.choices().len() != 1 { self.here() } else { self.advance() }
    }

    fn height(&self) -> usize {
        self.stepper.now().map_or(0, |now| now.stack.height())
    }

    /// The run so far, replayed; `None` if it has not begun.
    fn replayed(&self) -> Result<Option<(Run, Replayed)>, Exit> {
        let Some(run) = self.stepper.run(&self.lowered) else { return Ok(None) };
        match replay(&self.view.parsed.system, &self.lowered, &run) {
            Ok(replayed) => Ok(Some((run, replayed))),
            Err(refusal) => {
                output::stderr(format_args!("error: the self-check failed: {refusal}\n"));
                Err(Exit::SelfCheck)
            }
        }
    }
}

const NOT_BEGUN: &str = "the run has not begun\n";

impl Walk for Session<'_> {
    type Own = Own;
    const HELP: &'static str = HELP;

    fn read(&self, line: &str) -> Result<Command<Own>, String> {
        command::read(line)
    }

    fn here(&mut self) -> String {
        self.view.here(&self.stepper)
    }

    fn go(&mut self, until: Until) -> String {
        self.goal = until.goal(self.height()).filter(|_| self.stepper.now().is_some());
        self.advance()
    }

    fn chance(&mut self, count: usize) -> String {
        self.goal = None;
        if self.stepper.now().is_some() && self.stepper.choices().is_empty() {
            return self.why_not();
        }
        let random = &mut self.random;
        self.stepper.walk(count, &mut |several| random.below(several as u32) as usize);
        self.here()
    }

    fn undo(&mut self, count: usize) -> String {
        self.goal = None;
        let is_beginning = (0..count).any(|_| !self.stepper.undo());
        let note = if is_beginning { "this is the beginning\n" } else { "" };
        note.to_string() + &self.here()
    }

    fn restart(&mut self) -> String {
        self.goal = None;
        self.stepper.restart();
        self.here()
    }

    fn stack(&self) -> String {
        if self.stepper.now().is_none() { NOT_BEGUN.into() } else { self.view.stack(&self.stepper) }
    }

    fn save(&self, file: &str) -> Result<String, Exit> {
        let Some((run, replayed)) = self.replayed()? else { return Ok(NOT_BEGUN.into()) };
        let document = document(&self.view.parsed.system, &self.lowered, &run, &replayed);
        let written = output::file(Path::new(file), |out| {
            serde_json::to_writer_pretty(&mut *out, &document)?;
            writeln!(out)
        });
        Ok(match written {
            Ok(()) => format!("{file} has the run so far: {} steps\n", replayed.length),
            Err(error) => format!("cannot write {file}: {error}\n"),
        })
    }

    fn own(&mut self, command: Own) -> Result<String, Exit> {
        Ok(match command {
            Own::Rules(numbers) => self.choose(&numbers),
            Own::Choices => self.view.rules(&self.stepper),
            Own::Run => match self.replayed()? {
                Some((run, replayed)) => self.view.run(&self.lowered, &run, &replayed),
                None => NOT_BEGUN.into(),
            },
        })
    }
}
