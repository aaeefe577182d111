//! The reducer: what remains of a program if one thing has to stay true of it, and how often that is asked.

use crate::support;
use bpcheck::budget::{Budget, CancelToken};
use bpcheck::generate::{Variant, random, slam};
use bpcheck::hunt::reduce::{Form, reduce};
use bpcheck::outcome::Overall;
use bpcheck::{Options, Source, check};

/// What remains, and after how many questions.
fn reduced(text: &str, form: Form, fails: &dyn Fn(&str) -> bool) -> (String, usize) {
    assert!(fails(text), "{text}");
    let mut asked = 0;
    let mut fails = |text: &[u8]| {
        asked += 1;
        fails(&String::from_utf8_lossy(text))
    };
    let best = reduce(text.as_bytes(), form, &mut fails, &Budget::unlimited());
    (String::from_utf8(best).expect("UTF-8"), asked)
}

/// What remains of a program as long as each of these words is in it.
fn remains(text: &str, words: &[&str]) -> String {
    let mentions = |text: &str| words.iter().all(|word| text.contains(word)) && is_program(text);
    reduced(text, Form::Program, &mentions).0
}

/// Whether it can be checked: what is left out leaves no trace.
fn is_program(text: &str) -> bool {
    check(&Source::new("test.bp", text), &Options::default().with_budget(support::ticks(2_000))).is_ok()
}

fn is_unsafe(text: &str) -> bool {
    let options = Options::default().with_budget(support::ticks(2_000));
    check(&Source::new("test.bp", text), &options).is_ok_and(|outcome| outcome.overall() == Overall::Unsafe)
}

#[test]
fn a_violation_needs_few_lines() {
    let options = slam::Options { procedures: 12, seed: 3, variant: Variant::Unsafe, ..slam::Options::default() };
    let text = slam::write(&options);
    assert!(text.lines().count() > 400, "{}", text.lines().count());
    let (small, asked) = reduced(&text, Form::Program, &is_unsafe);
    assert_eq!(small, "void main()\nbegin\n  SLIC_ERROR: skip;\nend\n");
    assert!(asked < 300, "{asked}");
    assert_eq!(reduced(&text, Form::Program, &is_unsafe), (small, asked));
}

/// Of random programs a construct remains with what it cannot be without.
#[test]
fn a_construct_remains() {
    let knobs = random::Knobs { procedures: 6, statements: 30, ..random::Knobs::default() };
    let mut found = 0;
    for seed in 0..20 {
        let text = random::write(&random::Options { seed, knobs: knobs.clone() });
        for word in ["schoose", "enforce", "constrain", "while", "dead", "print", "abortif", "goto", "'"] {
            let code = text.lines().filter(|line| !line.starts_with("//")).collect::<Vec<_>>().join("\n");
            if !code.contains(word) {
                continue;
            }
            let mentions = |text: &str| text.contains(word) && is_program(text);
            let (small, asked) = reduced(&code, Form::Program, &mentions);
            assert!(small.lines().count() <= 10, "{seed} {word}\n{small}");
            assert!(asked < 400, "{seed} {word}: {asked}");
            found += 1;
        }
    }
    assert!(found > 50, "{found}");
}

#[test]
fn each_thing_can_go() {
    for (text, words, left) in [
        ("decl a := T, b; void main() begin a := b; end", &["decl a"][..], "decl a;\n\nvoid main()\nbegin\nend\n"),
        (
            "void f(p, q) begin assert(q); end void main() begin decl x; f(x, !x); end",
            &["f(", "main", "assert", "!"],
            "void f(q)\nbegin\n  assert(F);\nend\n\nvoid main()\nbegin\n  f(!F);\nend\n",
        ),
        (
            "bool<2> f() begin return T, F; end void main() begin decl x, y; x, y := f(); assert(x); end",
            &["return", "f();"],
            "void f()\nbegin\n  return;\nend\n\nvoid main()\nbegin\n  f();\nend\n",
        ),
        (
            "void main() begin decl a; while (*) do if (a) then L: a := T; elsif (*) then goto L; else goto M; fi od M: skip; end",
            &["goto"],
            "void main()\nbegin\n  goto M;\n  M: skip;\nend\n",
        ),
        (
            "decl g; void main() begin decl a, b; enforce a | b; a, b := g, a constrain 'a; dead a, b; end",
            &["dead"],
            "void main()\nbegin\n  decl a;\n  dead a;\nend\n",
        ),
        (
            "void main() begin decl a, b, c; if (c) then print(a, b ? c : a); fi A: B: assume(schoose[a, b] = c); goto A, B; end",
            &["?"],
            "void main()\nbegin\n  print(F ? F : F);\nend\n",
        ),
        ("dfs void main() begin skip; end decl a;", &["main"], "void main()\nbegin\nend\n"),
    ] {
        assert_eq!(remains(text, words), left, "{text}");
    }
}

/// A nest of thousands of statements is walked without recursion.
#[test]
fn deep_nests_are_no_trouble() {
    let depth = 3_000;
    let text = format!("void main() begin {} assert(F); {} end", "if (*) then ".repeat(depth), "fi ".repeat(depth));
    let (small, asked) = reduced(&text, Form::Program, &|text| text.contains("assert"));
    assert_eq!((small.as_str(), asked < 60), ("void main()\nbegin\n  assert(F);\nend\n", true), "{asked}");
}

#[test]
fn what_is_no_program_loses_lines_and_characters() {
    let text = "decl a;\nvoid main(\nbegin ä := (a;\n  skip;\nend\n";
    assert_eq!(reduced(text, Form::Program, &|text| text.contains("ä") && text.contains('(')).0, "ä(");
    let text = "one\ntwo\nthree\n";
    assert_eq!(reduced(text, Form::Text, &|text| text.contains("hr")).0, "hr");
    let mut continues = |text: &[u8]| text.contains(&0x9a);
    let small = reduce(b"a\x9a\x9ab\xc3\x9a", Form::Program, &mut continues, &Budget::unlimited());
    assert_eq!(small, b"\x9a");
}

#[test]
fn a_limit_leaves_the_best_so_far() {
    let token = CancelToken::default();
    let budget = Budget::unlimited().with_cancel(token.clone());
    let text = "void main() begin decl a, b, c; a := b; b := c; c := a; assert(a); end";
    let mut asked = 0;
    let mut last = Vec::new();
    let mut fails = |text: &[u8]| {
        asked += 1;
        if asked == 10 {
            token.cancel();
        }
        let fails = is_unsafe(&String::from_utf8_lossy(text));
        if fails {
            last = text.to_vec();
        }
        fails
    };
    let best = reduce(text.as_bytes(), Form::Program, &mut fails, &budget);
    assert_eq!((best == last, asked), (true, 10));
}
