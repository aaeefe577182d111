use super::arrangement::Arrangement;
use super::csr::Csr;
use super::{Hyperedge, Hypergraph, Order, breadth, clusters, force, greedy, partners};
use crate::budget::Budget;
use crate::generate::{Variant, locks};
use crate::pds::analysis::Vertices;
use crate::pds::passes::{Pass, PassSet};
use crate::pds::{self, Slot, SymbolicPds};
use crate::pipeline::{load, prepare};
use crate::{Options, Source, lang::cfg};
use proptest::prelude::*;
use smallvec::{SmallVec, smallvec};

const ORDERS: [Order; 4] = Order::ALL;

fn order(graph: &Hypergraph, which: Order) -> Vec<u32> {
    super::order(graph, which, &Budget::unlimited()).expect("no limits")
}

fn hypergraph(pds: &SymbolicPds) -> (Hypergraph, Vertices) {
    super::hypergraph(pds, &Budget::unlimited()).expect("no limits")
}

fn edges(edges: &[&[u32]]) -> Vec<Hyperedge> {
    edges.iter().map(|vertices| Hyperedge { vertices: SmallVec::from_slice(vertices), weight: 1 }).collect()
}

fn system(text: &str) -> SymbolicPds {
    let loaded = load(&Source::new("test.bp", text), &Options::default()).expect(text);
    pds::build(&loaded.program, &cfg::build(&loaded.program), loaded.entry)
}

/// With straight-line code become one rule, and loops where they are.
fn compacted(text: &str) -> SymbolicPds {
    let loaded = load(&Source::new("test.bp", text), &Options::default()).expect(text);
    let passes = PassSet::ALL.without(Pass::Outline);
    let ready = prepare(&loaded, &loaded.properties, passes, &Budget::unlimited()).expect("no limits");
    ready.system.pds
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
fn bits_stand_by_their_places_below_what_is_none() {
    let text = "// words: NAME_BIT\ndecl g_0, g_1, g_2;\nbool<3> f(a_0, a_1, a_2) begin return a_0, a_1, a_2; end\n\
                void main() begin decl b; g_0, g_1, g_2 := f(g_0, g_1, g_2); b := g_0; assert(b); end";
    let (graph, vertices) = hypergraph(&system(text));
    assert_eq!(Order::suited(&graph)[0], Order::Places);
    let places: Vec<Option<u8>> = order(&graph, Order::Places)
        .into_iter()
        .map(|vertex| match vertices.slot(vertex) {
            (Slot::Global(place) | Slot::Result(place), _) => Some(place as u8),
            (Slot::Local(place), procedure) => (procedure.map(|id| id.index()) == Some(0)).then_some(place as u8),
            (Slot::Choice(_), _) => unreachable!("no vertex"),
        })
        .collect();
    let three = |place| [Some(place); 3];
    assert_eq!(places, [&[None][..], &three(0), &three(1), &three(2)].concat());
}

#[test]
fn few_bits_are_no_reason_for_an_order_by_places() {
    let (graph, _) = hypergraph(&system(
        "// words: NAME_BIT\ndecl x_0, x_1, b, c, d; void main() begin assert(b | x_0 | x_1 | c | d); end",
    ));
    assert_eq!(Order::suited(&graph), [Order::Hier, Order::Data, Order::Declared]);
}

#[test]
fn a_chain_comes_out_in_order() {
    // The vertices of the chain in a scrambled numbering: 7 is coprime to 40.
    let chain: Vec<u32> = (0..40).map(|index| index * 7 % 40).collect();
    let data = chain.windows(2).map(|pair| {
        let mut vertices = pair.to_vec();
        vertices.sort_unstable();
        Hyperedge { vertices: vertices.into(), weight: 1 }
    });
    let graph = Hypergraph { vertices: 40, data: data.collect(), ..Hypergraph::default() };
    for which in [Order::Hier, Order::Data] {
        assert_eq!(forwards(order(&graph, which)), forwards(chain.clone()), "{which:?}");
    }
}

#[test]
fn data_clusters_stay_together_and_control_orders_them() {
    // Data: {0,3,6}, {1,4,7}, {2,5,8}. Control ties the first to the last.
    let data = edges(&[&[0, 3, 6], &[1, 4, 7], &[2, 5, 8]]);
    let graph = Hypergraph { vertices: 9, data, control: edges(&[&[0, 8]]), ..Hypergraph::default() };
    let mut found = order(&graph, Order::Hier);
    found[..3].sort_unstable();
    found[3..6].sort_unstable();
    found[6..].sort_unstable();
    assert_eq!(found, [0, 3, 6, 2, 5, 8, 1, 4, 7]);
}

#[test]
fn a_variable_tied_to_all_does_not_part_pairs() {
    // 0 is tied by data to each of 1..=20, and i by control to i + 20.
    let data: Vec<Hyperedge> = (1..=20).map(|i| Hyperedge { vertices: smallvec![0, i], weight: 1 }).collect();
    let control: Vec<Hyperedge> = (1..=20).map(|i| Hyperedge { vertices: smallvec![i, i + 20], weight: 2 }).collect();
    let found = order(&Hypergraph { vertices: 41, data, control, ..Hypergraph::default() }, Order::Hier);
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
            let text = locks::write(&options);
            check_locks(&text, &system(&text), locks);
            check_locks(&text, &compacted(&text), locks);
        }
    }
}

