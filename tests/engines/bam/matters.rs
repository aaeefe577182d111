//! What matters is found, and said; the rest is never looked at.

use super::*;
use bpcheck::generate::{Shape, Variant, wide};

fn wide(data: u32, variant: Variant) -> String {
    wide::write(&wide::Options { bits: 3, data, shape: Shape::Recursion, variant })
}

/// The counter decides, however much data there is.
#[test]
fn what_decides_has_names() {
    for (variant, expected) in [(Variant::Safe, "SAFE"), (Variant::Unsafe, "UNSAFE")] {
        let decided = run(&wide(40, variant), "bam", PassSet::default());
        assert_eq!(verdicts(&decided)[0], expected);
        let counts = counts(&decided);
        assert!(counts.amount.variables < 12 && counts.amount.all_variables > 40, "{counts:?}");
        assert_eq!(counts.names.len(), counts.amount.variables);
        assert!(counts.names.iter().any(|name| name == "round.c_0"), "{:?}", counts.names);
    }
}

/// What is kept is not computed again, and without a cache everything is.
#[test]
fn tables_survive() {
    let text = wide(20, Variant::Safe);
    let of = |cache: &str| counts(&run(&text, &format!("bam:precision=location:cache={cache}"), PassSet::default()));
    let (lazy, off) = (of("lazy"), of("off"));
    assert!(
        lazy.counts.kept > 0 && off.counts.kept == 0 && lazy.counts.increments < off.counts.increments,
        "{lazy:?}\n{off:?}"
    );
    assert_eq!(lazy.amount.variables, off.amount.variables);
}

/// A call whose entries are all known is not looked into.
#[test]
fn tables_are_used() {
    let text = "decl g; void f() begin g := !g; end void main() begin g := F; f(); f(); f(); f(); assert(!g); end";
    let counts = counts(&run(text, "bam", PassSet::default()));
    assert!(counts.counts.table_hits > 0 && counts.counts.entered > 0, "{counts:?}");
}
