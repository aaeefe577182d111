//! Time by size: a point for each input and engine, and a line for each engine through the medians of inputs of about
//! the same size, over the whole range of sizes. What is not solved stands in the lane above.

use super::Dress;
use super::axis::{Axis, above, decade};
use super::canvas::{Canvas, Head};
use super::frame::{Beyond, Frame, LANE_WIDTH};
use super::layers::{self, Layer};
use super::legend::{self, Entry, Sample};
use super::mark::{Mark, series};
use super::range::{Range, answered};
use super::trend::{Step, trend};
use crate::campaign::record::Size;
use crate::campaign::results::Results;

const WIDTH: f64 = 680.0;
/// Of the area of the points, without the lane.
const HEIGHT: f64 = 330.0;
const TITLE: &str = "Time by size";

/// The plot; nothing if no size is known.
pub(crate) fn plot(results: &Results, dress: Dress) -> Option<String> {
    let sizes: Vec<Option<f64>> = sizes(results);
    let known = || sizes.iter().flatten().copied();
    let (least, most) = (known().reduce(f64::min)?, known().reduce(f64::max)?);
    let low = decade(least);
    let high = if most > low * 10.0 { above(most) } else { low * 10.0 };
    let range = Range::of(results);
    let top = dress.top() + LANE_WIDTH;
    let frame = Frame {
        x: Axis { log: true, low, high, from: 72.0, to: WIDTH - 20.0 },
        y: Axis { log: true, low: range.low, high: range.high, from: top + HEIGHT, to: top },
        beyond_x: Beyond::Nothing,
        beyond_y: Beyond::Lane,
        limits: range.limits,
    };
    let mut canvas = Canvas::new();
    dress.title(&mut canvas, TITLE);
    frame.draw(&mut canvas, unit(results), "CPU seconds");
    let mut wrong = Vec::new();
    let mut entries = Vec::new();
    let mut all = Vec::new();
    let mut trends = Vec::new();
    for (engine, name) in results.engines.iter().enumerate() {
        let (mut points, mut values) = (Vec::new(), Vec::new());
        for (input, cell) in results.column(engine) {
            let Some(size) = sizes[input] else { continue };
            let seconds = answered(cell).then(|| cell.seconds());
            let point = (frame.x.at(size), frame.upward(seconds));
            values.push((size, seconds.unwrap_or(f64::INFINITY)));
            if cell.wrong { wrong.push(point) } else { points.push(point) }
        }
        let (class, mark) = (format!("{} mark", series(engine)), Mark::of(engine));
        let line = format!("line {}", series(engine));
        let sample = vec![(line.clone(), Sample::Line), (format!("{class} solid"), Sample::Mark(mark))];
        entries.push(Entry { sample, text: name.clone() });
        all.push(Layer { class, mark, points });
        trends.push((format!("{line} trend"), stairs(&frame, &trend(&values))));
    }
    layers::draw(&mut canvas, &all);
    trends.iter().for_each(|(_, path)| canvas.path("halo", path));
    trends.iter().for_each(|(class, path)| canvas.path(class, path));
    if !wrong.is_empty() {
        canvas.path("mark wrong", &Mark::WRONG.draw(wrong.iter().copied()));
        let sample = vec![("mark wrong".to_string(), Sample::Mark(Mark::WRONG))];
        entries.push(Entry { sample, text: format!("wrong ({})", wrong.len()) });
    }
    let below = frame.y.from + 54.0;
    let height = below + legend::draw(&mut canvas, &entries, (frame.x.from, below), WIDTH - frame.x.from) + 8.0;
    let data = format!("data-kind=\"size\" {}", frame.told());
    Some(canvas.finish(&Head { title: TITLE, data: &data, size: (WIDTH, height) }, dress))
}

/// The path through some steps: level from the least to the greatest size of each, in the lane where the median is not solved.
fn stairs(frame: &Frame, steps: &[Step]) -> String {
    let level = |step: &Step| {
        let (from, to, y) = (frame.x.at(step.from), frame.x.at(step.to), frame.upward(step.median));
        // That of one size alone is to be seen, too.
        let (from, to) = if to - from < 6.0 { (from - 3.0, to + 3.0) } else { (from, to) };
        format!("{from:.1} {y:.1}H{to:.1}")
    };
    let levels: Vec<String> = steps.iter().map(level).collect();
    if levels.is_empty() { String::new() } else { format!("M{}", levels.join("L")) }
}

/// The size of each input as it is drawn: locations, or, if these are known of none, lines.
pub(crate) fn sizes(results: &Results) -> Vec<Option<f64>> {
    let pick: fn(Size) -> u64 = if by_locations(results) { |size| size.locations } else { |size| size.lines };
    results.inputs.iter().map(|input| input.size.map(|size| pick(size).max(1) as f64)).collect()
}

/// What the sizes count.
pub(crate) fn unit(results: &Results) -> &'static str {
    if by_locations(results) { "locations" } else { "lines" }
}

fn by_locations(results: &Results) -> bool {
    results.inputs.iter().any(|input| input.size.is_some_and(|size| size.locations > 0))
}
