//! Checks the text of a program, and shows what the library tells: `cargo run --example check_text`.

use bpcheck::lang::source::Diagnostic;
use bpcheck::outcome::{Overall, Verdict};
use bpcheck::{Failure, Options, Source, check};

const TEXT: &str = "
decl locked;

void acquire() begin assert(!locked); locked := T; end
void release() begin assert(locked); locked := F; end

void main()
begin
  decl more;
  locked := F;
  while (*) do
    acquire();
    more := *;
    if (more) then release(); fi;
  od;
end
";

fn main() {
    let source = Source::new("example.bp", TEXT);
    // Without `all` the check ends with the first property that it finds violated.
    let options = Options::default().with_all(true);
    match check(&source, &options) {
        Ok(outcome) => {
            for decision in &outcome.decisions {
                let verdict = match &decision.verdict {
                    Verdict::Unsafe(replayed) => {
                        format!("violated by a run over {} procedure runs", replayed.trace().runs.len())
                    }
                    Verdict::Safe(_) => "holds".to_string(),
                    Verdict::Unknown(reason) => format!("not known: {reason}"),
                };
                println!("{} {}", decision.property.kind.word(), verdict);
            }
            assert_eq!(outcome.overall(), Overall::Unsafe);
        }
        Err(Failure::Rejected(diagnostics)) => diagnostics.iter().for_each(|diagnostic: &Diagnostic| {
            println!("{}: {}", source.locate(diagnostic.span), diagnostic.message);
        }),
        Err(failure) => println!("{failure}"),
    }
}
