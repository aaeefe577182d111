//! Random inputs by the million, each asked of every engine, all evidence checked.
//!
//! ```text
//! Plan (shape, knobs, seed) -> Case (number) -> examine: opinions, evidence, what is wrong -> Shard: tally, digest, findings
//! ```
//!
//! A [`Plan`] numbers its cases, and the number decides everything about one: its text, and with which flags each engine is
//! asked. [`examine`] asks them. `explicit` without passes is the referee of programs, the
//! enumeration of all runs that of some of them; but everybody who decides a property has to say the same. Evidence goes through its JSON and is
//! checked again. Limits are on work, not on time, so that answers depend on the machine nowhere, and a digest over the answers of a [`Shard`] tells
//! whether a second run was like the first.
//!
//! Who asks the engines is handed in ([`Ask`]): `pipeline::decide`, or, for a test of the hunt itself, somebody who lies.

mod case;
mod evidence;
mod examine;
mod finding;
mod opinion;
mod plan;
mod program;
mod question;
mod shape;
mod shard;
mod system;
mod tally;

pub use case::{Case, Subject};
pub use examine::{Examined, examine};
pub use finding::Finding;
pub use opinion::{Kind, Wrong};
pub use plan::Plan;
pub use program::Ask;
pub use question::Question;
pub use shape::{Shape, UnknownShape};
pub use shard::{Done, Shard, Stopped, run};
pub(crate) use tally::{Count, Tally};
