//! Formulas about runs that never end, and [monitors], held against the enumeration of all configurations and a plain automaton, which share nothing with the program
//! in which an automaton reads along.

mod configurations;
mod monitors;

use bpcheck::budget::Budget;
use bpcheck::engine::Selection;
use bpcheck::generate::random::{self, Knobs};
use bpcheck::lang::source::Diagnostics;
use bpcheck::lang::syntax::Ladder;
use bpcheck::ltl::automaton::Automaton;
use bpcheck::ltl::hoa::Hoa;
use bpcheck::ltl::parse::Manner;
use bpcheck::outcome::{Overall, Verdict};
use bpcheck::pipeline::{Asked, Temporal, assured, decide, load};
use bpcheck::temporal::onlooker::{self, Onlooker};
use bpcheck::temporal::{Claim, Spoken};
use bpcheck::verdict::certificate::json::write_assurances;
use bpcheck::{Options, Source};
use configurations::{Graph, graph, mixed};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// Whether some run from the first configurations is accepted: whether a pair with an accepting state is behind itself.
fn accepts(claim: &Claim, automaton: &Automaton, graph: &Graph) -> bool {
    let Graph { next, first, .. } = graph;
    let letters = graph.letters(claim);
    let letters = &letters;
    let steps = |(at, state): (usize, usize)| {
        let edges =
            automaton.states[state].edges.iter().filter(move |edge| edge.guard.holds(|atom| letters[at].has(atom)));
        let to: Vec<usize> = edges.map(|edge| edge.to).collect();
        let pairs = next[at].iter().flat_map(|&at| to.iter().map(move |&state| (at, state)));
        pairs.collect::<Vec<_>>()
    };
    let mut reached = BTreeMap::new();
    let mut open: Vec<(usize, usize)> = (0..*first).map(|at| (at, 0)).collect();
    while let Some(pair) = open.pop() {
        if let Entry::Vacant(place) = reached.entry(pair) {
            open.extend(place.insert(steps(pair)).iter().copied());
        }
    }
    let accepting = reached.keys().filter(|(_, state)| automaton.states[*state].is_accepting);
    accepting.copied().any(|pair| {
        let (mut seen, mut open) = (BTreeSet::new(), reached[&pair].clone());
        while let Some(next) = open.pop() {
            if next == pair {
                return true;
            }
            if seen.insert(next) {
                open.extend(reached[&next].iter().copied());
            }
        }
        false
    })
}

/// A formula with so many operators.
fn formula(seed: u64, size: u64, atoms: &[String]) -> String {
    let roll = |salt: u64, sides: usize| (mixed(seed, salt) % sides as u64) as usize;
    if size == 0 {
        return atoms[roll(1, atoms.len())].clone();
    }
    let below = |salt: u64, size: u64| formula(mixed(seed, salt), size, atoms);
    match roll(2, 8) {
        0 => format!("!({})", below(3, size - 1)),
        1 => format!("F ({})", below(3, size - 1)),
        2 => format!("G ({})", below(3, size - 1)),
        operator => {
            let left = mixed(seed, 4) % size;
            let sign = ["U", "R", "&", "|", "->"][operator - 3];
            format!("({}) {sign} ({})", below(5, left), below(6, size - 1 - left))
        }
    }
}

