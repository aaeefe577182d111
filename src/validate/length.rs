//! How long a trace is when it is written out.

use num_bigint::BigUint;
use std::fmt;

/// A number of steps. Runs that call each other twice make it grow exponentially, so it is not an integer
/// of the machine; and because one is kept for each run, it is counted up to 2^1000 only.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Length(BigUint);

impl Length {
    /// The exponent of the largest length that is told from longer ones.
    pub(crate) const LIMIT: u64 = 1000;

    /// This many steps.
    pub fn of(steps: usize) -> Length {
        Length(BigUint::from(steps))
    }

    /// That many steps more.
    pub(crate) fn add(&mut self, more: &Length) {
        self.0 += &more.0;
        if self.is_limit() {
            self.0 = BigUint::from(1u8) << Self::LIMIT;
        }
    }

    /// The number; 2^1000 stands for all that are not smaller.
    pub fn value(&self) -> &BigUint {
        &self.0
    }

    /// Whether the true length may be larger.
    pub(crate) fn is_limit(&self) -> bool {
        self.0.bits() > Self::LIMIT
    }
}

/// All digits up to a million millions, in groups of three; beyond that the nearest power of two below.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u64::try_from(&self.0) {
            _ if self.is_limit() => write!(f, "at least 2^{}", Self::LIMIT),
            Ok(small) if small < 1_000_000_000_000 => {
                let digits = small.to_string();
                for (index, digit) in digits.chars().enumerate() {
                    if index > 0 && (digits.len() - index).is_multiple_of(3) {
                        f.write_str(",")?;
                    }
                    write!(f, "{digit}")?;
                }
                Ok(())
            }
            _ => write!(f, "about 2^{}", self.0.bits() - 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_shown_as_people_read_them() {
        let steps = [0, 7, 999, 1_000, 1_234_567, 999_999_999_999, 1_000_000_000_000];
        let shown = steps.map(|steps| Length::of(steps).to_string());
        assert_eq!(shown, ["0", "7", "999", "1,000", "1,234,567", "999,999,999,999", "about 2^39"]);
        assert_eq!(Length::of(7).value(), &BigUint::from(7u8));
        let mut length = Length::of(1);
        let mut double = |times: usize| {
            for _ in 0..times {
                length.add(&length.clone());
            }
            length.to_string()
        };
        assert_eq!(double(64), "about 2^64");
        assert_eq!(double(999 - 64), "about 2^999");
        assert_eq!(double(1), "at least 2^1000");
        assert_eq!(double(5000), "at least 2^1000");
    }
}
