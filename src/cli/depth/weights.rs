//! The file of weights: `PROCEDURE BYTES` a line, or what GCC writes with `-fstack-usage`.

use bpcheck::lang::source::{Diagnostic, Diagnostics, Span};
use bpcheck::pipeline::Loaded;
use bpcheck::{Failure, Source};

/// For each procedure what an activation weighs. Procedures that the program does not have are left aside.
///
/// # Errors
/// The lines that say nothing, or something twice; the procedures that none speaks of.
pub fn read(source: Source, loaded: &Loaded) -> Result<Vec<u64>, Failure> {
    let program = &loaded.program;
    let mut wrong = Diagnostics::new(&source);
    let mut weights: Vec<Option<u64>> = vec![None; program.procedures.len()];
    let mut at = 0;
    for line in source.bytes().split_inclusive(|&byte| byte == b'\n') {
        let text = String::from_utf8_lossy(line);
        let span = Span::new(at, at + text.trim_end().len().min(line.len()));
        at += line.len();
        let mut fields = text.split_whitespace();
        let Some(name) = fields.next().filter(|field| !field.starts_with('#')) else { continue };
        // GCC: `file.c:12:5:name`, the bytes, and a word.
        let name = name.rsplit(':').next().unwrap_or(name);
        let Some(weight) = fields.next().and_then(|field| field.parse().ok()).filter(|&weight: &u32| weight > 0) else {
            wrong.push(
                Diagnostic::error("weight", span, "this line says no weight")
                    .label("expected `PROCEDURE BYTES`, at least 1 byte and less than 4 GiB"),
            );
            continue;
        };
        let Some(procedure) = program.find_procedure(name) else { continue };
        if weights[procedure.index()].replace(u64::from(weight)).is_some() {
            wrong
                .push(Diagnostic::error("weight-twice", span, format!("`{name}` has a weight already")).label("again"));
        }
    }
    let missing: Vec<&str> = program
        .procedure_ids()
        .filter(|procedure| weights[procedure.index()].is_none())
        .map(|procedure| program.name(program[procedure].name))
        .collect();
    if !missing.is_empty() {
        let end = source.bytes().len();
        let what = format!("there is no weight of `{}`", missing.join("`, `"));
        wrong.push(Diagnostic::error("no-weight", Span::new(end, end), what).label("expected `PROCEDURE BYTES`"));
    }
    match wrong.has_errors() {
        true => Err(Failure::Rejected(wrong)),
        false => Ok(weights.into_iter().flatten().collect()),
    }
}
