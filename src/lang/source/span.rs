//! Byte ranges of a source file.

/// A range of bytes in a source file: from `start`, up to but not including `end`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset behind the last byte; equal to `start` for an empty range.
    pub end: u32,
}

impl Span {
    /// The range from `start` to `end`, offsets in bytes. Parsers count in `usize`; a file is never
    /// longer than [`super::Source::MAX_LEN`], so nothing is lost.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest range that covers both.
    pub(crate) fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// The range as indices.
    pub(crate) fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The number of bytes covered.
    pub(crate) fn len(self) -> usize {
        self.range().len()
    }

    /// Whether no byte is covered.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }
}
