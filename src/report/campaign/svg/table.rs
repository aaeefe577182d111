//! The table of what each engine came to, as a picture: for slides and for texts that take no other table.

use super::Dress;
use super::canvas::{Anchor, Canvas, Head};
use crate::campaign::results::Results;
use crate::report::campaign::figures::{Figures, Row};

/// The height of a line.
const LINE: f64 = 22.0;
/// The width of a character, at most.
const CHARACTER: f64 = 7.2;
/// Between two columns.
const GAP: f64 = 18.0;
const MARGIN: f64 = 16.0;
const TITLE: &str = "What each engine came to";

/// The table.
pub(crate) fn plot(results: &Results, dress: Dress) -> String {
    let (head, rows) = Figures::all(results);
    let wide = |texts: &mut dyn Iterator<Item = &str>| {
        texts.map(|text| text.chars().count()).max().unwrap_or(0) as f64 * CHARACTER
    };
    let names = wide(&mut rows.iter().map(|row| row.name.as_str()).chain(["Engine"]));
    let column = |index: usize| {
        wide(&mut rows.iter().map(|row| row.figures[index].text.as_str()).chain([head[index].as_str()])) + GAP
    };
    // The right end of each column.
    let ends: Vec<f64> = (0..head.len())
        .scan(MARGIN + names, |end, index| {
            *end += column(index);
            Some(*end)
        })
        .collect();
    let right = ends.last().copied().unwrap_or(MARGIN + names);
    let top = dress.top();
    let height = top + LINE * (rows.len() + 1) as f64 + MARGIN;
    let mut canvas = Canvas::new();
    dress.title(&mut canvas, TITLE);
    let rule = |canvas: &mut Canvas, line: usize, class: &str| {
        let y = top + LINE * line as f64;
        canvas.line(class, (MARGIN, y), (right, y));
    };
    let base = |line: usize| top + LINE * (line + 1) as f64 - 7.0;
    rule(&mut canvas, 0, "axis");
    canvas.text("head", Anchor::Start, (MARGIN, base(0)), "Engine");
    head.iter().zip(&ends).for_each(|(text, &end)| canvas.text("head", Anchor::End, (end, base(0)), text));
    rule(&mut canvas, 1, "axis");
    for (line, Row { name, is_virtual, figures }) in rows.iter().enumerate() {
        if *is_virtual {
            rule(&mut canvas, line + 1, "grid");
        }
        canvas.text("key", Anchor::Start, (MARGIN, base(line + 1)), name);
        for (figure, &end) in figures.iter().zip(&ends) {
            let class = match (figure.is_alarm, figure.is_best) {
                (true, _) => "alarm",
                (false, true) => "head",
                (false, false) => "key",
            };
            canvas.text(class, Anchor::End, (end, base(line + 1)), &figure.text);
        }
    }
    rule(&mut canvas, rows.len() + 1, "axis");
    canvas.finish(&Head { title: TITLE, data: "data-kind=\"table\"", size: (right + MARGIN, height) }, dress)
}