/// Where many steps of a sum have become one, each step's variables stay together.
#[test]
fn what_a_step_of_a_long_sum_ties_stays_together() {
    const TERMS: usize = 30;
    let list = |letter: char| (0..TERMS).map(|term| format!("{letter}{term}")).collect::<Vec<_>>().join(", ");
    let sum: String = (0..TERMS).map(|term| format!("sum := sum | x{term} & y{term};")).collect();
    let text = format!("decl {}, {}, sum, z; void main() begin {sum} assert(sum = z); end", list('x'), list('y'));
    let pds = compacted(&text);
    assert!(pds.rules().len() < TERMS / 2, "many steps are one");
    let found = order(&hypergraph(&pds).0, Order::Hier);
    for term in 0..TERMS as u32 {
        assert!(adjacent(&found, term, term + TERMS as u32), "{term}: {found:?}");
    }
}

#[test]
fn one_branch_over_all_locks_does_not_part_them_from_their_flags() {
    for locks in [3, 8, 9, 20, 100] {
        let text = locks::write(&locks::Options { locks, one_property: true, ..locks::Options::default() });
        let text = text.replace("assert(!(", "if (").replace("));", ") then L: skip; fi");
        check_locks(&text, &system(&text), locks);
    }
}

fn check_locks(text: &str, pds: &SymbolicPds, locks: u32) {
    let found = order(&hypergraph(pds).0, Order::Hier);
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
    let show = |edges: &[Hyperedge]| -> Vec<String> {
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
            let edge =
                (pins, 1u32..9).prop_map(|(pins, weight)| Hyperedge { vertices: pins.into_iter().collect(), weight });
            proptest::collection::vec(edge, 0..60)
        };
        let vertices = vertices as usize;
        (edges(), edges()).prop_map(move |(data, control)| Hypergraph {
            vertices,
            data,
            control,
            ..Hypergraph::default()
        })
    })
}

#[test]
fn no_variables_and_no_edges() {
    for which in ORDERS {
        assert!(order(&Hypergraph::default(), which).is_empty());
        assert_eq!(order(&Hypergraph { vertices: 3, ..Hypergraph::default() }, which), [0, 1, 2]);
    }
}

/// Random arrangements of up to 14 blocks of different lengths.
pub(super) fn arrangements(count: u64) -> impl Iterator<Item = Arrangement> {
    (0..count).map(|seed| {
        let mut random = seed;
        let mut next = |below: u32| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) as u32 % below
        };
        let blocks = 3 + next(12);
        let lengths = (0..blocks).map(|_| 1 + next(3)).collect();
        let mut nets = Csr::default();
        for _ in 0..1 + next(16) {
            let mut net: Vec<u32> = (0..2 + next(3)).map(|_| next(blocks)).collect();
            net.sort_unstable();
            net.dedup();
            if net.len() > 1 {
                nets.push(net);
            }
        }
        let weights = (0..nets.len()).map(|_| 1 + i64::from(next(9))).collect();
        Arrangement::new(lengths, nets, weights)
    })
}

