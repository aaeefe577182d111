//! Many assertions, each after another call of the same procedure: does what was learnt for one help with the next?
//!
//! `main` makes the globals of each pair equal, to arbitrary values. Then it calls the same procedure again and again, and
//! asserts after each call that the globals of a pair are equal. What is called flips both of a pair, or sets both, so whoever
//! summarizes it has to find out that pairs stay equal. The kinds differ in what the assertions have in common, as the groups of
//! assertions do on which O. Sery, G. Fedyukovich and N. Sharygina measure FunFrog ("Interpolation-Based Function Summaries
//! in Bounded Model Checking", HVC 2011):
//!
//! - `related`: there is one pair, so all assertions need the same summaries;
//! - `ops`: there are three pairs, each with a procedure of its own that works on it, and an assertion says that one of them is
//!   equal, or one of two, or both. It needs some of what those before it needed;
//! - `unrelated`: each assertion has a pair of its own, and summaries that tell of one pair say nothing of another.
//!
//! What is called is a tree of procedures, each of which calls the one below twice; a recursive procedure that may call
//! itself twice; or one with a loop.
//!
//! **Verdict.** A step flips both globals of a pair, or sets both to T, and either keeps them equal. In the unsafe variant
//! the second one is set to `!late`, and `main` sets `late` before the last call. Up to there nothing has changed; the last call can
//! leave every pair as T, F, so the last assertion can fail, whichever pairs it speaks of, and no other one can.

use std::fmt;

use super::listing::{Listing, joined};
use super::{Variant, size};

/// A member of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// What the assertions have in common.
    pub kind: Kind,
    /// What is called before each assertion.
    pub shape: Shape,
    /// How many levels of calls stand above the leaf of a tree, at least 1; other shapes have none.
    pub depth: u32,
    /// How many assertions there are; at least 1.
    pub assertions: u32,
    /// Can the last assertion fail?
    pub variant: Variant,
}

impl Default for Options {
    fn default() -> Self {
        Self { kind: Kind::Related, shape: Shape::Tree, depth: 4, assertions: 10, variant: Variant::Safe }
    }
}

/// What the assertions have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Kind {
    /// They say the same of the same pair.
    #[default]
    Related,
    /// They speak of three pairs, one or two at a time.
    Ops,
    /// Each speaks of a pair of its own.
    Unrelated,
}

/// `related`, `ops` or `unrelated`, as the flag is written.
impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Related => "related",
            Kind::Ops => "ops",
            Kind::Unrelated => "unrelated",
        })
    }
}

/// What is called before each assertion.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Shape {
    /// A procedure for each level, which calls the one below twice.
    #[default]
    Tree,
    /// A procedure that may call itself twice.
    Recursion,
    /// A procedure with a `while` loop.
    Loop,
}

/// `tree`, `recursion` or `loop`, as the flag is written.
impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Tree => "tree",
            Shape::Recursion => "recursion",
            Shape::Loop => "loop",
        })
    }
}

/// How many pairs, and operations, there are if the assertions go around them.
const OPS: u32 = 3;

/// Two globals that are equal.
struct Pair {
    a: String,
    b: String,
}

/// Writes the program.
pub fn write(options: &Options) -> String {
    let (depth, assertions) = (size(options.depth, 1), size(options.assertions, 1));
    let &Options { kind, shape, variant, .. } = options;
    let levels = if shape == Shape::Tree { format!(" --depth {depth}") } else { String::new() };
    let command = format!("assertions --kind {kind} --shape {shape}{levels} --assertions {assertions}");
    let mut out = Listing::new(Some(variant), &format!("{command}{}", variant.flag()));
    let pairs = pairs(kind, assertions);
    let globals = pairs.iter().flat_map(|pair| [pair.a.as_str(), &pair.b]);
    let late = variant.is_unsafe().then_some("late");
    out.line(format_args!("decl {};", joined(", ", globals.chain(late))));
    let called = match shape {
        Shape::Tree => format!("level_{depth}"),
        Shape::Recursion => "again".into(),
        Shape::Loop => "rounds".into(),
    };
    write_main(&mut out, &pairs, &called, &Options { assertions, ..*options });
    match shape {
        Shape::Tree => write_tree(&mut out, depth, &pairs, options),
        Shape::Recursion => write_recursion(&mut out, &pairs, options),
        Shape::Loop => write_loop(&mut out, &pairs, options),
    }
    if kind == Kind::Ops {
        for (i, pair) in pairs.iter().enumerate() {
            out.procedure(format_args!("void op_{i}()"));
            write_step(&mut out, pair, variant);
            out.close("end");
        }
    }
    out.finish()
}

/// The pairs that the assertions speak of.
fn pairs(kind: Kind, assertions: u32) -> Vec<Pair> {
    let numbered = |count| (0..count).map(|i| Pair { a: format!("a_{i}"), b: format!("b_{i}") }).collect();
    match kind {
        Kind::Related => vec![Pair { a: "a".into(), b: "b".into() }],
        Kind::Ops => numbered(OPS),
        Kind::Unrelated => numbered(assertions),
    }
}

