//! All data are let in at the first entry: the same targets are reached, and a run is read off for each.

use super::{Directed, Post, Relations, prepared, relations};
use crate::generate::Variant;
use crate::generate::words::{Size, catalogue, write};
use crate::pds::Target;
use crate::pds::passes::Prepared;

/// The targets that are reached, and how often a weight grew.
fn reached(prepared: &Prepared, targets: &[Target], patience: u32) -> (Vec<usize>, usize) {
    let mut relations: Relations<'_> = relations(prepared);
    let mut post = Post::new(&prepared.pds, targets);
    post.begin(&mut relations).expect("no limit");
    relations.widen(targets, patience);
    while post.advance(&mut relations).expect("no limit").is_some() {}
    let increments = post.automaton().increments().len();
    let mut found = Vec::new();
    for increment in 0..increments as u32 {
        for target in post.reached(&mut relations, increment).expect("no limit").to_vec() {
            post.derivation(&mut relations, &prepared.functions, increment).expect("a run");
            found.push(target);
        }
    }
    found.sort_unstable();
    found.dedup();
    (found, increments)
}

#[test]
fn what_callees_are_entered_with_besides_reaches_no_target() {
    let (mut differ, mut reach) = (0, 0);
    for program in &catalogue::PROGRAMS {
        for variant in [Variant::Safe, Variant::Unsafe] {
            let (prepared, targets) =
                prepared(write(program, &Size { bits: program.least.max(3), inputs: None, variant }));
            let (wide, exact) = (reached(&prepared, &targets, 0), reached(&prepared, &targets, u32::MAX));
            assert_eq!(wide.0, exact.0, "{} {variant:?}", program.name);
            differ += usize::from(wide.1 != exact.1);
            reach += wide.0.len();
        }
    }
    assert!(differ > 3 && reach > 20, "{differ} differ, {reach} are reached");
}

#[test]
fn where_a_target_may_be_in_a_callee_none_is_entered_with_more() {
    let callee = "void f() begin assert(F); end void main() begin f(); end";
    let both = "decl g; void f() begin assert(g); end void main() begin f(); assert(g); end";
    let again = "decl g; void main() begin if (*) then main(); fi assert(g); end";
    let below = "decl g; void f() begin g := *; end void main() begin f(); assert(g); end";
    for (text, expected) in [(callee, false), (both, false), (again, false), (below, true)] {
        let (prepared, targets) = prepared(text.to_string());
        let mut relations: Relations<'_> = relations(&prepared);
        Post::new(&prepared.pds, &targets).begin(&mut relations).expect("no limit");
        assert_eq!(relations.widens(), expected, "{text}");
    }
}
