//! Circuits as any reader of AIGER files sees them, and all their runs.

use std::collections::{BTreeSet, HashSet};

/// A circuit of a file; numbers are literals.
#[derive(Debug, PartialEq, Eq)]
pub struct Circuit {
    inputs: usize,
    /// What each latch holds next. All begin with 0.
    latches: Vec<u32>,
    bad: Vec<u32>,
    /// The operands of each conjunction.
    ands: Vec<[u32; 2]>,
    /// What stands behind that: names and remarks.
    pub rest: String,
}

impl Circuit {
    /// A file in the text form.
    pub fn ascii(text: &str) -> Circuit {
        let mut lines = text.lines();
        let counts = header(lines.next(), "aag");
        let mut numbers = || -> Vec<u32> { words(lines.next().expect("a line")) };
        (0..counts.inputs).for_each(|input| assert_eq!(numbers(), [2 * (input as u32 + 1)]));
        let first = counts.inputs as u32 + 1;
        let latches = (first..).take(counts.latches).map(|own| {
            let [literal, next] = numbers()[..] else { panic!("no latch") };
            assert_eq!(literal, 2 * own);
            next
        });
        let latches: Vec<u32> = latches.collect();
        let bad = (0..counts.bad).map(|_| numbers()[0]).collect();
        let first = first + counts.latches as u32;
        let ands = (first..).take(counts.ands).map(|own| {
            let [literal, one, other] = numbers()[..] else { panic!("no conjunction") };
            assert!(literal == 2 * own && literal > one && one >= other, "{literal} {one} {other}");
            [one, other]
        });
        let ands = ands.collect();
        let rest = lines.map(|line| format!("{line}\n")).collect();
        Circuit { inputs: counts.inputs, latches, bad, ands, rest }
    }

    /// A file in the binary form.
    pub fn binary(mut bytes: &[u8]) -> Circuit {
        fn line<'b>(bytes: &mut &'b [u8]) -> &'b str {
            let end = bytes.iter().position(|&byte| byte == b'\n').expect("a line");
            let (line, rest) = bytes.split_at(end);
            *bytes = &rest[1..];
            std::str::from_utf8(line).expect("UTF-8")
        }
        fn delta(bytes: &mut &[u8]) -> u32 {
            let end = bytes.iter().position(|&byte| byte < 0x80).expect("a number") + 1;
            let (digits, rest) = bytes.split_at(end);
            *bytes = rest;
            digits.iter().rev().fold(0, |number, &digit| number << 7 | u32::from(digit & 0x7f))
        }
        let counts = header(Some(line(&mut bytes)), "aig");
        let latches = (0..counts.latches).map(|_| words(line(&mut bytes))[0]).collect();
        let bad = (0..counts.bad).map(|_| words(line(&mut bytes))[0]).collect();
        let first = (counts.inputs + counts.latches) as u32 + 1;
        let ands = (first..).take(counts.ands).map(|own| {
            let one = 2 * own - delta(&mut bytes);
            [one, one - delta(&mut bytes)]
        });
        let ands = ands.collect();
        let rest = String::from_utf8(bytes.to_vec()).expect("UTF-8");
        Circuit { inputs: counts.inputs, latches, bad, ands, rest }
    }

    /// For each bad literal whether a run comes to it; `None` if that takes too long to find out.
    pub fn reached(&self) -> Option<Vec<bool>> {
        const MOST_INPUTS: usize = 12;
        const MOST_STATES: usize = 20_000;
        if self.inputs > MOST_INPUTS || self.latches.len() > 64 {
            return None;
        }
        let mut reached = vec![false; self.bad.len()];
        let (mut seen, mut open) = (HashSet::from([0]), vec![0]);
        while let Some(state) = open.pop() {
            let mut next = BTreeSet::new();
            for block in 0..1 << self.inputs.saturating_sub(6) {
                let values = self.values(state, block);
                let of = |literal: u32| values[literal as usize / 2] ^ if literal & 1 == 1 { !0 } else { 0 };
                for (reached, &bad) in reached.iter_mut().zip(&self.bad) {
                    *reached |= of(bad) != 0;
                }
                let latches: Vec<u64> = self.latches.iter().map(|&latch| of(latch)).collect();
                next.extend((0..64).map(|lane| {
                    latches.iter().enumerate().fold(0, |state, (index, latch)| state | (latch >> lane & 1) << index)
                }));
            }
            open.extend(next.into_iter().filter(|&state| seen.insert(state)));
            if seen.len() > MOST_STATES {
                return None;
            }
        }
        Some(reached)
    }

    /// The values of all variables in a state, for 64 values of the inputs at once.
    fn values(&self, state: u64, block: u64) -> Vec<u64> {
        const LANES: [u64; 6] = [
            0xaaaa_aaaa_aaaa_aaaa,
            0xcccc_cccc_cccc_cccc,
            0xf0f0_f0f0_f0f0_f0f0,
            0xff00_ff00_ff00_ff00,
            0xffff_0000_ffff_0000,
            0xffff_ffff_0000_0000,
        ];
        let spread = |bit: u64| if bit & 1 == 1 { !0 } else { 0 };
        let mut values = vec![0];
        values.extend((0..self.inputs).map(|input| match LANES.get(input) {
            Some(&lanes) => lanes,
            None => spread(block >> (input - LANES.len())),
        }));
        values.extend((0..self.latches.len()).map(|latch| spread(state >> latch)));
        for and in &self.ands {
            let [one, other] = and.map(|literal| values[literal as usize / 2] ^ spread(literal.into()));
            values.push(one & other);
        }
        values
    }
}

struct Counts {
    inputs: usize,
    latches: usize,
    ands: usize,
    bad: usize,
}

fn header(line: Option<&str>, kind: &str) -> Counts {
    let numbers = line.and_then(|line| line.strip_prefix(kind)).expect("a header");
    let [most, inputs, latches, 0, ands, bad] = words(numbers)[..] else { panic!("{numbers}") };
    assert_eq!(most, inputs + latches + ands);
    let [inputs, latches, ands, bad] = [inputs, latches, ands, bad].map(|count| count as usize);
    Counts { inputs, latches, ands, bad }
}

fn words(line: &str) -> Vec<u32> {
    line.split_whitespace().map(|word| word.parse().expect("a number")).collect()
}
