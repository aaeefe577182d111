//! Certificates about endless runs: for each claim a program in which an automaton reads along, and its certificate.

use super::not_accepted;
use crate::cli::exit::Exit;
use crate::cli::{evidence, output, proof, reading, usage};
use bpcheck::budget::Budget;
use bpcheck::pipeline::{Assured, Loaded, NotAssured};
use bpcheck::report::explain::html;
use bpcheck::report::{certificate as shown, evidence as texts};
use bpcheck::validate::inductive::vacuous;
use bpcheck::verdict::json::ReadError;
use std::path::Path;

/// Says what they prove, and that they are accepted. A folder takes the proof of one claim.
pub fn check(all: &[Assured], check_proofs: bool, folder: Option<&Path>) -> Exit {
    let mut refutations = check_proofs.then_some(0);
    for one in all {
        match refutations.as_mut().map(|count| (count, proof::check(one.with_automaton(), &one.accepted))) {
            Some((count, Ok(more))) => *count += more,
            Some((_, Err(exit))) => return exit,
            None => {}
        }
    }
    let write = match (folder, all) {
        (Some(folder), [one]) => Some((folder, one)),
        (Some(_), _) => {
            let count = all.len();
            return usage("certificate", format_args!("--proof takes the proof of one claim, and here are {count}"));
        }
        (None, _) => None,
    };
    let text = texts::assured(all, refutations);
    let told = output::print(Exit::Done, |out| out.write_all(text.as_bytes()));
    write.map_or(told, |(folder, one)| told.or_worse(proof::write(folder, one.with_automaton(), &one.accepted)))
}

/// Prints what the proofs say of the programs with automata.
pub fn show(all: &[Assured]) -> Exit {
    output::print(Exit::Done, |out| {
        for one in all {
            writeln!(out, "{}", texts::assured_line(one))?;
            let Loaded { program, source, .. } = one.with_automaton();
            shown::write(out, program, source, one.accepted.certificate(), &vacuities(one))?;
        }
        Ok(())
    })
}

/// Writes a page that shows the proof of the program with the automaton.
pub fn page(all: &[Assured], path: &Path) -> Exit {
    let [one] = all else {
        let count = all.len();
        return usage("certificate", format_args!("a page shows the proof of one claim, and here are {count}"));
    };
    output::to(Some(path), html::of_certificate(one.with_automaton(), &one.accepted, &vacuities(one)).as_bytes())
}

/// Whether the alarms hold vacuously.
fn vacuities(one: &Assured) -> Vec<bool> {
    let Loaded { program, source, entry, .. } = one.with_automaton();
    vacuous(program, source.sha256(), *entry, &one.accepted, &Budget::unlimited()).unwrap_or_else(|_| vec![false])
}

/// Says why such a certificate is not accepted.
pub fn refused(loaded: &Loaded, why: NotAssured) -> Exit {
    match why {
        NotAssured::Unread(error @ ReadError::Name { .. }) => {
            evidence::refuse(&texts::foreign("certificate", &loaded.source, &error))
        }
        NotAssured::Unread(error) => {
            output::stderr(format_args!("error: {error}\n"));
            Exit::Input
        }
        NotAssured::Unclear(remarks) => {
            reading::tell(&remarks);
            Exit::Input
        }
        NotAssured::Refused(why) => evidence::refuse(&texts::refused(None, &why)),
        NotAssured::NotAccepted(with_automaton, not) => not_accepted(&with_automaton, not),
    }
}
