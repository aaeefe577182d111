//! Several engines at once: the first that answers all that was asked has the answer, checked like any other, and the others
//! are stopped.
//!
//! A program with few states is decided state by state, by the referee, and whatever an engine found meanwhile is forgotten. Of
//! the others the first engine works alone for a while that is measured in work, not in time. Most programs are decided by
//! then, in the same way at each time and on every machine. From then on it depends on the machine who wins, but not what is
//! said of the properties, unless some are much harder than a later one that is violated: see [`Course::decide_in_order`]. If the others do
//! not end soon either, the referee has a second try, with many more states.

use super::course::Course;
use super::cross_check::agree;
use super::{Decided, Failure, Loaded, Options};
use crate::budget::{Budget, CancelToken};
use crate::engine::{EngineSpec, Event, Extent, Observer, Silent, Told};
use crate::outcome::Verdict;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Builder, panicking, scope};

/// The work that the referee does, state by state: a few milliseconds. Who ends earlier waits for it.
const FEW_STATES: u64 = 10_000;

/// The work that it does in its second try: two seconds.
const MANY_STATES: u64 = 2_000_000;

/// Of a program with more places it is not asked: that has more than a few states mostly.
const FEW_PLACES: u64 = 2_000;

/// How often the first engine looks at its budget before the others begin: some milliseconds mostly.
const HEAD_START: u64 = 1_000;
/// The same for each place of the program, which takes time to be gone through even if there is nothing to find.
const HEAD_START_A_PLACE: u64 = 1;
/// The referee begins its second try after so many head starts.
const SECOND_TRY: u64 = 20;

/// As for a main thread; what is not used is not paid for.
const STACK: usize = 16 << 20;

/// The answers, and whose they are. `observer` hears of the first engine, or of what the referee decided.
///
/// # Errors
/// [`Failure::SelfCheck`] if evidence fails, or engines contradict each other.
pub(super) fn decide(
    loaded: &Loaded,
    options: &Options,
    extent: Extent,
    observer: &mut dyn Observer,
) -> Result<(EngineSpec, Decided), Failure> {
    let places: u64 = loaded.program.procedures.iter().map(|procedure| u64::from(procedure.points())).sum();
    let (engines, scout) = options.registry.race();
    let scout = scout.filter(|_| places <= FEW_PLACES);
    let head_start = HEAD_START + HEAD_START_A_PLACE * places;
    let mut entrants: Vec<Entrant> =
        engines.into_iter().map(|engine| Entrant { engine, start: head_start, effort: None }).collect();
    let second_try = |engine| Entrant { engine, start: SECOND_TRY * head_start, effort: Some(MANY_STATES) };
    entrants.splice(1..1, scout.clone().map(second_try));
    let race = Race {
        loaded,
        options,
        extent,
        stops: entrants.iter().map(|_| CancelToken::default()).collect(),
        answers: Mutex::new(entrants.iter().map(|_| None).collect()),
        entrants,
        scout,
        referee: OnceLock::new(),
    };
    race.start(observer);
    race.end(observer)
}

/// The answers, if there are so few states that nothing is gained by an engine that keeps sets of them.
///
/// # Errors
/// [`Failure::SelfCheck`] if evidence fails.
fn few_states(loaded: &Loaded, options: &Options, engine: &EngineSpec, extent: Extent) -> Word {
    let budget = options.budget.clone().with_effort(FEW_STATES);
    let decided = Course { loaded, options, engine }.decide_in_order(extent, &budget, &mut Silent)?;
    // A violation that is not the first one perhaps is left to those who find out.
    let asked = decided.outcome.decisions.iter().map(|decision| &decision.verdict);
    let mut asked = asked.take_while(|verdict| extent == Extent::All || !is_violated(verdict));
    let open = asked.any(|verdict| matches!(verdict, Verdict::Unknown(_)));
    Ok((!open).then_some(decided))
}

fn is_violated(verdict: &Verdict) -> bool {
    matches!(verdict, Verdict::Unsafe(_))
}

type Answer = Result<Decided, Failure>;

/// The referee's: the answers, if there are few states.
type Word = Result<Option<Decided>, Failure>;

/// Who takes part.
struct Entrant {
    engine: EngineSpec,
    /// It begins when the first one, who does not wait, has looked at its budget so often.
    start: u64,
    /// The work that it may do, if not as much as there is.
    effort: Option<u64>,
}

struct Race<'a> {
    loaded: &'a Loaded,
    options: &'a Options,
    extent: Extent,
    /// Who takes part, the one that leads first.
    entrants: Vec<Entrant>,
    /// Who is the referee.
    scout: Option<EngineSpec>,
    /// Stops each engine.
    stops: Vec<CancelToken>,
    /// What the referee says, once it has ended.
    referee: OnceLock<Word>,
    answers: Mutex<Vec<Option<Answer>>>,
}

