//! What a campaign came to: a table, and files for those who go on with it.

use crate::cli::exit::Exit;
use crate::cli::output;
use bpcheck::campaign::record::Record;
use bpcheck::campaign::results::Results;
use bpcheck::report::campaign::{csv, table};
use std::io::{self, Write};
use std::path::Path;

/// Writes what the runs came to, and prints it; 4 if an answer is wrong, or two contradict each other.
pub fn tell(records: &[Record], engines: &[String], folder: &Path) -> Exit {
    let results = Results::new(records, engines);
    let wrong = !results.wrong().is_empty() || !results.disagreements().is_empty();
    let exit = if wrong { Exit::SelfCheck } else { Exit::Done };
    let written = write(folder, "runs.csv", |out| csv::write(records, out));
    written.or_worse(output::print(exit, |out| out.write_all(table::table(&results).as_bytes())))
}

fn write(folder: &Path, name: &str, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
    let path = folder.join(name);
    match output::file(&path, content) {
        Ok(()) => Exit::Done,
        Err(error) => {
            output::unwritten(&path, &error);
            Exit::Input
        }
    }
}
