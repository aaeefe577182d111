//! Formulas as text in which long or shared parts have names.

use super::formula::{Formula, Formulas, Input, Node};
use rustc_hash::{FxHashMap, FxHashSet};

/// A notation of formulas: words, signs and parentheses.
pub struct Notation {
    /// Never, and always.
    pub(crate) constants: [&'static str; 2],
    /// Not this.
    pub(crate) not: fn(&str) -> String,
    /// Both.
    pub(crate) and: fn(&str, &str) -> String,
    /// One, or both.
    pub(crate) or: fn(&str, &str) -> String,
    /// The same value.
    pub(crate) equal: fn(&str, &str) -> String,
    /// Different values.
    pub(crate) differ: fn(&str, &str) -> String,
}

/// Operators between operands, as in `.bp`.
pub const INFIX: Notation = Notation {
    constants: ["0", "1"],
    not: |a| format!("!{a}"),
    and: |a, b| format!("({a} & {b})"),
    or: |a, b| format!("({a} | {b})"),
    equal: |a, b| format!("({a} = {b})"),
    differ: |a, b| format!("({a} != {b})"),
};

/// Operators before operands, as in SMT-LIB.
pub const PREFIX: Notation = Notation {
    constants: ["false", "true"],
    not: |a| format!("(not {a})"),
    and: |a, b| format!("(and {a} {b})"),
    or: |a, b| format!("(or {a} {b})"),
    equal: |a, b| format!("(= {a} {b})"),
    differ: |a, b| format!("(xor {a} {b})"),
};

/// Formulas as text.
pub struct Text {
    /// One for each root, in order.
    pub roots: Vec<String>,
    /// Names, and the parts that they stand for, each before it is used.
    pub parts: Vec<(String, String)>,
}

/// A part as text: as it is, and negated.
struct Part {
    plain: String,
    negated: String,
}

/// Longer parts get a name.
const LONGEST: usize = 60;
/// Shorter parts get none, even if they are shared.
const SHORTEST: usize = 12;

/// The text of some formulas, linear in the number of nodes: no part is much longer than two of [`LONGEST`] characters, names aside, and
/// negations stand before variables and names only. The names of parts, `t1` and so on,
/// are none of `name`'s.
pub fn text(notation: &Notation, formulas: &Formulas, roots: &[Formula], name: impl Fn(Input) -> String) -> Text {
    text_beside(notation, formulas, roots, name, [])
}

/// The same beside a text in which other names stand for something: none of them is that of a part.
pub(crate) fn text_beside<'n>(
    notation: &Notation,
    formulas: &Formulas,
    roots: &[Formula],
    name: impl Fn(Input) -> String,
    others: impl IntoIterator<Item = &'n str>,
) -> Text {
    let cone = formulas.cone(roots.iter().copied());
    let mut uses: FxHashMap<usize, usize> = FxHashMap::default();
    let mut taken: FxHashSet<String> = others.into_iter().map(str::to_string).collect();
    for &index in &cone {
        match formulas.node(index) {
            Node::And(a, b) => {
                *uses.entry(a.node()).or_default() += 1;
                *uses.entry(b.node()).or_default() += 1;
            }
            Node::Input(input) => {
                taken.insert(name(input));
            }
            Node::False => {}
        }
    }
    let mut names = (1..).map(|number| format!("t{number}")).filter(|name| !taken.contains(name));
    let mut parts = Vec::new();
    let mut texts: FxHashMap<usize, Part> = FxHashMap::default();
    let named = |name: String| Part { negated: (notation.not)(&name), plain: name };
    for index in cone {
        let part = match formulas.node(index) {
            Node::False => {
                let [plain, negated] = notation.constants.map(str::to_string);
                Part { plain, negated }
            }
            Node::Input(input) => named(name(input)),
            Node::And(a, b) => {
                let part = conjunction(notation, formulas, &texts, a, b);
                // What is a root only is written once, however long its parts made it.
                let longest = match uses.get(&index) {
                    None => usize::MAX,
                    Some(1) => LONGEST,
                    Some(_) => SHORTEST,
                };
                if part.plain.len() > longest {
                    let name = names.next().unwrap_or_default();
                    parts.push((name.clone(), part.plain));
                    named(name)
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
fn conjunction(
    notation: &Notation,
    formulas: &Formulas,
    texts: &FxHashMap<usize, Part>,
    a: Formula,
    b: Formula,
) -> Part {
    if let Some((a, b)) = formulas.difference(a, b) {
        let same = a.is_negated() != b.is_negated();
        let [a, b] = [a, b].map(|f| show(texts, if f.is_negated() { !f } else { f }));
        let (differ, equal) = ((notation.differ)(a, b), (notation.equal)(a, b));
        if same { Part { plain: equal, negated: differ } } else { Part { plain: differ, negated: equal } }
    } else {
        // Negations stand before variables and names only.
        let plain = (notation.and)(show(texts, a), show(texts, b));
        let negated = (notation.or)(show(texts, !a), show(texts, !b));
        Part { plain, negated }
    }
}
