//! What the arguments of `check` mean: files, and folders with programs below.

use crate::cli::input;
use bpcheck::campaign::plan;
use std::path::{Path, PathBuf};

/// The ending of programs in folders.
const ENDING: &str = "bp";

/// The inputs of a check, in the order of the arguments; what is below a folder, by name.
pub struct Inputs {
    /// Each with its path.
    pub all: Vec<Input>,
    /// Whether the arguments speak of several: a folder does, whatever is in it.
    pub are_several: bool,
}

/// One input.
pub struct Input {
    /// Where it is.
    pub path: PathBuf,
    /// A folder that has no program for us, and why.
    pub hollow: Option<String>,
}

impl Inputs {
    /// Looks into folders.
    pub fn of(arguments: &[PathBuf]) -> Inputs {
        let is_folder = |path: &Path| !input::is_stdin(path) && path.is_dir();
        let are_several = arguments.len() > 1 || arguments.iter().any(|path| is_folder(path));
        let all = arguments.iter().flat_map(|path| match is_folder(path) {
            true => below(path),
            false => vec![Input { path: path.clone(), hollow: None }],
        });
        Inputs { all: all.collect(), are_several }
    }
}

/// The programs in a folder and in those below it.
fn below(folder: &Path) -> Vec<Input> {
    let hollow = |path: PathBuf, why: String| vec![Input { path, hollow: Some(why) }];
    match plan::inputs(&[folder.to_path_buf()], &[ENDING]) {
        Ok(paths) if paths.is_empty() => {
            hollow(folder.to_path_buf(), format!("there is no file with the ending .{ENDING} in it, nor below"))
        }
        Ok(paths) => paths.into_iter().map(|path| Input { path, hollow: None }).collect(),
        Err((path, error)) => hollow(path, error.to_string()),
    }
}
