//! Formulas as text in which long or shared parts have names.

use crate::logic::formula::{Formula, Formulas, Input, Node};
use rustc_hash::FxHashMap;

/// Formulas as text.
pub(in crate::report) struct Text {
    /// One for each root, in order.
    pub roots: Vec<String>,
    /// `t1 = …`: parts that the texts name, each before it is used.
    pub parts: Vec<String>,
}

/// A part as text: as it is, and negated.
struct Part {
    plain: String,
    negated: String,
}

/// Longer parts get a name.
const LONGEST: usize = 60;

/// The text of some formulas, linear in the number of nodes: no part is much longer than [`LONGEST`] characters.
pub(in crate::report) fn text(formulas: &Formulas, roots: &[Formula], name: impl Fn(Input) -> String) -> Text {
    let cone = formulas.cone(roots.iter().copied());
    let mut uses: FxHashMap<usize, usize> = FxHashMap::default();
    for &index in &cone {
        if let Node::And(a, b) = formulas.node(index) {
            *uses.entry(a.node()).or_default() += 1;
            *uses.entry(b.node()).or_default() += 1;
        }
    }
    let mut parts = Vec::new();
    let mut texts: FxHashMap<usize, Part> = FxHashMap::default();
    for index in cone {
        let part = match formulas.node(index) {
            Node::False => Part { plain: "0".into(), negated: "1".into() },
            Node::Input(input) => {
                let name = name(input);
                Part { negated: format!("!{name}"), plain: name }
            }
            Node::And(a, b) => {
                let part = conjunction(formulas, &texts, a, b);
                let shared = uses.get(&index).is_some_and(|&uses| uses > 1);
                if part.plain.len() > LONGEST || shared && part.plain.len() > 12 {
                    let name = format!("t{}", parts.len() + 1);
                    parts.push(format!("{name} = {}", part.plain));
                    Part { negated: format!("!{name}"), plain: name }
                } else {
                    part
                }
            }
        };
        texts.insert(index, part);
    }
    let root = |&f: &Formula| show(&texts, f).to_string();
    Text { roots: roots.iter().map(root).collect(), parts }
}

fn show(texts: &FxHashMap<usize, Part>, formula: Formula) -> &str {
    let part = &texts[&formula.node()];
    if formula.is_negated() { &part.negated } else { &part.plain }
}

/// The conjunction of two formulas whose texts are known.
fn conjunction(formulas: &Formulas, texts: &FxHashMap<usize, Part>, a: Formula, b: Formula) -> Part {
    if let Some((a, b)) = formulas.difference(a, b) {
        let [a, b] = [a, b].map(|f| show(texts, f));
        Part { plain: format!("({a} != {b})"), negated: format!("({a} = {b})") }
    } else if a.is_negated() && b.is_negated() {
        let or = format!("({} | {})", show(texts, !a), show(texts, !b));
        Part { plain: format!("!{or}"), negated: or }
    } else {
        let and = format!("({} & {})", show(texts, a), show(texts, b));
        Part { negated: format!("!{and}"), plain: and }
    }
}
