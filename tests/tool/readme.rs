//! What the manual shows is what happens: each `$ bpcheck …` and `$ … | bpcheck …` in a `console` block of README.md and of the pages in `docs/` is
//! run, and has to print what stands under it. A line `...` stands for any number of lines.
#![cfg(unix)]

use std::io::Read;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A command and the lines that it is said to print.
#[derive(Debug, PartialEq, Eq)]
struct Example {
    command: String,
    output: Vec<String>,
}

#[test]
fn examples_of_the_manual_are_true() {
    for page in pages(Path::new(env!("CARGO_MANIFEST_DIR"))) {
        let text = std::fs::read_to_string(&page).expect("a page");
        let room = room();
        for Example { command, output } in examples(&text) {
            let printed = run(&command, room.path());
            let lines: Vec<&str> = printed.lines().collect();
            let expected: Vec<&str> = output.iter().map(String::as_str).collect();
            assert!(fits(&expected, &lines), "{}: $ {command}\nprints\n{printed}", page.display());
        }
    }
}

fn pages(root: &Path) -> Vec<PathBuf> {
    let mut pages = vec![root.join("README.md")];
    for folder in ["docs", "docs/course"] {
        let found = root.join(folder).read_dir().expect("a folder").flatten().map(|entry| entry.path());
        pages.extend(found.filter(|page| page.extension().is_some_and(|extension| extension == "md")));
    }
    pages.sort();
    pages
}

#[test]
fn the_book_has_all_pages() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = std::fs::read_to_string(docs.join("SUMMARY.md")).expect("a summary");
    let linked: Vec<&str> = summary.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    for page in &linked {
        assert!(docs.join(page).is_file(), "{page}");
    }
    for folder in ["", "course/", "language/"] {
        for entry in docs.join(folder).read_dir().expect("a folder").flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.ends_with(".md") && name != "SUMMARY.md" {
                assert!(linked.contains(&format!("{folder}{name}").as_str()), "{folder}{name} is in no chapter");
            }
        }
    }
}

#[test]
fn links_of_the_book_stay_in_it() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for folder in ["", "course/", "language/"] {
        for entry in docs.join(folder).read_dir().expect("a folder").flatten() {
            if entry.path().extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(entry.path()).expect("a page");
            // What stands in backquotes is a text, as in `decl a[2](b)`.
            let plain: String = text.split('`').step_by(2).collect();
            for link in plain.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let file = link.split('#').next().expect("the first part");
                if link.contains("://") || file.is_empty() {
                    continue;
                }
                let to = docs.join(folder).join(file).canonicalize();
                let is_inside = to.is_ok_and(|to| to.is_file() && to.starts_with(docs.canonicalize().expect("docs")));
                assert!(is_inside, "{}: {link}", entry.path().display());
            }
        }
    }
}

/// The examples of a page, in order. A command that ends in `\` goes on in the next line.
fn examples(page: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let (mut inside, mut ours, mut open) = (false, false, false);
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            inside = !inside && line.trim() == "```console";
            (ours, open) = (false, false);
        } else if let (true, Some(last)) = (open, examples.last_mut()) {
            last.command.push('\n');
            last.command.push_str(line);
            open = line.ends_with('\\');
        } else if let (true, Some(command)) = (inside, line.strip_prefix("$ ")) {
            ours = command.starts_with("bpcheck ") || command.contains("| bpcheck ");
            if ours {
                examples.push(Example { command: command.to_string(), output: Vec::new() });
                open = command.ends_with('\\');
            }
        } else if let (true, Some(last)) = (ours, examples.last_mut()) {
            last.output.push(line.to_string());
        }
    }
    for example in &mut examples {
        while example.output.last().is_some_and(|line| line.trim().is_empty()) {
            example.output.pop();
        }
    }
    examples
}

/// A folder that looks like the root of the repository, but in which files can be left.
fn room() -> tempfile::TempDir {
    let room = tempfile::tempdir().expect("a folder");
    for name in ["bp-examples", "pds-examples", "examples", "schema", "contrib"] {
        symlink(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), room.path().join(name)).expect("a link");
    }
    room
}

/// What a terminal would show.
fn run(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_bpcheck")).parent().expect("a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let (mut reader, writer) = std::io::pipe().expect("a pipe");
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", format!("{}:{path}", binary.display()));
    shell.stdout(writer.try_clone().expect("a pipe")).stderr(writer);
    let mut child = shell.spawn().expect("a shell");
    // The command holds the ends of the pipe that are written to.
    drop(shell);
    let mut printed = String::new();
    reader.read_to_string(&mut printed).expect("UTF-8");
    child.wait().expect("it ends");
    printed
}

/// Whether the lines are the expected ones, `...` standing for any number of them.
fn fits(expected: &[&str], lines: &[&str]) -> bool {
    match expected.split_first() {
        None => lines.iter().all(|line| line.is_empty()),
        Some((first, rest)) if first.trim() == "..." => (0..=lines.len()).any(|skipped| fits(rest, &lines[skipped..])),
        Some((first, rest)) => {
            lines.split_first().is_some_and(|(line, others)| line.trim_end() == first.trim_end() && fits(rest, others))
        }
    }
}

#[test]
fn examples_are_found_and_compared() {
    let page = "```console\n$ bpcheck check a.bp\none\n\n$ make\ntwo\n$ bpcheck \\\n  x\nthree\n\n```\n$ bpcheck y\n```sh\n$ bpcheck z\n```\n";
    let example = |command: &str, line: &str| Example { command: command.into(), output: vec![line.into()] };
    assert_eq!(examples(page), [example("bpcheck check a.bp", "one"), example("bpcheck \\\n  x", "three")]);
    assert!(fits(&["a", "...", "d"], &["a", "b", "c", "d"]));
    assert!(fits(&["...", "d"], &["d"]));
    assert!(fits(&["a", ""], &["a", ""]) && fits(&["a"], &["a", ""]));
    assert!(!fits(&["a", "...", "d"], &["a", "b", "c"]) && !fits(&["a"], &["a", "b"]) && !fits(&["a"], &[]));
}
