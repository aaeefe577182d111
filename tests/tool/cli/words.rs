//! Bits that belong together are shown as one number: by a comment, by predicates, by `--words`.

use super::Room;

/// A counter of three bits, in a procedure of its own.
const COUNTER: &str = "decl n_0, n_1, n_2;
void main()
begin
  n_0, n_1, n_2 := F, F, F;
  while (*) do
    step();
  od
  n_1 := *;
  assert(!(n_0 & n_1 & n_2));
end

void step()
begin
  n_0, n_1, n_2 := !n_0, n_1 ^ n_0, n_2 ^ (n_0 & n_1);
end
";

/// The same, and its names are those of bits.
fn noted() -> String {
    format!("// words: NAME_BIT\n{COUNTER}")
}

#[test]
fn nothing_changes_unasked() {
    let room = Room::new(&[("plain.bp", COUNTER)]);
    let shown = room.run("check plain.bp").stdout;
    assert!(shown.contains("globals: n_0=0, n_1=0, n_2=0\n"), "{shown}");
    assert!(!shown.contains("n="), "{shown}");
}

#[test]
fn traces_show_numbers() {
    let room = Room::new(&[("x.bp", &noted()), ("plain.bp", COUNTER)]);
    let shown = room.run("check --engine saturation --shortest --trace t.json x.bp").stdout;
    for expected in
        ["  globals: n=0 (000)\n", " n=1 (001)\n", " n=5 (101)\n", " n_1=1 (*)\n", "does not hold: n=7 (111)\n"]
    {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    let of_the_file = room.run("trace show x.bp t.json").stdout;
    assert!(shown.starts_with(&of_the_file), "{of_the_file}");
    let unfolded = room.run("trace show --unfold x.bp t.json").stdout;
    assert!(unfolded.contains("  n=4 (100)\n"), "{unfolded}");
    let by_names = room.run("check --engine saturation --shortest --words --trace u.json plain.bp").stdout;
    assert!(by_names.contains("does not hold: n=7 (111)\n"), "{by_names}");
    let json = room.read("u.json");
    assert!(json.contains("n_0") && !json.contains("(111)"), "files have bits: {json}");
    assert_eq!(room.run("trace replay plain.bp u.json").code, Some(0));
}

#[test]
fn a_number_that_is_chosen_is_marked() {
    let text =
        "decl n_0, n_1, c;\nvoid main()\nbegin\n  n_0, n_1 := *, *;\n  n_0, n_1 := *, T;\n  assert(c | !n_1);\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    let shown = room.run("check --words x.bp").stdout;
    let effect = |line: &str| {
        let row = shown.lines().find(|row| row.starts_with(line)).unwrap_or_default();
        row.split("  ").last().unwrap_or_default().trim().to_string()
    };
    let all = effect("   4  ");
    assert!(all.starts_with("n=") && all.ends_with(" (*)"), "{shown}");
    assert!(effect("   5  ").starts_with("n_0="), "only one bit is chosen: {shown}");
    assert!(shown.contains("does not hold: n_1=1, c=0\n"), "only one bit is asked about: {shown}");
}

#[test]
fn what_matters_is_a_number_if_all_of_it_was_written() {
    let room = Room::new(&[("x.bp", &noted())]);
    let shown = room.run("check --why --engine saturation --shortest x.bp").stdout;
    assert!(shown.contains("  n=5 (101)\n") && shown.contains(" n_1=1 (*)\n"), "{shown}");
    let text = "decl n_0, n_1;\nvoid main()\nbegin\n  n_1 := T;\n  assert(!n_1);\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    let shown = room.run("check --why --words x.bp").stdout;
    assert!(!shown.contains("n=") && shown.contains("  n_1=1\n"), "{shown}");
}

#[test]
fn parameters_and_locals_are_numbers_of_their_own() {
    let text = "// words: NAME_BIT\ndecl n_0, n_1, bad;\nvoid main()\nbegin\n  bad := F;\n  f(T, F);\n  assert(!bad);\nend\n\n\
                void f(p_0, p_1)\nbegin\n  decl n_0, n_1;\n  n_0, n_1 := p_1, p_0;\n  bad := n_1;\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    let shown = room.run("check x.bp").stdout;
    assert!(shown.contains("with p=1 (01); locals n=") && shown.contains("  n=2 (10)\n"), "{shown}");
    let answer = room.run_with_stdin("step x.bp", "over\nover\nnext\nnext\n");
    assert!(answer.stdout.contains("globals: ::n=0 (00), bad=0\nf: p=1 (01), n=0 (00)\n"), "{}", answer.stdout);
}

#[test]
fn maps_say_which_bits_are_those_of_a_number() {
    let text = "decl b0, b1, {done};\nvoid main()\nbegin\n  b0, b1, {done} := F, T, T;\n  assert(!b1);\nend\n";
    let room = Room::new(&[("x.bp", text), ("x.v", "b0 p->mode & 1\nb1 (p->mode >> 1) & 1\n")]);
    let shown = room.run("check x.bp").stdout;
    assert!(shown.contains("  globals: p->mode="), "{shown}");
    assert!(shown.contains("p->mode=2 (10)"), "{shown}");
    let shown = room.run("check --view c x.bp").stdout;
    assert!(shown.contains("p->mode=2 (10)"), "{shown}");
}

#[test]
fn runs_by_hand_show_numbers() {
    let room = Room::new(&[("x.bp", &noted())]);
    let answer = room.run_with_stdin("step x.bp", "over\nover\n1\nover\nvars\n");
    assert!(answer.stdout.contains("globals: n=0 (000)\n"), "{}", answer.stdout);
    assert!(answer.stdout.contains("globals: n=1 (001) (was 0 (000))\n"), "{}", answer.stdout);
}

#[test]
fn logs_and_pages_have_numbers() {
    let room = Room::new(&[("x.bp", &noted())]);
    let log = room.run("check --format sarif --engine saturation --shortest x.bp").stdout;
    assert!(log.contains("n=5 (101)"), "{log}");
    assert_eq!(room.run("check --html x.html x.bp").code, Some(10));
    assert!(room.read("x.html").contains("\"words\":[[\"n\",[0,1,2]]]"));
}

/// What a certificate says of a counter that goes back to 0 behind 5.
#[test]
fn proofs_say_what_is_known_of_numbers() {
    let text = "// words: NAME_BIT\ndecl n_0, n_1, n_2;\nvoid main()\nbegin\n  n_0, n_1, n_2 := F, F, F;\n  while (*) do\n    step();\n    \
                assert(!(n_1 & n_2));\n  od\nend\n\nvoid step()\nbegin\n  if (n_2 & n_0) then\n    n_0, n_1, n_2 := F, F, F;\n  else\n    \
                n_0, n_1, n_2 := !n_0, n_1 ^ n_0, n_2 ^ (n_0 & n_1);\n  fi\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    for engine in ["explicit", "saturation"] {
        assert_eq!(room.run(&format!("check --engine {engine} --certificate c.json x.bp")).code, Some(0));
        let shown = room.run("certificate show x.bp c.json").stdout;
        assert!(shown.contains("    n <= 5\n"), "{engine}: {shown}");
        assert!(!room.read("c.json").contains("<="), "files have bits");
        assert_eq!(room.run("certificate show x.bp c.json --html c.html").code, Some(0));
        assert!(room.read("c.html").contains("n \\u003c= 5"));
    }
    std::fs::write(room.path("x.bp"), text.replace("// words: NAME_BIT\n", "\n")).expect("a file");
    assert_eq!(room.run("check --certificate c.json x.bp").code, Some(0));
    let plain = room.run("certificate show x.bp c.json").stdout;
    assert!(!plain.contains("<= 5"), "{plain}");
    assert!(room.run("certificate show --words x.bp c.json").stdout.contains("    n <= 5\n"));
}

