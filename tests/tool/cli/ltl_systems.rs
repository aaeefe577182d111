//! Formulas about pushdown systems.

use super::*;

/// A counter that goes up and down: with `up` on top it may go on for ever.
const COUNTER: &str = "\
init <p, base>
<p, base> -> <q, top base>
<q, top> -> <q, top top>
<q, top> -> <p, >
<p, top> -> <p, >
atoms base bottom, there
";

fn room() -> Room {
    let asks = |formulas: &[&str]| {
        let lines: Vec<String> = formulas.iter().map(|formula| format!("ltl \"{formula}\"\n")).collect();
        format!("{COUNTER}{}", lines.concat())
    };
    let moped = "# as Moped reads it\n(p <base>)\natoms base bottom, there\np <base> --> q <top base>\nq <top> --> q <top top>\nq <top> --> p <>  p <top> --> p <>\n";
    Room::new(&[
        ("plain.pds", COUNTER),
        ("holds.pds", &asks(&["G (<p, base> -> X <q, top>)", "G (p -> F bottom)"])),
        ("fails.pds", &asks(&["G (p -> F bottom)", "G F base"])),
        ("unknown.pds", &asks(&["G (p -> F bottum)"])),
        ("moped.pds", moped),
    ])
}

#[test]
fn what_a_system_asks_is_answered() {
    let room = room();
    for engine in ["explicit", "saturation:post", "auto", "recmc"] {
        let holds = room.run(&format!("check --engine {engine} holds.pds"));
        assert_eq!(holds.code, Some(0), "{holds:?}");
        assert!(holds.stdout.contains("property 1 ltl \"G (<p, base> -> X <q, top>)\": SAFE\n"), "{}", holds.stdout);
        assert!(holds.stdout.contains("evidence: checked\n"), "{}", holds.stdout);
        let fails = room.run(&format!("check --engine {engine} fails.pds"));
        assert_eq!(fails.code, Some(10), "{fails:?}");
        assert!(fails.stdout.contains("property 2 ltl \"G F base\": UNSAFE\n"), "{}", fails.stdout);
    }
    let listed = room.run("check --list fails.pds");
    assert!(listed.stdout.contains("ltl \"G F base\""), "{listed:?}");
}

/// What the message of a formula that tools read in two ways offers is heard about a system, too.
#[test]
fn formulas_are_read_as_moped_reads_them() {
    let room = room();
    let refused = room.run("check --ltl <>q&&[]p plain.pds");
    assert_eq!(refused.code, Some(3), "{refused:?}");
    assert!(refused.stderr.contains("`--dialect moped` reads it as Moped does"), "{}", refused.stderr);
    for system in ["plain.pds", "moped.pds"] {
        let read = room.run(&format!("check --dialect moped --ltl <>q&&[]p {system}"));
        assert_eq!(read.code, Some(10), "{read:?}");
    }
}

#[test]
fn a_lasso_of_a_system_is_told_in_its_rules() {
    let room = room();
    let fails = room.run("check --engine saturation:post --all fails.pds --trace lasso.json");
    let rows: Vec<&str> = fails.stdout.lines().filter(|line| line.contains(" -> ") || line.contains("loop")).collect();
    let expected = [
        "   2    <p, base> -> <q, top base>",
        "loop, for ever (the stack grows by 1 frame each time):",
        "   3        <q, top> -> <q, top top>",
        "   3          <., top ...>            the loop begins again",
    ];
    assert!(expected.iter().all(|row| rows.contains(row)), "{}", fails.stdout);
    assert!(!fails.stdout.contains("void"), "{}", fails.stdout);
    let replayed = room.run("trace replay fails.pds lasso.json");
    assert_eq!(replayed.code, Some(0), "{replayed:?}");
}

#[test]
fn atoms_are_heads() {
    let room = room();
    let asks = [
        ("G(q->top)", "SAFE"),
        ("G(<.,top>->F(p))", "UNSAFE"),
        ("G(bottom<->base)", "SAFE"),
        ("G(<p,base>->X(<q,top>))", "SAFE"),
        ("X(q)", "SAFE"),
        ("X(X(q))", "UNSAFE"),
        ("F(end)", "UNSAFE"),
        ("G(!<p,>)", "SAFE"),
        ("G(<q,.*>->there)", "UNSAFE"),
    ];
    for (formula, expected) in asks {
        for file in ["plain.pds", "moped.pds"] {
            let answer = room.run(&format!("check --ltl {formula} {file}"));
            assert_eq!(
                answer.stdout.lines().last(),
                Some(format!("verdict: {expected}").as_str()),
                "{formula}, {file}"
            );
        }
    }
}

#[test]
fn certificates_of_systems_are_checked() {
    let room = room();
    let answer = room.run("check holds.pds --certificate safe.json");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let checked = room.run("certificate check holds.pds safe.json");
    assert_eq!(checked.code, Some(0), "{checked:?}");
    let other = room.run("certificate check fails.pds safe.json");
    assert_ne!(other.code, Some(0), "{other:?}");
}

#[test]
fn what_cannot_be_asked_of_a_system_is_said() {
    let room = room();
    let told = |arguments: &str| {
        let answer = room.run(arguments);
        assert_eq!(answer.code, Some(3), "{arguments}: {answer:?}");
        answer.stderr
    };
    let unknown = told("check unknown.pds");
    assert!(unknown.contains("there is no `bottum` in the system: is `bottom` meant?"), "{unknown}");
    assert!(unknown.contains("unknown.pds:7:"), "{unknown}");
    assert!(told("check --ltl {state0} plain.pds").contains("says nothing about a pushdown system"));
    assert!(told("check --ltl <p,nobody> plain.pds").contains("no stack symbol `nobody`"));
    assert!(told("pds check holds.pds").contains("`bpcheck check` decides formulas"));
    let clash = room.run("check holds.pds --why");
    assert_eq!(clash.code, Some(2), "{clash:?}");
    let written = room.run("convert holds.pds --to moped-pds");
    assert_eq!((written.code, written.stdout.as_str()), (Some(5), ""), "{written:?}");
    assert!(room.run("convert holds.pds --to pds").stdout.ends_with("ltl \"G (p -> F bottom)\"\n"));
}
