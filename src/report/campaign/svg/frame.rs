//! The frame of a plot: axes, ticks, limits of time, and a lane beyond an axis for what is not solved.

use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use crate::report::campaign::duration;

/// How far beyond the axis the points of the lane stand.
const LANE: f64 = 36.0;
/// How wide the lane is.
pub(crate) const LANE_WIDTH: f64 = 62.0;

/// How much room the name of a limit takes beyond an axis.
pub(crate) const ROOM: f64 = 22.0;

/// What there is beyond the end of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// Nothing.
    Nothing,
    /// Room for the name of a limit.
    Room,
    /// A lane for what is not solved.
    Lane,
}

impl Beyond {
    /// How wide it is.
    pub(crate) fn width(self) -> f64 {
        match self {
            Beyond::Nothing => 0.0,
            Beyond::Room => ROOM,
            Beyond::Lane => LANE_WIDTH,
        }
    }
}

/// Two axes, of which the one upward is of time, and what is beyond them.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// Across.
    pub(crate) x: Axis,
    /// Upward: `from` is greater than `to`.
    pub(crate) y: Axis,
    /// To the right of the axis across: a lane if that is of time, too.
    pub(crate) beyond_x: Beyond,
    /// Above the axis upward.
    pub(crate) beyond_y: Beyond,
    /// The limits of time that are marked on axes of time.
    pub(crate) limits: Vec<f64>,
}

impl Frame {
    /// The right end, with the lane.
    pub(crate) fn right(&self) -> f64 {
        self.x.to + self.beyond_x.width()
    }

    /// The upper end, with the lane.
    pub(crate) fn top(&self) -> f64 {
        self.y.to - self.beyond_y.width()
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
        if self.beyond_x == Beyond::Lane {
            canvas.line("guide", (x.to, bottom), (x.to, top));
            canvas.text("tick-label", Anchor::Middle, (x.to + LANE + 6.0, bottom + 18.0), "unsolved");
        }
        if self.beyond_y == Beyond::Lane {
            canvas.line("guide", (left, y.to), (right, y.to));
            canvas.text("tick-label", Anchor::End, (left - 9.0, y.to - LANE + 4.0), "unsolved");
        }
        self.limits(canvas);
        canvas.path("axis", &format!("M{left:.1} {top:.1}V{bottom:.1}H{right:.1}V{top:.1}Z"));
        canvas.text("label", Anchor::Middle, (f64::midpoint(left, x.to), bottom + 40.0), x_label);
        canvas.upright("label", (16.0, f64::midpoint(bottom, y.to)), y_label);
    }

    /// A line with its name exactly at each limit, on each axis of time.
    fn limits(&self, canvas: &mut Canvas) {
        let Frame { x, y, .. } = self;
        for &limit in &self.limits {
            let name = format!("time limit {}", duration::limit(limit));
            let place = y.at(limit);
            canvas.line("limit", (x.from, place), (self.right(), place));
            canvas.text("tick-label", Anchor::Start, (x.from + 8.0, place - 6.0), &name);
            if self.beyond_x == Beyond::Lane {
                let place = x.at(limit);
                canvas.line("limit", (place, y.from), (place, self.top()));
                canvas.rising("tick-label", (place + 14.0, y.from - 8.0), &name);
            }
        }
    }

    /// What a script needs to find the place of a point.
    pub(crate) fn told(&self) -> String {
        let (x, y) = (self.x.told(), self.y.told());
        let (lane_x, lane_y) = (self.across(None), self.upward(None));
        format!("data-x=\"{x}\" data-y=\"{y}\" data-lane=\"{lane_x} {lane_y}\"")
    }
}
