//! Points of several kinds in one area. Many are drawn small and pale, and in turns, so that no kind covers the others.

use super::canvas::Canvas;
use super::mark::Mark;

/// From so many points on, a plot is dense.
const DENSE: usize = 1_500;
/// In how many turns a dense plot is drawn.
const TURNS: usize = 12;

/// Points of a kind.
pub(crate) struct Layer {
    /// The class of the marks.
    pub(crate) class: String,
    /// Their shape.
    pub(crate) mark: Mark,
    /// Their values on the two axes.
    pub(crate) points: Vec<(f64, f64)>,
}

/// Draws all layers.
pub(crate) fn draw(canvas: &mut Canvas, layers: &[Layer]) {
    let dense = layers.iter().map(|layer| layer.points.len()).sum::<usize>() > DENSE;
    let turns = if dense { TURNS } else { 1 };
    for turn in 0..turns {
        for Layer { class, mark, points } in layers {
            let some = points.iter().copied().skip(turn).step_by(turns);
            if dense {
                canvas.path(&format!("{class} dense"), &mark.small().draw(some));
            } else if !points.is_empty() {
                canvas.path(class, &mark.draw(some));
            }
        }
    }
}
