//! The flags of `pds`.

use crate::cli::exit::Exit;
use crate::cli::output;
use crate::cli::pushdown::System;
use crate::cli::session::{Limits, NoResult, Session};
use crate::cli::step::Walk;
use bpcheck::convert::Input;
use std::path::PathBuf;
use std::sync::Arc;

const EXAMPLES: &str = "\
A FILE has one statement a line:
  # comment
  init <p, a b>            an initial configuration: a control state, and a stack, its top first
  <p, a> -> <q, b c>       a rule: in p with a on top go to q and put b c in the place of a
  <p, a> -> <q, >          a rule that takes a off the stack
  target <q, c .*>         what no run may reach: a regular expression over the stack
Names are runs of letters, digits, _ $ '. In regular expressions stand . (any symbol), |, * and
parentheses; the control state of a target may be . (any), too.

A FILE that begins with `(` is in Moped's text format, one that ends in .json an instance for PDAAAL.

Examples:
  bpcheck pds check bug.pds
  bpcheck pds member bug.pds '<q, b .*>'
  bpcheck pds post bug.pds --format dot | dot -Tsvg > post.svg
  bpcheck pds post bug.pds --format tikz --step 9 > step-9.tex
  bpcheck pds step bug.pds
";

/// Explicit pushdown systems: what can be reached, from where, and how
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(clap::Subcommand)]
/// What to do with a system.
pub enum Action {
    /// Print post*: the automaton of all configurations that can be reached
    #[command(after_help = AUTOMATON)]
    Post {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        drawing: Drawing,
        /// Print the heads only: which symbol can be on top in which control state
        #[arg(long, conflicts_with = "lengths")]
        heads: bool,
    },
    /// Print pre*: the automaton of all configurations from which a target can be reached
    #[command(after_help = AUTOMATON)]
    Pre {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        drawing: Drawing,
    },
    /// Can a configuration like this be reached? `member: yes` with a shortest run (exit code 0), or `member: no` (1)
    Member {
        #[command(flatten)]
        common: Common,
        /// The configurations: `<p, a b .*>`
        pattern: String,
        #[command(flatten)]
        telling: Telling,
    },
    /// Decide whether a target can be reached: UNSAFE with a shortest run (exit code 10), or SAFE (0)
    Check {
        #[command(flatten)]
        common: Common,
        #[command(flatten)]
        telling: Telling,
    },
    Step(Walk),
}

const AUTOMATON: &str = "\
A configuration <p, a b> is accepted if a path that begins in p and reads a b ends in a final state. The transitions are
printed in the order in which they were found, each with the rule that it was found by; a return is told by the two
transitions that it joins. `#1`, `#2`, … are states of the automaton from which saturation began, `[p a]` is what waits
below activations that began with <p, a>. A rule that pushes more than two symbols is taken apart: `#3.1` stands in
the middle of rule 3, behind its part 1, with `#` on top.";

/// The flags of every action that decides something.
#[derive(clap::Args)]
pub struct Common {
    /// The system; `-` is the standard input
    pub file: PathBuf,
    #[command(flatten)]
    pub limits: Limits,
}

/// How an automaton is shown.
#[derive(clap::Args)]
pub struct Drawing {
    /// What goes to the standard output
    #[arg(long, value_enum, default_value_t)]
    pub format: Shape,
    /// A picture of what was known after step N of those that `bpcheck explain` lists
    #[arg(long, value_name = "N")]
    pub step: Option<usize>,
    /// With each transition the length of a shortest run that it stands for
    #[arg(long)]
    pub lengths: bool,
}

/// What an automaton goes out as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Shape {
    /// Lines of text
    #[default]
    Human,
    /// One JSON document
    Json,
    /// A picture for Graphviz
    Dot,
    /// A picture for LaTeX: a `tikzpicture` that needs TikZ
    Tikz,
    /// A picture as SVG
    Svg,
}

/// How answers are shown.
#[derive(clap::Args)]
pub struct Telling {
    /// What goes to the standard output
    #[arg(long, value_enum, default_value_t)]
    pub format: Format,
    /// Print every step of a long run
    #[arg(long)]
    pub unfold: bool,
}

/// What an answer goes out as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Lines of text
    #[default]
    Human,
    /// One JSON document
    Json,
}

impl Common {
    /// Reads the system.
    pub fn read(&self, session: &Session) -> Result<Arc<System>, NoResult> {
        let read = session.system(&self.file, Input::of_system(&self.file));
        let is_program = self.file.extension().is_some_and(|ending| ending == "bp");
        if let (Err(NoResult::Told(Exit::Input)), true) = (&read, is_program) {
            output::stderr(
                "note: by its name this is a Boolean program; `bpcheck check` and `bpcheck explain` read those\n",
            );
        }
        read
    }
}