/// `main`: the pairs are made equal, then there is a call for each assertion.
fn write_main(out: &mut Listing, pairs: &[Pair], called: &str, options: &Options) {
    let &Options { kind, assertions, variant, .. } = options;
    out.procedure("void main()");
    if variant.is_unsafe() {
        out.line("late := F;");
    }
    let firsts = joined(", ", pairs.iter().map(|pair| &pair.a));
    let values = joined(", ", pairs.iter().map(|_| "*"));
    out.line(format_args!("{firsts} := {values};"));
    out.line(format_args!("{} := {firsts};", joined(", ", pairs.iter().map(|pair| &pair.b))));
    for number in 0..assertions {
        if variant.is_unsafe() && number + 1 == assertions {
            out.line("late := T;");
        }
        out.line(format_args!("{called}();"));
        out.line(format_args!("assert({});", claim(kind, pairs, number)));
    }
    out.close("end");
}

/// What the assertion with this number says.
fn claim(kind: Kind, pairs: &[Pair], number: u32) -> String {
    let equal = |number: u32| {
        let Pair { a, b } = &pairs[number as usize % pairs.len()];
        format!("{a} = {b}")
    };
    match (kind, number / OPS % 3) {
        (Kind::Related | Kind::Unrelated, _) | (Kind::Ops, 0) => equal(number),
        (Kind::Ops, 1) => format!("({}) | ({})", equal(number), equal(number + 1)),
        (Kind::Ops, _) => format!("({}) & ({})", equal(number), equal(number + 1)),
    }
}

fn write_tree(out: &mut Listing, depth: u32, pairs: &[Pair], options: &Options) {
    for level in (1..=depth).rev() {
        out.procedure(format_args!("void level_{level}()"));
        out.line(format_args!("level_{}();", level - 1));
        out.line(format_args!("level_{}();", level - 1));
        out.close("end");
    }
    out.procedure("void level_0()");
    write_work(out, pairs, options);
    out.close("end");
}

fn write_recursion(out: &mut Listing, pairs: &[Pair], options: &Options) {
    out.procedure("void again()");
    out.open("if (*) then");
    out.line("again();");
    out.line("again();");
    out.close("fi");
    write_work(out, pairs, options);
    out.close("end");
}

fn write_loop(out: &mut Listing, pairs: &[Pair], options: &Options) {
    out.procedure("void rounds()");
    out.open("while (*) do");
    write_work(out, pairs, options);
    out.close("od");
    out.close("end");
}

/// A step for each pair.
fn write_work(out: &mut Listing, pairs: &[Pair], options: &Options) {
    for (i, pair) in pairs.iter().enumerate() {
        match options.kind {
            Kind::Ops => out.line(format_args!("op_{i}();")),
            Kind::Related | Kind::Unrelated => write_step(out, pair, options.variant),
        }
    }
}

/// Flips both sides of a pair, or sets both.
fn write_step(out: &mut Listing, Pair { a, b }: &Pair, variant: Variant) {
    let set = match variant {
        Variant::Safe => "T",
        Variant::Unsafe => "!late",
    };
    out.open("if (*) then");
    out.line(format_args!("{a}, {b} := !{a}, !{b};"));
    out.between("else");
    out.line(format_args!("{a}, {b} := T, {set};"));
    out.close("fi");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_small_tree() {
        let text = write(&Options { depth: 1, assertions: 2, ..Options::default() });
        assert_eq!(
            text,
            "// expect: SAFE
// generated by: bpcheck generate assertions --kind related --shape tree --depth 1 --assertions 2
decl a, b;

void main()
begin
  a := *;
  b := a;
  level_1();
  assert(a = b);
  level_1();
  assert(a = b);
end

void level_1()
begin
  level_0();
  level_0();
end

void level_0()
begin
  if (*) then
    a, b := !a, !b;
  else
    a, b := T, T;
  fi
end
"
        );
    }

    #[test]
    fn operations_in_a_recursion() {
        let (kind, shape, variant) = (Kind::Ops, Shape::Recursion, Variant::Unsafe);
        let text = write(&Options { kind, shape, assertions: 2, variant, ..Options::default() });
        let (start, operations) = text.split_once("\nvoid op_0()").expect("operations");
        assert_eq!(
            start,
            "// expect: UNSAFE
// generated by: bpcheck generate assertions --kind ops --shape recursion --assertions 2 --unsafe
decl a_0, b_0, a_1, b_1, a_2, b_2, late;

void main()
begin
  late := F;
  a_0, a_1, a_2 := *, *, *;
  b_0, b_1, b_2 := a_0, a_1, a_2;
  again();
  assert(a_0 = b_0);
  late := T;
  again();
  assert(a_1 = b_1);
end

void again()
begin
  if (*) then
    again();
    again();
  fi
  op_0();
  op_1();
  op_2();
end
"
        );
        assert!(operations.contains("    a_0, b_0 := T, !late;\n"));
    }

    #[test]
    fn operations_are_asserted_in_turn() {
        let text = write(&Options { kind: Kind::Ops, ..Options::default() });
        let claims: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("  assert")).collect();
        assert_eq!(
            claims,
            [
                "(a_0 = b_0);",
                "(a_1 = b_1);",
                "(a_2 = b_2);",
                "((a_0 = b_0) | (a_1 = b_1));",
                "((a_1 = b_1) | (a_2 = b_2));",
                "((a_2 = b_2) | (a_0 = b_0));",
                "((a_0 = b_0) & (a_1 = b_1));",
                "((a_1 = b_1) & (a_2 = b_2));",
                "((a_2 = b_2) & (a_0 = b_0));",
                "(a_0 = b_0);",
            ]
        );
    }

    #[test]
    fn nothing_means_one() {
        let options = |size| Options { depth: size, assertions: size, ..Options::default() };
        assert_eq!(write(&options(0)), write(&options(1)));
    }
}
