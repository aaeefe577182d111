//! Text that is too long.

/// What stands for what is left out.
const DOTS: &str = "...";

/// Text of at most `longest` characters, white space and control characters as single blanks; of a longer one the beginning.
pub(in crate::report) fn plain(text: &str, longest: usize) -> String {
    let words = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let text = words.collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(longest) {
        Some(_) => text.chars().take(longest - DOTS.len()).chain(DOTS.chars()).collect(),
        None => text,
    }
}

/// The end of a path, which says more than its beginning.
pub(in crate::report) fn end_of(path: &str, longest: usize) -> String {
    match path.chars().count() {
        count if count > longest => DOTS.chars().chain(path.chars().skip(count + DOTS.len() - longest)).collect(),
        _ => path.to_string(),
    }
}

/// Text without its middle, where it is longer than `longest` characters, at least 5: names that a tool made differ at either end.
pub(in crate::report) fn middle(text: &str, longest: usize) -> String {
    let count = text.chars().count();
    if count <= longest {
        return text.to_string();
    }
    let kept = longest - DOTS.len();
    let first = kept.div_ceil(2);
    text.chars().take(first).chain(DOTS.chars()).chain(text.chars().skip(count - (kept - first))).collect()
}

/// The text in lines of at most so many characters, as far as its words allow.
pub(super) fn in_lines(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_becomes_plain() {
        assert_eq!(plain(" a\t:=\n b\u{1b}[2J ", 60), "a := b [2J");
        assert_eq!(plain("a & b & c", 6), "a &...");
        assert_eq!((end_of("src/a.c", 7), end_of("src/ab.c", 7)), ("src/a.c".into(), "...ab.c".into()));
    }

    #[test]
    fn the_middle_goes_first() {
        assert_eq!(middle("{list->head==p}", 15), "{list->head==p}");
        assert_eq!(middle("{list->head==p}", 11), "{lis...==p}");
        assert_eq!(middle("äöüäöü", 5), "ä...ü");
    }
}
