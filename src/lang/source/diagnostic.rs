//! What is wrong, or doubtful, about an input: data only; `report` draws it.

use super::{Source, Span};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The input is accepted, but may not mean what its author thinks.
    Warning,
    /// The input is rejected.
    Error,
}

/// One remark about one place of the input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Error or warning.
    pub severity: Severity,
    /// A short stable name of the kind of remark, in kebab case, such as `mixed-precedence`.
    pub code: &'static str,
    /// What is wrong, in one sentence without full stop.
    pub message: String,
    /// The part of the text that it is about.
    pub span: Span,
    /// What stands beside the caret; may be empty.
    pub(crate) label: String,
    /// Other places that matter, each with what it is.
    pub(crate) related: Vec<(Span, String)>,
    /// What to do about it, where we know.
    pub(crate) hint: Option<String>,
}

impl Diagnostic {
    /// An error at `span`.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            span,
            label: String::new(),
            related: Vec::new(),
            hint: None,
        }
    }

    /// A warning at `span`.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(code, span, message) }
    }

    /// The same with a text beside the caret.
    pub fn label(mut self, label: impl Into<String>) -> Diagnostic {
        self.label = label.into();
        self
    }

    /// The same with a hint.
    pub fn hint(mut self, hint: impl Into<String>) -> Diagnostic {
        self.hint = Some(hint.into());
        self
    }

    /// The same with one more place.
    pub fn related(mut self, span: Span, what: impl Into<String>) -> Diagnostic {
        self.related.push((span, what.into()));
        self
    }
}

/// All remarks about one input, in the order of their places once [`Diagnostics::sort`] was called.
/// Only the first [`Diagnostics::KEPT`] of each severity are kept, so that junk of any size is
/// answered in little memory; all are counted.
#[derive(Clone, Debug)]
pub struct Diagnostics {
    source: Source,
    list: Vec<Diagnostic>,
    errors: usize,
    warnings: usize,
}

impl Diagnostics {
    /// How many errors, and how many warnings, are kept.
    pub(crate) const KEPT: usize = 1_000;

    /// No remarks about `source`.
    pub fn new(source: &Source) -> Diagnostics {
        Diagnostics { source: source.clone(), list: Vec::new(), errors: 0, warnings: 0 }
    }

    /// Adds one.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        let count = match diagnostic.severity {
            Severity::Error => &mut self.errors,
            Severity::Warning => &mut self.warnings,
        };
        *count += 1;
        if *count <= Self::KEPT {
            self.list.push(diagnostic);
        }
    }

    /// Counts remarks that were dropped before they came here.
    pub(crate) fn count_only(&mut self, errors: usize, warnings: usize) {
        self.errors += errors;
        self.warnings += warnings;
    }

    /// Orders the remarks by place.
    pub fn sort(&mut self) {
        self.list.sort_by_key(|d| (d.span, std::cmp::Reverse(d.severity)));
    }

    /// The input that they are about.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The remarks that were kept.
    pub fn iter(&self) -> impl Iterator<Item = &Diagnostic> {
        self.list.iter()
    }

    /// How many errors there are, those that were not kept included.
    pub fn errors(&self) -> usize {
        self.errors
    }

    /// How many warnings there are, those that were not kept included.
    pub fn warnings(&self) -> usize {
        self.warnings
    }

    /// Whether the input is rejected.
    pub fn has_errors(&self) -> bool {
        self.errors > 0
    }
}
