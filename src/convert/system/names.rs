//! Names and numbers of a system in its program.

use crate::pds::explicit::{PushdownSystem, SymbolId};

/// A name that begins with a word of ours; with braces, if it needs them.
pub(super) fn name(word: &str, symbol: &str) -> String {
    let is_plain = symbol.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_plain { format!("{word}_{symbol}") } else { format!("{{{word}_{symbol}}}") }
}

/// The place of a symbol.
pub(super) fn place(system: &PushdownSystem, symbol: SymbolId) -> String {
    name("at", system.symbol_name(symbol))
}

/// The procedure that computes what lies below when a symbol of this kind is below, too.
pub(super) fn after(kind: usize) -> String {
    format!("below_{}", kind + 1)
}

/// How many bits it takes to number so many things.
fn bits(count: usize) -> usize {
    count.max(1).next_power_of_two().trailing_zeros() as usize
}

/// The variables that hold a number.
pub(super) fn variables(word: &str, count: usize) -> Vec<String> {
    (0..bits(count)).map(|bit| format!("{word}{bit}")).collect()
}

/// The values of these variables for a number.
pub(super) fn values(number: usize, count: usize) -> Vec<String> {
    (0..bits(count)).map(|bit| if number >> bit & 1 == 1 { "T" } else { "F" }.to_string()).collect()
}

/// That variables hold a number; nothing if it takes none.
pub(super) fn is(word: &str, number: usize, count: usize) -> Option<String> {
    let literals: Vec<String> = variables(word, count)
        .into_iter()
        .enumerate()
        .map(|(bit, variable)| if number >> bit & 1 == 1 { variable } else { format!("!{variable}") })
        .collect();
    (!literals.is_empty()).then(|| literals.join(" & "))
}
