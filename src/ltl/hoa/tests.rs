use super::*;
use crate::ltl::automaton::{self, Edge, Guard, State};
use crate::ltl::fixture::{self, Dice};
use crate::ltl::formula::{AtomId, LtlGraph};

fn read_text(text: &str) -> Result<Automaton, String> {
    let source = Source::new("a.hoa", text);
    let mut remarks = Diagnostics::new(&source);
    read(&source, &mut remarks).ok_or_else(|| {
        let told = remarks.iter().map(|remark| {
            let place = source.position(remark.span.start);
            format!("{}:{} {}: {}", place.line, place.column, remark.code, remark.message)
        });
        told.collect::<Vec<_>>().join("\n")
    })
}

fn guard(literals: &[(usize, bool)]) -> Guard {
    let with = |guard: Guard, &(atom, holds): &(usize, bool)| guard.with(AtomId::new(atom), holds);
    literals.iter().try_fold(Guard::always(), with).expect("no contradiction")
}

fn state(is_accepting: bool, edges: &[(&[(usize, bool)], usize)]) -> State {
    let edges = edges.iter().map(|(literals, to)| Edge { to: *to, guard: guard(literals) });
    State { is_accepting, edges: edges.collect() }
}

/// `HOA: v1`, these lines of the header, and this body.
fn hoa(header: &str, body: &str) -> String {
    format!("HOA: v1\n{header}\n--BODY--\n{body}\n--END--\n")
}

const BUCHI: &str = "States: 2\nStart: 0\nAP: 2 \"a\" \"b\"\nAcceptance: 1 Inf(0)";

#[test]
fn an_automaton_is_written_in_hoa() {
    let mut graph = LtlGraph::default();
    let formula = crate::ltl::tests::formula("p U main:L", Default::default(), &mut graph);
    let automaton = automaton::build(&mut graph, formula, 1_000).expect("it is small");
    let written = Hoa { automaton: &automaton, name: "p U \"q\"" }.to_string();
    let expected = "\
HOA: v1
name: \"p U \\\"q\\\"\"
States: 2
Start: 0
AP: 2 \"p\" \"main:L\"
acc-name: Buchi
Acceptance: 1 Inf(0)
properties: trans-labels explicit-labels state-acc
--BODY--
State: 0
[0] 0
[1] 1
State: 1 {0}
[t] 1
--END--
";
    assert_eq!(written, expected);
}

#[test]
fn what_is_written_is_read_as_the_same() {
    let mut dice = Dice::new(3);
    for round in 0..500 {
        let mut graph = LtlGraph::default();
        let formula = fixture::formula(&mut dice, &mut graph, 1 + round % 8);
        let automaton = automaton::build(&mut graph, formula, 1_000_000).expect("it is small");
        let name = graph.show(formula).to_string();
        assert_eq!(read_text(&Hoa { automaton: &automaton, name: &name }.to_string()), Ok(automaton), "{name}");
    }
}

#[test]
fn marks_at_edges_become_states() {
    let text = hoa(BUCHI, "State: 0 \"first\" [0&!1 | !0] 1 {0} [1] 0 State: 1 /* nothing */ [t] 0");
    let both =
        |is_accepting| state(is_accepting, &[(&[(0, false)], 3), (&[(0, true), (1, false)], 3), (&[(1, true)], 0)]);
    let back = |is_accepting| state(is_accepting, &[(&[], 0)]);
    let expected = vec![both(false), both(true), back(false), back(true)];
    assert_eq!(read_text(&text).map(|automaton| automaton.states), Ok(expected));
}

#[test]
fn labels_and_marks_may_be_those_of_states() {
    let text = hoa(BUCHI, "State: [!(0|1)] 0 {0} 0 1 State: [f] 1 1");
    let none: &[(usize, bool)] = &[(0, false), (1, false)];
    let expected = vec![state(true, &[(none, 0), (none, 1)]), state(false, &[])];
    assert_eq!(read_text(&text).map(|automaton| automaton.states), Ok(expected));
}

#[test]
fn runs_begin_in_state_0() {
    let body = "State: 0 {0} [t] 0 State: 1 [0] 0 [1] 1";
    let text = hoa(&BUCHI.replace("Start: 0", "Start: 1"), body);
    let expected = vec![state(false, &[(&[(0, true)], 1), (&[(1, true)], 0)]), state(true, &[(&[], 1)])];
    assert_eq!(read_text(&text).map(|automaton| automaton.states), Ok(expected));
    let several = hoa(&BUCHI.replace("Start: 0", "Start: 0 Start: 1"), body);
    let automaton = read_text(&several).expect("an automaton");
    assert_eq!(automaton.states[0].edges, state(false, &[(&[], 2), (&[(0, true)], 2), (&[(1, true)], 1)]).edges);
    let none = hoa(&BUCHI.replace("Start: 0\n", ""), body);
    assert_eq!(read_text(&none).map(|automaton| automaton.states[0].clone()), Ok(State::default()));
}

