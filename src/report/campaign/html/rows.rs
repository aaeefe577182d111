//! The table of results as far as no script is needed for it: its head and its first rows. `js/table.js` draws the
//! same rows.

use super::{data, numbers};
use crate::campaign::results::{Cell, Outcome, Results};
use crate::report::campaign::duration;
use crate::report::campaign::svg::size;
use crate::report::campaign::table::word;
use crate::report::markup::{breakable, escape};

/// How many rows there are without a script.
const STATIC: usize = 50;
/// The columns before those of the engines. The style sheet says how wide each is.
const COLUMNS: [&str; 4] = ["note", "input", "expected", "size"];
/// So many characters of a name stand in a line at least, and no more than so many lines are shown.
const LINE: usize = 20;
const LINES: usize = 8;
/// Of more engines the seconds stand below the answers.
const ABREAST: usize = 4;

/// Whether there are so many engines that their columns are narrow.
pub(crate) fn density(results: &Results) -> &'static str {
    if results.engines.len() > ABREAST { "dense" } else { "" }
}

/// The folder that all inputs are in, which is not said again in each row; empty if there is none, or one input alone.
pub(crate) fn folder(results: &Results) -> &str {
    let paths: Vec<&str> = results.inputs.iter().map(|input| input.path.as_str()).collect();
    // They are sorted: what the first and the last have in common, all have.
    let (Some(first), Some(last), true) = (paths.first(), paths.last(), paths.len() > 1) else { return "" };
    let shared = first.bytes().zip(last.bytes()).take_while(|(left, right)| left == right).count();
    let end = first.bytes().take(shared).rposition(|byte| byte == b'/').map_or(0, |slash| slash + 1);
    &first[..end]
}

/// How many lines the longest name of an input takes; all rows are equally high.
pub(crate) fn lines(results: &Results) -> usize {
    let longest = results.inputs.iter().map(|input| input.path.chars().count()).max().unwrap_or(0);
    (longest - folder(results).chars().count().min(longest)).div_ceil(LINE).clamp(2, LINES)
}

/// The columns.
pub(crate) fn columns(results: &Results) -> String {
    let engines = results.engines.iter().map(|_| "engine");
    COLUMNS.into_iter().chain(engines).map(|class| format!("<col class=\"{class}\">")).collect()
}

/// The head: a button for each column, by which one sorts.
pub(crate) fn head(results: &Results) -> String {
    let unit = size::unit(results);
    let unit = unit[..1].to_uppercase() + &unit[1..];
    let fixed = [("note", "Note"), ("input", "Input"), ("expected", "Expected"), ("size", unit.as_str())];
    let fixed = fixed.map(|(key, name)| (key.to_string(), name.to_string()));
    let engines = results.engines.iter().enumerate().map(|(index, name)| (index.to_string(), name.clone()));
    let column = |(key, name): (String, String)| {
        let sorted = if key == "note" { " aria-sort=\"ascending\"" } else { "" };
        let (parts, name) = (breakable(&name), escape(&name));
        format!(
            "<th scope=\"col\" data-name=\"{name}\"{sorted}><button type=\"button\" data-key=\"{key}\"><span>{parts}</span></button></th>\n"
        )
    };
    fixed.into_iter().chain(engines).map(column).collect()
}

/// The first rows, what is remarkable before all else.
pub(crate) fn first(results: &Results, links: &[Option<String>]) -> String {
    let notes = data::notes(results);
    let sizes = size::sizes(results);
    let folder = folder(results);
    let mut order: Vec<usize> = (0..results.inputs.len()).collect();
    order.sort_by_key(|&input| std::cmp::Reverse(notes[input]));
    let row = |input: usize| {
        let expected = results.inputs[input].expected.map_or("", word);
        let size = sizes[input].map(|size| size.to_string()).unwrap_or_default();
        let cells: String = results
            .row(input)
            .iter()
            .map(|one| format!("<td>{}</td>", one.as_ref().map_or(String::new(), cell)))
            .collect();
        let name = &results.inputs[input].path[folder.len()..];
        let (note, name) = (note(notes[input]), numbers::input(name, links, input));
        format!(
            "<tr><td class=\"note\">{note}</td><th scope=\"row\">{name}</th><td>{expected}</td><td class=\"number\">{size}</td>{cells}</tr>\n"
        )
    };
    let rows: String = order.into_iter().take(STATIC).map(row).collect();
    let rest = results.inputs.len().saturating_sub(STATIC);
    let columns = results.engines.len() + COLUMNS.len();
    let more =
        format!("<tr><td colspan=\"{columns}\">{rest} more rows: they need the script of this page.</td></tr>\n");
    if rest > 0 { rows + &more } else { rows }
}

/// What is remarkable, in a word.
fn note(note: u8) -> &'static str {
    match note {
        4.. => "disagreement",
        2 | 3 => "wrong",
        1 => "rounds differ",
        0 => "",
    }
}

fn cell(cell: &Cell) -> String {
    let (class, answer) = match &cell.outcome {
        Outcome::Safe => ("safe", "SAFE".to_string()),
        Outcome::Unsafe => ("unsafe", "UNSAFE".to_string()),
        Outcome::Unknown(reason) => ("open", escape(reason)),
        Outcome::Error(_) => ("open", "error".to_string()),
        Outcome::Contradictory => ("bad", "both".to_string()),
    };
    let wrong = if cell.wrong { " <b class=\"bad\">wrong</b>" } else { "" };
    format!(
        "<div><span class=\"{class}\">{answer}</span>{wrong} <span class=\"time\">{}</span></div>",
        duration::seconds(cell.seconds())
    )
}
