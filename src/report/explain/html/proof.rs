//! A certificate for the page.

use super::limits::{CLAIMS, LeftOut};
use crate::pipeline::Loaded;
use crate::report::certificate::{self, Said};
use crate::verdict::Certificate;
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Proof {
    contracts: Vec<Contract>,
}

#[derive(Serialize)]
struct Contract {
    title: String,
    claims: Vec<Claim>,
}

#[derive(Serialize)]
struct Claim {
    line: u32,
    head: String,
    says: Vec<String>,
}

/// What a certificate says, in the order of the text.
pub(super) fn proof(loaded: &Loaded, certificate: &Certificate, left_out: &mut LeftOut) -> Proof {
    let said = certificate::said(&loaded.program, &loaded.source, certificate);
    let all: usize = said.iter().map(|contract| contract.claims.len()).sum();
    if all > CLAIMS {
        left_out.say(format!("{} claims of a proof after the first {CLAIMS}", all - CLAIMS));
    }
    let mut room = CLAIMS;
    let contracts = said.into_iter().map(|Said { title, claims }| {
        let count = claims.len().min(room);
        room -= count;
        let claims = claims.into_iter().take(count).map(|claim| self::claim(loaded, claim, left_out)).collect();
        Contract { title, claims }
    });
    Proof { contracts: contracts.collect() }
}

fn claim(loaded: &Loaded, claim: certificate::Claim, left_out: &mut LeftOut) -> Claim {
    let certificate::Claim { place, head, plain, conjuncts, parts } = claim;
    let parts = parts.iter().map(|(name, part)| format!("where {name} = {part}"));
    let says = plain.into_iter().chain(conjuncts).chain(parts).map(|text| left_out.cut(&text)).collect();
    let line = loaded.source.position(loaded.program.span(place).start).line;
    Claim { line, head, says }
}
