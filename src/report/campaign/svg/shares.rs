//! Whose answers they are, of engines that ask several others: a bar for each of those, as long as it solved inputs.

use super::Dress;
use super::canvas::{Anchor, Canvas, Head, short};
use super::palette::SERIES;
use crate::campaign::results::Results;
use crate::report::campaign::duration;

const WIDTH: f64 = 680.0;
/// The height of a line.
const LINE: f64 = 24.0;
/// Where bars begin, and where the longest one ends.
const BARS: (f64, f64) = (200.0, 500.0);
const MARGIN: f64 = 16.0;
/// How many characters of a name are shown.
const NAME: usize = 24;
const TITLE: &str = "Whose answers they are";

/// The plot; nothing if all engines answer alone.
pub(crate) fn plot(results: &Results, dress: Dress) -> Option<String> {
    let several = |engine: &usize| !results.shares(*engine).is_empty();
    let engines: Vec<usize> = (0..results.engines.len()).filter(several).collect();
    let most = engines.iter().flat_map(|&engine| results.shares(engine)).map(|share| share.inputs).max()?;
    let mut canvas = Canvas::new();
    dress.title(&mut canvas, TITLE);
    let mut top = dress.top();
    for engine in engines {
        canvas.text("head", Anchor::Start, (MARGIN, top + LINE - 7.0), &short(&results.engines[engine], 2 * NAME));
        top += LINE;
        for (number, share) in results.shares(engine).into_iter().enumerate() {
            let length = (BARS.1 - BARS.0) * share.inputs as f64 / most as f64;
            let base = top + LINE - 7.0;
            canvas.text("key", Anchor::End, (BARS.0 - 8.0, base), &short(&share.engine, NAME));
            let bar = format!("M{:.1} {:.1}h{length:.1}v{:.1}h-{length:.1}z", BARS.0, top + 4.0, LINE - 8.0);
            canvas.path(&format!("bar s{}", number % SERIES), &bar);
            let text = format!("{} in {} s", share.inputs, duration::seconds(share.seconds));
            canvas.text("key", Anchor::Start, (BARS.0 + length + 8.0, base), &text);
            top += LINE;
        }
    }
    Some(canvas.finish(&Head { title: TITLE, data: "data-kind=\"shares\"", size: (WIDTH, top + MARGIN) }, dress))
}
