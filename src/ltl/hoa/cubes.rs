//! Conditions of any shape as sets of guards, one of which has to hold.

use super::{Fault, Kind, Tokens, fault};
use crate::ltl::automaton::Guard;
use crate::ltl::formula::AtomId;

/// More guards than these, of one condition or on the way to it, are refused.
const MOST_GUARDS: usize = 10_000;

/// A condition, and its negation.
struct Condition {
    holds: Vec<Guard>,
    fails: Vec<Guard>,
}

/// What waits for its right operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Waiting {
    Open,
    Or,
    And,
    Not,
}

impl Condition {
    fn constant(value: bool) -> Condition {
        let [always, never] = [vec![Guard::always()], Vec::new()];
        if value { Condition { holds: always, fails: never } } else { Condition { holds: never, fails: always } }
    }

    fn atom(atom: AtomId) -> Condition {
        let of = |holds| Guard::always().with(atom, holds).into_iter().collect();
        Condition { holds: of(true), fails: of(false) }
    }

    fn not(self) -> Condition {
        Condition { holds: self.fails, fails: self.holds }
    }

    /// Both hold; nothing if that takes too many guards.
    fn and(self, other: Condition) -> Option<Condition> {
        if self.holds.len() * other.holds.len() > MOST_GUARDS {
            return None;
        }
        let pairs = self.holds.iter().flat_map(|one| other.holds.iter().map(move |other| one.and(other)));
        let holds = pairs.flatten().collect();
        let fails = self.fails.into_iter().chain(other.fails).collect();
        Some(Condition { holds: tidy(holds), fails: tidy(fails) })
    }

    fn or(self, other: Condition) -> Option<Condition> {
        Some(self.not().and(other.not())?.not())
    }
}

fn tidy(mut guards: Vec<Guard>) -> Vec<Guard> {
    guards.sort();
    guards.dedup();
    guards
}

/// Reads a condition: `!`, `&`, `|` (or `&&`, `||`) and parentheses over what `operand` reads, up to the first token that cannot go on.
pub(super) fn condition(
    tokens: &mut Tokens<'_>,
    mut operand: impl FnMut(&mut Tokens<'_>) -> Result<Operand, Fault>,
) -> Result<Vec<Guard>, Fault> {
    let span = tokens.span();
    let too_large = || fault("too-large", span, format!("this condition takes more than {MOST_GUARDS} conjunctions"));
    let (mut done, mut waiting) = (Vec::new(), Vec::new());
    let mut has_operand = false;
    let mut open = 0_usize;
    loop {
        let sign = match tokens.peek() {
            Some(Kind::Sign(sign)) => sign,
            _ => "",
        };
        match (has_operand, sign) {
            (false, "!") => waiting.push(Waiting::Not),
            (false, "(") => {
                waiting.push(Waiting::Open);
                open += 1;
            }
            (false, _) => {
                done.push(match operand(tokens)? {
                    Operand::Constant(value) => Condition::constant(value),
                    Operand::Atom(atom) => Condition::atom(atom),
                });
                has_operand = true;
                continue;
            }
            (true, "&" | "&&") => {
                reduce(&mut done, &mut waiting, Waiting::And).ok_or_else(too_large)?;
                waiting.push(Waiting::And);
                has_operand = false;
            }
            (true, "|" | "||") => {
                reduce(&mut done, &mut waiting, Waiting::Or).ok_or_else(too_large)?;
                waiting.push(Waiting::Or);
                has_operand = false;
            }
            (true, ")") if open > 0 => {
                reduce(&mut done, &mut waiting, Waiting::Or).ok_or_else(too_large)?;
                waiting.pop();
                open -= 1;
            }
            (true, _) if open > 0 => return Err(tokens.unexpected("`)`")),
            (true, _) => break,
        }
        tokens.next();
    }
    reduce(&mut done, &mut waiting, Waiting::Or).ok_or_else(too_large)?;
    Ok(done.pop().map_or(Vec::new(), |condition| condition.holds))
}

/// What conditions are made of.
pub(super) enum Operand {
    Constant(bool),
    Atom(AtomId),
}

/// What waits and binds at least as tight gets its operand; nothing if a condition becomes too large.
fn reduce(done: &mut Vec<Condition>, waiting: &mut Vec<Waiting>, least: Waiting) -> Option<()> {
    while let Some(operator) = waiting.pop_if(|operator| *operator >= least) {
        let right = done.pop()?;
        let condition = match operator {
            Waiting::Not => right.not(),
            Waiting::And => done.pop()?.and(right)?,
            Waiting::Or | Waiting::Open => done.pop()?.or(right)?,
        };
        done.push(condition);
    }
    Some(())
}
