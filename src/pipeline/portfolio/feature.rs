//! What is seen of a program at once, without an analysis.

use crate::engine::registry::Feature;
use crate::lang::program::{Kind, ProcId, Program};
use crate::pipeline::Loaded;

/// A number with so many bits is wide.
const WIDE: usize = 12;

/// With so many it is very wide.
const VERY_WIDE: usize = 24;

/// An activation that sees so many variables sees many.
const CROWD: usize = 20;

/// So many properties are few: who decides each by itself is not quick with more.
const FEW_PROPERTIES: usize = 20;

/// Whether a program is seen to have it.
pub fn has(loaded: &Loaded, feature: Feature) -> bool {
    let program = &loaded.program;
    let widest = program.words().widest();
    match feature {
        Feature::Straight => loaded.properties.len() <= FEW_PROPERTIES && is_straight(program, loaded.entry),
        Feature::Numbers => widest.is_some_and(|bits| bits < WIDE),
        Feature::WideNumbers => widest.is_some_and(|bits| (WIDE..VERY_WIDE).contains(&bits)),
        Feature::VeryWideNumbers => widest.is_some_and(|bits| bits >= VERY_WIDE),
        Feature::Crowd => {
            let most = program.procedures.iter().map(|procedure| procedure.locals.len()).max().unwrap_or(0);
            widest.is_none() && program.globals.len() + most >= CROWD
        }
    }
}

/// Whether nothing is called, and control goes down the text only.
fn is_straight(program: &Program, entry: ProcId) -> bool {
    program.places(entry).all(|place| {
        let statement = &program[place];
        let goes_down = |to| to > place.point;
        match statement.kind {
            Kind::Call { .. } => false,
            Kind::Return(_) | Kind::End => true,
            Kind::Goto(targets) => program[targets].iter().all(|&to| goes_down(to)),
            Kind::Branch { yes, .. } => goes_down(yes) && goes_down(statement.next),
            _ => goes_down(statement.next),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lang::source::Source;
    use crate::pipeline::{Options, load};

    fn is_seen(body: &str) -> bool {
        let text = format!("decl a; void main() begin {body} end void p() begin while (a) do skip; od end");
        let loaded =
            load(&Source::new("t.bp", text), &Options::default()).unwrap_or_else(|failure| panic!("{failure}"));
        has(&loaded, Feature::Straight)
    }

    #[test]
    fn straight_is_what_goes_down_only() {
        assert!(is_seen("if (*) then a := T; fi goto l, m; l: skip; m: assert(a);"));
        assert!(!is_seen("p(); assert(a);"));
        assert!(!is_seen("while (a) do skip; od assert(a);"));
        assert!(!is_seen("l: a := !a; goto l, m; m: assert(a);"));
        let many = |count| is_seen(&"assert(a | !a);".repeat(count));
        assert!(many(FEW_PROPERTIES) && !many(FEW_PROPERTIES + 1));
    }
}
