//! Which targets a stack is in, known at each step without reading the stack again.
//!
//! A *place* is where one is in the regular expression of a target: before a symbol of the stack that is read there, or at the end. Of a stack is known
//! at which places it is what is still to be read. With one symbol more on top these are the places that read it and come to one of the old ones: so they are
//! found from the bottom up, and what was found once is not worked out again. Places from which all goes on alike are one, so that many targets
//! with the same end, such as `.*`, are not followed one by one.

use crate::pds::explicit::{Nfa, PushdownSystem, SymbolId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// What is known of a stack: a set of places, by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Known(u32);

/// What is read at a place; `None`: any symbol.
type Read = Option<SymbolId>;

/// The targets of a system, and all that was known of any stack.
#[derive(Debug)]
pub(super) struct Watch {
    /// For each place the targets that begin there.
    begins: Vec<Vec<usize>>,
    /// The places that read this and come to that place.
    before: FxHashMap<(u32, Read), Vec<u32>>,
    /// The places that read this, come to those places, and, perhaps, to themselves.
    shared: FxHashMap<(Read, Vec<u32>, bool), u32>,
    sets: Vec<Set>,
    numbers: FxHashMap<Arc<[u32]>, Known>,
    above: FxHashMap<(SymbolId, Known), Known>,
    words: FxHashMap<(usize, Known), Arc<[Known]>>,
}

/// Places, in order, and the targets that begin at one of them.
#[derive(Debug)]
struct Set {
    places: Arc<[u32]>,
    targets: Vec<usize>,
}

/// The place where nothing is to be read any more.
const END: u32 = 0;

impl Watch {
    /// What is known of the empty stack.
    pub(super) const EMPTY: Known = Known(0);

    /// Watches the targets of a system.
    pub(super) fn new(system: &PushdownSystem) -> Watch {
        let mut watch = Watch {
            begins: vec![Vec::new()],
            before: FxHashMap::default(),
            shared: FxHashMap::default(),
            sets: Vec::new(),
            numbers: FxHashMap::default(),
            above: FxHashMap::default(),
            words: FxHashMap::default(),
        };
        for (target, pattern) in system.targets().iter().enumerate() {
            for place in watch.places(&Nfa::new(pattern.stack())) {
                watch.begins[place as usize].push(target);
            }
        }
        watch.number(vec![END]);
        watch
    }

    /// The targets that a stack is in of which this is known, if the control state is theirs, in order.
    pub(super) fn targets(&self, known: Known) -> &[usize] {
        &self.sets[known.0 as usize].targets
    }

    /// What is known of a stack that begins with what a rule pushes, above one of which `below` is known: for each symbol that is pushed of the
    /// stack from it on.
    pub(super) fn pushed(&mut self, rule: usize, push: &[SymbolId], below: Known) -> Arc<[Known]> {
        if let Some(known) = self.words.get(&(rule, below)) {
            return Arc::clone(known);
        }
        let known = self.written(push, below);
        self.words.insert((rule, below), Arc::clone(&known));
        known
    }

    /// The same for any symbols.
    pub(super) fn written(&mut self, word: &[SymbolId], below: Known) -> Arc<[Known]> {
        let mut known = vec![below; word.len()];
        let mut last = below;
        for (known, &symbol) in known.iter_mut().zip(word).rev() {
            last = self.with(symbol, last);
            *known = last;
        }
        known.into()
    }

    /// What is known with one symbol more on top.
    fn with(&mut self, symbol: SymbolId, below: Known) -> Known {
        if let Some(&known) = self.above.get(&(symbol, below)) {
            return known;
        }
        let old = self.sets[below.0 as usize].places.iter();
        let steps = old.flat_map(|&place| [(place, Some(symbol)), (place, None)]);
        let places = steps.filter_map(|step| self.before.get(&step)).flatten().copied().collect();
        let known = self.number(places);
        self.above.insert((symbol, below), known);
        known
    }

    /// The number of a set of places.
    fn number(&mut self, places: Vec<u32>) -> Known {
        let places: Arc<[u32]> = in_order(places).into();
        if let Some(&known) = self.numbers.get(&places) {
            return known;
        }
        let known = Known(self.sets.len() as u32);
        let targets = in_order(places.iter().flat_map(|&place| &self.begins[place as usize]).copied().collect());
        self.numbers.insert(Arc::clone(&places), known);
        self.sets.push(Set { places, targets });
        known
    }

    /// The places where a regular expression begins. Its states are numbered as it is read, so the last ones are looked at first: what comes behind a state is known
    /// then, but for loops over more than one symbol.
    fn places(&mut self, nfa: &Nfa) -> Vec<u32> {
        let mut places = vec![END; nfa.states()];
        let mut back = Vec::new();
        for state in (0..nfa.states() as u32).rev() {
            let Some((read, to)) = nfa.reading(state) else { continue };
            let (later, others): (Vec<u32>, Vec<u32>) = stops(nfa, to).partition(|&next| next > state);
            let later = in_order(later.into_iter().map(|next| places[next as usize]).collect());
            let place = if others.is_empty() || others == [state] {
                self.shared(read, later, !others.is_empty())
            } else {
                let place = self.place(read, &later);
                back.push((place, read, others));
                place
            };
            places[state as usize] = place;
        }
        for (place, read, others) in back {
            let others: Vec<u32> = others.into_iter().map(|next| places[next as usize]).collect();
            self.link(place, read, &others);
        }
        in_order(stops(nfa, nfa.initial()).map(|state| places[state as usize]).collect())
    }

    /// The place that reads this, and comes to those places and, if it `stays`, to itself.
    fn shared(&mut self, read: Read, after: Vec<u32>, stays: bool) -> u32 {
        let key = (read, after, stays);
        if let Some(&place) = self.shared.get(&key) {
            return place;
        }
        let place = self.place(read, &key.1);
        if stays {
            self.link(place, read, &[place]);
        }
        self.shared.insert(key, place);
        place
    }

    /// A new place that reads this and comes to those.
    fn place(&mut self, read: Read, after: &[u32]) -> u32 {
        let place = self.begins.len() as u32;
        self.begins.push(Vec::new());
        self.link(place, read, after);
        place
    }

    fn link(&mut self, place: u32, read: Read, after: &[u32]) {
        after.iter().for_each(|&next| self.before.entry((next, read)).or_default().push(place));
    }
}

/// The states that read a symbol, or the final one, to which a state comes without one.
fn stops(nfa: &Nfa, state: u32) -> impl Iterator<Item = u32> {
    nfa.closure([state]).into_iter().filter(|&state| nfa.reading(state).is_some() || nfa.is_final(state))
}

fn in_order<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort_unstable();
    list.dedup();
    list
}
