//! `--format newton`, `moped` and `sarif`, and the maps beside a program.

use super::*;
use crate::support;
use serde_json::{Value, json};

const EXAMPLE: &str = include_str!("../../../bp-examples/drivers/plug-and-play-bug.bp");
const MAPS: [(&str, &str); 2] = [
    ("pnp.f", "main\tdriver_main\tdriver.c\nDispatchRead, PnpRead, src/pnp driver.c\nServeRead PnpServe driver.c\n"),
    ("pnp.v", "{st==1} status is IDLE\n{dev==0}\tdev==0\n"),
];
const SIMPLE: &str = "decl {p}, q;\nvoid f()\nbegin\n  decl {l};\n  c2bp_b_7: c2bp_i_7_1: {l}, {p} := T, T;\n  c2bp_i_7_2: return;\nend\n\
    void main()\nbegin\n  c2bp_b_1: c2bp_b_1: {p}, q := F, F;\n  f();\n  plain: c2bp_i_2: assert(!{p});\nend\n";

fn log(answer: &Answer) -> Value {
    serde_json::from_str(&answer.stdout).unwrap_or_else(|error| panic!("{error} in\n{}", answer.stdout))
}

/// A room with the example, and the maps, if they are wanted.
fn room(maps: bool) -> Room {
    let room = Room::new(&[("pnp.bp", EXAMPLE)]);
    MAPS.iter().filter(|_| maps).for_each(|(name, text)| std::fs::write(room.path(name), text).expect("a file"));
    room
}

#[test]
fn maps_change_what_a_trace_says_and_nothing_else() {
    let (without, with) = (room(false).run("check pnp.bp"), room(true).run("check pnp.bp"));
    assert_eq!((with.code, with.stderr.as_str()), (Some(10), ""));
    assert_eq!(without.results(), with.results());
    insta::assert_snapshot!(with.stdout);
}

#[test]
fn a_trace_that_was_kept_is_shown_with_the_maps() {
    let room = room(true);
    let check = room.run("check --trace t.json pnp.bp").stdout;
    assert!(check.starts_with(&room.run("trace show pnp.bp t.json").stdout), "{check}");
}

#[test]
fn bad_maps_are_warnings() {
    let room = room(false);
    let good = room.run("check pnp.bp");
    std::fs::write(room.path("pnp.f"), b"main driver_main\n\xff\xfe\0 x\n").expect("a file");
    std::fs::write(room.path("pnp.v"), "{dev==0} dev==0\n\n{dev==0} dev!=0\n").expect("a file");
    let answer = room.run("check --deny warnings pnp.bp");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(10), good.stdout.as_str()));
    for place in [" --> pnp.f:1:1", " --> pnp.v:3:1"] {
        assert!(answer.stderr.contains(place), "{}", answer.stderr);
    }
    assert_eq!(answer.stderr.matches("warning[companion]").count(), 2, "{}", answer.stderr);
    let answer = room.run("check --format json pnp.bp");
    let document = log(&answer);
    let paths: Vec<&Value> =
        document["diagnostics"].as_array().expect("a list").iter().map(|remark| &remark["path"]).collect();
    assert_eq!(paths, ["pnp.f", "pnp.v"]);
}

#[test]
fn what_is_no_map_is_passed_over() {
    let room = room(false);
    let good = room.run("check pnp.bp").stdout;
    std::fs::create_dir(room.path("pnp.f")).expect("a folder");
    let file = std::fs::File::create(room.path("pnp.v")).expect("a file");
    file.set_len((16 << 20) + 1).expect("a hole");
    let answer = room.run("check pnp.bp");
    assert_eq!((answer.code, answer.stdout), (Some(10), good));
    assert_eq!(answer.stderr, "warning: pnp.v is left out: it has more than 16 MiB\n");
}

#[test]
fn json_tells_the_place_in_the_c_program() {
    let answer = room(true).run("check --format json --label ServeRead:c2bp_i_2_3 pnp.bp");
    let origin = json!({"file": "driver.c", "line": 15, "function": "PnpServe"});
    assert_eq!(log(&answer)["results"][0]["property"]["origin"], origin);
}

#[test]
fn newton() {
    let answer = room(true).run("check --format newton pnp.bp");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
    insta::assert_snapshot!(answer.stdout);
}

