//! How wide numbers can be, as a table and as a picture.

use super::pipe;
use crate::bench::frontier::{ABOUT, INPUTS, Measured, NAME, Reach};
use crate::report::markup::escape;
use std::fmt::Write;

/// The table with its heading, an empty line before it: a row for each program, and for each engine its bits with all inputs, and with few.
pub fn section(engines: &[&str], measured: &[Measured]) -> String {
    let named = engines.iter().map(|engine| format!("`{engine}`"));
    let mut rows: Vec<Vec<String>> = vec![["`bpcheck generate words`".to_string()].into_iter().chain(named).collect()];
    for Measured { name, reaches } in measured {
        let cells = reaches.iter().map(|reach| cell(*reach));
        rows.push([format!("`{name}`")].into_iter().chain(cells).collect());
    }
    let all = measured.len();
    for (title, decides) in [
        ("decided with 8 bits", (|reach| reach.narrow == Some(8)) as fn(&Reach) -> bool),
        ("decided with 32 bits and few inputs", |reach| reach.wide == Some(32)),
    ] {
        let counts = (0..engines.len()).map(|engine| {
            let count = measured.iter().filter(|line| decides(&line.reaches[engine])).count();
            format!("{count} of {all}")
        });
        rows.push([title.to_string()].into_iter().chain(counts).collect());
    }
    format!(
        "\n### {NAME}: {ABOUT}\n\nFirst of 2, 3, 4, 5, 6 and 8 bits with all inputs, then of 16 and 32 bits with inputs up to {INPUTS}. \
         `-`: none of them is decided within the limits.\n\n{}",
        pipe::table(&rows)
    )
}

/// `8 / 32`.
fn cell(reach: Reach) -> String {
    let bits = |bits: Option<u32>| bits.map_or("-".to_string(), |bits| bits.to_string());
    match reach.is_wrong {
        true => "**wrong**".to_string(),
        false => format!("{} / {}", bits(reach.narrow), bits(reach.wide)),
    }
}

const NAMES: usize = 150;
const COLUMN: usize = 128;
const ROW: usize = 16;
const HEAD: usize = 44;

/// The same as an SVG picture: a field for each program and engine, the darker the wider.
pub fn picture(engines: &[&str], measured: &[Measured]) -> String {
    let (width, height) = (NAMES + COLUMN * engines.len() + 8, HEAD + ROW * measured.len() + 8);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n<title>{ABOUT}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
    );
    let mut line = |text: String| _ = writeln!(svg, "{text}");
    line(text(8, 16, "start", "left: bits with all inputs; right: with few, 16 or 32"));
    for (index, engine) in engines.iter().enumerate() {
        line(text(NAMES + COLUMN * index + COLUMN / 2, HEAD - 8, "middle", engine));
    }
    for (row, Measured { name, reaches }) in measured.iter().enumerate() {
        let top = HEAD + ROW * row;
        line(text(NAMES - 6, top + 12, "end", name));
        for (index, reach) in reaches.iter().enumerate() {
            let left = NAMES + COLUMN * index;
            for (half, bits, most) in [(0, reach.narrow, 8), (1, reach.wide, 32)] {
                let (fill, ink) = shade(reach.is_wrong, bits, most);
                let (x, w) = (left + half * COLUMN / 2 + 1, COLUMN / 2 - 2);
                line(format!("<rect x=\"{x}\" y=\"{top}\" width=\"{w}\" height=\"{}\" fill=\"{fill}\"/>", ROW - 2));
                let shown = bits.map_or("–".to_string(), |bits| bits.to_string());
                line(format!(
                    "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\" fill=\"{ink}\">{shown}</text>",
                    x + w / 2,
                    top + 11
                ));
            }
        }
    }
    svg + "</svg>\n"
}

fn text(x: usize, y: usize, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"{anchor}\" fill=\"#222\">{}</text>", escape(text))
}

/// The colors of a field and of what is written on it.
fn shade(is_wrong: bool, bits: Option<u32>, most: u32) -> (&'static str, &'static str) {
    match bits {
        _ if is_wrong => ("#b00020", "#fff"),
        None => ("#f3f3f3", "#777"),
        Some(bits) if bits == most => ("#1b6ca8", "#fff"),
        Some(bits) if 2 * bits >= most => ("#7db4da", "#111"),
        Some(_) => ("#cfe3f2", "#111"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_is_shown_first() {
        let reach = |narrow, wide, is_wrong| Reach { narrow, wide, is_wrong };
        assert_eq!(cell(reach(Some(8), None, false)), "8 / -");
        assert_eq!(cell(reach(Some(8), Some(32), true)), "**wrong**");
        let lines = [Measured { name: "id".into(), reaches: vec![reach(Some(8), Some(16), false)] }];
        assert!(section(&["e"], &lines).contains("| `id` "), "{}", section(&["e"], &lines));
        assert!(picture(&["e"], &lines).matches("<rect").count() == 3);
    }
}
