//! The plots of the page, each in a box that can be walked through with the arrow keys.

use crate::campaign::results::Results;
use crate::report::campaign::svg::{Dress, cactus, pairs, scatter, shares, size};
use crate::report::markup::escape;

/// All plots. Of the pairs of engines the first is shown, the others are kept for the script.
pub(crate) fn figures(results: &Results) -> String {
    let note = "How many inputs an engine solves if each may take so much time. The further to the right and the lower, the better. The virtual best is the engine that is quickest, chosen for each input.";
    let mut html = figure("cactus", "Inputs solved within a time", note, &cactus::plot(results, Dress::Page));
    if let Some(svg) = size::plot(results, Dress::Page) {
        let note = "A mark for each input and engine; the lines are medians of inputs of about the same size, at least five together. What an engine did not solve stands in the lane above.";
        html += &figure("size", "Time by size", note, &svg);
    }
    if let Some(svg) = shares::plot(results, Dress::Page) {
        let note =
            "Of an engine that asks several others, whose answers it gave: how many inputs, and the seconds of these.";
        html += &figure("answers", "Whose answers they are", note, &svg);
    }
    let pairs = pairs(results);
    if let Some(&(a, b)) = pairs.first() {
        let note = "A mark for each input: squares are SAFE, crosses UNSAFE. Above the diagonal the engine across is quicker; on the lines beside it, twice and ten times.";
        let svg = scatter::plot(results, a, b, Dress::Page);
        html += &figure("pairs", "Two engines against each other", &(chooser(results, a, b) + note), &svg);
        for &(a, b) in &pairs {
            let svg = scatter::plot(results, a, b, Dress::Page);
            html += &format!("<template class=\"pair\" data-a=\"{a}\" data-b=\"{b}\">\n{svg}</template>\n");
        }
    }
    html
}

/// The choice of two engines; hidden where no script makes it work.
fn chooser(results: &Results, a: usize, b: usize) -> String {
    let options = |chosen: usize| -> String {
        let option = |(index, name): (usize, &String)| {
            let selected = if index == chosen { " selected" } else { "" };
            format!("<option value=\"{index}\"{selected}>{}</option>", escape(name))
        };
        results.engines.iter().enumerate().map(option).collect()
    };
    format!(
        "<span class=\"chooser\" hidden><label>Across <select id=\"pair-a\">{}</select></label> \
         <label>Upward <select id=\"pair-b\">{}</select></label></span> ",
        options(a),
        options(b)
    )
}

fn figure(id: &str, title: &str, note: &str, svg: &str) -> String {
    format!(
        "<figure id=\"{id}\">\n<figcaption><h3>{title}</h3><p>{note}</p></figcaption>\n\
         <div class=\"plot-box\">\n{svg}</div>\n</figure>\n"
    )
}