/// Random programs and formulas: what the enumeration says, engines say, with evidence, and each lasso was replayed.
fn compare(seeds: std::ops::Range<u64>, engines: &[&str], knobs: &Knobs) -> [usize; 3] {
    let (mut holds, mut fails, mut large) = (0, 0, 0);
    for seed in seeds {
        let text = random::write(&random::Options { seed, knobs: knobs.clone() });
        let source = Source::new("random.bp", text.as_str());
        let plain = load(&source, &Options::default()).expect("a program");
        let program = &plain.program;
        let Some(graph) = graph(program, plain.entry) else {
            large += 1;
            continue;
        };
        let mut atoms: Vec<String> = ["end", "violation", "main:exit"].map(String::from).to_vec();
        for procedure in program.procedure_ids() {
            let name = program.name(program[procedure].name);
            if name.starts_with('{') {
                continue;
            }
            atoms.extend([format!("in {name}"), format!("{name}:entry")]);
            let locals = program[procedure].locals.iter();
            atoms.extend(locals.map(|local| format!("{{{name}.{}}}", program.name(local.name))));
        }
        let globals = program.globals.iter().map(|global| format!("{{{}}}", program.name(global.name)));
        atoms.extend(globals);
        let (mut certificates, mut violated) = (Vec::new(), Vec::new());
        for number in 0..4 {
            let text = formula(mixed(seed, number), 2 + number, &atoms);
            let asked = Source::new("formula", text.as_str());
            let mut remarks = Diagnostics::new(&asked);
            let spoken = Spoken { source: &source, program, ladder: Ladder::Standard };
            let claim = Claim::read(&asked, Manner::Standard, spoken, &mut remarks).unwrap_or_else(|| {
                let told: Vec<String> = remarks.iter().map(|remark| remark.message.clone()).collect();
                panic!("{text}: {told:?}")
            });
            let automaton = onlooker::plain(&claim).expect("a small automaton").expect("one of a formula");
            let is_violated = accepts(&claim, &automaton, &graph);
            let violations = onlooker::of_violations(&claim).expect("a small automaton");
            let Onlooker::Automaton(violations) = violations else { panic!("a formula has an automaton") };
            let violations = Hoa { automaton: &violations, name: &text }.to_string();
            // The formula, and what violates it as an automaton from a file.
            let ways = [Asked::Formula(asked), Asked::Automaton(Source::new("violations", violations))];
            for (engine, way) in engines.iter().flat_map(|&engine| ways.iter().map(move |way| (engine, way))) {
                let temporal = Temporal { asked: vec![way.clone()], ..Temporal::default() };
                let engine: Selection = engine.parse().expect("an engine");
                let options = Options::default().with_temporal(temporal).with_engine(engine.clone());
                let loaded = load(&source, &options).expect("a program with a formula");
                let decided = decide(&loaded, &options, &mut bpcheck::engine::Silent)
                    .unwrap_or_else(|failure| panic!("{failure}: {text}\n{}", String::from_utf8_lossy(source.bytes())));
                let expected = if is_violated { Overall::Unsafe } else { Overall::Safe };
                assert_eq!(
                    decided.outcome.overall(),
                    expected,
                    "{engine}, seed {seed}: {text}\n{}",
                    String::from_utf8_lossy(source.bytes())
                );
                if let Verdict::Safe(evidence) = &decided.outcome.decisions[0].verdict {
                    assert!(matches!(evidence, bpcheck::outcome::Evidence::Certificate(_)), "{evidence:?}: {text}");
                    let assurances: Vec<_> = decided.assured.iter().map(|assured| assured.assurance()).collect();
                    let mut written = Vec::new();
                    write_assurances(&mut written, &loaded.program, &loaded.source, &assurances).expect("memory");
                    let read = assured(&loaded, Ladder::Standard, &written, &Budget::unlimited());
                    let read = read.unwrap_or_else(|why| panic!("{why:?}: {}", String::from_utf8_lossy(&written)));
                    assert_eq!(read.len(), 1);
                    assert_eq!(read[0].property(), &loaded.properties[0]);
                    certificates.push(written);
                }
            }
            if is_violated {
                fails += 1;
                violated.push(text);
            } else {
                holds += 1;
            }
        }
        // Why one formula holds is no reason for another one that does not.
        for (certificate, text) in certificates.iter().flat_map(|one| violated.iter().map(move |text| (one, text))) {
            let mut forged: serde_json::Value = serde_json::from_slice(certificate).expect("JSON");
            let property = &mut forged["claims"][0]["property"];
            if property["kind"] == "ltl" {
                property["formula"] = text.as_str().into();
                let read = assured(&plain, Ladder::Standard, forged.to_string().as_bytes(), &Budget::unlimited());
                assert!(read.is_err(), "{text}: {}", String::from_utf8_lossy(certificate));
            }
        }
    }
    [holds, fails, large]
}

fn small() -> Knobs {
    Knobs { globals: 2, procedures: 2, parameters: 1, results: 1, locals: 1, statements: 5, ..Knobs::default() }
}

#[test]
fn formulas_hold_where_the_enumeration_says_so() {
    let [holds, fails, large] = compare(0..150, &["saturation:post", "explicit"], &small());
    assert!(holds > 40 && fails > 100, "{holds} hold, {fails} fail, {large} are too large");
}

#[test]
#[ignore = "takes minutes: make hunt"]
fn formulas_hold_where_the_enumeration_says_so_of_many_programs() {
    let engines = ["saturation:post", "saturation:pre", "explicit", "recmc", "auto"];
    println!("{:?}", compare(1_000..3_000, &engines, &small()));
}
