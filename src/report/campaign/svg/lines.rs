//! Counters by size: a line for each curve, with a mark at each point.

use super::Dress;
use super::axis::{Axis, above, decade};
use super::canvas::{Canvas, Head};
use super::frame::{Beyond, Frame};
use super::legend::{self, Entry, Sample};
use super::mark::{Mark, series};

const WIDTH: f64 = 620.0;
/// Of the area of the points.
const HEIGHT: f64 = 300.0;

/// A curve.
pub(crate) struct Curve {
    /// Its name.
    pub(crate) name: String,
    /// Its points, from left to right.
    pub(crate) points: Vec<(f64, f64)>,
}

/// The plot; nothing if there is no point. What is below one stands at one.
pub(crate) fn plot(title: &str, across: &str, upward: &str, curves: &[Curve], dress: Dress) -> Option<String> {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let widest = points().map(|point| point.0).reduce(f64::max)?;
    let highest = points().map(|point| point.1).reduce(f64::max)?.max(10.0);
    let top = dress.top();
    let frame = Frame {
        x: Axis { log: false, low: 0.0, high: above(widest.max(1.0)), from: 84.0, to: WIDTH - 20.0 },
        y: Axis { log: true, low: 1.0, high: decade(highest) * 10.0, from: top + HEIGHT, to: top },
        beyond_x: Beyond::Nothing,
        beyond_y: Beyond::Nothing,
        limits: Vec::new(),
    };
    let mut canvas = Canvas::new();
    dress.title(&mut canvas, title);
    frame.draw(&mut canvas, across, upward);
    let mut entries = Vec::new();
    for (index, Curve { name, points }) in curves.iter().enumerate() {
        let places = points.iter().map(|&(x, y)| (frame.x.at(x), frame.y.at(y)));
        let (line, mark) = (format!("line {}", series(index)), format!("{} mark solid", series(index)));
        if !points.is_empty() {
            let steps: Vec<String> = places.clone().map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
            canvas.path(&line, &format!("M{}", steps.join("L")));
            canvas.path(&mark, &Mark::of(index).draw(places));
        }
        entries.push(Entry {
            sample: vec![(line, Sample::Line), (mark, Sample::Mark(Mark::of(index)))],
            text: name.clone(),
        });
    }
    let below = frame.y.from + 54.0;
    let height = below + legend::draw(&mut canvas, &entries, (frame.x.from, below), WIDTH - frame.x.from) + 8.0;
    Some(canvas.finish(&Head { title, data: "data-kind=\"lines\"", size: (WIDTH, height) }, dress))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_a_line_and_its_marks() {
        let curve = |points| Curve { name: "a".into(), points };
        assert_eq!(plot("t", "x", "y", &[curve(Vec::new())], Dress::Page), None);
        let svg = plot("t", "x", "y", &[curve(vec![(5.0, 10.0), (10.0, 100.0)])], Dress::Page).expect("a plot");
        assert!(svg.contains("class=\"line s0\""), "{svg}");
        assert_eq!(svg.matches("mark solid").count(), 2, "{svg}");
    }
}
