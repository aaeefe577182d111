//! A list of answers: a file with a line for each input, comma or tab between its columns.

use super::{About, Expected, answer};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How a column of paths may be called.
const PATHS: [&str; 5] = ["file", "path", "input", "program", "name"];
/// How a column of answers may be called.
const ANSWERS: [&str; 4] = ["expected", "verdict", "answer", "status"];

/// How a column of labels may be called.
const LABELS: [&str; 1] = ["label"];

/// How an answer may be written that nobody knows.
const OPEN: [&str; 5] = ["", "unknown", "none", "-", "?"];

/// Answers by input.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Under the path without detours.
    rows: HashMap<PathBuf, Expected>,
    /// What rows name that is not there, in their order.
    absent: Vec<PathBuf>,
}

/// What is wrong with a list.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Bad {
    /// It cannot be read, or is no table.
    #[error("{0}")]
    Table(#[from] csv::Error),
    /// It lacks columns.
    #[error(
        "the first line has to name its columns, a column `file` (or {}) and a column `expected` (or {}): found {found}",
        PATHS[1..].join(", "), ANSWERS[1..].join(", ")
    )]
    Columns {
        /// The first line, as far as it counts.
        found: String,
    },
    /// A line ends before its answer.
    #[error("line {line}: expected {expected} columns as in the first line, found {found}")]
    Short {
        /// The number of the line, from 1.
        line: u64,
        /// How many columns the first line names.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// What should be an answer is none.
    #[error("line {line}: expected SAFE or UNSAFE (true or false), or UNKNOWN if nobody knows, found `{found}`")]
    Word {
        /// The number of the line, from 1.
        line: u64,
        /// What stands there.
        found: String,
    },
    /// One input stands there twice.
    #[error("line {line}: {path} stands there twice, with different answers")]
    Twice {
        /// The number of the line, from 1.
        line: u64,
        /// The input.
        path: String,
    },
}

impl List {
    /// Reads a list. Its first line names the columns: `file`, `expected`, and perhaps `label`. Paths are those from the list's folder.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(path: &Path) -> Result<List, Bad> {
        let text = std::fs::read(path).map_err(csv::Error::from)?;
        let head = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
        let delimiter = if head.contains(&b'\t') { b'\t' } else { b',' };
        let mut table = csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(text.as_slice());
        let columns = table.headers()?.clone();
        let column = |names: &[&str]| {
            columns.iter().position(|column| names.contains(&column.trim().to_ascii_lowercase().as_str()))
        };
        let named = || columns.iter().map(|column| format!("`{}`", column.trim())).collect::<Vec<_>>().join(", ");
        let known = column(&PATHS).zip(column(&ANSWERS));
        let (file, expected) = known.ok_or_else(|| Bad::Columns { found: named().chars().take(200).collect() })?;
        let label = column(&LABELS);
        let folder = path.parent().unwrap_or(Path::new(""));
        let (mut rows, mut absent) = (HashMap::new(), Vec::new());
        for row in table.records() {
            let row = row?;
            let line = row.position().map_or(0, csv::Position::line);
            let (Some(name), Some(word)) = (row.get(file), row.get(expected)) else {
                return Err(Bad::Short { line, expected: columns.len(), found: row.len() });
            };
            let answer = answer(word);
            if answer.is_none() && !OPEN.contains(&word.trim().to_ascii_lowercase().as_str()) {
                return Err(Bad::Word { line, found: word.trim().to_string() });
            }
            let label = label.and_then(|label| row.get(label)).map(str::trim).filter(|label| !label.is_empty());
            let told = Expected { answer, about: label.map(|label| About::Label(label.to_string())) };
            let place = folder.join(name.trim());
            let path = place.canonicalize().unwrap_or_else(|_| {
                absent.push(place.clone());
                place
            });
            if rows.insert(path, told.clone()).is_some_and(|before| before != told) {
                return Err(Bad::Twice { line, path: name.to_string() });
            }
        }
        Ok(List { rows, absent })
    }

    /// Whether it has the right answer for an input.
    pub fn answers(&self, path: &Path) -> bool {
        self.find(path).is_some_and(|row| row.answer.is_some())
    }

    /// Where the files should be that rows name and that are not there.
    pub fn absent(&self) -> &[PathBuf] {
        &self.absent
    }

    /// What it says about an input.
    pub(super) fn find(&self, path: &Path) -> Option<&Expected> {
        self.rows.get(&path.canonicalize().ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::campaign::record::Answer;

    fn read(name: &str, text: &str) -> (tempfile::TempDir, Result<List, Bad>) {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("sub")).expect("a folder");
        for program in ["a.bp", "sub/b.bp", "c.bp"] {
            std::fs::write(folder.path().join(program), "").expect("a program");
        }
        std::fs::write(folder.path().join(name), text).expect("a list");
        let list = List::read(&folder.path().join(name));
        (folder, list)
    }

    #[test]
    fn tabs_and_commas_and_other_columns() {
        let tabs = "file\tlabel\texpected\na.bp\tL\tSAFE\nsub/../sub/b.bp\t\tUNSAFE\nc.bp\t\tUNKNOWN\n";
        let commas = "Label,Status,Program\n L ,true,a.bp\n,false(unreach-call),./sub/b.bp\n,,c.bp\n,SAFE,gone.bp\n";
        for (name, text) in [("list.tsv", tabs), ("list.csv", commas)] {
            let (folder, list) = read(name, text);
            let list = list.expect("a list");
            let of = |program: &str| list.find(&folder.path().join(program));
            let row = |answer, label: Option<&str>| Expected {
                answer,
                about: label.map(|label| About::Label(label.to_string())),
            };
            assert_eq!(of("a.bp"), Some(&row(Some(Answer::Safe), Some("L"))));
            assert_eq!(of("sub/b.bp"), Some(&row(Some(Answer::Unsafe), None)));
            assert_eq!((of("c.bp"), of("d.bp")), (Some(&row(None, None)), None));
            let answers = ["a.bp", "c.bp", "gone.bp"].map(|program| list.answers(&folder.path().join(program)));
            assert_eq!(answers, [true, false, false]);
            let absent: &[PathBuf] = if name == "list.csv" { &[folder.path().join("gone.bp")] } else { &[] };
            assert_eq!(list.absent(), absent);
        }
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let wrong = |text| read("list.csv", text).1.expect_err("no list").to_string();
        let columns = wrong("a.bp,SAFE\n");
        assert!(columns.contains("a column `expected`") && columns.ends_with("found `a.bp`, `SAFE`"), "{columns}");
        assert_eq!(
            wrong("file,expected\nc.bp,SAFE\na.bp\n"),
            "line 3: expected 2 columns as in the first line, found 1"
        );
        assert!(wrong("file,expected\na.bp,maybe\n").ends_with("found `maybe`"));
        assert_eq!(
            wrong("file,expected\na.bp,SAFE\n./a.bp,UNSAFE\n"),
            "line 3: ./a.bp stands there twice, with different answers"
        );
        assert!(List::read(Path::new("/no/such/list")).is_err());
    }
}
