//! Colours. Each has a name, by which the style sheets call it, and two values, for light and dark.

use std::fmt::Write;

/// How a plot looks, in terms of the names.
pub(crate) const PLOT_STYLE: &str = include_str!("plot.css");

/// How many engines have a colour of their own.
pub(crate) const SERIES: usize = 8;

/// Name, light, dark. All stand out from the paper with a ratio of at least 4.5, the grid excepted.
const COLOURS: [(&str, &str, &str); 16] = [
    ("ink", "#1b1f24", "#e8eaed"),
    ("muted", "#586069", "#a8b0ba"),
    ("grid", "#e4e7eb", "#2f353d"),
    ("paper", "#ffffff", "#14171b"),
    ("panel", "#f5f6f8", "#1d2127"),
    ("safe", "#0b62a4", "#6fb3ec"),
    ("unsafe", "#b5400f", "#f0955f"),
    ("wrong", "#a3005c", "#ff8ad0"),
    ("s0", "#0b62a4", "#6fb3ec"),
    ("s1", "#b5400f", "#f0955f"),
    ("s2", "#00735a", "#4cc9a4"),
    ("s3", "#7b3f98", "#cf9be0"),
    ("s4", "#7a6100", "#e0c04c"),
    ("s5", "#3b3f45", "#d0d4d9"),
    ("s6", "#0f7384", "#7fd4e0"),
    ("s7", "#b3174f", "#ff85ab"),
];

/// The colours as variables of a page, dark if its reader likes it dark; on paper always light.
pub(crate) fn variables() -> String {
    let set = |pick: fn(&(&str, &'static str, &'static str)) -> &'static str| -> String {
        COLOURS.iter().fold(String::new(), |mut text, colour| {
            let _ = write!(text, "--{}:{};", colour.0, pick(colour));
            text
        })
    };
    let (light, dark) = (set(|colour| colour.1), set(|colour| colour.2));
    format!(
        ":root{{color-scheme:light dark;{light}}}\n@media screen and (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"
    )
}

/// A style sheet with the light values in place of the names, for readers of SVG that know no variables.
pub(crate) fn plain(style: &str) -> String {
    COLOURS.iter().fold(style.to_string(), |style, (name, light, _)| style.replace(&format!("var(--{name})"), light))
}
