//! Sifting on the total span: each block moves to the best place nearby.

use super::arrangement::{Arrangement, extent};

/// Visits of nets that are allowed, apart from [`VISITS_PER_PIN`].
const VISITS: usize = 1 << 20;

/// Visits of nets that are allowed for each pin of each net.
const VISITS_PER_PIN: usize = 8;

/// Moves one block after the other by exchanges of neighbours to the best place within the reach of its nets, until nothing gets
/// better or the work allowed, linear in the pins, is done.
pub(super) fn improve(arrangement: &Arrangement, order: Vec<u32>) -> Vec<u32> {
    let blocks = order.len();
    let mut row = Row::new(arrangement, order);
    // Short ways first: with much to arrange there is work left for no others.
    let mut window = 4;
    while row.visits > 0 {
        let mut gained = false;
        for block in 0..blocks as u32 {
            gained |= row.sift(block, window);
        }
        if !gained {
            if window >= blocks {
                break;
            }
            window *= 4;
        }
    }
    row.order
}

/// The blocks in their present order, with what makes an exchange of neighbours cheap.
struct Row<'a> {
    arrangement: &'a Arrangement,
    order: Vec<u32>,
    /// The place of each block in the order.
    place: Vec<usize>,
    /// Twice the centre of each block.
    centre: Vec<i64>,
    /// The outermost centres of each net.
    extent: Vec<(i64, i64)>,
    /// The last exchange whose right block was in the net.
    mark: Vec<u32>,
    exchanges: u32,
    /// How often a block has moved for good.
    moves: u32,
    /// For each block the last of these moves that it took part in.
    touched: Vec<u32>,
    /// For each block where it was tried last, if it stayed.
    stayed: Vec<Option<Stay>>,
    /// How many visits of nets are left.
    visits: usize,
}

/// A block was not better anywhere else.
#[derive(Clone, Copy)]
struct Stay {
    /// The first and the last place at which it was tried.
    tried: (usize, usize),
    /// Within so many places.
    window: usize,
    /// After so many moves.
    moves: u32,
}

