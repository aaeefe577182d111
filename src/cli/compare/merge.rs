//! Parts of a campaign put together.

use super::flags::Merge;
use super::outcome;
use crate::cli::exit::Exit;
use crate::cli::log::{self, Lines, Lock};
use crate::cli::output::{file, stderr, unwritten};
use bpcheck::campaign::record::Record;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Reads all parts, writes their runs as one log, and tells about all.
pub fn run(args: &Merge) -> Exit {
    match merge(args) {
        Ok(exit) | Err(exit) => exit,
    }
}

fn merge(args: &Merge) -> Result<Exit, Exit> {
    let mut records: Vec<Record> = Vec::new();
    for part in &args.parts {
        let unusable = |path: &Path, error: io::Error| {
            stderr(format_args!("error: cannot use {} as a log: {error}\n", path.display()));
            Exit::Input
        };
        for path in logs(part).map_err(|error| unusable(part, error))? {
            let Lines { whole, cut } = log::read(&path).map_err(|error| unusable(&path, error))?;
            if cut {
                stderr(format_args!("warning: {} ends in the middle of a run, which is left out\n", path.display()));
            }
            records.extend(whole);
        }
    }
    let key = |record: &Record| (record.input.path.clone(), record.engine.clone(), record.round);
    // The sort is stable: of runs that are the same in two parts, the one that was named last counts.
    records.sort_by_key(key);
    records.reverse();
    records.dedup_by_key(|record| key(record));
    records.reverse();
    if records.windows(2).any(|pair| pair[0].limits != pair[1].limits) {
        stderr("warning: not all runs had the same limits\n");
    }
    std::fs::create_dir_all(&args.output).map_err(|error| {
        unwritten(&args.output, &error);
        Exit::Input
    })?;
    let path = args.output.join("runs.jsonl");
    let _lock = locked(&path).map_err(|error| {
        unwritten(&path, &error);
        Exit::Input
    })?;
    let written = file(&path, |out| {
        records.iter().try_for_each(|record| {
            serde_json::to_writer(&mut *out, record)?;
            out.write_all(b"\n")
        })
    });
    written.map_err(|error| {
        unwritten(&path, &error);
        Exit::Input
    })?;
    Ok(outcome::tell(&records, &[], &args.output))
}

/// Keeps others from a log that is there already.
fn locked(path: &Path) -> io::Result<Option<Lock>> {
    match File::open(path) {
        Ok(file) => Lock::of(&file, path).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// The logs that a path stands for: itself, or those in the folder.
fn logs(part: &Path) -> io::Result<Vec<PathBuf>> {
    if !part.metadata()?.is_dir() {
        return Ok(vec![part.to_path_buf()]);
    }
    let mut logs = Vec::new();
    for entry in part.read_dir()? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "jsonl") {
            logs.push(path);
        }
    }
    if logs.is_empty() {
        return Err(io::Error::new(io::ErrorKind::NotFound, "there is no `.jsonl` file in this folder"));
    }
    logs.sort();
    Ok(logs)
}
