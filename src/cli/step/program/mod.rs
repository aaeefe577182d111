//! What the commands do to a run of a program.

mod command;

pub use command::HELP;

use super::command::{Command, MOST, Until, unknown};
use super::converse::Walk;
use crate::cli::exit::Exit;
use crate::cli::output;
use bpcheck::generate::choices::{Choices, Seeded};
use bpcheck::lang::program::{Place, Point};
use bpcheck::pipeline::Loaded;
use bpcheck::report::step::View;
use bpcheck::step::{Configuration, Question, Status, Stepper};
use bpcheck::validate::replay;
use bpcheck::verdict::json::write_trace;
use bpcheck::verdict::names::Names;
use command::{Own, WORDS};
use std::path::Path;

/// A run under way, and what was last seen of it.
pub struct Session<'a> {
    loaded: &'a Loaded,
    view: View<'a>,
    stepper: Stepper<'a>,
    random: Seeded,
    seen: Option<Configuration>,
    /// How many calls are open when a command is done that goes on for several steps.
    goal: Option<usize>,
}

impl<'a> Session<'a> {
    /// A run of the program; `seed` fixes what is done by chance.
    pub fn new(loaded: &'a Loaded, seed: u64) -> Session<'a> {
        let Loaded { program, source, properties, .. } = loaded;
        let view = View { program, source, properties };
        let mut stepper = Stepper::new(program, loaded.entry, properties);
        skip_unseen(&view, &mut stepper);
        Session { loaded, view, stepper, random: Seeded::new(seed), seen: None, goal: None }
    }

    /// One step, or as many as it takes until no more calls are open than `goal`; less, if something has to be chosen.
    fn advance(&mut self, goal: Option<usize>) -> String {
        if self.stepper.now().status != Status::Running {
            return "the run is over; undo takes the last step back, restart begins again\n".into();
        }
        if self.stepper.question().is_some() {
            return "something is to be chosen first:\n".to_string() + &self.view.question(&self.stepper);
        }
        self.goal = goal;
        let mut steps = 0;
        loop {
            self.stepper.advance();
            skip_unseen(&self.view, &mut self.stepper);
            steps += 1;
            if self.is_over() || self.goal.is_none_or(|goal| self.height() <= goal) {
                self.goal = None;
                return self.here();
            }
            if self.stepper.question().is_some() {
                return self.here();
            }
            if steps == MOST {
                return format!(
                    "{}after {MOST} steps there is no end in sight; the same command goes on\n",
                    self.here()
                );
            }
        }
    }

    fn answer(&mut self, words: &[String]) -> String {
        for (index, word) in words.iter().enumerate() {
            let Some(question) = self.stepper.question() else {
                return match index {
                    0 => "nothing is to be chosen here\n".into(),
                    _ => format!("nothing more is to be chosen: `{word}` is too much\n{}", self.advance(self.goal)),
                };
            };
            match self.answer_of(&question, word) {
                Some(answer) => self.stepper.answer(answer),
                None if word.bytes().all(|byte| byte.is_ascii_digit()) => return "there is no such answer\n".into(),
                None => return unknown(word, &WORDS) + "\n",
            }
        }
        match self.stepper.question() {
            Some(_) => self.view.question(&self.stepper),
            None => self.advance(self.goal),
        }
    }

    fn answer_of(&self, question: &Question, word: &str) -> Option<usize> {
        let Question::Target(points) = question else {
            return ["0", "1"].iter().position(|answer| *answer == word);
        };
        let program = self.view.program;
        let has_label = |point: &Point| {
            let place = Place { point: *point, ..self.stepper.now().at.place };
            program[program[place].labels].iter().any(|&label| program.name(label) == word)
        };
        let number = || word.parse().ok().and_then(|number: usize| number.checked_sub(1));
        points.iter().position(has_label).or_else(number).filter(|&answer| answer < points.len())
    }

    fn init(&mut self, name: &str, value: bool) -> String {
        let names = Names::of(self.view.program, self.stepper.now().at.place.procedure);
        let var = self.stepper.free().into_iter().find(|&var| names.get(var) == name);
        match var {
            Some(var) => {
                self.stepper.set(&[(var, value)]);
                self.here()
            }
            None => format!("`{name}` is no variable with an arbitrary first value here\n"),
        }
    }

    fn height(&self) -> usize {
        self.stepper.now().at.height()
    }

    fn is_over(&self) -> bool {
        self.stepper.now().status != Status::Running || self.stepper.violated().is_some()
    }
}

impl Walk for Session<'_> {
    type Own = Own;
    const HELP: &'static str = HELP;

