//! The maps that SLAM keeps beside a program that it made: `NAME.f` says which function of which C file a procedure stands for, `NAME.v` which
//! predicate a variable stands for.
//!
//! ```text
//! NAME.f:  DispatchRead PnpRead driver.c      procedure, function, C file: the rest of the line
//! NAME.v:  b1 lock->held == 1                 variable, predicate: the rest of the line
//! ```
//!
//! Blanks, tabs and commas separate. In `NAME.v` a variable may also stand in a line of its own, if all do, and its predicate in the
//! next. A map may be about more than the program has; what cannot be read is left out and told.

use super::super::source::{Diagnostic, Diagnostics, Source, Span};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// The texts of the maps, where there are some.
#[derive(Clone, Debug, Default)]
pub struct Companions {
    /// `NAME.f`.
    pub functions: Option<Source>,
    /// `NAME.v`.
    pub predicates: Option<Source>,
}

/// A function of the C program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CFunction {
    /// Its name.
    pub(crate) name: String,
    /// The file it stands in.
    pub(crate) file: String,
}

/// What the maps say.
#[derive(Clone, Debug, Default)]
pub(super) struct Maps {
    /// By the name of the procedure.
    pub(super) functions: FxHashMap<String, CFunction>,
    /// By the name of the variable.
    pub(super) predicates: FxHashMap<String, String>,
}

impl Maps {
    /// Reads the maps. For each of which some lines are left out there is a warning that shows the first of them.
    pub(super) fn read(companions: &Companions) -> (Maps, Vec<Diagnostics>) {
        let mut maps = Maps::default();
        let mut remarks = Vec::new();
        if let Some(source) = &companions.functions {
            let mut reader = Reader::new(source, "expected a procedure, a function and a C file");
            for line in reader.lines() {
                let function = |rest: &str| {
                    let (name, file) = pair(rest)?;
                    Some(CFunction { name, file })
                };
                let entry = pair(&line.text).and_then(|(procedure, rest)| Some((procedure, function(&rest)?)));
                reader.enter(&mut maps.functions, &line, entry);
            }
            remarks.extend(reader.remark());
        }
        if let Some(source) = &companions.predicates {
            let mut reader = Reader::new(source, "expected a variable and its predicate");
            let lines = reader.lines();
            let alone = lines.iter().step_by(2).all(|line| pair(&line.text).is_none());
            for group in lines.chunks(if alone { 2 } else { 1 }) {
                let entry = match group {
                    [variable, predicate] => Some((variable.text.clone(), predicate.text.clone())),
                    _ if alone => None,
                    _ => pair(&group[0].text),
                };
                reader.enter(&mut maps.predicates, &group[0], entry);
            }
            remarks.extend(reader.remark());
        }
        (maps, remarks)
    }
}

/// A line that is not empty.
#[derive(Clone)]
struct Line {
    span: Span,
    text: String,
}

/// Reads one map, and remembers what is wrong with it.
struct Reader<'s> {
    source: &'s Source,
    /// What a line should be.
    expected: &'static str,
    /// The first line that is left out, and why.
    first: Option<(Span, &'static str)>,
    /// How many are.
    left_out: usize,
}

impl<'s> Reader<'s> {
    fn new(source: &'s Source, expected: &'static str) -> Reader<'s> {
        Reader { source, expected, first: None, left_out: 0 }
    }

    fn lines(&self) -> Vec<Line> {
        let all = (1..=self.source.line_count() as u32).map(|number| self.source.line(number));
        let lines = all
            .map(|span| Line { span, text: self.source.text(span).replace(char::is_control, " ").trim().to_string() });
        lines.filter(|line| !line.text.is_empty()).collect()
    }

    /// Enters what a line says; of two lines about the same thing the first counts.
    fn enter<T: PartialEq>(&mut self, map: &mut FxHashMap<String, T>, line: &Line, entry: Option<(String, T)>) {
        let wrong = match entry {
            None => self.expected,
            Some((name, value)) => match map.entry(name) {
                Entry::Vacant(vacant) => {
                    vacant.insert(value);
                    return;
                }
                Entry::Occupied(known) if *known.get() == value => return,
                Entry::Occupied(_) => "a line before says something else",
            },
        };
        self.first.get_or_insert((line.span, wrong));
        self.left_out += 1;
    }

    fn remark(self) -> Option<Diagnostics> {
        let (span, wrong) = self.first?;
        let message = match self.left_out {
            1 => "a line of this map is left out".to_string(),
            count => format!("{count} lines of this map are left out; this is the first"),
        };
        let mut remarks = Diagnostics::new(self.source);
        remarks.push(Diagnostic::warning("companion", span, message).label(wrong));
        Some(remarks)
    }
}

/// The first field of a line and the rest, neither empty. Between braces nothing separates.
fn pair(line: &str) -> Option<(String, String)> {
    let separates = |c: char| c.is_whitespace() || c == ',';
    let mut depth = 0;
    let end = line.find(|c: char| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth <= 0 && separates(c)
    })?;
    let (first, rest) = (&line[..end], line[end..].trim_start_matches(separates).trim_end());
    (!first.is_empty() && !rest.is_empty()).then(|| (first.to_string(), rest.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(functions: &str, predicates: &str) -> (Maps, Vec<String>) {
        let source = |name: &str, text: &str| Some(Source::new(name, text));
        let (maps, remarks) =
            Maps::read(&Companions { functions: source("x.f", functions), predicates: source("x.v", predicates) });
        let told = |remarks: &Diagnostics| {
            let only = remarks.iter().next().expect("a remark");
            format!("{}: {} ({})", remarks.source().locate(only.span), only.message, only.label)
        };
        let told = remarks.iter().map(told).collect();
        (maps, told)
    }

    #[test]
    fn fields_are_separated_by_blanks_tabs_and_commas() {
        let (maps, told) = read("f Func a b.c\r\n\ng,\tGunc , g.c\n", "b1  x == 1, y\n{x == 0}\tx == 0 \n");
        assert_eq!(told, Vec::<String>::new());
        assert_eq!(maps.functions["f"], CFunction { name: "Func".into(), file: "a b.c".into() });
        assert_eq!(maps.functions["g"], CFunction { name: "Gunc".into(), file: "g.c".into() });
        assert_eq!((maps.predicates["b1"].as_str(), maps.predicates["{x == 0}"].as_str()), ("x == 1, y", "x == 0"));
    }

    #[test]
    fn a_predicate_may_stand_in_the_next_line() {
        let (maps, told) = read("", "{b1}\nx == 1\n\n b2 \ny\n\nb3\n");
        assert_eq!((maps.predicates["{b1}"].as_str(), maps.predicates["b2"].as_str()), ("x == 1", "y"));
        assert_eq!(told, ["x.v:7:1: a line of this map is left out (expected a variable and its predicate)"]);
    }

    #[test]
    fn bad_lines_are_left_out_and_told() {
        let (maps, told) = read("f Func a.c\nf Func\n,\nf Func a.c\nf Other a.c\n", "b x\nb y\n");
        assert_eq!((maps.functions.len(), maps.predicates["b"].as_str()), (1, "x"));
        let expected = [
            "x.f:2:1: 3 lines of this map are left out; this is the first (expected a procedure, a function and a C file)",
            "x.v:2:1: a line of this map is left out (a line before says something else)",
        ];
        assert_eq!(told, expected);
        let (maps, told) = read("\u{0}{{{ ,,\u{1b}", "b1\nb2 x\nb3 y\n");
        assert_eq!((told.len(), maps.predicates.len()), (2, 2), "{told:?}");
    }
}