#[test]
fn newton_goes_backwards_through_all_calls() {
    let room = Room::new(&[("x.bp", SIMPLE), ("s.bp", SAFE)]);
    let answer = room.run("check --format newton x.bp");
    let path = "{p}=1 ;\n{p}=1 {l}=1 ;\n{p}=0 {l}=0 ;\n7\n// f\n1\n// main\n";
    let lines: Vec<&str> = answer.stdout.lines().collect();
    assert_eq!(lines[1..lines.len() - 1].join("\n") + "\n", path);
    assert_eq!(lines[lines.len() - 1], "// verdict: UNSAFE");
    let several = room.run("check --format newton s.bp gone.bp").stdout;
    let expected = "// file: s.bp\n// property 1 assert s.bp:5:3 main: SAFE\n// verdict: SAFE\n\n// file: gone.bp\n// error: cannot read gone.bp: ";
    assert!(several.starts_with(expected), "{several}");
    let unknown = room.run_with_stdin("check --format newton -", NOTHING);
    assert_eq!((unknown.code, unknown.stdout.as_str()), (Some(5), "// verdict: UNKNOWN (no property)\n"));
}

/// 2^64 steps of which a few have labels.
#[test]
fn newton_passes_over_what_says_nothing() {
    let room = Room::new(&[]);
    let program = room.run("generate doubling --procedures 64 --unsafe").stdout;
    std::fs::write(room.path("d.bp"), program.replace("assert(g)", "c2bp_b_9: assert(g)")).expect("a file");
    let answer = room.run("check --format newton --timeout 1m d.bp");
    assert!(answer.stdout.contains("\n9\n// main\n"), "{}", answer.stdout);
    let nothing = room.run_with_stdin("check --format newton -", &program).stdout;
    assert!(nothing.contains("\n// there is no label c2bp_b_ or c2bp_i_ on this path\n"), "{nothing}");
}

#[test]
fn moped() {
    let room = Room::new(&[("x.bp", UNSAFE), ("s.bp", SAFE), ("n.bp", NOTHING), ("b.bp", BROKEN)]);
    let said = |arguments: &str| {
        let answer = room.run(arguments);
        (answer.code, answer.stdout)
    };
    assert_eq!(said("check --format moped x.bp"), (Some(10), "YES.\n".into()));
    assert_eq!(said("check --format moped s.bp"), (Some(0), "NO.\n".into()));
    assert_eq!(said("check --format moped b.bp"), (Some(3), String::new()));
    let several = "file: x.bp\nYES.\n\nfile: s.bp\nNO.\n";
    assert_eq!(said("check --format moped x.bp s.bp"), (Some(10), several.into()));
}

/// Nothing that a script looks for is found in it: no `NO`, in whatever case, and no `YES`.
#[test]
fn moped_does_not_know() {
    let answer = Room::new(&[("n.bp", NOTHING)]).run("check --format moped n.bp");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(5), "UNDECIDED.\n"));
    assert!(!answer.stdout.to_uppercase().contains("NO") && !answer.stdout.contains("YES"));
    assert_eq!(answer.stderr, "note: n.bp: UNKNOWN (no property)\n");
}

#[test]
fn moped_with_the_trace() {
    let answer = room(false).run("check --format moped --unfold pnp.bp");
    assert_eq!(answer.code, Some(10));
    insta::assert_snapshot!(answer.stdout);
    // What a caller knows while it waits is what it knew when it called.
    let text = "decl g;\nbool f(x)\nbegin\n  g := x;\n  return !x;\nend\nvoid main()\nbegin\n  decl a;\n  g, a := F, T;\n  a := f(a);\n  assert(a);\nend\n";
    let answer = Room::new(&[("x.bp", text)]).run("check --format moped --unfold x.bp");
    let expected = "YES.\n\n--- START ---\nq (!g)\n <main/1 (!a)>\nq (!g)\n <main/2 (a)>\nq (!g)\n <f/1 (x)\n main/3 (a)>\nq (g)\n <f/2 (x)\n main/3 (a)>\nq (g)\n <main/3 (!a)>\n";
    assert_eq!(answer.stdout, expected);
}

#[test]
fn sarif() {
    let answer = room(true).run("check --format sarif pnp.bp");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
    insta::assert_snapshot!(answer.stdout.replace(env!("CARGO_PKG_VERSION"), "VERSION"));
}

