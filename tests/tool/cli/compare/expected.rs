//! Lists of right answers that fit the inputs, or do not.

use super::*;

#[test]
fn a_list_of_answers_that_fits_nothing_is_no_list() {
    let room = room(4);
    let list = |text: &str| std::fs::write(room.path("list.tsv"), text).expect("a file");
    list("file\texpected\n000.bp\tSAFE\n");
    let campaign = "compare in --engines explicit --expected list.tsv --output out";
    let answer = room.run(campaign);
    assert_eq!(answer.code, Some(3), "{answer:?}");
    assert_eq!(
        answer.stderr,
        "error: 0 of 4 inputs have an expected answer in list.tsv; in/000.bp, for one, has none\n\
         note: the names in it are relative to the folder that it is in, `.`; 1 of them name no file, such as 000.bp\n"
    );
    assert!(!room.path("out").exists(), "nothing was run");
    list("file\texpected\nin/000.bp\tSAFE\nin/001.bp\tUNSAFE\n");
    let answer = room.run(campaign);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert!(
        answer.stderr.starts_with("warning: 2 of 4 inputs have an expected answer in list.tsv; in/002.bp, for one"),
        "{}",
        answer.stderr
    );
    list("file\texpected\nin/000.bp\tSAFE\nin/001.bp\tSAEF\n");
    let answer = room.run(&format!("{campaign} --resume"));
    assert_eq!(answer.code, Some(3), "{answer:?}");
    assert!(answer.stderr.contains("line 3: expected SAFE or UNSAFE"), "{}", answer.stderr);
    list("file\tanswer of mine\nin/000.bp\tSAFE\n");
    let answer = room.run(&format!("{campaign} --resume"));
    assert!(answer.stderr.contains("found `file`, `answer of mine`"), "{}", answer.stderr);
}

/// A program may say of itself that all its runs satisfy a formula, or not all.
#[test]
fn a_program_says_which_formula_it_is_about() {
    let room = super::room(1);
    for (file, flags) in [("ends", ""), ("does_not", " --unsafe")] {
        let made = room.run(&format!("generate words quicksort --bits 2{flags} -o in/{file}.bp"));
        assert_eq!(made.code, Some(0), "{made:?}");
    }
    let answer = room.run("compare in --engines explicit,saturation:heads --output out");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert_eq!(answer.stdout.lines().next(), Some("3 inputs; 3 have an expected answer (2 SAFE, 1 UNSAFE)"));
    assert!(runs(&room, "out/runs.jsonl").iter().all(|run| run["verdict"] == run["expected"]), "{answer:?}");
    let tool = "name = \"t\"\ncommand = [\"true\", \"{input}\"]\ninput = \"bp\"\n\n[[answer]]\nverdict = \"SAFE\"\nstdout = 'sat'\n";
    std::fs::write(room.path("t.toml"), tool).expect("a file");
    let refused = room.run("compare in --engines explicit --tool t.toml --output other");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("does_not.bp asks for a formula"), "{}", refused.stderr);
    let refused = room.run("compare in --engines explicit --label L --output other");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("--label is not about these"), "{}", refused.stderr);
    std::fs::write(room.path("list.csv"), "file,expected\nin/does_not.bp,SAFE\n").expect("a file");
    let listed = room.run("compare in/does_not.bp --engines explicit --expected list.csv --output listed");
    assert_eq!(
        listed.stdout.lines().next(),
        Some("1 inputs; 1 have an expected answer (1 SAFE, 0 UNSAFE)"),
        "{listed:?}"
    );
    let fair = room.run("compare in/does_not.bp --engines explicit --fair end --output fair");
    assert_ne!(fair.code, Some(4), "what it says is about another question: {fair:?}");
}

/// What a program says of itself is about its own properties, and no answer about a formula or a monitor.
#[test]
fn answers_about_formulas_stand_in_lists() {
    let room = super::room(2);
    std::fs::write(room.path("end.monitor"), "state s { on end goto error; }").expect("a file");
    std::fs::write(room.path("all.ltl"), "F (end | violation)\n").expect("a file");
    let head = |arguments: &str| {
        let answer = room.run(&format!("compare in --engines explicit,recmc {arguments}"));
        (answer.code, answer.stdout.lines().next().unwrap_or(&answer.stderr).to_string())
    };
    let nobody = "2 inputs; 0 have an expected answer (0 SAFE, 0 UNSAFE)".to_string();
    assert_eq!(head("--ltl-file all.ltl --output a"), (Some(0), nobody.clone()));
    assert!(runs(&room, "a/runs.jsonl").iter().all(|run| run["verdict"] == "SAFE"));
    assert_eq!(head("--monitor end.monitor --output b"), (Some(0), nobody));
    assert!(runs(&room, "b/runs.jsonl").iter().any(|run| run["verdict"] == "UNSAFE"));
    std::fs::write(room.path("list.csv"), "file,expected\nin/000.bp,SAFE\nin/001.bp,SAFE\n").expect("a file");
    let known = "2 inputs; 2 have an expected answer (2 SAFE, 0 UNSAFE)".to_string();
    assert_eq!(head("--terminates --expected list.csv --output c"), (Some(4), "wrong answers: 2".to_string()));
    assert_eq!(head("--ltl-file all.ltl --expected list.csv --output d"), (Some(0), known));
    for (refused, why) in [
        ("--output e -- --terminates", "they stand before `--`"),
        ("--terminates --label L --output e", "--label is not about formulas"),
        ("--monitor end.monitor --fair L --output e", "a monitor errs on what was done"),
    ] {
        let answer = room.run(&format!("compare in --engines explicit {refused}"));
        assert_eq!(answer.code, Some(2), "{answer:?}");
        assert!(answer.stderr.contains(why), "{answer:?}");
    }
}
