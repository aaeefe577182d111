//! A bit of a number, as names and predicates tell of it.

/// Bit `index` of the number called `word`; the lowest is bit 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Bit {
    pub(super) word: String,
    pub(super) index: usize,
}

/// `x_2`.
pub(super) fn underscored(name: &str) -> Option<Bit> {
    let (word, index) = name.rsplit_once('_')?;
    bit(word, decimal(index)?)
}

/// `x_2`, `{x_2}`, `{x.2}` or `{x[2]}`.
pub(super) fn of_name(name: &str) -> Option<Bit> {
    let inner = name.strip_prefix('{').and_then(|name| name.strip_suffix('}')).unwrap_or(name).trim();
    underscored(inner).or_else(|| element(inner))
}

/// `x & 4`, `(x >> 2) & 1`, `x[2]` or `x.2`, perhaps in braces.
pub(super) fn of_predicate(text: &str) -> Option<Bit> {
    let text = text.trim();
    let text = bare(text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text));
    masked(text).or_else(|| element(text))
}

fn masked(text: &str) -> Option<Bit> {
    let (left, mask) = text.rsplit_once('&')?;
    let mask = number(mask.trim())?;
    if !mask.is_power_of_two() {
        return None;
    }
    let left = bare(left);
    match left.rsplit_once(">>") {
        Some((word, shift)) if mask == 1 => bit(bare(word), decimal(shift.trim())?),
        Some(_) => None,
        None => bit(left, mask.trailing_zeros() as usize),
    }
}

/// `x[2]` or `x.2`.
fn element(text: &str) -> Option<Bit> {
    let (word, index) = match text.strip_suffix(']') {
        Some(text) => text.rsplit_once('[')?,
        None => text.rsplit_once('.')?,
    };
    bit(word, decimal(index)?)
}

/// The bit, if that can be a number: a variable of C, a field of one, or what one points to.
fn bit(word: &str, index: usize) -> Option<Bit> {
    let is_path = |c: char| c.is_alphanumeric() || "_$#.:*[]->".contains(c);
    let begins = word.trim_start_matches('*').starts_with(|c: char| c.is_alphabetic() || "_$".contains(c));
    (begins && word.chars().all(is_path)).then(|| Bit { word: word.to_string(), index })
}

/// Without parentheses around all of it.
fn bare(text: &str) -> &str {
    let text = text.trim();
    match text.strip_prefix('(').and_then(|text| text.strip_suffix(')')) {
        Some(inner) if !inner.contains(['(', ')']) => inner.trim(),
        _ => text,
    }
}

/// A number without leading zeros.
fn decimal(text: &str) -> Option<usize> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_number)
}

/// A number of C, without the letters behind it that say how wide it is.
fn number(text: &str) -> Option<u128> {
    let digits = text.trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hexadecimal) => u128::from_str_radix(hexadecimal, 16).ok(),
        None => digits.parse().ok().filter(|_| decimal(digits).is_some()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(found: Option<Bit>) -> String {
        found.map_or("none".into(), |Bit { word, index }| format!("{word} {index}"))
    }

    #[test]
    fn names_tell_of_bits() {
        for (name, bit) in
            [("x_0", "x 0"), ("{x.12}", "x 12"), ("{a.x[3]}", "a.x 3"), ("x_y_7", "x_y 7"), ("_1", "none")]
        {
            assert_eq!(told(of_name(name)), bit, "{name}");
        }
        for name in ["x", "x_", "x_00", "x_+1", "x_-1", "{x == 1}", "{0.5}", "x_99999999999999999999999", "{}", "{x_1"]
        {
            let bit = told(of_name(name));
            assert_eq!(bit, "none", "{name}");
        }
    }

    #[test]
    fn predicates_tell_of_bits() {
        let bits = [
            ("x & 4", "x 2"),
            ("(x & 0x80u)", "x 7"),
            ("(x >> 2) & 1", "x 2"),
            ("x >> 2 & 1", "x 2"),
            ("{p->flags & 1}", "p->flags 0"),
            ("*p & 2", "*p 1"),
            ("x[2]", "x 2"),
            ("x.2", "x 2"),
        ];
        for (text, bit) in bits {
            assert_eq!(told(of_predicate(text)), bit, "{text}");
        }
        for text in
            ["x & 3", "x & 0", "x && 1", "(x >> 2) & 2", "x | y & 1", "x == 4", "x & y", "f(x) & 1", "x & 04", ""]
        {
            assert_eq!(told(of_predicate(text)), "none", "{text}");
        }
    }
}
