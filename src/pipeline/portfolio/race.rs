//! Threads, starts and stops.

use super::Began;
use super::entrant::{Begins, Counts, Entrant, TEN_MILLISECONDS, at_a_time};
use super::outlook::Outlook;
use super::starts::Starts;
use super::turns::Turns;
use crate::budget::{Budget, CancelToken};
use crate::engine::{EngineSpec, Event, Extent, Observer, Silent};
use crate::outcome::Verdict;
use crate::pipeline::course::Course;
use crate::pipeline::cross_check::agree;
use crate::pipeline::shelf::Shelf;
use crate::pipeline::{Decided, Failure, Loaded, Options};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread::{Builder, Scope, panicking, scope};
use std::time::Duration;

/// As for a main thread; what is not used is not paid for.
const STACK: usize = 16 << 20;

/// The one that leads.
const LEADER: usize = 0;

/// What is asked, who is asked, and what came out.
pub struct Race<'a> {
    loaded: &'a Loaded,
    options: &'a Options,
    extent: Extent,
    entrants: Vec<Entrant>,
    /// Stops each engine.
    stops: Vec<CancelToken>,
    /// Made when the one that scouts has not settled everything.
    turns: OnceLock<Arc<Turns>>,
    shelf: Shelf,
    /// Who was the first to have all answers, or a violation.
    winner: Mutex<Option<usize>>,
    answers: Mutex<Vec<Option<Answer>>>,
}

/// When an engine began, and what it has said.
struct Answer {
    began: Duration,
    said: Said,
}

type Said = Result<Decided, Failure>;

