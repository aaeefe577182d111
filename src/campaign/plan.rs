//! What is to be run: which engines on which files, how often, and which part of it here.

use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::io;
use std::path::{Component, Path, PathBuf};
use std::str::FromStr;

/// One of several parts of a campaign: every so many-th input, with all its runs, so that engines are compared on one machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 0.
    index: usize,
    /// How many there are; at least 1.
    of: usize,
}

impl Shard {
    /// All there is.
    pub const ALL: Shard = Shard { index: 0, of: 1 };

    /// Whether an input is in this part.
    pub(crate) fn has(self, input: usize) -> bool {
        input % self.of == self.index
    }
}

impl Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.index + 1, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let numbers = text.split_once('/').and_then(|(index, of)| Some((index.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((index, of)) if (1..=of).contains(&index) => Ok(Shard { index: index - 1, of }),
            _ => Err("write two numbers such as 3/8: the third of eight parts".to_string()),
        }
    }
}

/// One run that is to be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The index of the input.
    pub input: usize,
    /// The index of the engine.
    pub engine: usize,
    /// Which of several runs of this engine on this input, from 1.
    pub round: u32,
}

/// The runs of a part of a campaign. All engines have an input side by side, and all inputs had their first round when the second begins: what
/// happens to the machine meanwhile happens to all.
pub fn tasks(inputs: usize, engines: usize, rounds: u32, shard: Shard) -> impl Iterator<Item = Task> + Send {
    let here = move || (0..inputs).filter(move |&input| shard.has(input));
    (1..=rounds).flat_map(move |round| {
        here().flat_map(move |input| (0..engines).map(move |engine| Task { input, engine, round }))
    })
}

/// The inputs that paths stand for, each once, in the order of their names: a file is meant itself, a folder means all files below it with
/// one of these endings.
///
/// # Errors
/// The path that cannot be read, and what the system answers.
pub fn inputs(paths: &[PathBuf], endings: &[&str]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut found = BTreeMap::new();
    for path in paths {
        let failed = |error| (path.clone(), error);
        if path.metadata().map_err(failed)?.is_dir() {
            below(path, endings, &mut found)?;
        } else {
            insert(&mut found, path.clone());
        }
    }
    Ok(found.into_values().collect())
}

/// Adds a file, unless it is there under the same name, perhaps with a `./` before it.
fn insert(found: &mut BTreeMap<PathBuf, PathBuf>, path: PathBuf) {
    let plain = path.components().filter(|part| *part != Component::CurDir).collect();
    found.entry(plain).or_insert(path);
}

fn below(folder: &Path, endings: &[&str], found: &mut BTreeMap<PathBuf, PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let failed = |error| (folder.clone(), error);
        for entry in folder.read_dir().map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let path = entry.path();
            // A link to a folder may lead back to where we come from.
            if entry.file_type().map_err(failed)?.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|has| endings.iter().any(|ending| has == *ending)) && path.is_file()
            {
                insert(found, path);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_a_partition() {
        let all: Vec<Task> = tasks(7, 3, 2, Shard::ALL).collect();
        assert_eq!(all.len(), 42);
        assert_eq!(all[3], Task { input: 1, engine: 0, round: 1 });
        let mut parts: Vec<Task> =
            (1..=4).flat_map(|index| tasks(7, 3, 2, format!("{index}/4").parse().expect("a part"))).collect();
        parts.sort_by_key(|task| (task.round, task.input, task.engine));
        assert_eq!(parts, all);
    }

    #[test]
    fn parts_are_written_as_fractions() {
        assert_eq!("3/8".parse::<Shard>().map(|shard| shard.to_string()), Ok("3/8".to_string()));
        for wrong in ["", "3", "0/8", "9/8", "1/0", "-1/2", "a/b", "1/2/3"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn folders_are_gone_through_once() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let at = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(at("b/c"))?;
        for name in ["b/c/2.bp", "b/1.bp", "a.bp", "b/note.txt", "odd.txt"] {
            std::fs::write(at(name), "")?;
        }
        let found =
            inputs(&[folder.path().to_path_buf(), at("./a.bp"), at("odd.txt")], &["bp"]).map_err(|(_, error)| error)?;
        assert_eq!(found, [at("a.bp"), at("b/1.bp"), at("b/c/2.bp"), at("odd.txt")]);
        assert_eq!(inputs(&[at("gone")], &["bp"]).map_err(|(path, _)| path), Err(at("gone")));
        Ok(())
    }
}
