//! Runs by hand: commands on the standard input, deterministic text on the standard output.

use super::*;

const CHOICES: &str = "\
decl g;

bool f(p)
begin
  decl l;
  if (*) then
    g := p;
  fi
  return l;
end

void main()
begin
  decl a;
  a := f(schoose[F, F]);
  goto L, M;
  L: assume(a);
  M: assert(g);
end
";

/// What is said behind each command, after what is said at the beginning.
pub fn said(answer: &Answer) -> Vec<&str> {
    assert_eq!((answer.code, answer.stderr.as_str()), (Some(0), ""), "{}", answer.stdout);
    let mut said = answer.stdout.split("\n> ");
    let first = said.next().unwrap_or_default();
    std::iter::once(first).chain(said.map(|said| said.split_once('\n').map_or("", |(_, said)| said))).collect()
}

/// Whether a line of a text is this one.
pub fn has_line(text: &str, line: &str) -> bool {
    text.lines().any(|other| other == line)
}

#[test]
fn a_run_is_made_by_hand() {
    let room = Room::new(&[("x.bp", CHOICES)]);
    let answer = room.run_with_stdin("step x.bp", "n\n1\ninit l 1\nn\n0\nn\nM\n\n");
    let expected = "\
step 0, in main at x.bp:12:6
11 |
12 | void main()
   |      ^^^^
13 | begin
globals: g=0
main: a=0
arbitrary: g, a; 0 unless said otherwise (init g 1)
> n
step 1, in main at x.bp:15:3
14 |   decl a;
15 |   a := f(schoose[F, F]);
   |          ^^^^^^^^^^^^^ 0 or 1?
16 |   goto L, M;
globals: g=0
main: a=0
> 1
step 2, in f at x.bp:3:6
2 |
3 | bool f(p)
  |      ^
4 | begin
globals: g=0
f: p=1, l=0
calls: main:15 > f:3
arbitrary: l; 0 unless said otherwise (init l 1)
> init l 1
step 2, in f at x.bp:3:6
2 |
3 | bool f(p)
  |      ^
4 | begin
globals: g=0
f: p=1, l=1 (was 0)
calls: main:15 > f:3
arbitrary: l; 0 unless said otherwise (init l 1)
> n
step 3, in f at x.bp:6:3
5 |   decl l;
6 |   if (*) then
  |       ^ 1 (goes to line 7) or 0 (to line 9)?
7 |     g := p;
globals: g=0
f: p=1, l=1
calls: main:15 > f:6
> 0
step 4, in f at x.bp:9:3
 8 |   fi
 9 |   return l;
   |   ^^^^^^^^
10 | end
globals: g=0
f: p=1, l=1
calls: main:15 > f:9
> n
step 5, in main at x.bp:16:3
15 |   a := f(schoose[F, F]);
16 |   goto L, M;
   |   ^^^^^^^^^
17 |   L: assume(a);
globals: g=0
main: a=1 (was 0)
which target?
  1  L  line 17: assume(a)
  2  M  line 18: assert(g)
> M
step 6, in main at x.bp:18:6
17 |   L: assume(a);
18 |   M: assert(g);
   |      ^^^^^^^^^
19 | end
globals: g=0
main: a=1
> 
step 7, in main at x.bp:18:6
18 |   M: assert(g);
   |             ^ does not hold: g=0
VIOLATION: property 1, assert at x.bp:18:6; save FILE keeps the run
globals: g=0
main: a=1
> 
";
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), expected, ""));
}

