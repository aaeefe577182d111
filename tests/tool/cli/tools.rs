//! Other tools in a campaign, as a description has them. The tools here are scripts.

use super::*;
use serde_json::Value;

/// A tool that says `sat` or `unsat`, whatever the script prints.
fn description(name: &str, script: &str, input: &str) -> String {
    format!(
        "name = '{name}'\nversion = ['echo', '{name} 1.2']\ncommand = ['sh', '-c', '{script}', '{{input}}', '{{program}}', '{{about}}']\n{input}\n\
         [[answer]]\nverdict = 'SAFE'\nstdout = '^sat$'\nexit = 0\n[[answer]]\nverdict = 'UNSAFE'\nstdout = '^unsat$'\n\
         [[answer]]\nverdict = 'UNKNOWN'\nreason = 'fragment'\nexit = 3\n"
    )
}

/// Programs one of which is safe, and a tool.
fn room(description: &str) -> Room {
    let room = Room::new(&[("safe.bp", SAFE), ("unsafe.bp", UNSAFE), ("tool.toml", description)]);
    std::fs::create_dir(room.path("out")).expect("a folder");
    room
}

const CAMPAIGN: &str = "compare safe.bp unsafe.bp --engines explicit --tool tool.toml --timeout 5s --output out";

/// The runs of the tool, in the order of the inputs.
fn runs(room: &Room) -> Vec<Value> {
    let log = room.read("out/runs.jsonl");
    let runs = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let mut runs: Vec<Value> = runs.filter(|run| run["engine"] != "explicit").collect();
    runs.sort_by_key(|run| run["input"]["path"].to_string());
    runs
}

fn column<'r>(runs: &'r [Value], pointer: &str) -> Vec<&'r Value> {
    runs.iter().map(|run| run.pointer(pointer).expect(pointer)).collect()
}

#[test]
fn a_tool_takes_part() {
    // The normal form has the parentheses of `assert`, and the file itself has not.
    let script = r#"case "$0" in *input.bp) ;; *) exit 9;; esac; grep -q "a := T" "$0" && echo sat || echo unsat"#;
    let room = room(&description("grep", script, "input = 'bp'"));
    let answer = room.run(CAMPAIGN);
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let found = runs(&room);
    assert_eq!(column(&found, "/verdict"), ["SAFE", "UNSAFE"]);
    assert_eq!(column(&found, "/tool/name"), ["grep"; 2]);
    assert_eq!(column(&found, "/tool/version"), ["grep 1.2"; 2]);
    assert!(found.iter().all(|run| run["cost"]["phases"]["convert_seconds"].is_number() && run["evidence"].is_null()));

    let resumed = room.run(&format!("{CAMPAIGN} --resume"));
    assert_eq!((resumed.code, runs(&room).len()), (Some(0), 2), "nothing is run again: {resumed:?}");
    std::fs::write(room.path("tool.toml"), description("grep", "echo sat", "input = 'bp'")).expect("a file");
    let changed = room.run(&format!("{CAMPAIGN} --resume"));
    assert_eq!(changed.code, Some(4), "another tool, and it is wrong: {changed:?}");
    assert!(changed.stdout.contains("unsafe.bp"), "{}", changed.stdout);
    assert_eq!(runs(&room).len(), 4);
}

