//! Rounds of loops that go the same way, one after the other: the first and the last are shown, those between them are one row.
//!
//! A round is over when the next one begins: with the step with which it began itself. So the last one is never folded, and an inner loop is at its end
//! before the outer one is looked at.

use super::plan::Item;
use super::ways::Turn;

/// How many rows a round may have.
const LONGEST: usize = 100;

/// The rows of a run so far.
pub(super) struct Folder<'a> {
    items: Vec<Folded<'a>>,
    /// Which of the items are [`Item::Rounds`], in order.
    folds: Vec<usize>,
}

/// An item, and what it has to have in common with another to be the same again.
struct Folded<'a> {
    item: Item,
    same: Same<'a>,
}

#[derive(PartialEq, Eq)]
enum Same<'a> {
    Turn(Turn<'a>),
    /// Any number of rounds of the same items, so many of them.
    Rounds(usize),
}

impl<'a> Folder<'a> {
    pub(super) fn new() -> Folder<'a> {
        Folder { items: Vec::new(), folds: Vec::new() }
    }

    /// One more step, which does this.
    pub(super) fn push(&mut self, step: usize, turn: Turn<'a>) {
        let next = Folded { item: Item::Step(step), same: Same::Turn(turn) };
        while self.counts_on(&next) || self.folds_up(&next) {}
        self.items.push(next);
    }

    /// The items, where nothing more comes.
    pub(super) fn finish(self) -> Vec<Item> {
        let unfolded = |folded: Folded<'a>| match folded.item {
            Item::Rounds { steps, count: 1 } if folded.same == Same::Rounds(1) => Item::Step(steps.start),
            item => item,
        };
        self.items.into_iter().map(unfolded).collect()
    }

    /// If the last items are one more round of those before a fold, and `next` begins another, the fold counts them.
    fn counts_on(&mut self, next: &Folded<'a>) -> bool {
        let length = self.items.len();
        let near = self.folds.iter().copied().rev().take_while(|&fold| length - 1 - fold <= LONGEST);
        let found = near.into_iter().find(|&fold| {
            let period = length - 1 - fold;
            self.items[fold].same == Same::Rounds(period)
                && self.items[fold + 1].same == next.same
                && self.are_same(fold - period, fold + 1, period)
        });
        let Some(fold) = found else { return false };
        let last = self.items[length - 1].item.steps().end;
        self.truncate(fold + 1);
        if let Item::Rounds { steps, count } = &mut self.items[fold].item {
            steps.end = last;
            *count += 1;
        }
        true
    }

    /// If the last items are what the same number of items before them are, and `next` begins another round, they become a fold.
    fn folds_up(&mut self, next: &Folded<'a>) -> bool {
        let length = self.items.len();
        let found = (1..=LONGEST.min(length / 2)).find(|&period| {
            self.items[length - period].same == next.same && self.are_same(length - 2 * period, length - period, period)
        });
        let Some(period) = found else { return false };
        let first = length - period;
        let steps = self.items[first].item.steps().start..self.items[length - 1].item.steps().end;
        self.truncate(first);
        self.folds.push(first);
        self.items.push(Folded { item: Item::Rounds { steps, count: 1 }, same: Same::Rounds(period) });
        true
    }

    /// From the last to the first: those of a round that is not complete differ soon.
    fn are_same(&self, one: usize, other: usize, count: usize) -> bool {
        (0..count).rev().all(|index| self.items[one + index].same == self.items[other + index].same)
    }

    fn truncate(&mut self, length: usize) {
        self.items.truncate(length);
        let kept = self.folds.partition_point(|&fold| fold < length);
        self.folds.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::program::Point;
    use crate::lang::program::semantics::Bits;

    /// What is shown of steps at these points.
    fn folded(points: &str) -> String {
        let none = Bits::new();
        let mut folder = Folder::new();
        for (step, point) in points.bytes().enumerate() {
            folder.push(step, Turn { point: Point(point.into()), choices: &none, target: 0, callee: None });
        }
        let show = |item: Item| match item {
            Item::Step(step) => points[step..=step].to_string(),
            Item::Rounds { steps, count } => format!("({count}x {})", &points[steps]),
        };
        folder.finish().into_iter().map(show).collect()
    }

    #[test]
    fn rounds_are_counted() {
        assert_eq!(folded("abcde"), "abcde");
        assert_eq!(folded("xababy"), "xababy");
        assert_eq!(folded("xababaaby"), "xab(1x ab)aaby");
        assert_eq!(folded("xabcabcabcabcy"), "xabc(2x abcabc)abcy");
        assert_eq!(folded("aaaa"), "a(2x aa)a");
    }

    #[test]
    fn rounds_with_more_or_fewer_rounds_in_them_are_the_same() {
        assert_eq!(folded("hiiiehiiiiiehiiieh"), "hiiie(2x hiiiiiehiiie)h");
        assert_eq!(folded("xhiiihiiihiiiy"), "xhiii(1x hiii)hiiiy");
    }

    #[test]
    fn long_traces_take_no_longer_than_they_are() {
        let many = "abcdefghijklmnopqrstuvwxyz".repeat(20_000);
        assert!(folded(&many).starts_with("abcdefghijklmnopqrstuvwxyz(19998x "));
    }
}
