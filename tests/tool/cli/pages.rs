//! Pages of answers: one file each, with the very evidence that was found.

use super::*;
use serde_json::Value;

/// What a page shows.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    serde_json::from_str(rest.split_once("</script>").expect("an end").0).expect("JSON")
}

/// For each run of a page's trace, the points of its steps.
fn shown(page: &str) -> Vec<Vec<u64>> {
    let data = data(page);
    let runs = data["traces"][0]["runs"].as_array().expect("runs").clone();
    let points =
        |run: &Value| run["steps"].as_array().expect("steps").iter().map(|step| step[0].as_u64().unwrap()).collect();
    runs.iter().map(points).collect()
}

/// There are two ways to violate it, of which engines find one or the other.
const WAYS: &str =
    "decl a;\nvoid main()\nbegin\n  if (*) then\n    a := F;\n  else\n    skip; a := F;\n  fi\n  assert(a);\nend\n";

#[test]
fn a_page_has_the_trace_that_was_found() {
    let room = Room::new(&[("x.bp", WAYS)]);
    for engine in ["saturation", "summary", "explicit"] {
        let answer = room.run(&format!("check --engine {engine} --trace t.json --html c.html x.bp"));
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(10), ""));
        let answer = room.run("trace show x.bp t.json --html t.html");
        assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "", ""));
        // Each step of a trace file begins with the number of its place.
        let trace: Value = serde_json::from_str(&room.read("t.json")).unwrap();
        let steps: usize =
            trace["runs"].as_array().unwrap().iter().map(|run| run["steps"].as_array().unwrap().len()).sum();
        let (of_check, of_trace) = (shown(&room.read("c.html")), shown(&room.read("t.html")));
        assert_eq!(of_check, of_trace, "{engine}");
        assert_eq!(of_check.iter().map(Vec::len).sum::<usize>(), steps, "{engine}");
        for page in ["c.html", "t.html"] {
            let data = data(&room.read(page));
            assert_eq!(data["properties"][0]["verdict"], "UNSAFE", "{page}");
            assert_eq!(data["log"]["targets"][0]["line"], 9, "{page}");
            // Nothing was searched for the page.
            assert_eq!(data["log"]["events"].as_array().unwrap().len(), 0, "{page}");
        }
    }
}

#[test]
fn a_page_has_the_proof_that_was_found() {
    let room = Room::new(&[("x.bp", SAFE)]);
    assert_eq!(room.run("check --certificate c.json --html c.html x.bp").code, Some(0));
    let answer = room.run("certificate show x.bp c.json --html p.html");
    assert_eq!((answer.code, answer.stdout.as_str(), answer.stderr.as_str()), (Some(0), "", ""));
    let (check, show) = (data(&room.read("c.html")), data(&room.read("p.html")));
    assert_eq!(check["proofs"], show["proofs"]);
    let lines = room.run("certificate show x.bp c.json").stdout;
    let claims = show["proofs"][0]["contracts"][0]["claims"].as_array().unwrap();
    let says: Vec<&str> =
        claims.iter().flat_map(|claim| claim["says"].as_array().unwrap()).map(|text| text.as_str().unwrap()).collect();
    assert!(!says.is_empty() && says.iter().all(|text| lines.contains(text)), "{says:?} {lines}");
    assert!(room.read("p.html").contains("<title>Certificate of x.bp</title>"));
}

#[test]
fn a_trace_to_a_label_that_is_no_default_has_a_page() {
    let room = Room::new(&[("x.bp", LABELS)]);
    assert_eq!(room.run("check --label main:other --trace t.json x.bp").code, Some(10));
    assert_eq!(room.run("trace show x.bp t.json --html t.html").code, Some(0));
    assert_eq!(data(&room.read("t.html"))["log"]["targets"][0]["text"], "label other in main#2");
}

/// What the text of a check says beside the answers, its page says, too.
#[test]
fn the_page_says_what_was_tracked() {
    let room = Room::new(&[("x.bp", SAFE)]);
    let answer = room.run("check --engine bam --html c.html x.bp");
    assert_eq!(answer.code, Some(0), "{}", answer.stderr);
    let remark = data(&room.read("c.html"))["remark"].as_str().unwrap().to_string();
    assert!(remark.starts_with("tracked: ") && answer.stdout.contains(&format!("\n{remark}\n")), "{remark}");
    assert_eq!(room.run("check --engine saturation --html c.html x.bp").code, Some(0));
    assert!(data(&room.read("c.html"))["remark"].is_null());
}

#[test]
fn pages_are_of_one_file_and_of_answers() {
    let room = Room::new(&[("x.bp", SAFE), ("y.bp", UNSAFE), ("z.bp", BROKEN)]);
    let several = room.run("check --html c.html x.bp y.bp");
    assert_eq!((several.code, several.stdout.as_str()), (Some(2), ""), "{}", several.stderr);
    assert_eq!(room.run("check --html - x.bp").code, Some(2));
    assert_eq!(room.run("check --html c.html z.bp").code, Some(3));
    assert!(!room.path("c.html").exists());
    // A page of an earlier check is told from one of this.
    assert_eq!(room.run("check --html c.html x.bp").code, Some(0));
    let answer = room.run("check --html c.html z.bp");
    assert!(answer.stderr.contains("c.html is what it was before this check"), "{}", answer.stderr);
    let refused = room.run("check --html nowhere/c.html x.bp");
    assert!(refused.stdout.contains("SAFE") && refused.stderr.contains("cannot write"), "{}", refused.stderr);
}
