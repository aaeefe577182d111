//! A plot in plain text with logarithmic axes.

const WIDTH: usize = 60;
const HEIGHT: usize = 16;

/// Points that share a mark.
pub struct Curve {
    pub mark: char,
    pub legend: &'static str,
    pub points: Vec<(f64, f64)>,
}

/// The curves in one frame; where two meet stands `#`. Empty if there is no point.
pub fn plot(curves: &[Curve], abscissa: &str, ordinate: &str) -> String {
    let points = || curves.iter().flat_map(|curve| curve.points.iter().copied());
    let (Some(x), Some(y)) = (Axis::over(points().map(|p| p.0)), Axis::over(points().map(|p| p.1))) else {
        return String::new();
    };
    let mut cells = vec![[' '; WIDTH]; HEIGHT];
    for curve in curves {
        for &(a, b) in &curve.points {
            let cell = &mut cells[HEIGHT - 1 - y.cell(b, HEIGHT)][x.cell(a, WIDTH)];
            *cell = if *cell == ' ' || *cell == curve.mark { curve.mark } else { '#' };
        }
    }
    let mut text = format!("{:>8}\n", ordinate);
    for (row, cells) in cells.iter().enumerate() {
        let label = y.label(HEIGHT - 1 - row, HEIGHT).unwrap_or_default();
        let line: String = cells.iter().collect();
        text += &format!("{label:>8} |{}\n", line.trim_end());
    }
    text += &format!("{:8} +{}\n{:10}", "", "-".repeat(WIDTH), "");
    let mut labels = String::new();
    for column in 0..WIDTH {
        if let Some(label) = x.label(column, WIDTH).filter(|_| labels.len() <= column) {
            labels += &format!("{:1$}{label}", "", column - labels.len());
        }
    }
    text += &format!("{}  {abscissa}\n", labels.trim_end());
    for Curve { mark, legend, .. } in curves {
        text += &format!("{:10}{mark}  {legend}\n", "");
    }
    text
}

/// A logarithmic axis between two powers of ten.
struct Axis {
    low: f64,
    high: f64,
}

impl Axis {
    fn over(values: impl Iterator<Item = f64>) -> Option<Axis> {
        let logarithms: Vec<f64> = values.map(f64::log10).collect();
        let low = logarithms.iter().copied().reduce(f64::min)?.floor();
        let high = logarithms.iter().copied().reduce(f64::max)?.ceil().max(low + 1.0);
        Some(Axis { low, high })
    }

    fn cell(&self, value: f64, cells: usize) -> usize {
        ((value.log10() - self.low) / (self.high - self.low) * (cells - 1) as f64).round() as usize
    }

    /// The power of ten that stands at a cell.
    fn label(&self, cell: usize, cells: usize) -> Option<String> {
        let powers = self.low as i32..=self.high as i32;
        let values = powers.map(|power| 10f64.powi(power));
        values.into_iter().find(|&value| self.cell(value, cells) == cell).map(|value| value.to_string())
    }
}
