//! The numbered cases of a hunt.

use super::case::{Case, Subject};
use super::question::Question;
use super::shape::Shape;
use crate::generate::choices::{Choices, Seeded};
use crate::generate::random::{Driver, Knobs, write_driven, write_from};
use crate::generate::systems;
use crate::hunt::brute::Bounds;
use std::fmt;

/// One program in so many is enumerated.
const ENUMERATED: u32 = 4;

const BOUNDS: Bounds = Bounds { stack: 4, configurations: 1_000 };

/// Programs whose procedures see more variables than this have too many states to be enumerated.
const FEW_VARIABLES: u32 = 12;

/// What fixes all cases of a hunt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// What the inputs are like.
    pub shape: Shape,
    /// How large and how wild programs are; of no meaning for pushdown systems.
    pub knobs: Knobs,
    /// The seed of all.
    pub seed: u64,
}

impl Plan {
    /// A plan with the knobs of a shape.
    pub fn new(shape: Shape, seed: u64) -> Plan {
        Plan { shape, knobs: shape.knobs(), seed }
    }

    /// The case with this number: the same on every machine.
    pub fn case(&self, number: u64) -> Case {
        let mut choices = Seeded::new(mixed(self.seed, number));
        if self.shape == Shape::Pds {
            return Case { number, text: systems::write_from(&mut choices), subject: Subject::System };
        }
        let driver = match choices.below(3) {
            1 if self.knobs.recursion => Some(Driver::Recursion),
            2 if self.knobs.loops => Some(Driver::Loop),
            _ => None,
        };
        let text = match driver {
            Some(driver) => write_driven(&self.knobs, driver, &mut choices),
            None => write_from(&self.knobs, &mut choices),
        };
        let Knobs { globals, parameters, results, locals, .. } = self.knobs;
        let is_small = [parameters, results, locals].into_iter().fold(globals, u32::saturating_add) <= FEW_VARIABLES;
        let bounds = (choices.below(ENUMERATED) == 0 && is_small).then_some(BOUNDS);
        let entry = driver.map(|_| Driver::NAME.to_string());
        Case { number, text, subject: Subject::Program { entry, questions: Question::vector(&mut choices), bounds } }
    }
}

/// The flags of `bpcheck fuzz` that ask for the plan.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "--shape {} --seed {}", self.shape, self.seed)?;
        let (own, usual) = (&self.knobs, self.shape.knobs());
        for (flag, value, usual) in [
            ("procedures", own.procedures, usual.procedures),
            ("globals", own.globals, usual.globals),
            ("locals", own.locals, usual.locals),
            ("statements", own.statements, usual.statements),
        ] {
            if value != usual {
                write!(f, " --{flag} {value}")?;
            }
        }
        for (flag, is_allowed, usual) in [
            ("recursion", own.recursion, usual.recursion),
            ("loops", own.loops, usual.loops),
            ("gotos", own.gotos, usual.gotos),
        ] {
            if is_allowed != usual {
                write!(f, " --{flag} {is_allowed}")?;
            }
        }
        Ok(())
    }
}

/// A seed for one case. Neighbours, and those of other seeds, have nothing in common (splitmix64, twice).
fn mixed(seed: u64, number: u64) -> u64 {
    scattered(scattered(seed).wrapping_add(number))
}

fn scattered(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_fixes_the_case_and_others_differ() {
        for shape in Shape::ALL {
            let plan = Plan::new(shape, 7);
            assert_eq!(format!("{:?}", plan.case(40)), format!("{:?}", plan.case(40)));
            let text = |seed, number| Plan::new(shape, seed).case(number).text;
            // Small texts may be the same now and then.
            assert!((0..9).any(|number| text(7, number) != text(7, number + 1)));
            assert!((0..9).any(|number| text(7, number + 1) != text(8, number)));
        }
    }

    #[test]
    fn a_plan_is_told_by_its_flags() {
        let mut plan = Plan::new(Shape::Small, 3);
        assert_eq!(plan.to_string(), "--shape small --seed 3");
        plan.knobs = Knobs { procedures: 9, loops: false, ..plan.knobs };
        assert_eq!(plan.to_string(), "--shape small --seed 3 --procedures 9 --loops false");
    }
}
