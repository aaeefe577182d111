//! From the text of a document to a certificate.

use super::SCHEMA_VERSION;
use super::document::*;
use crate::lang::program::{Program, Var};
use crate::logic::formula::{Formula, Formulas};
use crate::verdict::certificate::{Certificate, Contract, Subject};
use crate::verdict::json::{Lookup, ReadError, version};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

pub(super) fn certificate(program: &Program, text: &[u8]) -> Result<Certificate, ReadError> {
    version(text, "certificate", SCHEMA_VERSION)?;
    of_document(program, serde_json::from_slice(text).map_err(ReadError::form("certificate"))?)
}

/// A certificate that was read as a document.
pub(super) fn of_document(program: &Program, document: CertificateDocument<'_>) -> Result<Certificate, ReadError> {
    let reader = Reader { program, lookup: Lookup::new(program) };
    let properties = document.properties.into_iter().enumerate();
    let properties = properties.map(|(index, part)| reader.lookup.property(&format!("properties[{index}]"), part));
    let properties = properties.collect::<Result<_, _>>()?;
    let entry = reader.lookup.procedure("entry", &document.entry)?;
    let contracts = document.contracts.into_iter().enumerate();
    let contracts = contracts.map(|(index, part)| reader.contract(index, part)).collect::<Result<_, _>>()?;
    Ok(Certificate { program: document.program.sha256.into_owned(), entry, properties, contracts })
}

struct Reader<'a> {
    program: &'a Program,
    lookup: Lookup<'a>,
}

impl Reader<'_> {
    fn contract(&self, index: usize, part: ContractPart<'_>) -> Result<Contract, ReadError> {
        let at = format!("contracts[{index}]");
        if part.id != index {
            return Err(ReadError::name(&format!("{at}.id"), &format!("expected {index}, found {}", part.id)));
        }
        let procedure = self.lookup.procedure(&format!("{at}.procedure"), &part.procedure)?;
        let variables = self.lookup.variables(procedure);
        let results = self.program[procedure].results;
        let mut formulas = Formulas::default();
        let mut nodes: Vec<Formula> = Vec::with_capacity(part.nodes.len());
        for (number, node) in part.nodes.into_iter().enumerate() {
            let at = || format!("{at}.nodes[{number}]");
            let formula = match node {
                NodePart::Entry(name) => {
                    let var = variable(&at(), &variables, &name)?;
                    formulas.input(Subject::Entry(var).input())
                }
                NodePart::Now(name) => {
                    let var = variable(&at(), &variables, &name)?;
                    formulas.input(Subject::Now(var).input())
                }
                NodePart::Result(index) if index < results => formulas.input(Subject::Result(index).input()),
                NodePart::Result(index) => {
                    return Err(ReadError::name(&at(), &format!("the procedure has no result {index}")));
                }
                NodePart::And(a, b) => {
                    let [a, b] = [a, b].map(|operand| formula(&at(), &nodes, operand));
                    formulas.and(a?, b?)
                }
            };
            nodes.push(formula);
        }
        let field = |name: &str| format!("{at}.{name}");
        let entry = formula(&field("entry"), &nodes, part.entry)?;
        let summary = formula(&field("summary"), &nodes, part.summary)?;
        let mut invariants = BTreeMap::new();
        for (place, reference) in part.invariants {
            let holds = formula(&field("invariants"), &nodes, reference)?;
            invariants.insert(self.lookup.point(&field("invariants"), procedure, &place)?, holds);
        }
        let mut calls = BTreeMap::new();
        for (place, index) in part.calls {
            calls.insert(self.lookup.point(&field("calls"), procedure, &place)?, index);
        }
        Ok(Contract { procedure, formulas, entry, summary, invariants, calls })
    }
}

/// The variable with a name.
pub(super) fn variable(at: &str, variables: &FxHashMap<String, Var>, name: &str) -> Result<Var, ReadError> {
    let found = variables.get(name).copied();
    found.ok_or_else(|| ReadError::name(at, &format!("the procedure sees no variable `{name}`")))
}

/// A formula over the nodes so far.
pub(super) fn formula(at: &str, nodes: &[Formula], reference: Reference) -> Result<Formula, ReadError> {
    let number = match reference {
        Reference::Constant(value) => return Ok(Formula::constant(value)),
        Reference::Node(number) => number,
    };
    let index = usize::try_from(number.unsigned_abs()).ok().and_then(|number| number.checked_sub(1));
    match index.and_then(|index| nodes.get(index)) {
        Some(&node) => Ok(if number < 0 { !node } else { node }),
        None => Err(ReadError::name(at, &format!("there is no earlier node {}", number.unsigned_abs()))),
    }
}
