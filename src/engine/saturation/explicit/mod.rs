//! post* and pre* of explicit systems: which configurations can be reached, from which targets can be, and by which runs.
//!
//! [`post_star`] and [`pre_star`] saturate, over any weights; with [`Lengths`] the result can be asked
//! for a shortest run ([`Saturated::shortest`]), which is read off the increments. That nothing of a set can be reached is
//! confirmed without trust in saturation by [`Saturated::is_inductive`].

mod ask;
mod height;
mod inductive;
mod query;
mod witness;

pub use ask::{Answer, NoAnswer, ask};
pub use height::{Height, height};
pub use query::Path;

use super::automaton::{Automaton, Edge};
use super::post::PostStar;
use super::pre::PreStar;
use super::tell::Teller;
use super::weights::{Backward, Forward, Lengths};
use crate::budget::{Budget, StopReason};
use crate::engine::saturation::step::Event;
use crate::engine::{Event as Told, Observer, Silent};
use crate::pds::control::Control;
use crate::pds::explicit::{Configuration, Lowered, Nfa, PushdownSystem, StateId, SymbolId};
use num_bigint::BigUint;
use std::collections::{BTreeMap, BTreeSet};

/// What a state of the automaton stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// The control state with the same number.
    Control(u32),
    /// A state of the automaton from which saturation began, numbered from 1.
    Given(u32),
    /// What waits below an activation that began with a control state and a symbol.
    Callee(u32, u32),
}

/// A saturated automaton with what is needed to read it.
#[derive(Clone, Debug)]
pub struct Saturated<W> {
    /// The system that engines see.
    pub lowered: Lowered,
    /// The automaton; control states come first.
    pub automaton: Automaton<W>,
    /// What each of its states stands for.
    pub roles: Vec<Role>,
}

/// The weights that count the steps of a system.
pub fn lengths(lowered: &Lowered) -> Lengths {
    Lengths::without(lowered.later_parts())
}

/// The automaton of all configurations that runs of a system reach, with the lengths of shortest runs.
///
/// # Errors
/// The limit that was hit.
pub fn shortest_post_star(system: &PushdownSystem, budget: &Budget) -> Result<Saturated<BigUint>, StopReason> {
    let lowered = Lowered::new(system);
    let mut domain = lengths(&lowered);
    post_star(system, lowered, &mut domain, &BigUint::ZERO, budget, &mut Silent)
}

/// The automaton of all configurations from which a run leads to a target, with the lengths of shortest runs.
///
/// # Errors
/// The limit that was hit.
pub fn shortest_pre_star(system: &PushdownSystem, budget: &Budget) -> Result<Saturated<BigUint>, StopReason> {
    let lowered = Lowered::new(system);
    let mut domain = lengths(&lowered);
    pre_star(system, lowered, &mut domain, &BigUint::ZERO, budget, &mut Silent)
}

/// post* of the initial configurations; `given` is the weight of the run without steps. The observer hears each step, if it wants them.
///
/// # Errors
/// The limit that was hit.
pub fn post_star<D: Forward>(
    system: &PushdownSystem,
    lowered: Lowered,
    domain: &mut D,
    given: &D::Weight,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Saturated<D::Weight>, StopReason> {
    let first = Given::initial(system, &lowered);
    let mut roles = first.roles(&lowered);
    let control = lowered.control();
    let mut post = PostStar::new(control, Automaton::new(roles.len() as u32, first.accepting), Default::default());
    for edge in first.edges {
        post.given(domain, edge, given.clone())?;
    }
    observer.event(&Told::Step(&Event::Saturating { order: None }));
    let mut teller = Teller::default();
    teller.tell(None, post.automaton(), observer, |_, weight| domain.show(weight));
    while let Some(edge) = post.advance(domain)? {
        budget.poll()?;
        teller.tell(Some(edge), post.automaton(), observer, |_, weight| domain.show(weight));
    }
    let mut callees: Vec<_> = post.callees().collect();
    callees.sort_unstable_by_key(|&(_, state)| state);
    roles.extend(callees.into_iter().map(|((state, symbol), _)| Role::Callee(state, symbol)));
    let automaton = post.into_automaton();
    Ok(Saturated { lowered, automaton, roles })
}

/// pre* of the targets; `given` is the weight of the run without steps. The observer hears each step, if it wants them.
///
/// # Errors
/// The limit that was hit.
pub fn pre_star<D: Backward>(
    system: &PushdownSystem,
    lowered: Lowered,
    domain: &mut D,
    given: &D::Weight,
    budget: &Budget,
    observer: &mut dyn Observer,
) -> Result<Saturated<D::Weight>, StopReason> {
    let first = Given::targets(system, &lowered, budget)?;
    let roles = first.roles(&lowered);
    let control = lowered.control();
    let automaton = Automaton::new(roles.len() as u32, first.accepting);
    let mut pre = PreStar::new(control, automaton, Default::default());
    pre.begin(domain)?;
    for edge in first.edges {
        pre.given(domain, edge, given.clone())?;
    }
    observer.event(&Told::Step(&Event::Saturating { order: None }));
    let mut teller = Teller::default();
    teller.tell(None, pre.automaton(), observer, |_, weight| domain.show(weight));
    while let Some(edge) = pre.advance(domain)? {
        budget.poll()?;
        teller.tell(Some(edge), pre.automaton(), observer, |_, weight| domain.show(weight));
    }
    let automaton = pre.into_automaton();
    Ok(Saturated { lowered, automaton, roles })
}

impl<W: Clone> Saturated<W> {
    /// The heads of post*: each control state with each symbol that can be on top in it.
    pub fn heads(&self) -> BTreeSet<(StateId, SymbolId)> {
        let edges = self.automaton.transitions().iter().map(|transition| transition.edge);
        // Whatever post* adds can be completed to an accepted configuration.
        edges.filter_map(|edge| Some((self.lowered.state(edge.from)?, self.lowered.symbol(edge.symbol?)?))).collect()
    }

    /// The name of a state: of a control state its own; `#N` of the automaton from which saturation began, `[p a]` of what waits below activations that began
    /// with `<p, a>`.
    pub fn role_name(&self, system: &PushdownSystem, role: Role) -> String {
        match role {
            Role::Control(state) => self.lowered.state_name(system, state),
            Role::Given(number) => format!("#{number}"),
            Role::Callee(state, symbol) => {
                let state = self.lowered.state_name(system, state);
                format!("[{state} {}]", self.lowered.symbol_name(system, symbol))
            }
        }
    }

    /// Whether a configuration is accepted.
    pub fn accepts(&self, configuration: &Configuration) -> bool {
        let mut states = self.silently(configuration.state.0);
        for symbol in &configuration.stack {
            states = states.into_iter().flat_map(|state| self.reading(state, symbol.0)).collect();
        }
        states.into_iter().any(|state| self.automaton.is_final(state))
    }

    /// A state, and those behind it that nothing need be read for.
    fn silently(&self, state: u32) -> BTreeSet<u32> {
        let edges = self.automaton.leaving(state).iter().map(|&id| self.automaton.transition(id).edge);
        edges.filter(|edge| edge.symbol.is_none()).map(|edge| edge.to).chain([state]).collect()
    }

    fn reading(&self, state: u32, symbol: u32) -> impl Iterator<Item = u32> + '_ {
        let edges = self.automaton.leaving(state).iter().map(|&id| self.automaton.transition(id).edge);
        edges.filter(move |edge| edge.symbol == Some(symbol)).map(|edge| edge.to)
    }
}

