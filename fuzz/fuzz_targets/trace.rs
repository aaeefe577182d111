//! Any bytes as a trace of the subject: one of a property that no run violates is never accepted, and one that is can be shown.

#![no_main]

use bpcheck::validate::replay;
use bpcheck::verdict::json::{trace_from_json, trace_to_json};
use libfuzzer_sys::fuzz_target;
use subject::Subject;

fuzz_target!(|data: &[u8]| {
    let subject = Subject::get();
    let program = &subject.loaded.program;
    if let Ok(trace) = trace_from_json(program, data)
        && let Ok(replayed) = replay(program, &subject.sha256, subject.loaded.entry, trace)
    {
        let trace = replayed.trace();
        assert!(subject.is_violated(&trace.property), "accepted as UNSAFE: {:?}", trace.property);
        let text = trace_to_json(program, &subject.loaded.source, trace);
        assert_eq!(trace_from_json(program, text.as_bytes()).ok().as_ref(), Some(trace));
    }
});
