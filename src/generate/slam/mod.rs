//! Programs as SLAM makes them of device drivers: the shape of `c2bp` output, with a verdict that is known.
//!
//! SLAM (T. Ball and S. K. Rajamani, "The SLAM project: debugging system software via static analysis", POPL 2002) abstracts C
//! to Boolean programs with c2bp (T. Ball, R. Majumdar, T. Millstein, S. K. Rajamani, "Automatic predicate abstraction of C
//! programs", PLDI 2001). What comes out is recognisable: variables are predicates in braces, control flows by `goto` to
//! complementary `assume`s, statements carry runs of labels, values that the predicates do not determine are `schoose`n, an
//! `enforce` in every procedure says which predicates exclude one another, and the property is a label `SLIC_ERROR` in a
//! monitor that watches the use of an interface. SLAM's own files are not public; this family imitates them.
//!
//! ```text
//! main > driver procedures, a tree of calls and some recursion > stubs such as KeAcquireSpinLock > SLIC_..._entry > SLIC_ERROR
//! ```
//!
//! # How the verdict is known
//!
//! A rule ([`rule`]) has two states, *free* and *held*, and operations that are errors in one of them. Every driver procedure
//! has a contract ([`plan`]), such as "enters free, leaves held exactly if the result is T". A body ([`body`], [`acts`], [`moves`], [`calls`]) is
//! written statement by statement while the state is tracked, as *free*, *held* or *held exactly if this flag has this
//! value*; only operations without error are written, and the end brings the state to what the contract promises. By
//! induction over calls the safe variant has no error.
//!
//! Nothing of this is visible without tracking flags through parameters, results and a global. Wherever the safety of an
//! operation hangs on one condition alone, the line ends in `// needed`: if the condition of **any one** of these lines
//! (an `assume`, a `constrain` clause, an `enforce`) is replaced by `T`, the error becomes reachable. This holds because every place is
//! reachable (branches that matter depend on values just chosen) and every flag can have both values.
//!
//! The unsafe variant has one bug in one procedure at least three calls above the label: a needed condition weakened,
//! two branches swapped, a flag overwritten, or a result that no longer tells the state, so that a caller goes wrong. The
//! rest of the program is the same, byte for byte, but for the marks.

mod acts;
mod body;
mod calls;
mod moves;
mod names;
mod noise;
mod plan;
mod rule;
mod script;
mod state;

use super::choices::Seeded;
use super::listing::{Listing, joined};
use super::{Variant, size};
use plan::Plan;

/// Two status predicates, and two flags that may tell about the state.
const FEWEST_LOCALS: u32 = 4;

/// A member of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Fixes the program, together with the sizes.
    pub seed: u64,
    /// Driver procedures, beside `main` and some ten stubs and monitors; at least 2.
    pub procedures: u32,
    /// Statements of a driver procedure, roughly; what its contract and its calls ask for is written in any case.
    pub statements: u32,
    /// Local predicates of a driver procedure; at least 4. Parameters, results and temporaries come on top, and the fewer
    /// locals, the fewer of these: with 4 or 5, an engine that enumerates states decides programs of thousands of lines.
    pub locals: u32,
    /// Globals that are beside the point. The rule has two to four of its own.
    pub globals: u32,
    /// Is there a bug?
    pub variant: Variant,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, procedures: 10, statements: 40, locals: 8, globals: 3, variant: Variant::Safe }
    }
}

/// Writes the program.
pub fn write(options: &Options) -> String {
    let sizes = Options {
        procedures: size(options.procedures, 2),
        statements: size(options.statements, 1),
        locals: options.locals.clamp(FEWEST_LOCALS, 1000),
        globals: options.globals.min(1000),
        ..*options
    };
    let mut out = Listing::new(Some(sizes.variant), &command(&sizes));
    let mut source = Seeded::new(sizes.seed);
    let plan = Plan::new(&sizes, &mut source);
    let mut globals: Vec<&str> = plan.rule.predicates().collect();
    globals.extend(plan.data.iter().map(String::as_str));
    globals.push(names::SHARED_FLAG);
    out.line(format_args!("decl {};", joined(", ", globals)));
    rule::write(&mut out, plan.rule, &mut source);
    for own in (0..plan.procedures.len()).rev() {
        body::write(&mut out, &plan, own, &mut source);
    }
    out.finish()
}

fn command(options: &Options) -> String {
    format!(
        "slam --seed {} --procedures {} --statements {} --locals {} --globals {}{}",
        options.seed,
        options.procedures,
        options.statements,
        options.locals,
        options.globals,
        options.variant.flag()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(seed: u64, variant: Variant) -> String {
        write(&Options { seed, variant, ..Options::default() })
    }

    #[test]
    fn the_smallest_member() {
        let text =
            write(&Options { seed: 4, procedures: 0, statements: 0, locals: 0, globals: 0, variant: Variant::Unsafe });
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some("// expect: UNSAFE"));
        assert_eq!(
            lines.next(),
            Some(
                "// generated by: bpcheck generate slam --seed 4 --procedures 2 --statements 1 --locals 4 --globals 0 --unsafe"
            )
        );
        let names: Vec<&str> = text.lines().filter(|line| line.ends_with(')') && line.contains("_1(")).collect();
        assert_eq!(names.len(), 1, "one procedure below main, and one below that:\n{text}");
        assert_eq!(text.matches("SLIC_ERROR:").count(), 1);
    }

    #[test]
    fn the_same_options_give_the_same_text() {
        assert_eq!(of(7, Variant::Safe), of(7, Variant::Safe));
        assert_ne!(of(7, Variant::Safe), of(8, Variant::Safe));
    }

    #[test]
    fn the_bug_is_one_or_two_lines() {
        for seed in 0..60 {
            let unmarked = |text: String| text.replace(" // needed", "");
            let safe = unmarked(of(seed, Variant::Safe));
            let broken = unmarked(of(seed, Variant::Unsafe));
            assert_eq!(safe.lines().count(), broken.lines().count());
            let different = safe.lines().zip(broken.lines()).skip(2).filter(|(a, b)| a != b).count();
            assert!((1..=2).contains(&different), "seed {seed}: {different} lines differ");
        }
    }

    #[test]
    fn conditions_of_every_kind_are_needed() {
        let all: String = (0..60).map(|seed| of(seed, Variant::Safe)).collect();
        for word in ["assume(", "constrain (", "enforce "] {
            let marked = all.lines().any(|line| line.contains(word) && line.ends_with("// needed"));
            assert!(marked, "no {word:?} is needed");
        }
        assert!(!of(0, Variant::Unsafe).contains("// needed"));
    }

    #[test]
    fn the_text_grows_with_the_options() {
        let options = |procedures, statements| Options { procedures, statements, ..Options::default() };
        let lines = |options: &Options| write(options).lines().count();
        assert!((4_000..12_000).contains(&lines(&options(100, 50))));
        assert!(lines(&options(10, 400)) > 4_000);
        let wide = write(&Options { locals: 40, ..Options::default() });
        let main = wide.split_once("void main()").map(|(_, main)| main).unwrap_or_default();
        let declared = main.lines().find(|line| line.contains("decl ")).unwrap_or_default();
        assert!(declared.matches('{').count() >= 40, "{declared}");
    }
}
