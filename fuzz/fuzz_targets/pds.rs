//! Any bytes as a pushdown system: what has no errors is printed, and printed the same when it is read again.

#![no_main]

use bpcheck::Source;
use bpcheck::lang::source::Diagnostics;
use bpcheck::pds::explicit::parse;
use bpcheck::report::diagnostics::render;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let source = Source::new("fuzz.pds", data);
    let mut remarks = Diagnostics::new(&source);
    if let Some(parsed) = parse(&source, &mut remarks) {
        let printed = parsed.system.to_string();
        let again = Source::new("again.pds", printed.as_str());
        let again = parse(&again, &mut Diagnostics::new(&again)).expect("what is printed can be read");
        assert_eq!(again.system.to_string(), printed);
    }
    render(&remarks, false);
});
