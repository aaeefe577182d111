//! Plots for PGFPlots: the same points as in the SVG files.

use super::escape::escape;
use super::head;
use crate::campaign::results::{Cell, Results};
use crate::report::campaign::duration;
use crate::report::campaign::figures::VIRTUAL;
use crate::report::campaign::svg::range::{Range, answered};
use crate::report::campaign::svg::scatter::{FACTORS, kind};
use crate::report::campaign::svg::size;
use std::collections::BTreeSet;
use std::fmt::Write;

/// What is beyond an axis of time, as a factor: the lane for what is not solved.
const LANE: f64 = 2.0;
/// The kinds of points of [`kind`].
const KINDS: [(&str, &str); 3] = [
    ("SAFE", "only marks, mark=square, blue"),
    ("UNSAFE", "only marks, mark=x, red"),
    ("wrong", "only marks, mark=triangle*, magenta"),
];

/// How many inputs each engine solves within a time.
pub(crate) fn cactus(results: &Results) -> String {
    let range = Range::of(results);
    let mut text = head(results, "Inputs solved within a time", "pgfplots");
    let options = format!(
        "xlabel={{inputs solved}}, ylabel={{CPU seconds each}}, ymode=log, xmin=0, ymin={}, ymax={}, \
         legend pos=outer north east, legend cell align=left",
        range.low,
        range.high * if range.limits.is_empty() { 1.0 } else { LANE }
    );
    begin(&mut text, &options);
    let curve = |text: &mut String, name: &str, style: &str, mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        let points = times.iter().enumerate().map(|(index, &seconds)| ((index + 1) as f64, seconds.max(range.low)));
        plot(text, style, points, Some(&format!("{name} ({})", times.len())));
    };
    for (engine, name) in results.engines.iter().enumerate() {
        let solved = results.column(engine).filter(|(_, cell)| cell.solved());
        let times = solved.map(|(_, cell)| cell.seconds()).collect();
        curve(&mut text, name, "+", times);
    }
    if results.engines.len() > 1 {
        curve(&mut text, VIRTUAL, "dashed, gray, no marks", results.best_times());
    }
    limits(&mut text, &range, false);
    end(text)
}

/// Time by size; nothing if no size is known.
pub(crate) fn size(results: &Results) -> Option<String> {
    let sizes = size::sizes(results);
    sizes.iter().flatten().next()?;
    let range = Range::of(results);
    let mut text = head(results, "Time by size; what is not solved stands above", "pgfplots");
    let options = format!(
        "xlabel={{{}}}, ylabel={{CPU seconds}}, xmode=log, ymode=log, ymin={}, ymax={}, \
         legend pos=outer north east, legend cell align=left",
        size::unit(results),
        range.low,
        range.high * LANE * LANE
    );
    begin(&mut text, &options);
    for (engine, name) in results.engines.iter().enumerate() {
        let points = results.column(engine).filter_map(|(input, cell)| Some((sizes[input]?, height(cell, &range))));
        plot(&mut text, "+only marks", points, Some(name));
    }
    limits(&mut text, &range, false);
    Some(end(text))
}

/// The engines `a`, across, and `b`, upward.
pub(crate) fn scatter(results: &Results, a: usize, b: usize) -> String {
    let range = Range::of(results);
    let names = [a, b].map(|engine| escape(&results.engines[engine]));
    let what =
        "Two engines against each other, a point for each input; what an engine did not solve stands beyond its axis";
    let mut text = head(results, what, "pgfplots");
    let (low, high) = (range.low, range.high);
    let options = format!(
        "xlabel={{CPU seconds, {}}}, ylabel={{CPU seconds, {}}}, xmode=log, ymode=log, axis equal image, \
         xmin={low}, xmax={end}, ymin={low}, ymax={end}, legend pos=outer north east, legend cell align=left",
        names[0],
        names[1],
        end = high * LANE * LANE
    );
    begin(&mut text, &options);
    let mut points: [Vec<(f64, f64)>; 3] = Default::default();
    for input in 0..results.inputs.len() {
        let (Some(left), Some(right)) = (results.cell(input, a), results.cell(input, b)) else { continue };
        if let Some(kind) = kind(left, right) {
            points[kind].push((height(left, &range), height(right, &range)));
        }
    }
    for ((word, style), points) in KINDS.into_iter().zip(points) {
        let name = format!("{word} ({})", points.len());
        plot(&mut text, style, points.into_iter(), Some(&name));
    }
    for factor in [1.0].into_iter().chain(FACTORS).filter(|factor| low * factor < high) {
        let (style, less, more) = (if factor == 1.0 { "gray" } else { "gray, dotted" }, high / factor, low * factor);
        for ends in [[(low, more), (less, high)], [(more, low), (high, less)]] {
            plot(&mut text, &format!("{style}, no marks"), ends.into_iter(), None);
        }
    }
    limits(&mut text, &range, true);
    end(text)
}

/// Where a time stands: in the lane if there is none.
fn height(cell: &Cell, range: &Range) -> f64 {
    if answered(cell) { cell.seconds().max(range.low) } else { range.high * LANE }
}

/// Writing into a `String` cannot fail.
fn begin(text: &mut String, options: &str) {
    let _ = writeln!(text, "\\begin{{tikzpicture}}\n\\begin{{axis}}[{options}]");
}

fn end(text: String) -> String {
    text + "\\end{axis}\n\\end{tikzpicture}\n"
}

/// A line or marks at some points; a style with a `+` before it is added to that of the next engine. Of points that nobody can tell apart one is enough, for LaTeX has little memory.
fn plot(text: &mut String, style: &str, points: impl Iterator<Item = (f64, f64)>, name: Option<&str>) {
    let rounded = |value: f64| format!("{value:.3e}");
    let mut seen = BTreeSet::new();
    let points =
        points.map(|(x, y)| format!("({},{})", rounded(x), rounded(y))).filter(|point| seen.insert(point.clone()));
    let points: Vec<String> = points.collect();
    // A plot without a point is an error of PGFPlots.
    if points.is_empty() {
        return;
    }
    let (plus, style) = style.strip_prefix('+').map_or(("", style), |style| ("+", style));
    let style = if name.is_none() { format!("{style}, forget plot") } else { style.to_string() };
    let _ = writeln!(text, "\\addplot{plus}[{style}] coordinates {{{}}};", points.join(" "));
    if let Some(name) = name {
        let _ = writeln!(text, "\\addlegendentry{{{}}}", escape(name));
    }
}

/// A line with its name exactly at each limit: upward, and, if that is of time, too, across.
fn limits(text: &mut String, range: &Range, both: bool) {
    for &limit in &range.limits {
        let name = escape(&format!("time limit {}", duration::limit(limit)));
        let _ = writeln!(
            text,
            "\\draw[red, dashed] ({{rel axis cs:0,0}}|-{{axis cs:1,{limit}}}) -- ({{rel axis cs:1,0}}|-{{axis cs:1,{limit}}}) \
             node[pos=0.02, above right, font=\\tiny, inner sep=1pt] {{{name}}};"
        );
        if both {
            let _ = writeln!(
                text,
                "\\draw[red, dashed] ({{axis cs:{limit},1}}|-{{rel axis cs:0,0}}) -- ({{axis cs:{limit},1}}|-{{rel axis cs:0,1}});"
            );
        }
    }
}
