//! The portfolio beside each engine alone, those that are no part of it as well.

use crate::inputs::{self, Group};
use std::path::Path;

/// Seconds of wall time for a check.
const LIMIT: u32 = 10;
/// A check that is a row of its own takes the middle of so many times.
const TIMES: usize = 3;

pub const NAME: &str = "portfolio";
pub const ABOUT: &str = "the default engine beside the single ones and the best of each input, in wall time: hours; with N behind it each Nth input";

/// All engines, `auto` last.
pub const ENGINES: [&str; 9] =
    ["saturation:post", "saturation:pre", "recmc", "summary", "interpolation", "rdd", "bam", "explicit", "auto"];

/// What an engine took, and whether it decided.
#[derive(Clone, Copy)]
struct Time {
    seconds: f64,
    is_decided: bool,
}

/// What the engines took for several inputs together. An input that is not decided counts as the limit.
#[derive(Default)]
struct Sum {
    seconds: [f64; ENGINES.len()],
    decided: [usize; ENGINES.len()],
    /// Of the best single engine for each input: the virtual best.
    best: f64,
    best_decided: usize,
    inputs: usize,
}

/// A row for each family, and for each group of inputs their sums; of each group only the first of each so many inputs, if a number is given.
pub fn print(folder: &Path, step: &str) {
    let step = step.parse().unwrap_or(1);
    println!("wall seconds, at most {LIMIT} a check; - is not decided; the ratio is to the best single engine\n");
    println!("{} ratio  program", ENGINES.map(|engine| format!("{engine:>16}")).concat());
    let groups = inputs::groups(folder, step);
    let (families, groups) = groups.split_first().expect("families");
    let mut sum = Sum::default();
    for (path, expected) in &families.inputs {
        let times = ENGINES.map(|engine| middle(engine, path, expected));
        line(&times, &inputs::name(path));
        sum.add(times);
    }
    sum.print(&families.name);
    groups.iter().for_each(group);
}

/// Sums over files, and those where the portfolio is behind.
fn group(Group { name, with_referee, inputs }: &Group) {
    let mut sum = Sum::default();
    for (path, expected) in inputs {
        let times = ENGINES.map(|engine| match engine {
            "explicit" if !with_referee => Time { seconds: f64::NAN, is_decided: false },
            _ => once(engine, path, expected),
        });
        if sum.add(times) {
            line(&times, &format!("{name}: {}", inputs::name(path)));
        }
    }
    sum.print(&format!("{} files of {name}", inputs.len()));
}

impl Sum {
    /// An input more. Whether the portfolio is behind the best single engine by a quarter and by what anybody would notice, a twentieth of a second.
    fn add(&mut self, times: [Time; ENGINES.len()]) -> bool {
        let counted = |time: &Time| if time.is_decided { time.seconds } else { f64::from(LIMIT) };
        for (index, time) in times.iter().enumerate() {
            self.seconds[index] += if time.seconds.is_nan() { f64::NAN } else { counted(time) };
            self.decided[index] += usize::from(time.is_decided);
        }
        let (auto, single) = times.split_last().expect("engines");
        let best = single.iter().map(counted).fold(f64::from(LIMIT), f64::min);
        self.best += best;
        self.best_decided += usize::from(single.iter().any(|time| time.is_decided));
        self.inputs += 1;
        counted(auto) > 1.25 * best + 0.05
    }

    fn print(&self, name: &str) {
        let columns = self.seconds.iter().zip(self.decided).map(|(seconds, decided)| match seconds.is_nan() {
            true => format!("{:>16}", ""),
            false => format!("{:>16}", format!("{seconds:.2} ({decided})")),
        });
        let auto = self.seconds[ENGINES.len() - 1];
        println!("{}{:6.2}  {name}", columns.collect::<String>(), auto / self.best);
        println!("    the virtual best: {:.2} s, {} of {} decided\n", self.best, self.best_decided, self.inputs);
    }
}

/// What a check takes.
fn once(engine: &str, path: &Path, expected: &str) -> Time {
    let measured = crate::check(path, &format!("--engine {engine} --timeout {LIMIT}s"), 2 * LIMIT, expected);
    let seconds = measured.document["resources"]["wall_seconds"].as_f64().unwrap_or(f64::NAN);
    Time { seconds, is_decided: measured.is_decided() }
}

/// The middle of several times; what takes long varies less.
fn middle(engine: &str, path: &Path, expected: &str) -> Time {
    let mut times = vec![once(engine, path, expected)];
    while times.len() < TIMES && times[0].seconds < 1.0 {
        times.push(once(engine, path, expected));
    }
    times.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    times[times.len() / 2]
}

fn line(times: &[Time; ENGINES.len()], name: &str) {
    let columns = times.iter().map(|time| match time.is_decided {
        true => format!("{:16.3}", time.seconds),
        false => format!("{:>16}", "-"),
    });
    let (auto, single) = times.split_last().expect("engines");
    let best = single.iter().filter(|time| time.is_decided).map(|time| time.seconds).reduce(f64::min);
    let ratio = best.map_or("    -".to_string(), |best| format!("{:6.2}", auto.seconds / best));
    println!("{}{ratio}  {name}", columns.collect::<String>());
}
