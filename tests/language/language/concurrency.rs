//! Concurrent constructs are read and refused by name, each at its place.

use super::{codes, snapshot};
use crate::support;

#[test]
fn each_construct_is_refused() {
    let text = "decl thread_local t;
decl b;
void w() begin skip; end
void main() begin
  start_thread goto L;
  start_thread w();
  atomic_begin;
  atomic_end;
  sync b;
  wait;
  broadcast;
  ASYNC_1: skip;
  b$ := T;
  assume(b$ = b);
  L: end_thread;
end
";
    snapshot("concurrency", &super::said(text));
    assert!(codes(text).iter().all(|code| code.starts_with("concurrent ")));
}

#[test]
fn threaded_programs_are_refused_for_that_reason_only() {
    let Some(corpus) = support::corpus() else { return };
    let entries = std::fs::read_dir(corpus.join("concurrent")).expect("a folder of the corpus");
    let mut refused = 0;
    for entry in entries {
        let path = entry.expect("a readable entry").path();
        if path.extension().is_none_or(|extension| extension != "bp") {
            continue;
        }
        let text = std::fs::read(&path).expect("a readable file");
        let codes = codes(text.clone());
        let others: Vec<_> =
            codes.iter().filter(|code| !code.starts_with("concurrent ") && !code.contains('?')).collect();
        assert_eq!(others, [""; 0], "{}", path.display());
        let is_refused = codes.iter().any(|code| code.starts_with("concurrent "));
        // Two programs in Getafix's convention hold no construct: their threads are procedures, none is `main`.
        let has_main = String::from_utf8_lossy(&text).contains("void main");
        assert!(is_refused || !has_main, "{}", path.display());
        refused += usize::from(is_refused);
    }
    assert!(refused >= 10, "{refused} files");
}

#[test]
fn one_thread_alone_needs_no_exclusion() {
    assert_eq!(codes("void main() begin atomic_begin; atomic_end; end"), ["atomic? 1:19", "atomic? 1:33"]);
}
