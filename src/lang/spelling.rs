//! Names that may be meant by one that is not there.

use rustc_hash::FxHashSet;

/// The candidate that is spelled most nearly like `wanted`, the first of several, if one is near.
pub(crate) fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    if wanted.len() > 100 {
        return None;
    }
    let most = wanted.len() / 3;
    let near = candidates.into_iter().enumerate().filter_map(|(index, candidate)| {
        let away = if candidate.eq_ignore_ascii_case(wanted) { 0 } else { distance(wanted, candidate, most)? };
        Some((away, index, candidate))
    });
    near.min().map(|(_, _, candidate)| candidate)
}

/// The question whether a name is meant that is spelled nearly like one that is not there; nothing if there is none.
pub fn meant<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(name, candidates).map_or(String::new(), |near| format!(": is `{near}` meant?"))
}

/// The most names that [`listed`] has.
const MOST: usize = 8;

/// Names as a part of a sentence, each once, in their order; of many the first ones, and how many more there are. Nothing if there are none.
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let mut seen = FxHashSet::default();
    let mut names: Vec<String> =
        names.into_iter().filter(|&name| seen.insert(name)).map(|name| format!("`{name}`")).collect();
    if names.len() > MOST {
        let more = names.len() + 1 - MOST;
        names.truncate(MOST - 1);
        names.push(format!("{more} more"));
    }
    let last = names.pop()?;
    Some(if names.is_empty() { last } else { format!("{} and {last}", names.join(", ")) })
}

/// The question whether a name is meant that is spelled nearly like one that is not there, or else what there is.
pub fn meant_or_there<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let meant = meant(name, candidates.iter().copied());
    if !meant.is_empty() {
        return meant;
    }
    match listed(candidates) {
        None => "; there is none".to_string(),
        Some(names) => format!("; there {} {names}", if names.contains(' ') { "are" } else { "is" }),
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
    use super::{distance, listed, meant_or_there, nearest};

    #[test]
    fn what_there_is() {
        let there = |names: &[&'static str]| meant_or_there("x", names.to_vec());
        assert_eq!(there(&[]), "; there is none");
        assert_eq!(there(&["abc", "abc"]), "; there is `abc`");
        assert_eq!(there(&["abc", "def"]), "; there are `abc` and `def`");
        let many: Vec<String> = (10..99).map(|n| format!("name{n}")).collect();
        let listed = listed(many.iter().map(String::as_str));
        assert_eq!(listed.as_deref().map(|names| names.ends_with(", `name16` and 82 more")), Some(true), "{listed:?}");
    }

    #[test]
    fn near_and_far() {
        assert_eq!(distance("cuont", "count", 1), Some(1));
        assert_eq!(distance("helpr", "helper", 1), Some(1));
        assert_eq!(distance("lock", "locks", 1), Some(1));
        assert_eq!(distance("lock", "unlock", 1), None);
        assert_eq!(distance("ab", "ac", 0), None);
    }

    #[test]
    fn the_nearest_is_meant() {
        assert_eq!(nearest("mian", ["maim", "main", "mine"]), Some("main"));
        assert_eq!(nearest("error", ["errors", "ERROR"]), Some("ERROR"));
        assert_eq!(nearest("x", ["y"]), None);
    }
}
