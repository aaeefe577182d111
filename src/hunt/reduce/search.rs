//! The best text so far, and the search for a set of changes that makes it smaller.

use crate::budget::Budget;
use rustc_hash::FxHashSet;
use sha2::{Digest, Sha256};

/// A search for a smaller text.
pub(crate) struct Search<'a> {
    /// The smallest text found.
    pub(crate) best: Vec<u8>,
    fails: &'a mut dyn FnMut(&[u8]) -> bool,
    budget: &'a Budget,
    /// The hashes of all texts that were asked about.
    tried: FxHashSet<[u8; 32]>,
}

impl<'a> Search<'a> {
    /// A search that begins with `text`.
    pub(crate) fn new(text: &[u8], fails: &'a mut dyn FnMut(&[u8]) -> bool, budget: &'a Budget) -> Search<'a> {
        let tried = FxHashSet::from_iter([Sha256::digest(text).into()]);
        Search { best: text.to_vec(), fails, budget, tried }
    }

    /// Makes `candidate` the best text if it is a new one that fails; whether it is.
    pub(crate) fn offer(&mut self, candidate: Vec<u8>) -> bool {
        if self.is_over() || !self.tried.insert(Sha256::digest(&candidate).into()) || !(self.fails)(&candidate) {
            return false;
        }
        self.best = candidate;
        true
    }

    /// Tries changes of the best text, numbered below `count`; `candidate` tells the text with some of them, given in
    /// ascending order. All together, then in ever smaller groups of neighbours, the last first: at most `2 * count` texts.
    pub(crate) fn shrink(&mut self, count: usize, candidate: &mut dyn FnMut(&[usize]) -> Vec<u8>) {
        let mut taken: Vec<usize> = Vec::new();
        let mut open: Vec<usize> = (0..count).collect();
        let mut size = count;
        while size > 0 && !self.is_over() {
            let mut refused = Vec::new();
            for group in open.rchunks(size) {
                let mut both = [&taken, group].concat();
                both.sort_unstable();
                if self.offer(candidate(&both)) {
                    taken = both;
                } else {
                    refused.extend(group);
                }
                if self.is_over() {
                    return;
                }
            }
            refused.sort_unstable();
            open = refused;
            size = (size / 2).min(open.len());
        }
    }

    /// Repeats passes until none of them makes the text smaller.
    pub(crate) fn repeat(&mut self, passes: &mut dyn FnMut(&mut Self)) {
        loop {
            let before = self.best.clone();
            passes(self);
            if self.best == before || self.is_over() {
                return;
            }
        }
    }

    fn is_over(&self) -> bool {
        self.budget.check().is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which of `count` characters remain if `needed` must, and how many texts were asked about.
    fn remaining(count: usize, needed: &[usize]) -> (Vec<u8>, usize) {
        let text: Vec<u8> = (0..count as u8).collect();
        let mut asked = 0;
        let mut fails = |text: &[u8]| {
            asked += 1;
            needed.iter().all(|&own| text.contains(&(own as u8)))
        };
        let budget = Budget::unlimited();
        let mut search = Search::new(&text, &mut fails, &budget);
        search.shrink(count, &mut |left_out| {
            text.iter().copied().filter(|&own| !left_out.contains(&usize::from(own))).collect()
        });
        (search.best, asked)
    }

    #[test]
    fn what_is_needed_remains() {
        assert_eq!(remaining(100, &[]), (vec![], 1));
        let (best, asked) = remaining(100, &[3, 57]);
        assert_eq!(best, [3, 57]);
        assert!(asked < 40, "{asked}");
        let all: Vec<usize> = (0..100).collect();
        let (best, asked) = remaining(100, &all);
        assert_eq!(best.len(), 100);
        assert!(asked <= 200, "{asked}");
    }

    #[test]
    fn no_text_is_asked_about_twice() {
        let mut asked = Vec::new();
        let mut fails = |text: &[u8]| {
            asked.push(text.to_vec());
            false
        };
        let budget = Budget::unlimited();
        let mut search = Search::new(b"abc", &mut fails, &budget);
        assert!(![b"abc", b"abd", b"abd"].into_iter().any(|text| search.offer(text.to_vec())));
        assert_eq!(asked, [b"abd"]);
    }

    #[test]
    fn a_limit_ends_it() {
        let budget =
            Budget::unlimited().with_time(std::sync::Arc::new(|| std::time::Duration::MAX), Default::default());
        let mut fails = |_: &[u8]| panic!("nobody asks");
        let mut search = Search::new(b"abc", &mut fails, &budget);
        search.repeat(&mut |search| search.shrink(3, &mut |_| vec![]));
        assert_eq!(search.best, b"abc");
    }
}