impl<'a> Race<'a> {
    /// Nobody works yet.
    pub fn new(loaded: &'a Loaded, options: &'a Options, extent: Extent, entrants: Vec<Entrant>) -> Race<'a> {
        Race {
            loaded,
            options,
            extent,
            stops: entrants.iter().map(|_| CancelToken::default()).collect(),
            turns: OnceLock::new(),
            shelf: Shelf::default(),
            winner: Mutex::new(None),
            answers: Mutex::new(entrants.iter().map(|_| None).collect()),
            entrants,
        }
    }

    /// Lets all work until there is nothing left to do.
    pub fn run(&self, observer: &mut dyn Observer) {
        self.scout();
        if self.winner().is_some() {
            return;
        }
        self.turns().admit(LEADER);
        scope(move |threads| {
            let (calls, called) = channel();
            let joins = self.entrants.iter().map(|entrant| matches!(entrant.begins, Begins::After(..)));
            let starts = Arc::new(Starts::new(Arc::clone(self.turns()), joins, calls));
            // Whatever happens, nobody waits for another call then.
            let _closing = Closing(&starts);
            // Without room for another thread nobody joins.
            drop(Builder::new().spawn_scoped(threads, move || self.start(threads, &called)));
            self.work(LEADER, self.with_starts(self.budget(LEADER), &starts), observer);
            if self.winner().is_none() {
                starts.all();
            }
            self.turns().leave(LEADER);
        });
    }

    /// Lets one scout, if there is one. Who has used up what may be scouted would say more with more, so nothing is settled then; what it has found stands.
    fn scout(&self) {
        let mut scouts = self.entrants.iter().enumerate().filter_map(|(index, entrant)| Some((index, entrant.scouts?)));
        let Some((scout, work)) = scouts.next() else { return };
        let began = self.options.stopwatch.now();
        let budget = self.budget(scout).with_effort(work);
        let said = self.course(scout).decide_in_order(self.extent, &budget, &mut Silent);
        let is_settled = said.is_err() || budget.effort() != Some(0) && is_settled(&said);
        if is_settled {
            *self.winner.lock().unwrap_or_else(PoisonError::into_inner) = Some(scout);
        }
        self.answers()[scout] = Some(Answer { began, said });
    }

    /// Starts those that are called, until nobody will be.
    fn start<'scope>(&'scope self, threads: &'scope Scope<'scope, '_>, called: &Receiver<Option<usize>>) {
        while let Ok(Some(index)) = called.recv() {
            if self.spawn(threads, index).is_err() {
                self.turns().leave(index);
            }
        }
    }

    fn spawn<'scope>(&'scope self, threads: &'scope Scope<'scope, '_>, index: usize) -> std::io::Result<()> {
        let work = move || {
            self.turns().wait(index);
            self.work(index, self.budget(index), &mut Silent);
            self.turns().leave(index);
        };
        Builder::new().stack_size(STACK).spawn_scoped(threads, work).map(drop)
    }

    /// The limits of an engine. If one takes too much memory, the last is to have some left.
    fn budget(&self, index: usize) -> Budget {
        let budget = self.options.budget.clone().with_cancel(self.stops[index].clone());
        let budget = if index + 1 < self.entrants.len() { budget.with_less_memory() } else { budget };
        match self.entrants[index].effort {
            Some(effort) => budget.with_effort(effort),
            None => budget,
        }
    }

    /// At the work of the one that leads the others join, not before the time of an easy program, and not while it is favoured: it is nearly done.
    fn with_starts(&self, budget: Budget, starts: &Arc<Starts>) -> Budget {
        let mut joiners: BTreeMap<(u64, Duration), Vec<usize>> = BTreeMap::new();
        for (index, entrant) in self.entrants.iter().enumerate() {
            if let Begins::After(work, time) = entrant.begins {
                joiners.entry((work, time)).or_default().push(index);
            }
        }
        joiners.into_iter().fold(budget, |budget, ((work, time), joiners)| {
            let (starts, turns, stopwatch) =
                (Arc::clone(starts), Arc::clone(self.turns()), self.options.stopwatch.clone());
            let (due, again) = (stopwatch.now() + time, self.entrants[LEADER].stretch);
            budget.with_mark(work, move || {
                if stopwatch.now() < due || turns.is_favoured(LEADER) {
                    return Some(again);
                }
                joiners.iter().for_each(|&index| starts.one(index));
                None
            })
        })
    }

    /// Now and then an engine is asked whether others are to go on.
    fn with_turns(&self, budget: Budget, index: usize) -> Budget {
        let Entrant { first_turn, counts, .. } = self.entrants[index];
        let (turns, stopwatch) = (Arc::clone(self.turns()), self.options.stopwatch.clone());
        let since = Mutex::new((first_turn, stopwatch.now()));
        budget.with_mark(first_turn, move || {
            let mut since = since.lock().unwrap_or_else(PoisonError::into_inner);
            let (took, next) = match (counts, *since) {
                (Counts::Work(pace), (units, _)) => (TEN_MILLISECONDS.mul_f64(units as f64 / pace as f64), pace),
                (Counts::Time(bit), (_, since)) => (stopwatch.now().saturating_sub(since), bit),
            };
            turns.pause(index, took);
            *since = (next, stopwatch.now());
            Some(next)
        })
    }

    /// Lets an engine work. If there is nothing left to do afterwards, the others are stopped.
    fn work(&self, index: usize, budget: Budget, observer: &mut dyn Observer) {
        if self.stops[index].is_cancelled() {
            return;
        }
        let _witness = Witness { race: self, index };
        let began = self.options.stopwatch.now();
        let budget = self.with_turns(budget, index);
        let open = (0..self.loaded.properties.len()).collect();
        let observer = &mut Outlook { observer, turns: self.turns(), who: index, open, extent: self.extent };
        let said = self.course(index).decide_in_order(self.extent, &budget, observer);
        let scouted = self.answers()[index].take();
        let began = scouted.as_ref().map_or(began, |scouted| scouted.began);
        let said = match scouted {
            Some(Answer { said: Ok(scouted), .. }) => said.and_then(|decided| both(decided, scouted)),
            _ => said,
        };
        if is_settled(&said) {
            self.winner.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(index);
            self.stop_others(index);
        }
        self.answers()[index] = Some(Answer { began, said });
    }

    fn course(&self, index: usize) -> Course<'_> {
        let engine = &self.entrants[index].engine;
        Course { loaded: self.loaded, options: self.options, engine, shelf: Some(&self.shelf) }
    }

    /// Whose answers count, if anybody has all of them.
    fn winner(&self) -> Option<usize> {
        *self.winner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Stops all but one. None of them waits for its turn any longer, but sees that.
    fn stop_others(&self, but: usize) {
        (0..self.stops.len()).filter(|&other| other != but).for_each(|other| self.stops[other].cancel());
        self.turns().end();
    }

    /// The turns of all.
    fn turns(&self) -> &Arc<Turns> {
        self.turns.get_or_init(|| {
            let shares = self.entrants.iter().map(|entrant| entrant.share).collect();
            Arc::new(Turns::new(at_a_time(&self.options.budget), shares))
        })
    }

    fn answers(&self) -> MutexGuard<'_, Vec<Option<Answer>>> {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The answers of the first that had them all, and what another knows of properties that it leaves open; or else each property's from one that has it. What was scouted `observer` has not
    /// heard of yet.
    pub fn end(self, observer: &mut dyn Observer) -> Result<(EngineSpec, Decided), Failure> {
        let winner = self.winner();
        let answers = self.answers.into_inner().unwrap_or_else(PoisonError::into_inner);
        let is_scouted = answers[LEADER].is_none();
        let mut race = Vec::new();
        let mut known: Vec<(usize, EngineSpec, Decided)> = Vec::new();
        for (index, (Entrant { engine, .. }, answer)) in self.entrants.into_iter().zip(answers).enumerate() {
            let Some(Answer { began, said }) = answer else { continue };
            race.push(Began { engine: engine.to_string(), at: began });
            let decided = said?;
            known.iter().try_for_each(|(_, _, other)| agree(&other.outcome, &decided.outcome))?;
            known.push((index, engine, decided));
        }
        race.sort_by_key(|began| began.at);
        let best = known.iter().position(|&(index, ..)| Some(index) == winner);
        let (_, engine, mut decided) = known.swap_remove(best.unwrap_or(0));
        if is_scouted {
            tell_violations(&decided, observer);
        }
        known.sort_by_key(|&(index, ..)| index);
        known.into_iter().for_each(|(.., other)| fill(&mut decided, other));
        if self.extent == Extent::First {
            decided.outcome.end_with_first_violation();
        }
        decided.race = race;
        Ok((engine, decided))
    }
}

