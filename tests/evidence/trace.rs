//! Traces: completed, replayed, written, read and shown, without any engine. They come from a random walk over the
//! semantics ([`walker`]), but for those of engines that are offered where they prove nothing ([`attack`]).

mod attack;
mod doubling;
mod interpret;
mod json;
mod mutations;
mod replay;
mod text;
mod walker;
mod why;

use crate::support;
use bpcheck::lang::program::Program;
use bpcheck::lang::source::Source;
use bpcheck::validate::{self, Refusal, Replayed};
use bpcheck::verdict::{Alike, Trace, complete};

/// A program with its text.
struct Subject {
    source: Source,
    program: Program,
    sha256: String,
}

impl Subject {
    fn new(name: &str, text: &str) -> Subject {
        let source = Source::new(name, text);
        Subject { program: support::program(text), sha256: source.sha256().to_string(), source }
    }

    /// One of the examples of the project.
    fn example(path: &str) -> Subject {
        let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples").join(path);
        let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        Subject::new(path, &text)
    }

    /// The shortest of the traces that these many walks find.
    fn shortest(&self, walks: u64) -> Option<Trace> {
        let skeletons = (0..walks).filter_map(|seed| walker::walk(self, seed, 2000));
        let skeleton = skeletons.min_by_key(|s| s.runs.iter().map(|run| run.steps.len() + 1).sum::<usize>())?;
        Some(
            complete(&self.program, &skeleton, Alike::One)
                .unwrap_or_else(|flaw| panic!("{}: {flaw}", self.source.name())),
        )
    }

    fn replay(&self, trace: &Trace) -> Result<Replayed, Refusal> {
        let main = self.program.find_procedure("main").expect("a main");
        validate::replay(&self.program, &self.sha256, main, trace.clone())
    }

    fn accepted(&self, trace: &Trace) -> Replayed {
        self.replay(trace).unwrap_or_else(|refusal| panic!("{}: {refusal}\n{trace:#?}", self.source.name()))
    }
}

/// Programs in which every construct of the language is in the way of a violation.
fn subjects() -> Vec<Subject> {
    let texts = [
        // A parameter, several results, a discarded one; enforce with a choice over a call.
        "decl g, h;
         bool<2> swap(a, b) begin decl l := T; enforce !(g & *) | l; g := !g; return b, a & *; end
         void main() begin decl x, y; enforce x | !x & schoose[g, h] | *; x, y := T, *; _, x := swap(x, y | *);
           x, y := swap(y, !x); assert(!x | y); end",
        // Recursion, and runs that are shared.
        "decl x;
         void flip(a) begin if (a) then flip(!a); flip(!a); else x := !x; fi end
         void main() begin decl unused; x := F; flip(T); flip(F); flip(T); flip(F); if (*) then main(); fi abortif(x = x); end",
        // Arbitrary values in all forms, jumps with a label named twice, idle choices, a hidden global.
        "decl a, b, c := F;
         void main(p) begin decl a; goto L, M, L; L: dead a, b; M: a := * constrain ('a | b) & (* | 'b);
           constrain ('a = a) & ('b | *) & (('p | T) | *); b := schoose[a, b] ? (T | *) : *; assume(a | *);
           while (a & *) do a := F; od if (*) then skip; elsif (b) then print(a); skip; skip; fi
           ERROR: skip; assert(T); end",
        // Falling off the end, a procedure with nothing in it, several calls open at the end.
        "decl g;
         bool<3> f(p) begin if (p) then return p, *, g; fi end
         void nothing() begin end
         void deep(n, m) begin decl x, y, z; nothing(); x, y, z := f(n | *); if (n) then deep(F, m); fi assert(x | y | m); end
         void main() begin nothing(); deep(*, *); end",
    ];
    texts.iter().enumerate().map(|(index, text)| Subject::new(&format!("subject-{index}.bp"), text)).collect()
}
