//! A head that repeats, among those of which some do.

use super::Search;
use super::heads::Heads;
use super::hull::Through;
use super::region::Region;
use super::rounds::Rounds;
use crate::budget::StopReason;
use crate::engine::repeat::Repeating;

impl Search<'_, '_> {
    /// One of these heads that repeats; they are a [`hull`](Search::hull), and not empty.
    pub fn repeating(&mut self, region: &Region, mut heads: Heads) -> Result<Repeating, StopReason> {
        self.tells = false;
        let untold = Rounds::new(false);
        loop {
            let Some((repeating, one)) = self.pick(&heads) else {
                return Err(StopReason::Unsupported("heads of which none repeats".into()));
            };
            let from = Heads::from([(repeating.station, one)]);
            // What it comes to, and what it comes to with something done.
            let (mut passed, mut done) = (Heads::new(), Heads::new());
            let (mut news, mut news_done) = (from.clone(), Heads::new());
            while !news.is_empty() || !news_done.is_empty() {
                let first = self.successors(region, &news)?;
                let second = self.successors(region, &news_done)?.all;
                news_done = self.both(&first.done, &heads)?;
                let second = self.both(&second, &heads)?;
                self.join(&mut news_done, &second)?;
                self.drop(&mut news_done, &done)?;
                self.join(&mut done, &news_done)?;
                if self.stations.done.is_some() {
                    news = self.both(&first.all, &heads)?;
                } else {
                    news.clear();
                }
                self.drop(&mut news, &passed)?;
                self.join(&mut passed, &news)?;
                if !self.both(&done, &from)?.is_empty() {
                    return Ok(repeating);
                }
                self.tidy(&[&heads, &from, &passed, &done, &news, &news_done], &untold);
            }
            self.join(&mut passed, &done)?;
            let mut others = heads;
            self.drop(&mut others, &passed)?;
            self.drop(&mut others, &from)?;
            self.drop(&mut passed, &from)?;
            let held = self.hold([&others]);
            (heads, _) = self.hull(region, passed, Through::Done, u32::MAX)?;
            self.release(held);
            if heads.is_empty() {
                (heads, _) = self.hull(region, others, Through::Done, u32::MAX)?;
            }
        }
    }
}
