//! What the text tells about the C program from which it was made: SatAbs' comments
//! (`// file main.c line 9 function main`, `decl b0; // 1 == lk1`), SLAM's labels (`C_9_3_1`), and the maps beside it.

use super::super::source::{Diagnostics, Source, Span};
use super::super::syntax::ast::{Note, NoteKind};
use super::companion::{CFunction, Companions, Maps};
use super::model::*;
use std::borrow::Cow;

/// A place of the C program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct COrigin {
    /// The file, where the text names it.
    pub(crate) file: Option<String>,
    /// The line.
    pub(crate) line: u32,
    /// The function, where the text names it.
    pub(crate) function: Option<String>,
}

/// The comments that were kept, in the order of the text, and what the maps say.
#[derive(Clone, Debug, Default)]
pub struct Origins {
    places: Vec<Span>,
    predicates: Vec<Span>,
    /// The places that have a label which names a line, in order, and that line.
    labels: Vec<(Place, u32)>,
    maps: Maps,
    /// The first comment that says that names are those of bits.
    words: Option<Span>,
}

impl Origins {
    pub(super) fn new(notes: &[Note]) -> Origins {
        let of = |kind| notes.iter().filter(move |note| note.kind == kind).map(|note| note.text).collect();
        let words = notes.iter().find(|note| note.kind == NoteKind::Words).map(|note| note.text);
        Origins { places: of(NoteKind::Origin), predicates: of(NoteKind::Predicate), words, ..Origins::default() }
    }
}

impl Program {
    /// Finds the labels that name lines of the C program.
    pub(super) fn find_lines(&mut self) {
        let line = |place: Place| self[self[place].labels].iter().find_map(|&label| parse_label(self.name(label)));
        let places = self.procedure_ids().flat_map(|id| self.places(id));
        let labels = places.filter_map(|place| Some((place, line(place)?))).collect();
        self.origins.labels = labels;
    }

    /// Takes in the maps that lie beside the text. What is wrong with them, as warnings.
    pub(crate) fn accompany(&mut self, companions: &Companions) -> Vec<Diagnostics> {
        let (maps, remarks) = Maps::read(companions);
        self.origins.maps = maps;
        remarks
    }

    /// The function of the C program that a procedure stands for, as the map says.
    pub fn c_function(&self, procedure: ProcId) -> Option<&CFunction> {
        self.origins.maps.functions.get(self.name(self[procedure].name))
    }

    /// Where the statement at a place comes from: what its own or the nearest label `C_<line>…` or comment
    /// before it in its procedure says; file and function of a label are those of the map.
    pub fn c_origin(&self, source: &Source, place: Place) -> Option<COrigin> {
        let span = self.span(place);
        let begin = self[place.procedure].span.start;
        let before = self.origins.places.partition_point(|note| note.start < span.start);
        let comment = self.origins.places[..before].last().filter(|note| note.start > begin);
        let comment = comment.and_then(|&note| Some((note, parse_comment(&source.text(note))?)));
        let before = self.origins.labels.partition_point(|&(label, _)| label <= place);
        let label = self.origins.labels[..before].last().filter(|(label, _)| label.procedure == place.procedure);
        let label = label.map(|&(label, line)| {
            let function = self.c_function(place.procedure);
            let (file, function) = function.map(|CFunction { name, file }| (file.clone(), name.clone())).unzip();
            (self.span(label), COrigin { file, line, function })
        });
        let nearest = [comment, label].into_iter().flatten().max_by_key(|(span, _)| span.start);
        nearest.map(|(_, origin)| origin)
    }

    /// The predicate of the C program that a variable stands for, from the comment behind its declaration, or else from the map.
    pub fn predicate<'s>(&'s self, source: &'s Source, variable: &Variable) -> Option<Cow<'s, str>> {
        let mapped = || self.origins.maps.predicates.get(self.name(variable.name)).map(|text| text.as_str().into());
        self.noted(source, variable).or_else(mapped)
    }

    /// Whether a comment before the first procedure says that names are those of bits.
    pub(super) fn has_noted_words(&self) -> bool {
        let is_first = |note: Span| self.procedures.first().is_none_or(|first| note.start < first.span.start);
        self.origins.words.is_some_and(is_first)
    }

    fn noted<'s>(&self, source: &'s Source, variable: &Variable) -> Option<Cow<'s, str>> {
        let notes = &self.origins.predicates;
        let note = *notes.get(notes.partition_point(|note| note.start < variable.span.end))?;
        let between = &source.bytes()[variable.span.end as usize..note.start as usize];
        let alone = between.iter().all(|byte| b" \t,;/:=01TF*".contains(byte));
        alone.then(|| source.text(note))
    }
}

/// `file main.c line 9 function main`, the function optional.
fn parse_comment(text: &str) -> Option<COrigin> {
    let rest = text.strip_prefix("file ")?;
    let (file, rest) = rest.rsplit_once(" line ")?;
    let (line, function) = match rest.split_once(" function ") {
        Some((line, function)) => (line, Some(function.trim().to_string())),
        None => (rest, None),
    };
    Some(COrigin { file: Some(file.trim().to_string()), line: line.trim().parse().ok()?, function })
}

/// `C_<line>`, perhaps with further numbers behind another underscore.
fn parse_label(label: &str) -> Option<u32> {
    let rest = label.strip_prefix("C_")?;
    let digits = rest.split('_').next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_labels_are_read() {
        let full = parse_comment("file a b.c line 9 function main");
        let expected = COrigin { file: Some("a b.c".into()), line: 9, function: Some("main".into()) };
        assert_eq!(full, Some(expected));
        assert_eq!(parse_comment("file main.c line x"), None);
        assert_eq!(parse_label("C_24_3_2"), Some(24));
        assert_eq!(parse_label("C_7"), Some(7));
        assert_eq!(parse_label("C_x"), None);
        assert_eq!(parse_label("c2bp_b_3"), None);
    }
}
