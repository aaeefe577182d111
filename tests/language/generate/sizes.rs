//! Large members: a text that is four times as large is four times as long, give or take the width of the numbers in it.

use super::tree;
use bpcheck::generate::*;

/// Writes the member of size `small` and the one four times as large, and compares.
fn check(small: u32, write: impl Fn(u32) -> String) {
    let [short, long] = [small, 4 * small].map(|size| write(size).len());
    assert!((3 * short..5 * short).contains(&long), "{short} bytes, {long} bytes");
}

#[test]
fn texts_grow_linearly() {
    check(10_000, |procedures| bebop::write(&bebop::Options { procedures, ..Default::default() }));
    check(10_000, |locks| locks::write(&locks::Options { locks, ..Default::default() }));
    check(10_000, |locks| locks::write(&locks::Options { locks, one_property: true, ..Default::default() }));
    check(10_000, |bits| counter::write(&counter::Options { bits, ..Default::default() }));
    check(10_000, |bits| recursion::write(&recursion::Options { bits, ..Default::default() }));
    check(10_000, |procedures| doubling::write(&doubling::Options { procedures, ..Default::default() }));
    for kind in [assertions::Kind::Related, assertions::Kind::Ops, assertions::Kind::Unrelated] {
        check(10_000, |assertions| assertions::write(&assertions::Options { kind, assertions, ..Default::default() }));
    }
    check(10_000, |depth| assertions::write(&assertions::Options { depth, ..Default::default() }));
    for shape in [Shape::Loop, Shape::Recursion] {
        check(10_000, |variables| freebits::write(&freebits::Options { variables, shape, ..Default::default() }));
        check(10_000, |data| wide::write(&wide::Options { data, shape, ..Default::default() }));
    }
    check(10_000, |data| parameters::write(&parameters::Options { data, ..Default::default() }));
    check(10_000, |locks| tickets::write(&tickets::Options { locks, ..Default::default() }));
    check(10_000, |data| tickets::write(&tickets::Options { data, ..Default::default() }));
    check(2_000, |flags| dispatch::write(&dispatch::Options { flags, ..Default::default() }));
    check(500, |levels| dispatch::write(&dispatch::Options { levels, ..Default::default() }));
    check(10_000, |variables| cnf::write(&cnf::Options { variables, ..Default::default() }));
    check(200, |procedures| slam::write(&slam::Options { procedures, ..Default::default() }));
    check(400, |statements| slam::write(&slam::Options { statements, ..Default::default() }));
}

#[test]
fn large_members_are_programs() {
    let bebop = tree(&bebop::write(&bebop::Options { procedures: 10_000, ..Default::default() }));
    assert_eq!(bebop.procedures.len(), 10_001);
    let slam = tree(&slam::write(&slam::Options { procedures: 300, ..Default::default() }));
    assert!(slam.stmts.len() > 10_000);
}
