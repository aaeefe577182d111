//! What a monitor does along a trace.
//!
//! What a run that returned does to it depends on its state before, and on what is on the stack below. So a run that is called again and again is asked once for each of these.

use super::letters::{Letters, Part};
use super::place_before;
use crate::lang::program::Place;
use crate::monitor::Target;
use crate::temporal::Monitored;
use crate::validate::refusal::Refusal;
use crate::verdict::trace::{RunId, Trace};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// How many passages are remembered: the last ones.
const MOST: usize = 16;

/// A monitor has gone from one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Where control was.
    pub place: Place,
    /// The state before.
    pub from: String,
    /// The state after it; `None`: an error.
    pub to: Option<String>,
    /// What the monitor says of the error.
    pub words: Option<String>,
}

/// What a monitor did along a trace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passages {
    /// The last ones, in order.
    pub last: Vec<Passage>,
    /// Whether there were more before them.
    pub are_more: bool,
}

impl Passages {
    fn push(&mut self, passage: Passage) {
        if self.last.len() == MOST {
            self.last.remove(0);
            self.are_more = true;
        }
        self.last.push(passage);
    }

    fn extend(&mut self, others: &Passages) {
        if others.are_more {
            *self = Passages { last: Vec::new(), are_more: true };
        }
        others.last.iter().for_each(|passage| self.push(passage.clone()));
    }
}

/// What the monitor does along the trace, if it comes to an error with its last position and not before.
pub(super) fn errs(monitored: &Monitored, trace: &Trace, letters: &Letters) -> Result<Passages, Refusal> {
    let mut looking = Looking { monitored, trace, letters, known: FxHashMap::default() };
    let first = trace.runs.len() - trace.stack;
    let mut done = Passages::default();
    let (mut state, mut below) = (0, nothing(monitored));
    for index in first..trace.runs.len() {
        let run = RunId(index as u32);
        let word = &letters.runs[index];
        // The last position is that of the error, unless the run is over behind it.
        let is_last = index + 1 == trace.runs.len() && letters.turn.is_empty();
        let parts = if is_last { word.len() - 1 } else { word.len() };
        let behind = looking.behind(run, state, &below, parts)?;
        state = behind.state;
        done.extend(&behind.passages);
        if is_last {
            looking.last(state, &below, word.last(), trace.property.place, &mut done)?;
        }
        below = on(monitored, trace, run, &below);
    }
    if let Some(over) = letters.turn.first() {
        looking.last(state, &nothing(monitored), Some(over), trace.property.place, &mut done)?;
    }
    Ok(done)
}

/// Of a run that is over nothing is below.
fn nothing(monitored: &Monitored) -> Below {
    vec![false; monitored.stack.len()].into()
}

/// For each procedure that the monitor asks for whether it is below.
type Below = Rc<[bool]>;

/// What a part of the trace does.
#[derive(Clone, Debug)]
struct Behind {
    state: usize,
    passages: Passages,
}

struct Looking<'a> {
    monitored: &'a Monitored,
    trace: &'a Trace,
    letters: &'a Letters,
    /// What a run does from a state, above such a stack.
    known: FxHashMap<(RunId, usize, Below), Rc<Behind>>,
}

/// A run that is being read.
struct Reading {
    run: RunId,
    below: Below,
    /// The next part of its word, and the one that is read no more.
    at: usize,
    end: usize,
    /// How many of its own positions were read.
    step: usize,
    now: Behind,
    /// The state before it.
    from: usize,
}

impl Looking<'_> {
    /// What so many parts of the word of a run do.
    fn behind(&mut self, run: RunId, state: usize, below: &Below, parts: usize) -> Result<Behind, Refusal> {
        let begin = |run, from, below, end| {
            let now = Behind { state: from, passages: Passages::default() };
            Reading { run, below, at: 0, end, step: 0, now, from }
        };
        let mut open = vec![begin(run, state, Rc::clone(below), parts)];
        loop {
            let height = open.len();
            let reading = open.last_mut().expect("one is open until all is read");
            if reading.at == reading.end {
                let Some(Reading { run, below, now, from, .. }) = open.pop() else { continue };
                if height == 1 {
                    return Ok(now);
                }
                self.known.insert((run, from, below), Rc::new(now));
                continue;
            }
            match self.letters.runs[reading.run.index()][reading.at] {
                Part::Letter(letter) => {
                    let place = place_before(self.trace, self.trace.run(reading.run), reading.step);
                    match self.passage(reading.now.state, &reading.below, letter, place) {
                        Some((passage, Some(to))) => {
                            reading.now.state = to;
                            reading
                                .now
                                .passages
                                .extend(&Passages { last: passage.into_iter().collect(), are_more: false });
                        }
                        Some((_, None)) => {
                            return Err(Refusal::whole("the error of the monitor", "at the end", "one before it"));
                        }
                        None => {}
                    }
                    reading.step += 1;
                    reading.at += 1;
                }
                Part::Run(callee) => {
                    let key = (callee, reading.now.state, on(self.monitored, self.trace, reading.run, &reading.below));
                    match self.known.get(&key) {
                        Some(known) => {
                            reading.now.state = known.state;
                            reading.now.passages.extend(&known.passages);
                            reading.at += 1;
                        }
                        None => {
                            let end = self.letters.runs[callee.index()].len();
                            open.push(begin(callee, key.1, key.2, end));
                        }
                    }
                }
            }
        }
    }

    /// What the monitor does at a position: where it goes, if it goes anywhere, with what is to be told of that; to `None`, if it is an error.
    fn passage(
        &self,
        state: usize,
        below: &Below,
        letter: usize,
        place: Place,
    ) -> Option<(Option<Passage>, Option<usize>)> {
        let monitor = &self.monitored.monitor;
        let letter = &self.letters.all[letter];
        let rule = monitor.rule(state, &|atom| letter.has(atom), &|number| below[number])?;
        let from = || monitor.states[state].name.clone();
        Some(match &rule.to {
            Target::State(to) if *to == state => (None, Some(*to)),
            Target::State(to) => {
                let name = Some(monitor.states[*to].name.clone());
                (Some(Passage { place, from: from(), to: name, words: None }), Some(*to))
            }
            Target::Error(words) => (Some(Passage { place, from: from(), to: None, words: words.clone() }), None),
        })
    }

    /// The last position, which has to be an error.
    fn last(
        &self,
        state: usize,
        below: &Below,
        part: Option<&Part>,
        place: Place,
        done: &mut Passages,
    ) -> Result<(), Refusal> {
        if let Some(&Part::Letter(letter)) = part
            && let Some((Some(passage), None)) = self.passage(state, below, letter, place)
        {
            done.push(passage);
            return Ok(());
        }
        Err(Refusal::whole("the end of the run", "an error of the monitor", "none"))
    }
}

/// What is below whoever is called by a run.
fn on(monitored: &Monitored, trace: &Trace, run: RunId, below: &Below) -> Below {
    let caller = trace.run(run).procedure;
    below.iter().zip(&monitored.stack).map(|(&is_below, &asked)| is_below || asked == caller).collect()
}
