//! Any bytes as a certificate of the subject: one about a property that is violated is never accepted.

#![no_main]

use bpcheck::budget::Budget;
use bpcheck::validate::inductive::check;
use bpcheck::verdict::certificate::json::certificate_from_json;
use libfuzzer_sys::fuzz_target;
use subject::Subject;

fuzz_target!(|data: &[u8]| {
    let subject = Subject::get();
    let program = &subject.loaded.program;
    if let Ok(certificate) = certificate_from_json(program, data)
        && let Ok(accepted) = check(program, &subject.sha256, subject.loaded.entry, certificate, &Budget::unlimited())
    {
        let wrong = accepted.certificate().properties.iter().find(|property| subject.is_violated(property));
        assert_eq!(wrong, None, "accepted as SAFE");
    }
});
