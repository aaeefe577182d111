//! The page: all of a campaign in one file that asks nothing of the network. The frame of it is `report.html`, how it looks
//! `report.css`, what it does `js/`; here these are filled and joined.
//!
//! Without scripts there still are the numbers, the plots and the first rows of the table.

mod data;
mod link;
mod numbers;
mod plots;
mod rows;

pub use link::relative;

use super::svg::palette;
use crate::campaign::results::Results;
use crate::report::markup::escape;
use crate::report::template::fill;

/// What is not known from the results.
pub struct Page<'a> {
    /// The title.
    pub title: &'a str,
    /// Where an input is found, seen from the page; nothing if there shall be no link. See [`relative`].
    pub link: &'a dyn Fn(&str) -> Option<String>,
}

const TEMPLATE: &str = include_str!("report.html");
const STYLE: &str = include_str!("report.css");
/// Joined to one function, so that each sees the names of those before it, and the page none of them.
const SCRIPTS: [&str; 5] = [
    include_str!("js/data.js"),
    include_str!("js/filter.js"),
    include_str!("js/table.js"),
    include_str!("js/points.js"),
    include_str!("js/plots.js"),
];

/// The page. The same text each time.
pub fn page(results: &Results, page: &Page) -> String {
    let style = palette::variables() + palette::PLOT_STYLE + STYLE;
    let script = format!("(function () {{\n\"use strict\";\n{}}})();\n", SCRIPTS.concat());
    let links: Vec<Option<String>> = results.inputs.iter().map(|input| (page.link)(&input.path)).collect();
    let options = results.engines.iter().enumerate();
    let options: String =
        options.map(|(index, name)| format!("<option value=\"{index}\">{}</option>", escape(name))).collect();
    let folder = match rows::folder(results) {
        "" => String::new(),
        folder => format!("<p class=\"hint\">Inputs are named from <bdi>{}</bdi>.</p>\n", escape(folder)),
    };
    fill(
        TEMPLATE,
        &[
            ("title", &escape(page.title)),
            ("style", &style),
            ("setting", &numbers::setting(results)),
            ("alarms", &numbers::alarms(results, &links)),
            ("summary", &numbers::summary(results)),
            ("interval", numbers::interval(results)),
            ("wins", &numbers::wins(results)),
            ("reasons", &numbers::reasons(results)),
            ("plots", &plots::figures(results)),
            ("engines", &options),
            ("columns", &rows::columns(results)),
            ("head", &rows::head(results)),
            ("rows", &rows::first(results, &links)),
            ("count", &results.engines.len().to_string()),
            ("lines", &rows::lines(results).to_string()),
            ("folder", &folder),
            ("density", rows::density(results)),
            ("data", &data::json(results, &links)),
            ("script", &script),
        ],
    )
}
