//! Pictures for LaTeX: a `tikzpicture` that needs TikZ and none of its libraries.

use super::picture::{Arrow, Mark, Picture, Place};
use crate::explain::LINE;
use std::io::{self, Write};

/// Points of a picture in one centimetre.
const CENTIMETRE: f64 = 44.0;

/// Writes a picture.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{tikz}}")?;
    writeln!(out, "% {}", picture.title.replace(['\n', '\r'], " "))?;
    writeln!(out, "\\begin{{tikzpicture}}[semithick, font=\\footnotesize\\ttfamily,")?;
    writeln!(out, "  state/.style={{draw, align=center, inner sep=0pt}}, round/.style={{rounded corners=5pt}},")?;
    writeln!(out, "  accepting/.style={{double, double distance=1.5pt}}, tag/.style={{anchor=base, inner sep=0pt}},")?;
    writeln!(out, "  premise/.style={{dashed, blue!60!black}}, new/.style={{very thick, red!70!black}}]")?;
    // In TikZ heights grow upwards.
    let at = |(x, y): (f64, f64)| format!("({:.2}, {:.2})", x / CENTIMETRE, (picture.height - y) / CENTIMETRE);
    for node in &picture.nodes {
        let Place { x, y, width, height } = node.place;
        let round = if node.is_square { "" } else { ", round" };
        let accepting = if node.is_double { ", accepting" } else { "" };
        let (wide, high) = (width / CENTIMETRE, height / CENTIMETRE);
        let style = format!("state{round}{accepting}{}", marked(node.mark));
        let lines: Vec<String> = node.lines.iter().map(|line| escaped(line)).collect();
        let lines = lines.join("\\\\");
        let size = format!("minimum width={wide:.2}cm, minimum height={high:.2}cm");
        writeln!(out, "  \\node[{style}, {size}] at {} {{{lines}}};", at((x, y)))?;
    }
    for Arrow { label, mark, route, .. } in &picture.arrows {
        let (mut way, mut last) = (at(route.start), route.start);
        for &[a, b, end] in &route.curves {
            way += &match [last.1, a.1, b.1].iter().all(|&y| y == end.1) {
                true => format!(" -- {}", at(end)),
                false => format!(" .. controls {} and {} .. {}", at(a), at(b), at(end)),
            };
            last = end;
        }
        writeln!(out, "  \\draw[->{}] {way};", marked(*mark))?;
        let (x, lowest) = route.label;
        for (above, line) in label.iter().rev().enumerate().rev() {
            let place = at((x, lowest - LINE * above as f64));
            writeln!(out, "  \\node[tag{}] at {place} {{{}}};", marked(*mark), escaped(line))?;
        }
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

fn marked(mark: Mark) -> &'static str {
    match mark {
        Mark::Plain => "",
        Mark::Premise => ", premise",
        Mark::New => ", new",
    }
}

/// Text that LaTeX prints as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '#' | '$' | '%' | '&' | '_' | '{' | '}' => escaped.extend(['\\', c]),
            '\\' => escaped += "\\textbackslash{}",
            '^' => escaped += "\\textasciicircum{}",
            '~' => escaped += "\\textasciitilde{}",
            '<' => escaped += "\\textless{}",
            '>' => escaped += "\\textgreater{}",
            '|' => escaped += "\\textbar{}",
            '[' => escaped += "{[}",
            ']' => escaped += "{]}",
            '\u{3b5}' => escaped += "$\\varepsilon$",
            '\u{3a3}' => escaped += "$\\Sigma$",
            '\u{2605}' => escaped += "$^\\star$",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_printed_as_they_are() {
        assert_eq!(escaped("[p_0 a]"), "{[}p\\_0 a{]}");
        assert_eq!(escaped("{x==0}&~\\^"), "\\{x==0\\}\\&\\textasciitilde{}\\textbackslash{}\\textasciicircum{}");
    }
}
