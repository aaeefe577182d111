//! What stands before the body of an automaton in HOA.

use super::{Fault, Kind, MOST, Tokens, fault};
use crate::lang::source::Span;
use rustc_hash::FxHashSet;

/// The header, as far as it matters.
#[derive(Default)]
pub(super) struct Header {
    /// How many states there are, if it says so.
    pub(super) states: Option<usize>,
    /// The initial states.
    pub(super) starts: Vec<usize>,
    /// The spellings of the atoms.
    pub(super) atoms: Vec<String>,
    /// Whether runs accept without any mark.
    pub(super) accepts_all: bool,
}

/// Reads up to the body, and past the mark before it.
pub(super) fn header(tokens: &mut Tokens<'_>) -> Result<Header, Fault> {
    tokens.expect(&Kind::Header("HOA".into()))?;
    tokens.expect(&Kind::Word("v1".into()))?;
    let mut header = Header::default();
    let (mut acceptance, mut name) = (None, None);
    while !tokens.skips(&Kind::Sign("--BODY--")) {
        let span = tokens.span();
        let Some(Kind::Header(item)) = tokens.peek() else {
            return Err(tokens.unexpected("an item of the header, or `--BODY--`"));
        };
        tokens.next();
        match item.as_str() {
            "States" => header.states = Some(tokens.number("the number of states")?),
            "Start" => {
                header.starts.push(tokens.number("a state")?);
                if tokens.peek() == Some(&Kind::Sign("&")) {
                    return Err(fault("alternation", span, "an alternating automaton is no Büchi automaton"));
                }
            }
            "AP" => header.atoms = atoms(tokens)?,
            "Acceptance" => acceptance = Some((span, words(tokens))),
            "acc-name" => name = Some(words(tokens)),
            "Alias" => return Err(fault("alias", span, "labels with aliases are not read")),
            item if item.starts_with(|c: char| c.is_ascii_uppercase()) => {
                return Err(fault(
                    "unknown-item",
                    span,
                    format!("`{item}:` changes the meaning of automata, and is not known"),
                ));
            }
            _ => drop(words(tokens)),
        }
    }
    let (span, acceptance) = acceptance.unwrap_or((tokens.span(), String::new()));
    header.accepts_all = accepts_all(span, &acceptance, name)?;
    Ok(header)
}

/// Whether all runs accept, rather than those that see the one mark again and again. Other acceptance is none of Büchi's.
fn accepts_all(span: Span, acceptance: &str, name: Option<String>) -> Result<bool, Fault> {
    match acceptance {
        "0 t" => Ok(true),
        "1 Inf ( 0 )" => Ok(false),
        "" => Err(fault("acceptance", span, "the header has no `Acceptance:`")),
        _ => {
            let name = name.unwrap_or_else(|| acceptance.replace(' ', ""));
            let mut remark =
                fault("acceptance", span, format!("the acceptance of this automaton is `{name}`, not Büchi's"));
            *remark = remark.hint("`autfilt --ba` of Spot makes a Büchi automaton of it");
            Err(remark)
        }
    }
}

fn atoms(tokens: &mut Tokens<'_>) -> Result<Vec<String>, Fault> {
    let count = tokens.number("the number of atoms")?;
    let mut atoms = Vec::new();
    let mut seen = FxHashSet::default();
    while atoms.len() < count.min(MOST) {
        let span = tokens.span();
        let Some(Kind::Text(atom)) = tokens.peek() else { return Err(tokens.unexpected("an atom in quotes")) };
        tokens.next();
        if !seen.insert(atom) {
            return Err(fault("declared-twice", span, format!("the atom `{atom}` stands here twice")));
        }
        atoms.push(atom.clone());
    }
    Ok(atoms)
}

/// The rest of an item.
fn words(tokens: &mut Tokens<'_>) -> String {
    let mut words = Vec::new();
    while let Some(kind) = tokens.peek() {
        if matches!(kind, Kind::Header(_) | Kind::Sign("--BODY--")) {
            break;
        }
        words.push(kind.to_string());
        tokens.next();
    }
    words.join(" ")
}
