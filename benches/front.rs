//! From text to control-flow graphs: lines a second, by stage and for all stages together.
//!
//! Three sizes of the same program show that time is linear; the longest has a million lines, and all
//! stages together are to take less than three seconds for it.

use bpcheck::lang::cfg;
use bpcheck::lang::program::{Program, resolve};
use bpcheck::lang::source::{Diagnostics, Source};
use bpcheck::lang::syntax::{Ast, Ladder, parse, tokens};
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use std::fmt::Write;
use std::time::Duration;

/// A program of at least `lines` lines and few more: procedures in SLAM's style, which call each other.
fn program(lines: usize) -> String {
    let mut text = String::from("decl g, h, {x==0}, {p->n == 3}; // globals\n");
    let mut rows = 1;
    let mut index = 0;
    while rows < lines {
        let body = format!(
            "bool<2> f{index}({{a==0}}, q)
begin
  decl {{a==b}}, l, m;
  enforce !({{a==b}} & l);
  // file driver.c line {rows} function f{index}
  c2bp_{index}: C_{rows}_1: skip;
  if (*) then
    l := schoose[{{a==b}} & q, !({{x==0}} | m)];
  else
    l, m := m, (q = g);
  fi;
  goto yes, other;
  yes: assume(l & !{{a==0}});
  g := T constrain ('g | !h);
  goto behind;
  other: assume(!(l & !{{a==0}}));
  l, _ := f{callee}(q, g & !m);
  dead m;
  behind: skip;
  while (m | {{p->n == 3}}) do
    m := *;
  od;
  assert(!(l & q) | g);
  return l, (q => g);
end
",
            callee = index / 2,
        );
        rows += body.lines().count();
        text.push_str(&body);
        index += 1;
    }
    // Writing to a string cannot fail.
    let _ = writeln!(text, "void main() begin g, h := f{}(T, F); end", index - 1);
    text
}

fn syntax(source: &Source) -> Ast {
    parse(source, Ladder::Standard, &mut Diagnostics::new(source))
}

fn resolved(source: &Source, ast: Ast) -> Program {
    resolve(ast, &mut Diagnostics::new(source)).expect("a program without errors")
}

fn front(criterion: &mut Criterion) {
    for lines in [10_000, 100_000, 1_000_000] {
        let text = program(lines);
        let throughput = Throughput::Elements(text.lines().count() as u64);
        let source = Source::new("bench.bp", text);
        let ast = syntax(&source);
        let program = resolved(&source, ast.clone());

        let mut group = criterion.benchmark_group("front");
        group.throughput(throughput).sample_size(10);
        group.warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3));
        let id = |stage| BenchmarkId::new(stage, lines);
        group.bench_function(id("lex"), |b| {
            b.iter_with_large_drop(|| tokens(&source, &mut Diagnostics::new(&source)));
        });
        group.bench_function(id("parse"), |b| b.iter_with_large_drop(|| syntax(&source)));
        group.bench_function(id("resolve"), |b| {
            b.iter_batched(|| ast.clone(), |ast| resolved(&source, ast), BatchSize::PerIteration);
        });
        group.bench_function(id("cfg"), |b| b.iter_with_large_drop(|| cfg::build(&program)));
        group.bench_function(id("all"), |b| {
            b.iter_with_large_drop(|| cfg::build(&resolved(&source, syntax(&source))));
        });
        group.finish();
    }
}

criterion_group!(benches, front);
criterion_main!(benches);
