//! A source file in memory.

use super::{Coded, Span};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

/// The bytes of one input and the name under which people know it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    name: String,
    text: Vec<u8>,
    /// Whether a byte order mark stood before the text: it says that this is UTF-8, and is no part of it.
    is_marked: bool,
    /// Offset of the first byte of each line, made when first asked for.
    lines: OnceLock<Vec<u32>>,
    /// In long lines columns are counted from the nearest of these, made when first asked for.
    milestones: OnceLock<Vec<Milestone>>,
    /// The hash of the text, made when first asked for.
    sha256: OnceLock<String>,
    /// For a text that was made of another input, how.
    made: Option<Making>,
}

/// How a text was made.
#[derive(Debug)]
struct Making {
    /// What each line comes from.
    origins: Vec<Origin>,
    /// The input that it was made of.
    input: Source,
    /// What its numbers and lines stand for, if it is the program of a pushdown system.
    coded: Option<Coded>,
}

/// What a line of a text that was made of another input comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The place of the input.
    pub(crate) position: Position,
    /// How people are told about the line.
    pub(crate) told: Told,
}

/// How a line of a text that was made of another input is told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// As it stands there.
    Itself,
    /// As something of the input.
    As(Box<str>),
    /// Not as a step; that control is there is told as something of the input.
    At(Box<str>),
    /// Not at all: the input has nothing like it.
    Nothing,
}

impl Told {
    /// Whether the line is told as a step.
    pub(crate) fn is_step(&self) -> bool {
        matches!(self, Told::Itself | Told::As(_))
    }

    /// The words of the input for the line, if there are any.
    pub(crate) fn words(&self) -> Option<&str> {
        match self {
            Told::As(text) | Told::At(text) => Some(text),
            Told::Itself | Told::Nothing => None,
        }
    }
}

/// A character's beginning, and how many characters stand before it; one in every [`MILE`] bytes.
#[derive(Debug)]
struct Milestone {
    offset: u32,
    characters: u32,
}

/// The byte order mark, in UTF-8.
const MARK: &[u8] = "\u{feff}".as_bytes();
/// How far milestones are apart, in bytes.
const MILE: usize = 256;

/// A place as people count it: lines and columns from 1, columns in characters (a byte that is not
/// part of valid UTF-8 counts as one).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column, from 1.
    pub column: u32,
}

impl Source {
    /// The longest input that is accepted, in bytes: offsets have 32 bits, one value is kept back.
    pub const MAX_LEN: usize = u32::MAX as usize - 1;

    /// An input called `name` with the given bytes (any bytes: what is not a program is reported
    /// by the lexer, with its place). A byte order mark at the beginning is set aside.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Source {
        Source::with(name.into(), text.into(), None)
    }

    /// A text that was made of `input`, under its name and with its hash. Its lines come from these places of it, which is where people are sent to.
    pub fn made(input: &Source, text: impl Into<Vec<u8>>, origins: Vec<Origin>) -> Source {
        Source::of(input, text.into(), origins, None)
    }

    /// The same of the program of a pushdown system.
    pub fn coded(input: &Source, text: impl Into<Vec<u8>>, origins: Vec<Origin>, coded: Coded) -> Source {
        Source::of(input, text.into(), origins, Some(coded))
    }

    fn of(input: &Source, text: Vec<u8>, origins: Vec<Origin>, coded: Option<Coded>) -> Source {
        let made = Making { origins, input: input.clone(), coded };
        Source::with(input.name().to_string(), text, Some(made))
    }

    fn with(name: String, mut text: Vec<u8>, made: Option<Making>) -> Source {
        let is_marked = text.starts_with(MARK);
        if is_marked {
            text.drain(..MARK.len());
        }
        let (lines, milestones, sha256) = (OnceLock::new(), OnceLock::new(), OnceLock::new());
        Source { inner: Arc::new(Inner { name, text, is_marked, lines, milestones, sha256, made }) }
    }

    /// The name given to [`Source::new`], usually a path.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// All bytes, without a byte order mark.
    pub fn bytes(&self) -> &[u8] {
        &self.inner.text
    }

    /// The text of a span, clamped to the file; invalid UTF-8 is shown as replacement characters.
    pub fn text(&self, span: Span) -> Cow<'_, str> {
        let end = span.range().end.min(self.bytes().len());
        let start = span.range().start.min(end);
        String::from_utf8_lossy(&self.bytes()[start..end])
    }

    /// Where the byte at `offset` stands, or where its line comes from; one past the end is the place behind the last byte.
    pub fn position(&self, offset: u32) -> Position {
        let lines = self.lines();
        let line = self.line_index(offset);
        if let Some(origin) = self.origin(line) {
            return origin.position;
        }
        let start = lines[line] as usize;
        let end = (offset as usize).clamp(start, self.bytes().len());
        let column = match end - start <= 2 * MILE {
            true => characters(&self.bytes()[start..end]),
            false => self.characters_before(end) - self.characters_before(start),
        };
        Position { line: line as u32 + 1, column: column as u32 + 1 }
    }

    /// How the line of the byte at `offset` is told.
    pub fn told(&self, offset: u32) -> &Told {
        self.origin(self.line_index(offset)).map_or(&Told::Itself, |origin| &origin.told)
    }

    fn origin(&self, line: usize) -> Option<&Origin> {
        self.inner.made.as_ref()?.origins.get(line)
    }

    /// The index of the line of the byte at `offset`, in this very text.
    pub(crate) fn line_index(&self, offset: u32) -> usize {
        self.lines().partition_point(|&start| start <= offset).max(1) - 1
    }

    /// The span of the line of the byte at `offset`, without its line end.
    pub fn line_around(&self, offset: u32) -> Span {
        self.line(self.line_index(offset) as u32 + 1)
    }

    /// The span of a line (counted from 1) without its line end; empty behind the last line.
    pub(crate) fn line(&self, line: u32) -> Span {
        let lines = self.lines();
        let Some(&start) = lines.get(line.max(1) as usize - 1) else {
            return Span::new(self.bytes().len(), self.bytes().len());
        };
        let mut end = lines.get(line.max(1) as usize).map_or(self.bytes().len(), |&next| next as usize - 1);
        if end > start as usize && self.bytes()[end - 1] == b'\r' {
            end -= 1;
        }
        Span::new(start as usize, end)
    }

    /// The number of lines; a last one without an end counts.
    pub(crate) fn line_count(&self) -> usize {
        self.lines().len() - usize::from(self.bytes().last().is_none_or(|&byte| byte == b'\n'))
    }

    /// `name:line:column` of the start of a span.
    pub fn locate(&self, span: Span) -> String {
        let Position { line, column } = self.position(span.start);
        format!("{}:{line}:{column}", self.name())
    }

    /// What people know: itself, or the input that it was made of.
    pub fn input(&self) -> &Source {
        self.inner.made.as_ref().map_or(self, |made| made.input.input())
    }

    /// What its numbers and lines stand for, if it is the program of a pushdown system.
    pub fn of_system(&self) -> Option<&Coded> {
        self.inner.made.as_ref()?.coded.as_ref()
    }

    /// SHA-256 of the bytes, with a byte order mark that stood there, or of the input that they were made of, in lower-case hexadecimal.
    pub fn sha256(&self) -> &str {
        if let Some(made) = &self.inner.made {
            return made.input.sha256();
        }
        self.inner.sha256.get_or_init(|| {
            let mark = if self.inner.is_marked { MARK } else { &[] };
            let digest = Sha256::new().chain_update(mark).chain_update(self.bytes()).finalize();
            digest.iter().map(|byte| format!("{byte:02x}")).collect()
        })
    }

    fn characters_before(&self, offset: usize) -> usize {
        let milestones = self.inner.milestones.get_or_init(|| milestones(self.bytes()));
        let behind = milestones.partition_point(|milestone| milestone.offset as usize <= offset);
        let Milestone { offset: from, characters: before } = milestones[behind.max(1) - 1];
        before as usize + characters(&self.bytes()[from as usize..offset])
    }

    fn lines(&self) -> &[u32] {
        self.inner.lines.get_or_init(|| {
            let ends = self.bytes().iter().enumerate().filter(|&(_, &byte)| byte == b'\n');
            std::iter::once(0).chain(ends.map(|(at, _)| at as u32 + 1)).collect()
        })
    }
}

