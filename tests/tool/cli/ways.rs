//! Violations with the fewest steps, and on other paths: `--shortest`, `--another K`.

use super::Room;
use serde_json::{Value, json};

/// Three ways to one violation; the first one in the text is the longest.
const THREE: &str = "decl g;
void main()
begin
  goto A, B, C;
A: skip;
  skip;
  skip;
  goto D;
B: skip;
  goto D;
C: goto D;
D: assert(g);
end
";

#[test]
fn the_fewest_steps_and_other_ways() {
    let room = Room::new(&[("x.bp", THREE)]);
    let answer = room.run("check --shortest --another 5 x.bp");
    let expected = "property 1 assert x.bp:12:4 main: UNSAFE
shortest 1: 4 steps
another 1: 2 more (there is no other way)
engine: explicit
evidence: checked
verdict: UNSAFE
";
    assert_eq!((answer.code, answer.results()), (Some(10), expected));
    let shown: Vec<&str> =
        answer.stdout.lines().filter(|line| line.contains(" steps in ") || *line == "another way").collect();
    let run = "in 1 procedure run";
    let lengths = [4, 5, 7].map(|steps| format!("{steps} steps {run}"));
    assert_eq!(shown, [&lengths[0], "another way", &lengths[1], "another way", &lengths[2]]);
    let answer = room.run("check --another 1 x.bp");
    assert!(answer.results().contains("\nanother 1: 1 more\n") && !answer.results().contains("shortest"));
    assert_eq!(room.run("check --list --shortest x.bp").code, Some(2));
}

#[test]
fn each_way_is_in_the_documents() {
    let room = Room::new(&[("x.bp", THREE)]);
    let document: Value =
        serde_json::from_str(&room.run("check --format json --shortest --another 1 x.bp").stdout).unwrap();
    let expected = json!([{
        "property": 1, "steps": 4, "shortest": true, "reason": null, "others": [5], "why_no_more": null,
    }]);
    assert_eq!(document["ways"], expected);
    assert_eq!((&document["config"]["shortest"], &document["config"]["another"]), (&json!(true), &json!(1)));
    let log: Value = serde_json::from_str(&room.run("check --format sarif --another 2 x.bp").stdout).unwrap();
    assert_eq!(log["runs"][0]["results"][0]["codeFlows"].as_array().map(Vec::len), Some(3));
    let plain: Value = serde_json::from_str(&room.run("check --format json x.bp").stdout).unwrap();
    assert_eq!(plain.get("ways"), None);
}

#[test]
fn each_way_has_a_trace_that_is_replayed() {
    let room = Room::new(&[("x.bp", THREE)]);
    let answer = room.run("check --shortest --another 2 --trace way.json --html page.html x.bp");
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
    let mut texts = Vec::new();
    for name in ["way.json", "way.2.json", "way.3.json"] {
        assert_eq!(room.run(&format!("trace replay x.bp {name}")).code, Some(0), "{name}");
        texts.push(room.read(name));
    }
    assert!(texts[0] != texts[1] && texts[1] != texts[2]);
    assert_eq!(room.read("page.html").matches("\"name\":\"property 1, another way\"").count(), 2);
}

/// The search for a shortest trace has the limits of the check; what was found before stands.
#[test]
fn a_violation_stands_though_its_length_is_not_known() {
    let room = Room::new(&[]);
    let text = room.run("generate doubling --procedures 140 --unsafe").stdout;
    let room = Room::new(&[("long.bp", &text)]);
    let answer = room.run("check --shortest --another 1 long.bp");
    assert_eq!(answer.code, Some(10));
    let told = answer.results();
    assert!(told.contains("\nshortest 1: UNKNOWN (unsupported: runs of 2^128 steps)\n"), "{told}");
    assert!(told.contains("\nanother 1: 0 more (unsupported: paths of more than 1,000,000 steps)\n"), "{told}");
    let nodes = room.run("check --shortest --max-nodes 2 --engine explicit long.bp");
    assert!(nodes.results().contains("\nshortest 1: UNKNOWN (nodes)\n"), "{}", nodes.results());
    let document: Value = serde_json::from_str(&room.run("check --format json --shortest long.bp").stdout).unwrap();
    let ways = &document["ways"][0];
    assert_eq!((&ways["shortest"], &ways["reason"]), (&json!(false), &json!("unsupported: runs of 2^128 steps")));
    let digits = ways["steps"].as_str().expect("digits");
    assert!(digits.len() > 40 && digits.bytes().all(|digit| digit.is_ascii_digit()), "{digits}");
}

/// Files of traces beside that of `--trace`: none beside what is no file, and of those that are older it is said.
#[test]
fn traces_lie_beside_files_only() {
    let text = "decl g;\nvoid main()\nbegin\n  assert(g | !g);\nend\n";
    let room = Room::new(&[("x.bp", THREE), ("safe.bp", text)]);
    let noted = |args: &str| room.run(args).stderr;
    assert_eq!(
        noted("check --another 2 --trace /dev/null x.bp"),
        "note: /dev/null is no regular file, so traces on other paths are not written\n"
    );
    assert_eq!(noted("check --trace /dev/null x.bp"), "");
    assert_eq!(noted("check --another 2 --trace way.json x.bp"), "");
    let old = |why: &str, files: &[&str]| -> String {
        files.iter().map(|file| format!("note: {why}, so {file} is what it was before this check\n")).collect()
    };
    assert_eq!(noted("check --another 1 --trace way.json x.bp"), old("this check has found 2 traces", &["way.3.json"]));
    assert_eq!(
        noted("check --trace way.json x.bp"),
        old("this check has found 1 trace", &["way.2.json", "way.3.json"])
    );
    let all = ["way.json", "way.2.json", "way.3.json"];
    assert_eq!(noted("check --trace way.json safe.bp"), old("no violation was found", &all));
}

/// Calls that are entered and left alike go several ways, and each trace says which.
#[test]
fn calls_that_are_alike_are_told_apart() {
    let text = "decl g;
void f()
begin
  if (*) then
    skip;
  else
    skip;
    skip;
  fi
end
void main()
begin
  f();
  f();
  assert(g);
end
";
    let room = Room::new(&[("x.bp", text)]);
    let answer = room.run("check --shortest --another 9 --trace way.json --html page.html x.bp");
    assert!(answer.results().contains("\nanother 1: 3 more (there is no other way)\n"), "{}", answer.results());
    for name in ["way.json", "way.2.json", "way.3.json", "way.4.json"] {
        assert_eq!(room.run(&format!("trace replay x.bp {name}")).code, Some(0), "{name}");
        assert_eq!(room.run(&format!("trace show --why x.bp {name}")).code, Some(0), "{name}");
    }
}
