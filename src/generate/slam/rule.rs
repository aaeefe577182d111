//! The rules: which interface is watched, and how the monitor is written.
//!
//! The state of a rule is one of several predicates over one monitor variable, of which exactly one holds after `main` has
//! begun. Four operations exist: one opens (error if held), one closes (error if free), one needs the free state, one needs
//! the held one. Each is a stub that the driver calls, and a monitor procedure that the stub calls.

use super::super::choices::{Choices, Seeded};
use super::super::listing::{Listing, joined};
use super::script::Script;

/// An interface and the predicates that describe its state.
#[derive(Debug)]
pub(super) struct Rule {
    /// Holds in the free state.
    pub(crate) free: &'static str,
    /// Holds in the held state.
    pub(crate) held: &'static str,
    /// States that never occur, which the predicates could express.
    idle: &'static [&'static str],
    /// From free to held.
    pub(crate) open: &'static str,
    /// From held to free.
    pub(crate) close: &'static str,
    /// Allowed in the free state only.
    pub(crate) calm: &'static str,
    /// Allowed in the held state only.
    pub(crate) busy: &'static str,
}

const RULES: [Rule; 4] = [
    Rule {
        free: "{lock==0}",
        held: "{lock==1}",
        idle: &[],
        open: "KeAcquireSpinLock",
        close: "KeReleaseSpinLock",
        calm: "KeWaitForSingleObject",
        busy: "RemoveHeadList",
    },
    Rule {
        free: "{irql==0}",
        held: "{irql==2}",
        idle: &["{irql==1}"],
        open: "KeRaiseIrql",
        close: "KeLowerIrql",
        calm: "ZwReadFile",
        busy: "KeSetTimer",
    },
    Rule {
        free: "{cancel==0}",
        held: "{cancel==1}",
        idle: &["{cancel<0}"],
        open: "IoAcquireCancelSpinLock",
        close: "IoReleaseCancelSpinLock",
        calm: "IoCallDriver",
        busy: "IoSetCancelRoutine",
    },
    Rule {
        free: "{refs==0}",
        held: "{refs==1}",
        idle: &["{refs==2}", "{refs>2}"],
        open: "IoAcquireRemoveLock",
        close: "IoReleaseRemoveLock",
        calm: "IoDeleteDevice",
        busy: "IoStartPacket",
    },
];

impl Rule {
    /// One of the rules.
    pub(crate) fn chosen(source: &mut Seeded) -> &'static Self {
        &RULES[source.below(RULES.len() as u32) as usize]
    }

    /// Every predicate of the rule.
    pub(crate) fn predicates(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.free, self.held].into_iter().chain(self.idle.iter().copied())
    }

    /// At most one predicate holds.
    pub(crate) fn consistency(&self) -> String {
        let all: Vec<&str> = self.predicates().collect();
        let pairs = all
            .iter()
            .enumerate()
            .flat_map(|(i, first)| all[i + 1..].iter().map(move |second| exclusion(first, second)));
        joined(" & ", pairs)
    }

    /// The assignment that enters the state in which `state` holds. The predicates that are false there may be left to the
    /// `enforce` of the procedure.
    pub(crate) fn enter(&self, state: &str, vaguely: bool) -> String {
        let values = self.predicates().map(|name| match (name == state, vaguely) {
            (true, _) => "T",
            (false, true) => "schoose[F,F]",
            (false, false) => "F",
        });
        format!("{} := {}", joined(", ", self.predicates()), joined(", ", values))
    }
}

/// Not both.
pub(super) fn exclusion(first: &str, second: &str) -> String {
    format!("!({first} & {second})")
}

/// Writes stubs, monitors and the procedures that stand for unknown values.
pub(super) fn write(out: &mut Listing, rule: &Rule, source: &mut Seeded) {
    for line in ["void slic_violation()", "bool unk()", "bool<2> unk_status()"] {
        out.procedure(line);
        out.line("enforce T;");
        if line.starts_with("void") {
            out.line("SLIC_ERROR: skip;");
            out.line("return;");
        } else {
            out.line("goto unk_1, unk_2;");
            let both = line.contains("<2>");
            out.line(if both { "unk_1: return T, schoose[F,F];" } else { "unk_1: return T;" });
            out.line(if both { "unk_2: return F, schoose[F,F];" } else { "unk_2: return F;" });
        }
        out.close("end");
    }
    let vaguely = source.below(2) == 1;
    operation(out, rule, rule.open, rule.held, Some(rule.enter(rule.held, vaguely)));
    operation(out, rule, rule.close, rule.free, Some(rule.enter(rule.free, vaguely)));
    operation(out, rule, rule.calm, rule.held, None);
    operation(out, rule, rule.busy, rule.free, None);
}

/// A stub and its monitor: an error if `wrong` holds, otherwise `effect`.
fn operation(out: &mut Listing, rule: &Rule, name: &str, wrong: &str, effect: Option<String>) {
    out.procedure(format_args!("void SLIC_{name}_entry()"));
    out.line(format_args!("enforce {};", rule.consistency()));
    let mut script = Script::new(100);
    let fork = script.fork();
    script.arm(&fork.yes, format!("assume({wrong})"));
    script.statement("slic_violation()");
    script.join_from(&fork);
    script.arm(&fork.no, format!("assume(!{wrong})"));
    script.place(&fork.join);
    if let Some(effect) = effect {
        script.statement(effect);
    }
    script.close(out, &format!("exit_SLIC_{name}_entry"), "return");

    out.procedure(format_args!("void {name}()"));
    out.line(format_args!("enforce {};", rule.consistency()));
    let mut script = Script::new(200);
    script.statement(format!("SLIC_{name}_entry()"));
    script.close(out, &format!("exit_{name}"), "return");
}