#[test]
fn a_run_that_violates_a_property_is_saved_as_a_trace() {
    let room = Room::new(&[("x.bp", CHOICES)]);
    let commands = "save t.json\nn\n1\nover\n0\nover\nM\nn\nsave t.json\nn\nundo 2\nsave u.json\nrestart\n";
    let answer = room.run_with_stdin("step x.bp", commands);
    let said = said(&answer);
    assert_eq!(said[1], "the run has violated no property, and a trace ends with a violation");
    assert!(said[8].contains("M: assert(g);\n   |             ^ does not hold: g=0\n"), "{}", said[8]);
    assert!(has_line(said[8], "VIOLATION: property 1, assert at x.bp:18:6; save FILE keeps the run"), "{}", said[8]);
    let saved = "t.json has the run until the violation of property 1, assert at x.bp:18:6: 7 steps";
    assert_eq!(said[9], saved);
    assert_eq!(said[10], "the run is over; undo takes the last step back, restart begins again");
    assert!(said[11].starts_with("step 5, in main at x.bp:16:3\n") && said[12] == said[1], "{said:?}");
    assert!(said[13].starts_with("step 0, in main at x.bp:12:6\n"), "{}", said[13]);
    assert!(!room.path("u.json").exists());
    let replayed = room.run("trace replay x.bp t.json");
    let expected = "property assert x.bp:18:6 main: violated after 7 steps\nevidence: accepted\n";
    assert_eq!((replayed.code, replayed.stdout.as_str()), (Some(0), expected));
    assert_eq!(room.run("trace show x.bp t.json").code, Some(0));
}

#[test]
fn over_and_out_stop_where_something_is_to_be_chosen() {
    let room = Room::new(&[("x.bp", CHOICES)]);
    let over = room.run_with_stdin("step x.bp", "n\n1\nundo\nover\n1\nover\nover\n1\n");
    let heads: Vec<&str> = said(&over).iter().map(|said| said.lines().next().unwrap_or_default()).collect();
    let expected = [
        "step 0, in main at x.bp:12:6",
        "step 1, in main at x.bp:15:3",
        "step 2, in f at x.bp:3:6",
        "step 1, in main at x.bp:15:3",
        "something is to be chosen first:",
        "step 2, in f at x.bp:3:6",
        "step 3, in f at x.bp:6:3",
        "something is to be chosen first:",
        "step 4, in f at x.bp:7:5",
        "",
    ];
    assert_eq!(heads, expected);
    let out = room.run_with_stdin("step x.bp", "n\n1\nout\n1\n2\nout\n");
    let heads: Vec<&str> = said(&out).iter().map(|said| said.lines().next().unwrap_or_default()).collect();
    let expected = [
        "step 0, in main at x.bp:12:6",
        "step 1, in main at x.bp:15:3",
        "step 2, in f at x.bp:3:6",
        "step 3, in f at x.bp:6:3",
        "step 6, in main at x.bp:16:3",
        "step 7, in main at x.bp:18:6",
        "step 9, in main at x.bp:19:1",
        "",
    ];
    assert_eq!(heads, expected);
}

#[test]
fn several_answers_stand_in_one_line() {
    let room = Room::new(&[("x.bp", "decl a, b;\nvoid main()\nbegin\n  a, b := *, *;\n  dead a;\nend\n")]);
    let answer = room.run_with_stdin("step x.bp", "n\n1\n1 0\nundo\n0\n0\n1\n2\n");
    let said = said(&answer);
    assert_eq!(said[2], "4 |   a, b := *, *;\n  |              ^ 0 or 1?");
    assert!(said[3].starts_with("nothing more is to be chosen: `0` is too much\nstep 2, "), "{}", said[3]);
    assert!(has_line(said[3], "globals: a=1 (was 0), b=1 (was 0)"), "{}", said[3]);
    assert!(said[3].ends_with("the new value of a: 0 or 1?"), "{}", said[3]);
    assert!(has_line(said[4], "globals: a=0, b=0"), "{}", said[4]);
    assert!(has_line(said[6], "globals: a=0, b=0"), "{}", said[6]);
    assert!(said[7].starts_with("step 3, ") && has_line(said[7], "globals: a=1 (was 0), b=0"), "{}", said[7]);
    assert_eq!(said[8], "nothing is to be chosen here");
}

