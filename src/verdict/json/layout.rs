//! How the document is laid out: a line for each field of the document and of a run, and for each step; what is inside
//! of them (states, lists of names) stays in the line.

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};
use std::io::{self, Write};

/// Writes a document and a line end.
pub(in crate::verdict) fn write(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    let mut out = io::BufWriter::new(out);
    document.serialize(&mut Serializer::with_formatter(&mut out, Lines::default()))?;
    out.write_all(b"\n")?;
    out.flush()
}

/// A document as text.
pub(in crate::verdict) fn text(document: &impl Serialize) -> String {
    let mut out = Vec::new();
    write(&mut out, document).expect("memory takes everything");
    String::from_utf8(out).expect("JSON is UTF-8")
}

/// The JSON Schema of a document.
pub(in crate::verdict) fn schema<T: schemars::JsonSchema>() -> String {
    serde_json::to_string_pretty(&schemars::schema_for!(T)).expect("a schema has no keys but strings") + "\n"
}

/// The formatter. The elements of an array stand in lines of their own if they are objects; the fields of an object
/// do so in the document (depth 0) and in the runs (in the array of a field, so depth 2).
#[derive(Debug, Default)]
struct Lines {
    /// For each array and object that is open: whether it is broken into lines.
    open: Vec<bool>,
    /// An element of an array comes next.
    element: bool,
}

impl Lines {
    fn line<W: ?Sized + Write>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(b"\n")?;
        (0..self.open.len()).try_for_each(|_| out.write_all(b" "))
    }

    fn close<W: ?Sized + Write>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        if self.open.pop() == Some(true) {
            self.line(out)?;
        }
        out.write_all(bracket)
    }
}

impl Formatter for Lines {
    fn begin_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.open.push(false);
        out.write_all(b"[")
    }

    fn end_array<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"]")
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.element = true;
        if first { Ok(()) } else { out.write_all(b",") }
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, _: &mut W) -> io::Result<()> {
        self.element = false;
        Ok(())
    }

    fn begin_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        let element = std::mem::take(&mut self.element);
        if element {
            self.line(out)?;
            self.open.last_mut().into_iter().for_each(|array| *array = true);
        }
        let depth = self.open.len();
        self.open.push(depth == 0 || (element && depth == 2));
        out.write_all(b"{")
    }

    fn end_object<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        self.close(out, b"}")
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        if !first {
            out.write_all(b",")?;
        }
        match self.open.last() {
            Some(true) => self.line(out),
            _ if first => Ok(()),
            _ => out.write_all(b" "),
        }
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }
}
