//! Random programs: accepted by every static check, with something to decide.

use super::check_round_trip;
use bpcheck::generate::random::{Knobs, Options, write};
use bpcheck::lang::source::Source;
use bpcheck::pipeline::load;

/// Knobs of every size, by seed.
fn options(seed: u64) -> Options {
    let size = seed as u32 % 5;
    let knobs = Knobs {
        globals: size,
        procedures: 1 + size,
        parameters: size,
        results: size,
        locals: size,
        statements: 6 * size,
        depth: size,
        ..Knobs::default()
    };
    Options { seed, knobs }
}

#[test]
fn every_program_is_accepted() {
    for seed in 0..600 {
        let text = write(&options(seed));
        assert_eq!(text, write(&options(seed)));
        let loaded = load(&Source::new("random.bp", text.as_str()), &bpcheck::Options::default());
        let loaded = loaded.unwrap_or_else(|failure| panic!("{failure:?}:\n{text}"));
        assert!(!loaded.properties.is_empty(), "{text}");
        check_round_trip(&text);
    }
}
