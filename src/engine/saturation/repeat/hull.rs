//! What is left of heads.

use super::Search;
use super::heads::Heads;
use super::region::Region;
use super::rounds::Rounds;
use crate::budget::StopReason;

/// What has to be on the way to a head again and again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Through {
    /// That which is to be done.
    Done,
    /// A head of this station.
    Station(usize),
}

impl Search<'_, '_> {
    /// The greatest set of these heads of which each is, in it, behind what has to be on the way and is itself behind such a thing, and so on. The others are left out in rounds; after
    /// `most` of them what is left may be more.
    pub fn hull(
        &mut self,
        region: &Region,
        mut heads: Heads,
        through: Through,
        most: u32,
    ) -> Result<(Heads, Rounds), StopReason> {
        let mut rounds = Rounds::new(self.tells);
        for _ in 0..most {
            if heads.is_empty() {
                break;
            }
            let behind = self.behind(region, &heads, through, &rounds)?;
            self.effort.rounds += 1;
            if behind == heads {
                break;
            }
            if rounds.are_told() {
                self.drop(&mut heads, &behind)?;
                rounds.leave_out(self, &heads)?;
            }
            heads = behind;
        }
        Ok((heads, rounds))
    }

    /// Those of these heads to which a path in them leads that has on it what has to be there.
    fn behind(
        &mut self,
        region: &Region,
        heads: &Heads,
        through: Through,
        rounds: &Rounds,
    ) -> Result<Heads, StopReason> {
        let successors = match through {
            Through::Done => self.successors(region, heads)?.done,
            Through::Station(station) => {
                let there = heads.get(&station).map(|&states| (station, states));
                self.successors(region, &there.into_iter().collect())?.all
            }
        };
        let mut behind = self.both(&successors, heads)?;
        // If something is done always, what is behind these heads comes to itself in the next rounds.
        let is_done_always = through == Through::Done && self.stations.done.is_none();
        let mut news = if is_done_always { Heads::new() } else { behind.clone() };
        loop {
            if let Through::Station(station) = through {
                // It was where the path began.
                news.remove(&station);
            }
            self.tidy(&[heads, &behind, &news], rounds);
            if news.is_empty() {
                return Ok(behind);
            }
            let next = self.successors(region, &news)?.all;
            news = self.both(&next, heads)?;
            self.drop(&mut news, &behind)?;
            self.join(&mut behind, &news)?;
        }
    }
}
