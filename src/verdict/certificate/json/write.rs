//! From a certificate to its document.

use super::SCHEMA_VERSION;
use super::document::*;
use crate::lang::program::{Place, Program};
use crate::lang::source::Source;
use crate::logic::formula::{Formula, Node};
use crate::verdict::certificate::{Certificate, Contract, Subject};
use crate::verdict::json::{ProgramPart, PropertyPart, ToolPart};
use crate::verdict::names::Names;
use rustc_hash::FxHashMap;

pub(super) fn document<'a>(
    program: &'a Program,
    source: &'a Source,
    certificate: &'a Certificate,
) -> CertificateDocument<'a> {
    let contracts = certificate.contracts.iter().enumerate();
    CertificateDocument {
        schema_version: SCHEMA_VERSION,
        tool: ToolPart::this(),
        program: ProgramPart { path: source.name().into(), sha256: (&certificate.program).into() },
        entry: program.name(program[certificate.entry].name).into(),
        properties: certificate.properties.iter().map(|property| PropertyPart::of(program, property)).collect(),
        contracts: contracts.map(|(id, contract)| contract_part(program, id, contract)).collect(),
    }
}

fn contract_part<'a>(program: &'a Program, id: usize, contract: &'a Contract) -> ContractPart<'a> {
    let procedure = contract.procedure;
    let names = Names::of(program, procedure);
    let Contract { formulas, entry, summary, invariants, calls, .. } = contract;
    let mut number: FxHashMap<usize, i64> = FxHashMap::default();
    let mut nodes = Vec::new();
    let reference = |number: &FxHashMap<usize, i64>, formula: Formula| match number.get(&formula.node()) {
        None => Reference::Constant(formula == Formula::TRUE),
        Some(&node) => Reference::Node(if formula.is_negated() { -node } else { node }),
    };
    for node in formulas.cone([*entry, *summary].into_iter().chain(invariants.values().copied())) {
        let part = match formulas.node(node) {
            Node::False => continue,
            Node::Input(input) => match Subject::of(input) {
                Subject::Entry(var) => NodePart::Entry(names.get(var).to_string().into()),
                Subject::Now(var) => NodePart::Now(names.get(var).to_string().into()),
                Subject::Result(index) => NodePart::Result(index),
            },
            Node::And(a, b) => NodePart::And(reference(&number, a), reference(&number, b)),
        };
        nodes.push(part);
        number.insert(node, nodes.len() as i64);
    }
    let at = |point| program.show(Place { procedure, point }).into();
    ContractPart {
        id,
        procedure: program.name(program[procedure].name).into(),
        nodes,
        entry: reference(&number, *entry),
        summary: reference(&number, *summary),
        invariants: invariants.iter().map(|(&point, &formula)| (at(point), reference(&number, formula))).collect(),
        calls: calls.iter().map(|(&point, &index)| (at(point), index)).collect(),
    }
}