#[test]
fn what_blocks_a_run_is_told() {
    let text = "decl a;\nvoid main()\nbegin\n  enforce a;\n  assume(!a | *);\n  a := F;\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    let answer = room.run_with_stdin("step x.bp", "n\nundo\nundo\ninit a 1\nn\n0\nundo\n1\nn\n");
    let said = said(&answer);
    assert!(said[1].contains("4 |   enforce a;\n  |           ^ does not hold: a=0\nBLOCKED: "), "{}", said[1]);
    assert!(said[2].starts_with("step 0, ") && said[3].starts_with("this is the beginning\nstep 0, "), "{said:?}");
    assert!(said[6].contains("  |          ^^^^^^ does not hold: a=1, *=0\nBLOCKED: "), "{}", said[6]);
    assert!(said[8].starts_with("step 2, in main at x.bp:6:3\n"), "{}", said[8]);
    assert!(said[9].contains("4 |   enforce a;\n  |           ^ does not hold\nBLOCKED: "), "{}", said[9]);
}

#[test]
fn a_run_goes_on_behind_a_label() {
    let room = Room::new(&[("x.bp", LABELS)]);
    let answer = room.run_with_stdin("step x.bp", "n\nn\nsave t.json\nn\nn\n");
    let texts = said(&answer);
    let reached =
        "VIOLATION: property 1, label ERROR at x.bp:3:10 is reached; save FILE keeps the run, and it can go on";
    assert!(has_line(texts[1], reached), "{}", texts[1]);
    assert!(!texts[2].contains("VIOLATION") && texts[3].ends_with("label ERROR at x.bp:3:10: 2 steps"), "{texts:?}");
    assert!(has_line(texts[5], "the run ends: main returns"), "{}", texts[5]);
    assert_eq!(room.run("trace replay x.bp t.json").code, Some(0));
    let other = room.run_with_stdin("step --label f:other --entry f x.bp", "n\n");
    assert!(said(&other)[1].contains("VIOLATION: property 1, label other at x.bp:9:10 "), "{}", other.stdout);
}

#[test]
fn chance_is_the_same_each_time() {
    let room = Room::new(&[("x.bp", CHOICES)]);
    let commands = "random 100\nrestart\nrandom 100\nrestart\nrandom 100\nrestart\nrandom 100\n";
    let ways: Vec<String> =
        (0..8).map(|seed| room.run_with_stdin(&format!("step --seed {seed} x.bp"), commands).stdout).collect();
    assert_eq!(room.run_with_stdin("step --seed 5 x.bp", commands).stdout, ways[5]);
    assert!(ways.iter().any(|way| *way != ways[0]));
    assert!(ways.iter().any(|way| way.contains("VIOLATION")) && ways.iter().any(|way| way.contains("the run ends")));
}

#[test]
fn clauses_are_told_as_themselves() {
    let room = Room::new(&[("x.bp", UNSAFE)]);
    assert_eq!(room.run("convert x.bp --to smt2 -o x.smt2").code, Some(0));
    let answer = room.run_with_stdin("step --seed 1 x.smt2", "random 1000\nsave t.json\nrestart\n1\nundo\n");
    let said = said(&answer);
    assert!(said[1].contains("\nVIOLATION: property "), "{}", answer.stdout);
    assert_eq!((said[3], said[5]), (said[0], said[0]), "what the input has nothing like is taken back, too");
    let replayed = room.run("trace replay x.smt2 t.json");
    assert!(replayed.code == Some(0) && replayed.stdout.ends_with("evidence: accepted\n"), "{replayed:?}");
}

