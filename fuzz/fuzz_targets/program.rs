//! Any bytes as a program: read, resolved, drawn upon; what has no errors is printed, and read again as the same tree.

#![no_main]

use bpcheck::Source;
use bpcheck::lang::program::resolve;
use bpcheck::lang::source::Diagnostics;
use bpcheck::lang::syntax::printer::print;
use bpcheck::lang::syntax::{Dialect, Ladder, Manner, parse};
use bpcheck::report::diagnostics::render;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let dialects = Dialect::ALL.into_iter().map(Manner::from);
    for manner in dialects.chain([Ladder::Cprover.into()]) {
        let source = Source::new("fuzz.bp", data);
        let mut remarks = Diagnostics::new(&source);
        let ast = parse(&source, manner, &mut remarks);
        // Where a dialect is rewritten the order of the tree is another.
        if !remarks.has_errors() && manner.dialect == Dialect::Standard {
            // Names that are no UTF-8 are printed otherwise.
            if std::str::from_utf8(data).is_ok() {
                let again = Source::new("again.bp", print(&ast));
                let mut silence = Diagnostics::new(&again);
                assert!(parse(&again, Ladder::Standard, &mut silence).same_tree(&ast), "{}", print(&ast));
            }
        }
        let program = resolve(ast, &mut remarks);
        remarks.sort();
        assert!(program.is_some() || remarks.has_errors());
        render(&remarks, false);
    }
});
