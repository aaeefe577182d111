//! What can be on top of the stack, by control state.

use super::{Input, SCHEMA_VERSION};
use crate::lang::source::Source;
use crate::pds::explicit::{PushdownSystem, StateId, SymbolId};
use serde::Serialize;
use std::fmt;

/// All heads.
#[derive(Clone, Debug, Serialize)]
pub struct HeadsDocument {
    schema_version: u32,
    input: Input,
    heads: Vec<HeadRow>,
}

#[derive(Clone, Debug, Serialize)]
struct HeadRow {
    state: String,
    symbol: String,
}

/// The heads as a document, in the order in which the text names states and symbols.
pub fn document(
    system: &PushdownSystem,
    source: &Source,
    heads: impl IntoIterator<Item = (StateId, SymbolId)>,
) -> HeadsDocument {
    let row = |(state, symbol)| HeadRow {
        state: system.state_name(state).to_string(),
        symbol: system.symbol_name(symbol).to_string(),
    };
    let heads = heads.into_iter().map(row).collect();
    HeadsDocument { schema_version: SCHEMA_VERSION, input: Input::of(source), heads }
}

/// A line a head.
impl fmt::Display for HeadsDocument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.heads.iter().try_for_each(|head| writeln!(f, "<{}, {}>", head.state, head.symbol))
    }
}
