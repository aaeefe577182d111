//! What a reader sees: lines that are not too long, colors where they are wanted, and no trace that nobody could read.

use super::Room;

/// A driver with long names.
const LONG: &str = "decl {device->extension->flags==0}, {device->extension->next!=NULL};

void main()
begin
  {device->extension->flags==0}, {device->extension->next!=NULL} := T, *;
  assert({device->extension->next!=NULL});
end
";

/// Three rounds that go the same way, things that say nothing, and a choice that changes nothing.
const ROUNDS: &str = "decl a, i, j;
void main()
begin
  a, i, j := F, F, F;
  while (!i | !j) do
    skip;
    assume(T);
    i, j := !i, j ^ i;
  od
  a := *;
  assert(a);
end
";

#[test]
fn lines_are_as_long_as_they_may_be() {
    let room = Room::new(&[("x.bp", LONG)]);
    let widest = |columns: Option<&str>| {
        let mut command = room.command("check x.bp");
        columns.into_iter().for_each(|columns| _ = command.env("COLUMNS", columns));
        let out = String::from_utf8(command.output().expect("it runs").stdout).expect("text");
        out.lines().map(|line| line.chars().count()).max().expect("lines")
    };
    assert!((61..=80).contains(&widest(None)), "{}", widest(None));
    assert!((41..=60).contains(&widest(Some("60"))), "{}", widest(Some("60")));
    assert!((81..=160).contains(&widest(Some("160"))), "{}", widest(Some("160")));
    assert_eq!(widest(Some("nonsense")), widest(None));
    assert_eq!(widest(Some("0")), widest(None));
}

#[test]
fn there_are_colors_where_they_are_wanted() {
    let room = Room::new(&[("x.bp", ROUNDS), ("wrong.bp", "decl")]);
    let plain = room.run("check x.bp");
    assert!(!plain.stdout.contains('\x1b'), "{}", plain.stdout);
    let colored = room.run("check --color always x.bp").stdout;
    for part in ["\x1b[1;31mVIOLATION\x1b[0m", "\x1b[1;36ma=0 (*)\x1b[0m", "verdict: \x1b[1;31mUNSAFE\x1b[0m"] {
        assert!(colored.contains(part), "{part}: {colored}");
    }
    let mut uncolored = colored;
    while let Some(start) = uncolored.find('\x1b') {
        let end = uncolored[start..].find('m').expect("the end of a sequence") + start;
        uncolored.replace_range(start..=end, "");
    }
    assert_eq!(uncolored, plain.stdout);
    assert!(room.run("--color always check wrong.bp").stderr.contains("\x1b[1;31merror["));
    assert!(!room.run("check --color never wrong.bp").stderr.contains('\x1b'));
}

#[test]
fn what_tells_nothing_has_no_row_and_every_choice_has_one() {
    let shown = Room::new(&[("x.bp", ROUNDS)]).run("check x.bp").stdout;
    for left_out in ["skip", "assume"] {
        assert!(!shown.contains(left_out), "{shown}");
    }
    assert!(shown.contains(" 5-8  ... 2 times more the same way ..."), "{shown}");
    assert!(shown.contains("a := *") && shown.contains("a=0 (*)"), "{shown}");
}

#[test]
fn what_nobody_could_read_is_not_unfolded() {
    let room = Room::new(&[]);
    room.run("generate doubling --procedures 66 --unsafe -o x.bp");
    let answer = room.run("check --unfold --trace t.json x.bp");
    assert_eq!(answer.code, Some(10));
    assert!(answer.stderr.contains("note: the trace has about 2^"), "{}", answer.stderr);
    assert!(answer.stderr.contains("--unfold writes at most 10,000,000"), "{}", answer.stderr);
    assert!(answer.stdout.len() < 20_000 && answer.stdout.ends_with("verdict: UNSAFE\n"), "{}", answer.stdout);
    let answer = room.run("trace show --unfold x.bp t.json");
    assert_eq!((answer.code, answer.stdout.as_str()), (Some(2), ""));
    assert!(answer.stderr.starts_with("error: the trace has about 2^"), "{}", answer.stderr);
    assert_eq!(room.run("check --format moped --unfold x.bp").stdout, "YES.\n");
}

#[test]
fn a_file_of_yesterday_is_told_of_whatever_the_ending() {
    let room = Room::new(&[("wrong.bp", "decl"), ("t.json", "{}"), ("c.json", "{}")]);
    let answer = room.run("check --trace t.json --certificate c.json wrong.bp");
    assert_eq!(answer.code, Some(3));
    for file in ["t.json", "c.json"] {
        let told = format!("note: there is no verdict, so {file} is what it was before this check\n");
        assert!(answer.stderr.contains(&told), "{}", answer.stderr);
    }
}
