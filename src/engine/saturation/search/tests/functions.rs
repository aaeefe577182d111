//! Calls of functions: no run is read off for them, and the program has the trace.

use super::{Found, Post, Pre, prepared, saturated};
use crate::budget::StopReason;
use crate::engine::Silent;
use crate::outcome::Overall;
use crate::pds::derivation::Callee;
use crate::pipeline::{decide, load};
use crate::{Options, Source};

/// What is called is a function in the first, and not in the others for one reason each: a choice, two ways, a local without a value.
const BODIES: [(&str, bool); 4] = [
    ("decl l; l := !p; if (l) then g := F; else flip(!p); g := !g; fi idle := !idle;", true),
    ("g := p & *; if (!g) then flip(p); fi", false),
    ("goto a, b; a: g := F; return; b: g := p;", false),
    ("decl l; if (l) then g := p; fi", false),
];

fn program(body: &str) -> String {
    let main = "void main() begin g := F; idle := *; flip(T); assert(!g); end";
    format!("decl g, idle; void flip(p) begin {body} end {main}")
}

#[test]
fn runs_of_functions_are_executed_and_not_read_off() {
    for (body, is_function) in BODIES {
        let text = program(body);
        let (system, targets) = prepared(text.clone());
        let found: [Found; 2] = [
            saturated(&system, Post::new(&system.pds, &targets), false),
            saturated(&system, Pre::new(&system.pds, &targets), false),
        ];
        for (_, reached) in found {
            let (_, runs) = reached.first().expect("the target");
            let callees: Vec<Callee> = runs.iter().flat_map(|(.., steps)| steps).map(|&(.., callee)| callee).collect();
            assert_eq!(callees.contains(&Callee::OnlyWay), is_function, "{body}");
            assert_eq!(runs.len() == 1, is_function, "{body}");
        }
        for engine in ["saturation:post", "saturation:pre"] {
            let options = Options { engine: engine.parse().expect("an engine"), ..Options::default() };
            let loaded = load(&Source::new("f.bp", text.clone()), &options).expect("a program");
            let decided = decide(&loaded, &options, &mut Silent).expect("no bug");
            assert_eq!(decided.outcome.overall(), Overall::Unsafe, "{engine}: {body}");
        }
    }
}

/// Each procedure calls the one below twice, and the lowest counts: no two calls are the same.
fn doubled(levels: usize) -> String {
    let bits: Vec<String> = (0..=levels).map(|bit| format!("c{bit}")).collect();
    let carried = |bit: usize| match bit {
        0 => "!c0".to_string(),
        _ => format!("{} != ({})", bits[bit], bits[..bit].join(" & ")),
    };
    let next: Vec<String> = (0..=levels).map(carried).collect();
    let (all, zeros) = (bits.join(", "), vec!["F"; levels + 1].join(", "));
    let mut text = format!("decl {all}; void p0() begin {all} := {}; end\n", next.join(", "));
    for level in 1..=levels {
        text += &format!("void p{level}() begin p{0}(); p{0}(); end\n", level - 1);
    }
    text + &format!("void main() begin {all} := {zeros}; p{levels}(); assert(!c{levels}); end")
}

#[test]
fn limits_hold_for_what_is_executed() {
    for (levels, is_decided) in [(4, true), (17, false)] {
        for engine in ["saturation:post", "saturation:pre"] {
            let mut options = Options { engine: engine.parse().expect("an engine"), ..Options::default() };
            options.budget = options.budget.with_effort(300_000);
            let loaded = load(&Source::new("d.bp", doubled(levels)), &options).expect("a program");
            let decided = decide(&loaded, &options, &mut Silent).expect("no bug");
            let expected = if is_decided { Overall::Unsafe } else { Overall::Unknown(StopReason::Effort) };
            assert_eq!(decided.outcome.overall(), expected, "{engine}, {levels}");
        }
    }
}
