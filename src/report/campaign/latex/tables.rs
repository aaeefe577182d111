//! Tables in the style of `booktabs`.

use super::escape::escape;
use super::head;
use crate::campaign::results::{Results, TIE};
use crate::report::campaign::figures::{Figure, Figures, Row};

/// What each engine came to.
pub(crate) fn summary(results: &Results) -> String {
    let (columns, rows) = Figures::all(results);
    let mut text = head(
        results,
        "What each engine came to: times in seconds of processors; unique: solved by no other",
        "booktabs",
    );
    let titles: Vec<String> = columns.iter().map(|title| escape(title)).collect();
    text += &format!("\\begin{{tabular}}{{l{}}}\n\\toprule\n", "r".repeat(columns.len()));
    text += &line("Engine", titles.into_iter());
    text += "\\midrule\n";
    for Row { name, is_virtual, figures } in &rows {
        if *is_virtual {
            text += "\\midrule\n";
        }
        text += &line(&escape(name), figures.iter().map(figure));
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

/// How often each engine beats each other.
pub(crate) fn wins(results: &Results) -> String {
    let what = format!(
        "How many inputs the engine of the row solves and that of the column does not, or more than {TIE} s later"
    );
    let mut text = head(results, &what, "booktabs");
    let names: Vec<String> = results.engines.iter().map(|name| escape(name)).collect();
    text += &format!("\\begin{{tabular}}{{l{}}}\n\\toprule\n", "r".repeat(names.len()));
    text += &line("Wins of / against", names.iter().cloned());
    text += "\\midrule\n";
    for (engine, (name, row)) in names.iter().zip(results.wins()).enumerate() {
        let count =
            |(other, count): (usize, &usize)| if other == engine { "--".to_string() } else { count.to_string() };
        text += &line(name, row.iter().enumerate().map(count));
    }
    text + "\\bottomrule\n\\end{tabular}\n"
}

fn line(name: &str, cells: impl Iterator<Item = String>) -> String {
    std::iter::once(name.to_string()).chain(cells).collect::<Vec<_>>().join(" & ") + " \\\\\n"
}

fn figure(figure: &Figure) -> String {
    let text = escape(&figure.text);
    if figure.is_best || figure.is_alarm { format!("\\textbf{{{text}}}") } else { text }
}
