//! `bpcheck language`: the reference of the language.

use super::exit::Exit;
use super::output;
use bpcheck::lang::reference::Page;
use bpcheck::lang::spelling::meant;
use bpcheck::report::language;

const EXAMPLES: &str = "\
Examples:
  bpcheck language
  bpcheck language schoose
  bpcheck language ':='
";

/// Explain a construct of the language of Boolean programs
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A keyword, a sign, or the name of a page; without it all pages are listed
    #[arg(allow_hyphen_values = true)]
    construct: Option<String>,
}

/// Prints a page, or the list of all.
pub fn run(args: &Args) -> Exit {
    let text = match &args.construct {
        None => language::list(),
        Some(name) => match Page::find(name) {
            Some(page) => language::page(page),
            None => {
                let hint = "`bpcheck language` lists what there is";
                let meant = meant(name, Page::names());
                output::stderr(format_args!("error: there is no page about `{name}`{meant}\n  hint: {hint}\n"));
                return Exit::Usage;
            }
        },
    };
    output::print(Exit::Done, |out| out.write_all(text.as_bytes()))
}
