//! Marks for points. Points that fall on one another are one mark, and all marks of a kind are one path, so that a plot of
//! ten thousand inputs stays small and quick.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A shape, drawn around a point. `m` moves there from the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark(&'static str);

impl Mark {
    /// SAFE, as in the paper.
    pub const SAFE: Mark = Mark("m-3.5-3.5h7v7h-7z");
    /// UNSAFE, as in the paper.
    pub const UNSAFE: Mark = Mark("m-3.5-3.5l7 7m0-7l-7 7");
    /// Something is wrong here.
    pub const WRONG: Mark = Mark("m0-5.5l5 9h-10z");

    /// The mark of an engine.
    pub fn of(engine: usize) -> Mark {
        const SHAPES: [&str; super::palette::SERIES] = [
            "m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z",
            "m-3-3h6v6h-6z",
            "m0-4l3.8 6.6h-7.6z",
            "m0-4.2l4.2 4.2l-4.2 4.2l-4.2-4.2z",
            "m-3-3l6 6m0-6l-6 6",
            "m-4 0h8m-4-4v8",
            "m0 4l3.8-6.6h-7.6z",
            "m-3.5-2h7m-7 4h7",
        ];
        Mark(SHAPES[engine % SHAPES.len()])
    }

    /// The mark at each of some points, as the data of a path.
    pub fn draw(self, points: impl Iterator<Item = (f64, f64)>) -> String {
        // In halves of a pixel.
        let places: BTreeSet<(i32, i32)> =
            points.map(|(x, y)| ((x * 2.0).round() as i32, (y * 2.0).round() as i32)).collect();
        let mut path = String::new();
        for (x, y) in places {
            // Writing into a `String` cannot fail.
            let _ = write!(path, "M{} {}{}", f64::from(x) / 2.0, f64::from(y) / 2.0, self.0);
        }
        path
    }
}

/// The class of an engine.
pub fn series(engine: usize) -> String {
    format!("s{}", engine % super::palette::SERIES)
}
