//! What a certificate says, as lines of text beside the places of the program.

use super::evidence::proved_lines;
use crate::lang::program::{Place, Point, Program};
use crate::lang::source::Source;
use crate::logic::formula::{Formula, Input};
use crate::logic::text::{INFIX, Text, text};
use crate::verdict::certificate::{Certificate, Contract, Subject};
use crate::verdict::names::Names;
use std::io::{self, Write};

/// Writes what a certificate says: the properties, of which some hold vacuously, and for each contract what its procedure is entered with and leaves, and for each place with an
/// invariant what holds there, a conjunct a line.
///
/// # Errors
/// Those of `out`.
pub fn write(
    out: &mut dyn Write,
    program: &Program,
    source: &Source,
    certificate: &Certificate,
    vacuous: &[bool],
) -> io::Result<()> {
    out.write_all(proved_lines(program, source, certificate, vacuous).as_bytes())?;
    let first = certificate.first_contracts(program.procedures.len());
    for (index, contract) in certificate.contracts.iter().enumerate() {
        let name = program.name(program[contract.procedure].name);
        let which = if first[contract.procedure.index()] == Some(index) { "" } else { ", other calls" };
        writeln!(out, "\nprocedure {name}{which}")?;
        Writer { out, program, source, certificate, contract, names: Names::of(program, contract.procedure) }
            .write()?;
    }
    Ok(())
}

struct Writer<'a, 'o> {
    out: &'o mut dyn Write,
    program: &'a Program,
    source: &'a Source,
    certificate: &'a Certificate,
    contract: &'a Contract,
    names: Names<'a>,
}

impl Writer<'_, '_> {
    fn write(&mut self) -> io::Result<()> {
        let Contract { procedure, entry, summary, invariants, calls, .. } = self.contract;
        self.says("entered with", *entry)?;
        for (&point, &invariant) in invariants {
            let place = self.locate(point);
            self.says(&format!("at {place}"), invariant)?;
        }
        self.says("leaves", *summary)?;
        for (&point, &index) in calls {
            let callee = self.certificate.contracts.get(index).map(|contract| contract.procedure);
            let callee = callee.map_or("nobody", |callee| self.program.name(self.program[callee].name));
            let place = self.source.locate(self.program.span(Place { procedure: *procedure, point }));
            writeln!(self.out, "  at {place}: another contract of {callee}")?;
        }
        Ok(())
    }

    fn locate(&self, point: Point) -> String {
        self.source.locate(self.program.span(Place { procedure: self.contract.procedure, point }))
    }

    fn says(&mut self, head: &str, formula: Formula) -> io::Result<()> {
        match formula {
            Formula::TRUE => return writeln!(self.out, "  {head}: anything"),
            Formula::FALSE => return writeln!(self.out, "  {head}: nothing, control does not come there"),
            _ => writeln!(self.out, "  {head}:")?,
        }
        let all = self.contract.formulas.conjuncts(formula);
        let Text { roots, parts } = text(&INFIX, &self.contract.formulas, &all, |input| self.name(input));
        roots.iter().try_for_each(|root| writeln!(self.out, "    {}", bare(root)))?;
        let mut head = "where";
        parts
            .iter()
            .try_for_each(|(name, part)| writeln!(self.out, "      {:5} {name} = {part}", std::mem::take(&mut head)))
    }

    fn name(&self, input: Input) -> String {
        match Subject::of(input) {
            Subject::Entry(var) => format!("old({})", self.names.get(var)),
            Subject::Now(var) => self.names.get(var).to_string(),
            Subject::Result(index) => format!("result#{index}"),
        }
    }
}

/// Without the parentheses around all of it.
fn bare(text: &str) -> &str {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    let is_whole = |inner: &str| {
        let mut depth = 0;
        inner.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        })
    };
    inner.filter(|inner| is_whole(inner)).unwrap_or(text)
}
