//! What is unwound, as a table.

use super::counted;
use crate::bench::counted::Measured;
use crate::bench::unwinding::{ABOUT, NAME, Size, Unwound};

/// The table with its heading, an empty line before it: a row for each program, and which programs not all of those decide that unwind.
pub fn section(size: Size, engines: &[&str], measured: &[Measured<Unwound>]) -> String {
    let inputs = size.inputs.map_or("all inputs".to_string(), |most| format!("inputs up to {most}"));
    format!(
        "\n### {NAME}: {ABOUT}\n\nNumbers of {} bits, {inputs}. In front of the seconds stand the levels that were unwound before the first question (*In*), ν, the calls \
         that were unwound, that of `main` among them, and the helper assertions that were tried.\n\n{}{}",
        size.bits,
        counted::table("`bpcheck generate words`", engines, measured),
        only(engines, &counted::telling(engines, measured), measured)
    )
}

/// The programs that the first of those that unwind does not decide, and others do.
fn only(engines: &[&str], counting: &[usize], measured: &[Measured<Unwound>]) -> String {
    let Some((&first, others)) = counting.split_first() else { return String::new() };
    let mut text = String::new();
    for Measured { name, entries } in measured.iter().filter(|line| !line.entries[first].is_decided()) {
        let by: Vec<String> = others
            .iter()
            .filter(|&&engine| entries[engine].is_decided())
            .map(|&engine| format!("`{}`", engines[engine]))
            .collect();
        if !by.is_empty() {
            text += &format!("\n- `{name}`: {}", by.join(", "));
        }
    }
    match text.is_empty() {
        true => text,
        false => format!("\nNot decided by `{}`, but by others that unwind:\n{text}\n", engines[first]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bench::counted::Entry;
    use crate::campaign::results::{Cell, Outcome};

    #[test]
    fn what_only_others_decide_is_said() {
        let entry = |outcome: Outcome| {
            let cell = Cell {
                outcome,
                varies: false,
                wrong: false,
                said_safe: false,
                said_unsafe: false,
                times: vec![0.5],
                limit: 1.0,
                wall: 0.5,
                cpu: Some(0.5),
                memory: None,
                by: None,
            };
            Entry { cell, told: Some(Unwound { first: 0, nu: 3, calls: 7, helpers: 1 }) }
        };
        let (open, safe) = (entry(Outcome::Unknown("time".into())), entry(Outcome::Safe));
        assert_eq!((counted::cell(&open), counted::cell(&safe)), ("-".to_string(), "0, 3, 7, 1: 0.500".to_string()));
        let lines = [
            Measured { name: "id".into(), entries: vec![open.clone(), safe] },
            Measured { name: "gcd".into(), entries: vec![open.clone(), open] },
        ];
        let text = section(Size { bits: 3, inputs: None }, &["a", "b"], &lines);
        assert!(text.ends_with("Not decided by `a`, but by others that unwind:\n\n- `id`: `b`\n"), "{text}");
    }
}
