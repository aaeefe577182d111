//! From what an engine has learnt to summaries.

use super::Summaries;
use super::bodies::bodies;
use super::document::{HitsPart, ProcedurePart};
use super::fit::heads_of;
use super::key::keys;
use crate::lang::cfg::Cfg;
use crate::lang::program::property::Property;
use crate::lang::program::{ProcId, Program};
use crate::lang::source::Source;
use crate::logic::formula::{Formula, Formulas, Node};
use crate::pds::Slot;
use crate::pds::lemmas::{About, Lemmas};
use crate::pds::proof::Moment;
use crate::verdict::certificate::json::{NodePart, Reference};
use crate::verdict::names::Names;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Lemmas about a program, as summaries: of each procedure, those of which nothing is known, too. `heads` are the loop heads of its system.
pub fn record(
    lemmas: &Lemmas,
    (program, source, graphs): (&Program, &Source, &Cfg),
    heads: &[bool],
    properties: &[Property],
) -> Summaries {
    let keys = keys(program, properties);
    let heads = heads_of(program, graphs, heads);
    let mut about: Vec<Vec<(About, Formula)>> = vec![Vec::new(); heads.len()];
    for lemma in &lemmas.all {
        let procedure = match lemma.about {
            About::Returns(procedure) | About::Hits(procedure, _) => procedure,
            About::At(at) => graphs.locations[at.index()].place.procedure,
        };
        about[procedure.index()].push((lemma.about, lemma.formula));
    }
    let parts = program.procedure_ids().zip(bodies(program, source)).map(|(procedure, body)| {
        let said = &about[procedure.index()];
        let (nodes, number) = nodes(program, procedure, &lemmas.formulas, said.iter().map(|&(_, formula)| formula));
        let heads = &heads[procedure.index()];
        let mut part = ProcedurePart {
            name: program.name(program[procedure].name).to_string().into(),
            body: Some(body.into()),
            nodes,
            returns: Vec::new(),
            heads: vec![Vec::new(); heads.len()],
            hits: Vec::new(),
        };
        let mut hits: BTreeMap<usize, Vec<Reference>> = BTreeMap::new();
        for &(about, formula) in said {
            let reference = match number.get(&formula.node()) {
                None => Reference::Constant(formula == Formula::TRUE),
                Some(&node) => Reference::Node(if formula.is_negated() { -node } else { node }),
            };
            match about {
                About::Returns(_) => part.returns.push(reference),
                About::At(at) => {
                    let head = heads.iter().position(|&head| head == at);
                    head.into_iter().for_each(|head| part.heads[head].push(reference));
                }
                About::Hits(_, target) => hits.entry(target).or_default().push(reference),
            }
        }
        let hits = hits.into_iter();
        part.hits = hits.map(|(target, entered)| HitsPart { property: Some(keys[target].clone()), entered }).collect();
        part
    });
    Summaries { procedures: parts.collect() }
}

/// The nodes of formulas, and the number of each.
fn nodes(
    program: &Program,
    procedure: ProcId,
    formulas: &Formulas,
    roots: impl Iterator<Item = Formula>,
) -> (Vec<NodePart<'static>>, FxHashMap<usize, i64>) {
    let names = Names::of(program, procedure);
    let name = |slot: Slot| match slot {
        Slot::Global(index) => names.globals[index].to_string().into(),
        Slot::Local(index) => names.locals[index].to_string().into(),
        Slot::Result(_) | Slot::Choice(_) => "".into(),
    };
    let mut number: FxHashMap<usize, i64> = FxHashMap::default();
    let mut nodes = Vec::new();
    for node in formulas.cone(roots) {
        let reference = |formula: Formula| match number.get(&formula.node()) {
            None => Reference::Constant(formula == Formula::TRUE),
            Some(&node) => Reference::Node(if formula.is_negated() { -node } else { node }),
        };
        nodes.push(match formulas.node(node) {
            Node::False => continue,
            Node::Input(input) => match Moment::of(input) {
                Moment::Now(Slot::Result(index)) => NodePart::Result(index),
                Moment::Now(slot) => NodePart::Now(name(slot)),
                Moment::Entered(slot) => NodePart::Entry(name(slot)),
            },
            Node::And(a, b) => NodePart::And(reference(a), reference(b)),
        });
        number.insert(node, nodes.len() as i64);
    }
    (nodes, number)
}
