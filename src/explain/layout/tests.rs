//! Nothing lies on anything else.

use super::*;
use std::collections::BTreeSet;

type Area = (f64, f64, f64, f64);

fn clear((left, top, right, bottom): Area, other: Area) -> bool {
    right <= other.0 || other.2 <= left || bottom <= other.1 || other.3 <= top
}

/// Points of a way, near to each other.
fn points(route: &Route) -> Vec<Spot> {
    let mut start = route.start;
    let mut points = Vec::new();
    for &[a, b, end] in &route.curves {
        for step in 0..=40 {
            let t = f64::from(step) / 40.0;
            let mix = |p: f64, q: f64, r: f64, s: f64| {
                (1.0 - t).powi(3) * p + 3.0 * t * (1.0 - t).powi(2) * q + 3.0 * t * t * (1.0 - t) * r + t.powi(3) * s
            };
            points.push((mix(start.0, a.0, b.0, end.0), mix(start.1, a.1, b.1, end.1)));
        }
        start = end;
    }
    points
}

/// Labels, nodes and arrows are apart, and inside of the picture.
fn nothing_overlaps(plan: &Plan) {
    let layout = Layout::of(plan);
    let box_of = |place: &Place| {
        let (w, h) = (place.width / 2.0, place.height / 2.0);
        (place.x - w, place.y - h, place.x + w, place.y + h)
    };
    let nodes: Vec<Area> = layout.nodes.iter().map(box_of).collect();
    let labels = plan.arrows.iter().filter(|(_, _, extent)| extent.lines > 0).map(|&(from, to, extent)| {
        let ((x, y), (width, height)) = (layout.routes[&(from, to)].label, label_size(extent));
        // Some letters go below the line that they stand on.
        (x - width / 2.0, y - height, x + width / 2.0, y + 3.0)
    });
    let boxes: Vec<Area> = nodes.iter().copied().chain(labels).collect();
    for (index, &own) in boxes.iter().enumerate() {
        assert!(own.0 >= 0.0 && own.1 >= 0.0 && own.2 <= layout.width && own.3 <= layout.height, "{own:?} {plan:?}");
        assert!(boxes[..index].iter().all(|&other| clear(own, other)), "{index} {plan:?}");
    }
    for (&(from, to), route) in &layout.routes {
        // Tips have a direction.
        assert!(route.curves.iter().all(|[_, towards, end]| towards != end), "{from} {to} {plan:?}");
        let on = |end: usize, (x, y): Spot| {
            let (left, top, right, bottom) = nodes[end];
            let side = (x - left).abs().min((x - right).abs()) < 0.01 && y > top && y < bottom;
            side || (from == to && (y - top).abs() < 0.01)
        };
        let points = points(route);
        assert!(on(from, route.start) && on(to, *points.last().expect("an end")), "{from} {to} {plan:?}");
        for (x, y) in points {
            assert!(x >= 0.0 && y >= 0.0 && x <= layout.width && y <= layout.height, "{plan:?}");
            let hit = |area: &&Area| x > area.0 + 0.1 && x < area.2 - 0.1 && y > area.1 + 0.1 && y < area.3 - 0.1;
            assert_eq!(boxes.iter().find(hit), None, "{from} {to} at {x} {y} {plan:?}");
        }
    }
}

fn plan(count: usize, arrows: impl IntoIterator<Item = (usize, usize)>) -> Plan {
    let arrows: BTreeSet<(usize, usize)> = arrows.into_iter().collect();
    let extent = |seed: usize| Extent { characters: 1 + seed * 5 % 23, lines: seed * 7 % 5 };
    Plan {
        nodes: (0..count).map(|node| Extent { characters: 1 + node * 11 % 26, lines: 1 + node % 2 }).collect(),
        arrows: arrows.into_iter().map(|(from, to)| (from, to, extent(from + 3 * to))).collect(),
        first: vec![0],
    }
}

#[test]
fn nothing_lies_on_anything_else() {
    for count in 1..14 {
        for (a, b) in [(1, 1), (2, 1), (3, 2), (5, 0), (7, 3)] {
            let arrows = (0..count).flat_map(|node| [(node, (node * a + b) % count), (node, (node + b) % count)]);
            nothing_overlaps(&plan(count, arrows));
        }
        // All to all, there and back.
        nothing_overlaps(&plan(count, (0..count.min(6)).flat_map(|from| (0..count.min(6)).map(move |to| (from, to)))));
    }
}

#[test]
fn nothing_has_a_picture_too() {
    let layout = Layout::of(&Plan::default());
    assert!(layout.nodes.is_empty() && layout.width > 0.0 && layout.height > 0.0);
}

/// A long chain of calls, all called from the first: as many columns, and arrows over all of them.
#[test]
fn large_pictures_take_no_time() {
    let layout = Layout::of(&plan(3_000, (1..3_000).flat_map(|node| [(0, node), (node - 1, node)])));
    assert_eq!(layout.routes.len(), 5_997);
}