impl<'a> Row<'a> {
    fn new(arrangement: &'a Arrangement, order: Vec<u32>) -> Row<'a> {
        let centre = arrangement.centres(&order);
        let mut place = vec![0; order.len()];
        order.iter().enumerate().for_each(|(index, &block)| place[block as usize] = index);
        Row {
            arrangement,
            place,
            extent: arrangement.nets.rows().map(|net| extent(net, &centre)).collect(),
            centre,
            mark: vec![0; arrangement.nets.len()],
            exchanges: 0,
            moves: 0,
            touched: vec![0; order.len()],
            stayed: vec![None; order.len()],
            order,
            visits: VISITS + VISITS_PER_PIN * arrangement.nets.items().len(),
        }
    }

    /// Moves a block to the best place at most `window` places away; says whether that gained anything.
    fn sift(&mut self, block: u32, window: usize) -> bool {
        if self.visits == 0 || self.stays(block, window) {
            return false;
        }
        let start = self.place[block as usize];
        let (mut change, mut least, mut goal) = (0, 0, start);
        let nets = &self.arrangement.nets_of[block as usize];
        let (low, high) = nets.iter().fold((i64::MAX, i64::MIN), |(low, high), &net| {
            let (first, last) = self.extent[net as usize];
            (low.min(first), high.max(last))
        });
        for place in start..(start + window).min(self.order.len() - 1) {
            if self.centre[block as usize] >= high {
                break;
            }
            change += self.exchange(place);
            if change < least {
                (least, goal) = (change, place + 1);
            }
        }
        let last = self.place[block as usize];
        while self.place[block as usize] > start {
            self.exchange(self.place[block as usize] - 1);
        }
        change = 0;
        for place in (start.saturating_sub(window)..start).rev() {
            if self.centre[block as usize] <= low {
                break;
            }
            change += self.exchange(place);
            if change < least {
                (least, goal) = (change, place);
            }
        }
        let first = self.place[block as usize];
        while self.place[block as usize] < goal {
            self.exchange(self.place[block as usize]);
        }
        if goal == start {
            self.stayed[block as usize] = Some(Stay { tried: (first, last), window, moves: self.moves });
        } else {
            self.touch(start.min(goal), start.max(goal));
        }
        least < 0
    }

    /// Whether a block would stay as it did when it was tried last: it reaches no further, and where it was tried nothing is new.
    fn stays(&mut self, block: u32, window: usize) -> bool {
        let Some(Stay { tried: (first, last), window: before, moves }) = self.stayed[block as usize] else {
            return false;
        };
        let start = self.place[block as usize];
        let reaches_further = window > before && (last == start + before || first + before == start);
        self.visits = self.visits.saturating_sub(1 + last - first);
        !reaches_further && self.order[first..=last].iter().all(|&other| self.touched[other as usize] <= moves)
    }

    /// The blocks at these places have moved. For others nothing is new by that: each block of their nets is on the side of them on which it was.
    fn touch(&mut self, first: usize, last: usize) {
        self.moves += 1;
        for &block in &self.order[first..=last] {
            self.touched[block as usize] = self.moves;
        }
    }

    /// Exchanges the blocks at `place` and behind it; the change of twice the total span.
    fn exchange(&mut self, place: usize) -> i64 {
        let Arrangement { lengths, weights, nets_of, .. } = self.arrangement;
        let (left, right) = (self.order[place] as usize, self.order[place + 1] as usize);
        let (old_left, old_right) = (self.centre[left], self.centre[right]);
        let new_left = old_left + 2 * i64::from(lengths[right]);
        let new_right = old_right - 2 * i64::from(lengths[left]);
        self.exchanges += 1;
        let stamp = self.exchanges;
        let mut change = 0;
        for &net in &nets_of[right] {
            self.mark[net as usize] = stamp;
        }
        // No other block of a net can stand between the two, so ends move with them.
        for &net in &nets_of[left] {
            let (low, high) = &mut self.extent[net as usize];
            let before = *high - *low;
            if self.mark[net as usize] == stamp {
                // Both are in the net: they exchange their roles.
                self.mark[net as usize] = 0;
                *low = if *low == old_left { new_right } else { *low };
                *high = if *high == old_right { new_left } else { *high };
            } else if *low == old_left {
                *low = new_left;
            } else if *high == old_left {
                *high = new_left;
            }
            change += weights[net as usize] * (*high - *low - before);
        }
        for &net in &nets_of[right] {
            if self.mark[net as usize] == stamp {
                let (low, high) = &mut self.extent[net as usize];
                let before = *high - *low;
                if *high == old_right {
                    *high = new_right;
                } else if *low == old_right {
                    *low = new_right;
                }
                change += weights[net as usize] * (*high - *low - before);
            }
        }
        let visits = 1 + nets_of[left].len() + nets_of[right].len();
        self.visits = self.visits.saturating_sub(visits);
        (self.centre[left], self.centre[right]) = (new_left, new_right);
        self.order.swap(place, place + 1);
        (self.place[left], self.place[right]) = (place + 1, place);
        change
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::arrangements;
    use super::*;

    #[test]
    fn an_exchange_keeps_what_it_knows_true() {
        for (seed, arrangement) in arrangements(200).enumerate() {
            let blocks = arrangement.lengths.len();
            let mut row = Row::new(&arrangement, (0..blocks as u32).collect());
            for turn in 0..3 * blocks {
                let (before, visits) = (arrangement.span(&row.order), row.visits);
                let change = row.exchange((turn * (seed + 7)) % (blocks - 1));
                assert_eq!(arrangement.span(&row.order) - before, change);
                assert_eq!(row.centre, arrangement.centres(&row.order));
                let extents: Vec<_> = arrangement.nets.rows().map(|net| extent(net, &row.centre)).collect();
                assert_eq!(row.extent, extents);
                assert!(row.order.iter().enumerate().all(|(place, &block)| row.place[block as usize] == place));
                assert!(row.visits < visits);
            }
        }
    }

    /// How good the order is when a block is moved by one place after the other in one direction, as far as its nets reach.
    fn moved(arrangement: &Arrangement, order: &[u32], block: u32, right: bool) -> Vec<i64> {
        let mut order = order.to_vec();
        let mut spans = Vec::new();
        let ends = |centres: &[i64]| {
            let nets =
                arrangement.nets_of[block as usize].iter().map(|&net| extent(&arrangement.nets[net as usize], centres));
            nets.fold((i64::MAX, i64::MIN), |all, net| (all.0.min(net.0), all.1.max(net.1)))
        };
        let (low, high) = ends(&arrangement.centres(&order));
        loop {
            let place = order.iter().position(|&other| other == block).expect("it is there");
            let centre = arrangement.centres(&order)[block as usize];
            if right && centre < high && place + 1 < order.len() {
                order.swap(place, place + 1);
            } else if !right && centre > low && place > 0 {
                order.swap(place - 1, place);
            } else {
                return spans;
            }
            spans.push(arrangement.span(&order));
        }
    }

    /// A row that is new knows of no block that it would stay.
    #[test]
    fn blocks_that_are_passed_over_would_stay() {
        let mut passed_over = 0;
        for arrangement in arrangements(200) {
            let blocks = arrangement.lengths.len();
            let mut row = Row::new(&arrangement, (0..blocks as u32).collect());
            for turn in 0..10 * blocks {
                let (block, window) = ((turn % blocks) as u32, if turn < 5 * blocks { 2 } else { blocks });
                let mut new = Row::new(&arrangement, row.order.clone());
                passed_over += usize::from(row.stays(block, window));
                assert_eq!(row.sift(block, window), new.sift(block, window));
                assert_eq!(row.order, new.order);
            }
        }
        assert!(passed_over > 10_000, "{passed_over}");
    }

    #[test]
    fn at_the_end_no_move_of_a_block_helps() {
        let mut gained = 0;
        for arrangement in arrangements(200) {
            let start: Vec<u32> = (0..arrangement.lengths.len() as u32).collect();
            let order = improve(&arrangement, start.clone());
            let span = arrangement.span(&order);
            for &block in &start {
                for right in [false, true] {
                    assert!(moved(&arrangement, &order, block, right).into_iter().all(|other| other >= span));
                }
            }
            assert!(span <= arrangement.span(&start));
            gained += usize::from(span < arrangement.span(&start));
            let mut sorted = order;
            sorted.sort_unstable();
            assert_eq!(sorted, start);
        }
        assert!(gained > 100, "{gained}");
    }
}
