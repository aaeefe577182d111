use super::{Edge, Hypergraph, Order, Vertices};
use crate::budget::Budget;
use crate::generate::{Variant, locks};
use crate::pds::{self, Slot, SymbolicPds};
use crate::{Options, Source, lang::cfg, pipeline::load};
use proptest::prelude::*;

const ORDERS: [Order; 3] = [Order::Hier, Order::Data, Order::Declared];

fn order(graph: &Hypergraph, which: Order) -> Vec<u32> {
    super::order(graph, which, &Budget::unlimited()).expect("no limits")
}

fn hypergraph(pds: &SymbolicPds) -> (Hypergraph, Vertices) {
    super::hypergraph(pds, &Budget::unlimited()).expect("no limits")
}

fn edges(edges: &[&[u32]]) -> Vec<Edge> {
    edges.iter().map(|vertices| Edge { vertices: vertices.to_vec(), weight: 1 }).collect()
}

fn system(text: &str) -> SymbolicPds {
    let loaded = load(&Source::new("test.bp", text), &Options::default()).expect(text);
    pds::build(&loaded.program, &cfg::build(&loaded.program), loaded.entry)
}

/// The place of each vertex.
fn places(order: &[u32]) -> Vec<usize> {
    let mut places = vec![0; order.len()];
    order.iter().enumerate().for_each(|(place, &vertex)| places[vertex as usize] = place);
    places
}

fn adjacent(order: &[u32], a: u32, b: u32) -> bool {
    let places = places(order);
    places[a as usize].abs_diff(places[b as usize]) == 1
}

fn forwards(mut order: Vec<u32>) -> Vec<u32> {
    if order.first() > order.last() {
        order.reverse();
    }
    order
}

#[test]
fn a_chain_comes_out_in_order() {
    // The vertices of the chain in a scrambled numbering: 7 is coprime to 40.
    let chain: Vec<u32> = (0..40).map(|index| index * 7 % 40).collect();
    let data = chain.windows(2).map(|pair| {
        let mut vertices = pair.to_vec();
        vertices.sort_unstable();
        Edge { vertices, weight: 1 }
    });
    let graph = Hypergraph { vertices: 40, data: data.collect(), control: Vec::new() };
    for which in [Order::Hier, Order::Data] {
        assert_eq!(forwards(order(&graph, which)), forwards(chain.clone()), "{which:?}");
    }
}

#[test]
fn data_clusters_stay_together_and_control_orders_them() {
    // Data: {0,3,6}, {1,4,7}, {2,5,8}. Control ties the first to the last.
    let data = edges(&[&[0, 3, 6], &[1, 4, 7], &[2, 5, 8]]);
    let graph = Hypergraph { vertices: 9, data, control: edges(&[&[0, 8]]) };
    let mut found = order(&graph, Order::Hier);
    found[..3].sort_unstable();
    found[3..6].sort_unstable();
    found[6..].sort_unstable();
    assert_eq!(found, [0, 3, 6, 2, 5, 8, 1, 4, 7]);
}

#[test]
fn a_variable_tied_to_all_does_not_part_pairs() {
    // 0 is tied by data to each of 1..=20, and i by control to i + 20.
    let data: Vec<Edge> = (1..=20).map(|i| Edge { vertices: vec![0, i], weight: 1 }).collect();
    let control: Vec<Edge> = (1..=20).map(|i| Edge { vertices: vec![i, i + 20], weight: 2 }).collect();
    let found = order(&Hypergraph { vertices: 41, data, control }, Order::Hier);
    for i in 1..=20 {
        assert!(adjacent(&found, i, i + 20), "{i}: {found:?}");
    }
}

#[test]
fn lock_and_flag_are_neighbours() {
    for (one_property, variant) in
        [(false, Variant::Safe), (false, Variant::Unsafe), (true, Variant::Safe), (true, Variant::Unsafe)]
    {
        for locks in [1, 2, 5, 30, 100, 300] {
            let options = locks::Options { locks, one_property, variant };
            check_locks(&locks::write(&options), locks);
        }
    }
}

#[test]
fn one_branch_over_all_locks_does_not_part_them_from_their_flags() {
    for locks in [3, 8, 9, 20, 100] {
        let text = locks::write(&locks::Options { locks, one_property: true, ..locks::Options::default() });
        let text = text.replace("assert(!(", "if (").replace("));", ") then L: skip; fi");
        check_locks(&text, locks);
    }
}