#[test]
fn what_cannot_be_done_is_told_and_ends_nothing() {
    let room = Room::new(&[("x.bp", CHOICES)]);
    let commands = "nxet\n7\nundo\ninit l 1\nundo x\nsave\nsave /gone/t.json\nn\n7\n\u{1b}[2J\nstack\nvars\nwhere\nhelp\nquit\nn\n";
    let answer = room.run_with_stdin("step x.bp", commands);
    let said = said(&answer);
    assert_eq!(said[1], "there is no command `nxet`: is `next` meant?; help lists them");
    assert_eq!(said[2], "nothing is to be chosen here");
    assert!(said[3].starts_with("this is the beginning\n"), "{}", said[3]);
    assert_eq!(said[4], "`l` is no variable with an arbitrary first value here");
    assert!(said[5].starts_with("expected a number of steps from 1 to "), "{}", said[5]);
    assert_eq!(said[6], "expected a file: save FILE");
    assert_eq!((said[9], said[10]), ("there is no such answer", "there is no command `[2J`; help lists them"));
    assert_eq!((said[11], said[12]), ("main  x.bp:15:3  a := f(schoose[F, F])\n  a=0", "globals: g=0\nmain: a=0"));
    assert!(said[13].starts_with(" 7 |     g := p;\n") && said[14].starts_with("next      n   "), "{said:?}");
    assert_eq!(said.len(), 16, "nothing is read behind quit: {said:?}");
}

#[test]
fn without_a_program_or_commands_there_is_no_run() {
    let room = Room::new(&[("x.bp", CHOICES), ("broken.bp", BROKEN)]);
    let nothing = room.run("step x.bp");
    assert!(nothing.code == Some(0) && nothing.stdout.ends_with("\n> \n"), "{nothing:?}");
    for (arguments, code) in [
        ("step -", 2),
        ("step --label gone x.bp", 2),
        ("step --entry gone x.bp", 2),
        ("step broken.bp", 3),
        ("step gone.bp", 3),
    ] {
        let answer = room.run(arguments);
        assert_eq!((answer.code, answer.stdout.as_str()), (Some(code), ""), "{arguments}: {answer:?}");
    }
}

/// What a command on a terminal says, if each of some keys is pressed once it has said the text before them since the last ones; `None` where
/// there is no program that makes a terminal.
#[cfg(target_os = "linux")]
fn on_a_terminal(room: &Room, arguments: &str, keys: &[(&str, &str)]) -> Option<String> {
    use std::io::Read;
    let command = format!("{} {arguments}", env!("CARGO_BIN_EXE_bpcheck"));
    let mut script = Command::new("script");
    script.args(["-qec", &command, "/dev/null"]).current_dir(room.path("")).env("TERM", "xterm");
    let mut child = script.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
    let (mut to, mut from) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
    let (sender, said) = std::sync::mpsc::channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = from.read(&mut bytes) {
            let _ = sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned());
        }
    });
    let (mut text, mut seen) = (String::new(), 0);
    for (before, keys) in keys {
        while !text[seen..].contains(before) {
            match said.recv_timeout(std::time::Duration::from_secs(20)) {
                Ok(more) => text += &more,
                Err(_) => {
                    let _ = child.kill();
                    panic!("{before:?} was not said: {text:?}");
                }
            }
        }
        seen = text.len();
        to.write_all(keys.as_bytes()).expect("it reads");
    }
    text.extend(said.iter());
    assert!(child.wait().expect("it ends").success(), "{text:?}");
    Some(text.replace('\r', ""))
}

#[test]
#[cfg(target_os = "linux")]
fn lines_are_edited_on_a_terminal() {
    let room = Room::new(&[("x.bp", CHOICES)]);
    // The cursor is put behind the prompt, and behind a line of one letter.
    let (empty, one) = ("\x1b[2C", "\x1b[3C");
    // Of `nx` the last letter is taken back; arrow up brings `n` again; Ctrl-C takes a line back, and Ctrl-D ends.
    let keys =
        [(empty, "nx\x7f\r"), (empty, "\x1b[A"), (one, "\r"), (empty, "abc\x03"), (empty, "undo\r"), (empty, "\x04")];
    let Some(said) = on_a_terminal(&room, "step x.bp", &keys) else {
        crate::support::skipped("there is no `script`, so there is no terminal");
        return;
    };
    let steps: Vec<&str> = said.lines().filter(|line| line.starts_with("step ")).map(|line| &line[..6]).collect();
    assert_eq!(steps, ["step 0", "step 1", "step 0"], "{said:?}");
    // That is what `n` says the second time.
    assert!(said.contains("something is to be chosen first:") && !said.contains("no command"), "{said:?}");
}
