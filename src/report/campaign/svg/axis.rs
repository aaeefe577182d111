//! Axes: from values to places.

/// An axis of a plot.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Axis {
    /// Whether each step is ten times the one before it.
    pub(crate) log: bool,
    /// The least value.
    pub(crate) low: f64,
    /// The greatest value, greater than the least.
    pub(crate) high: f64,
    /// Where the least value stands.
    pub(crate) from: f64,
    /// Where the greatest value stands.
    pub(crate) to: f64,
}

/// A value that is marked on an axis.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    /// Its place.
    pub(crate) place: f64,
    /// The value as text; nothing for a small tick.
    pub(crate) label: Option<String>,
}

impl Axis {
    /// The place of a value. What is outside stands at the end.
    pub(crate) fn at(&self, value: f64) -> f64 {
        let value = value.clamp(self.low, self.high);
        let (value, low, high) =
            if self.log { (value.log10(), self.low.log10(), self.high.log10()) } else { (value, self.low, self.high) };
        self.from + (value - low) / (high - low) * (self.to - self.from)
    }

    /// What is marked.
    pub(crate) fn ticks(&self) -> Vec<Tick> {
        if self.log { self.powers() } else { self.multiples() }
    }

    /// Each power of ten with its text, and its multiples without.
    fn powers(&self) -> Vec<Tick> {
        let exponents = self.low.log10().floor() as i32..=self.high.log10().ceil() as i32;
        let values = exponents.flat_map(|exponent| (1..10).map(move |digit| (digit, exponent)));
        let values = values.map(|(digit, exponent)| {
            // Through the text, so that a tenth is 0.1 and nothing beside it.
            let value: f64 = format!("{digit}e{exponent}").parse().unwrap_or(self.low);
            (value, (digit == 1).then(|| value.to_string()))
        });
        // The ends belong to it, whatever was rounded.
        let inside = |value: f64| value >= self.low * 0.999 && value <= self.high * 1.001;
        values.filter(|&(value, _)| inside(value)).map(|(value, label)| Tick { place: self.at(value), label }).collect()
    }

    /// About six round values.
    fn multiples(&self) -> Vec<Tick> {
        let step = above((self.high - self.low) / 7.0).max(1.0);
        let count = ((self.high - self.low) / step * 1.001) as usize;
        let values = (0..=count).map(|index| self.low + index as f64 * step);
        values.map(|value| Tick { place: self.at(value), label: Some(value.to_string()) }).collect()
    }

    /// What a script needs to find the place of a value.
    pub(crate) fn told(&self) -> String {
        let Axis { log, low, high, from, to } = self;
        format!("{} {low} {high} {from} {to}", if *log { "log" } else { "linear" })
    }
}

/// The least of 1, 2 and 5 times a power of ten that is not below a positive value.
pub(crate) fn above(value: f64) -> f64 {
    let power = 10f64.powf(value.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .map(|digit| digit * power)
        .into_iter()
        .find(|&round| round >= value * 0.999_999)
        .unwrap_or(value)
}

/// The greatest power of ten that is not above a positive value.
pub(crate) fn decade(value: f64) -> f64 {
    10f64.powf((value * 1.000_001).log10().floor())
}

#[cfg(test)]
mod tests {
    use super::{Axis, above, decade};

    #[test]
    fn powers_of_ten_are_told_as_such() {
        let axis = Axis { log: true, low: 0.01, high: 20.0, from: 0.0, to: 100.0 };
        let labels: Vec<String> = axis.ticks().into_iter().filter_map(|tick| tick.label).collect();
        assert_eq!(labels, ["0.01", "0.1", "1", "10"]);
        assert_eq!((axis.at(0.0), axis.at(0.01), axis.at(99.0)), (0.0, 0.0, 100.0));
    }

    #[test]
    fn counts_are_told_in_round_steps() {
        let axis = Axis { log: false, low: 0.0, high: 812.0, from: 0.0, to: 812.0 };
        let labels: Vec<String> = axis.ticks().into_iter().filter_map(|tick| tick.label).collect();
        assert_eq!(labels, ["0", "200", "400", "600", "800"]);
        assert_eq!(axis.at(200.0), 200.0);
    }

    #[test]
    fn ends_are_round() {
        assert_eq!([0.3, 2.0, 2.1, 51.0].map(above), [0.5, 2.0, 5.0, 100.0]);
        assert_eq!([0.02, 1.0, 99.0].map(decade), [0.01, 1.0, 10.0]);
    }
}
