//! Pictures as SVG, for pages and papers.

use super::picture::{Arrow, Mark, Node, Picture, Place, Route};
use crate::explain::LINE;
use std::io::{self, Write};

/// Writes a picture.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
    let Picture { title, width, height, nodes, arrows } = picture;
    let title = escaped(title);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.1} {height:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" \
         role=\"img\" aria-label=\"{title}\" font-family=\"monospace\" font-size=\"12\">"
    )?;
    writeln!(out, "<title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>")?;
    writeln!(out, "<defs>")?;
    for mark in [Mark::Plain, Mark::Premise, Mark::New] {
        writeln!(
            out,
            "<marker id=\"{}\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" markerWidth=\"7\" markerHeight=\"7\" \
             orient=\"auto-start-reverse\"><path d=\"M0 0L10 5L0 10z\" fill=\"{}\"/></marker>",
            tip(mark),
            color(mark)
        )?;
    }
    writeln!(out, "</defs>")?;
    arrows.iter().try_for_each(|arrow| self::arrow(out, arrow))?;
    nodes.iter().try_for_each(|node| self::node(out, node))?;
    writeln!(out, "</svg>")
}

/// A way as SVG has it.
pub(super) fn path(Route { start, curves, .. }: &Route) -> String {
    let mut path = format!("M{:.1} {:.1}", start.0, start.1);
    for [a, b, end] in curves {
        path += &format!("C{:.1} {:.1} {:.1} {:.1} {:.1} {:.1}", a.0, a.1, b.0, b.1, end.0, end.1);
    }
    path
}

fn arrow(out: &mut dyn Write, Arrow { label, mark, route, .. }: &Arrow) -> io::Result<()> {
    let (color, tip, path) = (color(*mark), tip(*mark), path(route));
    let style = match mark {
        Mark::Plain => "stroke-width=\"1.2\"",
        Mark::Premise => "stroke-width=\"2\" stroke-dasharray=\"6 4\"",
        Mark::New => "stroke-width=\"3\"",
    };
    writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" {style} marker-end=\"url(#{tip})\"/>")?;
    let (x, lowest) = route.label;
    for (above, line) in label.iter().rev().enumerate().rev() {
        let (y, line) = (lowest - LINE * above as f64, escaped(line));
        writeln!(out, "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"{color}\">{line}</text>")?;
    }
    Ok(())
}

fn node(out: &mut dyn Write, node: &Node) -> io::Result<()> {
    let Place { x, y, width, height } = node.place;
    let (color, stroke) = (color(node.mark), if node.mark == Mark::New { 3.0 } else { 1.4 });
    let shape = |out: &mut dyn Write, inner: f64| {
        let (left, top) = (x - width / 2.0 + inner, y - height / 2.0 + inner);
        let (wide, high) = (width - 2.0 * inner, height - 2.0 * inner);
        let round = if node.is_square { 3.0 } else { 12.0 } - inner.min(2.0);
        writeln!(
            out,
            "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"{round}\" fill=\"#fff\" \
             stroke=\"{color}\" stroke-width=\"{stroke}\"/>"
        )
    };
    shape(out, 0.0)?;
    if node.is_double {
        shape(out, 3.0)?;
    }
    let top = y + 4.5 - 8.0 * (node.lines.len() as f64 - 1.0);
    for (index, line) in node.lines.iter().enumerate() {
        let y = top + 16.0 * index as f64;
        let size = if index == 0 { "" } else { " font-size=\"11\"" };
        writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"#1b1b1b\"{size}>{}</text>",
            escaped(line)
        )?;
    }
    Ok(())
}

fn color(mark: Mark) -> &'static str {
    match mark {
        Mark::Plain => "#3b3b3b",
        Mark::Premise => "#0b62a8",
        Mark::New => "#b3261e",
    }
}

fn tip(mark: Mark) -> &'static str {
    match mark {
        Mark::Plain => "tip",
        Mark::Premise => "tip-premise",
        Mark::New => "tip-new",
    }
}

/// Text in which no sign means anything to a reader of XML.
fn escaped(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