impl Race<'_> {
    /// The limits of an engine. If one takes too much memory, the last is to have some left.
    fn budget(&self, index: usize) -> Budget {
        let budget = self.options.budget.clone().with_cancel(self.stops[index].clone());
        let budget = if index + 1 < self.entrants.len() { budget.with_less_memory() } else { budget };
        match self.entrants[index].effort {
            Some(effort) => budget.with_effort(effort),
            None => budget,
        }
    }

    /// Lets all work, the first engine with nobody but the referee for a while, until there is nothing left to do.
    fn start(&self, observer: &mut dyn Observer) {
        let (starts, waits): (Vec<Sender<()>>, Vec<_>) = self.entrants[1..].iter().map(|_| channel()).unzip();
        let mut held = Held { referee: &self.referee, told: Vec::new(), observer };
        let hears = &mut held;
        // What is moved in is dropped if there is a panic, so that nobody waits for a start that never comes.
        scope(move |threads| {
            let on_thread = || Builder::new().stack_size(STACK);
            // Without room for another thread there is no referee, and no race.
            if self.scout.as_ref().is_none_or(|scout| on_thread().spawn_scoped(threads, || self.judge(scout)).is_err())
            {
                self.say(Ok(None));
            }
            for (index, wait) in (1..).zip(waits) {
                let work = move || {
                    if wait.recv().is_ok() {
                        self.run(index, self.budget(index), &mut Silent);
                    }
                };
                drop(on_thread().spawn_scoped(threads, work));
            }
            let budget = self.entrants[1..].iter().zip(&starts).fold(self.budget(0), |budget, (entrant, start)| {
                let start = start.clone();
                budget.with_mark(entrant.start, move || _ = start.send(()))
            });
            self.run(0, budget, hears);
            starts.iter().for_each(|start| _ = start.send(()));
        });
        held.tell();
    }

    /// The referee's work. If there is nothing left to do afterwards, the engines are stopped.
    fn judge(&self, scout: &EngineSpec) {
        let _witness = Witness { race: self, index: None };
        let word = few_states(self.loaded, self.options, scout, self.extent);
        if !matches!(word, Ok(None)) {
            self.stop_others(None);
        }
        self.say(word);
    }

    fn say(&self, word: Word) {
        self.referee.set(word).expect("the referee speaks once");
    }

    /// Lets an engine work. If there is nothing left to do afterwards, the others are stopped.
    fn run(&self, index: usize, budget: Budget, observer: &mut dyn Observer) {
        if self.stops[index].is_cancelled() {
            return;
        }
        let _witness = Witness { race: self, index: Some(index) };
        let course = Course { loaded: self.loaded, options: self.options, engine: &self.entrants[index].engine };
        let answer = course.decide_in_order(self.extent, &budget, observer);
        if answer.as_ref().map_or(true, |decided| decided.outcome.is_settled()) {
            self.stop_others(Some(index));
        }
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(answer);
    }

    /// Stops all engines but this one.
    fn stop_others(&self, index: Option<usize>) {
        self.stops.iter().enumerate().filter(|&(other, _)| Some(other) != index).for_each(|(_, stop)| stop.cancel());
    }

    /// The referee's answers, which `observer` has not heard of yet. If there are none, those of the first engine, in their order,
    /// that has them all; or else each property's from the first that has one.
    fn end(self, observer: &mut dyn Observer) -> Result<(EngineSpec, Decided), Failure> {
        if let (Some(decided), Some(scout)) = (self.referee.into_inner().transpose()?.flatten(), self.scout) {
            for (target, decision) in decided.outcome.decisions.iter().enumerate() {
                if is_violated(&decision.verdict) {
                    observer.event(&Event::Reached { target });
                }
            }
            return Ok((scout, decided));
        }
        let answers = self.answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut known: Vec<(EngineSpec, Decided)> = Vec::with_capacity(self.entrants.len());
        for (Entrant { engine, .. }, answer) in self.entrants.into_iter().zip(answers) {
            let Some(answer) = answer else { continue };
            let decided = answer?;
            known.iter().try_for_each(|(_, other)| agree(&other.outcome, &decided.outcome))?;
            known.push((engine, decided));
        }
        if let Some(best) = known.iter().position(|(_, decided)| decided.outcome.is_settled()) {
            return Ok(known.swap_remove(best));
        }
        let (engine, mut decided) = known.remove(0);
        for (_, other) in known {
            for (ours, theirs) in decided.outcome.decisions.iter_mut().zip(other.outcome.decisions) {
                if matches!(
                    (&ours.verdict, &theirs.verdict),
                    (Verdict::Unknown(_), Verdict::Safe(_) | Verdict::Unsafe(_))
                ) {
                    *ours = theirs;
                }
            }
        }
        Ok((engine, decided))
    }
}

/// Keeps the events of an engine until it is known that they count: that the referee does not decide.
struct Held<'a> {
    referee: &'a OnceLock<Word>,
    told: Vec<Told>,
    observer: &'a mut dyn Observer,
}

impl Held<'_> {
    /// Tells what was kept, or forgets it.
    fn tell(&mut self) {
        let counts = self.counts();
        self.told.drain(..).filter(|_| counts).for_each(|told| self.observer.event(&told.event()));
    }

    fn counts(&self) -> bool {
        matches!(self.referee.get(), Some(Ok(None)))
    }
}

impl Observer for Held<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if self.referee.get().is_none() {
            self.told.extend(event.told());
            return;
        }
        self.tell();
        if self.counts() {
            self.observer.event(event);
        }
    }

    fn wants_steps(&self) -> bool {
        self.observer.wants_steps()
    }
}

/// Sees to it that nobody goes on for long if there is a bug in an engine, or in the referee (`None`): the panic is told at the end
/// of the scope.
struct Witness<'a> {
    race: &'a Race<'a>,
    index: Option<usize>,
}

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.race.stop_others(self.index);
        }
    }
}