/// How many characters these bytes are; a byte that is not part of valid UTF-8 is one.
fn characters(bytes: &[u8]) -> usize {
    bytes.utf8_chunks().map(|chunk| chunk.valid().chars().count() + chunk.invalid().len()).sum()
}

fn milestones(bytes: &[u8]) -> Vec<Milestone> {
    let mut milestones = vec![Milestone { offset: 0, characters: 0 }];
    let (mut offset, mut count) = (0, 0);
    let mut character = |length: usize| {
        if offset >= milestones.len() * MILE {
            milestones.push(Milestone { offset: offset as u32, characters: count });
        }
        offset += length;
        count += 1;
    };
    for chunk in bytes.utf8_chunks() {
        chunk.valid().chars().for_each(|c| character(c.len_utf8()));
        chunk.invalid().iter().for_each(|_| character(1));
    }
    milestones
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters() {
        let source = Source::new("x.bp", "ab\r\n\u{e4}c\n");
        assert_eq!(source.locate(Span::new(1, 2)), "x.bp:1:2");
        assert_eq!(source.locate(Span::new(6, 7)), "x.bp:2:2");
        assert_eq!(source.locate(Span::new(8, 8)), "x.bp:3:1");
        assert_eq!(source.text(source.line(1)), "ab");
        assert_eq!(source.text(source.line(2)), "\u{e4}c");
        assert!(source.line(9).is_empty());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_text() {
        let source = Source::new("x.bp", "\u{feff}ab\ncd");
        assert_eq!((source.bytes(), source.locate(Span::new(1, 2))), (b"ab\ncd".as_slice(), "x.bp:1:2".to_string()));
        assert_ne!(source.sha256(), Source::new("x.bp", "ab\ncd").sha256(), "it is the hash of the file");
        assert_eq!(Source::new("x.bp", "a\u{feff}").bytes(), "a\u{feff}".as_bytes());
    }

    #[test]
    fn invalid_utf8_counts_byte_by_byte() {
        let source = Source::new("x.bp", vec![b'a', 0xff, 0xfe, b'b']);
        assert_eq!(source.position(3), Position { line: 1, column: 4 });
    }

    #[test]
    fn long_lines_are_counted_from_milestones() {
        let text =
            ["x\n".as_bytes(), "a\u{e4}\u{20ac}\u{1f980}".repeat(300).as_bytes(), &[0xff; 700], b"b\nc"].concat();
        let source = Source::new("x.bp", text.clone());
        for offset in 2..text.len() - 2 {
            let expected = Position { line: 2, column: characters(&text[2..offset]) as u32 + 1 };
            if text[offset] & 0xc0 != 0x80 {
                assert_eq!(source.position(offset as u32), expected, "{offset}");
            }
        }
        assert_eq!(source.position(text.len() as u32 - 1), Position { line: 3, column: 1 });
    }

    #[test]
    fn hash_is_the_standard_one() {
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(Source::new("x", "").sha256(), empty);
    }
}
