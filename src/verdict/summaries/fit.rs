//! From summaries to lemmas about a program: what it has names for.

use super::Summaries;
use super::bodies::bodies;
use super::document::ProcedurePart;
use super::key::{KeyPart, keys};
use crate::lang::cfg::{Cfg, LocId};
use crate::lang::program::property::Property;
use crate::lang::program::{ProcId, Program, Var, VarScope};
use crate::lang::source::Source;
use crate::logic::formula::{Formula, Formulas};
use crate::pds::Slot;
use crate::pds::lemmas::{About, Lemma, Lemmas};
use crate::pds::proof::Moment;
use crate::verdict::certificate::json::{NodePart, Reference};
use crate::verdict::json::Lookup;
use rustc_hash::FxHashMap;

/// What is carried over of a procedure.
#[derive(Clone, Debug)]
pub struct Carried {
    /// Its name.
    pub procedure: String,
    /// Whether the program has it.
    pub is_there: bool,
    /// Whether its text is the same; `None` if that is not known.
    pub is_same: Option<bool>,
    /// How many lemmas were known.
    pub known: usize,
    /// Those of these that can be said of the program, by their indices among all lemmas.
    pub lemmas: Vec<usize>,
}

/// The lemmas that can be said of a program, and what is carried over procedure by procedure. `heads` are the loop heads of its system.
pub fn fit(
    summaries: &Summaries,
    (program, source, graphs): (&Program, &Source, &Cfg),
    heads: &[bool],
    properties: &[Property],
) -> (Lemmas, Vec<Carried>) {
    let lookup = Lookup::new(program);
    let (bodies, keys, heads) = (bodies(program, source), keys(program, properties), heads_of(program, graphs, heads));
    let mut lemmas = Lemmas::default();
    let mut carried: Vec<Carried> = Vec::new();
    // A procedure with two contracts has two parts.
    let mut places: FxHashMap<&str, usize> = FxHashMap::default();
    for part in &summaries.procedures {
        let procedure = lookup.procedure("", &part.name).ok();
        let place = *places.entry(&part.name).or_insert_with(|| {
            let is_same = procedure.and_then(|procedure| Some(*part.body.as_deref()? == bodies[procedure.index()]));
            let (is_there, name) = (procedure.is_some(), part.name.to_string());
            carried.push(Carried { procedure: name, is_there, is_same, known: 0, lemmas: Vec::new() });
            carried.len() - 1
        });
        let Some(procedure) = procedure else {
            carried[place].known += part.count();
            continue;
        };
        let nodes = terms(program, procedure, &lookup.variables(procedure), part, &mut lemmas.formulas);
        for (about, reference) in stated(part, procedure, &heads[procedure.index()], &keys) {
            carried[place].known += 1;
            if let Some((about, formula)) = about.zip(formula(&nodes, reference)) {
                carried[place].lemmas.push(lemmas.all.len());
                lemmas.all.push(Lemma { about, formula });
            }
        }
    }
    (lemmas, carried)
}

/// For each procedure its loop heads, in the order of the text.
pub(super) fn heads_of(program: &Program, graphs: &Cfg, heads: &[bool]) -> Vec<Vec<LocId>> {
    let mut all = vec![Vec::new(); program.procedure_ids().count()];
    for (index, location) in graphs.locations.iter().enumerate().filter(|&(index, _)| heads.get(index) == Some(&true)) {
        all[location.place.procedure.index()].push(LocId::from_index(index));
    }
    all.iter_mut().for_each(|heads| heads.sort_by_key(|head| graphs.locations[head.index()].place.point));
    all
}

/// What is said of a procedure, and about what of it; about nothing if the program has no such property, or the procedure more or fewer loop heads now.
fn stated(
    part: &ProcedurePart<'_>,
    procedure: ProcId,
    heads: &[LocId],
    keys: &[KeyPart<'_>],
) -> Vec<(Option<About>, Reference)> {
    let mut stated = Vec::new();
    let mut say = |about: Option<About>, references: &[Reference]| {
        stated.extend(references.iter().map(|&reference| (about, reference)));
    };
    say(Some(About::Returns(procedure)), &part.returns);
    for (index, references) in part.heads.iter().enumerate() {
        let head = heads.get(index).filter(|_| heads.len() == part.heads.len());
        say(head.map(|&head| About::At(head)), references);
    }
    for hits in &part.hits {
        let is_meant = |target: &usize| hits.property.as_ref().is_none_or(|key| *key == keys[*target]);
        let targets: Vec<usize> = (0..keys.len()).filter(is_meant).collect();
        match targets[..] {
            [] => say(None, &hits.entered),
            _ => targets.iter().for_each(|&target| say(Some(About::Hits(procedure, target)), &hits.entered)),
        }
    }
    stated
}

/// The nodes of a procedure as formulas; none of what speaks of a variable that there is not.
fn terms(
    program: &Program,
    procedure: ProcId,
    variables: &FxHashMap<String, Var>,
    part: &ProcedurePart<'_>,
    formulas: &mut Formulas,
) -> Vec<Option<Formula>> {
    let slot = |name: &str| {
        Some(match variables.get(name)?.scope() {
            VarScope::Global(index) => Slot::Global(index),
            VarScope::Local(index) => Slot::Local(index),
        })
    };
    let mut nodes = Vec::with_capacity(part.nodes.len());
    for node in &part.nodes {
        let term = match node {
            NodePart::Entry(name) => slot(name).map(|slot| formulas.input(Moment::Entered(slot).input())),
            NodePart::Now(name) => slot(name).map(|slot| formulas.input(Moment::Now(slot).input())),
            &NodePart::Result(index) => {
                (index < program[procedure].results).then(|| formulas.input(Moment::Now(Slot::Result(index)).input()))
            }
            &NodePart::And(a, b) => match (formula(&nodes, a), formula(&nodes, b)) {
                (Some(a), Some(b)) => Some(formulas.and(a, b)),
                _ => None,
            },
        };
        nodes.push(term);
    }
    nodes
}

fn formula(nodes: &[Option<Formula>], reference: Reference) -> Option<Formula> {
    match reference {
        Reference::Constant(value) => Some(Formula::constant(value)),
        Reference::Node(number) => {
            let node = nodes[number.unsigned_abs() as usize - 1]?;
            Some(if number < 0 { !node } else { node })
        }
    }
}
