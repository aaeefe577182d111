//! Names that may be meant by one that is not declared.

use super::super::super::syntax::ast::Symbol;
use super::Resolver;

/// How many characters are compared with others in one program: a file may be wrong in every line.
const MOST: usize = 5_000_000;

impl Resolver<'_> {
    /// A name that is spelled nearly as `name` is, among those that `is_declared`.
    pub(super) fn similar(&mut self, name: Symbol, is_declared: fn(&Self, Symbol) -> bool) -> Option<String> {
        let ast = self.ast;
        let wanted = ast.name(name);
        let cost = ast.names.len() * wanted.len();
        self.compared = self.compared.saturating_add(cost);
        if wanted.len() > 100 || self.compared > MOST {
            return None;
        }
        let most = wanted.len() / 3;
        let symbols = (0..ast.names.len() as u32).map(Symbol);
        let near = symbols.filter(|&symbol| symbol != name && is_declared(self, symbol)).filter_map(|symbol| {
            let candidate = ast.name(symbol);
            let away = if candidate.eq_ignore_ascii_case(wanted) { 0 } else { distance(wanted, candidate, most)? };
            Some((away, symbol))
        });
        near.min().map(|(_, symbol)| ast.name(symbol).to_string())
    }
}

/// The number of letters to insert, drop or replace, and of neighbours to swap; `None` above `most`.
fn distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len().abs_diff(b.len()) > most {
        return None;
    }
    let mut above_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i; b.len() + 1];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            row[j] = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                row[j] = row[j].min(above_last[j - 2] + 1);
            }
        }
        above_last = std::mem::replace(&mut last, row);
    }
    Some(last[b.len()]).filter(|&away| away <= most)
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn near_and_far() {
        assert_eq!(distance("cuont", "count", 1), Some(1));
        assert_eq!(distance("helpr", "helper", 1), Some(1));
        assert_eq!(distance("lock", "locks", 1), Some(1));
        assert_eq!(distance("lock", "unlock", 1), None);
        assert_eq!(distance("ab", "ac", 0), None);
    }
}
