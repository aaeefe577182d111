//! Two engines against each other, as in Fig. 9 of 2007-basler: a point for each input, SAFE and UNSAFE marked apart.
//! Above the diagonal the engine across is quicker; beside it are lines of twice and ten times the time. What an engine did not solve stands in the lane beyond its axis;
//! what neither solved is counted, not drawn.

use super::Dress;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, Head, short};
use super::frame::{Beyond, Frame, LANE_WIDTH};
use super::layers::{self, Layer};
use super::legend::{self, Entry, Sample};
use super::mark::Mark;
use super::range::{Range, answered};
use crate::campaign::results::{Cell, Outcome, Results};

/// Of the area of the points, without the lanes.
const SIDE: f64 = 380.0;
/// How many characters of a name stand at an axis behind what it measures, and how many alone.
const NAME: usize = 44;
const LONG_NAME: usize = 64;
/// How many times as long an engine takes on the lines beside the diagonal.
pub(crate) const FACTORS: [f64; 2] = [2.0, 10.0];

/// The kinds of points: what is wrong is drawn last, above the others.
const KINDS: [(&str, &str, Mark); 3] = [
    ("mark safe", "SAFE", Mark::SAFE),
    ("mark unsafe", "UNSAFE", Mark::UNSAFE),
    ("mark wrong", "wrong or disagreement", Mark::WRONG),
];

/// The plot of the engines `a`, across, and `b`, upward.
pub fn plot(results: &Results, a: usize, b: usize, dress: Dress) -> String {
    let Range { low, high, limits } = Range::of(results);
    let top = dress.top() + LANE_WIDTH;
    let frame = Frame {
        x: Axis { log: true, low, high, from: 72.0, to: 72.0 + SIDE },
        y: Axis { log: true, low, high, from: top + SIDE, to: top },
        beyond_x: Beyond::Lane,
        beyond_y: Beyond::Lane,
        limits,
    };
    let names = [a, b].map(|engine| results.engines[engine].as_str());
    let title = format!("{} against {}", names[1], names[0]);
    let mut canvas = Canvas::new();
    dress.title(&mut canvas, &short(&title, 58));
    let [across, upward] = names.map(axis_label);
    frame.draw(&mut canvas, &across, &upward);
    canvas.line("guide", (frame.x.from, frame.y.from), (frame.x.to, frame.y.to));
    FACTORS
        .into_iter()
        .filter(|factor| low * factor < high)
        .for_each(|factor| factor_lines(&mut canvas, &frame, factor));
    let mut points: [Vec<(f64, f64)>; 3] = Default::default();
    let mut neither = 0;
    for input in 0..results.inputs.len() {
        let (Some(left), Some(right)) = (results.cell(input, a), results.cell(input, b)) else { continue };
        match kind(left, right) {
            Some(kind) => points[kind].push((frame.across(drawn(left)), frame.upward(drawn(right)))),
            None => neither += 1,
        }
    }
    let mut entries = Vec::new();
    let mut all = Vec::new();
    for ((class, word, mark), points) in KINDS.into_iter().zip(points) {
        let sample = vec![(class.to_string(), Sample::Mark(mark))];
        // What is wrong has no place in the legend if nothing is.
        if mark != Mark::WRONG || !points.is_empty() {
            entries.push(Entry { sample, text: format!("{word} ({})", points.len()) });
        }
        all.push(Layer { class: class.to_string(), mark, points });
    }
    let (usual, wrong) = all.split_at(2);
    layers::draw(&mut canvas, usual);
    layers::draw(&mut canvas, wrong);
    entries.push(Entry { sample: Vec::new(), text: format!("solved by neither, not shown ({neither})") });
    let width = frame.right() + 16.0;
    let below = frame.y.from + 54.0;
    let height =
        below + legend::draw(&mut canvas, &entries, (frame.x.from - 40.0, below), width - frame.x.from + 30.0) + 8.0;
    let data = format!("data-kind=\"scatter\" data-a=\"{a}\" data-b=\"{b}\" {}", frame.told());
    canvas.finish(&Head { title: &title, data: &data, size: (width, height) }, dress)
}

/// A long name stands alone.
fn axis_label(engine: &str) -> String {
    if engine.chars().count() <= NAME { format!("CPU seconds, {engine}") } else { short(engine, LONG_NAME) }
}

/// The lines on which one engine takes so many times as long as the other, on both sides of the diagonal.
fn factor_lines(canvas: &mut Canvas, frame: &Frame, factor: f64) {
    let Frame { x, y, .. } = frame;
    let (less, more) = (x.high / factor, x.low * factor);
    let name = format!("\u{d7}{factor}");
    canvas.line("factor", (x.from, y.at(more)), (x.at(less), y.to));
    canvas.text("tick-label", Anchor::End, (x.at(less) - 6.0, y.to + 13.0), &name);
    canvas.line("factor", (x.at(more), y.from), (x.to, y.at(less)));
    canvas.text("tick-label", Anchor::End, (x.to - 4.0, y.at(less) + 16.0), &name);
}

/// The time of an answer; nothing for the lane.
fn drawn(cell: &Cell) -> Option<f64> {
    answered(cell).then(|| cell.seconds())
}

/// Which of [`KINDS`] an input is; nothing if there is no answer to draw.
pub(crate) fn kind(a: &Cell, b: &Cell) -> Option<usize> {
    let safe = a.said_safe || b.said_safe;
    let violated = a.said_unsafe || b.said_unsafe;
    let solved = |cell: &Cell, answer: Outcome| cell.outcome == answer;
    if a.wrong || b.wrong || (safe && violated) {
        Some(2)
    } else if solved(a, Outcome::Unsafe) || solved(b, Outcome::Unsafe) {
        Some(1)
    } else if solved(a, Outcome::Safe) || solved(b, Outcome::Safe) {
        Some(0)
    } else {
        None
    }
}
