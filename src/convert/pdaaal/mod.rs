//! Instances of PDAAAL (Schou et al.), JSON documents of a pushdown system and two P-automata: is a configuration of the second reached from one of the first?
//!
//! ```text
//! {"instance": [ {"state-names": true, "weight-type": "bool"},
//!                {"states": {"p": {"A": [{"to": "q", "pop": ""}, {"to": "p", "push": "B"}]}, "q": {}}},
//!                {"accepting": [2], "edges": [["p", "A", 2]]},
//!                {"accepting": ["q"], "edges": []} ]}
//! ```
//!
//! States of an automaton are control states, by name or number, and numbers behind all of these.

mod read;
mod write;

pub use read::read;
pub use write::instance;