fn check_locks(text: &str, locks: u32) {
    let pds = system(text);
    let found = order(&hypergraph(&pds).0, Order::Hier);
    for lock in 0..locks {
        assert!(adjacent(&found, lock, lock + locks), "{lock}: {found:?}\n{text}");
    }
}

#[test]
fn copies_between_families_make_neighbours() {
    let text = "decl a1, a2, a3, a4, b1, b2, b3, b4;
        void main() begin
          a1, a2, a3, a4 := *, *, *, * constrain 'a1 | 'a2;
          b1, b2, b3, b4 := a1, a2, a3, a4;
          assert(b1 | b2 | b3 | b4);
        end";
    for which in [Order::Hier, Order::Data] {
        let found = order(&hypergraph(&system(text)).0, which);
        for i in 0..4 {
            assert!(adjacent(&found, i, i + 4), "{i}: {found:?}");
        }
    }
}

#[test]
fn edges_of_a_small_program() {
    let text = "decl g, h;
        bool<1> f(p) begin decl l; l := p & g; if (l) then h := T; fi return !l; end
        void main() begin decl x, y; x := f(h); y := * constrain 'y | x; end";
    let pds = system(text);
    let (graph, vertices) = hypergraph(&pds);
    let name = |vertex: u32| {
        let (slot, procedure) = vertices.slot(vertex);
        format!("{}{slot:?}", procedure.map_or(String::new(), |procedure| format!("{}.", procedure.index())))
    };
    let show = |edges: &[Edge]| -> Vec<String> {
        edges.iter().map(|edge| edge.vertices.iter().map(|&v| name(v)).collect::<Vec<_>>().join(" ")).collect()
    };
    assert_eq!(
        show(&graph.data),
        [
            "Global(0) 0.Local(0) 0.Local(1)", // l := p & g
            "0.Local(1) 0.Result(0)",          // return !l
            "Global(1) 0.Local(0)",            // p := h, by the call
            "1.Local(0) 1.Local(1)",           // constrain 'y | x
            "1.Local(0) 0.Result(0)",          // x := f(...)
        ]
    );
    assert_eq!(show(&graph.control), ["Global(1) 0.Local(1)"]);
}

#[test]
fn vertices_and_slots_are_inverse() {
    let pds = system("decl g; bool<2> f(a) begin return a, g; end void main() begin decl x, y; x, y := f(g); end");
    let vertices = Vertices::new(&pds);
    assert_eq!(vertices.count(), 1 + 1 + 2 + 2);
    for vertex in 0..vertices.count() as u32 {
        let (slot, procedure) = vertices.slot(vertex);
        assert_eq!(vertices.vertex(slot, procedure.unwrap_or(pds.entry)), Some(vertex));
    }
    assert_eq!(vertices.vertex(Slot::Choice(0), pds.entry), None);
}

fn graphs() -> impl Strategy<Value = Hypergraph> {
    (2u32..60).prop_flat_map(|vertices| {
        let edges = || {
            let pins = proptest::collection::btree_set(0..vertices, 2..=12.min(vertices as usize));
            let edge = (pins, 1u32..9).prop_map(|(pins, weight)| Edge { vertices: pins.into_iter().collect(), weight });
            proptest::collection::vec(edge, 0..60)
        };
        let vertices = vertices as usize;
        (edges(), edges()).prop_map(move |(data, control)| Hypergraph { vertices, data, control })
    })
}

#[test]
fn no_variables_and_no_edges() {
    for which in ORDERS {
        assert!(order(&Hypergraph::default(), which).is_empty());
        assert_eq!(order(&Hypergraph { vertices: 3, ..Hypergraph::default() }, which), [0, 1, 2]);
    }
}

proptest! {
    #[test]
    fn an_order_is_a_permutation_and_always_the_same(graph in graphs()) {
        for which in ORDERS {
            let found = order(&graph, which);
            let mut sorted = found.clone();
            sorted.sort_unstable();
            prop_assert!(sorted.into_iter().eq(0..graph.vertices as u32));
            prop_assert_eq!(found, order(&graph, which));
        }
    }
}
