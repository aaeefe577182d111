//! What a certificate says, as lines of text beside the places of the program.

use super::evidence::proved_lines;
use super::states;
use crate::lang::program::words::Word;
use crate::lang::program::{Place, Point, Program, Var, VarScope};
use crate::lang::source::Source;
use crate::logic::formula::{Formula, Formulas, Input};
use crate::logic::numbers::{Number, Numbers, Scratch};
use crate::logic::text::{INFIX, Text, text_beside};
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
    for Said { title, claims } in said(program, source, certificate) {
        writeln!(out, "\n{title}")?;
        claims.iter().try_for_each(|claim| write_claim(out, claim))?;
    }
    Ok(())
}

fn write_claim(out: &mut dyn Write, claim: &Claim) -> io::Result<()> {
    let Claim { head, plain, conjuncts, parts, .. } = claim;
    match plain {
        Some(plain) => return writeln!(out, "  {head}: {plain}"),
        None => writeln!(out, "  {head}:")?,
    }
    conjuncts.iter().try_for_each(|conjunct| writeln!(out, "    {conjunct}"))?;
    let mut head = "where";
    parts.iter().try_for_each(|(name, part)| writeln!(out, "      {:5} {name} = {part}", std::mem::take(&mut head)))
}

/// What a contract says.
pub(super) struct Said {
    /// The procedure, and which of its contracts, if it has several.
    pub(super) title: String,
    /// In the order of the text.
    pub(super) claims: Vec<Claim>,
}

/// What holds where control comes to a place.
pub(super) struct Claim {
    /// The place: that of the entry for what a procedure is entered with, that of its end for what it leaves.
    pub(super) place: Place,
    /// What is spoken of: `entered with`.
    pub(super) head: String,
    /// All that is to be said, if that is not a formula.
    pub(super) plain: Option<String>,
    /// Conjuncts.
    pub(super) conjuncts: Vec<String>,
    /// Parts of them that have names.
    pub(super) parts: Vec<(String, String)>,
}

/// What each contract of a certificate says.
pub(super) fn said(program: &Program, source: &Source, certificate: &Certificate) -> Vec<Said> {
    let first = certificate.first_contracts(program.procedures.len());
    let mut scratch = Scratch::of(Formulas::default());
    let said = |(index, contract): (usize, &Contract)| {
        let name = program.name(program[contract.procedure].name);
        let which = if first[contract.procedure.index()] == Some(index) { "" } else { ", other calls" };
        let names = Names::of(program, contract.procedure);
        let numbers = numbers(program, &names, contract);
        let reader = Reader { program, source, certificate, contract, names, numbers };
        if !reader.numbers.is_empty() {
            scratch.formulas = contract.formulas.clone();
        }
        Said { title: format!("procedure {name}{which}"), claims: reader.claims(&mut scratch) }
    };
    certificate.contracts.iter().enumerate().map(said).collect()
}

struct Reader<'a> {
    program: &'a Program,
    source: &'a Source,
    certificate: &'a Certificate,
    contract: &'a Contract,
    names: Names<'a>,
    numbers: Numbers,
}

/// The numbers that the claims of a contract can be about: those of now before those of the entry, and those that are returned.
fn numbers(program: &Program, names: &Names<'_>, contract: &Contract) -> Numbers {
    let procedure = contract.procedure;
    let words = names.words(program, procedure);
    let is_entered = |var: &Var| match var.scope() {
        VarScope::Global(_) => true,
        VarScope::Local(index) => index < program[procedure].params,
    };
    let number = |name: String, word: &Word, subject: fn(Var) -> Subject| Number {
        name,
        bits: word.bits.iter().map(|&bit| subject(bit).input()).collect(),
    };
    let now = words.iter().map(|(name, word)| number(name.to_string(), word, Subject::Now));
    let entered = words.iter().filter(|(_, word)| word.bits.iter().all(is_entered));
    let entered = entered.map(|(name, word)| number(format!("old({name})"), word, Subject::Entry));
    let results = program.words().results(procedure).iter().map(|word| Number {
        name: word.name.clone(),
        bits: word.bits.iter().map(|&index| Subject::Result(index).input()).collect(),
    });
    Numbers::new(now.chain(entered).chain(results).collect())
}

impl Reader<'_> {
    fn claims(&self, scratch: &mut Scratch) -> Vec<Claim> {
        let Contract { procedure, entry, summary, invariants, calls, .. } = self.contract;
        let mut claims = vec![self.claim(scratch, "entered with".into(), Point::ENTRY, *entry)];
        // Nothing is known at a place that the input does not have: nothing is to be said.
        let is_told = |(point, invariant): &(&Point, &Formula)| {
            let span = self.program.span(self.place(**point));
            **invariant != Formula::TRUE || self.source.told(span.start).is_step()
        };
        let at = |(&point, &invariant)| self.claim(scratch, self.at(point), point, invariant);
        claims.extend(invariants.iter().filter(is_told).map(at));
        claims.push(self.claim(scratch, "leaves".into(), self.program[*procedure].end(), *summary));
        claims.extend(calls.iter().map(|(&point, &index)| {
            let callee = self.certificate.contracts.get(index).map(|contract| contract.procedure);
            let callee = callee.map_or("nobody", |callee| self.program.name(self.program[callee].name));
            let plain = Some(format!("another contract of {callee}"));
            let (conjuncts, parts) = (Vec::new(), Vec::new());
            Claim { place: self.place(point), head: self.at(point), plain, conjuncts, parts }
        }));
        claims
    }

    fn place(&self, point: Point) -> Place {
        Place { procedure: self.contract.procedure, point }
    }

    fn at(&self, point: Point) -> String {
        let span = self.program.span(self.place(point));
        let told = self.source.told(span.start).words().map_or(String::new(), |text| format!(" ({text})"));
        format!("at {}{told}", self.source.locate(span))
    }

    fn claim(&self, scratch: &mut Scratch, head: String, point: Point, formula: Formula) -> Claim {
        let plain = match formula {
            Formula::TRUE => Some("anything".to_string()),
            Formula::FALSE => Some("nothing, control does not come there".to_string()),
            _ => None,
        };
        let mut all = if plain.is_some() { Vec::new() } else { self.contract.formulas.conjuncts(formula) };
        let mut conjuncts = states::said(self.source, &self.contract.formulas, &mut all);
        conjuncts.extend(self.numbers.said(scratch, |input| self.name(input), &mut all));
        let Text { roots, parts } =
            text_beside(&INFIX, &self.contract.formulas, &all, |input| self.name(input), self.numbers.names());
        conjuncts.extend(roots.iter().map(|root| bare(root).to_string()));
        Claim { place: self.place(point), head, plain, conjuncts, parts }
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
