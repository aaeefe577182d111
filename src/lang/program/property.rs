//! What is asked of a program: places that no run may reach.

use super::model::*;
use rustc_hash::FxHashSet;
use std::fmt;

/// What a property forbids.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PropertyKind {
    /// The condition of the `assert` at the place fails.
    Assert,
    /// The condition of the `abortif` at the place holds.
    AbortIf,
    /// Control is at the statement with this label, before it executes.
    Label(String),
    /// Control is at the place, before its statement executes.
    Place,
    /// A run as a whole. Of what is asked the place is where runs begin; of a run that was found it is where that closes its loop, or ends.
    Runs(Forbidden),
}

/// Which runs are forbidden.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Forbidden {
    /// Those that do not satisfy this formula of temporal logic.
    Formula(String),
    /// Those that this automaton accepts.
    Automaton {
        /// What it is called.
        name: String,
        /// The automaton, in HOA.
        hoa: String,
    },
    /// Those on which this monitor comes to an error.
    Monitor {
        /// What it is called.
        name: String,
        /// The monitor, as it is written.
        text: String,
    },
}

impl Forbidden {
    /// What it is called: a formula by its text.
    pub fn name(&self) -> &str {
        match self {
            Forbidden::Formula(name) | Forbidden::Automaton { name, .. } | Forbidden::Monitor { name, .. } => name,
        }
    }
}

impl PropertyKind {
    /// The word for it in reports.
    pub fn word(&self) -> &'static str {
        match self {
            PropertyKind::Assert => "assert",
            PropertyKind::AbortIf => "abortif",
            PropertyKind::Label(_) => "label",
            PropertyKind::Place => "place",
            PropertyKind::Runs(Forbidden::Formula(_)) => "ltl",
            PropertyKind::Runs(Forbidden::Automaton { .. }) => "automaton",
            PropertyKind::Runs(Forbidden::Monitor { .. }) => "monitor",
        }
    }

    /// Whether control must not be at the place; otherwise a condition there must not be violated.
    pub fn is_place(&self) -> bool {
        !matches!(self, PropertyKind::Assert | PropertyKind::AbortIf)
    }
}

/// The word, and the name of a label, an automaton or a monitor, or the formula.
impl fmt::Display for PropertyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PropertyKind::Assert | PropertyKind::AbortIf | PropertyKind::Place => f.write_str(self.word()),
            PropertyKind::Label(name) => write!(f, "{} `{name}`", self.word()),
            PropertyKind::Runs(endless) => write!(f, "{} `{}`", self.word(), endless.name()),
        }
    }
}

/// One property.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Property {
    /// The kind of what is forbidden.
    pub kind: PropertyKind,
    /// The place of the statement.
    pub place: Place,
}

/// The labels that are properties by default.
pub(crate) const ERROR_LABELS: [&str; 2] = ["SLIC_ERROR", "ERROR"];

/// Which labels stand for the default set: `[procedure:]label`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelRequest {
    /// In which procedure; `None`: in every one.
    pub(crate) procedure: Option<String>,
    /// The label.
    pub(crate) label: String,
}

impl LabelRequest {
    /// Reads `[procedure:]label`. A colon inside a braced name does not separate.
    pub fn parse(text: &str) -> LabelRequest {
        let mut depth = 0;
        let colon = text.char_indices().find(|&(_, c)| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            c == ':' && depth == 0
        });
        match colon {
            Some((at, _)) => {
                LabelRequest { procedure: Some(text[..at].to_string()), label: text[at + 1..].to_string() }
            }
            None => LabelRequest { procedure: None, label: text.to_string() },
        }
    }
}

/// The properties of a program in the order of the text: every `assert`, every `abortif`, every label
/// named `SLIC_ERROR` or `ERROR`; or, if `labels` are requested, those instead. A label that a statement has twice is one property.
///
/// # Errors
/// The first request that names no label of the program.
pub fn properties<'l>(program: &Program, labels: &'l [LabelRequest]) -> Result<Vec<Property>, &'l LabelRequest> {
    let mut found = Vec::new();
    let mut used = vec![false; labels.len()];
    for procedure in program.procedure_ids() {
        let procedure_name = program.name(program[procedure].name);
        for place in program.places(procedure) {
            let statement = &program[place];
            let mut seen = FxHashSet::default();
            for &label in program[statement.labels].iter().filter(|&&label| seen.insert(label)) {
                let name = program.name(label);
                let mut wanted = labels.is_empty() && ERROR_LABELS.contains(&name);
                for (request, used) in labels.iter().zip(&mut used) {
                    let here = request.procedure.as_deref().is_none_or(|p| p == procedure_name);
                    if here && request.label == name {
                        (wanted, *used) = (true, true);
                    }
                }
                if wanted {
                    found.push(Property { kind: PropertyKind::Label(name.to_string()), place });
                }
            }
            let kind = match statement.kind {
                Kind::Assert(_) => PropertyKind::Assert,
                Kind::AbortIf(_) => PropertyKind::AbortIf,
                _ => continue,
            };
            if labels.is_empty() {
                found.push(Property { kind, place });
            }
        }
    }
    match used.iter().position(|&used| !used) {
        Some(unknown) => Err(&labels[unknown]),
        None => Ok(found),
    }
}
