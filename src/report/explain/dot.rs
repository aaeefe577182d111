//! Pictures in the language of Graphviz. All has its place already: the layout `nop2` takes it as it is.

use super::picture::{Arrow, Mark, Node, Picture};
use crate::explain::{LINE, Place};
use std::io::{self, Write};

/// Points of an inch.
const INCH: f64 = 72.0;
/// From border to border.
const BORDER: f64 = 4.0;
/// How long the tip of an arrow is.
const TIP: f64 = 7.0;

/// Writes a picture.
///
/// # Errors
/// Those of `out`.
pub fn write(out: &mut dyn Write, picture: &Picture) -> io::Result<()> {
    // In Graphviz heights grow upwards.
    let at = |(x, y): (f64, f64)| format!("{x:.1},{:.1}", picture.height - y);
    writeln!(out, "digraph explained {{\n  layout=nop2;\n  tooltip={};", quoted(&picture.title))?;
    writeln!(out, "  bb=\"0,0,{:.1},{:.1}\";", picture.width, picture.height)?;
    writeln!(out, "  node [fontname=monospace, fontsize=12, fixedsize=true];")?;
    writeln!(out, "  edge [fontname=monospace, fontsize=12, arrowsize=0.7];")?;
    for (index, Node { place, lines, is_square, is_double, mark }) in picture.nodes.iter().enumerate() {
        let Place { x, y, width, height } = *place;
        let round = if *is_square { "" } else { ", style=rounded" };
        let peripheries = if *is_double { 2 } else { 1 };
        // A second border is drawn around the first.
        let less = if *is_double { 2.0 * BORDER } else { 0.0 };
        let (label, wide, high) = (quoted(&lines.join("\n")), (width - less) / INCH, (height - less) / INCH);
        writeln!(
            out,
            "  n{index} [label={label}, shape=box{round}, peripheries={peripheries}, pos=\"{}\", width={wide:.3}, height={high:.3}{}];",
            at((x, y)),
            style(*mark)
        )?;
    }
    for Arrow { from, to, label, mark, route } in &picture.arrows {
        let mut way = at(route.start);
        for (index, &[a, b, end]) in route.curves.iter().enumerate() {
            let is_last = index + 1 == route.curves.len();
            let end = if is_last { before(b, end) } else { end };
            way += &format!(" {} {} {}", at(a), at(b), at(end));
        }
        let tip = route.curves.last().map_or(route.start, |curve| curve[2]);
        let (x, lowest) = route.label;
        // The place of a label is its middle.
        let middle = lowest - LINE * (label.len() as f64 - 1.0) / 2.0 - 4.0;
        writeln!(
            out,
            "  n{from} -> n{to} [label={}, lp=\"{}\", pos=\"e,{} {way}\"{}];",
            quoted(&label.join("\n")),
            at((x, middle)),
            at(tip),
            style(*mark)
        )?;
    }
    writeln!(out, "}}")
}

/// Where the line of an arrow ends, and its tip begins.
fn before(from: (f64, f64), end: (f64, f64)) -> (f64, f64) {
    let (dx, dy) = (end.0 - from.0, end.1 - from.1);
    let part = (TIP / dx.hypot(dy)).min(1.0);
    (end.0 - dx * part, end.1 - dy * part)
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
