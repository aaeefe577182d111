//! Refutations of the obligations: checked by unit propagation, and refused if they are changed.

use crate::support;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::logic::sat::{Cnf, NotRefuted, refute, verify};
use bpcheck::outcome::{Evidence, Verdict};
use bpcheck::pipeline::{Loaded, decide, load};
use bpcheck::validate::inductive::{Accepted, Refusal, obligations};
use bpcheck::{Failure, Options, Source};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Why the obligations were not all handed out.
#[derive(Debug)]
#[expect(dead_code, reason = "told by a test that fails")]
enum Broken {
    Refused(Refusal),
    Stopped(StopReason),
    NotRefuted(String, NotRefuted),
}

impl From<Refusal> for Broken {
    fn from(refusal: Refusal) -> Broken {
        Broken::Refused(refusal)
    }
}

impl From<StopReason> for Broken {
    fn from(reason: StopReason) -> Broken {
        Broken::Stopped(reason)
    }
}

/// The certificates of a program's properties.
fn accepted(path: &Path) -> Option<(Loaded, Vec<Arc<Accepted>>)> {
    let source = Source::new(path.to_string_lossy(), std::fs::read(path).expect("a text"));
    let options = Options::default().with_all(true).with_budget(support::ticks(3_000));
    let loaded = match load(&source, &options) {
        Ok(loaded) => loaded,
        Err(Failure::Rejected(_)) => return None,
        Err(failure) => panic!("{}: {failure}", path.display()),
    };
    let decided = decide(&loaded, &options, &mut bpcheck::engine::Silent).expect("evidence holds");
    let mut found: Vec<Arc<Accepted>> = Vec::new();
    for decision in decided.outcome.decisions {
        if let Verdict::Safe(Evidence::Certificate(accepted)) = decision.verdict
            && !found.iter().any(|known| Arc::ptr_eq(known, &accepted))
        {
            found.push(accepted);
        }
    }
    Some((loaded, found))
}

/// All obligations of these programs are refuted, and the refutations pass; how many there are. `each` gets the clauses with their refutation.
fn refuted(files: &[PathBuf], each: impl Fn(&Cnf, &[u8]) + Sync) -> usize {
    let count = AtomicUsize::new(0);
    support::each(files.len(), |index| {
        let path = &files[index];
        let Some((loaded, all)) = accepted(path) else { return };
        let (sha256, budget) = (loaded.source.sha256(), Budget::unlimited());
        for accepted in all {
            let handed_out =
                obligations(&loaded.program, sha256, loaded.entry, &accepted, &budget, |one| -> Result<(), Broken> {
                    let refutation =
                        refute(&one.cnf, &budget).map_err(|why| Broken::NotRefuted(one.name.clone(), why))?;
                    assert_eq!(verify(&one.cnf, &refutation, &budget), Ok(()), "{}", one.name);
                    each(&one.cnf, &refutation);
                    count.fetch_add(1, Ordering::Relaxed);
                    Ok(())
                });
            handed_out.unwrap_or_else(|broken| panic!("{}: {broken:?}", path.display()));
        }
    });
    count.into_inner()
}

/// Of a refutation that says more than the empty clause nothing can be left out at its end, and no literal can be one that there is not; if it is
/// needed at all, the empty clause alone is refused.
#[test]
fn the_examples_are_refuted_and_changed_refutations_are_refused() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    let [changed, needed] = [0, 0].map(AtomicUsize::new);
    let refuted = refuted(&support::files(&folder, "bp"), |cnf, refutation| {
        let is_refused = |proof: &[u8]| verify(cnf, proof, &Budget::unlimited()).is_err();
        let cut = refutation.strip_suffix(b"0\n").expect("the empty clause");
        assert!(is_refused(cut) && is_refused(&cut[..cut.len().saturating_sub(1)]));
        let stranger = format!("{} 0\n", cnf.variables() + 1);
        assert!(is_refused(&[stranger.as_bytes(), refutation].concat()));
        changed.fetch_add(3, Ordering::Relaxed);
        needed.fetch_add(usize::from(is_refused(b"0\n")), Ordering::Relaxed);
    });
    let [changed, needed] = [changed, needed].map(AtomicUsize::into_inner);
    eprintln!("{refuted} refutations, of which {needed} take more than propagation; {changed} changed ones refused");
    assert!(refuted > 1_000 && needed > 10, "{refuted} {needed}");
}

/// One of `STRIDE` inputs.
#[test]
fn a_sample_of_the_corpus_is_refuted() {
    const STRIDE: usize = 12;
    let Some(corpus) = support::corpus() else { return };
    let files = ["satabs", "slam-like", "slam-style"].map(|suite| support::files(&corpus.join(suite), "bp")).concat();
    let sample: Vec<PathBuf> = files.into_iter().step_by(STRIDE).collect();
    let refuted = refuted(&sample, |_, _| {});
    eprintln!("{refuted} refutations of {} programs of the corpus", sample.len());
    assert!(refuted > 100, "{refuted}");
}
