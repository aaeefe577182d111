//! The cactus plot: how many inputs an engine solves if each may take so much time. The further to the right and the
//! lower, the better.

use super::Dress;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Head};
use super::frame::{Beyond, Frame};
use super::legend::{self, Entry, Sample};
use super::mark::{Mark, series};
use super::range::Range;
use crate::campaign::results::Results;
use crate::report::campaign::figures::VIRTUAL;
use std::fmt::Write;

/// How many marks a line bears.
const MARKS: usize = 9;
const WIDTH: f64 = 680.0;
/// Of the area of the points.
const HEIGHT: f64 = 330.0;
const TITLE: &str = "Inputs solved within a time";

/// The plot.
pub(crate) fn plot(results: &Results, dress: Dress) -> String {
    let times: Vec<Vec<f64>> = (0..results.engines.len()).map(|engine| times(results, engine)).collect();
    let best = if times.len() > 1 { sorted(results.best_times()) } else { Vec::new() };
    let most = times.iter().map(Vec::len).chain([best.len()]).max().unwrap_or(0).max(1);
    let range = Range::of(results);
    let beyond_y = if range.limits.is_empty() { Beyond::Nothing } else { Beyond::Room };
    let top = dress.top() + beyond_y.width();
    let frame = Frame {
        x: Axis { log: false, low: 0.0, high: most as f64, from: 72.0, to: WIDTH - 20.0 },
        y: Axis { log: true, low: range.low, high: range.high, from: top + HEIGHT, to: top },
        beyond_x: Beyond::Nothing,
        beyond_y,
        limits: range.limits,
    };
    let mut canvas = Canvas::new();
    dress.title(&mut canvas, TITLE);
    frame.draw(&mut canvas, "inputs solved", "CPU seconds each");
    if !best.is_empty() {
        canvas.path("line best", &path(&frame, &best));
    }
    for (engine, times) in times.iter().enumerate() {
        curve(&mut canvas, &frame, engine, times);
    }
    let entry = |(engine, name): (usize, &String)| Entry {
        sample: vec![
            (format!("line {}", series(engine)), Sample::Line),
            (format!("{} mark solid", series(engine)), Sample::Mark(Mark::of(engine))),
        ],
        text: format!("{name} ({})", times[engine].len()),
    };
    let mut entries: Vec<Entry> = results.engines.iter().enumerate().map(entry).collect();
    if !best.is_empty() {
        let sample = vec![("line best".to_string(), Sample::Line)];
        entries.push(Entry { sample, text: format!("{VIRTUAL} ({})", best.len()) });
    }
    let below = frame.y.from + 54.0;
    let height = below + legend::draw(&mut canvas, &entries, (frame.x.from, below), WIDTH - frame.x.from) + 8.0;
    let data = format!("data-kind=\"cactus\" {}", frame.told());
    canvas.finish(&Head { title: TITLE, data: &data, size: (WIDTH, height) }, dress)
}

/// The seconds of what an engine solved, least first.
fn times(results: &Results, engine: usize) -> Vec<f64> {
    let solved = results.column(engine).filter(|(_, cell)| cell.solved());
    sorted(solved.map(|(_, cell)| cell.seconds()).collect())
}

fn sorted(mut times: Vec<f64>) -> Vec<f64> {
    times.sort_by(f64::total_cmp);
    times
}

/// A line with some marks, not at the same place in each line.
fn curve(canvas: &mut Canvas, frame: &Frame, engine: usize, times: &[f64]) {
    if times.is_empty() {
        return;
    }
    canvas.path(&format!("line {}", series(engine)), &path(frame, times));
    let step = times.len().div_ceil(MARKS);
    let offset = step * (engine % 4) / 4;
    let marked = (offset..times.len()).step_by(step).chain([times.len() - 1]);
    let marked = marked.map(|index| place(frame, times, index));
    canvas.path(&format!("{} mark solid", series(engine)), &Mark::of(engine).draw(marked));
}

/// Where so many inputs are solved.
fn place(frame: &Frame, times: &[f64], index: usize) -> (f64, f64) {
    (frame.x.at((index + 1) as f64), frame.y.at(times[index]))
}

/// A line through the points that can be told apart.
fn path(frame: &Frame, times: &[f64]) -> String {
    let mut data = String::new();
    let mut before: Option<(f64, f64)> = None;
    for index in 0..times.len() {
        let (x, y) = place(frame, times, index);
        let apart = before.is_none_or(|(left, above)| (x - left).abs() >= 0.5 || (y - above).abs() >= 0.5);
        if apart || index + 1 == times.len() {
            // Writing into a `String` cannot fail.
            let _ = write!(data, "{}{x:.1} {y:.1}", if before.is_none() { "M" } else { "L" });
            before = Some((x, y));
        }
    }
    data
}

impl Dress {
    /// Where the area of the points begins.
    pub(super) fn top(self) -> f64 {
        if self == Dress::File { 42.0 } else { 10.0 }
    }

    /// The title, where the page has none for it.
    pub(super) fn title(self, canvas: &mut Canvas, title: &str) {
        if self == Dress::File {
            canvas.text("title", Anchor::Start, (16.0, 24.0), title);
        }
    }
}
