//! Text that a terminal shows as it is, whatever names, comments and arguments hold.
//!
//! Control characters steer a terminal, C1 ones as well as those of ASCII, and characters that set the direction of writing show a text in another order than
//! it has. Each becomes a replacement character, and so does each byte that is no UTF-8.

use std::io::{self, Write};

/// Whether a terminal does not show a character where it stands, but does something.
pub fn is_hidden(c: char) -> bool {
    let is_direction =
        matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    c.is_control() || is_direction || matches!(c, '\u{2028}' | '\u{2029}')
}

/// A text of lines in which nothing is hidden; lines and tabs stay.
pub fn visible(text: &[u8]) -> String {
    let mut shown = String::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        let show = |c| if is_hidden(c) && !matches!(c, '\n' | '\t') { char::REPLACEMENT_CHARACTER } else { c };
        shown.extend(chunk.valid().chars().map(show));
        shown.extend(chunk.invalid().iter().map(|_| char::REPLACEMENT_CHARACTER));
    }
    shown
}

/// Writes [`visible`] text, in whatever pieces it comes.
#[derive(Debug)]
pub struct Visible<W> {
    out: W,
    /// The beginning of a character whose end is still to come.
    cut: Vec<u8>,
}

impl<W: Write> Visible<W> {
    /// Writes to `out`.
    pub fn new(out: W) -> Visible<W> {
        Visible { out, cut: Vec::new() }
    }
}

impl<W: Write> Write for Visible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut text = std::mem::take(&mut self.cut);
        text.extend_from_slice(bytes);
        self.cut = text.split_off(text.len() - begun(&text));
        self.out.write_all(visible(&text).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let cut = std::mem::take(&mut self.cut);
        self.out.write_all(visible(&cut).as_bytes())?;
        self.out.flush()
    }
}

/// How many bytes at the end are the beginning of a character.
fn begun(text: &[u8]) -> usize {
    let last = text.iter().rev().take(3).position(|byte| byte & 0b1100_0000 != 0b1000_0000);
    let Some(back) = last.map(|before| before + 1) else { return 0 };
    let length = match text[text.len() - back] {
        0xc0..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf7 => 4,
        _ => 1,
    };
    if back < length { back } else { 0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_replaced_wherever_the_text_is_cut() -> io::Result<()> {
        let text = "é\u{9b}1m\x1b[2J\u{202e}x\r\u{2069}\u{7f}\n\t𝄞\u{200f}\u{2028}.".as_bytes();
        let text = [text, b"\xff\x9b\xe2\x80"].concat();
        let expected = "é\u{fffd}1m\u{fffd}[2J\u{fffd}x\u{fffd}\u{fffd}\u{fffd}\n\t𝄞\u{fffd}\u{fffd}.\u{fffd}\u{fffd}\u{fffd}\u{fffd}";
        for size in 1..=text.len() {
            let mut shown = Vec::new();
            let mut out = Visible::new(&mut shown);
            text.chunks(size).try_for_each(|piece| out.write_all(piece))?;
            out.flush()?;
            assert_eq!(String::from_utf8_lossy(&shown), expected, "in pieces of {size}");
        }
        Ok(())
    }
}
