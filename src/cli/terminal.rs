//! What a terminal can show: its colors, and how wide it is.

use super::output;
use bpcheck::pipeline::Loaded;
use bpcheck::report::paint::Paint;
use bpcheck::report::trace::{self, MOST_STEPS, TraceStyle};
use bpcheck::validate::{Length, Replayed};
use std::env;
use std::io::{self, IsTerminal};
use std::sync::OnceLock;
use terminal_size::{Width, terminal_size_of};

/// When there are colors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set
    #[default]
    Auto,
    /// In pipes and files, too
    Always,
    /// Nowhere
    Never,
}

/// In whose terms a trace is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum View {
    /// The Boolean program: a row for each step
    #[default]
    Program,
    /// The C program of which it was made, where the text tells: a row for each statement, predicates by their text
    C,
}

impl View {
    /// The same for those who write traces of this program. If it tells nothing of a C program, that is said.
    pub fn of(self, loaded: &Loaded) -> trace::View {
        match self {
            View::Program => trace::View::Program,
            View::C if trace::is_from_c(loaded) => trace::View::C,
            View::C => {
                let name = loaded.source.name();
                output::stderr(format_args!(
                    "note: {name} does not tell from which C program it was made: --view c changes nothing\n"
                ));
                trace::View::Program
            }
        }
    }
}

/// What the command line says. It holds for the whole process, as the environment does.
static COLOR: OnceLock<Color> = OnceLock::new();

/// How wide lines are where nobody says.
const WIDTH: usize = 80;

/// Narrower than this nothing can be laid out.
const NARROWEST: usize = 40;

/// Takes what the command line says; only the first time counts.
pub fn choose(color: Color) {
    let _ = COLOR.set(color);
}

/// The colors of an output.
pub fn paint(out: &impl IsTerminal) -> Paint {
    let is_unwanted = || env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    match COLOR.get().copied().unwrap_or_default() {
        Color::Always => Paint::Ansi,
        Color::Auto if out.is_terminal() && !is_unwanted() => Paint::Ansi,
        Color::Auto | Color::Never => Paint::Plain,
    }
}

/// How many characters a line of the standard output has: as many as `COLUMNS` says, or the terminal, or 80.
fn width() -> usize {
    let told = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok()).filter(|&columns| columns > 0);
    let asked =
        || terminal_size_of(io::stdout()).map(|(Width(columns), _)| columns.into()).filter(|&columns| columns > 0);
    told.or_else(asked).unwrap_or(WIDTH).max(NARROWEST)
}

/// How traces are shown on the standard output.
pub fn trace_style(unfold: bool) -> TraceStyle {
    TraceStyle { unfold, width: width(), paint: paint(&io::stdout()), ..TraceStyle::default() }
}

/// Why a trace is not unfolded.
pub fn too_long(replayed: &Replayed) -> String {
    let (length, most) = (replayed.length(), Length::of(MOST_STEPS));
    format!(
        "the trace has {length} steps, and --unfold writes at most {most}: without it, it is folded; --why shows the steps that matter"
    )
}
