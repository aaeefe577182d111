//! Pictures as SVG, for pages and papers.

use super::picture::{Arrow, Mark, Node, Picture};
use std::io::{self, Write};

/// How far an arrow is bent, as a part of its length.
const BEND: f64 = 0.14;
/// Where its label stands, as a part of the way.
const LABEL: f64 = 0.4;

/// Writes a picture.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
    let Picture { title, width, height, nodes, arrows } = picture;
    let title = escaped(title);
    // Loops and bent arrows go a little beyond the nodes.
    let (left, top) = (-20.0, -40.0);
    let (wide, high) = (width + 40.0, height + 80.0);
    writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{left} {top} {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         role=\"img\" aria-label=\"{title}\" font-family=\"monospace\" font-size=\"13\">"
    )?;
    writeln!(
        out,
        "<title>{title}</title>\n<rect x=\"{left}\" y=\"{top}\" width=\"100%\" height=\"100%\" fill=\"#fff\"/>"
    )?;
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
    arrows.iter().try_for_each(|arrow| self::arrow(out, nodes, arrow))?;
    nodes.iter().try_for_each(|node| self::node(out, node))?;
    writeln!(out, "</svg>")
}

fn arrow(out: &mut dyn Write, nodes: &[Node], arrow: &Arrow) -> io::Result<()> {
    let (from, to) = (&nodes[arrow.from], &nodes[arrow.to]);
    let (path, (x, y)) = if arrow.from == arrow.to { around(from) } else { between(from, to) };
    let (color, tip) = (color(arrow.mark), tip(arrow.mark));
    let style = match arrow.mark {
        Mark::Plain => "stroke-width=\"1.2\"",
        Mark::Premise => "stroke-width=\"2\" stroke-dasharray=\"6 4\"",
        Mark::New => "stroke-width=\"3\"",
    };
    writeln!(out, "<path d=\"{path}\" fill=\"none\" stroke=\"{color}\" {style} marker-end=\"url(#{tip})\"/>")?;
    let label = escaped(&arrow.label);
    writeln!(
        out,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\" fill=\"{color}\" stroke=\"#fff\" stroke-width=\"4\" \
         paint-order=\"stroke\">{label}</text>"
    )
}

/// The path of an arrow, and the place of its label.
fn between(from: &Node, to: &Node) -> (String, (f64, f64)) {
    let ((x1, y1), (x2, y2)) = (from.at, to.at);
    let (dx, dy) = (x2 - x1, y2 - y1);
    let (bx, by) = ((x1 + x2) / 2.0 + dy * BEND, (y1 + y2) / 2.0 - dx * BEND);
    let (sx, sy) = border(from, (bx, by));
    let (ex, ey) = border(to, (bx, by));
    // Not in the middle, where arrows cross.
    let on = |a: f64, b: f64, c: f64| (1.0 - LABEL).powi(2) * a + 2.0 * LABEL * (1.0 - LABEL) * b + LABEL.powi(2) * c;
    let label = (on(sx, bx, ex), on(sy, by, ey) + 4.0);
    (format!("M{sx:.1} {sy:.1}Q{bx:.1} {by:.1} {ex:.1} {ey:.1}"), label)
}

/// The path of an arrow that ends where it begins.
fn around(node: &Node) -> (String, (f64, f64)) {
    let ((x, y), (_, high)) = (node.at, size(node));
    let top = y - high / 2.0;
    let path = format!(
        "M{:.1} {top:.1}C{:.1} {:.1} {:.1} {:.1} {:.1} {top:.1}",
        x - 10.0,
        x - 28.0,
        top - 42.0,
        x + 28.0,
        top - 42.0,
        x + 10.0
    );
    (path, (x, top - 36.0))
}

/// Where the line from the middle of a node to a point leaves it.
fn border(node: &Node, (x, y): (f64, f64)) -> (f64, f64) {
    let ((own_x, own_y), (wide, high)) = (node.at, size(node));
    let (dx, dy) = (x - own_x, y - own_y);
    let scale = match node.is_square {
        true => (wide / 2.0 / dx.abs()).min(high / 2.0 / dy.abs()),
        false => 1.0 / (dx / (wide / 2.0)).hypot(dy / (high / 2.0)),
    };
    if scale.is_finite() { (own_x + dx * scale, own_y + dy * scale) } else { node.at }
}

fn size(node: &Node) -> (f64, f64) {
    let longest = node.lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    ((longest as f64 * 8.0 + 22.0).max(40.0), if node.lines.len() > 1 { 46.0 } else { 34.0 })
}

fn node(out: &mut dyn Write, node: &Node) -> io::Result<()> {
    let ((x, y), (wide, high)) = (node.at, size(node));
    let (color, stroke) = (color(node.mark), if node.mark == Mark::New { 3.0 } else { 1.4 });
    let shape = |out: &mut dyn Write, inner: f64| {
        let (wide, high) = (wide - 2.0 * inner, high - 2.0 * inner);
        let look = format!("fill=\"#fff\" stroke=\"{color}\" stroke-width=\"{stroke}\"");
        match node.is_square {
            true => writeln!(
                out,
                "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" rx=\"4\" {look}/>",
                x - wide / 2.0,
                y - high / 2.0
            ),
            false => writeln!(
                out,
                "<ellipse cx=\"{x:.1}\" cy=\"{y:.1}\" rx=\"{:.1}\" ry=\"{:.1}\" {look}/>",
                wide / 2.0,
                high / 2.0
            ),
        }
    };
    shape(out, 0.0)?;
    if node.is_double {
        shape(out, 4.0)?;
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
