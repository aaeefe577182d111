//! A list of answers: a file with a line for each input, comma or tab between its columns.

use super::{Expected, answer};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// How a column of paths may be called.
const PATHS: [&str; 5] = ["file", "path", "input", "program", "name"];
/// How a column of answers may be called.
const ANSWERS: [&str; 4] = ["expected", "verdict", "answer", "status"];

/// How a column of labels may be called.
const LABELS: [&str; 1] = ["label"];

/// Answers by input.
#[derive(Clone, Debug, Default)]
pub struct List {
    /// Under the path without detours.
    rows: HashMap<PathBuf, Expected>,
}

/// What is wrong with a list.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Bad {
    /// It cannot be read, or is no table.
    #[error("{0}")]
    Table(#[from] csv::Error),
    /// It lacks columns.
    #[error("the first line does not name a column `file` and a column `expected`")]
    Columns,
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
        let (file, expected) = column(&PATHS).zip(column(&ANSWERS)).ok_or(Bad::Columns)?;
        let label = column(&LABELS);
        let folder = path.parent().unwrap_or(Path::new(""));
        let mut rows = HashMap::new();
        for row in table.records() {
            let row = row?;
            let (Some(name), Some(word)) = (row.get(file), row.get(expected)) else { continue };
            let label = label.and_then(|label| row.get(label)).map(str::trim).filter(|label| !label.is_empty());
            let told = Expected { answer: answer(word), label: label.map(str::to_string) };
            if rows.insert(direct(&folder.join(name)), told.clone()).is_some_and(|before| before != told) {
                let line = row.position().map_or(0, csv::Position::line);
                return Err(Bad::Twice { line, path: name.to_string() });
            }
        }
        Ok(List { rows })
    }

    /// What it says about an input.
    pub(super) fn find(&self, path: &Path) -> Option<&Expected> {
        self.rows.get(&direct(path))
    }
}

/// The path without links and detours, if there is such a file.
fn direct(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_path_buf())
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
        let commas = "Label,Status,Program\n L ,true,a.bp\n,false(unreach-call),./sub/b.bp\n,,c.bp\n4\n";
        for (name, text) in [("list.tsv", tabs), ("list.csv", commas)] {
            let (folder, list) = read(name, text);
            let list = list.expect("a list");
            let of = |program: &str| list.find(&folder.path().join(program));
            let row = |answer, label: Option<&str>| Expected { answer, label: label.map(str::to_string) };
            assert_eq!(of("a.bp"), Some(&row(Some(Answer::Safe), Some("L"))));
            assert_eq!(of("sub/b.bp"), Some(&row(Some(Answer::Unsafe), None)));
            assert_eq!((of("c.bp"), of("d.bp")), (Some(&row(None, None)), None));
        }
    }

    #[test]
    fn what_is_no_list_is_refused() {
        let wrong = |text| read("list.csv", text).1.expect_err("no list").to_string();
        assert_eq!(wrong("a.bp,SAFE\n"), Bad::Columns.to_string());
        assert_eq!(
            wrong("file,expected\na.bp,SAFE\n./a.bp,UNSAFE\n"),
            "line 3: ./a.bp stands there twice, with different answers"
        );
        assert!(List::read(Path::new("/no/such/list")).is_err());
    }
}
