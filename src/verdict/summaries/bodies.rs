//! Whether the text of a procedure is what it was.

use crate::lang::program::{ProcId, Program};
use crate::lang::source::{Diagnostics, Source};
use crate::lang::syntax::tokens;
use sha2::{Digest, Sha256};

/// For each procedure the SHA-256 of its tokens, in lower-case hexadecimal: neither comments nor space count, nor where it stands.
pub(super) fn bodies(program: &Program, source: &Source) -> Vec<String> {
    let mut ignored = Diagnostics::new(source);
    let tokens = tokens(source, &mut ignored);
    let hash = |procedure: ProcId| {
        let span = program[procedure].span;
        let first = tokens.partition_point(|(_, token)| token.start < span.start);
        let own = tokens[first..].iter().map(|&(_, token)| token).take_while(|token| token.end <= span.end);
        let mut hash = Sha256::new();
        for token in own {
            hash.update(source.text(token).as_bytes());
            hash.update(b"\n");
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    };
    program.procedure_ids().map(hash).collect()
}