#[test]
fn what_is_no_buchi_automaton_is_refused() {
    let acceptance = |acceptance: &str| hoa(&BUCHI.replace("Acceptance: 1 Inf(0)", acceptance), "State: 0 [t] 0");
    let cases = [
        ("never mind", "1:11 syntax: expected `{`, found the end"),
        ("p U q", "1:1 syntax: this is neither HOA nor a never claim"),
        ("", "1:1 syntax: this is neither HOA nor a never claim"),
        ("HOA: v2", "1:6 syntax: expected `v1`, found `v2`"),
        (
            &acceptance("acc-name: Rabin 1 Acceptance: 2 Fin(0) & Inf(1)"),
            "5:19 acceptance: the acceptance of this automaton is `Rabin 1`, not Büchi's",
        ),
        (
            &acceptance("Acceptance: 2 Inf(0)&Inf(1)"),
            "5:1 acceptance: the acceptance of this automaton is `2Inf(0)&Inf(1)`, not Büchi's",
        ),
        (&acceptance(""), "7:1 acceptance: the header has no `Acceptance:`"),
        (&acceptance("Alias: @a 0"), "5:1 alias: labels with aliases are not read"),
        (&acceptance("Magic: 1"), "5:1 unknown-item: `Magic:` changes the meaning of automata, and is not known"),
        (&hoa(BUCHI, "State: 0 0"), "7:10 syntax: expected a label, such as `[0&!1]`, found `0`"),
        (&hoa(BUCHI, "State: 0 [2] 0"), "7:11 unknown-atom: there is no atom 2"),
        (&hoa(BUCHI, "State: 0 [0&] 0"), "7:13 syntax: expected the number of an atom, `t` or `f`, found `]`"),
        (&hoa(BUCHI, "State: 0 [(0] 0"), "7:13 syntax: expected `)`, found `]`"),
        (&hoa(BUCHI, "State: 0 [t] 7"), "7:14 unknown-state: an edge leads to state 7, which there is not"),
        (&hoa(BUCHI, "State: 2 [t] 0"), "7:8 unknown-state: there is no state 2"),
        (&hoa(BUCHI, "State: 0 State: 0"), "7:17 declared-twice: state 0 is described twice"),
        (&hoa(BUCHI, "State: 0 [t] 0&1"), "7:15 alternation: an alternating automaton is no Büchi automaton"),
        (&hoa(BUCHI, "State: 0 {1} [t] 0"), "7:11 acceptance: there is no mark 1"),
        (&hoa(BUCHI, "State: 0 \u{e4}"), "7:10 unknown-character: `\u{e4}` has no meaning here"),
        (
            &hoa("Start: 9 AP: 0 Acceptance: 0 t", "State: 0 [t] 0"),
            "6:1 unknown-state: the initial state 9 is none of the states",
        ),
        (&hoa("States: 99999999999999999999", ""), "2:9 too-large: numbers are below 1000000"),
        ("never { a: if :: (p) -> goto b fi }", "1:25 unknown-state: there is no state `b`"),
        ("never { a: if :: else -> goto a fi }", "1:18 syntax: expected an atom, found `else`"),
        ("never { a: skip }", "1:12 syntax: `skip` is read in states whose names begin with `accept` only"),
        ("never { /* }", "1:9 open-comment: this comment is not closed"),
    ];
    for (text, told) in cases {
        assert_eq!(read_text(text).err().as_deref(), Some(told), "{text}");
    }
}

#[test]
fn never_claims_of_both_dialects_are_read() {
    let spot = "\
never { /* a & F G b */
T0_init:
  if
  :: ((a) && (b)) -> goto accept_all
  :: (!(a) || main:L) -> goto T0_init
  fi;
accept_all:
  skip
}
";
    let start = |all| state(false, &[(&[(0, true), (1, true)], all), (&[(0, false)], 0), (&[(2, true)], 0)]);
    let expected = Automaton {
        atoms: ["a", "b", "main:L"].map(String::from).to_vec(),
        states: vec![start(1), state(true, &[(&[], 1)])],
    };
    assert_eq!(read_text(spot).as_ref(), Ok(&expected));
    let spin = "\
never  {    /* a */
T0_init:
	do
	:: atomic { ((a) && (b)) -> assert(!((a) && (b))) }
	:: (! (a) || (main:L)) -> goto T0_init
	od;
accept_all:
	skip
}
";
    assert_eq!(read_text(spin), Ok(expected.clone()));
    let short = spin.replace("accept_all:\n\tskip\n", "");
    assert_eq!(read_text(&short), Ok(expected), "the state that accepts all is implied");
    let dead = "never {\nT0_init:\n  if\n  :: (false) -> goto T0_init\n  fi;\n}";
    assert_eq!(read_text(dead).map(|automaton| automaton.states), Ok(vec![state(false, &[])]));
    let cycle = "never { accept_init: if :: (1) -> goto B fi; B: do :: \"x y\" -> goto accept_init :: false od }";
    let expected = vec![state(true, &[(&[], 1)]), state(false, &[(&[(0, true)], 0)])];
    assert_eq!(read_text(cycle).map(|automaton| automaton.states), Ok(expected));
}

/// Conditions that are deep, or long, take no stack.
#[test]
fn conditions_may_be_deep() {
    let depth = 10_000;
    let deep = format!("State: 0 [{}0{}] 0", "!(".repeat(depth), ")".repeat(depth));
    assert_eq!(
        read_text(&hoa(BUCHI, &deep)).map(|automaton| automaton.states[0].clone()),
        Ok(state(false, &[(&[(0, true)], 0)]))
    );
    let wide: Vec<String> = (0..40).map(|atom| format!("({}|{})", 2 * atom, 2 * atom + 1)).collect();
    let atoms: Vec<String> = (0..80).map(|atom| format!("\"p{atom}\"")).collect();
    let header = format!("States: 1 Start: 0 AP: 80 {} Acceptance: 1 Inf(0)", atoms.join(" "));
    let told = read_text(&hoa(&header, &format!("State: 0 [{}] 0", wide.join("&")))).err();
    assert_eq!(told.as_deref(), Some("4:11 too-large: this condition takes more than 10000 conjunctions"));
}
