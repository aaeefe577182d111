//! `check --self-check`: interpolants that are checked.

use super::*;

const TWO: &str = "decl g, h; void f() begin g, h := h, g; end void main() begin g := *; h := g; f(); assert(g = h); f(); assert(!g | h); end";

#[test]
fn interpolants_are_checked_and_answers_stay() {
    let room = Room::new(&[("two.bp", TWO)]);
    let engine = "--engine interpolation:seeds=off";
    let plain = room.run(&format!("check --all {engine} two.bp"));
    let checked = room.run(&format!("check --all {engine} --self-check two.bp"));
    assert_eq!((checked.code, &checked.stdout), (Some(0), &plain.stdout), "{checked:?}");
    let document = room.run(&format!("check --all {engine} --self-check --format json two.bp"));
    assert!(document.stdout.contains("interpolation:seeds=off:self-check=on"), "{}", document.stdout);
}

#[test]
fn an_engine_without_interpolants_has_none_to_check() {
    let room = Room::new(&[("two.bp", TWO)]);
    for engine in ["", "--engine saturation", "--engine rdd"] {
        let refused = room.run(&format!("check {engine} --self-check two.bp"));
        assert_eq!(refused.code, Some(2), "{refused:?}");
        assert!(refused.stderr.contains("--engine interpolation"), "{}", refused.stderr);
    }
}
