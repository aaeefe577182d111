//! How many questions are asked: the claim of 2014-komuravelli against GPDR, on the family where it is seen best.

use super::*;
use bpcheck::generate;

/// Each procedure calls the next one twice.
fn doubling(procedures: u32) -> String {
    generate::doubling::write(&generate::doubling::Options { procedures, ..Default::default() })
}

/// GPDR forgets what is real, and asks about the last procedure 2^N times; facts are asked about once.
#[test]
fn questions_double_without_facts() {
    let asked = |procedures: u32, engine: &str| {
        let decided = run(&doubling(procedures), engine, PassSet::default());
        assert!(verdicts(&decided).iter().all(|verdict| !verdict.starts_with("UNKNOWN")));
        counts(&decided).obligations
    };
    for procedures in [4, 6, 8] {
        let (with, without) = (asked(procedures, "recmc"), asked(procedures, "gpdr"));
        assert!(with <= 4 * u64::from(procedures), "{procedures}: {with}");
        assert!(without >= 1 << procedures, "{procedures}: {without}");
    }
    assert!(asked(60, "recmc") < 240);
}
