//! `--order`: names, files, and what is tried when an order does not do.

use super::*;

/// A program with a global, a parameter, a local and a result.
const NAMES: &str = "decl g;\nbool f(p)\nbegin\n  decl l;\n  l := p & g;\n  return l;\nend\n\
                     void main()\nbegin\n  g := f(*);\n  assert(g | !g);\nend\n";

/// Pairs of variables are set to the same value, one pair after the other and all by way of the same variable: nothing in
/// the text says which two belong together.
fn pairs(count: usize) -> String {
    let list = |letter: char| (0..count).map(|n| format!("{letter}{n}")).collect::<Vec<_>>().join(", ");
    let (a, b) = (list('a'), list('b'));
    let copies: String = (0..count).map(|n| format!("  t := *; a{n} := t; b{} := t;\n", n * 7 % count)).collect();
    let all = format!("{a}, {b}").replace(',', " ^");
    format!("decl {a};\ndecl {b};\ndecl t;\nvoid main()\nbegin\n{copies}  assert(!({all}));\nend\n")
}

/// The order with which a check ended, and how many were tried before it.
fn ended(answer: &Answer) -> (String, String) {
    let figure = |name: &str| {
        let line = answer.stderr.lines().find_map(|line| line.strip_prefix(&format!("stats: saturation bdd {name} ")));
        line.unwrap_or_else(|| panic!("{}", answer.stderr)).to_string()
    };
    (figure("order"), figure("reorders"))
}

#[test]
fn a_file_lists_the_order() {
    let room =
        Room::new(&[("x.bp", NAMES), ("order", "# the callee first\nf.l\n\n  f.result#0\ng\nf.p\n"), ("none", "")]);
    let answer = room.run("check --engine saturation --order order --stats --format json x.bp");
    assert_eq!((answer.code, ended(&answer)), (Some(0), ("file".into(), "0".into())));
    let document: serde_json::Value = serde_json::from_str(&answer.stdout).expect("JSON");
    assert_eq!(document["config"]["order"], "order");
    let answer = room.run("check --engine saturation --order none --stats x.bp");
    assert_eq!((answer.code, ended(&answer)), (Some(0), ("hier".into(), "0".into())));
}

#[test]
fn a_listed_order_decides() {
    let line = |n: usize| format!("a{n}\nb{}\n", n * 7 % 20);
    let room = Room::new(&[("x.bp", &pairs(20)), ("order", &(0..20).map(line).collect::<String>())]);
    let answer = room.run("check --engine saturation --order order --max-nodes 30000 --stats x.bp");
    assert_eq!((answer.code, ended(&answer)), (Some(0), ("file".into(), "0".into())));
}

#[test]
fn an_order_that_does_not_do_is_given_up() {
    let room = Room::new(&[]);
    assert_eq!(room.run("generate locks --locks 24 -o x.bp").code, Some(0));
    let answer = room.run("check --engine saturation --order declared --stats x.bp");
    assert_eq!((answer.code, ended(&answer)), (Some(0), ("hier".into(), "1".into())));
}

#[test]
fn what_no_order_of_the_text_does_the_diagrams_tell() {
    let room = Room::new(&[("x.bp", &pairs(20))]);
    let answer = room.run("check --engine saturation --max-nodes 30000 --stats x.bp");
    let (order, tried) = ended(&answer);
    assert_eq!((answer.code, order.as_str()), (Some(0), "sifted"), "{answer:?}");
    assert!(tried.parse::<u32>().is_ok_and(|tried| tried >= 3), "hier, data and declared before: {tried}");
}

/// With the results of a procedure below all its locals, or in another order, these diagrams have millions of nodes.
#[test]
fn bits_of_numbers_stand_by_their_places() {
    let room = Room::new(&[]);
    for program in ["sum", "addition3", "sum_non"] {
        assert_eq!(room.run(&format!("generate words {program} --bits 32 --inputs 20 -o x.bp")).code, Some(0));
        let answer = room.run("check --engine saturation --max-nodes 800000 --stats x.bp");
        assert_eq!((answer.code, ended(&answer)), (Some(0), ("places".into(), "0".into())), "{program}");
    }
}

/// The moves of the towers of Hanoi, and a counter of a thousand steps, each a call: with the values of the counters one by one there would be as many entries, and increments 30,000 and more, and 9,219.
/// Both answers have evidence that is checked.
#[test]
fn callees_that_are_entered_often_are_entered_with_all_data() {
    let bits = |text: &dyn Fn(usize) -> String, between: &str| (0..10).map(text).collect::<Vec<_>>().join(between);
    let names = bits(&|bit| format!("n_{bit}"), ", ");
    let below = |bit| (0..bit).map(|lower| format!("n_{lower}")).collect::<Vec<_>>().join(" & ");
    let plus_one = bits(&|bit| if bit == 0 { "!n_0".into() } else { format!("n_{bit} != ({})", below(bit)) }, ", ");
    let (zero, full) = (bits(&|_| "F".into(), ", "), bits(&|bit| format!("n_{bit}"), " & "));
    let counter = format!(
        "// words: NAME_BIT\ndecl {names};\nvoid count() begin {names} := {plus_one}; end\n\
         void main() begin {names} := {zero}; while (*) do count(); od assert(!({full})); end\n"
    );
    let room = Room::new(&[("counter.bp", &counter)]);
    assert_eq!(room.run("generate words hanoi --bits 16 --inputs 20 -o hanoi.bp").code, Some(0));
    for (file, code, most) in [("hanoi.bp", 0, 3_000), ("counter.bp", 10, 7_000)] {
        let answer = room.run(&format!("check --engine saturation --require-certificate --stats {file}"));
        assert_eq!(answer.code, Some(code), "{answer:?}");
        let increments = answer.stderr.lines().find_map(|line| line.strip_prefix("stats: saturation increments "));
        assert!(increments.and_then(|count| count.parse::<u32>().ok()).is_some_and(|count| count < most), "{answer:?}");
    }
}

#[test]
fn mistakes_in_a_file_are_told() {
    let room = Room::new(&[("x.bp", NAMES), ("far", "g\n\nvariable\n"), ("near", "f.P\n"), ("twice", "g\nf.p\ng\n")]);
    let told = |order: &str| {
        let answer = room.run(&format!("check --order {order} x.bp"));
        assert_eq!(answer.stdout, "");
        (answer.code, answer.stderr)
    };
    assert_eq!(told("far"), (Some(2), "error: far:3: there is no variable `variable`\n".into()));
    assert_eq!(told("near"), (Some(2), "error: near:1: there is no variable `f.P`: is `f.p` meant?\n".into()));
    assert_eq!(told("twice"), (Some(2), "error: twice:3: variable `g` stands in line 1 already\n".into()));
    let (code, said) = told("heir");
    assert_eq!(code, Some(3));
    assert!(
        said.starts_with("error: cannot read heir: ") && said.contains("hier, data, declared and places"),
        "{said}"
    );
    assert_eq!(room.run("check --order - -").code, Some(2));
}
