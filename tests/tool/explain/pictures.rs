//! Pictures are what other tools take.

use crate::support;
use bpcheck::budget::Budget;
use bpcheck::engine::EngineSpec;
use bpcheck::engine::saturation::Direction;
use bpcheck::engine::saturation::account::rules;
use bpcheck::explain;
use bpcheck::lang::source::Diagnostics;
use bpcheck::outcome::Verdict;
use bpcheck::pds::explicit::parse;
use bpcheck::pipeline::load;
use bpcheck::report::explain::picture::{Mark, Picture};
use bpcheck::report::explain::{dot, svg, tikz};
use bpcheck::{Options, Source};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn written(write: impl Fn(&mut dyn Write, &Picture) -> std::io::Result<()>, picture: &Picture) -> String {
    let mut out = Vec::new();
    write(&mut out, picture).expect("memory takes everything");
    String::from_utf8(out).expect("text")
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Pictures of all kinds, with names that are no names elsewhere.
fn pictures() -> Vec<Picture> {
    let mut pictures = Vec::new();
    let nasty = "init <p_1, a$'>\n<p_1, a$'> -> <é, a$' b_ a$'>\n<é, b_> -> <p_1, >\ntarget <., b_ .*>";
    let texts = support::files(&here("pds-examples"), "pds")
        .into_iter()
        .map(|path| std::fs::read_to_string(path).expect("a text"));
    for text in texts.chain([nasty.to_string()]) {
        let source = Source::new("x_1.pds", text);
        let parsed = parse(&source, &mut Diagnostics::new(&source)).expect("a system");
        for direction in Direction::ALL {
            let done = rules(&parsed.system, direction, usize::MAX, &Budget::unlimited()).expect("no limit");
            let log = explain::system(&parsed, &source, done);
            pictures.extend([Some(0), Some(3), None].map(|step| Picture::of(&log, step)));
        }
    }
    for file in ["bp-examples/first-steps/lock-bug.bp", "bp-examples/corners/braced-names-safe.bp"] {
        let source = Source::new("x&<y>\".bp", std::fs::read(here(file)).expect("a text"));
        let loaded = load(&source, &Options::default()).expect("a program");
        for engine in support::variants() {
            let engine: EngineSpec = engine.parse().expect("an engine");
            let explained = explain::program(&loaded, &engine, &Options::default(), usize::MAX).expect("an outcome");
            pictures.extend([Some(5), None].map(|step| Picture::of(&explained.log, step)));
            for decision in &explained.decided.outcome.decisions {
                if let Verdict::Unsafe(replayed) = &decision.verdict {
                    pictures.push(Picture::of_trace(&loaded.program, replayed));
                }
            }
        }
    }
    pictures
}

#[test]
fn svg_is_xml_with_all_that_is_there() {
    for picture in pictures() {
        let text = written(svg::write, &picture);
        let mut reader = quick_xml::Reader::from_str(&text);
        let mut words = String::new();
        loop {
            match reader.read_event().unwrap_or_else(|error| panic!("{error}\n{text}")) {
                quick_xml::events::Event::Eof => break,
                quick_xml::events::Event::Text(part) => words += &part.decode().expect("text"),
                quick_xml::events::Event::GeneralRef(_) => {}
                _ => {}
            }
        }
        let paths = text.matches("marker-end").count();
        assert_eq!(paths, picture.arrows.len());
    }
}

#[test]
fn marks_tell_the_last_step() {
    let source = Source::new("x.pds", std::fs::read(here("pds-examples/esparza-2000.pds")).expect("a text"));
    let parsed = parse(&source, &mut Diagnostics::new(&source)).expect("a system");
    let done = rules(&parsed.system, Direction::Post, usize::MAX, &Budget::unlimited()).expect("no limit");
    let log = explain::system(&parsed, &source, done);
    // Step 5: p1 --g1--> [p1 g1], because of p0 --g0--> #1.
    let picture = Picture::of(&log, Some(5));
    let name = |node: usize| picture.nodes[node].lines[0].as_str();
    let marked = |mark: Mark| -> Vec<(&str, &str)> {
        let arrows = picture.arrows.iter().filter(|arrow| arrow.mark == mark);
        arrows.map(|arrow| (name(arrow.from), name(arrow.to))).collect()
    };
    assert_eq!(marked(Mark::New), [("p1", "[p1 g1]")]);
    assert_eq!(marked(Mark::Premise), [("p0", "#1")]);
    // What is in a picture stays where it was.
    let last = Picture::of(&log, None);
    for node in &picture.nodes {
        let same = last.nodes.iter().find(|other| other.lines == node.lines).expect("it stays");
        assert_eq!(same.at(), node.at());
    }
}

/// Whether a program is installed; said if it is not.
fn is_there(program: &str, argument: &str) -> bool {
    let found = Command::new(program).arg(argument).stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok();
    if !found {
        support::skipped(format_args!("there is no `{program}`"));
    }
    found
}

#[test]
fn graphviz_draws_what_is_written_for_it() {
    if !is_there("dot", "-V") {
        return;
    }
    for picture in pictures() {
        let text = written(dot::write, &picture);
        let mut dot =
            Command::new("dot").arg("-Tplain").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("dot");
        dot.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("it reads");
        let output = dot.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{text}");
        let plain = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(plain.lines().filter(|line| line.starts_with("node ")).count(), picture.nodes.len());
        assert_eq!(plain.lines().filter(|line| line.starts_with("edge ")).count(), picture.arrows.len());
    }
}

#[test]
fn latex_compiles_what_is_written_for_it() {
    if !is_there("pdflatex", "--version") {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let mut document =
        "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\\usepackage[T1]{fontenc}\n\\usepackage{tikz}\\usetikzlibrary{automata}\n\\begin{document}\n".to_string();
    for picture in pictures() {
        document += &(written(tikz::write, &picture) + "\n\\clearpage\n");
    }
    document += "\\end{document}\n";
    std::fs::write(folder.path().join("pictures.tex"), document).expect("a file");
    let output = Command::new("pdflatex")
        .args(["-interaction=nonstopmode", "-halt-on-error", "pictures.tex"])
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}
