//! Parts of what is asked, and parts of what is found: `--list`, `--property`, `--why`, `--view c`.

use super::Room;

/// Two properties that are violated, and what has nothing to do with either.
const TWO: &str = "decl a, b, c;
void noise() begin c := !c; end
void main()
begin
  a, b := F, F;
  noise();
  if (c) then
    noise();
  fi
  b := *;
  if (b) then
    a := T;
  fi
  assert(!a);
  assert(c);
end
";

#[test]
fn properties_are_listed_with_their_numbers() {
    let room = Room::new(&[("x.bp", TWO), ("wrong.bp", "decl"), ("none.bp", "void main() begin L: skip; end")]);
    let answer = room.run("check --list x.bp");
    let listed = "property 1 assert x.bp:14:3 main\nproperty 2 assert x.bp:15:3 main\n";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), listed, ""));
    let answer = room.run("check --list wrong.bp none.bp x.bp");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(3), listed));
    assert!(answer.stderr.contains("note: none.bp has no `assert`"), "{}", answer.stderr);
}

#[test]
fn one_property_keeps_its_number() {
    let room = Room::new(&[("x.bp", TWO)]);
    let answer = room.run("check --property 2 x.bp");
    assert_eq!(answer.results().lines().next(), Some("property 2 assert x.bp:15:3 main: UNSAFE"));
    let answer = room.run("check --all --property 2 --property 1 x.bp");
    assert_eq!(answer.results().matches("property ").count(), 2);
    for (number, told) in [("0", "property 0"), ("3", "property 3")] {
        let answer = room.run(&format!("check --property {number} x.bp"));
        assert_eq!(answer.code, Some(2));
        assert_eq!(answer.stderr, format!("error: there is no {told}: they are numbered from 1 to 2\n"));
    }
    let json = room.run("check --format json --property 2 x.bp").stdout;
    assert!(json.contains("\"number\": 2") && !json.contains("\"number\": 1"), "{json}");
}

#[test]
fn what_matters_is_shown_and_nothing_else() {
    let room = Room::new(&[("x.bp", TWO)]);
    let shown = room.run("check --why --property 1 x.bp").stdout;
    let rows: Vec<&str> = shown.lines().skip_while(|line| !line.starts_with("line")).skip(1).collect();
    let expected = [
        "  10  b := *                    b=1 (*)",
        "  11  if (b)                    -> true",
        "  12  a := T                    a=1",
        "  14  assert(!a)                VIOLATION",
    ];
    assert_eq!(rows[..expected.len()], expected, "{shown}");
    assert!(!shown.contains("noise") && !shown.contains("at the start"), "{shown}");
    let file = room.run("check --trace t.json --property 1 x.bp");
    assert_eq!(file.code, Some(10));
    let of_the_file = room.run("trace show --why x.bp t.json").stdout;
    assert!(shown.starts_with(&of_the_file), "{of_the_file}");
}

#[test]
fn a_log_tells_what_is_essential() {
    let room = Room::new(&[("x.bp", TWO)]);
    let log: serde_json::Value =
        serde_json::from_str(&room.run("check --format sarif --property 1 x.bp").stdout).expect("JSON");
    let steps = log.pointer("/runs/0/results/0/codeFlows/0/threadFlows/0/locations").expect("steps");
    let essential = |line: u64| {
        let at = steps.as_array().expect("an array").iter();
        let mut at =
            at.filter(|step| step.pointer("/location/physicalLocation/region/startLine") == Some(&line.into()));
        at.next().map(|step| step["importance"] == "essential")
    };
    assert_eq!([6, 10, 12, 14].map(essential), [Some(false), Some(true), Some(true), Some(true)], "{steps:#}");
}

/// Two lines of C, of which the first is two statements, and predicates by comments.
const FROM_C: &str = "decl b0; // x == 0
decl b1; // lock == 1
void main() begin
    // file main.c line 5 function main
  b0 := *;
  b1 := b0;
    // file main.c line 7 function main
  assert(!b1);
end
";

#[test]
fn a_trace_can_be_in_terms_of_the_c_program() {
    let room = Room::new(&[("x.bp", FROM_C), ("plain.bp", TWO)]);
    let shown = room.run("check --view c --trace t.json x.bp").stdout;
    let rows: Vec<&str> = shown.lines().skip_while(|line| !line.starts_with("C program")).collect();
    let expected = [
        "C program  statement                              effect",
        "main.c:5   {x == 0} := *; {lock == 1} := {x == 0}  {x == 0}=1 (*); {lock == 1}=1",
        "main.c:7   assert(!{lock == 1})                   VIOLATION",
    ];
    let squeezed = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(rows[..3].iter().map(|row| squeezed(row)).collect::<Vec<_>>(), expected.map(squeezed), "{shown}");
    assert!(!shown.contains("b0=") && !shown.contains("b1="), "{shown}");
    assert!(shown.starts_with(&room.run("trace show --view c x.bp t.json").stdout), "{shown}");
    let answer = room.run("check --view c --property 1 plain.bp");
    let told = "note: plain.bp does not tell from which C program it was made: --view c changes nothing\n";
    assert_eq!((answer.stderr.as_str(), answer.stdout), (told, room.run("check --property 1 plain.bp").stdout));
}

#[test]
fn a_page_has_the_same_rows() {
    let room = Room::new(&[("x.bp", TWO)]);
    assert_eq!(room.run("check --property 1 --html page.html x.bp").code, Some(10));
    let page = room.read("page.html");
    let why = page.split("\"why\":[").nth(1).and_then(|rest| rest.split(']').next()).expect("the reasons");
    let rows: serde_json::Value = serde_json::from_str(&format!("[{why}]")).expect("JSON");
    let lines: Vec<u64> = rows.as_array().expect("rows").iter().filter_map(|row| row["line"].as_u64()).collect();
    assert_eq!(lines, [10, 11, 12, 14], "{rows:#}");
    assert!(page.contains("id=\"tab-why\""));
}
