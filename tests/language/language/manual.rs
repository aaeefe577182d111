//! The pages of the reference: each keyword has one, and what they say about programs is so.

use super::read;
use bpcheck::lang::reference::{PAGES, Page};
use bpcheck::lang::source::Source;
use bpcheck::lang::syntax::Ladder;
use bpcheck::lang::syntax::token::Token;
use bpcheck::outcome::Overall;
use bpcheck::{Options, check};
use std::collections::BTreeSet;

/// The blocks of code of a page: what stands behind the backticks, and the code.
fn blocks(page: &Page) -> Vec<(&str, String)> {
    let mut blocks: Vec<(&str, String)> = Vec::new();
    let mut is_open = false;
    for line in page.text.lines() {
        match line.strip_prefix("```") {
            Some(kind) if !is_open => blocks.push((kind, String::new())),
            Some(_) => {}
            None if is_open => blocks.last_mut().expect("it is open").1.extend([line, "\n"]),
            None => continue,
        }
        is_open = line.starts_with("```") != is_open;
    }
    assert!(!is_open, "{}: a block is not closed", page.name);
    blocks
}

#[test]
fn what_pages_say_about_programs_is_so() {
    for page in &PAGES {
        let mut programs = 0;
        for (kind, code) in blocks(page) {
            let Some(said) = kind.strip_prefix("bp ") else {
                assert_eq!(kind, "text", "{}", page.name);
                continue;
            };
            programs += 1;
            let (program, _) = read(code.as_str(), Ladder::Standard);
            assert_eq!(program.is_none(), said == "REJECTED", "{}: {code}", page.name);
            if program.is_some() {
                let options = Options::default().with_all(true);
                let outcome = check(&Source::new("page.bp", code.as_str()), &options).expect("a program");
                let expected = match said {
                    "SAFE" => Overall::Safe,
                    "UNSAFE" => Overall::Unsafe,
                    other => panic!("{}: what is {other}?", page.name),
                };
                assert_eq!(outcome.overall(), expected, "{}: {code}", page.name);
            }
        }
        assert!(programs > 0, "{} has no example", page.name);
    }
}

#[test]
fn each_word_of_the_language_has_a_page() {
    let words = include_str!("../../../src/lang/syntax/token.rs").lines();
    let words = words.filter_map(|line| line.trim().strip_prefix("#[token(\"")?.split('"').next());
    let words: Vec<&str> = words.collect();
    assert!(words.len() > 60 && words.contains(&Token::Schoose.to_string().as_str()), "{words:?}");
    for word in words {
        assert!(Page::find(word).is_some(), "there is no page about `{word}`");
    }
}

#[test]
fn names_mean_one_page_each() {
    let mut names = BTreeSet::new();
    for name in Page::names() {
        assert!(names.insert(name), "`{name}` means two pages");
    }
}

#[test]
fn pages_are_well_formed() {
    for page in &PAGES {
        assert!(page.text.starts_with(&format!("# {}: ", page.name)), "{}", page.name);
        assert!(page.text.lines().all(|line| line.chars().count() <= 80), "{} is too wide", page.name);
        let references = page.text.lines().last().and_then(|line| line.strip_prefix("See also: "));
        let references = references.unwrap_or_else(|| panic!("{} refers to no other page", page.name));
        for name in references.split(", ") {
            assert!(PAGES.iter().any(|other| other.name == name && name != page.name), "{}: {name}", page.name);
        }
    }
}

#[test]
fn each_file_is_a_page() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/language");
    let files = folder.read_dir().expect("the folder of pages").flatten().map(|file| file.file_name());
    let files: BTreeSet<String> = files.map(|name| name.to_string_lossy().into_owned()).collect();
    assert_eq!(files, PAGES.iter().map(|page| format!("{}.md", page.name)).collect());
}