#[test]
fn steps_of_an_engine_have_numbers() {
    let room = Room::new(&[("x.bp", &noted())]);
    let told = room.run("explain --engine saturation x.bp").stdout;
    assert!(told.contains("-> n=1 (001)"), "{told}");
}

/// A procedure that returns the number behind its argument.
const NEXT: &str = "// words: NAME_BIT
bool<2> next(n_0, n_1)
begin
  decl r_0, r_1;
  r_0, r_1 := !n_0, n_1 != n_0;
  return r_0, r_1;
end

void main()
begin
  decl m_0, m_1, k_0, k_1;
  m_0, m_1, k_0, k_1 := F, T, T, F;
  if (m_0 & !m_1 & k_0 & !k_1) then
    skip;
  fi
  m_0, m_1 := next(m_0, m_1);
  assert(!(m_0 & m_1));
end
";

#[test]
fn results_are_numbers_where_they_are_those_of_one() {
    let plain = NEXT.replace("// words: NAME_BIT\n", "");
    let room = Room::new(&[("x.bp", NEXT), ("plain.bp", &plain)]);
    let shown = room.run("check --engine saturation --trace t.json x.bp").stdout;
    assert!(shown.contains("returns 3 (11); in main: m=3 (11)\n"), "{shown}");
    assert!(room.run("check --engine saturation plain.bp").stdout.contains("returns 1, 1; in main: m_0=1\n"));
    assert_eq!(room.run("trace show --html t.html x.bp t.json").code, Some(0));
    assert!(room.read("t.html").contains("\"results\":[[\"result\",[0,1]]]"));
    let told = room.run("explain --engine saturation x.bp").stdout;
    assert!(told.contains(" result=3 (11)\n"), "{told}");
}

