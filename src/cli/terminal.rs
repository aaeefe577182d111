//! What a terminal can show: its colors, and how wide it is.

use bpcheck::report::paint::Paint;
use bpcheck::report::trace::{MOST_STEPS, TraceStyle};
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
