//! Pictures in the language of Graphviz.

use super::picture::{Mark, Picture};
use std::io::{self, Write};

/// Writes a picture.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
    writeln!(out, "digraph explained {{\n  label={};\n  rankdir=LR;", quoted(&picture.title))?;
    writeln!(out, "  node [fontname=monospace];\n  edge [fontname=monospace];")?;
    for (index, node) in picture.nodes.iter().enumerate() {
        let shape = if node.is_square { "box" } else { "ellipse" };
        let peripheries = if node.is_double { 2 } else { 1 };
        let label = quoted(&node.lines.join("\n"));
        writeln!(out, "  n{index} [label={label}, shape={shape}, peripheries={peripheries}{}];", style(node.mark))?;
    }
    for arrow in &picture.arrows {
        let label = quoted(&arrow.label);
        writeln!(out, "  n{} -> n{} [label={label}{}];", arrow.from, arrow.to, style(arrow.mark))?;
    }
    writeln!(out, "}}")
}

fn style(mark: Mark) -> &'static str {
    match mark {
        Mark::Plain => "",
        Mark::Premise => ", style=dashed, color=\"#0b62a8\", fontcolor=\"#0b62a8\"",
        Mark::New => ", style=bold, color=\"#b3261e\", fontcolor=\"#b3261e\"",
    }
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}
