//! `--proof DIR`: the obligations of a certificate as files that other programs check.

use super::exit::Exit;
use super::output;
use super::system;
use bpcheck::budget::{Budget, StopReason};
use bpcheck::logic::sat::dimacs::Dimacs;
use bpcheck::logic::sat::refute;
use bpcheck::pipeline::Loaded;
use bpcheck::report::proof as shown;
use bpcheck::validate::inductive::{Obligation, Refusal, obligations};
use bpcheck::verdict::Certificate;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Writes each obligation of a certificate that was checked into a new folder, with its refutation, and a list of them. The folder is whole or absent;
/// what went wrong is told.
pub fn write(folder: &Path, loaded: &Loaded, certificate: &Certificate) -> Exit {
    match written(folder, loaded, certificate) {
        Ok(()) => Exit::Done,
        Err(Trouble::Unwritten(error)) => {
            output::unwritten(folder, &error);
            Exit::Input
        }
        Err(Trouble::Unproved(what)) => {
            output::stderr(format_args!(
                "error: the self-check failed: {what}; this is a bug of bpcheck, please report it\n"
            ));
            Exit::SelfCheck
        }
    }
}

/// Why there is no folder.
enum Trouble {
    /// What the system answers.
    Unwritten(io::Error),
    /// The certificate was accepted, and yet there is no proof.
    Unproved(String),
}

fn written(folder: &Path, loaded: &Loaded, certificate: &Certificate) -> Result<(), Trouble> {
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
    let (sha256, budget) = (loaded.source.sha256(), Budget::unlimited());
    obligations(&loaded.program, &sha256, loaded.entry, certificate, &budget, |obligation| -> Result<(), Trouble> {
        let Obligation { name, cnf, .. } = &obligation;
        let proof = refute(cnf, &budget).map_err(|why| Trouble::Unproved(format!("{name}: {why}")))?;
        let clauses = Dimacs { cnf, assumptions: &[] }.to_string();
        fs::write(new.path().join(format!("{name}.cnf")), clauses)?;
        fs::write(new.path().join(format!("{name}.drat")), proof)?;
        Ok(shown::line(&mut list, loaded, &obligation)?)
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

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Trouble {
        Trouble::Unproved(refusal.to_string())
    }
}

impl From<StopReason> for Trouble {
    fn from(reason: StopReason) -> Trouble {
        Trouble::Unproved(reason.to_string())
    }
}
