//! The flags of `check` that ask about runs as a whole.

use crate::cli::exit::Exit;
use crate::cli::input;
use crate::cli::reading;
use bpcheck::lang::source::Source;
use bpcheck::pipeline::{Asked, Temporal};
use std::path::PathBuf;

/// Formulas of temporal logic, in the order in which they are asked.
#[derive(Clone, Debug, clap::Args)]
pub struct Formulas {
    /// Check that all runs satisfy this formula of linear temporal logic, instead of the default properties; may be repeated
    ///
    /// Operators are `! X F G`, `U R W M`, `&`, `xor`, `|`, `->` and `<->`, from tight to loose. Atoms are `LABEL` and `PROC:LABEL`, `call PROC` and
    /// `return PROC`, `in PROC`, `at LINE`, `end` (the run is over), `violation` (an assertion has failed), and `{ EXPR }` over globals and locals, these as
    /// `PROC.x`. A run that ends stays where it is; one that blocks is none. Of a violation a run is shown that goes round a loop for ever.
    #[arg(long = "ltl", value_name = "FORMULA")]
    pub ltl: Vec<String>,
    /// Check the formulas of this file, one a line; `name: FORMULA` gives one a name, and a line that begins with # is a comment
    #[arg(long, value_name = "FILE")]
    pub ltl_file: Option<PathBuf>,
    /// Check that this automaton accepts no run: a Büchi automaton of the violations; may be repeated
    ///
    /// In HOA, as tools for automata write it, or as a never claim of Spin. Its atoms are those of `--ltl`, in quotes. It reads a letter at each
    /// statement, as the program is written.
    #[arg(long, value_name = "FILE")]
    pub automaton: Vec<PathBuf>,
    /// Check that this monitor comes to no error: a file with its states and rules; may be repeated
    ///
    /// As in `state free { on call acquire goto held; }  state held { on call acquire goto error "taken twice"; on return release goto free; }`. It looks at each
    /// position of a run and follows the first rule of its state whose condition holds: one of atoms as in `--ltl`. `unless below P` or `if below P` behind it
    /// asks whether an activation of P is on the stack below.
    #[arg(long, value_name = "FILE")]
    pub monitor: Vec<PathBuf>,
    /// Check that all runs end: `--ltl 'F end'`
    #[arg(long)]
    pub terminates: bool,
    /// Check that whenever A holds, B does then or later: `--ltl 'G (A -> F B)'`; may be repeated
    #[arg(long, value_names = ["A", "B"], num_args = 2)]
    pub responds: Vec<String>,
    /// Look only at runs on which this holds again and again; may be repeated
    #[arg(long, value_name = "ATOM")]
    pub fair: Vec<String>,
    /// Which runs formulas are about
    #[arg(long, value_name = "WHICH", value_enum, default_value_t, hide_default_value = true)]
    pub runs: Runs,
    /// Let formulas speak of the next statement, by `X`: all statements count, as the program is written
    #[arg(long)]
    pub next: bool,
}

/// Which runs formulas are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Runs {
    /// All that do not block; one that ends stays where it is
    #[default]
    All,
    /// Those that never end, as in Moped
    Infinite,
}

impl Formulas {
    /// Whether anything is asked.
    pub fn are_asked(&self) -> bool {
        let many = [&self.ltl, &self.responds].into_iter().any(|given| !given.is_empty());
        let files = [&self.automaton, &self.monitor].into_iter().any(|given| !given.is_empty());
        many || files || self.terminates || self.ltl_file.is_some()
    }

    /// The same as flags of `check`.
    pub fn flags(&self) -> Vec<String> {
        let name = |path: &PathBuf| path.to_string_lossy().into_owned();
        let mut flags = Vec::new();
        let mut push = |flag: &str, values: &[String]| {
            flags.push(flag.to_string());
            flags.extend_from_slice(values);
        };
        self.ltl.iter().for_each(|formula| push("--ltl", std::slice::from_ref(formula)));
        self.responds.chunks_exact(2).for_each(|pair| push("--responds", pair));
        self.fair.iter().for_each(|atom| push("--fair", std::slice::from_ref(atom)));
        let files = self.ltl_file.iter().map(|path| ("--ltl-file", path));
        let files = files.chain(self.automaton.iter().map(|path| ("--automaton", path)));
        let files = files.chain(self.monitor.iter().map(|path| ("--monitor", path)));
        files.for_each(|(flag, path)| push(flag, &[name(path)]));
        if self.terminates {
            push("--terminates", &[]);
        }
        if self.next {
            push("--next", &[]);
        }
        if self.runs == Runs::Infinite {
            push("--runs", &["infinite".to_string()]);
        }
        flags
    }

    /// Why some of the flags do not go together.
    pub fn clash(&self) -> Option<&'static str> {
        if !self.fair.is_empty() && !self.automaton.is_empty() {
            return Some("--fair is about formulas: put it into the automaton, or ask it in a run of its own");
        }
        let is_limited = !self.fair.is_empty() || self.runs == Runs::Infinite;
        let why =
            "--fair and --runs are about runs that never end: a monitor errs on what was done, however it goes on";
        (is_limited && !self.monitor.is_empty()).then_some(why)
    }

    /// What is asked, formulas first, each with what it is called where something is wrong with it.
    ///
    /// # Errors
    /// The exit code, if a file cannot be read; why is told.
    pub fn asked(&self) -> Result<Temporal, Exit> {
        let mut asked: Vec<(String, String)> = self.ltl.iter().map(|text| ("--ltl".into(), text.clone())).collect();
        if let Some(path) = &self.ltl_file {
            let source = reading::open(path)?;
            let text = String::from_utf8_lossy(source.bytes()).into_owned();
            for (number, line) in (1..).zip(text.lines()) {
                let line = line.trim();
                if !line.is_empty() && !line.starts_with('#') {
                    asked.push((format!("{}, line {number}", input::name(path)), formula(line).to_string()));
                }
            }
        }
        if self.terminates {
            asked.push(("--terminates".into(), "F end".into()));
        }
        for pair in self.responds.chunks_exact(2) {
            asked.push(("--responds".into(), format!("G (({}) -> F ({}))", pair[0], pair[1])));
        }
        if !self.fair.is_empty() {
            let fair: Vec<String> = self.fair.iter().map(|atom| format!("G F ({atom})")).collect();
            let fair = fair.join(" & ");
            asked.iter_mut().for_each(|(_, formula)| *formula = format!("({fair}) -> ({formula})"));
        }
        let mut asked: Vec<Asked> =
            asked.into_iter().map(|(name, text)| Asked::Formula(Source::new(name, text))).collect();
        for path in &self.automaton {
            asked.push(Asked::Automaton(reading::open(path)?));
        }
        for path in &self.monitor {
            asked.push(Asked::Monitor(reading::open(path)?));
        }
        Ok(Temporal {
            asked,
            counts_steps: self.next,
            only_infinite: self.runs == Runs::Infinite,
            ..Temporal::default()
        })
    }
}

/// A line without the name that may stand before its formula: `name: FORMULA`, where `PROC:LABEL` has no blank.
fn formula(line: &str) -> &str {
    match line.split_once(": ") {
        Some((name, formula)) if name.chars().all(|c| c.is_alphanumeric() || "_-.".contains(c)) => formula.trim(),
        _ => line,
    }
}
