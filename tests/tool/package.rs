//! What `cargo package` takes along: all that the crate is built of and that its README links to, and little else.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// How large the files of the package may be together, in bytes.
const MOST_BYTES: u64 = 8 << 20;

/// The files of the package, by their paths from the root.
fn files() -> BTreeSet<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["package", "--list", "--allow-dirty", "--offline"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(|line| line.replace('\\', "/")).collect()
}

#[test]
fn the_package_is_small() {
    let files = files();
    for folder in [".ci/", "benches/", "bp-examples/slam/", "campaigns/", "contrib/", "fuzz/", "target/", "tests/"] {
        let found: Vec<&String> = files.iter().filter(|file| file.starts_with(folder)).collect();
        assert!(found.is_empty(), "{found:?}");
    }
    // Cargo writes two files itself, which are on no disk yet.
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let bytes: u64 = files.iter().filter_map(|file| root.join(file).metadata().ok()).map(|data| data.len()).sum();
    assert!(bytes < MOST_BYTES, "{bytes} bytes");
}

#[test]
fn the_package_has_whole_folders() {
    let files = files();
    // The pages about the language are built in, and the others are linked to.
    for folder in ["build", "docs", "grammar", "schema"] {
        let mut open = vec![folder.to_string()];
        while let Some(path) = open.pop() {
            for entry in Path::new(env!("CARGO_MANIFEST_DIR")).join(&path).read_dir().expect("a folder").flatten() {
                let path = format!("{path}/{}", entry.file_name().to_string_lossy());
                if entry.path().is_dir() {
                    open.push(path);
                } else {
                    assert!(files.contains(&path), "{path}");
                }
            }
        }
    }
}

#[test]
fn links_of_the_readme_lead_to_files_of_the_package() {
    let files = files();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let readme = std::fs::read_to_string(root.join("README.md")).expect("a manual");
    let links = readme.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let links: Vec<&str> = links.filter(|link| !link.contains("://")).collect();
    assert!(links.len() > 10, "{links:?}");
    for link in links {
        let (file, place) = link.split_once('#').unwrap_or((link, ""));
        assert!(files.contains(file), "{link}");
        if !place.is_empty() {
            let page = std::fs::read_to_string(root.join(file)).expect("a page");
            assert!(headings(&page).any(|heading| heading == place), "{link}");
        }
    }
}

/// What a link to a heading of a page has behind its `#`.
fn headings(page: &str) -> impl Iterator<Item = String> {
    let titles = page.lines().filter_map(|line| line.strip_prefix('#')).map(|line| line.trim_start_matches('#').trim());
    titles.map(|title| {
        let title = title.to_lowercase().replace(' ', "-");
        title.chars().filter(|&c| c.is_alphanumeric() || c == '-').collect()
    })
}
