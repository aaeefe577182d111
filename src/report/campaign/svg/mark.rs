//! Marks for points. Points that fall on one another are one mark, and all marks of a kind are one path, so that a plot of
//! ten thousand inputs stays small and quick.

use std::collections::BTreeSet;
use std::fmt::Write;

/// A shape, drawn around a point. `m` moves there from the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    shape: &'static str,
    small: &'static str,
}

impl Mark {
    /// SAFE, as in the paper.
    pub(crate) const SAFE: Mark = Mark { shape: "m-3.5-3.5h7v7h-7z", small: "m-2-2h4v4h-4z" };
    /// UNSAFE, as in the paper.
    pub(crate) const UNSAFE: Mark = Mark { shape: "m-3.5-3.5l7 7m0-7l-7 7", small: "m-2-2l4 4m0-4l-4 4" };
    /// Something is wrong here.
    pub(crate) const WRONG: Mark = Mark { shape: "m0-5.5l5 9h-10z", small: "m0-5.5l5 9h-10z" };

    /// The mark of an engine.
    pub(crate) fn of(engine: usize) -> Mark {
        const SHAPES: [(&str, &str); super::palette::SERIES] = [
            ("m-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0-6.4 0z", "m-1.8 0a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0z"),
            ("m-3-3h6v6h-6z", "m-1.6-1.6h3.2v3.2h-3.2z"),
            ("m0-4l3.8 6.6h-7.6z", "m0-2.2l2 3.6h-4z"),
            ("m0-4.2l4.2 4.2l-4.2 4.2l-4.2-4.2z", "m0-2.3l2.3 2.3l-2.3 2.3l-2.3-2.3z"),
            ("m-3-3l6 6m0-6l-6 6", "m-1.7-1.7l3.4 3.4m0-3.4l-3.4 3.4"),
            ("m-4 0h8m-4-4v8", "m-2.2 0h4.4m-2.2-2.2v4.4"),
            ("m0 4l3.8-6.6h-7.6z", "m0 2.2l2-3.6h-4z"),
            ("m-3.5-2h7m-7 4h7", "m-2-1.2h4m-4 2.4h4"),
        ];
        let (shape, small) = SHAPES[engine % SHAPES.len()];
        Mark { shape, small }
    }

    /// The same for plots of many points.
    pub(crate) fn small(self) -> Mark {
        Mark { shape: self.small, ..self }
    }

    /// The mark at each of some points, as the data of a path.
    pub(crate) fn draw(self, points: impl Iterator<Item = (f64, f64)>) -> String {
        // In halves of a pixel.
        let places: BTreeSet<(i32, i32)> =
            points.map(|(x, y)| ((x * 2.0).round() as i32, (y * 2.0).round() as i32)).collect();
        let mut path = String::new();
        for (x, y) in places {
            // Writing into a `String` cannot fail.
            let _ = write!(path, "M{} {}{}", f64::from(x) / 2.0, f64::from(y) / 2.0, self.shape);
        }
        path
    }
}

/// The class of an engine.
pub(crate) fn series(engine: usize) -> String {
    format!("s{}", engine % super::palette::SERIES)
}
