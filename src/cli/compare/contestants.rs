//! Who takes part. Whatever would make all runs of one fail is found before the first run.

use super::flags::Run;
use crate::cli::campaign::program;
use crate::cli::check::Formulas;
use crate::cli::exit::Exit;
use crate::cli::output::stderr;
use crate::cli::{Cli, Command, usage};
use bpcheck::campaign::contestant::{Contestant, Engine, Tool};
use bpcheck::engine::Selection;
use clap::Parser;
use std::collections::HashSet;

/// Flags of `check` that say what is asked.
const ABOUT: [&str; 5] = ["--label", "--entry", "--dialect", "--precedence", "--from"];

/// The engines and tools that are asked for.
///
/// # Errors
/// What to exit with, if one takes part twice or cannot be run; that is told.
pub fn contestants(args: &Run, formulas: &Formulas) -> Result<Vec<Contestant>, Exit> {
    let program = program()?;
    let engine = |engine: &Selection| {
        let (name, program, flags) = (engine.to_string(), program.clone(), args.flags.clone());
        Contestant::Engine(Engine { name, program, flags })
    };
    let mut contestants: Vec<Contestant> = args.engines.iter().map(engine).collect();
    for path in &args.tools {
        let tool = Tool::read(path, &program).map_err(|bad| {
            stderr(format_args!("error: cannot use {} as a tool: {bad}\n", path.display()));
            Exit::Input
        })?;
        contestants.push(Contestant::Tool(Box::new(tool)));
    }
    let mut names = HashSet::new();
    if let Some(twice) = contestants.iter().map(Contestant::name).find(|&name| !names.insert(name)) {
        return Err(usage("compare", format_args!("{twice} takes part twice")));
    }
    let is_asked = |flag: &&String| ABOUT.contains(&flag.split('=').next().unwrap_or_default());
    match args.flags.iter().find(is_asked) {
        Some(flag) if !args.tools.is_empty() => {
            Err(usage("compare", format_args!("{flag} is for all that take part: it stands before `--`")))
        }
        _ => accepted(args, formulas).map(|()| contestants),
    }
}

/// Whether `check` takes the labels, formulas and flags that runs are to have.
fn accepted(args: &Run, formulas: &Formulas) -> Result<(), Exit> {
    let labels = args.labels.iter().flat_map(|label| ["--label", label]);
    let words = ["bpcheck", "check", "--format", "json"].into_iter().chain(labels);
    let words = words.chain(args.flags.iter().map(String::as_str)).chain(["--", "FILE"]);
    let why = match Cli::try_parse_from(words) {
        Ok(Cli { command: Command::Check(check), .. }) if check.formulas.are_asked() => {
            return Err(usage("compare", "formulas, automata and monitors are asked of all: they stand before `--`"));
        }
        Ok(_) if !formulas.are_asked() => return Ok(()),
        Ok(_) if !args.tools.is_empty() => {
            return Err(usage(
                "compare",
                "no other tool is asked about formulas, automata and monitors: leave --tool out",
            ));
        }
        Ok(_) if !args.labels.is_empty() => {
            return Err(usage(
                "compare",
                "--label is not about formulas: leave it out, or ask them in a campaign of their own",
            ));
        }
        Ok(_) => match formulas.clash() {
            None => return Ok(()),
            Some(why) => why.to_string(),
        },
        Err(refusal) => {
            let text = refusal.to_string();
            text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_string()
        }
    };
    Err(usage("compare", format_args!("no run would begin: `bpcheck check` says: {why}")))
}
