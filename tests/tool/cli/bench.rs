//! `bench`: a small table measured for real, and what becomes of limits, interrupts and mistakes.

use super::*;
use bpcheck::bench::{blocks, widest};
use serde_json::Value;
use std::time::{Duration, Instant};

fn checks(room: &Room) -> Vec<Value> {
    room.read("out/runs.jsonl").lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The rows of the only table, without its head.
fn rows(printed: &str) -> Vec<Vec<&str>> {
    let lines = printed.lines().filter(|line| line.starts_with('|')).skip(2);
    lines.map(|line| line.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn a_table_from_programs_to_figures() {
    let room = Room::new(&[]);
    let bench = "bench doubling --timeout 60s --repeat 1 --output out";
    let answer = room.run(bench);
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    let (head, _) = answer.stdout.split_once('\n').expect("lines");
    assert!(head.starts_with("bpcheck ") && head.ends_with("; at most 60 s and 2 GiB a check."), "{head}");
    assert_eq!(answer.stdout.matches("\n### ").count(), 1);
    let rows = rows(&answer.stdout);
    let names: Vec<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(names[..2], ["`doubling --procedures 50`", "`doubling --procedures 200`"]);
    for row in &rows {
        let figures: Vec<f64> = row[1..].iter().map(|figure| figure.parse().expect("a figure")).collect();
        assert!(figures.len() == 5 && figures.iter().all(|&figure| figure > 0.0), "{row:?}");
    }

    let checks = checks(&room);
    assert_eq!((rows.len(), checks.len()), (6, 24));
    assert!(checks.iter().all(|check| check["verdict"] == check["expected"] && check["expected"].is_string()));
    let generated = room.run("generate doubling --procedures 50 --unsafe").stdout;
    assert_eq!(room.read("out/programs/doubling-procedures-50-unsafe.bp"), generated);
    assert_eq!(room.run("compare merge out --output plots").code, Some(0));

    let again = room.run(bench);
    assert_eq!((again.code, again.stdout.as_str()), (Some(2), ""));
    assert!(again.stderr.contains("out/runs.jsonl holds 24 checks already"), "{}", again.stderr);
}

#[test]
fn who_does_not_decide_is_not_asked_again() {
    let room = Room::new(&[]);
    let answer = room.run("bench doubling --timeout 1ms --output out");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(rows(&answer.stdout).iter().all(|row| row[1..] == ["-"; 5]), "{}", answer.stdout);
    assert_eq!(checks(&room).len(), 8, "each engine has one try at each family");
}

/// Each program over numbers has a row, with and without its mistake, and there is a picture.
#[test]
fn the_frontier_has_a_row_for_each_program() {
    let room = Room::new(&[]);
    let answer = room.run("bench words --timeout 1ms --repeat 1 --output out");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    let rows = rows(&answer.stdout);
    assert_eq!((rows.len(), rows[0][0], rows[1][0]), (66, "`id`", "`id --unsafe`"));
    assert!(rows[..64].iter().all(|row| row[1..] == ["- / -"; 4]), "{}", answer.stdout);
    assert_eq!(rows[64][..2], ["decided with 8 bits", "0 of 64"]);
    assert_eq!(room.read("out/words.svg").matches(">–<").count(), 512);
    assert_eq!(checks(&room).len(), 512, "each engine has one try at few bits, and one at few inputs");
}

/// What is trivial is decided with all widths, by whoever is fastest; nobody who has fallen behind is asked on.
#[test]
fn the_widest_numbers_and_who_decides_them() {
    let room = Room::new(&[]);
    let answer = room.run("bench widest --program ball_rajamani --timeout 30s --repeat 1 --output out");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    let rows = rows(&answer.stdout);
    assert_eq!(rows.iter().map(|row| row[0]).collect::<Vec<_>>(), ["`ball_rajamani`", "`ball_rajamani --unsafe`"]);
    for row in rows {
        assert_eq!((row[1], row[4]), ("64", "64"), "{}", answer.stdout);
        assert!(row[2].starts_with('`') && row[3].parse::<f64>().is_ok_and(|seconds| seconds < 30.0), "{row:?}");
    }
    assert!(answer.stdout.contains("2 with 8 bits") && answer.stdout.contains("2 with 64 bits"), "{}", answer.stdout);
}

#[test]
fn nobody_is_wide_within_a_millisecond() {
    let room = Room::new(&[]);
    let answer = room.run("bench widest --program gcd --timeout 1ms --output out");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(!answer.stdout.contains("the median of"), "{}", answer.stdout);
    assert!(rows(&answer.stdout).iter().all(|row| row[1..] == ["-", "", "", "-", "", ""]), "{}", answer.stdout);
    let engines = widest::engines();
    assert_eq!(checks(&room).len(), 4 * engines.len(), "each engine has one try at each climb");

    let answer = room.run("bench bebop --program gcd");
    assert_eq!(answer.code, Some(2), "{answer:?}");
    assert!(answer.stderr.contains("--program is about the tables `words`, `widest` and `depth`"), "{answer:?}");
}

/// Each program over numbers has a row; engines that unwind calls come first, and say how far they have.
#[test]
fn what_is_unwound_has_a_row_for_each_program() {
    let room = Room::new(&[]);
    let answer = room.run("bench depth --timeout 1ms --repeat 1 --bits 2 --output out");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    let table = rows(&answer.stdout);
    let (decided, programs) = table.split_last().expect("rows");
    assert_eq!((programs[0][0], programs[1][0], decided[0]), ("`id`", "`id --unsafe`", "decided"));
    assert!(programs.iter().all(|row| row[1..].iter().all(|cell| *cell == "-")), "{}", answer.stdout);
    assert_eq!(checks(&room).len(), programs.len() * (decided.len() - 1), "each engine has one try at each");
    assert!(answer.stdout.contains("Numbers of 2 bits, all inputs."), "{}", answer.stdout);
}

/// Each program has a row, for each way to keep tables.
#[test]
fn what_tables_save_has_a_row_for_each_program() {
    let room = Room::new(&[]);
    let answer = room.run("bench blocks --timeout 1ms --repeat 1 --output out");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    let table = rows(&answer.stdout);
    let (decided, programs) = table.split_last().expect("rows");
    assert_eq!((programs[0][0], decided[0]), ("`wide --bits 4 --data 60 --shape recursion`", "decided"));
    assert_eq!(checks(&room).len(), programs.len() * (decided.len() - 1), "each engine has one try at each");
}

/// The engines that tell of tables say all that the table shows.
#[test]
fn what_tables_save_is_told_by_who_has_them() {
    let room = Room::new(&[(
        "a.bp",
        "decl a; void main() begin a := F; f(); f(); assert(!a); end\nvoid f() begin a := !a; end\n",
    )]);
    for engine in blocks::engines() {
        let folder = engine.replace(':', "-");
        let answer = room.run(&format!("compare a.bp --engines {engine} --output {folder}"));
        assert_eq!(answer.code, Some(0), "{answer:?}");
        let log = room.read(&format!("{folder}/runs.jsonl"));
        let record = serde_json::from_str(log.lines().next().expect("a check")).expect("a record");
        let told = blocks::tabled(engine, &record).map(|told| (told.tracked, told.live));
        let expected = if engine.starts_with("bam") { Some((1, 1)) } else { None };
        assert_eq!(told, expected, "{engine}");
    }
}

/// A paper has its tables, its claims and a page; without answers nothing is said to be reproduced, or not to be.
#[test]
fn a_paper_has_its_claims_and_a_page() {
    let room = Room::new(&[]);
    let answer = room.run("bench papers --paper 2015-fedyukovich --timeout 1ms --html page.html --output out");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{answer:?}");
    assert!(answer.stdout.contains("\n### 2015-fedyukovich\n") && !answer.stdout.contains("2007-basler"), "{answer:?}");
    assert!(answer.stdout.contains("; at most 0.001 s and 2 GiB a check.\n"), "each is asked once: {}", answer.stdout);
    let (claims, _) = answer.stdout.split_once("### What was reproduced").expect("a summary");
    assert_eq!(claims.matches(". **not measured** (").count(), claims.matches(". **").count(), "{claims}");
    let page = room.read("page.html");
    assert!(page.ends_with("</html>\n") && page.contains("1 &lt; In &lt; ν"), "{page}");
    assert!(checks(&room).iter().all(|check| check["engine"].as_str().is_some_and(|engine| !engine.ends_with("in=9"))));
}

#[test]
fn flags_of_papers_are_about_papers() {
    let room = Room::new(&[]);
    for (arguments, part) in [
        ("bench bebop --html page.html", "--html is about the table `papers`: name it"),
        ("bench --paper 2012-sery", "--paper is about the table `papers`: name it"),
        ("bench papers --paper 2013-nobody", "2015-friedberger"),
    ] {
        let answer = room.run(arguments);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""), "{arguments}");
        assert!(answer.stderr.contains(part), "{}", answer.stderr);
    }
}

#[test]
fn an_interrupt_ends_it() {
    let room = Room::new(&[]);
    let child = room.command("bench bebop --timeout 60s --output out").spawn().expect("it runs");
    let (id, start) = (child.id().to_string(), Instant::now());
    while std::fs::read_to_string(room.path("out/runs.jsonl")).map_or(0, |log| log.lines().count()) < 3 {
        assert!(start.elapsed() < Duration::from_secs(60), "no check has ended");
        std::thread::sleep(Duration::from_millis(10));
    }
    assert!(Command::new("kill").args(["-INT", &id]).status().expect("it runs").success());
    let start = Instant::now();
    let answer: super::Answer = child.wait_with_output().expect("it ends").into();
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(130), ""), "{answer:?}");
    assert_eq!(answer.stderr, "interrupted in the table bebop\n");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn tables_are_listed() {
    let room = Room::new(&[]);
    let unknown = room.run("bench bebop nothing");
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(2), ""));
    let help = room.run("bench --help").stdout;
    for name in
        bpcheck::bench::published::tables().iter().map(|table| table.name).chain(["words", "depth", "blocks", "papers"])
    {
        assert!(unknown.stderr.contains(name), "{}", unknown.stderr);
        assert!(help.contains(&format!("- {name}: ")), "{help}");
    }
    for (arguments, code) in [("bench --repeat 0", 2), ("bench --timeout soon", 2), ("bench --output /dev/null", 3)] {
        assert_eq!(room.run(arguments).code, Some(code), "{arguments}");
    }
}
