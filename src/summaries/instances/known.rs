//! What the engine goes by: the predicates of the system, and what is made once for each.

use super::counts::Counts;
use super::template::Template;
use crate::logic::formula::Formula;
use crate::summaries::predicate::PredicateId;
use crate::summaries::relations::{Relations, Watched};
use std::rc::Rc;

/// The predicates, with what is made of them when it is needed.
pub struct Known<'a> {
    pub relations: Relations<'a>,
    pub counts: Counts,
    /// What a self-check has found: a bug.
    pub fault: Option<String>,
    templates: Vec<Option<Rc<Template>>>,
    arguments: Vec<Option<Rc<[Formula]>>>,
}

impl<'a> Known<'a> {
    /// Of these predicates nothing is made yet.
    pub fn new(relations: Relations<'a>) -> Known<'a> {
        Known { relations, counts: Counts::default(), fault: None, templates: Vec::new(), arguments: Vec::new() }
    }

    /// The template of a predicate.
    pub fn template(&mut self, predicate: PredicateId) -> Rc<Template> {
        let Relations { graph, bodies, .. } = &self.relations;
        self.templates.resize(bodies.len(), None);
        let make = || Rc::new(Template::of(graph, &(&bodies[predicate.index()]).into()));
        self.templates[predicate.index()].get_or_insert_with(make).clone()
    }

    /// What the arguments of a predicate are in lemmas: inputs.
    pub fn arguments(&mut self, predicate: PredicateId) -> Rc<[Formula]> {
        self.arguments.resize(self.relations.bodies.len(), None);
        if let Some(arguments) = &self.arguments[predicate.index()] {
            return arguments.clone();
        }
        let arguments: Rc<[Formula]> = self.relations.arguments(self.relations.body(predicate).predicate).into();
        self.arguments[predicate.index()] = Some(arguments.clone());
        arguments
    }

    /// Nobody asks about hits of a watch any more; what they obey may still be said.
    pub fn forget(&mut self, watched: &Watched) {
        for &hits in watched.hits.values() {
            self.relations.bodies[hits.index()].forget();
            if let Some(template) = self.templates.get_mut(hits.index()) {
                *template = None;
            }
        }
    }
}