    fn read(&self, line: &str) -> Result<Command<Own>, String> {
        command::read(line, self.stepper.question().is_some())
    }

    fn here(&mut self) -> String {
        let text = self.view.here(&self.stepper, self.seen.as_ref());
        self.seen = Some(self.stepper.now().at.clone());
        text
    }

    fn go(&mut self, until: Until) -> String {
        self.advance(until.goal(self.height()))
    }

    fn chance(&mut self, count: usize) -> String {
        self.goal = None;
        if self.stepper.now().status != Status::Running {
            return self.advance(None);
        }
        let random = &mut self.random;
        self.stepper.walk(count, &mut |answers| random.below(answers as u32) as usize);
        skip_unseen(&self.view, &mut self.stepper);
        self.here()
    }

    fn undo(&mut self, count: usize) -> String {
        (self.seen, self.goal) = (None, None);
        for _ in 0..count {
            if !self.stepper.undo() {
                return format!("this is the beginning\n{}", self.here());
            }
            while passes(&self.view, &self.stepper) && self.stepper.undo() {}
        }
        skip_unseen(&self.view, &mut self.stepper);
        self.here()
    }

    fn restart(&mut self) -> String {
        self.stepper.restart();
        skip_unseen(&self.view, &mut self.stepper);
        (self.seen, self.goal) = (None, None);
        self.here()
    }

    fn stack(&self) -> String {
        self.view.calls(&self.stepper)
    }

    /// Writes the run as a trace that was replayed.
    fn save(&self, file: &str) -> Result<String, Exit> {
        let Loaded { program, source, entry, properties, .. } = self.loaded;
        let sha256 = source.sha256();
        let wrong = |what: &dyn std::fmt::Display| {
            output::stderr(format_args!("error: the self-check failed: {what}\n"));
            Exit::SelfCheck
        };
        let Some(trace) = self.stepper.trace(sha256).map_err(|flaw| wrong(&flaw))? else {
            return Ok("the run has violated no property, and a trace ends with a violation\n".into());
        };
        let replayed = replay(program, sha256, *entry, trace).map_err(|refusal| wrong(&refusal))?;
        let (trace, length) = (replayed.trace(), replayed.length());
        let index = properties.iter().position(|property| *property == trace.property).unwrap_or_default();
        let written = output::file(Path::new(file), |out| write_trace(out, program, source, trace));
        Ok(match written {
            Ok(()) => {
                format!("{file} has the run until the violation of {}: {length} steps\n", self.view.property(index))
            }
            Err(error) => format!("cannot write {file}: {error}\n"),
        })
    }

    fn own(&mut self, command: Own) -> Result<String, Exit> {
        Ok(match command {
            Own::Answer(words) => self.answer(&words),
            Own::Init(name, value) => self.init(&name, value),
            Own::Vars => self.view.values(&self.stepper),
            Own::Where => self.view.text_around(&self.stepper),
        })
    }
}

/// Makes the steps that nobody wants to see.
fn skip_unseen(view: &View<'_>, stepper: &mut Stepper<'_>) {
    for _ in 0..MOST {
        if !passes(view, stepper) {
            return;
        }
        stepper.advance();
    }
}

/// Whether the next step is one that the input has nothing like, and at which nothing is to be chosen.
fn passes(view: &View<'_>, stepper: &Stepper<'_>) -> bool {
    let now = stepper.now();
    let is_of_interest = view.is_visible(now.at.place) || stepper.question().is_some() || stepper.violated().is_some();
    now.status == Status::Running && !is_of_interest
}
