use super::*;
use crate::pds::analysis::cuts;
use crate::pds::analysis::fixture::Fixture;

fn outlined(text: &str) -> (SymbolicPds, Outlined) {
    outline(Fixture::new(text).pds, &Budget::unlimited()).expect("no limit")
}

/// How many loops became procedures, and how many heads and exits each has.
fn loops(text: &str) -> Vec<(usize, usize)> {
    let (pds, back) = outlined(text);
    let ways = |location: LocId| pds.rules_from(location).count();
    let behind = |one: &Loop| match pds.rules_from(one.sites[0].call).next().map(|id| pds.rule(id).kind) {
        Some(RuleKind::Expansion { to, .. }) => to,
        other => panic!("{other:?}"),
    };
    back.loops.iter().map(|one| (one.sites.len(), ways(behind(one)))).collect()
}

#[test]
fn each_loop_is_a_procedure() {
    assert_eq!(loops("void main() begin skip; if (*) then skip; fi end"), []);
    assert_eq!(loops("void main() begin while (*) do skip; od end"), [(1, 1)]);
    assert_eq!(loops("void main() begin while (*) do while (*) do skip; od od end"), [(1, 1), (1, 1)]);
    assert_eq!(loops("void main() begin L: goto L; end"), [(1, 0)]);
    assert_eq!(loops("void main() begin while (*) do if (*) then return; fi assert(F); od end"), [(1, 3)]);
    let entered_twice = "void main() begin if (*) then goto L; fi while (*) do skip; L: skip; od end";
    assert_eq!(loops(entered_twice), [(2, 1)]);
}

/// No circle is left within a procedure but in its outermost loop, and that goes through a head.
#[test]
fn control_flow_stays_what_it_was() {
    let text = "decl g; void main() begin decl l; while (g) do l := !l; while (l) do l := g; if (*) then goto M; fi od od M: g := l; end";
    let (pds, back) = outlined(text);
    let [outer, inner] = back.loops.as_slice() else { panic!("two loops") };
    assert_eq!((outer.within, inner.within), (pds.entry, outer.own));
    assert_eq!((&outer.modified, &inner.modified), (&vec![0], &vec![0]));
    let mut all = cuts(&pds);
    back.cut(&mut all);
    for (index, rule) in pds.rules().iter().enumerate() {
        assert!(pds.rules_from(rule.from).any(|id| id.index() == index), "rules stand where they begin");
        if let RuleKind::Neutration { to } | RuleKind::Expansion { to, .. } = rule.kind {
            assert_eq!(pds.procedure_of(rule.from), pds.procedure_of(to), "an activation stays in its procedure");
        }
    }
    assert!(back.loops.iter().flat_map(|one| &one.sites).all(|site| all.heads[site.head.index()]));
}

#[test]
fn numbers_have_bits_enough() {
    assert_eq!([0, 1, 2, 3, 4, 5].map(width), [0, 0, 1, 2, 2, 3]);
}