#[test]
fn the_greedy_order_keeps_the_cut_small() {
    for arrangement in arrangements(300) {
        let Arrangement { nets, weights, .. } = &arrangement;
        let order = greedy::order(&arrangement);
        for (place, &block) in order.iter().enumerate() {
            // What the block ends of the cut, less what it begins.
            let gain = |block: u32| -> i64 {
                let own = nets.rows().zip(weights).filter(|(net, _)| net.contains(&block));
                let gains = own.map(|(net, weight)| {
                    let before = net.iter().filter(|pin| order[..place].contains(pin)).count();
                    weight * (i64::from(before + 1 == net.len()) - i64::from(before == 0))
                });
                gains.sum()
            };
            let best = order[place..].iter().copied().max_by_key(|&other| (gain(other), std::cmp::Reverse(other)));
            assert_eq!(best, Some(block));
        }
        assert_eq!(order.len(), arrangement.lengths.len());
    }
}

#[test]
fn the_order_by_distance_begins_at_the_rim() {
    let mut connected = 0;
    for arrangement in arrangements(300) {
        let blocks = arrangement.lengths.len();
        let distances = |from: u32| {
            let mut distances = vec![usize::MAX; blocks];
            distances[from as usize] = 0;
            for _ in 0..blocks {
                for net in arrangement.nets.rows() {
                    let least = net.iter().map(|&pin| distances[pin as usize]).min().unwrap_or(usize::MAX);
                    for &pin in net {
                        distances[pin as usize] = distances[pin as usize].min(least.saturating_add(1));
                    }
                }
            }
            distances
        };
        let order = breadth::order(&arrangement);
        let from_rim = distances(order[0]);
        assert_eq!(order.len(), blocks);
        if from_rim.iter().all(|&distance| distance < usize::MAX) {
            assert!(order.iter().map(|&block| from_rim[block as usize]).is_sorted());
            let from_first = distances(0);
            assert_eq!(Some(&from_first[order[0] as usize]), from_first.iter().max());
            connected += 1;
        }
    }
    assert!(connected > 50, "{connected}");
}

#[test]
fn force_makes_nothing_worse() {
    let mut gained = 0;
    for arrangement in arrangements(300) {
        let start: Vec<u32> = (0..arrangement.lengths.len() as u32).collect();
        let order = force::improve(&arrangement, start.clone());
        let spans = [&order, &start].map(|order| arrangement.span(order));
        assert!(spans[0] <= spans[1]);
        gained += usize::from(2 * spans[0] < spans[1]);
    }
    assert!(gained > 60, "{gained}");
}

proptest! {
    /// Held against the definition, pair by pair.
    #[test]
    fn partners_are_closest_to_each_other(graph in graphs()) {
        let strength = |edge: &Hyperedge, factor: i64| factor * clusters::strength(edge);
        let all: Vec<(&Hyperedge, i64)> = graph.data.iter().map(|edge| (edge, strength(edge, 4)))
            .chain(graph.control.iter().map(|edge| (edge, strength(edge, 1)))).collect();
        let total = |a: u32| all.iter().filter(|(edge, _)| edge.vertices.contains(&a)).map(|(_, s)| s).sum::<i64>();
        let closest = |a: u32| {
            let closeness = |b: u32| {
                let both = all.iter().filter(|(e, _)| e.vertices.len() <= 4 && [a, b].iter().all(|v| e.vertices.contains(v)));
                let strength: i64 = both.map(|(_, strength)| strength).sum();
                strength as f64 / (total(b) as f64).sqrt()
            };
            let others = (0..graph.vertices as u32).filter(|&b| b != a && closeness(b) > 0.0);
            others.rev().max_by(|&b, &c| closeness(b).total_cmp(&closeness(c)))
        };
        let partners: Vec<Option<u32>> = (0..graph.vertices as u32).map(closest).collect();
        let mut expected = Vec::new();
        for (a, &b) in (0..).zip(&partners) {
            if let Some(b) = b && a < b && partners[b as usize] == Some(a) {
                expected.push([a, b]);
            }
        }
        prop_assert_eq!(partners::pairs(&graph), expected);
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
