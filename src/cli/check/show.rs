//! Carries reports to where they go: the standard output, the standard error output, and files.

use super::files::{self, violations};
use super::flags::{Args, Format};
use crate::cli::exit::Exit;
use crate::cli::output::{self, Audience};
use crate::cli::{reading, terminal};
use bpcheck::outcome::Overall;
use bpcheck::pipeline::{Decided, Loaded};
use bpcheck::report::check::json::{self, FileResult};
use bpcheck::report::check::{Ending, FileReport, Tally, moped, newton, sarif, text};
use bpcheck::report::explanation;
use bpcheck::report::paint::Paint;
use bpcheck::report::trace::{self, TraceStyle};
use bpcheck::report::visible::visible;
use serde::Serialize;
use std::io::{self, Write};

/// Shows reports as the flags say.
pub struct Show<'a> {
    args: &'a Args,
    /// Whether there are several inputs, or might be.
    several: bool,
    /// How many reports were shown.
    count: usize,
    tally: Tally,
    /// How traces look.
    style: TraceStyle,
    /// Whether the standard output took no more.
    is_lost: bool,
    /// The results so far, if they all go into one document.
    document: Option<Document>,
    /// The same as lines of text, for the case that the document cannot be written.
    lines: String,
}

/// A document that is printed at the end.
enum Document {
    Json(Vec<FileResult>),
    Sarif(sarif::Log),
}

impl Document {
    fn add(&mut self, report: &FileReport) {
        match self {
            Document::Json(files) => files.push(json::file(report)),
            Document::Sarif(log) => log.add(report),
        }
    }
}

