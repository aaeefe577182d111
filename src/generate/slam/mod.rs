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
//! has a contract ([`plan`]), such as "enters free, leaves held exactly if the result is T". A body ([`body`], [`state`], [`calls`]) is
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

mod body;
mod calls;
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

/// A member of the family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Fixes the program, together with the sizes.
    pub seed: u64,
    /// Driver procedures, beside `main` and some ten stubs and monitors; at least 2.
    pub procedures: u32,
    /// Statements of a driver procedure, roughly; what its contract and its calls ask for is written in any case.
    pub statements: u32,
    /// Local predicates of a driver procedure; at least 7. Parameters and temporaries come on top.
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
        locals: options.locals.clamp(7, 1000),
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