#[test]
fn sarif_points_into_the_program_without_maps() {
    let log = log(&room(false).run("check --format sarif pnp.bp"));
    let finding = &log["runs"][0]["results"][0];
    let place = &finding["locations"][0];
    assert_eq!(place["physicalLocation"]["artifactLocation"]["uri"], "pnp.bp");
    let region = json!({"startLine": 10, "startColumn": 15, "endLine": 10, "endColumn": 19});
    assert_eq!(place["physicalLocation"]["region"], region);
    let steps = finding["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("steps");
    let last = steps.last().expect("a step");
    assert_eq!((&last["location"]["physicalLocation"], &last["nestingLevel"]), (&place["physicalLocation"], &json!(3)));
}

#[test]
fn sarif_tells_apart_what_holds_and_what_is_not_known() {
    let room = Room::new(&[("s.bp", SAFE), ("n.bp", NOTHING), ("x.bp", UNSAFE), ("b.bp", BROKEN)]);
    let run = |files: &str| {
        let answer = room.run(&format!("check --format sarif {files}"));
        let mut run = log(&answer)["runs"][0].take();
        (answer.code, run["results"].take(), run["invocations"][0].take())
    };
    let (code, results, invocation) = run("s.bp");
    let quiet = json!({"executionSuccessful": true, "toolExecutionNotifications": []});
    assert_eq!((code, results, invocation), (Some(0), json!([]), quiet));

    let (code, results, invocation) = run("s.bp n.bp");
    assert_eq!((code, results, &invocation["executionSuccessful"]), (Some(5), json!([]), &json!(false)));
    let notification = &invocation["toolExecutionNotifications"][0];
    assert_eq!(
        (&notification["level"], &notification["message"]["text"]),
        (&json!("warning"), &json!("n.bp: UNKNOWN (no property)"))
    );

    let (code, results, invocation) = run("x.bp s.bp b.bp");
    assert_eq!((code, results.as_array().map(Vec::len)), (Some(3), Some(1)));
    let levels: Vec<&Value> = invocation["toolExecutionNotifications"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|told| &told["level"])
        .collect();
    // The second property of the first file, the error in the last one, and its rejection.
    assert_eq!(levels, ["note", "error", "error"]);
    assert_eq!(invocation["executionSuccessful"], false);
}

#[test]
fn sarif_of_a_long_trace_is_short() {
    let room = Room::new(&[]);
    let program = room.run("generate doubling --procedures 64 --unsafe").stdout;
    let answer = room.run_with_stdin("check --format sarif -", &program);
    let log = log(&answer);
    let finding = &log["runs"][0]["results"][0];
    let steps = finding["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("steps").len();
    assert!(steps <= 200, "{steps}");
    let message = finding["message"]["text"].as_str().expect("a text");
    assert!(message.ends_with(&format!(": about 2^66 steps, {steps} of them in the code flow")), "{message}");
}

/// Whether the log is one, says the standard: `SARIF_SCHEMA` names its JSON schema, and `PYTHON` a Python with `jsonschema`.
#[test]
fn sarif_is_what_the_standard_asks_for() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".into());
    let has = |module: &str| Command::new(&python).args(["-c", &format!("import {module}")]).output();
    let Some(schema) =
        std::env::var_os("SARIF_SCHEMA").filter(|_| has("jsonschema").is_ok_and(|told| told.status.success()))
    else {
        support::skipped("SARIF_SCHEMA does not name the schema, or there is no Python with jsonschema");
        return;
    };
    let validate = "import json, sys, jsonschema\nschema = json.load(open(sys.argv[1]))\n\
        jsonschema.validators.validator_for(schema)(schema).validate(json.load(open(sys.argv[2])))";
    let room = room(true);
    for (name, text) in [("s.bp", SAFE), ("n.bp", NOTHING), ("x.bp", UNSAFE), ("b.bp", BROKEN), ("a b.bp", SIMPLE)] {
        std::fs::write(room.path(name), text).expect("a file");
    }
    let mut all = room.command("check --format sarif --all pnp.bp s.bp n.bp x.bp b.bp gone.bp");
    let output: Answer = all.arg("a b.bp").output().expect("it runs").into();
    for (name, log) in [("all", output.stdout), ("bad", output_without_version(&room))] {
        std::fs::write(room.path(name), log).expect("a file");
        let told =
            Command::new(&python).args(["-c", validate]).arg(&schema).arg(room.path(name)).output().expect("Python");
        assert_eq!(told.status.success(), name == "all", "{}", String::from_utf8_lossy(&told.stderr));
    }
}

/// A log that the schema has to refuse.
fn output_without_version(room: &Room) -> String {
    room.run("check --format sarif s.bp").stdout.replace("\"version\": \"2.1.0\"", "\"version\": \"2\"")
}