/// Whether there is nothing left to do: all is answered, or something is wrong.
fn is_settled(said: &Said) -> bool {
    said.as_ref().map_or(true, |decided| decided.outcome.is_settled())
}

/// The violations that the one that scouts has found.
fn tell_violations(decided: &Decided, observer: &mut dyn Observer) {
    for (target, decision) in decided.outcome.decisions.iter().enumerate() {
        if decision.verdict.is_unsafe() {
            observer.event(&Event::Reached { target });
        }
    }
}

/// What an engine says, and what it had said before of properties that it leaves open now.
fn both(mut decided: Decided, before: Decided) -> Said {
    agree(&before.outcome, &decided.outcome)?;
    fill(&mut decided, before);
    Ok(decided)
}

/// What is not known gets the answers of another engine.
fn fill(decided: &mut Decided, other: Decided) {
    for (ours, theirs) in decided.outcome.decisions.iter_mut().zip(other.outcome.decisions) {
        if matches!((&ours.verdict, &theirs.verdict), (Verdict::Unknown(_), Verdict::Safe(_) | Verdict::Unsafe(_))) {
            *ours = theirs;
        }
    }
}

/// Says that nobody else will be called, though there may be a panic.
struct Closing<'a>(&'a Starts);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Sees to it that nobody goes on for long if there is a bug in an engine: the panic is told at the end of the scope.
struct Witness<'a> {
    race: &'a Race<'a>,
    index: usize,
}

impl Drop for Witness<'_> {
    fn drop(&mut self) {
        if panicking() {
            self.race.stop_others(self.index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::source::Source;
    use crate::pipeline::{decide, load};

    /// What is said of a program.
    fn said(body: &str, options: &Options) -> Decided {
        let loaded = load(&Source::new("t.bp", format!("decl a; void main() begin {body} end")), options);
        let loaded = loaded.unwrap_or_else(|failure| panic!("{failure}"));
        decide(&loaded, options, &mut Silent).unwrap_or_else(|failure| panic!("{failure}"))
    }

    fn words(decided: &Decided) -> Vec<String> {
        decided.outcome.decisions.iter().map(|decision| decision.verdict.to_string()).collect()
    }

    /// What was said before fills what is open now, and contradicts nothing.
    #[test]
    fn what_was_said_before_stands() {
        let body = "a := *; assert(a); a := T; if (*) then assert(F); fi";
        let first = said(body, &Options::default());
        let all = said(body, &Options::default().with_all(true));
        assert_eq!([words(&first), words(&all)], [["UNSAFE", "UNKNOWN (not decided)"], ["UNSAFE", "UNSAFE"]]);
        let mut filled = both(first.clone(), all.clone()).unwrap_or_else(|failure| panic!("{failure}"));
        assert_eq!(words(&filled), ["UNSAFE", "UNSAFE"]);
        filled.outcome.end_with_first_violation();
        assert_eq!(words(&filled), words(&first));
        let other = said("a := T; assert(a); assert(a);", &Options::default());
        assert_eq!(words(&other), ["SAFE", "SAFE"]);
        assert!(both(other, all).is_err(), "one of them is wrong");
    }
}
