//! What is left of heads, and one that repeats among these.

use super::Search;
use super::heads::Heads;
use super::region::Region;
use super::rounds::Rounds;
use crate::budget::StopReason;
use crate::engine::repeat::Repeating;

impl Search<'_, '_> {
    /// The greatest set of these heads of which each is, in it, behind something that is done and is itself behind such a thing, and so on. The others are left out in rounds.
    pub fn hull(
        &mut self,
        region: &Region,
        mut heads: Heads,
        mut rounds: Option<&mut Rounds>,
    ) -> Result<Heads, StopReason> {
        while !heads.is_empty() {
            let successors = self.successors(region, &heads)?;
            let mut behind = self.both(&successors.done, &heads)?;
            // If something is done always, what is behind these heads comes to itself in the next rounds.
            let mut news = if self.stations.done.is_some() { behind.clone() } else { Heads::new() };
            while !news.is_empty() {
                let next = self.successors(region, &news)?.all;
                news = self.both(&next, &heads)?;
                self.drop(&mut news, &behind)?;
                self.join(&mut behind, &news)?;
            }
            if behind == heads {
                break;
            }
            if let Some(rounds) = rounds.as_mut().filter(|rounds| rounds.are_told()) {
                self.drop(&mut heads, &behind)?;
                rounds.leave_out(self, &heads)?;
            }
            heads = behind;
        }
        Ok(heads)
    }

    /// One of these heads that repeats; they are a [`hull`](Search::hull), and not empty.
    pub fn repeating(&mut self, region: &Region, mut heads: Heads) -> Result<Repeating, StopReason> {
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
            }
            self.join(&mut passed, &done)?;
            let mut others = heads;
            self.drop(&mut others, &passed)?;
            self.drop(&mut others, &from)?;
            self.drop(&mut passed, &from)?;
            heads = self.hull(region, passed, None)?;
            if heads.is_empty() {
                heads = self.hull(region, others, None)?;
            }
        }
    }
}
