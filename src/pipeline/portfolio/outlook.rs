//! How near an engine is to its end, as far as it says.
//!
//! Whoever has all answers, and looks for what proves them, is nearly done: more of the time is due to it. Whoever has to try more than it can before it has all
//! answers may come upon a violation at most: less is due to it, until it says otherwise.

use super::turns::Turns;
use crate::engine::{Event, Extent, Observer};
use std::collections::BTreeSet;

/// With so many values to be tried one by one an engine mostly does not come to an end.
const ENDLESS: u64 = 1 << 20;

/// Hears what an engine tells, and tells it on.
pub struct Outlook<'a> {
    /// Whoever hears of all that is told.
    pub observer: &'a mut dyn Observer,
    /// Where the engine has its turns.
    pub turns: &'a Turns,
    /// Who it is.
    pub who: usize,
    /// What it has not answered yet.
    pub open: BTreeSet<usize>,
    /// How much it is asked.
    pub extent: Extent,
}

impl Observer for Outlook<'_> {
    fn event(&mut self, event: &Event<'_>) {
        if let &Event::Due { values } = event {
            self.turns.neglect(self.who, values >= ENDLESS);
        }
        let answers = match event {
            Event::Reached { .. } if self.extent == Extent::First => !std::mem::take(&mut self.open).is_empty(),
            Event::Reached { target } | Event::Unreachable { target } => self.open.remove(target),
            _ => false,
        };
        if answers && self.open.is_empty() {
            self.turns.favour(self.who);
        }
        self.observer.event(event);
    }

    fn wants_steps(&self) -> bool {
        self.observer.wants_steps()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Silent;
    use Event::{Reached, Unreachable};

    /// After which of some events one of three with equal shares is favoured, if at all.
    fn favoured(extent: Extent, events: &[Event<'_>]) -> Option<usize> {
        let turns = Turns::new(1, vec![1, 1, 1]);
        let mut silent = Silent;
        let open = BTreeSet::from([0, 1]);
        let mut outlook = Outlook { observer: &mut silent, turns: &turns, who: 0, open, extent };
        events.iter().position(|event| {
            outlook.event(event);
            turns.share(0) == 2
        })
    }

    #[test]
    fn whoever_has_too_much_before_it_is_neglected() {
        let turns = Turns::new(1, vec![16]);
        let mut outlook =
            Outlook { observer: &mut Silent, turns: &turns, who: 0, open: BTreeSet::from([0]), extent: Extent::All };
        let mut share = |values| {
            outlook.event(&Event::Due { values });
            turns.share(0)
        };
        assert_eq!([ENDLESS - 1, ENDLESS, u64::MAX, 0].map(&mut share), [16, 2, 2, 16]);
    }

    #[test]
    fn whoever_has_all_answers_is_favoured() {
        let (none, run) = (Unreachable { target: 0 }, Reached { target: 1 });
        assert_eq!(favoured(Extent::All, &[none, none, Event::Progress(&"more"), run, none]), Some(3));
        assert_eq!(favoured(Extent::All, &[run, run]), None);
        assert_eq!(favoured(Extent::First, &[none, none, run]), Some(2));
        assert_eq!(favoured(Extent::First, &[none, Unreachable { target: 1 }]), Some(1));
        assert_eq!(favoured(Extent::First, &[none]), None);
    }
}
