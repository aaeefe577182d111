//! A random procedure: heading, declarations, enforced condition, statements, and an end that places what is left over.

use super::super::choices::Choices;
use super::super::listing::{Listing, joined};
use super::Knobs;
use super::names::{self, Signature};
use super::statement::Body;

/// Writes the procedure `signatures[own]`; the first one is `main`.
pub(super) fn write(
    out: &mut Listing,
    knobs: &Knobs,
    globals: &[String],
    signatures: &[Signature],
    own: usize,
    choices: &mut dyn Choices,
) {
    let signature = &signatures[own];
    out.procedure(heading(signature, choices));
    names::declare(out, &signature.locals, choices);
    let labels: Vec<String> = (0..choices.below(4)).map(|i| names::label(i, choices)).collect();
    let (callees, later) = if knobs.recursion { (signatures, own + 1) } else { (&signatures[own + 1..], 0) };
    let mut body = Body {
        out,
        knobs,
        choices,
        callees,
        later,
        results: signature.results,
        variables: signature.visible(globals),
        labels,
        placed: 0,
        budget: knobs.statements,
    };
    if body.choices.below(4) == 3 {
        let enforced = body.value();
        body.out.line(format_args!("enforce {enforced};"));
    }
    if own == 0 {
        let first = match knobs {
            Knobs { chained: true, .. } => body.links(),
            Knobs { counting: true, .. } => body.reset(),
            _ => None,
        };
        if let Some(first) = first {
            body.out.line(format_args!("{first};"));
        }
    }
    body.block(knobs.statements, 0);
    finish(&mut body, own == 0);
    out.close("end");
}

fn heading(signature: &Signature, choices: &mut dyn Choices) -> String {
    let search = if choices.below(16) == 15 { "dfs " } else { "" };
    let odd = choices.below(8) == 7;
    let result = match signature.results {
        0 if !odd => "void".to_string(),
        1 if !odd => "bool".to_string(),
        width => format!("bool<{width}>"),
    };
    let parameters = joined(", ", &signature.parameters);
    format!("{search}{result} {}({parameters})", signature.name)
}

/// `main` ends with an assertion, so that there is a property; others return or fall off the end. The labels that no statement
/// took stand here, before a statement or before `end`.
fn finish(body: &mut Body<'_>, is_main: bool) {
    let labels = body.remaining_labels();
    if is_main {
        let wanted = match body.knobs {
            Knobs { chained: true, .. } => body.claim(),
            Knobs { counting: true, .. } => body.not_one_value(),
            _ => None,
        };
        let assertion = wanted.map_or_else(|| body.with_condition("assert"), |wanted| format!("assert({wanted})"));
        body.out.line(format_args!("{labels}{assertion};"));
        return;
    }
    let falls_off = body.choices.below(4) == 3;
    if !falls_off {
        let exit = body.exit();
        let end = [";", ""][body.choices.below(2) as usize];
        body.out.line(format_args!("{labels}{exit}{end}"));
    } else if !labels.is_empty() {
        body.out.line(labels.trim_end());
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::choices::Seeded;
    use super::*;

    #[test]
    fn every_label_is_placed_once() {
        for seed in 0..300 {
            let mut source = Seeded::new(seed);
            let knobs = Knobs::default();
            let signatures = [Signature::new(0, &knobs, &[], &mut source)];
            let mut out = Listing::default();
            write(&mut out, &knobs, &[], &signatures, 0, &mut source);
            let text = out.finish();
            for name in ["L0", "L1", "L2"] {
                let lines = text.lines().filter(|line| line.contains(&format!("{name}:"))).count();
                let used = text.contains(name);
                assert!(lines <= 1 && (lines == 1 || !used), "{name} in\n{text}");
            }
        }
    }
}
