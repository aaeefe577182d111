//! What engines are run on, and what is known of the right answers.

use super::flags::{Asked, Run};
use crate::cli::campaign::Input;
use crate::cli::exit::Exit;
use crate::cli::output::stderr;
use crate::cli::{input, usage};
use bpcheck::campaign::expected::{About, Expected, List};
use bpcheck::campaign::plan;
use bpcheck::convert;
use std::path::Path;

/// The programs that are asked for, with their right answers.
///
/// # Errors
/// What to exit with, if there are none, or if the list has the answer of none; that is told.
pub fn inputs(args: &Run, asked: &Asked) -> Result<Vec<Input>, Exit> {
    let list = args.expected.as_deref().map(|path| List::read(path).map_err(|bad| (path, bad)));
    let list = list.transpose().map_err(|(path, bad)| {
        stderr(format_args!("error: cannot use {} as a list of answers: {bad}\n", path.display()));
        Exit::Input
    })?;
    let paths = plan::inputs(&args.paths, &convert::Input::IN_FOLDERS.map(convert::Input::ending)).map_err(
        |(path, error)| {
            stderr(format_args!("error: cannot read {}: {error}\n", path.display()));
            Exit::Input
        },
    )?;
    if paths.is_empty() {
        stderr(
            "error: there is no program to run anything on: folders are searched for `.bp`, `.smt2` and `.pds` files\n",
        );
        return Err(Exit::Input);
    }
    let read = |path| {
        Input::read(path, list.as_ref(), asked.formulas.flags().is_empty(), |expected| about(args, asked, expected))
    };
    let inputs: Vec<Input> = paths.into_iter().map(read).collect();
    let asks_for_a_formula = |input: &&Input| matches!(input.expected.about, Some(About::Formula(_)));
    let other = match (args.tools.is_empty(), args.labels.is_empty()) {
        (false, _) => Some("no other tool is asked about these: leave --tool out, or the program"),
        (_, false) => Some("--label is not about these: leave it out, or the program"),
        (true, true) => None,
    };
    if let Some((input, why)) = inputs.iter().find(asks_for_a_formula).zip(other) {
        return Err(usage("compare", format_args!("{} asks for a formula, and {why}", input.name)));
    }
    if let Some((path, list)) = args.expected.as_deref().zip(list.as_ref()) {
        covered(path, list, &inputs)?;
    }
    Ok(inputs)
}

/// Says of how many inputs a list has the right answer, unless it is all of them.
fn covered(path: &Path, list: &List, inputs: &[Input]) -> Result<(), Exit> {
    let open: Vec<&Input> = inputs.iter().filter(|input| !list.answers(&input.path)).collect();
    let Some(first) = open.first() else { return Ok(()) };
    let (known, all) = (inputs.len() - open.len(), inputs.len());
    let degree = if known == 0 { "error" } else { "warning" };
    let (path, folder) = (path.display(), path.parent().filter(|folder| *folder != Path::new("")));
    let folder = folder.unwrap_or(Path::new(".")).display();
    stderr(format_args!(
        "{degree}: {known} of {all} inputs have an expected answer in {path}; {}, for one, has none\n",
        first.name
    ));
    stderr(format_args!("note: the names in it are relative to the folder that it is in, `{folder}`"));
    match list.absent() {
        [] => stderr("\n"),
        [absent, ..] => {
            let (count, absent) = (list.absent().len(), input::name(absent));
            stderr(format_args!("; {count} of them name no file, such as {absent}\n"));
        }
    }
    if known == 0 { Err(Exit::Input) } else { Ok(()) }
}

/// What is asked about an input, as flags.
fn about(args: &Run, asked: &Asked, expected: &Expected) -> Vec<String> {
    let flag = |name: &str, value: &String| [name.to_string(), value.clone()];
    let asks: Vec<String> = match &expected.about {
        None => args.labels.iter().flat_map(|label| flag("--label", label)).collect(),
        Some(About::Label(label)) => flag("--label", label).into(),
        Some(About::Formula(formula)) => flag("--ltl", formula).into(),
    };
    asks.into_iter().chain(asked.reading.flags()).chain(asked.formulas.flags()).collect()
}
