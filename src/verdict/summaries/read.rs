//! From a text to summaries.

use super::document::{HitsPart, ProcedurePart, SummariesDocument, owned};
use super::{SCHEMA_VERSION, Summaries};
use crate::verdict::certificate::json::{self, CertificateDocument, NodePart, Reference};
use crate::verdict::json::{ReadError, version};
use std::collections::{BTreeMap, BTreeSet};

pub(super) fn summaries(text: &[u8]) -> Result<Summaries, ReadError> {
    version(text, "file of summaries", SCHEMA_VERSION)?;
    let document: SummariesDocument<'_> = serde_json::from_slice(text).map_err(ReadError::form("file of summaries"))?;
    let procedures: Vec<_> = document.procedures.into_iter().map(ProcedurePart::into_owned).collect();
    for (index, part) in procedures.iter().enumerate() {
        let at = |what: &str| format!("procedures[{index}].{what}");
        nodes(&|number| at(&format!("nodes[{number}]")), &part.nodes)?;
        let lists = [("returns", &part.returns)].into_iter();
        let lists = lists.chain(part.heads.iter().map(|head| ("heads", head)));
        let lists = lists.chain(part.hits.iter().map(|hits| ("hits", &hits.entered)));
        for (what, references) in lists {
            references.iter().try_for_each(|&reference| earlier(&at(what), reference, part.nodes.len()))?;
        }
    }
    Ok(Summaries { procedures })
}

/// Each node is over earlier ones.
fn nodes(at: &dyn Fn(usize) -> String, nodes: &[NodePart<'_>]) -> Result<(), ReadError> {
    for (number, node) in nodes.iter().enumerate() {
        if let NodePart::And(a, b) = *node {
            [a, b].into_iter().try_for_each(|operand| earlier(&at(number), operand, number))?;
        }
    }
    Ok(())
}

/// A formula over so many nodes.
fn earlier(at: &str, reference: Reference, nodes: usize) -> Result<(), ReadError> {
    match reference {
        Reference::Node(number) if number == 0 || number.unsigned_abs() > nodes as u64 => {
            Err(ReadError::name(at, &format!("there is no earlier node {}", number.unsigned_abs())))
        }
        Reference::Node(_) | Reference::Constant(_) => Ok(()),
    }
}

pub(super) fn certificate(text: &[u8]) -> Result<Summaries, ReadError> {
    version(text, "certificate", json::SCHEMA_VERSION)?;
    let document: CertificateDocument<'_> = serde_json::from_slice(text).map_err(ReadError::form("certificate"))?;
    let mut procedures = Vec::with_capacity(document.contracts.len());
    for (index, contract) in document.contracts.into_iter().enumerate() {
        let at = |what: &str| format!("contracts[{index}].{what}");
        nodes(&|number| at(&format!("nodes[{number}]")), &contract.nodes)?;
        let count = contract.nodes.len();
        let mut invariants = BTreeMap::new();
        for (place, &invariant) in &contract.invariants {
            let number = place.rsplit_once('#').and_then(|(_, number)| number.parse::<u32>().ok());
            let number = number.ok_or_else(|| ReadError::name(&at("invariants"), &format!("`{place}` is no place")))?;
            earlier(&at("invariants"), invariant, count)?;
            invariants.insert(number, invariant);
        }
        earlier(&at("entry"), contract.entry, count)?;
        earlier(&at("summary"), contract.summary, count)?;
        let mut part = ProcedurePart {
            name: owned(contract.procedure),
            body: None,
            nodes: contract.nodes.into_iter().map(NodePart::into_owned).collect(),
            returns: Vec::new(),
            heads: Vec::new(),
            hits: Vec::new(),
        };
        let entry = contract.entry;
        part.returns = split(&mut part.nodes, entry, contract.summary);
        part.heads = invariants.into_values().map(|invariant| split(&mut part.nodes, entry, invariant)).collect();
        if let Some(entered) = said(negated(entry)) {
            part.hits = vec![HitsPart { property: None, entered: vec![entered] }];
        }
        procedures.push(part);
    }
    Ok(Summaries { procedures })
}

fn negated(reference: Reference) -> Reference {
    match reference {
        Reference::Constant(value) => Reference::Constant(!value),
        Reference::Node(number) => Reference::Node(-number),
    }
}

/// A formula, if it says something.
fn said(reference: Reference) -> Option<Reference> {
    Some(reference).filter(|&reference| reference != Reference::Constant(true))
}

/// That of an activation that is entered so each of the formulas holds of which another one is the conjunction.
fn split(nodes: &mut Vec<NodePart<'static>>, entry: Reference, all: Reference) -> Vec<Reference> {
    let mut parts = Vec::new();
    let (mut open, mut seen) = (vec![all], BTreeSet::new());
    while let Some(part) = open.pop() {
        match part {
            Reference::Node(number) if !seen.insert(number) => {}
            Reference::Node(number) if number > 0 => match nodes[number as usize - 1] {
                NodePart::And(a, b) => open.extend([b, a]),
                _ => parts.push(part),
            },
            part => parts.extend(said(part)),
        }
    }
    let implied = parts.into_iter().map(|part| {
        nodes.push(NodePart::And(entry, negated(part)));
        Reference::Node(-(nodes.len() as i64))
    });
    implied.collect()
}
