//! `bpcheck dump`: a program as the stages of the road see it, and a formula about its runs as an automaton.

mod automaton;

use super::exit::Exit;
use super::output;
use super::reading::{self, Reading};
use bpcheck::Source;
use bpcheck::lang::cfg;
use bpcheck::lang::program::{Program, resolve};
use bpcheck::lang::source::Diagnostics;
use bpcheck::lang::syntax::parse;
use bpcheck::pds;
use bpcheck::report::dump;
use serde::Serialize;
use std::fmt::Display;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Stages:
  tokens   words, names, numbers and signs, with their places
  ast      the syntax tree; expressions as prefix text: (& x (! y))
  program  places with what is done there, names resolved, and where control goes
  cfg      the control-flow graphs
  pds      the rules of the symbolic pushdown system, with guards and updates
  automaton
           the Büchi automaton of the formula of --ltl, in the Hanoi Omega-Automata format: it accepts the runs on
           which the formula holds. That of its violations is the one of its negation, --ltl '!(F)'

Formulas of linear temporal logic, operators from tight to loose:
  ! X F G (<> [])   U R W M (V)   & &&   xor   | ||   -> <->
  A formula that Moped reads in another way is refused; --dialect moped reads it so.
Atoms: LABEL, PROC:LABEL, in PROC, at LINE, PROC:entry, PROC:exit, { expression }, end, violation.
  Whether the program has such labels, procedures and variables is not looked at here.

Examples:
  bpcheck dump driver.bp --stage program
  bpcheck dump driver.bp --stage cfg --format dot | dot -Tsvg > driver.svg
  bpcheck dump driver.bp --stage pds --format json | jq '.rules | length'
  bpcheck dump driver.bp --stage automaton --ltl 'G (acquire:entry -> F release:exit)'
";

/// Show a program as one of the stages between text and engine sees it
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The program; `-` is the standard input
    file: PathBuf,
    /// Which stage
    #[arg(long, value_enum)]
    stage: Stage,
    /// The formula of the stage `automaton`
    #[arg(long, value_name = "FORMULA")]
    ltl: Option<String>,
    /// What goes to the standard output
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Stage {
    Tokens,
    Ast,
    Program,
    Cfg,
    Pds,
    Automaton,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// Lines of text
    #[default]
    Human,
    /// One JSON document
    Json,
    /// A picture for Graphviz; of the stage `cfg` only
    Dot,
}

/// Shows the stage.
pub fn run(args: &Args) -> Exit {
    if args.format == Format::Dot && args.stage != Stage::Cfg {
        return super::usage("dump", "--format dot draws the stage cfg only");
    }
    match (&args.ltl, args.stage) {
        (None, Stage::Automaton) => {
            return super::usage("dump", "--stage automaton is that of a formula: add --ltl FORMULA");
        }
        (Some(_), stage) if stage != Stage::Automaton => {
            return super::usage("dump", "--ltl has an automaton: add --stage automaton");
        }
        (Some(_), _) if args.format != Format::Human => {
            return super::usage("dump", "--stage automaton has a format of its own: leave --format out");
        }
        _ => {}
    }
    let source = reading::open(&args.file).and_then(|source| args.reading.as_program(&args.file, source));
    source.and_then(|source| stage(args, &source)).unwrap_or_else(|exit| exit)
}

fn stage(args: &Args, source: &Source) -> Result<Exit, Exit> {
    let mut remarks = Diagnostics::new(source);
    if args.stage == Stage::Tokens {
        let document = dump::tokens::document(source, &mut remarks);
        let exit = write(args, &document);
        reading::tell(&remarks);
        return Ok(if remarks.has_errors() { Exit::Input } else { exit });
    }
    let ast = parse(source, args.reading.manner(&args.file), &mut remarks);
    if args.stage == Stage::Ast {
        accepted(&mut remarks)?;
        return Ok(write(args, &dump::ast::document(&ast, source)));
    }
    let program = resolve(ast, &mut remarks);
    accepted(&mut remarks)?;
    let Some(program) = program else { return Err(Exit::Input) };
    if args.stage == Stage::Program {
        return Ok(write(args, &dump::program::document(&program, source)));
    }
    if let Some(formula) = &args.ltl {
        return automaton::write(formula, args.reading.dialect);
    }
    let graphs = cfg::build(&program);
    if args.stage == Stage::Cfg {
        let document = dump::cfg::document(&graphs, &program, source);
        return Ok(match args.format {
            Format::Dot => output::print(Exit::Done, |out| write!(out, "{}", document.dot())),
            Format::Human | Format::Json => write(args, &document),
        });
    }
    let system = pds::build(&program, &graphs, entry(args, &program)?);
    Ok(write(args, &dump::pds::document(&system, &graphs, &program)))
}

/// Says what is wrong or doubtful; goes on if nothing is wrong.
fn accepted(remarks: &mut Diagnostics) -> Result<(), Exit> {
    remarks.sort();
    reading::tell(remarks);
    if remarks.has_errors() { Err(Exit::Input) } else { Ok(()) }
}

fn entry(args: &Args, program: &Program) -> Result<bpcheck::lang::program::ProcId, Exit> {
    let name = args.reading.entry.as_deref().unwrap_or("main");
    program.find_procedure(name).ok_or_else(|| {
        output::stderr(format_args!("error: there is no procedure `{name}` to begin in; --entry names another\n"));
        Exit::Usage
    })
}

fn write(args: &Args, document: &(impl Display + Serialize)) -> Exit {
    output::print(Exit::Done, |out| match args.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, document)?;
            writeln!(out)
        }
        Format::Human | Format::Dot => write!(out, "{document}"),
    })
}
