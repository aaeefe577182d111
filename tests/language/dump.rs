//! `dump`: each stage as text and as JSON.

use crate::support;
use bpcheck::Source;
use bpcheck::lang::cfg;
use bpcheck::lang::program::resolve;
use bpcheck::lang::source::Diagnostics;
use bpcheck::lang::syntax::{Ladder, parse};
use bpcheck::pds;
use bpcheck::report::dump;
use serde::Serialize;
use serde_json::Value;
use std::fmt::Display;
use std::path::Path;

/// One of everything.
const TEXT: &str = "\
decl g, h := 1;
bool<2> f(p)
begin
  decl l;
  enforce l => p;
  l, g := p & (!g | h), * constrain ('l != g);
  while (*) do
    L1: M: skip;
    if (l) then goto L1, E; elsif (!p) then g := schoose[l, p]; else assume(g ? h : l); fi;
  od;
  E: return l, g;
end
void main()
begin
  decl a;
  a, _ := f(h);
  dead a; print(a); constrain (a ^ g);
  abortif (a);
  assert(a <=> g);
end
";

/// A stage as text and as JSON.
struct Dump {
    text: String,
    json: Value,
}

impl Dump {
    fn of(document: &(impl Display + Serialize)) -> Dump {
        Dump { text: document.to_string(), json: serde_json::to_value(document).expect("JSON") }
    }
}

/// All stages, and the picture of the graphs.
fn dumps(source: &Source) -> (Vec<Dump>, String) {
    let mut remarks = Diagnostics::new(source);
    let tokens = dump::tokens::document(source, &mut remarks);
    let ast = parse(source, Ladder::Standard, &mut remarks);
    let tree = dump::ast::document(&ast, source);
    let program = resolve(ast, &mut remarks).expect("a program");
    let graphs = cfg::build(&program);
    let system = pds::build(&program, &graphs, program.procedure_ids().next().expect("a procedure"));
    let graph = dump::cfg::document(&graphs, &program, source);
    let dumps = vec![
        Dump::of(&tokens),
        Dump::of(&tree),
        Dump::of(&dump::program::document(&program, source)),
        Dump::of(&graph),
        Dump::of(&dump::pds::document(&system, &graphs, &program)),
    ];
    (dumps, graph.dot().to_string())
}

#[test]
fn every_stage_is_readable() {
    let (dumps, dot) = dumps(&Source::new("x.bp", TEXT));
    let names = ["tokens", "ast", "program", "cfg", "pds"];
    for (name, dump) in names.iter().zip(&dumps) {
        insta::assert_snapshot!(*name, dump.text);
    }
    insta::assert_snapshot!("dot", dot);
}

/// Operands name rows that stand before; each root is a row; the rules are as many as in the text.
#[test]
fn tables_are_sound() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("bp-examples");
    for path in support::files(&folder, "bp") {
        let source = Source::new(path.to_string_lossy(), std::fs::read(&path).expect("a program"));
        let (dumps, _) = dumps(&source);
        let [_, ast, program, graph, system] = &dumps[..] else { panic!("five stages") };
        operands_come_first(&ast.json["nodes"]);
        for procedure in program.json["procedures"].as_array().expect("procedures") {
            operands_come_first(&procedure["nodes"]);
        }
        let edges: usize = rows(&graph.json["procedures"]).map(|p| rows(&p["edges"]).count()).sum();
        assert_eq!(rows(&system.json["rules"]).count(), edges, "{}", source.name());
        let heads = system.text.lines().filter(|line| line.starts_with("<p, ")).count();
        assert_eq!(heads, edges, "{}", source.name());
    }
}

fn rows(table: &Value) -> impl Iterator<Item = &Value> {
    table.as_array().expect("a table").iter()
}

fn operands_come_first(nodes: &Value) {
    for (index, node) in rows(nodes).enumerate() {
        for operand in node["args"].as_array().into_iter().flatten() {
            assert!(operand.as_u64().expect("an index") < index as u64, "{node}");
        }
    }
}

/// A chain of 20,000 operands is shown in linear time: parts have names.
#[test]
fn long_formulas_are_cut_into_named_parts() {
    let names: Vec<String> = (0..1000).map(|n| format!("x{n}")).collect();
    let chain: Vec<&str> = (0..20_000).map(|n| names[n * 7919 % 1000].as_str()).collect();
    let text = format!("decl {};\nvoid main() begin assume({}); end", names.join(", "), chain.join(" ^ "));
    let (dumps, _) = dumps(&Source::new("x.bp", text));
    let system = &dumps[4].text;
    assert!(system.lines().all(|line| line.len() < 10_000), "long lines");
    assert!(system.len() < 4_000_000, "{}", system.len());
}
