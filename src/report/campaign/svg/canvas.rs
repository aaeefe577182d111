//! The text of a plot while it grows.

use super::{Dress, palette};
use crate::report::markup::escape;
use std::fmt::Write;

/// A plot while it grows. Writing into a `String` cannot fail.
pub(crate) struct Canvas {
    body: String,
}

/// Where a text stands, seen from its place.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Anchor {
    /// To the right of it.
    Start,
    /// In its middle.
    Middle,
    /// To the left of it.
    End,
}

/// What is said about a plot as a whole.
pub(crate) struct Head<'a> {
    /// Its title.
    pub(crate) title: &'a str,
    /// Its attributes for the script of the page.
    pub(crate) data: &'a str,
    /// Its width and height.
    pub(crate) size: (f64, f64),
}

impl Canvas {
    /// With nothing in it.
    pub(crate) fn new() -> Canvas {
        Canvas { body: String::new() }
    }

    /// A straight line.
    pub(crate) fn line(&mut self, class: &str, from: (f64, f64), to: (f64, f64)) {
        let ((x1, y1), (x2, y2)) = (from, to);
        let _ = writeln!(
            self.body,
            "<line class=\"{class}\" x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"/>"
        );
    }

    /// A path; `class` may be several.
    pub(crate) fn path(&mut self, class: &str, d: &str) {
        let _ = writeln!(self.body, "<path class=\"{class}\" d=\"{d}\"/>");
    }

    /// A text.
    pub fn text(&mut self, class: &str, anchor: Anchor, (x, y): (f64, f64), text: &str) {
        let anchor = anchor.word();
        let text = escape(text);
        let _ = writeln!(
            self.body,
            "<text class=\"{class}\" text-anchor=\"{anchor}\" x=\"{x:.1}\" y=\"{y:.1}\">{text}</text>"
        );
    }

    /// A text that is read from below, around its middle.
    pub(crate) fn upright(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let text = escape(text);
        let place = format!("text-anchor=\"middle\" transform=\"translate({x:.1} {y:.1}) rotate(-90)\"");
        let _ = writeln!(self.body, "<text class=\"{class}\" {place}>{text}</text>");
    }

    /// A text that is read from below, from a place on.
    pub(crate) fn rising(&mut self, class: &str, (x, y): (f64, f64), text: &str) {
        let text = escape(text);
        let place = format!("text-anchor=\"start\" transform=\"translate({x:.1} {y:.1}) rotate(-90)\"");
        let _ = writeln!(self.body, "<text class=\"{class}\" {place}>{text}</text>");
    }

    /// The finished plot.
    pub(crate) fn finish(self, head: &Head, dress: Dress) -> String {
        let Head { title, data, size: (width, height) } = head;
        let (body, title) = (self.body, escape(title));
        let view = format!("viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\"");
        match dress {
            Dress::Page => format!("<svg class=\"plot\" {view} aria-label=\"{title}\" {data}>\n{body}</svg>\n"),
            Dress::File => format!(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" {view}>\n<title>{title}</title>\n<style>\n{}</style>\n\
                 <rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{body}</svg>\n",
                palette::plain(palette::PLOT_STYLE)
            ),
        }
    }
}

impl Anchor {
    fn word(self) -> &'static str {
        match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        }
    }
}

/// A name that is not too long: of others the middle is left out.
pub(crate) fn short(name: &str, longest: usize) -> String {
    let count = name.chars().count();
    if count <= longest {
        return name.to_string();
    }
    let half = longest / 2;
    let (head, tail): (String, String) = (name.chars().take(half).collect(), name.chars().skip(count - half).collect());
    format!("{head}\u{2026}{tail}")
}
