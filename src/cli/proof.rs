//! `--check-proofs`: the obligations of a certificate refuted anew, each refutation checked. `--proof DIR`: the same as files that other
//! programs check.

use super::exit::Exit;
use super::output;
use super::system;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::logic::sat::dimacs::Dimacs;
use bpcheck::logic::sat::refute;
use bpcheck::pipeline::Loaded;
use bpcheck::report::proof as shown;
use bpcheck::validate::inductive::{Accepted, Obligation, Refusal, obligations};
use std::convert::Infallible;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Writes each obligation of a certificate into a new folder, with its refutation, and a list of them. The folder is whole or absent;
/// what went wrong is told.
pub fn write(folder: &Path, loaded: &Loaded, accepted: &Accepted) -> Exit {
    match written(folder, loaded, accepted) {
        Ok(()) => Exit::Done,
        Err(Trouble::Unwritten(error)) => {
            output::unwritten(folder, &error);
            Exit::Input
        }
        Err(Trouble::Unproved(what)) => tell(&what),
    }
}

/// Has each obligation of a certificate refuted once more, by a solver that was asked nothing else, and the refutation checked; how many
/// there are. What went wrong is told.
///
/// # Errors
/// The exit code, if one is not refuted.
pub fn check(loaded: &Loaded, accepted: &Accepted) -> Result<usize, Exit> {
    let mut count = 0;
    let counted: Result<(), Trouble<Infallible>> = refuted(loaded, accepted, |_, _| {
        count += 1;
        Ok(())
    });
    match counted {
        Ok(()) => Ok(count),
        Err(Trouble::Unproved(what)) => Err(tell(&what)),
        Err(Trouble::Unwritten(never)) => match never {},
    }
}

fn tell(unproved: &str) -> Exit {
    output::stderr(format_args!(
        "error: the self-check failed: {unproved}; this is a bug of bpcheck, please report it\n"
    ));
    Exit::SelfCheck
}

/// Why there is no proof, or no folder.
enum Trouble<E = io::Error> {
    /// What the system answers.
    Unwritten(E),
    /// The certificate was accepted, and yet there is no proof.
    Unproved(String),
}

/// Hands out each obligation with its refutation.
fn refuted<E>(
    loaded: &Loaded,
    accepted: &Accepted,
    mut take: impl FnMut(&Obligation, Vec<u8>) -> Result<(), Trouble<E>>,
) -> Result<(), Trouble<E>> {
    let (sha256, budget) = (loaded.source.sha256(), Budget::unlimited());
    obligations(&loaded.program, sha256, loaded.entry, accepted, &budget, |obligation| {
        let refutation = refute(&obligation.cnf, &budget);
        take(&obligation, refutation.map_err(|why| Trouble::Unproved(format!("{}: {why}", obligation.name)))?)
    })
}

fn written(folder: &Path, loaded: &Loaded, accepted: &Accepted) -> Result<(), Trouble> {
    is_free(folder)?;
    let parent = folder.parent().filter(|parent| !parent.as_os_str().is_empty()).map_or(PathBuf::from("."), Into::into);
    let mut builder = tempfile::Builder::new();
    builder.prefix(".bpcheck-");
    if let Some(permissions) = system::folder_permissions() {
        builder.permissions(permissions);
    }
    let new = builder.tempdir_in(parent)?;
    let mut list = Vec::new();
    shown::titles(&mut list)?;
    refuted(loaded, accepted, |obligation, refutation| {
        let Obligation { name, cnf, .. } = obligation;
        let clauses = Dimacs { cnf, assumptions: &[] }.to_string();
        fs::write(new.path().join(format!("{name}.cnf")), clauses)?;
        fs::write(new.path().join(format!("{name}.drat")), refutation)?;
        Ok(shown::line(&mut list, loaded, obligation)?)
    })?;
    fs::write(new.path().join("obligations.tsv"), list)?;
    if folder.is_dir() {
        fs::remove_dir(folder)?;
    }
    fs::rename(new.path(), folder)?;
    // There is nothing to tidy up any more.
    let _ = new.keep();
    Ok(())
}

/// Whether the folder can be made: what is in one already is not to be lost.
fn is_free(folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder) {
        Ok(mut entries) => match entries.next() {
            None => Ok(()),
            Some(_) => Err(io::Error::other("the folder is not empty; name a new one")),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Unwritten(error)
    }
}

impl<E> From<Refusal> for Trouble<E> {
    fn from(refusal: Refusal) -> Trouble<E> {
        Trouble::Unproved(refusal.to_string())
    }
}

impl<E> From<StopReason> for Trouble<E> {
    fn from(reason: StopReason) -> Trouble<E> {
        Trouble::Unproved(reason.to_string())
    }
}
