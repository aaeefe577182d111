//! The language reference on a terminal.

use crate::lang::reference::{PAGES, Page};

/// A line for each page.
pub fn list() -> String {
    let width = PAGES.iter().map(|page| page.name.len()).max().unwrap_or(0);
    PAGES.iter().map(|page| format!("{:width$}  {}\n", page.name, page.summary())).collect()
}

/// A page: text as it stands, code indented, and below a program what is said about it.
pub fn page(page: &Page) -> String {
    let mut text = format!("{}: {}\n", page.name, page.summary());
    let mut code: Option<&str> = None;
    for line in page.text.lines().skip(1) {
        match (line.strip_prefix("```"), code) {
            (Some(kind), None) => code = Some(kind),
            (Some(_), Some(kind)) => {
                text.extend(kind.split_once(' ').map(|(_, said)| format!("\n    this program is {said}\n")));
                code = None;
            }
            (None, Some(_)) if !line.is_empty() => text += &format!("    {line}\n"),
            (None, _) => text += &format!("{line}\n"),
        }
    }
    text
}
