//! Pictures for LaTeX: a `tikzpicture` that needs TikZ with its library `automata`.

use super::picture::{Arrow, Mark, Picture};
use std::collections::HashSet;
use std::io::{self, Write};

/// Points of a picture in one centimetre.
const CENTIMETRE: f64 = 50.0;

/// Writes a picture.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
    writeln!(out, "% \\usepackage{{tikz}} \\usetikzlibrary{{automata}}")?;
    writeln!(out, "% {}", picture.title.replace(['\n', '\r'], " "))?;
    writeln!(out, "\\begin{{tikzpicture}}[->, semithick, font=\\small,")?;
    writeln!(out, "  tag/.style={{fill=white, inner sep=1.5pt}},")?;
    writeln!(out, "  square/.style={{state, rectangle}},")?;
    writeln!(out, "  premise/.style={{dashed, blue!60!black}}, new/.style={{very thick, red!70!black}}]")?;
    for (index, node) in picture.nodes.iter().enumerate() {
        let mut style = if node.is_square { "square" } else { "state" }.to_string();
        if node.is_double {
            style += ", accepting";
        }
        if node.lines.len() > 1 {
            style += ", align=center";
        }
        style += marked(node.mark);
        let (x, y) = (node.at.0 / CENTIMETRE, (picture.height - node.at.1) / CENTIMETRE);
        let lines: Vec<String> = node.lines.iter().map(|line| escaped(line)).collect();
        writeln!(out, "  \\node[{style}] (n{index}) at ({x:.2}, {y:.2}) {{{}}};", lines.join("\\\\"))?;
    }
    let ends: HashSet<(usize, usize)> = picture.arrows.iter().map(|arrow| (arrow.from, arrow.to)).collect();
    for arrow in &picture.arrows {
        let style = format!("{}{}", bend(picture, &ends, arrow), marked(arrow.mark));
        let (from, to) = (arrow.from, arrow.to);
        let label = match arrow.label.as_str() {
            "" => String::new(),
            label if from == to => format!("node[above] {{{}}} ", escaped(label)),
            label => format!("node[tag, pos={}] {{{}}} ", position(to), escaped(label)),
        };
        writeln!(out, "  \\path (n{from}) edge[{style}] {label}(n{to});")?;
    }
    writeln!(out, "\\end{{tikzpicture}}")
}

/// Arrows that could lie on each other, or on a node, are bent.
fn bend(picture: &Picture, ends: &HashSet<(usize, usize)>, arrow: &Arrow) -> &'static str {
    let has_back = ends.contains(&(arrow.to, arrow.from));
    let across = |node: usize| (picture.nodes[node].at.0 / 100.0).round();
    match arrow.from == arrow.to {
        true => "loop above",
        false if has_back || across(arrow.from) == across(arrow.to) => "bend left=20",
        false => "bend left=8",
    }
}

/// Where on an arrow its label stands: near its beginning, since arrows cross in the middle, and not all equally near.
fn position(to: usize) -> &'static str {
    ["0.22", "0.3", "0.38"][to % 3]
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