#[test]
fn conditions_are_about_numbers() {
    let room = Room::new(&[("x.bp", NEXT)]);
    for engine in ["explicit", "saturation", "summary"] {
        let log = room.run(&format!("explain --engine {engine} --format json x.bp")).stdout;
        for guard in ["m = 1 & k = 1", "!(m = 1 & k = 1)", "m <= 2", "m = 3"] {
            assert!(log.contains(&format!("\"guard\": \"{guard}\"")), "{engine}, {guard}: {log}");
        }
    }
}

#[test]
fn a_bit_beside_a_number_stands_before_what_is_known_of_it() {
    let text = "// words: NAME_BIT\ndecl g, t1_0, t1_1, t1_2;\nvoid main()\nbegin\n  g := *;\n  t1_0, t1_1, t1_2 := *, *, *;\n  \
                assume(!g | !(t1_1 & t1_2));\n  while (*) do\n    skip;\n  od\n  assert(!(g & t1_1 & t1_2));\nend\n";
    let room = Room::new(&[("x.bp", text)]);
    assert_eq!(room.run("check --engine saturation --certificate c.json x.bp").code, Some(0));
    let shown = room.run("certificate show x.bp c.json").stdout;
    assert!(shown.contains("    g => t1 <= 5\n"), "{shown}");
}

/// The parts of a formula that have names of their own have none of a number.
#[test]
fn parts_of_formulas_are_not_called_as_numbers_are() {
    let room = Room::new(&[]);
    let program = room.run("generate words gcd --bits 3").stdout;
    std::fs::write(room.path("x.bp"), program).expect("a file");
    assert_eq!(room.run("check --engine saturation --certificate c.json x.bp").code, Some(0));
    let shown = room.run("certificate show x.bp c.json").stdout;
    let of_gcd = shown.split("procedure main").next().unwrap_or_default();
    assert!(of_gcd.contains("    t1 <= 3\n") && of_gcd.contains(" t5 = "), "{shown}");
    assert!(!of_gcd.contains(" t1 = ") && !of_gcd.contains(" t2 = "), "{shown}");
}

#[test]
fn commands_that_show_no_values_have_no_words() {
    let room = Room::new(&[("x.bp", COUNTER)]);
    for command in ["dump --stage program", "convert --to bp", "compare", "trace replay", "certificate check"] {
        let refused = room.run(&format!("{command} --words x.bp"));
        assert_eq!(refused.code, Some(2), "{command}");
        assert!(refused.stderr.contains("unexpected argument '--words'"), "{command}: {}", refused.stderr);
    }
}
