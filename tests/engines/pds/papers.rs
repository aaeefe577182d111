//! The example of Esparza, Hansel, Rossmanith and Schwoon (CAV 2000), and of Schwoon's thesis (2002, sections 3.1 and 3.2): rules
//! fire in the order of the text, transitions are found in this order.

use super::*;
use bpcheck::engine::Silent;
use bpcheck::engine::saturation::Direction;
use bpcheck::engine::saturation::explicit::{post_star, pre_star};
use bpcheck::engine::saturation::weights::Reachable;
use bpcheck::pds::explicit::Lowered;
use bpcheck::report::pds::automaton::document;

const EXAMPLE: &str = include_str!("../../../pds-examples/esparza-2000.pds");

fn shown(direction: Direction) -> String {
    let source = Source::new("esparza-2000.pds", EXAMPLE);
    let system = system(EXAMPLE);
    let (lowered, budget) = (Lowered::new(&system), Budget::unlimited());
    let saturated = match direction {
        Direction::Post => post_star(&system, lowered, &mut Reachable, &(), &budget, &mut Silent),
        Direction::Pre => pre_star(&system, lowered, &mut Reachable, &(), &budget, &mut Silent),
    };
    let saturated = saturated.expect("no limits");
    document(&system, &source, direction, &saturated, |()| None).to_string()
}

#[test]
fn post_star_finds_the_transitions_of_the_example_in_order() {
    let expected = "\
post*: the configurations that can be reached
7 states, 10 transitions, final: #2

p0 --g0--> #1            given
#1 --g0--> #2            given
p1 --g1--> [p1 g1]       <p0, g0> -> <p1, g1 g0>
[p1 g1] --g0--> #1       <p0, g0> -> <p1, g1 g0>
p2 --g2--> [p2 g2]       <p1, g1> -> <p2, g2 g0>
[p2 g2] --g0--> [p1 g1]  <p1, g1> -> <p2, g2 g0>
p0 --g1--> [p2 g2]       <p2, g2> -> <p0, g1>
p0 --ε--> [p2 g2]        <p0, g1> -> <p0, >
p0 --g0--> [p1 g1]       p0 --ε--> [p2 g2], [p2 g2] --g0--> [p1 g1]
[p1 g1] --g0--> [p1 g1]  <p0, g0> -> <p1, g1 g0>
";
    assert_eq!(shown(Direction::Post), expected);
}

#[test]
fn pre_star_finds_the_transitions_of_the_example_in_order() {
    let expected = "\
pre*: the configurations from which a target can be reached
5 states, 7 transitions, final: #2

p0 --g1--> p0  <p0, g1> -> <p0, >
p0 --g0--> #1  given
#1 --g0--> #2  given
p2 --g2--> p0  <p2, g2> -> <p0, g1>
p1 --g1--> #1  <p1, g1> -> <p2, g2 g0>
p0 --g0--> #2  <p0, g0> -> <p1, g1 g0>
p1 --g1--> #2  <p1, g1> -> <p2, g2 g0>
";
    assert_eq!(shown(Direction::Pre), expected);
}

/// The error is near the end: main calls procedures that wander about, in all but one branch to a dead end, before it is
/// made. pre* begins there and sees nothing of the dead ends.
#[test]
fn near_the_end_pre_star_adds_fewer_transitions() {
    let mut text = String::from("init <p, m0>\n<p, m0> -> <p, f0 m1>\n<p, m1> -> <e, m1>\ntarget <e, m1>\n");
    for n in 0..10 {
        for branch in 0..5 {
            text += &format!("<p, f{n}> -> <p, f{n}'{branch}'0>\n");
            (0..9)
                .for_each(|place| text += &format!("<p, f{n}'{branch}'{place}> -> <p, f{n}'{branch}'{}>\n", place + 1));
        }
        text += &format!("<p, f{n}'0'9> -> <p, f{} x>\n", (n + 1) % 10);
        text += &format!("<p, f{n}> -> <p, >\n");
    }
    text += "<p, x> -> <p, >\n";
    let system = system(&text);
    let (forward, backward) = (post(&system), pre(&system));
    let error = Configuration {
        state: system.find_state("e").expect("a state"),
        stack: vec![system.find_symbol("m1").expect("a symbol")],
    };
    assert_eq!(replayed(&system, &forward, &error), 3u32.into());
    assert_eq!(backward.length(&system.initial()[0]), Some(3u32.into()));
    let counts = (forward.automaton.transitions().len(), backward.automaton.transitions().len());
    assert_eq!(counts, (544, 114));
}
