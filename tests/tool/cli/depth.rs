//! `depth`.

use super::*;

const DEEP: &str = "void main()\nbegin\n  f(T);\nend\nvoid f(p)\nbegin\n  if (p) then f(F); fi\nend\n";
const ENDLESS: &str = "decl g;\nvoid main()\nbegin\n  g := T;\n  f(T);\nend\nvoid f(p)\nbegin\n  g(!p);\nend\nvoid g(p)\nbegin\n  f(!p);\nend\n";
const EVER: &str =
    "void main() begin decl a, b; f(a, b); end\nvoid f(p, q) begin if (p) then f(q, !p); else f(!q, p); fi end\n";

fn room() -> Room {
    let weights = "# bytes\nmain 16\nf 32\nnobody 8\n";
    Room::new(&[
        ("deep.bp", DEEP),
        ("endless.bp", ENDLESS),
        ("ever.bp", EVER),
        ("weights", weights),
        ("frames.su", "x.c:1:6:main\t16\tstatic\nx.c:5:6:f\t32\tdynamic,bounded\n"),
        ("few", "main 16\n"),
        ("odd", "main 16\nf many\nf 0\nmain 8\n"),
        ("system.pds", "init <p, a>\n<p, a> -> <q, b a>\n<q, b> -> <q, c b>\n<q, c> -> <q, >\n"),
        ("pumps.pds", "init <p, a>\n<p, a> -> <p, a b c>\n"),
        ("broken.bp", BROKEN),
        ("empty.bp", ""),
    ])
}

#[test]
fn numbers_are_told_with_what_vouches_for_them() {
    let room = room();
    let answer = room.run("depth deep.bp");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let expected = "height 3\nprocedure main deep.bp:1:1: depth 1\nprocedure f deep.bp:5:1: depth 2\nrecursion f: 2; from deep.bp:3:3: 2\n\
                    engine: saturation:post\nevidence: checked\ndepth: BOUNDED 3\n";
    assert_eq!(answer.stdout, expected);
    let answer = room.run("depth --engine explicit --no-evidence deep.bp");
    assert!(
        answer.stdout.ends_with("engine: explicit\nevidence: none (it was not asked for)\ndepth: BOUNDED 3\n"),
        "{answer:?}"
    );
    let answer = room.run("depth --cross-check endless.bp");
    assert_eq!(answer.code, Some(0), "{answer:?}");
    let words = "// words: NAME_BIT\nvoid main() begin f(T, F); end void f(n_0, n_1) begin f(n_0, n_1); end";
    let numbers = Room::new(&[("n.bp", words)]).run("depth n.bp");
    assert!(numbers.stdout.contains("entered with the same n=1 (01))\n"), "{numbers:?}");
    let listed = room.run("depth --engine rdd deep.bp");
    assert_eq!(listed.stdout, expected.replace("saturation:post", "rdd"), "{listed:?}");
    let limited = room.run("depth --cross-check --engine explicit --max-nodes 1 deep.bp");
    assert!(limited.stdout.contains("not measured: saturation:post (nodes)\n"), "{limited:?}");
    let pump = "procedure f endless.bp:7:1: unbounded (f endless.bp:9:3 -> g endless.bp:13:3 -> f, entered with the same p=1 g=1)\n";
    assert!(answer.stdout.contains(pump), "{answer:?}");
    assert!(
        answer.stdout.contains("agreed: explicit\nagreed: rdd\n") && answer.stdout.ends_with("depth: UNBOUNDED\n"),
        "{answer:?}"
    );
}

/// Where heads are too many, a program that counts tells how high a stack gets at least, and perhaps that none is higher.
#[test]
fn a_limit_leaves_what_runs_show() {
    let room = room();
    let answer = room.run("depth --max-nodes 1 --witness run.json deep.bp");
    let expected = "height 3\nprocedure main deep.bp:1:1: at least 1 (nodes)\nprocedure f deep.bp:5:1: at least 2 (nodes)\n\
                    recursion f: at least 2 (nodes); from deep.bp:3:3: at least 2 (nodes)\n\
                    engine: saturation:post\nevidence: none (nodes)\ndepth: BOUNDED 3\n";
    assert_eq!((answer.code, &answer.stdout[..]), (Some(5), expected), "{answer:?}");
    let shown = room.run("trace replay deep.bp run.json");
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let answer = room.run("depth --max-nodes 1 ever.bp");
    let height = answer.stdout.lines().next().unwrap_or_default();
    let height = height.strip_prefix("height at least ").and_then(|rest| rest.strip_suffix(" (nodes)"));
    assert!(height.is_some_and(|height| height.parse::<u64>().is_ok_and(|height| height >= 64)), "{answer:?}");
    let unasked = room.run("depth --max-nodes 1 --no-evidence deep.bp");
    assert!(unasked.stdout.starts_with("height at least 1 (nodes)\n"), "{unasked:?}");
}

