//! The recursive components of a program's call graph, and the calls that come into them from outside.

use crate::lang::program::{Kind, Place, ProcId, Program};
use crate::pds::analysis::components;

/// A recursive component of the call graph: procedures that call each other, or one that calls itself, as the text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Component {
    /// Its procedures, in the order of the text.
    pub procedures: Vec<ProcId>,
    /// The calls of its procedures that stand in others, in the order of the text.
    pub sites: Vec<Place>,
}

/// Which procedures are recursive.
#[derive(Clone, Debug, Default)]
pub struct Recursion {
    /// The components, in the order of their first procedures.
    pub components: Vec<Component>,
    /// For each procedure its component.
    of: Vec<Option<usize>>,
}

impl Component {
    /// The call with which all chains of its activations begin, if it is one.
    pub fn only_site(&self, entry: ProcId) -> Option<Place> {
        match self.sites[..] {
            [site] if !self.procedures.contains(&entry) => Some(site),
            _ => None,
        }
    }
}

impl Recursion {
    /// Of a program.
    pub fn of(program: &Program) -> Recursion {
        let count = program.procedures.len();
        let mut callees = vec![Vec::new(); count];
        let mut calls = Vec::new();
        for place in program.procedure_ids().flat_map(|procedure| program.places(procedure)) {
            if let Kind::Call { callee, .. } = program[place].kind {
                callees[place.procedure.index()].push(callee.index() as u32);
                calls.push((place, callee));
            }
        }
        let all = components(&callees, 0..count as u32).into_iter();
        let is_recursive =
            |component: &Vec<u32>| component.len() > 1 || callees[component[0] as usize].contains(&component[0]);
        let mut recursion = Recursion { components: Vec::new(), of: vec![None; count] };
        let mut recursive: Vec<Vec<u32>> = all.filter(is_recursive).collect();
        recursive.iter_mut().for_each(|component| component.sort_unstable());
        recursive.sort_unstable();
        for (index, component) in recursive.into_iter().enumerate() {
            component.iter().for_each(|&procedure| recursion.of[procedure as usize] = Some(index));
            let procedures = component.into_iter().map(|procedure| ProcId::from_index(procedure as usize)).collect();
            recursion.components.push(Component { procedures, sites: Vec::new() });
        }
        for (site, callee) in calls {
            if let Some(component) = recursion.of[callee.index()]
                && recursion.of[site.procedure.index()] != Some(component)
            {
                recursion.components[component].sites.push(site);
            }
        }
        recursion
    }

    /// The component of a procedure, if it is recursive.
    pub fn component(&self, procedure: ProcId) -> Option<usize> {
        self.of[procedure.index()]
    }
}