impl<'a> Show<'a> {
    /// Shows nothing yet.
    pub fn new(args: &'a Args, several: bool) -> Show<'a> {
        let document = match args.format {
            Format::Json => Some(Document::Json(Vec::new())),
            Format::Sarif => Some(Document::Sarif(sarif::Log::default())),
            Format::Human | Format::Newton | Format::Moped => None,
        };
        let style = TraceStyle { why: args.why, ..terminal::trace_style(args.unfold) };
        Show { args, several, count: 0, tally: Tally::default(), style, is_lost: false, document, lines: String::new() }
    }

    /// Shows one report. Whether somebody still reads, and what went wrong, [`Exit::Done`] if nothing.
    pub fn report(&mut self, report: &FileReport) -> (Audience, Exit) {
        self.remarks(report);
        // The answer comes first: what happens while files are written takes nothing back.
        let written = match &mut self.document {
            Some(document) => {
                document.add(report);
                self.lines += &lines(|out| self.answer(report, out));
                Ok(Audience::Listens)
            }
            None if self.args.format == Format::Human => output::painted_stdout(|out| self.text(report, out)),
            None => output::stdout(|out| self.text(report, out)),
        };
        if let Err(error) = &written {
            self.is_lost = true;
            // What was decided still stands, on the other output.
            output::lost(error);
            output::stderr(lines(|out| self.answer(report, out)));
        }
        let trouble = files::write(self.args, report);
        self.count += 1;
        self.tally.add(report);
        if self.args.stats {
            self.statistics(report);
        }
        match written {
            Ok(audience) => (audience, trouble),
            Err(_) => (Audience::Listens, trouble.or_worse(Exit::Input)),
        }
    }

    /// Prints what is due at the end.
    pub fn finish(self) -> Exit {
        let exit = match self.document {
            None if self.several && self.args.format == Format::Human => {
                let gap = if self.args.quiet { "" } else { "\n" };
                let last = format!("{gap}{}\n", self.tally);
                if self.is_lost {
                    output::stderr(last);
                    return Exit::Done;
                }
                return output::print(Exit::Done, |out| out.write_all(last.as_bytes()));
            }
            None => return Exit::Done,
            Some(Document::Sarif(log)) => print(&log),
            Some(Document::Json(mut files)) => {
                let config = self.args.config();
                print(&match files.pop() {
                    Some(only) if !self.several => json::one(config, only),
                    last => json::several(config, files.into_iter().chain(last).collect()),
                })
            }
        };
        if exit != Exit::Done {
            output::stderr(self.lines);
        }
        exit
    }

    /// What one report is where each is shown by itself.
    fn text(&self, report: &FileReport, out: &mut dyn Write) -> io::Result<()> {
        if self.args.quiet {
            return text::brief(report, self.style.paint, out);
        }
        self.heading(report, out)?;
        match self.args.format {
            Format::Newton => newton::write(report, out),
            Format::Moped => moped::write(report, self.args.unfold, out),
            Format::Human | Format::Json | Format::Sarif => self.human(report, out),
        }
    }

    fn human(&self, report: &FileReport, out: &mut dyn Write) -> io::Result<()> {
        if let Ending::Decided(loaded, decided) = &report.ending {
            let style = TraceStyle { view: self.view(loaded, decided), ..self.style };
            text::traces(loaded, decided, &style, out)?;
            explanation::write(out, loaded, &decided.explanations, &self.style)?;
        }
        self.results(report, self.style.paint, out)
    }

    /// Whose terms there are; of use only where there is a trace.
    fn view(&self, loaded: &Loaded, decided: &Decided) -> trace::View {
        match violations(decided).next() {
            Some(_) => self.args.view.of(loaded),
            None => trace::View::Program,
        }
    }

    /// The answer alone, without traces, for the other output.
    fn answer(&self, report: &FileReport, out: &mut dyn Write) -> io::Result<()> {
        if self.args.quiet {
            return text::brief(report, Paint::Plain, out);
        }
        self.heading(report, out)?;
        self.results(report, Paint::Plain, out)
    }

    /// Of several files each has one.
    fn heading(&self, report: &FileReport, out: &mut dyn Write) -> io::Result<()> {
        if !self.several {
            return Ok(());
        }
        let gap = if self.count > 0 { "\n" } else { "" };
        let comment = if self.args.format == Format::Newton { "// " } else { "" };
        writeln!(out, "{gap}{comment}file: {}", visible(report.path.as_bytes()))
    }

    fn results(&self, report: &FileReport, paint: Paint, out: &mut dyn Write) -> io::Result<()> {
        text::results(report, paint, out)?;
        match &report.ending {
            Ending::SelfCheck(_) => Ok(()),
            _ => report
                .error()
                .filter(|_| self.several)
                .map_or(Ok(()), |error| writeln!(out, "error: {}", visible(error.as_bytes()))),
        }
    }

    /// What is to be said about the input itself.
    fn remarks(&self, report: &FileReport) {
        match &report.ending {
            Ending::Decided(loaded, decided) if !self.args.quiet => {
                reading::tell_all(loaded);
                let too_long = violations(decided).find(|replayed| !trace::can_be_unfolded(replayed));
                if let Some(replayed) = too_long.filter(|_| self.args.unfold) {
                    output::stderr(format_args!("note: {}\n", terminal::too_long(replayed)));
                }
                if loaded.properties.is_empty() && self.args.format == Format::Human {
                    output::stderr(nothing_asked(&report.path, loaded));
                }
            }
            Ending::Rejected(rejected) => reading::tell(rejected),
            _ => {}
        }
        let told = match &report.ending {
            // The last line says how many errors there are.
            Ending::Rejected(rejected) => rejected.has_errors(),
            _ if self.args.quiet => true,
            Ending::SelfCheck(_) => self.args.format == Format::Human,
            _ => self.several && self.args.format == Format::Human,
        };
        if let (Format::Moped, Some(Overall::Unknown(reason))) = (self.args.format, report.overall()) {
            output::stderr(format_args!("note: {}: UNKNOWN ({reason})\n", report.path));
        }
        if let Some(error) = report.error().filter(|_| !told) {
            output::stderr(format_args!("error: {error}\n"));
        }
    }

    fn statistics(&self, report: &FileReport) {
        let decided = match &report.ending {
            Ending::Decided(_, decided) => Some(&**decided),
            _ => None,
        };
        output::stderr(lines(|out| text::statistics(decided, &report.resources, out)));
    }
}

/// Prints a document.
fn print(document: &impl Serialize) -> Exit {
    output::print(Exit::Done, |out| {
        serde_json::to_writer_pretty(&mut *out, document)?;
        writeln!(out)
    })
}

/// That there is no property, and what could be asked.
pub fn nothing_asked(name: &str, loaded: &Loaded) -> String {
    let rest = match loaded.labels() {
        None => "no label".to_string(),
        Some(labels) => format!("other labels, {labels}: `--label L` asks whether a run comes to L"),
    };
    format!("note: {name} has no `assert`, no `abortif`, no label SLIC_ERROR or ERROR; it has {rest}\n")
}

/// What is written, as a text.
fn lines(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> String {
    let mut text = Vec::new();
    match write(&mut text) {
        Ok(()) => String::from_utf8_lossy(&text).into_owned(),
        Err(error) => format!("error: {error}\n"),
    }
}
