//! The frame of a plot: axes, ticks, and a lane beyond an axis for what is not solved.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas};

/// How far beyond the axis the points of the lane stand.
const LANE: f64 = 36.0;
/// How wide the lane is.
pub(crate) const LANE_WIDTH: f64 = 62.0;

/// Two axes, and whether there is a lane beyond each.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// Across.
    pub(crate) x: Axis,
    /// Upward: `from` is greater than `to`.
    pub(crate) y: Axis,
    /// Whether what is not solved stands to the right of the axis across.
    pub(crate) lane_x: bool,
    /// Whether what is not solved stands above the axis upward.
    pub(crate) lane_y: bool,
}

impl Frame {
    /// The right end, with the lane.
    pub(crate) fn right(&self) -> f64 {
        self.x.to + if self.lane_x { LANE_WIDTH } else { 0.0 }
    }

    /// The upper end, with the lane.
    pub(crate) fn top(&self) -> f64 {
        self.y.to - if self.lane_y { LANE_WIDTH } else { 0.0 }
    }

    /// The place across of a value; in the lane if there is none.
    pub(crate) fn across(&self, value: Option<f64>) -> f64 {
        value.map_or(self.x.to + LANE, |value| self.x.at(value))
    }

    /// The place upward of a value; in the lane if there is none.
    pub(crate) fn upward(&self, value: Option<f64>) -> f64 {
        value.map_or(self.y.to - LANE, |value| self.y.at(value))
    }

    /// Draws all of it.
    pub(crate) fn draw(&self, canvas: &mut Canvas, x_label: &str, y_label: &str) {
        let Frame { x, y, .. } = self;
        let (right, top, bottom, left) = (self.right(), self.top(), y.from, x.from);
        for tick in x.ticks() {
            let long = tick.label.is_some();
            if let Some(label) = tick.label {
                canvas.line("grid", (tick.place, bottom), (tick.place, top));
                canvas.text("tick-label", Anchor::Middle, (tick.place, bottom + 18.0), &label);
            }
            canvas.line("axis", (tick.place, bottom), (tick.place, bottom + if long { 6.0 } else { 3.0 }));
        }
        for tick in y.ticks() {
            let long = tick.label.is_some();
            if let Some(label) = tick.label {
                canvas.line("grid", (left, tick.place), (right, tick.place));
                canvas.text("tick-label", Anchor::End, (left - 9.0, tick.place + 4.0), &label);
            }
            canvas.line("axis", (left, tick.place), (left - if long { 6.0 } else { 3.0 }, tick.place));
        }
        if self.lane_x {
            canvas.line("guide", (x.to, bottom), (x.to, top));
            canvas.text("tick-label", Anchor::Middle, (x.to + LANE + 6.0, bottom + 18.0), "unsolved");
        }
        if self.lane_y {
            canvas.line("guide", (left, y.to), (right, y.to));
            canvas.text("tick-label", Anchor::End, (left - 9.0, y.to - LANE + 4.0), "unsolved");
        }
        canvas.path("axis", &format!("M{left:.1} {top:.1}V{bottom:.1}H{right:.1}V{top:.1}Z"));
        canvas.text("label", Anchor::Middle, (f64::midpoint(left, x.to), bottom + 40.0), x_label);
        canvas.upright("label", (16.0, f64::midpoint(bottom, y.to)), y_label);
    }

    /// What a script needs to find the place of a point.
    pub(crate) fn told(&self) -> String {
        let (x, y) = (self.x.told(), self.y.told());
        let (lane_x, lane_y) = (self.across(None), self.upward(None));
        format!("data-x=\"{x}\" data-y=\"{y}\" data-lane=\"{lane_x} {lane_y}\"")
    }
}