#[test]
fn what_is_asked_is_told_to_all() {
    let script = r#"test "$0" = "$1" && test "$2 $3" = "--label other" && echo sat"#;
    let room = room(&description("about", script, "input = 'program'"));
    std::fs::write(room.path("labels.bp"), LABELS).expect("a file");
    let campaign = "compare labels.bp --engines explicit --tool tool.toml --label other --output out";
    let answer = room.run(campaign);
    assert_eq!(answer.code, Some(4), "explicit says UNSAFE of this label: {answer:?}");
    assert_eq!(column(&runs(&room), "/verdict"), ["SAFE"]);
    assert_eq!(column(&runs(&room), "/flags"), [&serde_json::json!(["--label", "other"])]);
    let answer = room.run("compare labels.bp --engines explicit --dialect moped --output dialect");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let log = std::fs::read_to_string(room.path("dialect/runs.jsonl")).expect("a log");
    assert!(log.contains(r#"["--dialect","moped"]"#), "{log}");
    let refused = room.run("compare labels.bp --engines explicit --tool tool.toml --output new -- --label=other");
    assert_eq!(refused.code, Some(2), "{refused:?}");
    assert!(refused.stderr.contains("stands before `--`"), "{}", refused.stderr);
}

#[test]
fn whatever_a_tool_does_is_recorded() {
    for (script, input, verdict, reason, error) in [
        ("exit 3", "program", "UNKNOWN", "fragment", ""),
        ("echo satisfied", "program", "null", "null", "no answer, exit code 0: satisfied"),
        ("echo sat; exit 1", "program", "null", "null", "no answer, exit code 1: sat"),
        ("echo unsat; kill -9 $$", "program", "null", "null", "no answer, signal 9: unsat"),
        ("sleep 30; echo sat", "program", "UNKNOWN", "time", ""),
        ("while :; do :; done", "program", "UNKNOWN", "time", ""),
        ("x=x; while :; do x=$x$x$x$x; done", "program", "UNKNOWN", "memory", ""),
    ] {
        let room = room(&description("tool", script, &format!("input = '{input}'")));
        let answer =
            room.run("compare safe.bp --engines explicit --tool tool.toml --timeout 1s --memory 200M --output out");
        assert_eq!(answer.code, Some(if error.is_empty() { 0 } else { 3 }), "{script}: {answer:?}");
        let run = &runs(&room)[0];
        assert_eq!(run["verdict"].as_str().unwrap_or("null"), verdict, "{script}: {run}");
        assert_eq!(run["reason"].as_str().unwrap_or("null"), reason, "{script}");
        assert!(run["error"].as_str().unwrap_or_default().starts_with(error), "{script}: {run}");
    }
}

#[test]
fn a_converter_may_fail() {
    let fails = "converter = {ending = 'x', command = ['sh', '-c', 'echo no clause >&2; exit 2']}";
    let room = room(&description("tool", "echo sat", fails));
    assert_eq!(room.run(CAMPAIGN).code, Some(3));
    assert_eq!(column(&runs(&room), "/error"), ["not converted: no answer, exit code 2: no clause"; 2]);
    let nothing = "converter = {ending = 'x', command = ['sh', '-c', 'exit 5']}";
    let room = self::room(&description("tool", "echo sat", nothing));
    assert_eq!(room.run(CAMPAIGN).code, Some(0));
    assert_eq!(column(&runs(&room), "/reason"), ["unsupported"; 2]);
    // What is no program cannot be converted, and says so.
    let room = self::room(&description("tool", "echo sat", "input = 'bp'"));
    std::fs::write(room.path("safe.bp"), "decl a; void main() begin").expect("a file");
    room.run(CAMPAIGN);
    let error = &runs(&room)[0]["error"];
    assert!(error.as_str().is_some_and(|error| error.starts_with("not converted: no answer, exit code 3")), "{error}");
}

/// bpcheck stands in for Moped, with its dialect and its words.
#[test]
fn moped_is_asked_about_each_property() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/tools/moped.toml");
    let text = std::fs::read_to_string(path).expect("a description");
    let own =
        format!("{} check --dialect moped --format moped \"$0\" --label \"$label\"", env!("CARGO_BIN_EXE_bpcheck"));
    let text = text.replace("moped -b -r \"$0\" \"$label\"", &own);
    assert!(text.contains(&own), "{text}");
    let room = room(&text);
    let two = "decl a; void main() begin a := T; assert(a); f(); end void f() begin assert(!a); end";
    std::fs::write(room.path("two.bp"), two).expect("a file");
    let answer =
        room.run("compare safe.bp two.bp unsafe.bp --engines explicit --tool tool.toml --timeout 5s --output out");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    assert_eq!(column(&runs(&room), "/verdict"), ["SAFE", "UNSAFE", "UNSAFE"], "{answer:?}");
}

#[test]
fn a_description_that_is_none_is_refused() {
    for (text, code, expected) in [
        ("name = 'x'\ncommand = ['x', '{inptu}']\n", 3, "2 |"),
        ("name = 'explicit'\ncommand = ['true']\ninput = 'bp'\n[[answer]]\nverdict = 'SAFE'\nexit = 0\n", 2, "twice"),
        (
            "name = 'x'\nversion = ['no-such-tool']\ncommand = ['true']\ninput = 'bp'\n[[answer]]\nverdict = 'SAFE'\nexit = 0\n",
            3,
            "cannot run `no-such-tool`",
        ),
    ] {
        let room = room(text);
        let answer = room.run(CAMPAIGN);
        assert_eq!(answer.code, Some(code), "{answer:?}");
        assert!(answer.stderr.contains(expected), "{}", answer.stderr);
        assert!(!room.path("out/runs.jsonl").exists());
    }
    let room = room("");
    let answer = room.run("compare safe.bp --tool gone.toml --output out");
    assert_eq!(answer.code, Some(3));
    assert!(answer.stderr.contains("cannot use gone.toml as a tool"), "{}", answer.stderr);
}

#[test]
fn our_descriptions_are_accepted() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("contrib/tools");
    let bpcheck = std::path::Path::new(env!("CARGO_BIN_EXE_bpcheck"));
    let files = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let tools = files.map(|path| match bpcheck::campaign::contestant::Tool::read(&path, bpcheck) {
        Ok(tool) => tool.name().to_string(),
        // The tool itself may not be here.
        Err(bad) if bad.to_string().starts_with("cannot run `") => bad.to_string(),
        Err(bad) => panic!("{}: {bad}", path.display()),
    });
    assert!(tools.count() > 5);
}

#[test]
fn a_tool_that_is_not_there_is_found_before_the_first_run() {
    let answers = "[[answer]]\nverdict = 'SAFE'\nstdout = 'sat'\n";
    let converter = "converter = {ending = 'x', command = ['{folder}/gone', '{input}']}";
    for (version, command, input) in [
        ("", "'no-such-solver'", "input = 'program'"),
        ("", "'/no/such/solver'", "input = 'program'"),
        ("", "'{folder}/tool.toml'", "input = 'program'"),
        ("", "'sh'", converter),
        ("version = ['sh', '-c', 'no-such-solver --version']", "'sh'", "input = 'program'"),
    ] {
        let room = room(&format!("name = 'x'\n{version}\ncommand = [{command}]\n{input}\n{answers}"));
        let answer = room.run(CAMPAIGN);
        assert_eq!(answer.code, Some(3), "{command}: {answer:?}");
        assert!(answer.stderr.contains("is it installed, and on the search path?"), "{command}: {}", answer.stderr);
        assert!(!room.path("out/runs.jsonl").exists(), "{command}");
    }
}
