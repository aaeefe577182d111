//! Heads of pushdown systems, as atoms.

use super::atom::{Atom, Top};

/// Reads `<p, a>`, `<., a>`, `<p, .*>` or `<p, >`, the empty stack; behind a symbol may be `.*`, as in a target, which says no more. `None` if it is nothing of these.
pub(super) fn read(text: &str) -> Option<Atom> {
    let (state, stack) = text.strip_prefix('<')?.strip_suffix('>')?.split_once(',')?;
    let state = match state.trim() {
        "." => None,
        name => Some(named(name)?),
    };
    let mut words = stack.split_whitespace();
    let top = match (words.next(), words.next(), words.next()) {
        (None, ..) => Top::Nothing,
        (Some(".*"), None, _) => Top::Any,
        (Some(symbol), None | Some(".*"), None) => Top::Symbol(named(symbol)?),
        _ => return None,
    };
    Some(Atom::Head { state, top })
}

/// A name of a control state or a symbol.
fn named(text: &str) -> Option<String> {
    let is_part = |c: char| c.is_alphanumeric() || "_$'".contains(c);
    (!text.is_empty() && text.chars().all(is_part)).then(|| text.to_string())
}