#[test]
fn a_script_can_ask_for_a_bound() {
    let room = room();
    for (command, code) in [
        ("depth --at-most 3 deep.bp", 0),
        ("depth --at-most 2 deep.bp", 10),
        ("depth --at-most 1000 endless.bp", 10),
        ("depth --weights weights --at-most 80 deep.bp", 0),
        ("depth --weights frames.su --at-most 79 deep.bp", 10),
        ("depth --max-nodes 1 --at-most 3 deep.bp", 0),
        ("depth --max-nodes 1 --at-most 2 deep.bp", 10),
        ("depth --max-nodes 1 --no-evidence --at-most 3 deep.bp", 5),
        ("depth --max-nodes 1 --weights weights --at-most 80 deep.bp", 5),
        ("depth --max-nodes 1 --at-most 5000 ever.bp", 5),
        ("depth --max-nodes 1 --at-most 20 ever.bp", 10),
        ("depth --max-nodes 1 deep.bp", 5),
        ("depth --at-most 3 system.pds", 0),
        ("depth --at-most 2 system.pds", 10),
        ("depth --at-most 9 pumps.pds", 10),
    ] {
        assert_eq!(room.run(command).code, Some(code), "{command}");
    }
    let answer = room.run("depth --weights weights deep.bp");
    assert!(
        answer
            .stdout
            .contains("heaviest stack 80: main deep.bp:3:3 -> f deep.bp:7:15 -> f (measured, and not confirmed)\n"),
        "{answer:?}"
    );
}

#[test]
fn the_run_is_written_and_is_one_of_the_program() {
    let room = room();
    for program in ["deep.bp", "endless.bp"] {
        assert_eq!(room.run(&format!("depth --witness run.json {program}")).code, Some(0));
        let answer = room.run(&format!("trace replay {program} run.json"));
        assert_eq!(answer.code, Some(0), "{answer:?}");
        let answer = room.run(&format!("trace show {program} run.json"));
        assert!(answer.stdout.contains("control comes to "), "{answer:?}");
    }
}

#[test]
fn systems_are_measured_in_their_own_terms() {
    let room = room();
    assert_eq!(room.run("depth system.pds").stdout, "height 3\nevidence: checked\ndepth: BOUNDED 3\n");
    let answer = room.run("depth pumps.pds");
    assert!(answer.stdout.starts_with("height unbounded (a run was replayed to a stack of "), "{answer:?}");
    assert_eq!(answer.code, Some(0));
    assert_eq!(room.run("depth --cross-check system.pds").code, Some(2));
}

#[test]
fn the_document_has_a_schema() {
    is_published("depth.schema.json", &bpcheck::report::depth::json::schema());
    let room = room();
    let document =
        |command: &str| -> serde_json::Value { serde_json::from_str(&room.run(command).stdout).expect("a document") };
    let deep = document("depth --format json deep.bp");
    assert_eq!(deep["height"]["bounded"]["depth"], 3);
    assert_eq!(deep["procedures"][1]["depth"]["bounded"]["evidence"], "certificate");
    assert_eq!(deep["unconfirmed"], serde_json::Value::Null);
    let endless = document("depth --format json endless.bp");
    assert_eq!(endless["height"]["unbounded"]["again"]["twice"], serde_json::json!([1, 3]));
    assert_eq!(document("depth --format json system.pds")["height"], 3);
}

#[test]
fn what_cannot_be_measured_is_refused() {
    let room = room();
    for (command, code, expected) in [
        ("depth broken.bp", 3, "broken.bp:3:3"),
        ("depth empty.bp", 3, "no procedure `main`"),
        ("depth nowhere.bp", 3, "nowhere.bp"),
        ("depth --engine summary deep.bp", 2, "does not find how deep stacks become"),
        ("depth --engine saturation:pre deep.bp", 2, "does not find how deep stacks become"),
        ("depth --weights few deep.bp", 3, "there is no weight of `f`"),
        ("depth --weights odd deep.bp", 3, "`main` has a weight already"),
        ("depth --weights odd deep.bp", 3, "odd:2:1"),
        ("depth --entry nobody deep.bp", 2, "nobody"),
    ] {
        let answer = room.run(command);
        assert_eq!(answer.code, Some(code), "{command}: {answer:?}");
        assert!(answer.stderr.contains(expected), "{command}: {answer:?}");
    }
}
