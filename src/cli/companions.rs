//! The maps that lie beside a program: `NAME.f` and `NAME.v` beside `NAME.bp`.

use super::{input, output};
use bpcheck::Source;
use bpcheck::lang::program::companion::Companions;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// Larger maps are not read.
const LARGEST: u64 = 16 << 20;

/// Reads the maps of the program at `path`, as far as they are there. What is none is passed over; what cannot be read is told, and is no
/// error: the maps matter to no verdict.
pub fn read(path: &Path) -> Companions {
    let known = path.extension().is_some_and(|extension| extension == "bp");
    let beside = |extension: &str| known.then(|| path.with_extension(extension)).and_then(|map| one(&map));
    Companions { functions: beside("f"), predicates: beside("v") }
}

fn one(map: &Path) -> Option<Source> {
    // Only a regular file is opened: a pipe would keep the reader waiting.
    if !map.metadata().ok()?.is_file() {
        return None;
    }
    match bytes(map) {
        Ok(text) => Some(Source::new(input::name(map), text)),
        Err(error) => {
            output::stderr(format_args!("warning: {} is left out: {error}\n", input::name(map)));
            None
        }
    }
}

fn bytes(map: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    File::open(map)?.take(LARGEST + 1).read_to_end(&mut text)?;
    match text.len() as u64 {
        0..=LARGEST => Ok(text),
        _ => Err(io::Error::other(format!("it has more than {} MiB", LARGEST >> 20))),
    }
}
