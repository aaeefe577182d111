//! `bpcheck convert`: programs in the formats of other tools.

use super::exit::Exit;
use super::output;
use super::reading::{self, Reading};
use bpcheck::Options;
use bpcheck::budget::Budget;
use bpcheck::convert::aiger::{self, Circuit};
use bpcheck::convert::explicit::system;
use bpcheck::convert::{Format, Input, horn, moped, normal_form, pdaaal};
use bpcheck::lang::cfg;
use bpcheck::lang::program::property::LabelRequest;
use bpcheck::lang::source::Diagnostics;
use bpcheck::pds::explicit::{PushdownSystem, parse};
use bpcheck::pds::passes::{Pass, PassSet};
use bpcheck::pipeline::{Loaded, Ready, prepare};
use bpcheck::report::dump;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  bpcheck convert driver.bp --to bp -o normal.bp
  bpcheck convert driver.bp --to moped -o moped.bp && moped -b -r moped.bp main:SLIC_ERROR
  bpcheck convert driver.bp --to smt2 -o driver.smt2 && z3 driver.smt2
  bpcheck convert driver.bp --to aig -o driver.aig && abc -c 'read_aiger driver.aig; pdr'
";

/// Write a program in the format of another tool
#[derive(clap::Args)]
#[command(after_help = format!("{}\n{EXAMPLES}", formats()))]
pub struct Args {
    /// The program, or the explicit pushdown system; `-` is the standard input
    file: PathBuf,
    /// The format
    #[arg(long, value_name = "FORMAT")]
    to: Format,
    /// Write to this file instead of the standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What is asked, for formats that hold a question: whether this label is reached, instead of the default properties; may be repeated
    #[arg(long = "label", value_name = "[PROC:]LABEL")]
    labels: Vec<String>,
    /// Switch passes before the writing off: `unreachable`, `constants`, `liveness`, `cone`, `compaction`, `modref`; for formats that hold a question
    #[arg(long, value_name = "PASS", value_delimiter = ',')]
    without: Vec<Pass>,
    #[command(flatten)]
    reading: Reading,
}

fn formats() -> String {
    let lines = Format::ALL.map(|format| format!("  {:9} {}\n", format.name(), format.about()));
    format!("Formats:\n{}", lines.concat())
}

/// Writes the program.
pub fn run(args: &Args) -> Exit {
    match convert(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn convert(args: &Args) -> Result<Exit, Exit> {
    let read_as = args.reading.from.unwrap_or_else(|| Input::of(&args.file));
    if read_as.is_system() && matches!(args.to, Format::Pds | Format::MopedPds | Format::Pdaaal) {
        return explicit(args, read_as);
    }
    let labels = args.labels.iter().map(|label| LabelRequest::parse(label)).collect();
    let loaded = args.reading.load(&args.file, Options::default().with_labels(labels))?;
    let bytes = match args.to {
        Format::Bp => normal_form(&loaded.source, args.reading.manner(&args.file)).ok_or(Exit::Input)?.into_bytes(),
        Format::Moped => moped::program(&loaded).into_bytes(),
        Format::Smt2 => horn::script(&loaded, &ready(args, &loaded)?).into_bytes(),
        Format::Pds => written_out(args, &loaded)?.to_string().into_bytes(),
        Format::MopedPds => moped::system::text(&written_out(args, &loaded)?).into_bytes(),
        Format::Pdaaal => instance(&written_out(args, &loaded)?).into_bytes(),
        Format::Aag => aiger::ascii(&circuit(args, &loaded)?).into_bytes(),
        Format::Aig => aiger::binary(&circuit(args, &loaded)?),
        Format::Dot => {
            let graphs = cfg::build(&loaded.program);
            dump::cfg::document(&graphs, &loaded.program, &loaded.source).dot().to_string().into_bytes()
        }
    };
    Ok(output::to(args.output.as_deref(), &bytes))
}

/// The program as a circuit. One with recursion is no wrong input: like a program without a property it has no answer here.
fn circuit(args: &Args, loaded: &Loaded) -> Result<Circuit, Exit> {
    aiger::circuit(loaded, &ready(args, loaded)?).map_err(|recursion| {
        output::stderr(format_args!(
            "error: {} does not fit into a circuit ({recursion})\n  hint: --to smt2 writes recursion, too\n",
            loaded.source.name()
        ));
        Exit::Unknown
    })
}

/// The program after the passes, for a format that holds a question.
fn ready(args: &Args, loaded: &Loaded) -> Result<Ready, Exit> {
    if loaded.properties.is_empty() {
        output::stderr(format_args!(
            "error: {} has no property, so nothing can be asked about it\n  hint: --label names a label that no run may reach\n",
            loaded.source.name()
        ));
        return Err(Exit::Unknown);
    }
    let passes = args.without.iter().fold(PassSet::default(), |passes, &pass| passes.without(pass));
    Ok(prepare(loaded, &loaded.properties, passes, &Budget::unlimited()).expect("nothing limits it"))
}

/// Writes an explicit pushdown system as one.
fn explicit(args: &Args, read_as: Input) -> Result<Exit, Exit> {
    let source = reading::open(&args.file)?;
    let told = |remarks: &Diagnostics| {
        reading::tell(remarks);
        Exit::Input
    };
    let text = read_as.system(&source).unwrap_or(Ok(source)).map_err(|remarks| told(&remarks))?;
    let mut remarks = Diagnostics::new(&text);
    let parsed = parse(&text, &mut remarks).ok_or(()).map_err(|()| told(&remarks))?;
    if !parsed.system.formulas().is_empty() && args.to != Format::Pds {
        output::stderr(format_args!("error: {} has formulas, and {} has none\n", text.name(), args.to.name()));
        return Err(Exit::Unknown);
    }
    let text = match args.to {
        Format::MopedPds => moped::system::text(&parsed.system),
        Format::Pdaaal => instance(&parsed.system),
        _ => parsed.system.to_string(),
    };
    Ok(output::to(args.output.as_deref(), text.as_bytes()))
}

/// A program as an explicit pushdown system.
fn written_out(args: &Args, loaded: &Loaded) -> Result<PushdownSystem, Exit> {
    system(&ready(args, loaded)?).map_err(|error| {
        output::stderr(format_args!("error: {}: {error}\n", loaded.source.name()));
        Exit::Unknown
    })
}

fn instance(system: &PushdownSystem) -> String {
    format!("{:#}\n", pdaaal::instance(system))
}
