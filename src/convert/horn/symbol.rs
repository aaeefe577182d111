//! How symbols are written in a script.

/// Words that mean something in a script.
pub(crate) const RESERVED: [&str; 20] = [
    "and",
    "or",
    "not",
    "xor",
    "ite",
    "let",
    "forall",
    "exists",
    "match",
    "par",
    "as",
    "true",
    "false",
    "distinct",
    "Bool",
    "Int",
    "Real",
    "assert",
    "check-sat",
    "exit",
];

/// A symbol as it is written: names that are more than letters, digits and `_`, or that mean something, stand between bars.
pub(crate) fn quoted(symbol: &str) -> String {
    let is_simple = symbol.starts_with(|c: char| c.is_ascii_alphabetic())
        && symbol.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_')
        && !RESERVED.contains(&symbol);
    if is_simple { symbol.to_string() } else { format!("|{symbol}|") }
}
