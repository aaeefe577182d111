//! What is told of targets is what is answered.

use super::*;
use bpcheck::engine::{Event, Observer};
use bpcheck::generate::random;
use std::collections::BTreeSet;

/// The targets of which it was told that they are reached, and that they are not.
#[derive(Default)]
struct Told {
    reached: BTreeSet<usize>,
    unreachable: BTreeSet<usize>,
}

impl Observer for Told {
    fn event(&mut self, event: &Event<'_>) {
        match *event {
            Event::Reached { target } => assert!(self.reached.insert(target), "{target} is told twice"),
            Event::Unreachable { target } => drop(self.unreachable.insert(target)),
            _ => {}
        }
    }
}

#[test]
fn what_is_told_is_what_is_answered() {
    let mut texts: Vec<String> = PROGRAMS.iter().map(|(text, _)| text.to_string()).collect();
    texts.extend((0..100).map(|seed| random::write(&random::Options { seed, ..random::Options::default() })));
    let mut counts = [0, 0];
    for text in &texts {
        let loaded = loaded(text);
        for engine in support::variants() {
            let mut told = Told::default();
            let decided =
                decide(&loaded, &within(support::ticks(4_000), engine), &mut told).expect("nothing fails a check");
            let words = words(&decided);
            let with = |word: &str| (0..words.len()).filter(|&target| words[target] == word).collect::<BTreeSet<_>>();
            assert_eq!((&told.reached, &told.unreachable), (&with("UNSAFE"), &with("SAFE")), "{engine}\n{text}");
            counts[0] += told.reached.len();
            counts[1] += told.unreachable.len();
        }
    }
    assert!(counts[0] > 300 && counts[1] > 300, "{counts:?}");
}

/// Where a search is made again because it had no nodes left to read off a run, what is reached is told once all the same, and what is not reached is not unsaid.
#[test]
fn another_search_tells_nothing_twice_and_takes_nothing_back() {
    let mut counts = [0, 0];
    for seed in 0..60 {
        let loaded = loaded(&random::write(&random::Options { seed, ..random::Options::default() }));
        for nodes in (4..120).step_by(3) {
            let mut told = Told::default();
            let options = within(Budget::unlimited().with_nodes(nodes), "saturation:post");
            let words = words(&decide(&loaded, &options, &mut told).expect("nothing fails a check"));
            assert!(told.unreachable.iter().all(|&target| words[target] == "SAFE"), "{nodes} nodes: {words:?}");
            counts[0] += told.unreachable.len();
            counts[1] += words.iter().filter(|word| *word == "UNKNOWN (nodes)").count();
        }
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}
