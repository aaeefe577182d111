//! Certificates about endless runs, as JSON: for each claim the automaton of its violations, why that misses none, and the certificate of the program in
//! which it reads along.

use super::document::CertificateDocument;
use super::levels::{self, LevelPart};
use super::{SCHEMA_VERSION, read, write};
use crate::lang::program::Program;
use crate::lang::program::product::Levels;
use crate::lang::program::property::Property;
use crate::lang::source::Source;
use crate::verdict::Certificate;
use crate::verdict::json::{Lookup, ProgramPart, PropertyPart, ReadError, ToolPart, layout, version};
use schemars::JsonSchema;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io;

/// Why all runs of a Boolean program satisfy formulas, or none is accepted by automata.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "bpcheck certificate about endless runs")]
struct AssuranceDocument<'a> {
    /// The version of this format.
    schema_version: u32,
    /// What wrote it.
    #[serde(borrow)]
    tool: ToolPart<'a>,
    /// Of which program it is.
    #[serde(borrow)]
    program: ProgramPart<'a>,
    /// What is claimed.
    #[serde(borrow)]
    claims: Vec<ClaimPart<'a>>,
}

/// A claim about all runs.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ClaimPart<'a> {
    /// What no run violates: of kind `ltl`, `automaton` or `monitor`.
    #[serde(borrow)]
    property: PropertyPart<'a>,
    /// Whether runs that end do not count.
    #[serde(default, skip_serializing_if = "is_false")]
    only_infinite: bool,
    /// Whether a letter is read at each statement, as the program is written. Automata, and formulas that speak of the next statement, do so always.
    #[serde(default, skip_serializing_if = "is_false")]
    counts_steps: bool,
    /// For `ltl` an automaton that accepts each word on which the formula does not hold, in HOA. Its states are numbered as they stand there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    automaton: Option<Cow<'a, str>>,
    /// For `ltl` why it does: `[leader, follower, rank]`, states of a plain automaton of the negated formula, and those of the automaton that answer them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    simulation: Vec<[usize; 3]>,
    /// Numbers: from one time to the next that an activation, or those that it calls in a recursion, comes by a place of one loop or recursion, the number does not fall, and it rises if the automaton accepts meanwhile. If they are there, the alarm is that one does not grow as it has to; otherwise it is
    /// that a state comes back in which the automaton was before it accepted. Where no number is said it is 0.
    #[serde(default, borrow, skip_serializing_if = "Option::is_none")]
    levels: Option<Vec<LevelPart<'a>>>,
    /// Why the program in which the automaton reads along does not come to its alarm.
    #[serde(borrow)]
    certificate: CertificateDocument<'a>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

/// A claim about all runs, and why it holds; `P` is a certificate of the program in which an automaton reads along, with what it needs to be written.
#[derive(Debug)]
pub struct Assurance<'a, P> {
    /// What no run violates.
    pub property: Property,
    /// Whether runs that end do not count.
    pub only_infinite: bool,
    /// Whether a letter is read at each statement, though the claim does not ask for it.
    pub counts_steps: bool,
    /// For a formula the automaton of its violations, in HOA.
    pub automaton: Option<String>,
    /// For a formula a state of the plain automaton of its violations, one of the other automaton, and the rank of this pair.
    pub simulation: Vec<[usize; 3]>,
    /// What has to grow, if that is what the alarm is about.
    pub levels: Option<Cow<'a, Levels>>,
    /// The certificate.
    pub certificate: P,
}

/// A certificate of which it is not known yet of which program it is.
#[derive(Debug)]
pub struct Unread<'a>(CertificateDocument<'a>);

impl Unread<'_> {
    /// The certificate, with the names of this program.
    ///
    /// # Errors
    /// The first name that the program does not have.
    pub fn of(self, program: &Program) -> Result<Certificate, ReadError> {
        read::of_document(program, self.0)
    }
}

/// Writes a certificate about the endless runs of `program`. With each claim goes the program in which an automaton reads along, and its certificate.
///
/// # Errors
/// What the writer refuses.
///
/// # Panics
/// If it is not a certificate of these programs.
pub fn write_assurances(
    out: &mut dyn io::Write,
    program: &Program,
    source: &Source,
    assurances: &[Assurance<'_, (&Program, &Certificate)>],
) -> io::Result<()> {
    let claims = assurances.iter().map(|assurance| {
        let (with_automaton, certificate) = assurance.certificate;
        ClaimPart {
            property: PropertyPart::of(program, &assurance.property),
            only_infinite: assurance.only_infinite,
            counts_steps: assurance.counts_steps,
            automaton: assurance.automaton.as_deref().map(Cow::from),
            simulation: assurance.simulation.clone(),
            levels: assurance.levels.as_deref().map(|all| levels::written(program, all)),
            certificate: write::document(with_automaton, source, certificate),
        }
    });
    let document = AssuranceDocument {
        schema_version: SCHEMA_VERSION,
        tool: ToolPart::this(),
        program: ProgramPart { path: source.name().into(), sha256: source.sha256().into() },
        claims: claims.collect(),
    };
    layout::write(out, &document)
}

/// Whether a certificate is one about endless runs, as far as one sees without reading all of it.
pub fn is_about_runs(text: &[u8]) -> bool {
    #[derive(Deserialize)]
    struct Claims {
        claims: Option<IgnoredAny>,
    }
    serde_json::from_slice(text).is_ok_and(|Claims { claims }| claims.is_some())
}

/// Reads a certificate about the endless runs of `program`. Whether it is right about them nobody has checked.
///
/// # Errors
/// The first thing that is not as the schema says, or names what the program does not have, or that it is of a program with another text.
pub fn assurances_from_json<'a>(
    program: &Program,
    source: &Source,
    text: &'a [u8],
) -> Result<Vec<Assurance<'a, Unread<'a>>>, ReadError> {
    version(text, "certificate", SCHEMA_VERSION)?;
    let document: AssuranceDocument<'a> = serde_json::from_slice(text).map_err(ReadError::form("certificate"))?;
    if document.program.sha256 != source.sha256() {
        return Err(ReadError::name("program.sha256", "it is that of another text"));
    }
    let lookup = Lookup::new(program);
    let claims = document.claims.into_iter().enumerate().map(|(index, claim)| {
        let at = format!("claims[{index}].property");
        let all = claim.levels.map(|all| levels::read(program, &format!("claims[{index}].levels"), all));
        Ok(Assurance {
            property: lookup.property(&at, claim.property)?,
            only_infinite: claim.only_infinite,
            counts_steps: claim.counts_steps,
            automaton: claim.automaton.map(Cow::into_owned),
            simulation: claim.simulation,
            levels: all.transpose()?.map(Cow::Owned),
            certificate: Unread(claim.certificate),
        })
    });
    claims.collect()
}

/// The JSON Schema of the document, as it is kept in `schema/assurance.schema.json`.
pub fn assurance_schema() -> String {
    layout::schema::<AssuranceDocument<'static>>()
}
