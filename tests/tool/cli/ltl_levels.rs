//! Levels: why no head repeats, in certificates.

use super::*;
use serde_json::{Value, json};

/// A loop that goes down from three, and behind it a procedure that calls itself as often.
const DOWN: &str = "decl a, b;
void main()
begin
  decl g;
  a, b := T, T;
  while (a | b) do a, b := a & b, !b; od
  a, b := T, T;
  r(T);
  g := F;
  L: g := !g;
  goto L;
end
void r(p)
begin
  if (a | b) then a, b := a & b, !b; r(!p); fi
end
";

/// The room with a certificate of a formula.
fn room(formula: &str) -> (Room, Value) {
    let room = Room::new(&[("down.bp", DOWN), ("f.ltl", formula)]);
    let checked = room.run("check --engine saturation:heads --ltl-file f.ltl --certificate c.json down.bp");
    let (beginning, ending) = checked.stdout.split_once("levels: numbers of ").expect("levels");
    assert!(beginning.ends_with("engine: saturation:heads\n"), "{checked:?}");
    assert!(ending.ends_with("evidence: checked\nverdict: SAFE\n"), "{checked:?}");
    let written = serde_json::from_str(&room.read("c.json")).expect("JSON");
    (room, written)
}

#[test]
fn levels_are_written_and_checked() {
    for formula in ["F L", "(G F {main.g}) & (F L)", "F G !in r", "G (r:entry -> F r:exit)"] {
        let (room, written) = room(formula);
        let levels = written["claims"][0]["levels"].as_array().expect("levels");
        let grow = |level: &Value| !level["bits"].as_array().expect("bits").is_empty();
        assert!(levels.iter().any(grow), "{formula}: {levels:?}");
        let accepted = room.run("certificate check down.bp c.json --check-proofs");
        assert_eq!(accepted.code, Some(0), "{formula}: {accepted:?}");
    }
}

/// Whatever is changed of the levels is seen: the certificate is not one of the program that they make, or it is not true there.
#[test]
fn levels_that_are_changed_are_refused() {
    let (room, written) = room("F L");
    let refused = |forged: &Value, why: &str| {
        assert_ne!(*forged, written);
        std::fs::write(room.path("forged.json"), forged.to_string()).expect("a file");
        let refused = room.run("certificate check down.bp forged.json");
        assert_eq!(refused.code, Some(1), "{refused:?}");
        assert!(refused.stdout.contains(why), "{refused:?}");
    };
    let changed = |change: &dyn Fn(&mut Value)| {
        let mut forged = written.clone();
        change(&mut forged["claims"][0]["levels"]);
        forged
    };
    let levels = written["claims"][0]["levels"].as_array().expect("levels");
    let growing: Vec<usize> =
        (0..levels.len()).filter(|&index| !levels[index]["bits"].as_array().expect("bits").is_empty()).collect();
    assert!(growing.len() > 1, "{levels:?}");
    refused(&changed(&|levels| *levels = json!([])), "refused");
    refused(&changed(&|levels| *levels = Value::Null), "refused");
    for index in growing {
        refused(&changed(&|levels| levels[index]["bits"] = json!([false, false])), "refused");
        refused(&changed(&|levels| _ = levels[index]["bits"].as_array_mut().expect("bits").pop()), "refused");
        refused(&changed(&|levels| levels[index]["bits"][0] = json!(true)), "refused");
        refused(&changed(&|levels| levels[index]["nodes"][0] = json!({"now": "nobody"})), "no variable `nobody`");
        refused(&changed(&|levels| levels[index]["nodes"][0] = json!({"state": 64})), "no state has a bit 64");
        refused(&changed(&|levels| levels[index]["bits"][0] = json!(1_000)), "no earlier node 1000");
        refused(&changed(&|levels| levels[index]["bits"] = json!([true; 65].to_vec())), "there are more than 64");
        // Where a run is over it has no variables.
        refused(&changed(&|levels| levels[index]["at"] = json!("over")), "the procedure sees no variable");
        refused(&changed(&|levels| levels[index]["at"] = json!("main#9999")), "no place `main#9999`");
        let twice = changed(&|levels| {
            let again = levels[index].clone();
            levels.as_array_mut().expect("levels").push(again);
        });
        refused(&twice, "its level is said twice");
    }
}

/// A formula that does not hold has no levels: those of one that holds do not grow there.
#[test]
fn levels_of_one_formula_are_none_of_another() {
    let (room, mut written) = room("F L");
    written["claims"][0]["property"]["formula"] = json!("F (L & G {main.g})");
    std::fs::write(room.path("forged.json"), written.to_string()).expect("a file");
    let refused = room.run("certificate check down.bp forged.json");
    assert!(refused.stdout.contains("evidence: refused"), "{refused:?}");
    assert_eq!(refused.code, Some(1), "{refused:?}");
}

/// Both ways are held against each other.
#[test]
fn levels_and_copies_agree() {
    let (room, _) = room("F L");
    let checked = room.run("check --engine saturation:heads --ltl-file f.ltl --cross-check down.bp");
    assert_eq!(checked.code, Some(0), "{checked:?}");
    assert!(checked.stdout.contains("cross-check saturation:heads: SAFE\n"), "{checked:?}");
    assert!(checked.stdout.contains("cross-check explicit: SAFE\n"), "{checked:?}");
}
