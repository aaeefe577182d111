//! What the marks mean, below a plot.

use super::canvas::{Anchor, Canvas, short};

/// The height of a line.
const LINE: f64 = 19.0;
/// Names of at most this length stand two in a line.
const SHORT: usize = 34;
/// No name is shown at greater length.
const LONGEST: usize = 92;

/// An entry: draws its sample around a point, and its text.
pub(crate) struct Entry {
    /// The class and the data of each path of the sample, which is drawn around (0, 0).
    pub(crate) sample: Vec<(String, Sample)>,
    /// The text.
    pub(crate) text: String,
}

/// A part of a sample.
pub(crate) enum Sample {
    /// A mark.
    Mark(super::mark::Mark),
    /// A short line.
    Line,
}

/// Draws the entries from an upper left corner on, and tells how high they are.
pub(crate) fn draw(canvas: &mut Canvas, entries: &[Entry], (left, top): (f64, f64), width: f64) -> f64 {
    let columns = if entries.iter().all(|entry| entry.text.chars().count() <= SHORT) { 2 } else { 1 };
    for (index, entry) in entries.iter().enumerate() {
        let x = left + (index % columns) as f64 * width / columns as f64;
        let y = top + (index / columns) as f64 * LINE + LINE / 2.0;
        for (class, sample) in &entry.sample {
            let data = match sample {
                Sample::Mark(mark) => mark.draw([(x + 14.0, y)].into_iter()),
                Sample::Line => format!("M{:.1} {y:.1}h28", x),
            };
            canvas.path(class, &data);
        }
        canvas.text("key", Anchor::Start, (x + 36.0, y + 4.0), &short(&entry.text, LONGEST));
    }
    entries.len().div_ceil(columns) as f64 * LINE
}
