//! The way from the page to an input.

use crate::report::address::encoded;

/// The address of a file, seen from a page in a folder. Both are absolute, or both are relative to the same place;
/// else, and if the folder has a `..` that the file does not share, there is none.
pub fn relative(folder: &str, path: &str) -> Option<String> {
    let absolute = path.starts_with('/');
    if absolute != folder.starts_with('/') {
        return absolute.then(|| format!("file://{}", encoded(path)));
    }
    let [folder, path] = [folder, path].map(parts);
    let shared = folder.iter().zip(&path).take_while(|(left, right)| left == right).count();
    let up = &folder[shared..];
    if up.contains(&"..") {
        return None;
    }
    // It begins with a dot, so no part of a path is ever taken for a scheme.
    let mut address = if up.is_empty() { ".".to_string() } else { vec![".."; up.len()].join("/") };
    for part in &path[shared..] {
        address.push('/');
        address += &encoded(part);
    }
    Some(address)
}

/// The parts of a path, without those that go nowhere or back.
fn parts(path: &str) -> Vec<&str> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/').filter(|part| !part.is_empty() && *part != ".") {
        if part == ".." && parts.last().is_some_and(|last| *last != "..") {
            parts.pop();
        } else {
            parts.push(part);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::relative;

    #[test]
    fn from_a_folder_to_a_file() {
        let to = |folder, path| relative(folder, path);
        assert_eq!(to("results", "inputs/a b.bp").as_deref(), Some("../inputs/a%20b.bp"));
        assert_eq!(to("", "javascript:alert(1)").as_deref(), Some("./javascript%3Aalert%281%29"));
        assert_eq!(to("out/x", "./out/y/../z#1.bp").as_deref(), Some("../z%231.bp"));
        assert_eq!(to("../out", "a.bp"), None);
        assert_eq!(to("../out", "../a.bp").as_deref(), Some("../a.bp"));
        assert_eq!(to("/r", "/i/\u{e9}.bp").as_deref(), Some("../i/%C3%A9.bp"));
        assert_eq!(to("r", "/i/a.bp").as_deref(), Some("file:///i/a.bp"));
        assert_eq!(to("/r", "a.bp"), None);
    }
}
