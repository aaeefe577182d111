//! The page: all papers in one file that asks nothing of the network and has no script. Its frame is `page.html`, how it looks `page.css`.

use super::{grid, judged, picture, setting, tally};
use crate::bench::papers::fill::{Filled, Measured};
use crate::bench::papers::paper::Claim;
use crate::campaign::record::Limits;
use crate::report::campaign::svg::palette;
use crate::report::markup::escape;
use crate::report::template::fill;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");

/// The page. The same text each time, for the same runs.
pub fn page(version: &str, machine: &str, limits: &Limits, rounds: u32, all: &[Measured]) -> String {
    let style = palette::variables() + palette::PLOT_STYLE + STYLE;
    let papers: String = all.iter().map(paper).collect();
    let links = all.iter().map(|measured| {
        let name = measured.paper.name;
        format!("<li><a href=\"#{name}\">{}</a></li>\n", escape(measured.paper.title))
    });
    fill(
        TEMPLATE,
        &[
            ("style", &style),
            ("setting", &escape(&setting(version, machine, limits, rounds))),
            ("legend", &code(super::LEGEND)),
            ("links", &links.collect::<String>()),
            ("tally", &table(&tally(all))),
            ("papers", &papers),
        ],
    )
}

fn paper(measured: &Measured) -> String {
    let paper = measured.paper;
    let tables: String = measured.tables.iter().map(section).collect();
    let claims: String = judged(measured)
        .map(|(claim, judgement)| {
            let Claim { place, says, rule, note, .. } = claim;
            let class = judgement.word().replace(' ', "-");
            let mut html = format!(
                "<li><p><span class=\"verdict {class}\">{}</span> <span class=\"place\">{}</span></p>\n<p>{}</p>\n",
                judgement.word(),
                escape(place),
                code(says)
            );
            let parts = [("Rule: ", *rule), ("Measured: ", judgement.measured()), ("", *note)];
            for (name, text) in parts.into_iter().filter(|(_, text)| !text.is_empty()) {
                html += &format!("<p class=\"hint\">{name}{}</p>\n", code(text));
            }
            html + "</li>\n"
        })
        .collect();
    format!(
        "<section id=\"{name}\" aria-labelledby=\"{name}-title\">\n<h2 id=\"{name}-title\">{}</h2>\n<p>{}</p>\n<p>{}</p>\n{tables}<h3>Claims</h3>\n<ol class=\"claims\">\n{claims}</ol>\n</section>\n",
        escape(paper.name),
        escape(paper.title),
        code(paper.differs),
        name = paper.name
    )
}

fn section(filled: &Filled) -> String {
    let plot = picture::picture(filled).map_or(String::new(), |picture| {
        format!("<figure>\n{}<figcaption>{}</figcaption>\n</figure>\n", picture.svg, escape(picture.note))
    });
    let title = escape(filled.table.title);
    format!(
        "<h3>{title}</h3>\n<p class=\"hint\">{}</p>\n{plot}<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"{title}\">\n{}</div>\n",
        code(filled.table.about),
        table(&grid::rows(filled))
    )
}

/// A table whose first row is its head.
fn table(rows: &[Vec<String>]) -> String {
    let row = |cells: &[String], tag: &str| {
        let cells: String = cells.iter().map(|cell| format!("<{tag}>{}</{tag}>", code(cell))).collect();
        format!("<tr>{cells}</tr>\n")
    };
    let Some((head, body)) = rows.split_first() else { return String::new() };
    let body: String = body.iter().map(|cells| row(cells, "td")).collect();
    format!("<table>\n<thead>\n{}</thead>\n<tbody>\n{body}</tbody>\n</table>\n", row(head, "th"))
}

/// A text in which what stands in backquotes is code.
fn code(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(index, part)| if index % 2 == 1 { format!("<code>{}</code>", escape(part)) } else { escape(part) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::code;

    #[test]
    fn backquotes_are_code() {
        assert_eq!(code("a `b<c>` d"), "a <code>b&lt;c&gt;</code> d");
    }
}
