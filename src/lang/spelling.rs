//! Names that may be meant by one that is not there.

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
    use super::{distance, nearest};

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