/// The automaton from which saturation begins.
struct Given {
    states: u32,
    accepting: Vec<u32>,
    edges: Vec<Edge>,
}

impl Given {
    fn new(lowered: &Lowered) -> Given {
        Given { states: lowered.control().states(), accepting: Vec::new(), edges: Vec::new() }
    }

    fn state(&mut self) -> u32 {
        self.states += 1;
        self.states - 1
    }

    fn edge(&mut self, from: u32, symbol: SymbolId, to: u32) {
        self.edges.push(Edge { from, symbol: Some(symbol.0), to });
    }

    /// Accepts the initial configurations: each a chain of its own, with one end.
    fn initial(system: &PushdownSystem, lowered: &Lowered) -> Given {
        let mut given = Given::new(lowered);
        let mut end = None;
        let mut seen = BTreeSet::new();
        for Configuration { state, stack } in system.initial() {
            if !seen.insert((state, stack)) {
                continue;
            }
            let Some((last, front)) = stack.split_last() else {
                given.accepting.push(state.0);
                continue;
            };
            let mut from = state.0;
            for &symbol in front {
                let to = given.state();
                given.edge(from, symbol, to);
                from = to;
            }
            let end = *end.get_or_insert_with(|| given.state());
            given.edge(from, *last, end);
        }
        given.accepting.extend(end);
        given
    }

    /// Accepts the targets: of each regular expression the automaton without silent steps.
    fn targets(system: &PushdownSystem, lowered: &Lowered, budget: &Budget) -> Result<Given, StopReason> {
        let mut given = Given::new(lowered);
        let mut accepting = BTreeSet::new();
        for target in system.targets() {
            let nfa = Nfa::new(target.stack());
            let mut states: BTreeMap<u32, u32> = BTreeMap::new();
            let begins: Vec<u32> = match target.state() {
                Some(state) => vec![state.0],
                None => (0..system.state_count() as u32).collect(),
            };
            let mut open = vec![(begins, nfa.initial())];
            while let Some((froms, own)) = open.pop() {
                let closure = nfa.closure([own]);
                if closure.iter().any(|&state| nfa.is_final(state)) {
                    accepting.extend(&froms);
                }
                for (symbol, next) in closure.into_iter().filter_map(|state| nfa.reading(state)) {
                    let to = *states.entry(next).or_insert_with(|| {
                        let to = given.state();
                        open.push((vec![to], next));
                        to
                    });
                    for &from in &froms {
                        budget.poll()?;
                        match symbol {
                            Some(symbol) => given.edge(from, symbol, to),
                            None => system.symbols().for_each(|symbol| given.edge(from, symbol, to)),
                        }
                    }
                }
            }
        }
        given.accepting = accepting.into_iter().collect();
        Ok(given)
    }

    fn roles(&self, lowered: &Lowered) -> Vec<Role> {
        let control = lowered.control().states();
        (0..control).map(Role::Control).chain((1..=self.states - control).map(Role::Given)).collect()
    }
}
