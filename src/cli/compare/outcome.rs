//! What a campaign came to: a table, and files for those who go on with it.

use crate::cli::campaign;
use crate::cli::exit::Exit;
use crate::cli::output;
use bpcheck::campaign::record::Record;
use bpcheck::campaign::results::Results;
use bpcheck::report::campaign::{csv, html, latex, svg, table};
use std::io::{self, Write};
use std::path::Path;

/// Writes what the runs came to, and prints it.
pub fn tell(records: &[Record], engines: &[String], folder: &Path) -> Exit {
    let results = Results::new(records, engines);
    let mut exit = campaign::exit(&results, records);
    exit = exit.or_worse(write(&folder.join("runs.csv"), |out| csv::write(records, out)));
    let page = html::page(&results, &html::Page { title: "Engines compared", link: &|path| link(folder, path) });
    exit = exit.or_worse(write(&folder.join("report.html"), |out| out.write_all(page.as_bytes())));
    let plots = svg::files(&results).into_iter().map(|plot| (plot.file, plot.svg));
    exit = exit.or_worse(all(&folder.join("plots"), plots));
    let parts = latex::files(&results).into_iter().map(|part| (part.file, part.text));
    exit = exit.or_worse(all(&folder.join("latex"), parts));
    output::print(exit, |out| out.write_all(table::table(&results).as_bytes()))
}

/// Writes files with these names and texts to a folder.
fn all(folder: &Path, files: impl Iterator<Item = (String, String)>) -> Exit {
    if let Err(error) = std::fs::create_dir_all(folder) {
        output::unwritten(folder, &error);
        return Exit::Input;
    }
    files.fold(Exit::Done, |exit, (name, text)| {
        exit.or_worse(write(&folder.join(name), |out| out.write_all(text.as_bytes())))
    })
}

fn write(path: &Path, content: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Exit {
    match output::file(path, content) {
        Ok(()) => Exit::Done,
        Err(error) => {
            output::unwritten(path, &error);
            Exit::Input
        }
    }
}

/// The way from a page in a folder to an input, if there is such a file.
fn link(folder: &Path, input: &str) -> Option<String> {
    // What is shown escaped is no path.
    if input.contains('\\') {
        return None;
    }
    let (from, to) = (folder.canonicalize().ok()?, Path::new(input).canonicalize().ok()?);
    html::relative(from.to_str()?, to.to_str()?)
}
